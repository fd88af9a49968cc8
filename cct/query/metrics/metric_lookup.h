#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cct/base/result.h"
#include "cct/query/metrics/derived_metric.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The metric of this name: exactly, else the only one that differs in ASCII case alone. Errors: kNotFound,
// naming the metrics there are.
[[nodiscard]] Result<MetricIndex> FindMetricByName(const Cct& tree, std::string_view name);

// What a view of this metric shows: FindMetricByName(), and of a comparison also without a side, then the
// side after. Without a name the first one, of a comparison the side after of it. Errors: those of
// FindMetricByName.
[[nodiscard]] Result<MetricIndex> FindViewMetric(const Cct& tree, std::string_view name);

// The metric that counts how often functions were called, by its name: "calls", "call count",
// "invocations", "invocation count", "ncalls", whatever their case and with '_' or '-' for a blank. Nothing
// where the profile has none. A context's own number of calls is its self value.
[[nodiscard]] std::optional<MetricIndex> FindCallsMetric(const Cct& tree);

// Whether a metric of this name does.
[[nodiscard]] bool IsCallsName(std::string_view name);

// What a name stands for: a metric of the profile, or one of some derived metrics.
struct NamedMetric {
  bool is_derived = false;
  uint32_t index = 0;
};
// What has exactly this name goes before what differs in case, and a metric of the profile before a derived
// one. Errors: those of FindMetricByName.
[[nodiscard]] Result<NamedMetric> FindMetricOrDerived(const Cct& tree, std::span<const DerivedMetric> derived,
                                                      std::string_view name);

// "'cpu time', 'bytes'", for messages.
template <typename Named>
[[nodiscard]] std::string NameList(std::span<const Named> all) {
  constexpr size_t kMaxShown = 20;
  std::string list;
  for (size_t i = 0; i < all.size() && i < kMaxShown; ++i) {
    list += i == 0 ? "'" : ", '";
    list += all[i].name + "'";
  }
  if (all.size() > kMaxShown) list += ", ... (" + std::to_string(all.size()) + " in all)";
  return list;
}
[[nodiscard]] inline std::string MetricNameList(const Cct& tree) { return NameList(tree.metrics()); }

}  // namespace ringscope
