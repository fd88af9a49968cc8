#include "renderer/layout/transition.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "cct/base/check.h"
#include "renderer/layout/lens_map.h"
#include "renderer/layout/picking.h"

namespace ringscope {
namespace {

// View roots further apart than this are not connected by motion, as the eye could not follow it either.
constexpr int kMaxPathSteps = 4096;

// Where a context lies in a view's coordinates, also outside what the view shows: angles beyond [0, 1],
// layers below 0.
struct Place {
  double start_turns = 0;
  double sweep_turns = 1;
  int64_t layer = 0;
};

// A run of siblings as a part of their caller's angle.
struct Part {
  double start = 0;
  double sweep = 0;
};

// A shape on a layer of a batch, the layers outside it being its centre and its rim.
ArcShape ShapeOnLayer(const ArcBatch& batch, double start_turns, double sweep_turns, int64_t layer,
                      float opacity) {
  const auto edge = [&](int64_t index) {
    return batch.ring_edge_px[static_cast<size_t>(std::clamp<int64_t>(index, 0, batch.layer_count()))];
  };
  const float inner = edge(layer), outer = edge(layer + 1);
  const bool rows = batch.spec.form == ChartForm::kIcicle;
  return {static_cast<float>(start_turns), static_cast<float>(sweep_turns), rows ? -outer : inner,
          rows ? -inner : outer, opacity};
}

// Places of contexts in one view.
class ViewMap {
 public:
  ViewMap(const Cct& tree, const ArcBatch& batch)
      : tree_(tree), batch_(batch), lens_(TurnsLensOf(batch.spec)) {}

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
                 caller_place.sweep_turns * part->sweep, caller_place.layer + 1};
  }

  // The place of the view root's context: the whole circle, or more than that where only a run of its
  // children is shown.
  std::optional<Place> PlaceOfRoot() const {
    const ViewRoot& root = batch_.spec.root;
    if (!root.is_run()) return Place{};
    const auto part = PartOf(root.context, root.run);
    if (!part || part->sweep == 0) return std::nullopt;
    return Place{-part->start / part->sweep, 1 / part->sweep, 0};
  }

  // The place of any context: from the view root up to the common ancestor, then down.
  std::optional<Place> PlaceOf(ContextId context) const {
    std::optional<Place> place = PlaceOfRoot();
    ContextId up = batch_.spec.root.context;
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
        --place->layer;
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

  // What the view shows of a place: clamped to its circle, seen through its lens, its layers moved to its
  // centre or its rim.
  ArcShape ShapeAt(const Place& place) const {
    const double start = std::clamp(place.start_turns, 0.0, 1.0);
    const double end = std::clamp(place.start_turns + place.sweep_turns, start, 1.0);
    const double drawn_start = lens_.Map(start);
    return ShapeOnLayer(batch_, drawn_start, lens_.Map(end) - drawn_start, place.layer,
                        end > start ? 1.0f : 0.0f);
  }

  // The shapes in this view of all pieces of another batch; none where the view has no place for a piece. A
  // piece's place follows from its caller's, so this takes no search.
  std::vector<std::optional<ArcShape>> ShapesOf(const ArcBatch& other) const {
    std::vector<std::optional<Place>> places(other.size());
    std::vector<std::optional<ArcShape>> shapes(other.size());
    for (uint32_t piece = 0; piece < other.size(); ++piece) {
      if (piece == 0) {
        // Of an opened run, its children need the place of its caller; the disc itself shows the run.
        places[0] = PlaceOf(other.context[0]);
        if (places[0] && other.is_rest(0)) {
          if (const auto run = PlaceIn(*places[0], other.context[0], other.rest_run(0)))
            shapes[0] = ShapeAt(*run);
          continue;
        }
      } else if (const auto& caller = places[other.caller_piece[piece]]) {
        const bool rest = other.is_rest(piece);
        const ContextRange run =
            rest ? other.rest_run(piece) : ContextRange{other.context[piece], other.context[piece] + 1};
        const ContextId parent = rest ? other.context[piece] : other.context[other.caller_piece[piece]];
        places[piece] = PlaceIn(*caller, parent, run);
      }
      if (places[piece]) shapes[piece] = ShapeAt(*places[piece]);
    }
    return shapes;
  }

 private:
  const Cct& tree_;
  const ArcBatch& batch_;
  const LensMap lens_;
};

// The piece of `batch` that shows exactly what `piece` of `other` shows.
std::optional<uint32_t> SamePiece(const Cct& tree, const ArcBatch& batch, const ArcBatch& other,
                                  uint32_t piece) {
  if (!other.is_rest(piece)) {
    const auto found = FindPiece(tree, batch, other.context[piece]);
    return found && !batch.is_rest(*found) ? found : std::nullopt;
  }
  const ContextRange run = other.rest_run(piece);
  if (batch.is_rest(0) && batch.rest_run(0) == run) return 0;
  const auto found = FindPiece(tree, batch, run.begin);
  return found && batch.is_rest(*found) && batch.rest_run(*found) == run ? found : std::nullopt;
}

ArcShape Faded(ArcShape shape) {
  shape.opacity = 0;
  return shape;
}

}  // namespace

