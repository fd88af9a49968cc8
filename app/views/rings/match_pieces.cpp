#include "app/views/rings/match_pieces.h"

#include "renderer/color/paint.h"

namespace ringscope {
namespace {

bool Contains(const SearchHits& hits, ContextRange run) {
  return hits.matches.AnyIn(run) || hits.above_matches.AnyIn(run);
}

}  // namespace

std::vector<uint8_t> PieceMatches(const Cct& tree, const ArcBatch& batch, const SearchOutcome& outcome) {
  constexpr auto kMatch = static_cast<uint8_t>(PieceMatch::kMatch);
  constexpr auto kContains = static_cast<uint8_t>(PieceMatch::kContains);
  std::vector<uint8_t> matches(batch.size(), static_cast<uint8_t>(PieceMatch::kNone));
  if (outcome.hits == nullptr) {
    if (!outcome.frames) return matches;
    for (uint32_t piece = 0; piece < batch.size(); ++piece) {
      const ContextId context = batch.context[piece];
      if (batch.is_rest(piece) || context == kRootContext) continue;
      if (outcome.frames->contains(tree.FrameOf(context))) matches[piece] = kMatch;
    }
    return matches;
  }
  const SearchHits& hits = *outcome.hits;
  // Where others lie on a piece, its callees can be seen.
  std::vector<bool> shows_callees(batch.size(), false);
  for (uint32_t piece = 1; piece < batch.size(); ++piece) shows_callees[batch.caller_piece[piece]] = true;
  for (uint32_t piece = 0; piece < batch.size(); ++piece) {
    if (batch.is_rest(piece)) {
      if (!shows_callees[piece] && Contains(hits, batch.rest_run(piece))) matches[piece] = kContains;
    } else if (hits.matches.contains(batch.context[piece])) {
      matches[piece] = kMatch;
    } else if (!shows_callees[piece] && hits.above_matches.contains(batch.context[piece])) {
      matches[piece] = kContains;
    }
  }
  return matches;
}

}  // namespace ringscope
