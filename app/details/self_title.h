#pragma once

#include <string_view>

#include "app/core/app_state.h"
#include "cct/transform/pipeline.h"

namespace ringscope {

// What a context costs without those below it: the function itself, or, where callers come first, the stacks
// that begin with it.
inline constexpr std::string_view kSelfTitle = "Self";
inline constexpr std::string_view kOutermostTitle = "Outermost";
inline constexpr std::string_view kOutermostMeaning =
    "What stacks cost that begin with it, as callers come first in this tree";

[[nodiscard]] inline bool CallersComeFirst(const ViewState& view) {
  return SelfPlaceAfter(view.pipeline.applied) != SelfPlace::kContexts;
}

}  // namespace ringscope
