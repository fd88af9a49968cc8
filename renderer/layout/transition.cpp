#include "renderer/layout/transition.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "cct/base/check.h"
#include "renderer/layout/chains.h"
#include "renderer/layout/lens_map.h"
#include "renderer/layout/picking.h"
#include "renderer/layout/view_geometry.h"

namespace ringscope {
namespace {

// While unrolling, the bend is done at this progress, and heights begin to change at the other.
constexpr float kBendEnd = 0.65f;
constexpr float kHeightsBegin = 0.36f;

float Mix(float from, float to, float progress) { return from * (1 - progress) + to * progress; }

// From 0 at `begin` to 1 at `end`, slow at both.
float Eased(float begin, float end, float progress) {
  const float share = std::clamp((progress - begin) / (end - begin), 0.0f, 1.0f);
  return share * share * (3 - 2 * share);
}

// View roots further apart than this are not connected by motion, as the eye could not follow it either.
constexpr int kMaxPathSteps = 4096;

// The layers of a view that a context covers: one layer, or the context's part of its compressed chain's
// layer.
struct Layers {
  double inner = 0;
  double outer = 1;
};

// The place of a context in a view's coordinates, also outside the view: angles beyond [0, 1], layers below
// 0.
struct Place {
  double start_turns = 0;
  double sweep_turns = 1;
  Layers layers;
};

// A run of siblings as a part of their caller's angle.
struct Part {
  double start = 0;
  double sweep = 0;
};

ArcShape Faded(ArcShape shape) {
  shape.opacity = 0;
  return shape;
}

// A shape on layers of a part of a batch; layers outside the part become its centre and its rim.
ArcShape ShapeOnLayers(const ArcBatch& batch, const ArcPart& part, double start_turns, double sweep_turns,
                       const Layers& layers, float opacity) {
  const auto edge = [&](double at) {
    at = std::clamp(at, 0.0, static_cast<double>(part.layer_count())) + part.first_layer;
    const auto below = static_cast<size_t>(at);
    const auto share = static_cast<float>(at - static_cast<double>(below));
    const float edge_px = batch.ring_edge_px[below];
    return share > 0 ? edge_px + share * (batch.ring_edge_px[below + 1] - edge_px) : edge_px;
  };
  const float inner = edge(layers.inner), outer = edge(layers.outer);
  const bool rows = batch.spec.form != ChartForm::kRings;
  return {static_cast<float>(start_turns), static_cast<float>(sweep_turns), rows ? -outer : inner,
          rows ? -inner : outer, opacity};
}

// Places of contexts in one part of a view.
class ViewMap {
 public:
  ViewMap(const Cct& tree, const ArcBatch& batch, uint32_t part)
      : tree_(tree),
        batch_(batch),
        part_(batch.part(part)),
        finder_(tree, batch, part),
        lens_(TurnsLensOf(batch.spec)) {}

  [[nodiscard]] const ArcPart& part() const { return part_; }

  [[nodiscard]] const ArcBatch& batch() const { return batch_; }
  [[nodiscard]] std::optional<uint32_t> Find(ContextId context) const { return finder_.Find(context); }

  std::optional<Part> PartOf(ContextId caller, ContextRange run) const {
    const ContextRange children = tree_.ChildrenOf(caller);
    if (run.empty() || run.begin < children.begin || run.end > children.end) return std::nullopt;
    if (batch_.spec.mode == RingMode::kEqual) {
      const double count = children.size();
      return Part{(run.begin - children.begin) / count, run.size() / count};
    }
    const MetricIndex metric = batch_.spec.metric;
    const auto whole = static_cast<double>(tree_.Inclusive(caller, metric));
    if (whole == 0) return std::nullopt;
    const ContextRange before{children.begin, run.begin};
    return Part{static_cast<double>(tree_.Inclusive(before, metric)) / whole,
                static_cast<double>(tree_.Inclusive(run, metric)) / whole};
  }

