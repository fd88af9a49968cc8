#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cct/tree/cct.h"
#include "renderer/color/frame_groups.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope {

inline constexpr uint32_t kNoPieceGroup = UINT32_MAX;

// The group of every piece of a batch of `tree`; kNoPieceGroup for the centre and rest segments.
[[nodiscard]] std::vector<uint32_t> GroupPieces(const Cct& tree, const ArcBatch& batch, FrameGroups& groups);

// Inclusive cost by group in the batch's metric: of the pieces that lie on no piece of the same group.
// O(pieces x layers) at worst; a piece is done at the first caller of its group.
[[nodiscard]] std::vector<uint64_t> InclusiveByGroup(const ArcBatch& batch,
                                                     std::span<const uint32_t> group_of_piece,
                                                     uint32_t group_count);

}  // namespace ringscope
