#include "renderer/layout/layout.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace ringscope {
namespace {

constexpr uint64_t kEqualCircleUnits = uint64_t{1} << 62;
constexpr double kMinArcPx = 1.0;
constexpr double kMinLayerPx = 0.5;
constexpr uint32_t kOpenedRunParts = 64;

// whole * part / parts without overflow, for part <= parts.
uint64_t Fraction(uint64_t whole, uint64_t part, uint64_t parts) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<uint64_t>(static_cast<Wide>(whole) * part / parts);
}

double ChartRadius(const ViewSpec& spec) {
  const double side = std::min(spec.width_px, spec.height_px);
  const double radius = side / 2 - static_cast<double>(kChartMarginPx);
  return radius >= 1 ? std::min(radius, 1e6) : 1;  // NaN gives 1
}

ViewSpec ClampToTree(const Cct& tree, ViewSpec spec) {
  if (spec.root.context >= tree.context_count()) spec.root = {};
  if (spec.metric >= tree.metric_count()) spec.metric = 0;
  if (spec.root.is_run()) {
    const ContextRange children = tree.ChildrenOf(spec.root.context);
    ContextRange& run = spec.root.run;
    run.begin = std::max(run.begin, children.begin);
    run.end = std::min(run.end, children.end);
    if (run.begin >= run.end) run = {};
  }
  spec.depth_limit = std::max(spec.depth_limit, 1u);
  return spec;
}

// Layers from the view root down, counted no further than `limit`.
uint32_t CountLayers(const Cct& tree, const ViewRoot& root, uint32_t limit) {
  ContextRange layer = root.is_run() ? root.run : tree.ChildrenOf(root.context);
  uint32_t count = 1;
  while (count < limit && !layer.empty()) {
    layer = tree.ChildrenOfRun(layer);
    ++count;
  }
  return count;
}

uint32_t LayersThatFit(const ViewSpec& spec) {
  // The outermost ring is the thinnest one in area mode: R (1 - sqrt(1 - 1/D)) >= p holds for D <= 1 / (1 -
  // (1 - p/R)^2).
  const double radius = ChartRadius(spec);
  if (spec.mode != RingMode::kArea) return static_cast<uint32_t>(std::max(1.0, radius / kMinLayerPx));
  const double inner = 1 - kMinLayerPx / radius;
  return static_cast<uint32_t>(std::max(1.0, 1 / (1 - inner * inner)));
}

// Emits the pieces of one view into a batch, layer by layer.
class Layouter {
 public:
  Layouter(const Cct& tree, ArcBatch& batch)
      : tree_(tree),
        batch_(batch),
        metric_(batch.spec.metric),
        equal_(batch.spec.mode == RingMode::kEqual),
        running_(tree.columns().running_inclusive[metric_]) {}

  void Run() {
    const uint32_t layers = batch_.spec.depth_limit;
    batch_.layer_offset.push_back(0);
    EmitCenter();
    batch_.layer_offset.push_back(1);
    for (uint32_t layer = 1; layer < layers; ++layer) {
      BeginLayer(layer);
      const uint32_t callers_begin = batch_.layer_offset[layer - 1], callers_end = batch_.layer_offset[layer];
      GatherRuns(callers_begin, callers_end);
      for (uint32_t caller = callers_begin; caller < callers_end; ++caller) {
        LayRun(caller, runs_[caller - callers_begin], bases_[caller - callers_begin]);
      }
      if (layer == 1 && batch_.spec.root.is_run()) DivideOpenedRun();
      batch_.layer_offset.push_back(batch_.size());
      if (batch_.size() == callers_end) {  // nothing drawn any deeper
        batch_.layer_offset.resize(layers + 1, batch_.size());
        return;
      }
    }
    MarkContinued();
  }

 private:
  // The siblings being laid out and the caller's arc they lie on.
  struct Siblings {
    uint32_t caller = 0;
    ContextId parent = 0;
    ContextRange run{};
    uint64_t start = 0;  // of the caller's arc
    uint64_t limit = 0;  // the caller's sweep
    uint64_t base = 0;   // running value at run.begin
  };

