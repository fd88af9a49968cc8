#include <algorithm>
#include <cmath>
#include <vector>

#include "cct/base/binary_search.h"
#include "renderer/layout/arc_batch_writer.h"
#include "renderer/layout/chains.h"
#include "renderer/layout/layout.h"
#include "renderer/layout/view_geometry.h"

namespace ringscope {
namespace {

constexpr double kMinArcPx = 1.0;
// The least area of a treemap's box.
constexpr double kLeastAreaPx = 4;

// Emits the pieces of one view into a batch, layer by layer.
class Layouter {
 public:
  Layouter(const Cct& tree, ArcBatch& batch)
      : tree_(tree), batch_(batch), writer_(tree, batch), chains_(tree, batch), equal_(writer_.equal()) {
    if (!treemap_) return;
    const IcicleFrame frame = IcicleFrameOf(batch.spec);
    least_area_px_ = std::max(kLeastAreaPx, frame.width_px * frame.height_px / kMostBoxesOfLayer);
  }

  void Run() {
    const uint32_t layers = batch_.spec.depth_limit;
    batch_.layer_offset.push_back(0);
    EmitCenter();
    if (treemap_) PlaceBoxes(batch_, 0);
    chains_.GatherLayer();
    batch_.layer_offset.push_back(1);
    for (uint32_t layer = 1; layer < layers; ++layer) {
      BeginLayer(layer);
      const uint32_t callers_begin = batch_.layer_offset[layer - 1], callers_end = batch_.layer_offset[layer];
      GatherRuns(callers_begin, callers_end);
      for (uint32_t caller = callers_begin; caller < callers_end; ++caller) {
        LayRun(caller, runs_[caller - callers_begin], bases_[caller - callers_begin]);
      }
      if (layer == 1 && batch_.spec.root.is_run()) DivideOpenedRun(writer_);
      if (treemap_) PlaceBoxes(batch_, callers_end);
      chains_.GatherLayer();
      batch_.layer_offset.push_back(batch_.size());
      const bool is_full = treemap_ && batch_.size() > kMostBoxesOfLayer;
      if (batch_.size() == callers_end || is_full) {  // nothing drawn any deeper
        batch_.layer_offset.resize(layers + 1, batch_.size());
        break;
      }
    }
    chains_.Finish();
    MarkContinued();
  }

 private:
  void EmitCenter() {
    const ViewRoot& root = batch_.spec.root;
    // A disc is a full circle; a row covers the part of the circle that its callees may cover.
    const bool is_row = batch_.spec.form != ChartForm::kRings && !equal_ && batch_.total > 0;
    const uint64_t units = is_row ? batch_.total : batch_.circle_units;
    if (root.is_run()) {
      writer_.PushRest({.parent = root.context}, root.run, 0, units, batch_.total);
    } else {
      writer_.PushContext({}, root.context, 0, units, batch_.total);
    }
  }

  void BeginLayer(uint32_t layer) {
    writer_.BeginLayer(layer);
    const double units = static_cast<double>(batch_.circle_units);
    const double smallest = std::ceil(units * kMinArcPx / writer_.length_px());
    // Below 2^63 the cast is defined; a larger value only arises where a circle is shorter than a pixel.
    smallest_ = smallest < 9e18 ? std::max(uint64_t{1}, static_cast<uint64_t>(smallest)) : uint64_t{1} << 63;
  }

  double TurnsOf(uint64_t units) const {
    return static_cast<double>(units) / static_cast<double>(batch_.circle_units);
  }

  // The least units of a piece that is drawn at `position` on the siblings' arc.
  uint64_t LeastSweep(const Siblings& s, uint64_t position) const {
    const LensMap& lens = writer_.lens();
    if (lens.is_identity()) return smallest_;
    const double start = TurnsOf(s.start + position);
    const double end = lens.Inverse(lens.Map(start) + kMinArcPx / writer_.length_px());
    const double units = std::ceil((end - start) * static_cast<double>(batch_.circle_units));
    return units < 9e18 ? std::max(uint64_t{1}, static_cast<uint64_t>(units)) : uint64_t{1} << 63;
  }

  // How many pieces fit between the last one of this layer and the end of the caller's arc, at least 1.
  uint32_t Budget(const Siblings& siblings) const {
    if (treemap_) return 0xffffffffu;  // areas are the limit
    const LensMap& lens = writer_.lens();
    const double end_turns = lens.Map(TurnsOf(siblings.start + siblings.limit)) - lens.Map(0);
    const double end_px = std::floor(end_turns * writer_.length_px());
    const double used = batch_.size() - writer_.first_piece();
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
        runs_.push_back(batch_.is_rest(caller) ? ContextRange{}
                                               : tree_.ChildrenOf(batch_.last_context(caller)));
      }
    }
    for (const ContextRange run : runs_) bases_.push_back(writer_.running(run.begin));
  }

  void LayRun(uint32_t caller, ContextRange run, uint64_t base) {
    if (run.empty()) return;
    const Siblings siblings{
        caller, batch_.last_context(caller), run, batch_.start_units[caller], batch_.sweep_units[caller],
        base};
    const uint32_t first_piece = batch_.size();
    if (treemap_ && !SetLeastBox(caller)) {
      MarkContinued(caller);
      return;
    }
    // In equal mode all siblings are equally wide unless a lens widens some of them.
    if (equal_ && writer_.lens().is_identity()) {
      LayEqual(siblings);
    } else {
      LayByPosition(siblings);
    }
    if (treemap_ && caller != 0) DropRestsAlone(caller, first_piece);
  }

