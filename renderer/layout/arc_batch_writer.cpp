#include "renderer/layout/arc_batch_writer.h"

#include "renderer/layout/view_geometry.h"

namespace ringscope {
namespace {

template <typename Visit>
void ForEachPieceColumn(ArcBatch& batch, Visit visit) {
  visit(batch.start_turns), visit(batch.sweep_turns), visit(batch.layer), visit(batch.context);
  visit(batch.rest_begin), visit(batch.rest_end), visit(batch.flags), visit(batch.inclusive);
  visit(batch.start_units), visit(batch.sweep_units), visit(batch.caller_piece);
}

}  // namespace

void ArcBatchWriter::Clear(ArcBatch& batch) {
  ForEachPieceColumn(batch, [](auto& column) { column.clear(); });
  batch.layer_offset.clear();
  batch.ring_edge_px.clear();
  batch.chain_context.clear();
  batch.chain_offset.clear();
  batch.context_piece_count = 0;
  batch.rest_piece_count = 0;
}

void ArcBatchWriter::BeginLayer(uint32_t layer) {
  layer_ = layer;
  first_piece_ = batch_.size();
  length_px_ = LayerLengthPx(batch_.spec, static_cast<double>(batch_.ring_edge_px[layer + 1]));
}

void ArcBatchWriter::PushContext(const Siblings& s, ContextId child, uint64_t start, uint64_t end,
                                 uint64_t inclusive) {
  const ArcFlags flags = (tree_.FlagsOf(child) & kCallersCutOff) != 0 ? kArcCallersCutOff : ArcFlags{0};
  Push(s, child, {}, start, end, inclusive, flags);
}

void ArcBatchWriter::PushRest(const Siblings& s, ContextRange run, uint64_t start, uint64_t end) {
  PushRest(s, run, start, end, equal_ ? tree_.Inclusive(run, metric_) : end - start);
}

void ArcBatchWriter::PushRest(const Siblings& s, ContextRange run, uint64_t start, uint64_t end,
                              uint64_t inclusive) {
  Push(s, s.parent, run, start, end, inclusive, kArcRest);
}

void ArcBatchWriter::Push(const Siblings& s, ContextId context, ContextRange rest, uint64_t start,
                          uint64_t end, uint64_t inclusive, ArcFlags flags) {
  const double turns_per_unit = 1 / static_cast<double>(batch_.circle_units);
  if (lens_.is_identity()) {
    batch_.start_turns.push_back(static_cast<float>(static_cast<double>(s.start + start) * turns_per_unit));
    batch_.sweep_turns.push_back(static_cast<float>(static_cast<double>(end - start) * turns_per_unit));
  } else {
    const double drawn_start = lens_.Map(static_cast<double>(s.start + start) * turns_per_unit);
    const double drawn_end = lens_.Map(static_cast<double>(s.start + end) * turns_per_unit);
    batch_.start_turns.push_back(static_cast<float>(drawn_start));
    batch_.sweep_turns.push_back(static_cast<float>(drawn_end - drawn_start));
  }
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

void ArcBatchWriter::Pop() {
  ForEachPieceColumn(batch_, [](auto& column) { column.pop_back(); });
}

}  // namespace ringscope
