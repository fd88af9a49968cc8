#pragma once

#include <optional>
#include <string>

#include "cct/compare/matching/match_layers.h"

namespace ringscope {

// Where no context is in both sides, though each has some: a sentence that names the dearest callee of the
// root of each and, where a function is in both, a step that makes both begin there. Of several functions the
// one with the largest common share of its first metric. Nothing where the sides have a context in common or
// one has none. O(contexts).
[[nodiscard]] std::optional<std::string> NoteWithoutCommonRoot(const MatchedContexts& matched);

}  // namespace ringscope
