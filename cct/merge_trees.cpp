#include "cct/merge_trees.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace ringscope {
namespace {

constexpr uint32_t kContextsBetweenPolls = 1u << 14;
constexpr uint64_t kContextsWorthAWorker = 1u << 18;
constexpr std::string_view kSeveralFormats = "several formats";

// What makes two metrics one: name, unit, and which one it is among those of its tree that have both in
// common.
using MetricKey = std::tuple<std::string, std::string, uint32_t>;

std::vector<MetricKey> KeysOf(const Cct& tree) {
  std::vector<MetricKey> keys;
  for (const Metric& metric : tree.metrics()) {
    MetricKey key{metric.name, metric.unit, 0};
    while (std::find(keys.begin(), keys.end(), key) != keys.end()) ++std::get<2>(key);
    keys.push_back(std::move(key));
  }
  return keys;
}

struct MetricPlan {
  std::vector<Metric> metrics;                   // of the result
  std::vector<std::vector<MetricIndex>> target;  // per tree, per metric
  std::vector<std::vector<uint64_t>> factor;     // likewise: to the result's scale
};

MetricPlan PlanMetrics(std::span<const CctPtr> trees) {
  std::vector<std::vector<MetricKey>> keys;
  for (const CctPtr& tree : trees) keys.push_back(KeysOf(*tree));
  std::vector<MetricKey> all = keys.front();
  const bool all_alike =
      std::all_of(keys.begin(), keys.end(), [&](const std::vector<MetricKey>& k) { return k == all; });
  if (!all_alike) {
    std::set<MetricKey> distinct;
    for (const auto& of_tree : keys) distinct.insert(of_tree.begin(), of_tree.end());
    all.assign(distinct.begin(), distinct.end());
  }
  MetricPlan plan;
  for (const MetricKey& key : all) plan.metrics.push_back({std::get<0>(key), std::get<1>(key), 1});
  plan.target.resize(trees.size());
  plan.factor.resize(trees.size());
  for (size_t t = 0; t < trees.size(); ++t) {
    for (MetricIndex m = 0; m < keys[t].size(); ++m) {
      const auto at = static_cast<MetricIndex>(std::find(all.begin(), all.end(), keys[t][m]) - all.begin());
      plan.target[t].push_back(at);
      plan.metrics[at].scale = std::max(plan.metrics[at].scale, trees[t]->metrics()[m].scale);
    }
  }
  for (size_t t = 0; t < trees.size(); ++t) {
    for (MetricIndex m = 0; m < keys[t].size(); ++m) {
      const uint64_t scale = std::max<uint64_t>(trees[t]->metrics()[m].scale, 1);
      plan.factor[t].push_back(plan.metrics[plan.target[t][m]].scale / scale);
    }
  }
  return plan;
}

// Sums that do not depend on the order of the parts.
ImportReport AddReports(std::span<const CctPtr> trees) {
  ImportReport sum;
  sum.format = trees.front()->report().format;
  std::set<std::string> notes;
  for (const CctPtr& tree : trees) {
    const ImportReport& part = tree->report();
    sum.Add(part);
    sum.input_bytes += part.input_bytes;
    notes.insert(part.notes.begin(), part.notes.end());
    if (part.format != sum.format) sum.format = kSeveralFormats;
  }
  sum.notes.assign(notes.begin(), notes.end());
  std::sort(sum.skipped.begin(), sum.skipped.end(), [](const SkippedRecords& a, const SkippedRecords& b) {
    return std::tie(a.first_offset_bytes, a.reason) < std::tie(b.first_offset_bytes, b.reason);
  });
  return sum;
}

// `value` at the result's scale; what does not fit is large enough for the builder to refuse it.
uint64_t Scaled(uint64_t value, uint64_t factor) {
  return factor > 1 && value > UINT64_MAX / factor ? UINT64_MAX : value * factor;
}

Result<void> AddTree(const Cct& tree, const std::vector<MetricIndex>& target,
                     const std::vector<uint64_t>& factor, CctBuilder& into, JobControl* job) {
  std::vector<FrameId> frame_map;
  frame_map.reserve(tree.frames().size());
  for (FrameId f = 0; f < tree.frames().size(); ++f) frame_map.push_back(into.InternFrame(tree.frames()[f]));
  const uint32_t n = tree.context_count();
  std::vector<BuildNode> node(n, kBuildRoot);
  uint32_t next = 1;  // children of contexts in level order tile the contexts behind the root
  for (ContextId i = 0; i < n; ++i) {
    if (i % kContextsBetweenPolls == 0) {
      if (job != nullptr) {
        job->done_units.fetch_add(std::min(kContextsBetweenPolls, n - i), std::memory_order_relaxed);
        if (job->cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
      }
      RINGSCOPE_TRY(into.status());
    }
    for (MetricIndex m = 0; m < target.size(); ++m) {
      const uint64_t self = tree.Self(i, m);
      if (self != 0) into.AddSelf(node[i], target[m], Scaled(self, factor[m]));
    }
    if (const ContextFlags flags = tree.FlagsOf(i); flags != 0) into.MarkContext(node[i], flags);
    const ContextRange children = tree.ChildrenOf(i);
    if (!children.empty() && children.begin != next) {
      return Fail(ErrorCode::kMalformed, "the columns of the file do not make a tree");
    }
    for (ContextId child = children.begin; child < children.end; ++child) {
      const FrameId frame = tree.FrameOf(child);
      if (frame >= frame_map.size()) {
        return Fail(ErrorCode::kMalformed, "a context has a frame outside the table");
      }
      node[child] = into.Child(node[i], frame_map[frame]);
    }
    next += children.size();
  }
  return into.status();
}

}  // namespace

Result<CctPtr> MergeTrees(std::span<const CctPtr> trees, BuildLimits limits, JobControl* job,
                          uint32_t worker_count) {
  if (trees.empty()) return Fail(ErrorCode::kInvalidArgument, "expected at least one tree to merge");
  const MetricPlan plan = PlanMetrics(trees);
  uint64_t contexts = 0;
  for (const CctPtr& tree : trees) contexts += tree->context_count();
  if (job != nullptr) job->total_units += contexts;
  if (worker_count == 0) {
    const uint64_t worth = std::min<uint64_t>(trees.size(), contexts / kContextsWorthAWorker);
    worker_count = static_cast<uint32_t>(
        std::clamp<uint64_t>(worth, 1, std::max(1u, std::thread::hardware_concurrency())));
  }

  // Worker w takes trees w, w + workers, ...
  std::vector<CctBuilder> builders;
  std::vector<Result<void>> results(worker_count);
  for (uint32_t w = 0; w < worker_count; ++w) {
    builders.emplace_back(limits);
    for (const Metric& metric : plan.metrics) builders.back().AddMetric(metric);
  }
  const auto work = [&](uint32_t w) {
    for (size_t t = w; t < trees.size() && results[w]; t += worker_count) {
      results[w] = AddTree(*trees[t], plan.target[t], plan.factor[t], builders[w], job);
    }
  };
  std::vector<std::thread> threads;
  for (uint32_t w = 1; w < worker_count; ++w) threads.emplace_back(work, w);
  work(0);
  for (std::thread& thread : threads) thread.join();
  for (const Result<void>& result : results) RINGSCOPE_TRY(result);
  for (uint32_t w = 1; w < worker_count; ++w) {
    builders[0].MergeFrom(builders[w]);
    builders[w] = CctBuilder();
  }
  return std::move(builders[0]).Finish(AddReports(trees), job);
}

}  // namespace ringscope
