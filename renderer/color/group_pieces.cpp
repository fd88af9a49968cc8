#include "renderer/color/group_pieces.h"

namespace ringscope {

std::vector<uint32_t> GroupPieces(const Cct& tree, const ArcBatch& batch, FrameGroups& groups) {
  std::vector<uint32_t> group_of_piece(batch.size(), kNoPieceGroup);
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    if (!batch.is_rest(piece)) group_of_piece[piece] = groups.Of(tree.FrameOf(batch.context[piece]));
  }
  return group_of_piece;
}

std::vector<uint64_t> InclusiveByGroup(const ArcBatch& batch, std::span<const uint32_t> group_of_piece,
                                       uint32_t group_count) {
  std::vector<uint64_t> inclusive(group_count, 0);
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    const uint32_t group = group_of_piece[piece];
    if (group == kNoPieceGroup) continue;
    uint32_t caller = batch.caller_piece[piece];
    while (caller != 0 && group_of_piece[caller] != group) caller = batch.caller_piece[caller];
    if (caller == 0) inclusive[group] += batch.inclusive[piece];
  }
  return inclusive;
}

}  // namespace ringscope
