#include "app/widgets/distinct_names.h"

#include <algorithm>

namespace ringscope {
namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

std::string Shortened(const std::string& name, float width_px, float size_px, const MeasureText& measure) {
  if (measure(name, size_px) <= width_px) return name;
  std::string cut = ShortenName(name, width_px, size_px, measure, CutMark::kEllipsis);
  return cut.empty() ? CutMiddleToFit(name, width_px, size_px, measure) : cut;
}

// How many of the last bytes of two names are the same, whole characters alone.
size_t CommonEnd(std::string_view one, std::string_view other) {
  const auto [differs, in_other] = std::mismatch(one.rbegin(), one.rend(), other.rbegin(), other.rend());
  auto common = static_cast<size_t>(differs - one.rbegin());
  while (common > 0 && (one[one.size() - common] & '\xC0') == '\x80') --common;
  return common;
}

}  // namespace

std::vector<std::string> DistinctNames(std::span<const std::string> names, std::span<const float> widths_px,
                                       float size_px, const MeasureText& measure) {
  std::vector<std::string> shown;
  for (size_t i = 0; i < names.size(); ++i)
    shown.push_back(Shortened(names[i], widths_px[i], size_px, measure));
  const std::vector<std::string> first = shown;
  for (size_t i = 0; i < names.size(); ++i) {
    if (std::count(first.begin(), first.end(), first[i]) > 1)
      shown[i] = CutMiddleToFit(names[i], widths_px[i], size_px, measure);
  }
  const std::vector<std::string> second = shown;
  for (size_t i = 0; i < names.size(); ++i) {
    size_t end = names[i].size();
    for (size_t k = 0; k < names.size(); ++k)
      if (second[k] == second[i] && names[k] != names[i]) end = std::min(end, CommonEnd(names[i], names[k]));
    if (end == 0 || end == names[i].size()) continue;
    const float room = widths_px[i] - measure(kEllipsis, size_px);
    shown[i] = CutMiddleToFit(names[i].substr(0, names[i].size() - end), room, size_px, measure);
    shown[i] += kEllipsis;
  }
  return shown;
}

}  // namespace ringscope
