#include <algorithm>
#include <utility>
#include <vector>

#include "cct/base/system/large_array.h"
#include "cct/base/system/workers.h"
#include "cct/transform/engine/rewrite.h"
#include "cct/transform/steps/steps.h"
#include "cct/tree/building/level_order.h"

namespace ringscope {
namespace {

constexpr uint64_t kSamplesBetweenPolls = uint64_t{1} << 20;

// The samples of the range that measure a metric; null pointers if its cost has no times.
struct MetricInRange {
  const SampleSeries* series = nullptr;
  const SampleMetric* measured = nullptr;
  SampleRange samples;
};

// Calls add(context, value) for the samples of a range. In a damaged file, contexts may be any number.
template <typename Values, typename Add>
void ForEachIn(const SampleSeries& series, SampleRange range, const Values& values, Add add) {
  for (uint64_t at = range.begin; at < range.end;) {
    const std::span<const uint32_t> contexts = series.context.Contiguous(at, range.end);
    for (size_t i = 0; i < contexts.size(); ++i) add(contexts[i], values(at + i));
    at += contexts.size();
  }
}

// Computes `running` as in a tree: running[i + 1] - running[i] is the sum of samples of i and below.
Result<void> SumUp(const FlatTree& flat, const MetricInRange& metric, LargeArray<uint64_t>& running,
                   const JobControl* job) {
  const uint64_t n = flat.n;
  std::fill(running.begin(), running.end(), 0);
  for (uint64_t begin = metric.samples.begin; begin < metric.samples.end; begin += kSamplesBetweenPolls) {
    if (IsCancelled(job)) return Cancelled();
    const SampleRange some{begin, std::min(begin + kSamplesBetweenPolls, metric.samples.end)};
    const auto add = [&running, n](uint32_t context, uint64_t value) {
      if (context < n) running[context] += value;
    };
    const SampleMetric& measured = *metric.measured;
    if (measured.counted) {
      ForEachIn(
          *metric.series, some, [](uint64_t) { return uint64_t{1}; }, add);
    } else if (!measured.values.narrow.empty()) {
      const auto& values = measured.values.narrow;
      ForEachIn(
          *metric.series, some, [&values](uint64_t i) { return uint64_t{values[i]}; }, add);
    } else {
      const auto& values = measured.values.wide;
      ForEachIn(
          *metric.series, some, [&values](uint64_t i) { return values[i]; }, add);
    }
  }
  // From self values to running sums, from the back, as callees come behind their callers: first with an end
  // of 0, modulo 2^64, then shifted so that the begin is 0.
  for (uint64_t i = n; i-- > 0;) {
    const uint64_t self = running[i];
    const uint64_t callees = running[flat.first_child[i + 1]] - running[flat.first_child[i]];
    if (self >= kTotalLimit || self + callees >= kTotalLimit) return DamagedValues();
    running[i] = running[i + 1] - (self + callees);
  }
  const uint64_t first = running[0];
  for (uint64_t& sum : running) sum -= first;
  return {};
}

}  // namespace

Result<CctPtr> ChooseTime(const CctPtr& tree, const TimeRange& range, JobControl* job) {
  RINGSCOPE_ASSIGN(FlatTree flat, FlattenTree(*tree));
  std::vector<MetricInRange> metrics(tree->metric_count());
  for (const SampleSeries& series : tree->sample_series()) {
    const SampleRange samples = series.Between(range.begin_ns, range.end_ns);
    for (const SampleMetric& measured : series.metrics)
      metrics[measured.metric] = {&series, &measured, samples};
  }
  // One task for each metric.
  std::vector<LargeArray<uint64_t>> running;
  for (size_t metric = 0; metric < metrics.size(); ++metric)
    running.push_back(LargeArray<uint64_t>::OfSize(uint64_t{flat.n} + 1));
  std::vector<Result<void>> done(metrics.size());
  const auto metric_count = static_cast<uint32_t>(metrics.size());
  constexpr uint64_t kWorkAThread = uint64_t{1} << 18;
  const uint64_t work = (tree->sample_count() + flat.n) * metric_count;
  RunTasks(metric_count, ThreadsWorth(work, kWorkAThread, metric_count),
           [&](uint32_t metric) { done[metric] = SumUp(flat, metrics[metric], running[metric], job); });
  for (const Result<void>& sum : done) RINGSCOPE_TRY(sum);

  for (size_t metric = 0; metric < metrics.size(); ++metric)
    flat.running[metric] = FlatColumn<uint64_t>(ChunkedColumn<uint64_t>(running[metric].view()));
  std::vector<Placement> placements(flat.n, Placement::kLeftOut);
  for (const LargeArray<uint64_t>& sums : running) {
    for (uint64_t i = 0; i < flat.n; ++i) {
      if (sums[i + 1] != sums[i]) placements[i] = Placement::kStays;
    }
  }
  placements[kRootContext] = Placement::kStays;
  // Drops points: they have no times, and those of the whole run do not describe a part of it.
  return RewriteTree(*tree, flat, std::move(placements), NewFrames(tree->frames()), job, 0,
                     CarriedPoints::kNone);
}

}  // namespace ringscope
