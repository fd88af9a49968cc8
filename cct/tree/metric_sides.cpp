#include "cct/tree/metric_sides.h"

namespace ringscope {

std::string_view NameOfCompared(const Metric& metric) {
  const std::string_view name = metric.name;
  return metric.role == MetricRole::kPlain ? name : name.substr(0, name.rfind('@'));
}

std::optional<MetricSides> SidesOf(std::span<const Metric> metrics, MetricIndex metric) {
  if (metric >= metrics.size() || metrics[metric].role == MetricRole::kPlain) return std::nullopt;
  const std::string_view name = NameOfCompared(metrics[metric]);
  std::optional<MetricIndex> before, after, change;
  for (MetricIndex i = 0; i < metrics.size(); ++i) {
    if (NameOfCompared(metrics[i]) != name) continue;
    if (metrics[i].role == MetricRole::kBefore && !before) before = i;
    if (metrics[i].role == MetricRole::kAfter && !after) after = i;
    if (metrics[i].role == MetricRole::kChange && !change) change = i;
  }
  if (!before || !after) return std::nullopt;
  return MetricSides{*before, *after, change};
}

}  // namespace ringscope