  void EmitCenter() {
    const ViewRoot& root = batch_.spec.root;
    if (root.is_run()) {
      Push({.parent = root.context}, root.run, 0, batch_.circle_units, batch_.total);
    } else {
      PushContext({}, root.context, 0, batch_.circle_units, batch_.total);
    }
  }

  void BeginLayer(uint32_t layer) {
    layer_ = layer;
    layer_begin_piece_ = batch_.size();
    circumference_px_ = 2 * std::numbers::pi * static_cast<double>(batch_.ring_edge_px[layer + 1]);
    const double units = static_cast<double>(batch_.circle_units);
    const double smallest = std::ceil(units * kMinArcPx / circumference_px_);
    // Below 2^63 the cast is defined; a larger value only arises where a circle is shorter than a pixel.
    smallest_ = smallest < 9e18 ? std::max(uint64_t{1}, static_cast<uint64_t>(smallest)) : uint64_t{1} << 63;
  }

  // How many pieces fit between the last one of this layer and the end of the caller's arc, at least 1.
  uint32_t Budget(const Siblings& siblings) const {
    const double end_turns =
        static_cast<double>(siblings.start + siblings.limit) / static_cast<double>(batch_.circle_units);
    const double end_px = std::floor(end_turns * circumference_px_);
    const double used = batch_.size() - layer_begin_piece_;
    return end_px > used + 1 ? static_cast<uint32_t>(end_px - used) : 1;
  }

  // Looks up what a whole layer needs of the tree before laying out any of it: independent reads, which the
  // processor overlaps, where one caller after the other would wait for memory each time.
  void GatherRuns(uint32_t callers_begin, uint32_t callers_end) {
    runs_.clear();
    bases_.clear();
    for (uint32_t caller = callers_begin; caller < callers_end; ++caller) {
      if (caller == 0 && batch_.spec.root.is_run()) {
        runs_.push_back(batch_.spec.root.run);
      } else {
        runs_.push_back(batch_.is_rest(caller) ? ContextRange{} : tree_.ChildrenOf(batch_.context[caller]));
      }
    }
    for (const ContextRange run : runs_) bases_.push_back(running_[run.begin]);
  }

  void LayRun(uint32_t caller, ContextRange run, uint64_t base) {
    if (run.empty()) return;
    const Siblings siblings{
        caller, batch_.context[caller], run, batch_.start_units[caller], batch_.sweep_units[caller], base};
    if (equal_) {
      LayEqual(siblings);
    } else {
      LayByValue(siblings);
    }
  }

  void LayEqual(const Siblings& s) {
    const uint32_t count = s.run.size();
    if (s.limit / count < smallest_) {
      PushRest(s, s.run, 0, s.limit);
      return;
    }
    uint64_t position = 0;
    for (uint32_t i = 0; i < count; ++i) {
      const uint64_t end = Fraction(s.limit, i + 1, count);
      PushContext(s, s.run.begin + i, position, end, tree_.Inclusive(s.run.begin + i, metric_));
      position = end;
    }
  }

  // Where sibling `child` starts on the caller's arc. In a sound tree growing with `child`; never beyond the
  // arc.
  uint64_t StartOf(const Siblings& s, uint64_t child) const {
    return std::min(running_[child] - s.base, s.limit);
  }

