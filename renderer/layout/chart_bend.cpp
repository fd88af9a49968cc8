#include "renderer/layout/chart_bend.h"

#include <algorithm>

#include "renderer/layout/view_geometry.h"

namespace ringscope {
namespace {

// While unrolling, the bend is done at this progress, and heights begin to change at the other.
constexpr float kBendEnd = 0.65f;
constexpr float kHeightsBegin = 0.36f;

float Mix(float from, float to, float progress) { return from * (1 - progress) + to * progress; }

// From 0 at `begin` to 1 at `end`, slow at both.
float Eased(float begin, float end, float progress) {
  const float share = std::clamp((progress - begin) / (end - begin), 0.0f, 1.0f);
  return share * share * (3 - 2 * share);
}

}  // namespace

float ChartBend::RotationTurns() const { return 0.5f * bend * bend; }

ChartBend BendOf(const ViewSpec& spec) {
  if (spec.form == ChartForm::kRings) return {};
  const IcicleFrame frame = IcicleFrameOf(spec);
  return {0, static_cast<float>(frame.width_px), static_cast<float>(frame.top_px)};
}

MotionProgress ProgressBetween(const ChartBend& from, const ChartBend& to, float progress) {
  if (to.bend < from.bend) return {progress, Eased(0, kBendEnd, progress), Eased(kHeightsBegin, 1, progress)};
  if (to.bend > from.bend)
    return {progress, Eased(1 - kBendEnd, 1, progress), Eased(0, 1 - kHeightsBegin, progress)};
  return {progress, progress, progress};
}

ChartBend InterpolateBend(const ChartBend& from, const ChartBend& to, const MotionProgress& progress) {
  return {Mix(from.bend, to.bend, progress.bend), Mix(from.length_px, to.length_px, progress.bend),
          Mix(from.base_y_px, to.base_y_px, progress.heights)};
}

}  // namespace ringscope