  // Sets the least units of a callee's box inside a caller's; false if there is no room for callees.
  bool SetLeastBox(uint32_t caller) {
    const TreemapBox room = RoomInBox(batch_.spec, BoxOf(batch_, caller));
    const double area_px = room.width_px * room.height_px;
    const double units =
        std::ceil(least_area_px_ / area_px * static_cast<double>(UnitsOfBox(batch_, caller)));
    if (!(units < 9e18)) return false;
    smallest_ = std::max(uint64_t{1}, static_cast<uint64_t>(units));
    return area_px >= least_area_px_;
  }

  // Removes callees that are all rests: they would hide their caller's box, which is their sum.
  void DropRestsAlone(uint32_t caller, uint32_t first_piece) {
    for (uint32_t piece = first_piece; piece < batch_.size(); ++piece) {
      if (!batch_.is_rest(piece)) return;
    }
    while (batch_.size() > first_piece) writer_.Pop();
    MarkContinued(caller);
  }

  void LayEqual(const Siblings& s) {
    const uint32_t count = s.run.size();
    if (s.limit / count < smallest_) {
      writer_.PushRest(s, s.run, 0, s.limit);
      return;
    }
    uint64_t position = 0;
    for (uint32_t i = 0; i < count; ++i) {
      const uint64_t end = Fraction(s.limit, i + 1, count);
      writer_.PushContext(s, s.run.begin + i, position, end,
                          tree_.Inclusive(s.run.begin + i, writer_.metric()));
      position = end;
    }
  }

  // The first sibling from `child` on whose end lies at least `least` behind `position`; run.end if there is
  // none. Gallops, as that sibling is usually near. Searching by end, not by start, finds a huge sibling
  // behind tiny ones.
  ContextId FirstEndBeyond(const Siblings& s, ContextId child, uint64_t position, uint64_t least) const {
    const auto beyond = [&](uint64_t index) {
      const uint64_t end = writer_.StartOf(s, index + 1);
      return end > position && end - position >= least;
    };
    if (!beyond(s.run.end - 1)) return s.run.end;
    uint64_t low = child;  // all before low are not beyond
    uint64_t step = 1;
    while (low + step < s.run.end && !beyond(low + step - 1)) {
      low += step;
      step *= 2;
    }
    const uint64_t high = std::min<uint64_t>(low + step - 1, s.run.end - 1);  // beyond
    return static_cast<ContextId>(FirstWhere(low, high, beyond));
  }

  void LayByPosition(const Siblings& s) {
    const uint32_t first_piece = batch_.size();
    const uint32_t budget = Budget(s);
    ContextId child = s.run.begin;
    uint64_t position = 0;  // start of `child`; grows even where the column does not
    while (child < s.run.end) {
      const uint64_t end = writer_.StartOf(s, uint64_t{child} + 1);
      const bool drawn = end > position && end - position >= LeastSweep(s, position);
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
        writer_.PushContext(s, run_begin, run_start, position,
                            equal_ ? tree_.Inclusive(run_begin, writer_.metric()) : position - run_start);
      } else {
        writer_.PushRest(s, {run_begin, child}, run_start, position);
      }
    }
  }

  // Advances over the run of siblings that are too small, to the next one to be drawn or to the end. Each
  // round but the last passes at least a pixel, so the rounds of a whole layer are bounded by its pixels.
  void SkipSmall(const Siblings& s, ContextId& child, uint64_t& position) const {
    while (child < s.run.end) {
      const ContextId next = FirstEndBeyond(s, child, position, LeastSweep(s, position));
      if (next == s.run.end) {
        position = std::max(position, writer_.StartOf(s, s.run.end));
        child = s.run.end;
        return;
      }
      const uint64_t end = writer_.StartOf(s, uint64_t{next} + 1);
      const uint64_t start = std::clamp(writer_.StartOf(s, next), position, end);
      if (end - start >= LeastSweep(s, start)) {
        position = start;
        child = next;
        return;
      }
      position = end;
      child = next + 1;
    }
  }

  // A caller with as many pieces as pixels: its last piece takes in all siblings that follow.
  void FoldTail(const Siblings& s) {
    const uint32_t last = batch_.size() - 1;
    const ContextId begin = batch_.is_rest(last) ? batch_.rest_begin[last] : batch_.context[last];
    const uint64_t start = batch_.start_units[last] - s.start;
    // In a sound tree this is the end of the siblings; otherwise at least where the last piece ended.
    const uint64_t end = std::max(start + batch_.sweep_units[last], writer_.StartOf(s, s.run.end));
    writer_.Pop();
    writer_.PushRest(s, {begin, s.run.end}, start, end);
  }

  void MarkContinued() {
    const uint32_t last_layer = treemap_ ? batch_.layer.back() : batch_.layer_count() - 1;
    for (uint32_t piece = batch_.layer_offset[last_layer]; piece < batch_.size(); ++piece)
      MarkContinued(piece);
  }

  void MarkContinued(uint32_t piece) {
    if (batch_.is_rest(piece)) return;
    const ContextRange children = tree_.ChildrenOf(batch_.last_context(piece));
    const bool visible = equal_ ? !children.empty() : tree_.Inclusive(children, writer_.metric()) != 0;
    if (visible) batch_.flags[piece] |= kArcContinues;
  }

  const Cct& tree_;
  ArcBatch& batch_;
  ArcBatchWriter writer_;
  ChainGatherer chains_;
  const bool equal_;
  const bool treemap_ = batch_.is_treemap();
  double least_area_px_ = 0;

  // Per caller of the layer being laid out: its children, and the running value at the first of them.
  std::vector<ContextRange> runs_;
  std::vector<uint64_t> bases_;

  // Units of an arc of kMinArcPx on the layer being laid out where no lens changes it.
  uint64_t smallest_ = 1;
};

}  // namespace

void LayPieces(const Cct& tree, ArcBatch& batch) { Layouter(tree, batch).Run(); }

}  // namespace ringscope
