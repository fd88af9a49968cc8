#include "app/charts/match_pieces.h"

#include <algorithm>

#include "cct/query/sets/search.h"
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

// Calls visit(piece, match) for each piece that matches or hides a match.
template <typename Visit>
void VisitPieces(const ArcBatch& batch, const SearchHits& hits, Visit visit) {
  // Where others lie on a piece, its callees can be seen.
  std::vector<bool> shows_callees(batch.size(), false);
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    if (!batch.is_root(piece)) shows_callees[batch.caller_piece[piece]] = true;
  }
  for (uint32_t piece = 0; piece < batch.size(); ++piece) {
    if (batch.is_rest(piece)) {
      if (!shows_callees[piece] && Contains(hits, batch.rest_run(piece))) visit(piece, PieceMatch::kContains);
    } else if (AnyOfPiece(batch, piece, [&](ContextId context) { return hits.matches.contains(context); })) {
      visit(piece, PieceMatch::kMatch);
    } else if (!shows_callees[piece] && hits.above_matches.contains(batch.last_context(piece))) {
      visit(piece, PieceMatch::kContains);
    }
  }
}

}  // namespace

std::vector<uint8_t> PieceMatches(const Cct& tree, const ArcBatch& batch, const SearchOutcome& outcome) {
  constexpr auto kMatch = static_cast<uint8_t>(PieceMatch::kMatch);
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
  VisitPieces(batch, *outcome.hits,
              [&](uint32_t piece, PieceMatch match) { matches[piece] = static_cast<uint8_t>(match); });
  return matches;
}

std::vector<float> PieceLights(const Cct& tree, const ArcBatch& batch, const LitContexts& lit) {
  std::vector<float> lights(batch.size(), 0.0f);
  VisitPieces(batch, *lit.hits, [&](uint32_t piece, PieceMatch match) {
    if (match == PieceMatch::kMatch) {
      lights[piece] = 1;
      return;
    }
    if (lit.totals.contexts > kMostLitForShares) {
      lights[piece] = 0.25f;
      return;
    }
    const ContextId context = batch.last_context(piece);
    const ContextRange run =
        batch.is_rest(piece) ? batch.rest_run(piece) : ContextRange{context, context + 1};
    const uint64_t hidden = InclusiveOfMatches(tree, lit.hits->matches, run, batch.spec.metric);
    const auto whole = static_cast<double>(std::max<uint64_t>(batch.inclusive[piece], 1));
    // What costs nothing is lit, too; and 1 is for the context itself.
    constexpr float kLeast = 1e-6f, kMost = 0.9999f;
    lights[piece] = std::clamp(static_cast<float>(static_cast<double>(hidden) / whole), kLeast, kMost);
  });
  return lights;
}

}  // namespace ringscope
