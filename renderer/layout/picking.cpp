#include "renderer/layout/picking.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cct/base/binary_search.h"
#include "renderer/layout/arc_batch_writer.h"
#include "renderer/layout/lens_map.h"
#include "renderer/layout/view_geometry.h"

namespace ringscope {
namespace {

// The last of the pieces [begin, end) for which `at_or_before` holds; the pieces for which it holds come
// first.
template <typename Predicate>
std::optional<uint32_t> LastPiece(uint32_t begin, uint32_t end, Predicate at_or_before) {
  const uint32_t behind = FirstWhere(begin, end, [&](uint32_t piece) { return !at_or_before(piece); });
  return behind == begin ? std::nullopt : std::optional(behind - 1);
}

// The sibling of a rest segment that covers `offset` units behind the segment's start.
ContextId SiblingInRest(const Cct& tree, const ArcBatch& batch, uint32_t piece, uint64_t offset) {
  const ContextRange run = batch.rest_run(piece);
  if (batch.spec.mode == RingMode::kEqual) {
    const uint64_t index = Fraction(run.size(), offset, batch.sweep_units[piece]);
    return run.begin + static_cast<uint32_t>(std::min<uint64_t>(index, run.size() - 1));
  }
  const auto& running = tree.columns().running_inclusive[batch.spec.metric];
  const uint64_t base = running[run.begin];
  return FirstWhere(run.begin, run.end - 1,
                    [&](ContextId sibling) { return running[uint64_t{sibling} + 1] - base > offset; });
}

// The context of a chain that lies at a distance from the centre.
ContextId ContextInChain(const ArcBatch& batch, uint32_t piece, double radius_px) {
  const auto chain = batch.chain(piece);
  const auto inner = static_cast<double>(batch.ring_edge_px[batch.layer[piece]]);
  const auto outer = static_cast<double>(batch.ring_edge_px[size_t{batch.layer[piece]} + 1]);
  const auto contexts = static_cast<double>(chain.size());
  if (outer - inner < contexts * static_cast<double>(kLeastChainContextPx)) return chain.front();
  const double place = std::clamp((radius_px - inner) / (outer - inner) * contexts, 0.0, contexts - 1);
  return chain[static_cast<size_t>(place)];
}

bool IsOn(const ArcBatch& batch, ChartPlace place) {
  return batch.size() != 0 && place.radius_px >= static_cast<double>(batch.ring_edge_px.front()) &&
         place.radius_px < static_cast<double>(batch.radius_px()) && place.turns >= 0 && place.turns < 1;
}

std::optional<uint32_t> FindWithChains(const ArcBatch& batch, const ArcPart& part, ContextId context) {
  for (uint32_t piece = part.first_piece + 1; piece < part.end_piece; ++piece) {
    if (batch.contexts(piece).contains(context)) return piece;
  }
  const auto begin = batch.chain_context.begin() + batch.chain_offset[part.first_piece];
  const auto end = batch.chain_context.begin() + batch.chain_offset[part.end_piece];
  const auto& chains = batch.chain_context;
  const auto found = std::find(begin, end, context);
  if (found == end) return std::nullopt;
  const auto index = static_cast<uint32_t>(found - chains.begin());
  const auto after = std::upper_bound(batch.chain_offset.begin(), batch.chain_offset.end(), index);
  return static_cast<uint32_t>(after - batch.chain_offset.begin()) - 1;
}

uint32_t LayerAt(const ArcBatch& batch, ChartPlace place) {
  const auto& edges = batch.ring_edge_px;
  const auto outer =
      std::upper_bound(edges.begin() + 1, edges.end() - 1, place.radius_px,
                       [](double radius, float edge) { return radius < static_cast<double>(edge); });
  return static_cast<uint32_t>(outer - edges.begin()) - 1;
}

uint64_t UnitsAt(const ArcBatch& batch, const ArcPart& part, ChartPlace place) {
  const double circle = static_cast<double>(part.circle_units);
  const double turns = TurnsLensOf(batch.spec).Inverse(place.turns);
  const double exact = (turns - std::floor(turns)) * circle;
  return exact < circle ? static_cast<uint64_t>(exact) : part.circle_units - 1;
}

std::optional<uint32_t> PieceAt(const ArcBatch& batch, uint32_t layer, uint64_t units) {
  const auto piece = LastPiece(batch.layer_offset[layer], batch.layer_offset[layer + 1],
                               [&](uint32_t p) { return batch.start_units[p] <= units; });
  if (!piece || units - batch.start_units[*piece] >= batch.sweep_units[*piece]) return std::nullopt;
  return piece;
}

// Searches backwards, as a box lies over its caller's box, which comes before it.
std::optional<Pick> PickInBoxes(const Cct& tree, const ArcBatch& batch, ChartPlace place) {
  for (uint32_t piece = batch.size() - 1; piece != 0; --piece) {
    const double share = (place.turns - static_cast<double>(batch.start_turns[piece])) /
                         static_cast<double>(batch.sweep_turns[piece]);
    if (!(share >= 0 && share < 1) || place.radius_px < static_cast<double>(batch.box_top_px[piece]) ||
        place.radius_px >= static_cast<double>(batch.box_bottom_px[piece]))
      continue;
    if (!batch.is_rest(piece)) return Pick{batch.context[piece], piece, false};
    const auto offset = static_cast<uint64_t>(share * static_cast<double>(batch.sweep_units[piece]));
    return Pick{SiblingInRest(tree, batch, piece, std::min(offset, batch.sweep_units[piece] - 1)), piece,
                true};
  }
  return Pick{batch.context[0], 0, false};
}

}  // namespace

ChartPlace PlaceFromChart(const ViewSpec& spec, ChartPoint point) {
  const double x = point.x_px, y = point.y_px;
  if (spec.form != ChartForm::kRings) {
    const IcicleFrame frame = IcicleFrameOf(spec);
    return {(x - frame.left_px) / frame.width_px, y - frame.top_px};
  }
  double turns = std::atan2(x, -y) / (2 * std::numbers::pi);
  if (turns < 0) turns += 1;
  if (!(turns < 1)) turns = 0;  // a tiny negative angle rounds up to a whole turn
  return {turns, std::hypot(x, y)};
}

std::optional<Lens> LensAt(const ArcBatch& batch, ChartPoint point) {
  const ChartPlace place = PlaceFromChart(batch.spec, point);
  if (!IsOn(batch, place) || batch.is_treemap()) return std::nullopt;
  return Lens{.center_turns = place.turns,
              .center_radius = place.radius_px / static_cast<double>(batch.radius_px())};
}

std::optional<Lens> StrongerLensAt(const ArcBatch& batch, ChartPoint point, float factor) {
  // The pointer moves a little while the wheel turns.
  constexpr double kNearTurns = 0.02, kNearRadius = 0.08;
  constexpr float kAngularExtent = 0.3f, kRadialExtent = 0.35f, kLeastZoom = 1.05f;
  std::optional<Lens> lens = LensAt(batch, point);
  if (!lens) return std::nullopt;
  lens->angular_zoom = 1;
  if (const auto& now = batch.spec.lens) {
    const double turns = std::abs(now->center_turns - lens->center_turns);
    const bool is_near = std::min(turns, 1 - turns) <= kNearTurns &&
                         std::abs(now->center_radius - lens->center_radius) <= kNearRadius;
    if (is_near || factor < 1) lens = now;
  }
  lens->angular_zoom *= factor;
  lens->radial_zoom = lens->angular_zoom;
  lens->angular_extent = kAngularExtent;
  lens->radial_extent = kRadialExtent;
  return lens->angular_zoom >= kLeastZoom ? lens : std::nullopt;
}

std::vector<float> HeldEdgesAt(const ArcBatch& batch, ChartPoint point) {
  // The least room for further layers.
  constexpr double kLeastLeftPx = 20, kBeyondPx = 4;
  const ViewSpec& spec = batch.spec;
  const bool is_rows = spec.form == ChartForm::kIcicle;
  const ChartPlace place = PlaceFromChart(spec, point);
  if (!IsOn(batch, place) || spec.lens || spec.mode == RingMode::kArea || batch.is_treemap() ||
      batch.part_count() > 1)
    return {};
  if (!is_rows && spec.ring_sizing == RingSizing::kPlain) return {};
  const double whole = is_rows ? IcicleFrameOf(spec).height_px : static_cast<double>(batch.radius_px());
  const uint32_t layer = LayerAt(batch, place);
  std::vector<float> held;
  for (uint32_t i = 0; i <= layer; ++i) {
    auto edge = static_cast<double>(batch.ring_edge_px[i + 1]);
    if (!is_rows && i + 1 == batch.layer_count()) edge = place.radius_px + kBeyondPx;
    if (whole - edge < kLeastLeftPx) break;
    held.push_back(static_cast<float>(edge / whole));
  }
  return held;
}

std::optional<Pick> PickContext(const Cct& tree, const ArcBatch& batch, ChartPlace place) {
  if (!IsOn(batch, place)) return std::nullopt;
  if (batch.is_treemap()) return PickInBoxes(tree, batch, place);
  const uint32_t layer = LayerAt(batch, place);
  const ArcPart part = batch.part(batch.part_of_layer(layer));
  if (layer == part.first_layer) return Pick{batch.context[part.first_piece], part.first_piece, false};

  const uint64_t units = UnitsAt(batch, part, place);
  const auto piece = PieceAt(batch, layer, units);
  if (!piece) return std::nullopt;
  if (!batch.chain(*piece).empty())
    return Pick{ContextInChain(batch, *piece, place.radius_px), *piece, false};
  if (!batch.is_rest(*piece)) return Pick{batch.context[*piece], *piece, false};
  return Pick{SiblingInRest(tree, batch, *piece, units - batch.start_units[*piece]), *piece, true};
}

std::optional<Pick> PickSelfGap(const Cct& tree, const ArcBatch& batch, ChartPlace place) {
  if (!IsOn(batch, place) || batch.spec.mode == RingMode::kEqual || batch.is_treemap()) return std::nullopt;
  const uint32_t layer = LayerAt(batch, place);
  const ArcPart part = batch.part(batch.part_of_layer(layer));
  const uint64_t units = UnitsAt(batch, part, place);
  if (layer <= part.first_layer || layer >= part.end_layer || units >= part.total ||
      PieceAt(batch, layer, units))
    return std::nullopt;
  const auto caller = layer == part.first_layer + 1 ? part.first_piece : PieceAt(batch, layer - 1, units);
  if (!caller || batch.is_rest(*caller)) return std::nullopt;
  const ContextId context = batch.last_context(*caller);
  if (tree.ChildrenOf(context).empty()) return std::nullopt;
  return Pick{context, *caller, false};
}

std::optional<uint32_t> FindPiece(const Cct& tree, const ArcBatch& batch, ContextId context,
                                  uint32_t of_part) {
  if (batch.size() == 0 || context >= tree.context_count()) return std::nullopt;
  const ArcPart part = batch.part(of_part);
  if (context == part.root.context) return part.first_piece;
  if (batch.has_chains()) return FindWithChains(batch, part, context);
  const uint32_t root_layer = tree.LayerOf(part.root.context);
  const uint32_t context_layer = tree.LayerOf(context);
  if (context_layer <= root_layer || context_layer - root_layer >= part.layer_count()) return std::nullopt;

  // Ids grow along a layer, so the piece is found by id alone.
  const uint32_t layer = part.first_layer + context_layer - root_layer;
  const auto piece = LastPiece(batch.layer_offset[layer], batch.layer_offset[layer + 1],
                               [&](uint32_t p) { return batch.contexts(p).begin <= context; });
  return piece && batch.contexts(*piece).contains(context) ? piece : std::nullopt;
}

PieceFinder::PieceFinder(const Cct& tree, const ArcBatch& batch, uint32_t part)
    : tree_(tree), batch_(batch), part_(part) {
  if (!batch.has_chains()) return;
  piece_of_.reserve(batch.size() + batch.chain_context.size());
  for (uint32_t piece = batch.part(part).first_piece + 1; piece < batch.part(part).end_piece; ++piece) {
    const auto chain = batch.chain(piece);
    if (chain.empty()) piece_of_.emplace_back(batch.contexts(piece).begin, piece);
    for (const ContextId context : chain) piece_of_.emplace_back(context, piece);
  }
  std::sort(piece_of_.begin(), piece_of_.end());
}

std::optional<uint32_t> PieceFinder::Find(ContextId context) const {
  if (!batch_.has_chains() || context == batch_.part(part_).root.context)
    return FindPiece(tree_, batch_, context, part_);
  // Pieces stand for disjoint ranges of contexts; each context of a chain is a range by itself.
  const auto after = std::upper_bound(piece_of_.begin(), piece_of_.end(), context,
                                      [](ContextId c, const auto& entry) { return c < entry.first; });
  if (after == piece_of_.begin()) return std::nullopt;
  const auto& [first, piece] = *(after - 1);
  const bool shows = context == first || batch_.contexts(piece).contains(context);
  return shows ? std::optional(piece) : std::nullopt;
}

}  // namespace ringscope
