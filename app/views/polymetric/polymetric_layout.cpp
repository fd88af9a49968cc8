#include "app/views/polymetric/polymetric_layout.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/views/polymetric/arrangements.h"
#include "cct/names/qualified_name.h"

namespace ringscope::polymetric {

std::string ShortMethodName(std::string_view name, bool with_class) {
  const std::string_view of = ClassOfName(name);
  if (of.empty()) return std::string(name);
  size_t begin = static_cast<size_t>(of.data() - name.data()) + of.size();
  while (begin < name.size() &&
         (name[begin] == '.' || name[begin] == ':' || name[begin] == '/' || name[begin] == ';'))
    ++begin;
  std::string method(name.substr(begin));
  if (method.empty()) return std::string(name);
  if (!with_class) return method;
  // Before template arguments, which have names of their own.
  const size_t end = std::min(of.find('<'), of.size());
  const size_t at = of.substr(0, end).find_last_of(".:/");
  const std::string_view own =
      at == std::string_view::npos || at + 1 >= end ? of.substr(0, end) : of.substr(at + 1, end - at - 1);
  if (own.empty()) return method;
  return std::string(own) + "." + method;
}

std::vector<double> PositionsOf(const MeasuredItems& measured, MeasureScale scale) {
  std::vector<double> positions;
  positions.reserve(measured.values.size());
  double most = 0;
  for (const double value : measured.values) {
    positions.push_back(ScaledValue(value, scale));
    if (std::isfinite(positions.back())) most = std::max(most, std::abs(positions.back()));
  }
  for (double& position : positions) {
    if (std::isfinite(position)) position = most > 0 ? position / most : 0;
  }
  return positions;
}

PolymetricLayout LayOut(const PolymetricFound& found) {
  LayoutParts parts(found);
  switch (found.spec.arrangement) {
    case BoxArrangement::kInheritance:
      ArrangeClasses(parts);
      break;
    case BoxArrangement::kCalls:
      ArrangeFunctions(parts);
      break;
    case BoxArrangement::kTree:
      ArrangeContexts(parts);
      break;
    case BoxArrangement::kGrid:
      ArrangeRows(parts);
      break;
    case BoxArrangement::kPlot:
      ArrangePlot(parts);
      break;
  }
  return std::move(parts).Take();
}

}  // namespace ringscope::polymetric