ArcShape ShapeOf(const ArcBatch& batch, uint32_t piece) {
  return ShapeOnLayer(batch, static_cast<double>(batch.start_turns[piece]),
                      static_cast<double>(batch.sweep_turns[piece]), batch.layer[piece], 1);
}

ChartMotion BuildTransition(const Cct& tree, const ArcBatch& old_batch, const ArcBatch& new_batch,
                            const ChartPose& old_pose) {
  const std::vector<ArcShape>& old_shapes = old_pose.shapes;
  RINGSCOPE_CHECK(old_shapes.size() == old_batch.size());
  ChartMotion motion{{}, old_pose.bend, BendOf(new_batch.spec)};
  std::vector<MovingArc>& arcs = motion.arcs;
  if (old_batch.size() == 0 || new_batch.size() == 0) return motion;
  arcs.reserve(old_batch.size() + new_batch.size());

  std::vector<uint8_t> stays(old_batch.size(), 0);
  std::vector<std::optional<uint32_t>> old_piece(new_batch.size());
  for (uint32_t piece = 0; piece < new_batch.size(); ++piece) {
    old_piece[piece] = SamePiece(tree, old_batch, new_batch, piece);
    if (old_piece[piece]) stays[*old_piece[piece]] = 1;
  }

  const auto new_places = ViewMap(tree, new_batch).ShapesOf(old_batch);
  for (uint32_t piece = 0; piece < old_batch.size(); ++piece) {
    if (stays[piece] != 0) continue;
    arcs.push_back({old_shapes[piece], Faded(new_places[piece].value_or(old_shapes[piece])), piece, true});
  }
  const auto old_places = ViewMap(tree, old_batch).ShapesOf(new_batch);
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

ChartMotion BuildTransition(const Cct& tree, const ArcBatch& old_batch, const ArcBatch& new_batch) {
  ChartPose pose;
  pose.bend = BendOf(old_batch.spec);
  pose.shapes.resize(old_batch.size());
  for (uint32_t piece = 0; piece < old_batch.size(); ++piece) pose.shapes[piece] = ShapeOf(old_batch, piece);
  return BuildTransition(tree, old_batch, new_batch, pose);
}

ArcShape InterpolateArc(const MovingArc& arc, const MotionProgress& progress) {
  const auto mix = [](float from, float to, float share) { return from * (1 - share) + to * share; };
  return {mix(arc.from.start_turns, arc.to.start_turns, progress.places),
          mix(arc.from.sweep_turns, arc.to.sweep_turns, progress.places),
          mix(arc.from.inner_px, arc.to.inner_px, progress.heights),
          mix(arc.from.outer_px, arc.to.outer_px, progress.heights),
          mix(arc.from.opacity, arc.to.opacity, progress.places)};
}

ChartPose CurrentPose(const ChartMotion& motion, float progress) {
  const MotionProgress parts = ProgressBetween(motion.from, motion.to, progress);
  ChartPose pose{{}, InterpolateBend(motion.from, motion.to, parts)};
  for (const MovingArc& arc : motion.arcs) {
    if (!arc.of_old_batch) pose.shapes.push_back(InterpolateArc(arc, parts));
  }
  return pose;
}

}  // namespace ringscope
