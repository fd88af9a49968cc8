#include "cct/tree/cct.h"

#include <fmt/format.h>

#include <cmath>

#include "cct/base/check.h"

namespace ringscope {

ColumnMemo::Column ColumnMemo::Find(std::string_view key) const {
  const std::scoped_lock lock(mutex_);
  for (const auto& [known, column] : columns_)
    if (known == key) return column;
  return nullptr;
}

void ColumnMemo::Keep(std::string key, Column column) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(columns_, [&](const auto& known) { return known.first == key; });
  if (columns_.size() == kMost) columns_.erase(columns_.begin());
  columns_.emplace_back(std::move(key), std::move(column));
}

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
  const TypeColumns& types = columns_.types;
  RINGSCOPE_CHECK(types.empty() || types.begin.size() == context_count_ + 1ull);
  RINGSCOPE_CHECK(types.role.size() == types.type.size() && types.role.size() == types.calls.size());
  if (columns_.members.empty()) return;
  RINGSCOPE_CHECK(columns_.members.count.size() == context_count_);
  RINGSCOPE_CHECK(columns_.members.first.empty() || columns_.members.first.size() == context_count_);
  RINGSCOPE_CHECK(columns_.members.statistics.size() <= 2 * metrics_.size());
  for (const MemberStatistic& one : columns_.members.statistics) {
    RINGSCOPE_CHECK(one.least.size() == context_count_ && one.most.size() == context_count_);
    RINGSCOPE_CHECK(one.least_member.size() == context_count_ && one.most_member.size() == context_count_);
    RINGSCOPE_CHECK(one.squares_low.size() == context_count_ && one.squares_high.size() == context_count_);
    RINGSCOPE_CHECK(one.quantiles.size() == columns_.members.quantiles.size());
    for (const auto& quantile : one.quantiles) RINGSCOPE_CHECK(quantile.size() == context_count_);
  }
  const uint64_t block = ContextsABlock(columns_.members.members->size());
  RINGSCOPE_CHECK(columns_.members.values.size() <= metrics_.size());
  for (const PackedMemberValues& one : columns_.members.values)
    RINGSCOPE_CHECK(one.begin.size() == (context_count_ + block - 1) / block + 1);
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

MemberSpread Cct::SpreadOf(ContextId context, MetricIndex metric, CostKind kind) const {
  const MemberColumns& members = columns_.members;
  const size_t index = IndexOfStatistic(metric, kind);
  MemberSpread spread;
  if (members.empty() || index >= members.statistics.size()) return spread;
  const MemberStatistic& statistic = members.statistics[index];
  spread.having = members.count[context];
  spread.counted = members.absent_is_zero ? static_cast<uint32_t>(members.members->size()) : spread.having;
  spread.least = statistic.least[context];
  spread.most = statistic.most[context];
  const auto last = static_cast<uint32_t>(members.members->size() - 1);
  spread.least_member = std::min(statistic.least_member[context], last);
  spread.most_member = std::min(statistic.most_member[context], last);
  if (spread.counted == 0) return spread;
  // variance * counted = squares - sum^2 / counted. All but the fraction of the quotient is computed in
  // integers, so that no digits are lost if all members cost nearly the same.
  __extension__ using Wide = unsigned __int128;
  const uint64_t sum = kind == CostKind::kSelf ? Self(context, metric) : Inclusive(context, metric);
  const Wide squares = Wide{statistic.squares_high[context]} << 64 | statistic.squares_low[context];
  const Wide of_mean = Wide{sum} * sum / spread.counted;
  const auto fraction = static_cast<double>(Wide{sum} * sum % spread.counted) / spread.counted;
  spread.mean = static_cast<double>(sum) / spread.counted;
  if (squares > of_mean)
    spread.deviation = std::sqrt((static_cast<double>(squares - of_mean) - fraction) / spread.counted);
  return spread;
}

std::optional<uint64_t> Cct::QuantileOf(ContextId context, MetricIndex metric, CostKind kind,
                                        MemberQuantile quantile) const {
  const MemberColumns& members = columns_.members;
  const auto found = std::find(members.quantiles.begin(), members.quantiles.end(), quantile);
  const size_t index = IndexOfStatistic(metric, kind);
  if (found == members.quantiles.end() || index >= members.statistics.size()) return std::nullopt;
  return members.statistics[index].quantiles[found - members.quantiles.begin()][context];
}

std::string QuantileName(MemberQuantile quantile) {
  return quantile == kMedian ? "median" : fmt::format("p{}", quantile / 1000.0);
}

std::optional<MemberQuantile> QuantileOfName(std::string_view name) {
  if (name == "median") return kMedian;
  return name.starts_with('p') ? ReadQuantile(name.substr(1)) : std::nullopt;
}

std::optional<MemberQuantile> ReadQuantile(std::string_view per_cent) {
  const size_t dot = std::min(per_cent.find('.'), per_cent.size());
  std::string digits(per_cent.substr(0, dot));
  std::string decimals(per_cent.substr(std::min(dot + 1, per_cent.size())));
  if (digits.empty() || digits.size() > 3 || decimals.size() > 3 || dot + 1 == per_cent.size())
    return std::nullopt;
  decimals.resize(3, '0');
  MemberQuantile quantile = 0;
  for (const char c : digits + decimals) {
    if (c < '0' || c > '9') return std::nullopt;
    quantile = quantile * 10 + static_cast<MemberQuantile>(c - '0');
  }
  return quantile <= kLargestQuantile ? std::optional(quantile) : std::nullopt;
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
  // The parent is the last context whose first_child is at most `context`: contexts without children share
  // their first_child with the next context that has children, and come before it.
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
    // The innermost function of a single stack would be all that is shown.
    if (children.empty()) return top.size() == 1 ? top.begin : at;
    if (children.size() != 1 || Self(at, 0) != 0) return at;
    at = children.begin;
  }
}

}  // namespace ringscope
