#include "cct/tree/building/altered_tree.h"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "cct/base/check.h"
#include "cct/tree/building/frame_interner.h"

namespace ringscope {
namespace {

template <typename T>
std::vector<T> FrontOf(const ChunkedColumn<T>& column, uint64_t size) {
  std::vector<T> front(size);
  for (uint64_t i = 0; i < size; ++i) front[i] = column[i];
  return front;
}

}  // namespace

CctPtr WithColumns(const CctPtr& tree, CctColumns columns, FrameTable frames, ImportReport report,
                   std::shared_ptr<const void> owner) {
  return std::make_shared<const Cct>(
      std::move(columns), std::move(frames),
      std::vector<Metric>(tree->metrics().begin(), tree->metrics().end()), std::move(report),
      std::make_shared<const std::pair<CctPtr, std::shared_ptr<const void>>>(tree, std::move(owner)));
}

CctPtr WithFrames(const CctPtr& tree, OwnedFrames frames, ImportReport report) {
  RINGSCOPE_CHECK(frames.name.size() == tree->frames().size());
  const auto owned = std::make_shared<const OwnedFrames>(std::move(frames));
  return WithColumns(tree, tree->columns(), FrameTable(ViewFrames(*owned)), std::move(report), owned);
}

CctPtr WithReport(const CctPtr& tree, ImportReport report) {
  return WithColumns(tree, tree->columns(), tree->frames(), std::move(report), nullptr);
}

CctPtr OutermostLayers(const CctPtr& tree, uint32_t most_contexts) {
  const CctColumns& old = tree->columns();
  std::vector<uint32_t> layer_begin{0, 1};
  for (uint32_t layer = 1; layer < tree->layer_count(); ++layer) {
    // In a damaged file a layer may begin before the previous one.
    const uint32_t end = std::max(tree->Layer(layer).end, layer_begin.back());
    if (end > most_contexts) break;
    layer_begin.push_back(end);
  }
  const uint32_t count = layer_begin.back();
  struct Owned {
    std::vector<uint32_t> first_child, frame, layer_begin;
    std::vector<std::vector<uint64_t>> running;
    std::vector<uint8_t> flags;
  };
  Owned made{FrontOf(old.first_child, uint64_t{count} + 1),
             FrontOf(old.frame, count),
             std::move(layer_begin),
             {},
             {}};
  for (uint32_t& child : made.first_child) child = std::min(child, count);
  for (const auto& column : old.running_inclusive)
    made.running.push_back(FrontOf(column, uint64_t{count} + 1));
  if (!old.flags.empty()) made.flags = FrontOf(old.flags, count);
  const auto owned = std::make_shared<const Owned>(std::move(made));
  CctColumns columns;
  columns.first_child = ChunkedColumn<uint32_t>(owned->first_child);
  columns.frame = ChunkedColumn<uint32_t>(owned->frame);
  columns.layer_begin = ChunkedColumn<uint32_t>(owned->layer_begin);
  for (const auto& column : owned->running) columns.running_inclusive.emplace_back(std::span(column));
  columns.flags = ChunkedColumn<uint8_t>(owned->flags);
  return WithColumns(tree, std::move(columns), tree->frames(), tree->report(), owned);
}

Result<CctPtr> BelowProcess(const Cct& tree, std::string_view process) {
  const CctColumns& old = tree.columns();
  const uint64_t count = tree.context_count();
  if (count >= kMaxContexts) return Fail(ErrorCode::kLimit, "expected fewer contexts, found as many as fit");
  FrameInterner frames;
  const std::vector<FrameId> frame_map = frames.InternAll(tree.frames());
  const FrameId process_frame = frames.Intern({.name = process, .kind = FrameKind::kProcess});
  RINGSCOPE_TRY(frames.status());

  // Old context i becomes context i + 1; the process is context 1, the only one of its layer.
  LevelOrderColumns made;
  made.first_child = LargeArray<uint32_t>::OfSize(count + 2);
  made.frame = LargeArray<FrameId>::OfSize(count + 1);
  if (!old.flags.empty()) made.flags = LargeArray<uint8_t>::OfSize(count + 1);
  made.first_child[0] = 1;
  made.frame[0] = frame_map[old.frame[0]];
  for (uint64_t i = 0; i <= count; ++i) made.first_child[i + 1] = old.first_child[i] + 1;
  for (uint64_t i = 0; i < count; ++i) {
    made.frame[i + 1] = i == 0 ? process_frame : frame_map[old.frame[i]];
    if (!old.flags.empty()) made.flags[i + 1] = old.flags[i];
  }
  if (!old.flags.empty()) made.flags[0] = 0;
  made.layer_begin.push_back(0);
  for (uint64_t d = 0; d < old.layer_begin.size(); ++d) made.layer_begin.push_back(old.layer_begin[d] + 1);
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    auto running = LargeArray<uint64_t>::OfSize(count + 2);
    const uint64_t total = tree.Total(m);
    running[0] = 0;
    for (uint64_t i = 0; i <= count; ++i) running[i + 1] = old.running_inclusive[m][i] + total;
    made.running.push_back(std::move(running));
  }
  if (tree.point_count() > 0) {
    made.point_fields = old.point_fields;
    made.point_begin.push_back(0);
    for (uint64_t i = 0; i <= count; ++i) made.point_begin.push_back(old.point_begin[i]);
    for (const auto& field : old.point_values) made.point_values.push_back(FrontOf(field, field.size()));
  }
  if (!tree.types().empty()) {
    TypeList types;
    const std::vector<uint32_t> names = types.NamesOf(tree.types());
    for (ContextId i = 0; i < tree.context_count(); ++i) types.AddAll(tree.types(), names, i, i + 1);
    made.types = std::move(types).Finish(count + 1);
  }
  made.metrics.assign(tree.metrics().begin(), tree.metrics().end());
  made.frames = std::move(frames).Take();
  return AssembleLevelOrder(std::move(made), tree.report());
}

}  // namespace ringscope