  std::optional<Place> PlaceIn(const Place& caller_place, ContextId caller, ContextRange run) const {
    const auto part = PartOf(caller, run);
    if (!part) return std::nullopt;
    return Place{caller_place.start_turns + caller_place.sweep_turns * part->start,
                 caller_place.sweep_turns * part->sweep, LayersBelow(caller_place, caller, run)};
  }

  // Whether the view draws a callee in the chain of its caller, if it draws them at all.
  bool InOneChain(ContextId caller, ContextId callee) const {
    return batch_.spec.compress_chains && caller != part_.root.context &&
           NextInChain(tree_, caller, batch_.spec.metric) == callee;
  }

  // The layers of a context that has a piece or is in a chain's piece.
  Layers LayersOfDrawn(uint32_t piece, ContextId context) const {
    const double layer = batch_.layer[piece] - part_.first_layer;
    const auto chain = batch_.chain(piece);
    if (chain.empty()) return {layer, layer + 1};
    const auto index =
        static_cast<double>(std::lower_bound(chain.begin(), chain.end(), context) - chain.begin());
    const auto contexts = static_cast<double>(chain.size());
    return {layer + index / contexts, layer + (index + 1) / contexts};
  }

  // The layers of callees. A chain that the view does not draw covers one whole layer with each of its
  // contexts: their number is not looked up.
  Layers LayersBelow(const Place& caller_place, ContextId caller, ContextRange run) const {
    if (run.size() == 1 && batch_.has_chains()) {
      if (const auto piece = finder_.Find(run.begin); piece && !batch_.is_rest(*piece))
        return LayersOfDrawn(*piece, run.begin);
    }
    if (run.size() == 1 && InOneChain(caller, run.begin)) return caller_place.layers;
    const double inner = std::ceil(caller_place.layers.outer);
    return {inner, inner + 1};
  }

  // The view root's share of the circle.
  double Filled() const {
    if (batch_.spec.mode == RingMode::kEqual || part_.total == 0) return 1;
    return static_cast<double>(part_.total) / static_cast<double>(part_.circle_units);
  }

  // The place of the view root's context: its share of the circle, or more if only a run of its children is
  // shown.
  std::optional<Place> PlaceOfRoot() const {
    const ViewRoot& root = part_.root;
    if (!root.is_run()) return Place{0, Filled(), {}};
    const auto part = PartOf(root.context, root.run);
    if (!part || part->sweep == 0) return std::nullopt;
    const double whole = Filled() / part->sweep;
    return Place{-part->start * whole, whole, {}};
  }

  // The place of any context: from the view root up to the common ancestor, then down.
  std::optional<Place> PlaceOf(ContextId context) const {
    std::optional<Place> place = PlaceOfRoot();
    ContextId up = part_.root.context;
    std::vector<ContextId> down;
    for (int steps = 0; place && up != context; ++steps) {
      if (steps == kMaxPathSteps) return std::nullopt;
      if (up > context) {  // an ancestor's id is always the smaller one
        const ContextId parent = tree_.ParentOf(up);
        if (parent == kNoContext) return std::nullopt;
        const auto part = PartOf(parent, {up, up + 1});
        if (!part || part->sweep == 0) return std::nullopt;
        place->sweep_turns /= part->sweep;
        place->start_turns -= part->start * place->sweep_turns;
        if (up == part_.root.context || !InOneChain(parent, up))
          place->layers = {place->layers.inner - 1, place->layers.inner};
        up = parent;
      } else {
        down.push_back(context);
        context = tree_.ParentOf(context);
        if (context == kNoContext) return std::nullopt;
      }
    }
    ContextId caller = context;
    for (; place && !down.empty(); down.pop_back()) {
      place = PlaceIn(*place, caller, {down.back(), down.back() + 1});
      caller = down.back();
    }
    if (!place || !std::isfinite(place->start_turns) || !std::isfinite(place->sweep_turns))
      return std::nullopt;
    return place;
  }

