#pragma once

#include <cstdint>
#include <vector>

#include "app/view/search_outcome.h"
#include "cct/tree/cct.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope {

// What a search of a tree says about each piece of the tree's layout: a PieceMatch (renderer/color/paint.h) a
// piece. While only the matching frames are known, the contexts that a piece hides are unknown. O(pieces),
// plus the length of rest runs / 64.
[[nodiscard]] std::vector<uint8_t> PieceMatches(const Cct& tree, const ArcBatch& batch,
                                                const SearchOutcome& outcome);

// How much each piece is lit: 1 if its context is lit; if it hides lit contexts (as PieceMatch::kContains
// says), their share of its cost in the view's metric, between 0 and 1. With more than kMostLitForShares lit
// contexts below the view root, a share is not worth a frame's time: all such pieces are lit a quarter.
// O(pieces), plus for pieces that hide lit contexts the layers below them, the length of these / 64 and about
// 100 ns a lit context.
[[nodiscard]] std::vector<float> PieceLights(const Cct& tree, const ArcBatch& batch, const LitContexts& lit);
inline constexpr uint64_t kMostLitForShares = 20'000;

}  // namespace ringscope
