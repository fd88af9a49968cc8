#include "app/views/rings/match_pieces.h"

#include <algorithm>

#include "renderer/color/paint.h"

namespace ringscope {
namespace {

bool Contains(const SearchHits& hits, ContextRange run) {
  return hits.matches.AnyIn(run) || hits.above_matches.AnyIn(run);
}

// Whether something holds for a drawn context or for any of the chain that it is the head of.
template <typename Predicate>
bool AnyOfPiece(const ArcBatch& batch, uint32_t piece, Predicate holds) {
  const auto chain = batch.chain(piece);
  return chain.empty() ? holds(batch.context[piece]) : std::any_of(chain.begin(), chain.end(), holds);
}

}  // namespace

std::vector<uint8_t> PieceMatches(const Cct& tree, const ArcBatch& batch, const SearchOutcome& outcome) {
  constexpr auto kMatch = static_cast<uint8_t>(PieceMatch::kMatch);
  constexpr auto kContains = static_cast<uint8_t>(PieceMatch::kContains);
  std::vector<uint8_t> matches(batch.size(), static_cast<uint8_t>(PieceMatch::kNone));
  if (outcome.hits == nullptr) {
    if (!outcome.frames) return matches;
    for (uint32_t piece = 0; piece < batch.size(); ++piece) {
      if (batch.is_rest(piece) || batch.context[piece] == kRootContext) continue;
      const auto is_match = [&](ContextId context) {
        return outcome.frames->contains(tree.FrameOf(context));
      };
      if (AnyOfPiece(batch, piece, is_match)) matches[piece] = kMatch;
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
    } else if (AnyOfPiece(batch, piece, [&](ContextId context) { return hits.matches.contains(context); })) {
      matches[piece] = kMatch;
    } else if (!shows_callees[piece] && hits.above_matches.contains(batch.last_context(piece))) {
      matches[piece] = kContains;
    }
  }
  return matches;
}

}  // namespace ringscope
