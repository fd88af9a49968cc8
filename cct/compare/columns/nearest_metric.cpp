#include "cct/compare/columns/nearest_metric.h"

#include <string>
#include <string_view>

#include "cct/base/text/ascii.h"
#include "cct/base/text/nearest_word.h"
#include "cct/query/language/quantity.h"

namespace ringscope {
namespace {

bool Contains(std::string_view text, std::string_view part) {
  return !part.empty() && text.find(part) != std::string_view::npos;
}

// How near two names are: 0 not at all.
int NearnessOf(const std::string& a, const std::string& b) {
  if (EqualsFolded(a, b)) return 3;
  if (NearestWord(a, std::span(&b, 1))) return 2;
  return Contains(a, b) || Contains(b, a) ? 1 : 0;
}

}  // namespace

bool IsSameKind(const Metric& a, const Metric& b) {
  const Dimension dimension = UnitOfMetric(a.unit).dimension;
  if (dimension != UnitOfMetric(b.unit).dimension) return false;
  return dimension != Dimension::kOther || a.unit == b.unit;
}

std::optional<std::pair<MetricIndex, MetricIndex>> NearestMetrics(std::span<const Metric> a,
                                                                  std::span<const Metric> b) {
  std::optional<std::pair<MetricIndex, MetricIndex>> nearest;
  int best = 0;
  for (MetricIndex i = 0; i < a.size(); ++i) {
    for (MetricIndex j = 0; j < b.size(); ++j) {
      if (!IsSameKind(a[i], b[j])) continue;
      const int nearness = 1 + NearnessOf(a[i].name, b[j].name);
      if (nearness <= best) continue;
      best = nearness;
      nearest = {i, j};
    }
  }
  return nearest;
}

}  // namespace ringscope
