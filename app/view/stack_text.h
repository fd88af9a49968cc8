#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "app/view/state/app_state.h"
#include "cct/table/type_sums.h"
#include "cct/transform/pipeline.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The call stack of a context as text for people: the innermost frame first, one line a frame with module and
// place, then the context's self and inclusive value of every metric. O(layers * log contexts).
[[nodiscard]] std::string StackText(const Cct& tree, ContextId context);

// "util.ArrayList 98.0 %, util.LinkedList 2.00 %"; a single type without its share; beyond `most` types a
// count: "A 50.0 %, B 20.0 %, 3 more". Types that were not told apart are "others".
[[nodiscard]] std::string TypesText(const TypeColumns& types, std::span<const TypeShare> shares,
                                    size_t most = 3);

// TypesText() with the number of calls in front: "1,204 calls: ...".
[[nodiscard]] std::string CallsByTypeText(const TypeColumns& types, std::span<const TypeShare> shares);

// Titles of a context's self cost: of the function itself, or, if callers come first, of the stacks that
// begin with the context.
inline constexpr std::string_view kSelfTitle = "Self";
inline constexpr std::string_view kOutermostTitle = "Outermost";
inline constexpr std::string_view kOutermostMeaning =
    "The cost of the stacks that begin with this function: callers come first in this tree";

[[nodiscard]] inline bool CallersComeFirst(const ViewState& view) {
  return SelfPlaceAfter(view.pipeline.applied) != SelfPlace::kContexts;
}

}  // namespace ringscope