  // The shape of a place in the view: clamped to its circle, seen through its lens, layers outside moved to
  // its centre or its rim.
  ArcShape ShapeAt(const Place& place) const {
    const double start = std::clamp(place.start_turns, 0.0, 1.0);
    const double end = std::clamp(place.start_turns + place.sweep_turns, start, 1.0);
    const double drawn_start = lens_.Map(start);
    return ShapeOnLayers(batch_, part_, drawn_start, lens_.Map(end) - drawn_start, place.layers,
                         end > start ? 1.0f : 0.0f);
  }

  // The place of a chain's last context, from its head's.
  std::optional<Place> PlaceOfLast(std::optional<Place> place, std::span<const ContextId> chain) const {
    if (const auto piece = finder_.Find(chain.front()); place && piece && IsChain(*piece, chain)) {
      place->layers = LayersOfDrawn(*piece, chain.back());
      return place;
    }
    for (size_t i = 1; place && i < chain.size(); ++i)
      place = PlaceIn(*place, chain[i - 1], {chain[i], chain[i] + 1});
    return place;
  }

  // Sets the shapes in this view of all pieces of a part of another batch; std::nullopt if the view has no
  // place for a piece. A piece's place follows from its caller's, so this takes no search.
  void SetShapes(const ArcBatch& other, const ArcPart& of,
                 std::vector<std::optional<ArcShape>>& shapes) const {
    if (batch_.is_treemap()) return SetBoxes(other, of, shapes);
    std::vector<std::optional<Place>> places(of.end_piece);
    for (uint32_t piece = of.first_piece; piece < of.end_piece; ++piece) {
      if (piece == of.first_piece) {
        // The centre disc shows an opened run, but the run's children need the place of its caller.
        places[piece] = PlaceOf(other.context[piece]);
        if (places[piece] && other.is_rest(piece)) {
          if (const auto run = PlaceIn(*places[piece], other.context[piece], other.rest_run(piece)))
            shapes[piece] = ShapeAt(*run);
          continue;
        }
      } else if (const auto& caller = places[other.caller_piece[piece]]) {
        const ContextId parent =
            other.is_rest(piece) ? other.context[piece] : other.last_context(other.caller_piece[piece]);
        places[piece] = PlaceIn(*caller, parent, other.contexts(piece));
      }
      if (!places[piece]) continue;
      Place shown = *places[piece];
      if (const auto chain = other.chain(piece); !chain.empty()) {
        places[piece] = PlaceOfLast(places[piece], chain);
        if (places[piece]) shown.layers.outer = std::max(shown.layers.outer, places[piece]->layers.outer);
      }
      // A disc is full whatever share of it its callees have.
      const bool is_disc = piece == of.first_piece && other.context[piece] == part_.root.context &&
                           !part_.root.is_run() && batch_.spec.form == ChartForm::kRings;
      shapes[piece] = ShapeAt(is_disc ? Place{} : shown);
    }
  }

 private:
  // A context that a treemap does not draw has no place in it: its shape is the box of its nearest drawn
  // caller.
  void SetBoxes(const ArcBatch& other, const ArcPart& of,
                std::vector<std::optional<ArcShape>>& shapes) const {
    for (uint32_t piece = of.first_piece; piece < of.end_piece; ++piece) {
      if (const auto found = Find(other.contexts(piece).begin)) {
        shapes[piece] = ShapeOf(batch_, *found);
      } else if (piece != of.first_piece && shapes[other.caller_piece[piece]]) {
        shapes[piece] = Faded(*shapes[other.caller_piece[piece]]);
      }
    }
  }

  // The ends identify a chain.
  bool IsChain(uint32_t piece, std::span<const ContextId> chain) const {
    const auto drawn = batch_.chain(piece);
    return !drawn.empty() && drawn.front() == chain.front() && drawn.back() == chain.back();
  }

