#pragma once

#include <algorithm>
#include <cstdint>

#include "cct/tree/cct.h"
#include "renderer/layout/arc_batch.h"
#include "renderer/layout/lens_map.h"
#include "renderer/layout/view_geometry.h"

namespace ringscope {

// Siblings to be laid out and the caller's arc they lie on.
struct Siblings {
  uint32_t caller = 0;  // piece
  ContextId parent = 0;
  ContextRange run{};
  uint64_t start = 0;  // of the caller's arc
  uint64_t limit = 0;  // the caller's sweep
  uint64_t base = 0;   // running value at run.begin
};

// whole * part / parts without overflow, for part <= parts.
inline uint64_t Fraction(uint64_t whole, uint64_t part, uint64_t parts) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<uint64_t>(static_cast<Wide>(whole) * part / parts);
}

// Appends pieces to a batch whose spec, total, circle and edges are set, layer by layer. Starts and ends are
// units from the start of the caller's arc.
class ArcBatchWriter {
 public:
  ArcBatchWriter(const Cct& tree, ArcBatch& batch)
      : tree_(tree),
        batch_(batch),
        metric_(batch.spec.metric),
        equal_(batch.spec.mode == RingMode::kEqual),
        running_(tree.columns().running_inclusive[metric_]),
        lens_(TurnsLensOf(batch.spec)) {}

  // Empties all columns.
  static void Clear(ArcBatch& batch);

  void BeginLayer(uint32_t layer);
  void PushContext(const Siblings& s, ContextId child, uint64_t start, uint64_t end, uint64_t inclusive);
  void PushRest(const Siblings& s, ContextRange run, uint64_t start, uint64_t end);
  void PushRest(const Siblings& s, ContextRange run, uint64_t start, uint64_t end, uint64_t inclusive);
  void Pop();

  // The start of sibling `child` on the caller's arc: grows with `child` in a sound tree, and stays within
  // the arc.
  [[nodiscard]] uint64_t StartOf(const Siblings& s, uint64_t child) const {
    if (equal_) return Fraction(s.limit, child - s.run.begin, s.run.size());
    return std::min(running_[child] - s.base, s.limit);
  }

  [[nodiscard]] const ArcBatch& batch() const { return batch_; }
  [[nodiscard]] MetricIndex metric() const { return metric_; }
  [[nodiscard]] bool equal() const { return equal_; }
  [[nodiscard]] const LensMap& lens() const { return lens_; }
  [[nodiscard]] uint64_t running(uint64_t context) const { return running_[context]; }
  // The first piece of the layer begun last, and the length of a whole turn at that layer's outer edge.
  [[nodiscard]] uint32_t first_piece() const { return first_piece_; }
  [[nodiscard]] double length_px() const { return length_px_; }

 private:
  void Push(const Siblings& s, ContextId context, ContextRange rest, uint64_t start, uint64_t end,
            uint64_t inclusive, ArcFlags flags);

  const Cct& tree_;
  ArcBatch& batch_;
  const MetricIndex metric_;
  const bool equal_;
  const ChunkedColumn<uint64_t>& running_;
  const LensMap lens_;
  uint32_t layer_ = 0;
  uint32_t first_piece_ = 0;
  double length_px_ = 0;
};

// Writes the pieces of one view layer by layer, by the rules of LayoutView(), into a batch without pieces
// whose spec, total, circle and layer edges are set: spec.depth_limit is the number of layers.
void LayPieces(const Cct& tree, ArcBatch& batch);

// Appends the outer part of a view with a detail to `batch`, which holds the inner part.
void AppendPart(const ArcBatch& outer, bool detail_is_inner, ArcBatch& batch);

// The box of a treemap's piece, and the units that the room inside the box stands for.
[[nodiscard]] TreemapBox BoxOf(const ArcBatch& batch, uint32_t piece);
[[nodiscard]] uint64_t UnitsOfBox(const ArcBatch& batch, uint32_t piece);

// Places the boxes of a treemap's last layer so far, from `first_piece` on, inside their callers' boxes. O(n
// log n).
void PlaceBoxes(ArcBatch& batch, uint32_t first_piece);

// Divides the rest segments of the first ring of an opened run, which the writer has just written, if they
// cover more than half of it: into up to 64 parts in all, of about equal angle.
void DivideOpenedRun(ArcBatchWriter& writer);

}  // namespace ringscope
