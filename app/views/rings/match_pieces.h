#pragma once

#include <cstdint>
#include <vector>

#include "app/search/search_outcome.h"
#include "cct/tree/cct.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope {

// What a search of a tree says about each piece of a layout of it: a PieceMatch (renderer/color/paint.h) a
// piece. While only the matching frames are known, nothing is known of what a piece hides. O(pieces), plus
// the length of rest runs / 64.
[[nodiscard]] std::vector<uint8_t> PieceMatches(const Cct& tree, const ArcBatch& batch,
                                                const SearchOutcome& outcome);

}  // namespace ringscope