  const Cct& tree_;
  const ArcBatch& batch_;
  const ArcPart part_;
  const PieceFinder finder_;
  const LensMap lens_;
};

// The piece of a view that shows what `piece` of `other` shows. A chain counts as its head: if only one of
// the two views compresses it, the head's piece becomes the chain's.
std::optional<uint32_t> SamePiece(const ViewMap& view, const ArcBatch& other, uint32_t piece) {
  const ArcBatch& batch = view.batch();
  if (!other.is_rest(piece)) {
    const auto found = view.Find(other.context[piece]);
    return found && !batch.is_rest(*found) && batch.context[*found] == other.context[piece] ? found
                                                                                            : std::nullopt;
  }
  const ContextRange run = other.rest_run(piece);
  const uint32_t first = view.part().first_piece;
  if (batch.is_rest(first) && batch.rest_run(first) == run) return first;
  const auto found = view.Find(run.begin);
  return found && batch.is_rest(*found) && batch.rest_run(*found) == run ? found : std::nullopt;
}

// The parts of a view; one of them is a detail's, if there are two.
std::vector<ViewMap> PartsOf(const Cct& tree, const ArcBatch& batch) {
  std::vector<ViewMap> parts;
  parts.reserve(batch.part_count());
  for (uint32_t part = 0; part < batch.part_count(); ++part) parts.emplace_back(tree, batch, part);
  return parts;
}

// The part of another view from which a part comes, or to which it goes. Details move from and to details
// that contain or are contained in them; otherwise from and to the view.
const ViewMap& CounterpartIn(const std::vector<ViewMap>& views, const Cct& tree, const ArcPart& of) {
  const ViewMap* counterpart = &views.front();
  for (const ViewMap& view : views) {
    if (!view.part().is_detail) counterpart = &view;
  }
  if (!of.is_detail) return *counterpart;
  for (const ViewMap& view : views) {
    const ContextId context = view.part().root.context;
    if (!view.part().is_detail || context >= tree.context_count()) continue;
    if (tree.IsWithin(context, of.root.context) || tree.IsWithin(of.root.context, context)) return view;
  }
  return *counterpart;
}

}  // namespace

ArcShape ShapeOf(const ArcBatch& batch, uint32_t piece) {
  if (batch.is_treemap())
    return {batch.start_turns[piece], batch.sweep_turns[piece], -batch.box_bottom_px[piece],
            -batch.box_top_px[piece], 1};
  const ArcPart part = batch.part(batch.part_of_piece(piece));
  const double layer = batch.layer[piece] - part.first_layer;
  return ShapeOnLayers(batch, part, static_cast<double>(batch.start_turns[piece]),
                       static_cast<double>(batch.sweep_turns[piece]), {layer, layer + 1}, 1);
}

ChartMotion BuildTransition(const Cct& old_tree, const ArcBatch& old_batch, const Cct& tree,
                            const ArcBatch& new_batch, const ChartPose& old_pose) {
  const std::vector<ArcShape>& old_shapes = old_pose.shapes;
  RINGSCOPE_CHECK(old_shapes.size() == old_batch.size());
  ChartMotion motion{
      {}, old_pose.bend, BendOf(new_batch.spec), old_batch.is_treemap() || new_batch.is_treemap()};
  std::vector<MovingArc>& arcs = motion.arcs;
  if (old_batch.size() == 0 || new_batch.size() == 0) return motion;
  arcs.reserve(old_batch.size() + new_batch.size());

  const std::vector<ViewMap> old_views = PartsOf(old_tree, old_batch), new_views = PartsOf(tree, new_batch);
  std::vector<uint8_t> stays(old_batch.size(), 0);
  std::vector<std::optional<uint32_t>> old_piece(new_batch.size());
  std::vector<std::optional<ArcShape>> old_places(new_batch.size()), new_places(old_batch.size());
  for (const ViewMap& view : new_views) {
    const ArcPart& part = view.part();
    const ViewMap& old_view = CounterpartIn(old_views, tree, part);
    old_view.SetShapes(new_batch, part, old_places);
    for (uint32_t piece = part.first_piece; piece < part.end_piece; ++piece) {
      old_piece[piece] = SamePiece(old_view, new_batch, piece);
      // A piece that a detail takes out of the view stays in the view.
      if (old_piece[piece] && old_view.part().is_detail == part.is_detail) stays[*old_piece[piece]] = 1;
    }
  }
  for (const ViewMap& view : old_views)
    CounterpartIn(new_views, tree, view.part()).SetShapes(old_batch, view.part(), new_places);

  for (uint32_t piece = 0; piece < old_batch.size(); ++piece) {
    if (stays[piece] != 0) continue;
    arcs.push_back({old_shapes[piece], Faded(new_places[piece].value_or(old_shapes[piece])), piece, true});
  }
  for (uint32_t piece = 0; piece < new_batch.size(); ++piece) {
    const ArcShape to = ShapeOf(new_batch, piece);
    ArcShape from;
    if (old_piece[piece]) {
      from = old_shapes[*old_piece[piece]];
    } else {
      from = old_places[piece].value_or(Faded(to));
      if (new_batch.is_rest(piece))
        from.opacity = 0;  // the old view shows these contexts, or others with them
    }
    arcs.push_back({from, to, piece, false});
  }
  return motion;
}

ChartMotion BuildTransition(const Cct& old_tree, const ArcBatch& old_batch, const Cct& tree,
                            const ArcBatch& new_batch) {
  ChartPose pose;
  pose.bend = BendOf(old_batch.spec);
  pose.shapes.resize(old_batch.size());
  for (uint32_t piece = 0; piece < old_batch.size(); ++piece) pose.shapes[piece] = ShapeOf(old_batch, piece);
  return BuildTransition(old_tree, old_batch, tree, new_batch, pose);
}

ArcShape InterpolateArc(const MovingArc& arc, const MotionProgress& progress) {
  return {Mix(arc.from.start_turns, arc.to.start_turns, progress.places),
          Mix(arc.from.sweep_turns, arc.to.sweep_turns, progress.places),
          Mix(arc.from.inner_px, arc.to.inner_px, progress.heights),
          Mix(arc.from.outer_px, arc.to.outer_px, progress.heights),
          Mix(arc.from.opacity, arc.to.opacity, progress.places)};
}

ChartPose CurrentPose(const ChartMotion& motion, float progress) {
  const MotionProgress parts = ProgressBetween(motion.from, motion.to, progress);
  ChartPose pose{{}, InterpolateBend(motion.from, motion.to, parts)};
  for (const MovingArc& arc : motion.arcs) {
    if (!arc.of_old_batch) pose.shapes.push_back(InterpolateArc(arc, parts));
  }
  return pose;
}

float ChartBend::RotationTurns() const { return 0.5f * bend * bend; }

ChartBend BendOf(const ViewSpec& spec) {
  if (spec.form == ChartForm::kRings) return {};
  const IcicleFrame frame = IcicleFrameOf(spec);
  return {0, static_cast<float>(frame.width_px), static_cast<float>(frame.top_px)};
}

MotionProgress ProgressBetween(const ChartBend& from, const ChartBend& to, float progress) {
  if (to.bend < from.bend) return {progress, Eased(0, kBendEnd, progress), Eased(kHeightsBegin, 1, progress)};
  if (to.bend > from.bend)
    return {progress, Eased(1 - kBendEnd, 1, progress), Eased(0, 1 - kHeightsBegin, progress)};
  return {progress, progress, progress};
}

ChartBend InterpolateBend(const ChartBend& from, const ChartBend& to, const MotionProgress& progress) {
  return {Mix(from.bend, to.bend, progress.bend), Mix(from.length_px, to.length_px, progress.bend),
          Mix(from.base_y_px, to.base_y_px, progress.heights)};
}

}  // namespace ringscope
