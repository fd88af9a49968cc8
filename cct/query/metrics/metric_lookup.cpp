#include "cct/query/metrics/metric_lookup.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "cct/base/ascii.h"

namespace ringscope {
namespace {

constexpr std::array<std::string_view, 9> kCallsNames{
    "calls",       "call count",       "number of calls",       "ncalls",    "call",
    "invocations", "invocation count", "number of invocations", "invocation"};

}  // namespace

std::string MetricNameList(const Cct& tree) {
  constexpr size_t kMaxShown = 20;
  std::string list;
  for (size_t i = 0; i < tree.metrics().size() && i < kMaxShown; ++i) {
    list += fmt::format("{}'{}'", i == 0 ? "" : ", ", tree.metrics()[i].name);
  }
  if (tree.metrics().size() > kMaxShown) list += fmt::format(", ... ({} in all)", tree.metrics().size());
  return list;
}

Result<MetricIndex> FindMetricByName(const Cct& tree, std::string_view name) {
  const auto metrics = tree.metrics();
  std::optional<MetricIndex> folded;
  bool is_unique = true;
  for (MetricIndex i = 0; i < metrics.size(); ++i) {
    if (metrics[i].name == name) return i;
    if (!EqualsFolded(metrics[i].name, name)) continue;
    is_unique = !folded;
    folded = i;
  }
  if (folded && is_unique) return *folded;
  return Fail(ErrorCode::kNotFound,
              fmt::format("expected a metric of this profile ({}), found '{}'{}", MetricNameList(tree), name,
                          folded ? ", which several differ from in case" : ""));
}

std::optional<MetricIndex> FindCallsMetric(const Cct& tree) {
  const auto metrics = tree.metrics();
  for (const std::string_view name : kCallsNames) {
    for (MetricIndex i = 0; i < metrics.size(); ++i) {
      std::string plain = metrics[i].name;
      std::replace_if(
          plain.begin(), plain.end(), [](char c) { return c == '_' || c == '-'; }, ' ');
      if (EqualsFolded(plain, name)) return i;
    }
  }
  return std::nullopt;
}

}  // namespace ringscope
