#include "cct/table/context_spread.h"

#include <algorithm>
#include <cmath>

#include "cct/base/check.h"
#include "cct/query/metrics/metric_lookup.h"
#include "cct/query/sets/relatives.h"
#include "cct/query/sets/select.h"
#include "cct/statistics/outliers.h"

namespace ringscope {
namespace {

void Score(ContextSpread& spread) {
  std::vector<double> logs(spread.contexts.size());
  for (size_t k = 0; k < logs.size(); ++k) logs[k] = std::log2(spread.contexts[k].value);
  const std::vector<double> scores = ModifiedZScores(logs);
  for (size_t k = 0; k < logs.size(); ++k) {
    spread.contexts[k].score = scores[k];
    spread.unlike += std::abs(scores[k]) > kOutlierScore;
  }
}

}  // namespace

double SpreadQuantile(const ContextSpread& spread, double share) {
  if (spread.contexts.empty()) return 0;
  const auto count = static_cast<double>(spread.contexts.size());
  const double rank = std::clamp(std::ceil(share * count), 1.0, count);
  return spread.contexts[static_cast<size_t>(rank) - 1].value;
}

Result<ContextSpread> SpreadOverContexts(const Cct& tree, const FunctionIndex& functions,
                                         const SpreadRequest& request, JobControl* job) {
  if (request.function >= functions.function_count() || request.metric >= tree.metric_count())
    return Fail(ErrorCode::kInvalidArgument, "expected a function and a metric of the profile");
  std::optional<MetricIndex> calls;
  if (request.measure == SpreadMeasure::kPerCall) {
    calls = FindCallsMetric(tree);
    if (!calls) return Fail(ErrorCode::kNotFound, "expected a profile that counts calls");
  }
  std::vector<uint8_t> is_of_function(size_t{tree.frames().size()} + 1, 0);
  for (FrameId frame = 0; frame < tree.frames().size(); ++frame)
    is_of_function[frame] = functions.FunctionOf(frame) == request.function ? 1 : 0;
  RINGSCOPE_ASSIGN(const ContextSet contexts, ContextsOfFrames(tree, is_of_function, job));
  ContextSet below(tree.context_count());
  if (request.measure == SpreadMeasure::kInclusive) {
    RINGSCOPE_ASSIGN(below, DescendantsOf(tree, contexts, job));
  }
  ContextSpread spread;
  for (uint32_t layer = 1; layer < tree.layer_count(); ++layer) {
    contexts.ForEachIn(tree.Layer(layer), [&](ContextId context) {
      const uint64_t raw = request.measure == SpreadMeasure::kSelf ? tree.Self(context, request.metric)
                                                                   : tree.Inclusive(context, request.metric);
      // Self, not inclusive: calls of its callees are no calls of the context.
      const uint64_t divisor = calls ? tree.Self(context, *calls) : 1;
      if (raw == 0 || divisor == 0) {
        ++spread.without_value;
        return;
      }
      const bool is_nested = below.contains(context);
      spread.contexts.push_back({context, layer, static_cast<double>(raw) / static_cast<double>(divisor), 0});
      spread.nested |= is_nested;
      if (!is_nested && !calls) spread.whole += static_cast<double>(raw);
    });
  }
  std::ranges::sort(spread.contexts, [](const SpreadContext& a, const SpreadContext& b) {
    return a.value != b.value ? a.value < b.value : a.context < b.context;
  });
  if (IsCancelled(job)) return FailCancelled();
  spread.median = SpreadQuantile(spread, 0.5);
  spread.tenth = SpreadQuantile(spread, 0.1);
  spread.ninetieth = SpreadQuantile(spread, 0.9);
  Score(spread);
  return spread;
}

std::vector<SpreadBar> SpreadBars(const ContextSpread& spread, uint32_t most_bars) {
  if (spread.contexts.empty()) return {};
  const double least = std::log2(spread.contexts.front().value),
               most = std::log2(spread.contexts.back().value);
  // Logarithms below 0 and from 0 on never share a bar, however wide, so one bar can be too few.
  RINGSCOPE_CHECK(most_bars >= 2);
  double width = 1.0 / 8;
  while (std::floor(most / width) - std::floor(least / width) >= most_bars) width *= 2;
  const double first = std::floor(least / width);
  const auto count = static_cast<size_t>(std::floor(most / width) - first) + 1;
  std::vector<SpreadBar> bars(count);
  for (size_t k = 0; k < count; ++k) {
    bars[k].low = std::exp2((first + static_cast<double>(k)) * width);
    bars[k].high = std::exp2((first + static_cast<double>(k) + 1) * width);
  }
  for (const SpreadContext& one : spread.contexts) {
    const double at = std::floor(std::log2(one.value) / width) - first;
    SpreadBar& bar = bars[static_cast<size_t>(std::clamp(at, 0.0, static_cast<double>(count - 1)))];
    ++bar.contexts;
    bar.unlike += std::abs(one.score) > kOutlierScore;
    bar.sum += one.value;
  }
  return bars;
}

Result<std::vector<FunctionId>> DearestFunctions(const Cct& tree, const FunctionIndex& functions,
                                                 MetricIndex metric, size_t most, JobControl* job) {
  std::vector<uint64_t> self(functions.function_count());
  constexpr uint32_t kContextsBetweenPolls = 1 << 20;
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    if (context % kContextsBetweenPolls == 0 && IsCancelled(job)) return FailCancelled();
    const FunctionId function = functions.FunctionOf(tree.FrameOf(context));
    if (function != kNoFunction) self[function] += tree.Self(context, metric);
  }
  std::vector<FunctionId> dearest;
  for (FunctionId function = 0; function < self.size(); ++function)
    if (self[function] > 0) dearest.push_back(function);
  most = std::min(most, dearest.size());
  std::ranges::partial_sort(
      dearest, dearest.begin() + static_cast<ptrdiff_t>(most),
      [&](FunctionId a, FunctionId b) { return std::pair(self[b], a) < std::pair(self[a], b); });
  dearest.resize(most);
  return dearest;
}

}  // namespace ringscope
