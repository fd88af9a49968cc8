#include <algorithm>
#include <array>
#include <utility>

#include "cct/base/system/workers.h"
#include "cct/compare/answers/execution_groups.h"
#include "cct/query/metrics/value_runs.h"

namespace ringscope {
namespace {

// Contexts whose shares are worked out at once, as many bytes an execution as a small cache holds; and parts
// of them that are left out where an execution has no cost in them.
constexpr uint32_t kBlock = 2048, kPart = 256;
constexpr uint32_t kPartsPerBlock = kBlock / kPart;
constexpr uint32_t kMaxThreads = 16;

using PartMask = uint32_t;
static_assert(kPartsPerBlock <= 32);

// Several sums side by side, always in one order.
double SumOfSmaller(const double* a, const double* b) {
  std::array<double, 8> sums{};
  for (uint32_t k = 0; k < kPart; k += 8) {
    for (uint32_t lane = 0; lane < 8; ++lane) sums[lane] += std::min(a[k + lane], b[k + lane]);
  }
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

}  // namespace

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
    if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
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
    RunTasks(static_cast<uint32_t>(count), threads, [&](uint32_t a) {
      for (size_t b = a; b < count; ++b) {
        double& sum = common[a * count + b];
        for (uint32_t part = 0; part < kPartsPerBlock; ++part) {
          if ((parts[a] & parts[b]) >> part & 1)
            sum += SumOfSmaller(&shares[a * kBlock + part * kPart], &shares[b * kBlock + part * kPart]);
        }
      }
    });
    begin = block.end;
    if (job != nullptr) job->done_units = begin;
  }
  for (size_t a = 0; a < count; ++a) {
    for (size_t b = 0; b < a; ++b) common[a * count + b] = common[b * count + a];
  }
  return ExecutionDistances(count, std::move(common));
}

}  // namespace ringscope
