#include "cct/compare/answers/execution_groups.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "cct/base/system/workers.h"
#include "cct/query/metrics/value_runs.h"

namespace ringscope {
namespace {

// The least difference of mean shares of a TellingContext.
constexpr double kLeastTelling = 0.0001;
// Contexts whose values are fetched at once.
constexpr uint32_t kGroupedRun = 4096;

// The group of each execution, after as many joins as the options want.
std::vector<size_t> CutJoins(const std::vector<GroupJoin>& joins, size_t count,
                             const GroupingOptions& options) {
  std::vector<size_t> first(count);  // union-find: an earlier execution of the group, or itself
  std::iota(first.begin(), first.end(), size_t{0});
  const auto find = [&](size_t one) {
    while (first[one] != one) one = first[one] = first[first[one]];
    return one;
  };
  for (size_t k = 0; k < joins.size(); ++k) {
    if (options.groups ? count - k <= *options.groups : joins[k].distance > options.distance) break;
    const auto [earlier, later] = std::minmax({find(joins[k].a), find(joins[k].b)});
    first[later] = earlier;
  }
  std::vector<size_t> group(count), number(count);
  size_t groups = 0;
  for (size_t e = 0; e < count; ++e) {
    const size_t of = find(e);
    if (of == e) number[e] = groups++;
    group[e] = number[of];
  }
  return group;
}

void FindExemplar(const ExecutionDistances& distances, ExecutionGroup& group) {
  double least = std::numeric_limits<double>::infinity();
  for (const size_t one : group.executions) {
    double sum = 0;
    for (const size_t other : group.executions) sum += distances.Between(one, other);
    if (sum >= least) continue;
    least = sum;
    group.exemplar = one;
  }
  const size_t others = group.executions.size() - 1;
  group.from_exemplar = others == 0 ? 0 : least / static_cast<double>(others);
}

double SizeOf(const TellingContext& one) { return std::abs(one.here - one.elsewhere); }

Result<void> FindTellingContexts(const Series& series, const SeriesMetric& metric,
                                 const std::vector<size_t>& group_of, size_t most,
                                 std::vector<ExecutionGroup>& groups, JobControl* job) {
  const Cct& tree = *series.tree;
  if (groups.size() < 2 || most == 0) return {};
  BeginUnits(job, tree.context_count());
  const auto is_larger = [](const TellingContext& a, const TellingContext& b) {
    return SizeOf(a) != SizeOf(b) ? SizeOf(a) > SizeOf(b) : a.context < b.context;
  };
  std::vector<uint64_t> self(kGroupedRun);
  std::vector<std::vector<double>> sums(groups.size(), std::vector<double>(kGroupedRun));
  std::vector<double> all(kGroupedRun);
  for (ContextId begin = 0; begin < tree.context_count();) {
    RINGSCOPE_TRY(ReachUnits(job, begin));
    const ContextRange run{begin, begin + std::min(kGroupedRun, tree.context_count() - begin)};
    for (std::vector<double>& of_group : sums) std::fill(of_group.begin(), of_group.end(), 0);
    std::fill(all.begin(), all.end(), 0);
    for (size_t e = 0; e < metric.run.size(); ++e) {
      SelfOfRun(tree, run, metric.run[e], std::span(self).first(run.size()));
      const auto total = static_cast<double>(std::max<uint64_t>(tree.Total(metric.run[e]), 1));
      std::vector<double>& of_group = sums[group_of[e]];
      for (uint32_t k = 0; k < run.size(); ++k) {
        const double share = static_cast<double>(self[k]) / total;
        of_group[k] += share;
        all[k] += share;
      }
    }
    for (size_t g = 0; g < groups.size(); ++g) {
      const auto here = static_cast<double>(groups[g].executions.size());
      const double elsewhere = static_cast<double>(metric.run.size()) - here;
      std::vector<TellingContext>& found = groups[g].contexts;
      for (uint32_t k = 0; k < run.size(); ++k) {
        const TellingContext one{run.begin + k, sums[g][k] / here,
                                 std::max(0.0, all[k] - sums[g][k]) / elsewhere};
        if (SizeOf(one) < kLeastTelling || (found.size() == most && !is_larger(one, found.back()))) continue;
        if (found.size() == most) found.pop_back();
        found.insert(std::upper_bound(found.begin(), found.end(), one, is_larger), one);
      }
    }
    begin = run.end;
  }
  return {};
}

// Shares are computed in blocks of contexts, one of which fits a small cache for each execution. A part of a
// block is skipped for executions without cost in it.
constexpr uint32_t kBlock = 2048, kPart = 256;
constexpr uint32_t kPartsPerBlock = kBlock / kPart;
constexpr uint32_t kMaxThreads = 16;

using PartMask = uint32_t;
static_assert(kPartsPerBlock <= 32);

// Adds up in 8 lanes, always in the same order, so that the result is the same on every machine.
double SumOfSmaller(const double* a, const double* b) {
  std::array<double, 8> sums{};
  for (uint32_t k = 0; k < kPart; k += 8) {
    for (uint32_t lane = 0; lane < 8; ++lane) sums[lane] += std::min(a[k + lane], b[k + lane]);
  }
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

}  // namespace

std::vector<GroupJoin> JoinGroups(const ExecutionDistances& distances) {
  const size_t count = distances.count();
  std::vector<GroupJoin> joins;
  if (count < 2) return joins;
  // Mean distances between groups, which are named by their first execution.
  std::vector<double> between(count * count);
  for (size_t a = 0; a < count; ++a) {
    for (size_t b = 0; b < count; ++b) between[a * count + b] = distances.Between(a, b);
  }
  std::vector<size_t> size(count, 1);  // 0: joined to another one
  // Nearest-neighbour chain: goes from each group to its nearest neighbour until two are each other's. With
  // average linkage no later join brings another group nearer to either of them.
  std::vector<size_t> chain;
  while (joins.size() + 1 < count) {
    if (chain.empty()) {
      const auto any = std::find_if(size.begin(), size.end(), [](size_t one) { return one != 0; });
      chain.push_back(static_cast<size_t>(any - size.begin()));
    }
    const size_t last = chain.back();
    // Of equals takes the previous one of the chain, so that the chain ends, else the first.
    size_t nearest = chain.size() > 1 ? chain[chain.size() - 2] : count;
    for (size_t other = 0; other < count; ++other) {
      if (other == last || size[other] == 0) continue;
      if (nearest == count || between[last * count + other] < between[last * count + nearest])
        nearest = other;
    }
    if (chain.size() < 2 || nearest != chain[chain.size() - 2]) {
      chain.push_back(nearest);
      continue;
    }
    chain.resize(chain.size() - 2);
    const auto [into, from] = std::minmax({last, nearest});
    joins.push_back({into, from, between[into * count + from]});
    const auto n = static_cast<double>(size[into]), m = static_cast<double>(size[from]);
    for (size_t other = 0; other < count; ++other) {
      if (size[other] == 0 || other == into || other == from) continue;
      const double mean = (n * between[into * count + other] + m * between[from * count + other]) / (n + m);
      between[into * count + other] = between[other * count + into] = mean;
    }
    size[into] += size[from];
    size[from] = 0;
  }
  std::ranges::stable_sort(joins, {}, &GroupJoin::distance);
  return joins;
}

Result<std::vector<ExecutionGroup>> GroupExecutions(const Series& series, const SeriesMetric& metric,
                                                    const ExecutionDistances& distances,
                                                    const GroupingOptions& options, JobControl* job) {
  std::vector<size_t> group_of = CutJoins(JoinGroups(distances), distances.count(), options);
  std::vector<ExecutionGroup> groups;
  for (size_t e = 0; e < group_of.size(); ++e) {
    groups.resize(std::max(groups.size(), group_of[e] + 1));
    groups[group_of[e]].executions.push_back(e);
  }
  std::ranges::stable_sort(groups, std::greater(),
                           [](const ExecutionGroup& one) { return one.executions.size(); });
  for (size_t g = 0; g < groups.size(); ++g) {
    for (const size_t e : groups[g].executions) group_of[e] = g;
    FindExemplar(distances, groups[g]);
  }
  RINGSCOPE_TRY(FindTellingContexts(series, metric, group_of, options.contexts, groups, job));
  return groups;
}

double ExecutionDistances::Between(size_t a, size_t b) const {
  const double whole = (common_[a * count_ + a] + common_[b * count_ + b]) / 2;
  return std::clamp(whole - common_[a * count_ + b], 0.0, 1.0);
}

Result<ExecutionDistances> BuildDistances(const Series& series, const SeriesMetric& metric, JobControl* job) {
  const Cct& tree = *series.tree;
  const size_t count = metric.run.size();
  BeginUnits(job, tree.context_count());
  std::vector<double> common(count * count, 0);
  std::vector<double> shares(count * kBlock);
  std::vector<PartMask> parts(count);
  const uint32_t threads =
      ThreadsWorth(uint64_t{tree.context_count()} * count * count, 10'000'000, kMaxThreads);
  for (ContextId begin = 0; begin < tree.context_count();) {
    RINGSCOPE_TRY(ReachUnits(job, begin));
    const ContextRange block{begin, begin + std::min(kBlock, tree.context_count() - begin)};
    RunTasks(static_cast<uint32_t>(count), threads, [&](uint32_t e) {
      std::array<uint64_t, kBlock> self;
      SelfOfRun(tree, block, metric.run[e], std::span(self).first(block.size()));
      std::fill(self.begin() + block.size(), self.end(), 0);
      const auto total = static_cast<double>(std::max<uint64_t>(tree.Total(metric.run[e]), 1));
      parts[e] = 0;
      for (uint32_t k = 0; k < kBlock; ++k) {
        shares[e * kBlock + k] = static_cast<double>(self[k]) / total;
        if (self[k] != 0) parts[e] |= PartMask{1} << (k / kPart);
      }
    });
    // Compares several executions at once with each other one, whose shares are then fetched once for all.
    constexpr size_t kAtOnce = 16;
    RunTasks(static_cast<uint32_t>((count + kAtOnce - 1) / kAtOnce), threads, [&](uint32_t task) {
      const size_t first = task * kAtOnce, behind = std::min(count, first + kAtOnce);
      for (size_t b = first; b < count; ++b) {
        for (size_t a = first; a < std::min(behind, b + 1); ++a) {
          double& sum = common[a * count + b];
          for (uint32_t part = 0; part < kPartsPerBlock; ++part) {
            if ((parts[a] & parts[b]) >> part & 1)
              sum += SumOfSmaller(&shares[a * kBlock + part * kPart], &shares[b * kBlock + part * kPart]);
          }
        }
      }
    });
    begin = block.end;
  }
  for (size_t a = 0; a < count; ++a) {
    for (size_t b = 0; b < a; ++b) common[a * count + b] = common[b * count + a];
  }
  return ExecutionDistances(count, std::move(common));
}

}  // namespace ringscope
