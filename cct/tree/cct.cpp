#include "cct/tree/cct.h"

#include <algorithm>
#include <utility>

#include "cct/base/check.h"

namespace ringscope {

Cct::Cct(CctColumns columns, FrameTable frames, std::vector<Metric> metrics, ImportReport report,
         std::shared_ptr<const void> owner, std::vector<StoredChunk> stored_chunks)
    : columns_(std::move(columns)),
      frames_(std::move(frames)),
      metrics_(std::move(metrics)),
      report_(std::move(report)),
      owner_(std::move(owner)),
      stored_chunks_(std::move(stored_chunks)) {
  RINGSCOPE_CHECK(columns_.first_child.size() >= 2 && columns_.first_child.size() <= kMaxContexts + 1);
  context_count_ = static_cast<uint32_t>(columns_.first_child.size() - 1);
  RINGSCOPE_CHECK(columns_.frame.size() == context_count_);
  RINGSCOPE_CHECK(columns_.flags.empty() || columns_.flags.size() == context_count_);
  RINGSCOPE_CHECK(columns_.layer_begin.size() >= 2);
  RINGSCOPE_CHECK(!metrics_.empty() && columns_.running_inclusive.size() == metrics_.size());
  for (const auto& running : columns_.running_inclusive) {
    RINGSCOPE_CHECK(running.size() == uint64_t{context_count_} + 1);
  }
  RINGSCOPE_CHECK(columns_.point_begin.size() == (columns_.point_fields.empty() ? 0 : context_count_ + 1ull));
  RINGSCOPE_CHECK(columns_.point_values.size() == columns_.point_fields.size());
  for (const auto& values : columns_.point_values) {
    RINGSCOPE_CHECK(values.size() == columns_.point_values[0].size());
  }
  for (const SampleSeries& series : columns_.sample_series) {
    RINGSCOPE_CHECK(series.context.size() == series.size());
    for (const SampleMetric& measured : series.metrics) {
      RINGSCOPE_CHECK(measured.metric < metrics_.size());
      RINGSCOPE_CHECK(measured.counted || measured.values.size() == series.size());
    }
  }
}

ContextRange Cct::Layer(uint32_t layer) const {
  if (layer >= layer_count()) return {context_count_, context_count_};
  const ContextId begin = std::min(columns_.layer_begin[layer], context_count_);
  const ContextId end = std::clamp(columns_.layer_begin[uint64_t{layer} + 1], begin, context_count_);
  return {begin, end};
}

uint32_t Cct::LayerOf(ContextId context) const {
  return LastAtMost(columns_.layer_begin, 0, layer_count(), context);
}

PointRange Cct::PointsOf(ContextId context) const {
  if (columns_.point_fields.empty() || context >= context_count_) return {};
  const uint64_t count = point_count();
  const uint64_t begin = std::min(columns_.point_begin[context], count);
  return {begin, std::clamp(columns_.point_begin[uint64_t{context} + 1], begin, count)};
}

uint64_t Cct::sample_count() const {
  uint64_t count = 0;
  for (const SampleSeries& series : columns_.sample_series) count += series.size();
  return count;
}

uint64_t Cct::time_span_ns() const {
  uint64_t last_ns = 0;
  for (const SampleSeries& series : columns_.sample_series) {
    if (series.size() > 0) last_ns = std::max(last_ns, series.time_ns[series.size() - 1]);
  }
  return last_ns;
}

ContextRange Cct::ChildrenOf(ContextId context) const {
  if (context >= context_count_) return {context_count_, context_count_};
  const ContextId begin = std::clamp(columns_.first_child[context], context + 1, context_count_);
  const ContextId end = std::clamp(columns_.first_child[uint64_t{context} + 1], begin, context_count_);
  return {begin, end};
}

ContextRange Cct::ChildrenOfRun(ContextRange run) const {
  if (run.empty() || run.end > context_count_) return {context_count_, context_count_};
  const ContextId begin = std::clamp(columns_.first_child[run.begin], run.end, context_count_);
  const ContextId end = std::clamp(columns_.first_child[run.end], begin, context_count_);
  return {begin, end};
}

ContextId Cct::ParentOf(ContextId context) const {
  if (context == kRootContext || context >= context_count_) return kNoContext;
  // The last context whose children begin at or before this one, and so whose children end after it: contexts
  // without children share their first_child with the next one that has some, and stand before it.
  const ContextId parent = LastAtMost(columns_.first_child, 0, context, context);
  return ChildrenOf(parent).contains(context) ? parent : kNoContext;
}

std::vector<ContextId> Cct::PathTo(ContextId context) const {
  std::vector<ContextId> path;
  for (ContextId at = context; at != kRootContext && at != kNoContext; at = ParentOf(at)) path.push_back(at);
  std::reverse(path.begin(), path.end());
  return path;
}

bool Cct::IsWithin(ContextId context, ContextId ancestor) const {
  ContextId at = context;
  while (at != kNoContext && at > ancestor) at = ParentOf(at);
  return at == ancestor;
}

ContextId Cct::NaturalViewRoot() const {
  ContextId at = kRootContext;
  const ContextRange top = ChildrenOf(kRootContext);
  while (true) {
    const ContextRange children = ChildrenOf(at);
    // A lone stack would show nothing but its innermost function.
    if (children.empty()) return top.size() == 1 ? top.begin : at;
    if (children.size() != 1 || Self(at, 0) != 0) return at;
    at = children.begin;
  }
}

}  // namespace ringscope
