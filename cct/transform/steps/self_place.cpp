#include "cct/transform/steps/self_place.h"

namespace ringscope {

SelfPlace SelfPlaceAfter(const Pipeline& pipeline) {
  SelfPlace place = SelfPlace::kContexts;
  for (const TransformStep& step : pipeline.steps) {
    const bool makes_another_ring = step.kind == TransformKind::kFocus ||
                                    step.kind == TransformKind::kMethods ||
                                    (step.kind == TransformKind::kGroup && step.group == GroupKey::kThread);
    if (step.kind == TransformKind::kInvert) {
      place = place == SelfPlace::kContexts ? SelfPlace::kFirstRing : SelfPlace::kContexts;
    } else if (makes_another_ring && place == SelfPlace::kFirstRing) {
      place = SelfPlace::kNowhere;
    }
  }
  return place;
}

}  // namespace ringscope
