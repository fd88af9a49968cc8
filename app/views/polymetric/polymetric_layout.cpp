#include "app/views/polymetric/polymetric_layout.h"

#include <algorithm>
#include <cmath>
#include <map>
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

namespace {

// Of a path the end, which tells which it is.
std::string_view EndOfPath(std::string_view path) {
  const size_t slash = path.find_last_of('/');
  return slash == std::string_view::npos || slash + 1 == path.size() ? path : path.substr(slash + 1);
}

std::string PlaceOf(const FrameTable& frames, FrameId frame, std::string_view name) {
  if (frame >= frames.size()) return {};
  const ClassOfFrame its = FindClassOf(frames, frame);
  if (its.id != kNoClass) {
    const std::string_view of = frames.facts()[its.id].name;
    const bool is_said = name.starts_with(of) && name.substr(of.size()).starts_with('.');
    if (!is_said) return std::string(of);
  }
  const Frame of = frames[frame];
  return std::string(EndOfPath(of.file.empty() ? of.module : of.file));
}

}  // namespace

std::vector<std::string> TellApart(const FrameTable& frames, const ItemTable& items) {
  if (items.kind != ItemKind::kFunction) return {};
  std::map<std::string, uint32_t> first;             // by name
  std::vector<std::pair<uint32_t, uint32_t>> equal;  // the first of a name, and another one
  std::vector<std::string> told_apart(items.size());
  std::vector<bool> differs(items.size(), false);  // by the first of a name: the places of these
  for (uint32_t item = 0; item < items.size(); ++item) {
    const auto [found, is_first] = first.emplace(ShortMethodName(items.name[item], true), item);
    if (is_first) continue;
    equal.emplace_back(found->second, item);
    for (const uint32_t one : {found->second, item})
      told_apart[one] = PlaceOf(frames, items.first_frame[one], found->first);
    if (told_apart[item] != told_apart[found->second]) differs[found->second] = true;
  }
  bool has_any = false;
  for (const auto& [one, other] : equal) {
    has_any |= differs[one];
    if (differs[one]) continue;
    // The same place before all of them, as of overloads, tells nothing.
    told_apart[one].clear();
    told_apart[other].clear();
  }
  return has_any ? told_apart : std::vector<std::string>();
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
