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

// The metric of exactly this name, else the only one that differs in ASCII case alone. Errors: kNotFound,
// with the list of metrics.
[[nodiscard]] Result<MetricIndex> FindMetricByName(const Cct& tree, std::string_view name);

// The metric to show for a name: FindMetricByName(); in a comparison the name may lack the side, and then
// means the side after. Without a name it is the first one (its side after). Errors: as FindMetricByName().
[[nodiscard]] Result<MetricIndex> FindViewMetric(const Cct& tree, std::string_view name);

// The metric that counts calls of functions, by its name: "calls", "call count", "invocations", "invocation
// count", "ncalls", in any case and with '_' or '-' for a blank. std::nullopt if there is none. The number of
// calls of a context is its self value.
[[nodiscard]] std::optional<MetricIndex> FindCallsMetric(const Cct& tree);

// Whether a metric of this name counts calls.
[[nodiscard]] bool IsCallsName(std::string_view name);

// A metric of the profile, or one of a list of derived metrics.
struct NamedMetric {
  bool is_derived = false;
  uint32_t index = 0;
};
// Prefers an exact match to one that differs in case, and then a metric of the profile to a derived one.
// Errors: those of FindMetricByName().
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
