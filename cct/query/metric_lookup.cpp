#include "cct/query/metric_lookup.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace ringscope {
namespace {

char LowerAscii(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

std::string Lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), LowerAscii);
  return lower;
}

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
  const std::string lower = Lower(name);
  std::optional<MetricIndex> folded;
  bool is_unique = true;
  for (MetricIndex i = 0; i < metrics.size(); ++i) {
    if (metrics[i].name == name) return i;
    if (Lower(metrics[i].name) != lower) continue;
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
      std::string plain = Lower(metrics[i].name);
      std::replace_if(
          plain.begin(), plain.end(), [](char c) { return c == '_' || c == '-'; }, ' ');
      if (plain == name) return i;
    }
  }
  return std::nullopt;
}

}  // namespace ringscope