  // The first sibling from `child` on whose end lies at least `smallest_` behind `position`, run.end where
  // none does. Gallops, as it is usually near. Searching by end, not by start, finds a huge sibling behind
  // tiny ones.
  ContextId FirstEndBeyond(const Siblings& s, ContextId child, uint64_t position) const {
    const auto beyond = [&](uint64_t index) {
      const uint64_t end = StartOf(s, index + 1);
      return end > position && end - position >= smallest_;
    };
    if (!beyond(s.run.end - 1)) return s.run.end;
    uint64_t low = child;  // all before low are not beyond
    uint64_t step = 1;
    while (low + step < s.run.end && !beyond(low + step - 1)) {
      low += step;
      step *= 2;
    }
    uint64_t high = std::min<uint64_t>(low + step - 1, s.run.end - 1);  // beyond
    while (low < high) {
      const uint64_t middle = low + (high - low) / 2;
      if (beyond(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return static_cast<ContextId>(low);
  }

  void LayByValue(const Siblings& s) {
    const uint32_t first_piece = batch_.size();
    const uint32_t budget = Budget(s);
    ContextId child = s.run.begin;
    uint64_t position = 0;  // start of `child`; grows even where the column does not
    while (child < s.run.end) {
      const uint64_t end = StartOf(s, uint64_t{child} + 1);
      const bool drawn = end > position && end - position >= smallest_;
      const ContextId run_begin = child;
      const uint64_t run_start = position;
      if (drawn) {
        position = end;
        ++child;
      } else {
        SkipSmall(s, child, position);
        if (position == run_start) continue;  // a run of zeros
      }
      if (batch_.size() - first_piece == budget) {
        FoldTail(s);
        return;
      }
      if (drawn) {
        PushContext(s, run_begin, run_start, position, position - run_start);
      } else {
        PushRest(s, {run_begin, child}, run_start, position);
      }
    }
  }

  // Advances over the run of siblings that are too small, to the next one to be drawn or to the end. Each
  // round but the last passes at least `smallest_` units, so the rounds of a whole layer are bounded by its
  // pixels.
  void SkipSmall(const Siblings& s, ContextId& child, uint64_t& position) const {
    while (child < s.run.end) {
      const ContextId next = FirstEndBeyond(s, child, position);
      if (next == s.run.end) {
        position = std::max(position, StartOf(s, s.run.end));
        child = s.run.end;
        return;
      }
      const uint64_t end = StartOf(s, uint64_t{next} + 1);
      const uint64_t start = std::clamp(StartOf(s, next), position, end);
      if (end - start >= smallest_) {
        position = start;
        child = next;
        return;
      }
      position = end;
      child = next + 1;
    }
  }

  // The caller has as many pieces as it has pixels: its last piece takes in all siblings that follow.
  void FoldTail(const Siblings& s) {
    const uint32_t last = batch_.size() - 1;
    const ContextId begin = batch_.is_rest(last) ? batch_.rest_begin[last] : batch_.context[last];
    const uint64_t start = batch_.start_units[last] - s.start;
    // In a sound tree this is the end of the siblings; otherwise at least where the last piece ended.
    const uint64_t end = std::max(start + batch_.sweep_units[last], StartOf(s, s.run.end));
    PopPiece();
    PushRest(s, {begin, s.run.end}, start, end);
  }

  // Divides the rest segments of an opened run's ring where they cover more than half of it.
  void DivideOpenedRun() {
    const uint64_t circle = batch_.circle_units;
    uint64_t rest_units = 0;
    for (uint32_t piece = layer_begin_piece_; piece < batch_.size(); ++piece) {
      if (batch_.is_rest(piece)) rest_units += batch_.sweep_units[piece];
    }
    if (rest_units <= circle / 2) return;

    const ContextRange run = batch_.spec.root.run;
    const Siblings s{0, batch_.spec.root.context, run, 0, circle, running_[run.begin]};
    struct Piece {
      ContextRange run;
      uint64_t start, sweep, inclusive;
      bool rest;
    };
    std::vector<Piece> undivided;
    while (batch_.size() > layer_begin_piece_) {
      const uint32_t last = batch_.size() - 1;
      const bool rest = batch_.is_rest(last);
      const ContextRange whole =
          rest ? batch_.rest_run(last) : ContextRange{batch_.context[last], batch_.context[last] + 1};
      undivided.push_back(
          {whole, batch_.start_units[last], batch_.sweep_units[last], batch_.inclusive[last], rest});
      PopPiece();
    }
    const auto pixels = static_cast<uint64_t>(circumference_px_);
    uint64_t spare =
        std::min<uint64_t>(pixels - std::min<uint64_t>(pixels, undivided.size()), kOpenedRunParts - 1);
    for (auto piece = undivided.rbegin(); piece != undivided.rend(); ++piece) {
      if (!piece->rest) {
        PushContext(s, piece->run.begin, piece->start, piece->start + piece->sweep, piece->inclusive);
        continue;
      }
      const uint64_t wanted = Fraction(kOpenedRunParts, piece->sweep, circle);
      const uint64_t parts = std::min(std::max<uint64_t>(wanted, 1), spare + 1);
      spare -= parts - 1;
      if (equal_) {
        DivideByCount(s, piece->run, parts);
      } else {
        DivideByValue(s, piece->run, piece->start, piece->sweep, parts);
      }
    }
  }

  void DivideByCount(const Siblings& s, ContextRange run, uint64_t parts) {
    parts = std::min<uint64_t>(parts, run.size());
    const auto start_of = [&](ContextId child) {
      return Fraction(s.limit, child - s.run.begin, s.run.size());
    };
    for (uint64_t part = 0; part < parts; ++part) {
      const ContextId begin = run.begin + static_cast<ContextId>(Fraction(run.size(), part, parts));
      const ContextId end = run.begin + static_cast<ContextId>(Fraction(run.size(), part + 1, parts));
      PushRest(s, {begin, end}, start_of(begin), start_of(end));
    }
  }

  void DivideByValue(const Siblings& s, ContextRange run, uint64_t start, uint64_t sweep, uint64_t parts) {
    ContextId begin = run.begin;
    uint64_t position = start;
    for (uint64_t part = 1; part <= parts && begin < run.end; ++part) {
      const uint64_t target = start + Fraction(sweep, part, parts);
      ContextId end = run.end;
      if (part < parts) {
        // First sibling that ends at or behind the target.
        ContextId low = begin, high = run.end - 1;
        while (low < high) {
          const ContextId middle = low + (high - low) / 2;
          if (StartOf(s, uint64_t{middle} + 1) >= target) {
            high = middle;
          } else {
            low = middle + 1;
          }
        }
        end = low + 1;
      }
      const uint64_t end_position =
          end == run.end ? start + sweep : std::clamp(StartOf(s, end), position, start + sweep);
      if (end_position == position && end < run.end) continue;  // nothing but zeros yet
      PushRest(s, {begin, end}, position, end_position);
      begin = end;
      position = end_position;
    }
  }

  void PushContext(const Siblings& s, ContextId child, uint64_t start, uint64_t end, uint64_t inclusive) {
    const ArcFlags flags = (tree_.FlagsOf(child) & kCallersCutOff) != 0 ? kArcCallersCutOff : ArcFlags{0};
    PushPiece(s, child, {}, start, end, inclusive, flags);
  }

  void PushRest(const Siblings& s, ContextRange run, uint64_t start, uint64_t end) {
    Push(s, run, start, end, equal_ ? tree_.Inclusive(run, metric_) : end - start);
  }

  void Push(const Siblings& s, ContextRange run, uint64_t start, uint64_t end, uint64_t inclusive) {
    PushPiece(s, s.parent, run, start, end, inclusive, kArcRest);
  }

  void PushPiece(const Siblings& s, ContextId context, ContextRange rest, uint64_t start, uint64_t end,
                 uint64_t inclusive, ArcFlags flags) {
    const double turns_per_unit = 1 / static_cast<double>(batch_.circle_units);
    batch_.start_turns.push_back(static_cast<float>(static_cast<double>(s.start + start) * turns_per_unit));
    batch_.sweep_turns.push_back(static_cast<float>(static_cast<double>(end - start) * turns_per_unit));
    batch_.layer.push_back(layer_);
    batch_.context.push_back(context);
    batch_.rest_begin.push_back(rest.begin);
    batch_.rest_end.push_back(rest.end);
    batch_.flags.push_back(flags);
    batch_.inclusive.push_back(inclusive);
    batch_.start_units.push_back(s.start + start);
    batch_.sweep_units.push_back(end - start);
    batch_.caller_piece.push_back(s.caller);
  }

  void PopPiece() {
    batch_.start_turns.pop_back();
    batch_.sweep_turns.pop_back();
    batch_.layer.pop_back();
    batch_.context.pop_back();
    batch_.rest_begin.pop_back();
    batch_.rest_end.pop_back();
    batch_.flags.pop_back();
    batch_.inclusive.pop_back();
    batch_.start_units.pop_back();
    batch_.sweep_units.pop_back();
    batch_.caller_piece.pop_back();
  }

  void MarkContinued() {
    for (uint32_t piece = batch_.layer_offset[batch_.layer_count() - 1]; piece < batch_.size(); ++piece) {
      if (batch_.is_rest(piece)) continue;
      const ContextRange children = tree_.ChildrenOf(batch_.context[piece]);
      const bool visible = equal_ ? !children.empty() : tree_.Inclusive(children, metric_) != 0;
      if (visible) batch_.flags[piece] |= kArcContinues;
    }
  }

  const Cct& tree_;
  ArcBatch& batch_;
  const MetricIndex metric_;
  const bool equal_;
  const ChunkedColumn<uint64_t>& running_;

  // Per caller of the layer being laid out: its children, and the running value at the first of them.
  std::vector<ContextRange> runs_;
  std::vector<uint64_t> bases_;

  uint32_t layer_ = 0;
  uint32_t layer_begin_piece_ = 0;
  double circumference_px_ = 0;  // of the outer edge of the layer being laid out
  uint64_t smallest_ = 1;        // units of an arc of kMinArcPx there
};

void Clear(ArcBatch& batch) {
  batch.start_turns.clear();
  batch.sweep_turns.clear();
  batch.layer.clear();
  batch.context.clear();
  batch.rest_begin.clear();
  batch.rest_end.clear();
  batch.flags.clear();
  batch.inclusive.clear();
  batch.start_units.clear();
  batch.sweep_units.clear();
  batch.caller_piece.clear();
  batch.layer_offset.clear();
  batch.ring_edge_px.clear();
  batch.context_piece_count = 0;
  batch.rest_piece_count = 0;
}

// Lays out with exactly `layers` layers. Returns how many of them have pieces.
uint32_t LayWith(const Cct& tree, ArcBatch& batch, uint32_t layers) {
  Clear(batch);
  batch.spec.depth_limit = layers;
  const double radius = ChartRadius(batch.spec);
  batch.ring_edge_px.push_back(0);
  for (uint32_t edge = 1; edge <= layers; ++edge) {
    const double share = static_cast<double>(edge) / layers;
    batch.ring_edge_px.push_back(
        static_cast<float>(radius * (batch.spec.mode == RingMode::kArea ? std::sqrt(share) : share)));
  }
  Layouter(tree, batch).Run();
  return batch.layer.back() + 1;
}

// Rings thicken as layers get fewer, and with them arcs grow, so what is drawn with many layers is drawn with
// fewer: the layers used by one try always fill a chart of that many.
void LayWithoutEmptyRings(const Cct& tree, ArcBatch& batch, uint32_t wanted, bool limited) {
  uint32_t filled = LayWith(tree, batch, wanted);
  if (filled == wanted) return;
  uint32_t too_many = wanted;
  while (limited && too_many - filled > 1 + filled / 16) {
    const uint32_t middle = filled + (too_many - filled) / 2;
    const uint32_t used = LayWith(tree, batch, middle);
    if (used < middle) too_many = middle;
    filled = std::max(filled, used);
  }
  LayWith(tree, batch, filled);
}

}  // namespace

void LayoutView(const Cct& tree, const ViewSpec& spec, ArcBatch& batch) {
  batch.spec = ClampToTree(tree, spec);
  const ViewRoot& root = batch.spec.root;
  batch.total = root.is_run() ? tree.Inclusive(root.run, batch.spec.metric)
                              : tree.Inclusive(root.context, batch.spec.metric);
  batch.circle_units =
      batch.spec.mode == RingMode::kEqual ? kEqualCircleUnits : std::max(batch.total, uint64_t{1});

  const bool limited = batch.spec.depth_limit != kAllLayers;
  const uint32_t layers =
      CountLayers(tree, root, std::min(batch.spec.depth_limit, LayersThatFit(batch.spec)));
  LayWithoutEmptyRings(tree, batch, layers, limited);
  for (const ArcFlags flags : batch.flags) batch.rest_piece_count += (flags & kArcRest) != 0 ? 1 : 0;
  batch.context_piece_count = batch.size() - batch.rest_piece_count;
}

ArcBatch LayoutView(const Cct& tree, const ViewSpec& spec) {
  ArcBatch batch;
  LayoutView(tree, spec, batch);
  return batch;
}

}  // namespace ringscope
