#include "renderer/layout/picking.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cct/base/binary_search.h"
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
    __extension__ using Wide = unsigned __int128;
    const auto index =
        static_cast<uint64_t>(static_cast<Wide>(offset) * run.size() / batch.sweep_units[piece]);
    return run.begin + static_cast<uint32_t>(std::min<uint64_t>(index, run.size() - 1));
  }
  const auto& running = tree.columns().running_inclusive[batch.spec.metric];
  const uint64_t base = running[run.begin];
  return FirstWhere(run.begin, run.end - 1,
                    [&](ContextId sibling) { return running[uint64_t{sibling} + 1] - base > offset; });
}

bool IsOn(const ArcBatch& batch, ChartPlace place) {
  return batch.size() != 0 && place.radius_px >= 0 &&
         place.radius_px < static_cast<double>(batch.radius_px()) && place.turns >= 0 && place.turns < 1;
}

}  // namespace

ChartPlace PlaceFromChart(const ViewSpec& spec, ChartPoint point) {
  const double x = point.x_px, y = point.y_px;
  if (spec.form == ChartForm::kIcicle) {
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
  if (!IsOn(batch, place)) return std::nullopt;
  return Lens{.center_turns = place.turns,
              .center_radius = place.radius_px / static_cast<double>(batch.radius_px())};
}

std::optional<Pick> PickContext(const Cct& tree, const ArcBatch& batch, ChartPlace place) {
  if (!IsOn(batch, place)) return std::nullopt;
  const auto& edges = batch.ring_edge_px;
  const auto outer =
      std::upper_bound(edges.begin() + 1, edges.end() - 1, place.radius_px,
                       [](double radius, float edge) { return radius < static_cast<double>(edge); });
  const auto layer = static_cast<uint32_t>(outer - edges.begin()) - 1;
  if (layer == 0) return Pick{batch.context[0], 0, false};

  const double circle = static_cast<double>(batch.circle_units);
  const double turns = TurnsLensOf(batch.spec).Inverse(place.turns);
  const double exact = (turns - std::floor(turns)) * circle;
  const uint64_t units = exact < circle ? static_cast<uint64_t>(exact) : batch.circle_units - 1;
  const auto piece = LastPiece(batch.layer_offset[layer], batch.layer_offset[layer + 1],
                               [&](uint32_t p) { return batch.start_units[p] <= units; });
  if (!piece || units - batch.start_units[*piece] >= batch.sweep_units[*piece]) return std::nullopt;
  if (!batch.is_rest(*piece)) return Pick{batch.context[*piece], *piece, false};
  return Pick{SiblingInRest(tree, batch, *piece, units - batch.start_units[*piece]), *piece, true};
}

std::optional<uint32_t> FindPiece(const Cct& tree, const ArcBatch& batch, ContextId context) {
  if (batch.size() == 0 || context >= tree.context_count()) return std::nullopt;
  if (context == batch.spec.root.context) return 0;
  const uint32_t root_layer = tree.LayerOf(batch.spec.root.context);
  const uint32_t context_layer = tree.LayerOf(context);
  if (context_layer <= root_layer || context_layer - root_layer >= batch.layer_count()) return std::nullopt;

  // Ids grow along a layer, so the piece is found by id alone.
  const uint32_t layer = context_layer - root_layer;
  const auto first_context = [&](uint32_t p) {
    return batch.is_rest(p) ? batch.rest_begin[p] : batch.context[p];
  };
  const auto piece = LastPiece(batch.layer_offset[layer], batch.layer_offset[layer + 1],
                               [&](uint32_t p) { return first_context(p) <= context; });
  if (!piece) return std::nullopt;
  const bool shows =
      batch.is_rest(*piece) ? context < batch.rest_end[*piece] : context == batch.context[*piece];
  return shows ? piece : std::nullopt;
}

}  // namespace ringscope
