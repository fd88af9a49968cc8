#include "cct/query/metrics/metric_lookup.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "cct/base/text/ascii.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {
namespace {

constexpr std::array<std::string_view, 9> kCallsNames{
    "calls",       "call count",       "number of calls",       "ncalls",    "call",
    "invocations", "invocation count", "number of invocations", "invocation"};

// Compares in any case, and with '_' or '-' for a blank.
bool IsSpelledAs(std::string_view name, std::string_view plain) {
  return std::equal(name.begin(), name.end(), plain.begin(), plain.end(), [](char c, char with) {
    return c == '_' || c == '-' ? with == ' ' : ToLower(c) == with;
  });
}

}  // namespace

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
  return Fail(ErrorCode::kNotFound, "expected a metric of this profile ({}), found '{}'{}", NameList(metrics),
              name, folded ? ", which several differ from in case" : "");
}

Result<MetricIndex> FindViewMetric(const Cct& tree, std::string_view name) {
  const std::span<const Metric> metrics = tree.metrics();
  const auto shown = [&](MetricIndex metric) {
    const auto sides = metric < metrics.size() ? SidesOf(metrics, metric) : std::nullopt;
    return sides ? sides->after : metric;
  };
  if (name.empty()) return shown(0);
  Result<MetricIndex> found = FindMetricByName(tree, name);
  for (MetricIndex metric = 0; !found && metric < metrics.size(); ++metric) {
    if (NameOfCompared(metrics[metric]) == name) return shown(metric);
  }
  return found;
}

Result<NamedMetric> FindMetricOrDerived(const Cct& tree, std::span<const DerivedMetric> derived,
                                        std::string_view name) {
  const auto find = [&](auto is_named) {
    const auto found =
        std::ranges::find_if(derived, [&](const DerivedMetric& one) { return is_named(one.name, name); });
    return static_cast<uint32_t>(found - derived.begin());
  };
  Result<MetricIndex> metric = FindMetricByName(tree, name);
  if (metric && tree.metrics()[*metric].name == name) return NamedMetric{false, *metric};
  if (const uint32_t exact = find(std::equal_to<std::string_view>()); exact < derived.size())
    return NamedMetric{true, exact};
  if (metric) return NamedMetric{false, *metric};
  if (const uint32_t folded = find(EqualsFolded); folded < derived.size()) return NamedMetric{true, folded};
  return tl::unexpected(std::move(metric).error());
}

bool IsCallsName(std::string_view name) {
  return std::ranges::any_of(kCallsNames, [&](std::string_view calls) { return IsSpelledAs(name, calls); });
}

std::optional<MetricIndex> FindCallsMetric(const Cct& tree) {
  const auto metrics = tree.metrics();
  for (const std::string_view name : kCallsNames) {
    for (MetricIndex i = 0; i < metrics.size(); ++i)
      if (IsSpelledAs(metrics[i].name, name)) return i;
  }
  return std::nullopt;
}

}  // namespace ringscope
