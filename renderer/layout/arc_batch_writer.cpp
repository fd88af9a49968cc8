#include "renderer/layout/arc_batch_writer.h"

#include <vector>

#include "cct/base/binary_search.h"

namespace ringscope {
namespace {

// Calls visit with each column that has one entry a piece: the same column of all batches at once.
template <typename Visit, typename... Batches>
void ForEachPieceColumn(Visit visit, Batches&... of) {
  visit(of.start_turns...), visit(of.sweep_turns...), visit(of.layer...), visit(of.context...);
  visit(of.rest_begin...), visit(of.rest_end...), visit(of.flags...), visit(of.inclusive...);
  visit(of.start_units...), visit(of.sweep_units...), visit(of.caller_piece...);
}

// Appends each value plus `added`.
template <typename T>
void AppendShifted(const std::vector<T>& values, T added, std::vector<T>& to) {
  for (const T value : values) to.push_back(static_cast<T>(value + added));
}

constexpr uint32_t kParts = 64;

void DivideByCount(ArcBatchWriter& writer, const Siblings& s, ContextRange run, uint64_t parts) {
  parts = std::min<uint64_t>(parts, run.size());
  for (uint64_t part = 0; part < parts; ++part) {
    const ContextId begin = run.begin + static_cast<ContextId>(Fraction(run.size(), part, parts));
    const ContextId end = run.begin + static_cast<ContextId>(Fraction(run.size(), part + 1, parts));
    writer.PushRest(s, {begin, end}, writer.StartOf(s, begin), writer.StartOf(s, end));
  }
}

void DivideByValue(ArcBatchWriter& writer, const Siblings& s, ContextRange run, uint64_t start,
                   uint64_t sweep, uint64_t parts) {
  ContextId begin = run.begin;
  uint64_t position = start;
  for (uint64_t part = 1; part <= parts && begin < run.end; ++part) {
    const uint64_t target = start + Fraction(sweep, part, parts);
    ContextId end = run.end;
    if (part < parts) {
      // First sibling that ends at or behind the target.
      const auto ends_behind = [&](ContextId child) {
        return writer.StartOf(s, child + uint64_t{1}) >= target;
      };
      end = FirstWhere(begin, run.end - 1, ends_behind) + 1;
    }
    const uint64_t end_position =
        end == run.end ? start + sweep : std::clamp(writer.StartOf(s, end), position, start + sweep);
    if (end_position == position && end < run.end) continue;  // nothing but zeros yet
    writer.PushRest(s, {begin, end}, position, end_position);
    begin = end;
    position = end_position;
  }
}

}  // namespace

void ArcBatchWriter::Clear(ArcBatch& batch) {
  ForEachPieceColumn([](auto& column) { column.clear(); }, batch);
  batch.box_top_px.clear();
  batch.box_bottom_px.clear();
  batch.layer_offset.clear();
  batch.ring_edge_px.clear();
  batch.chain_context.clear();
  batch.chain_offset.clear();
  batch.context_piece_count = 0;
  batch.rest_piece_count = 0;
}

void AppendPart(const ArcBatch& outer, bool detail_is_inner, ArcBatch& batch) {
  const uint32_t pieces = batch.size(), layers = batch.layer_count() + 1;  // with the empty one between
  batch.parts = {
      {batch.spec.root, detail_is_inner, 0, pieces, 0, layers - 1, batch.total, batch.circle_units},
      {outer.spec.root, !detail_is_inner, pieces, pieces + outer.size(), layers, layers + outer.layer_count(),
       outer.total, outer.circle_units}};
  if (batch.has_chains() || outer.has_chains()) {
    batch.chain_offset.resize(size_t{pieces} + 1, static_cast<uint32_t>(batch.chain_context.size()));
    batch.chain_offset.pop_back();
    const auto before = static_cast<uint32_t>(batch.chain_context.size());
    std::vector<uint32_t> offsets = outer.chain_offset;
    offsets.resize(size_t{outer.size()} + 1, static_cast<uint32_t>(outer.chain_context.size()));
    AppendShifted(offsets, before, batch.chain_offset);
    AppendShifted(outer.chain_context, ContextId{0}, batch.chain_context);
  }
  ForEachPieceColumn(
      [](auto& column, const auto& added) { column.insert(column.end(), added.begin(), added.end()); }, batch,
      outer);
  for (uint32_t piece = pieces; piece < batch.size(); ++piece) {
    batch.layer[piece] += layers;
    batch.caller_piece[piece] += pieces;
  }
  batch.caller_piece[pieces] = 0;
  // The last entry of the inner part is the begin of the empty layer, the first one of the outer part its
  // end.
  AppendShifted(outer.layer_offset, pieces, batch.layer_offset);
  AppendShifted(outer.ring_edge_px, 0.0f, batch.ring_edge_px);
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
  ForEachPieceColumn([](auto& column) { column.pop_back(); }, batch_);
}

void DivideOpenedRun(ArcBatchWriter& writer) {
  const ArcBatch& batch = writer.batch();
  const uint64_t circle = batch.circle_units;
  uint64_t rest_units = 0;
  for (uint32_t piece = writer.first_piece(); piece < batch.size(); ++piece) {
    if (batch.is_rest(piece)) rest_units += batch.sweep_units[piece];
  }
  if (rest_units <= circle / 2) return;

  const ContextRange run = batch.spec.root.run;
  const Siblings s{0, batch.spec.root.context, run, 0, circle, writer.running(run.begin)};
  struct Piece {
    ContextRange run;
    uint64_t start, sweep, inclusive;
    bool rest;
  };
  std::vector<Piece> undivided;
  while (batch.size() > writer.first_piece()) {
    const uint32_t last = batch.size() - 1;
    undivided.push_back({batch.contexts(last), batch.start_units[last], batch.sweep_units[last],
                         batch.inclusive[last], batch.is_rest(last)});
    writer.Pop();
  }
  const auto pixels = static_cast<uint64_t>(writer.length_px());
  uint64_t spare = std::min<uint64_t>(pixels - std::min<uint64_t>(pixels, undivided.size()), kParts - 1);
  for (auto piece = undivided.rbegin(); piece != undivided.rend(); ++piece) {
    if (!piece->rest) {
      writer.PushContext(s, piece->run.begin, piece->start, piece->start + piece->sweep, piece->inclusive);
      continue;
    }
    const uint64_t wanted = Fraction(kParts, piece->sweep, circle);
    const uint64_t parts = std::min(std::max<uint64_t>(wanted, 1), spare + 1);
    spare -= parts - 1;
    if (writer.equal()) {
      DivideByCount(writer, s, piece->run, parts);
    } else {
      DivideByValue(writer, s, piece->run, piece->start, piece->sweep, parts);
    }
  }
}

}  // namespace ringscope
