#include "app/widgets/distinct_names.h"

#include <algorithm>

namespace ringscope {
namespace {

std::string Shortened(const std::string& name, float width_px, float size_px, const MeasureText& measure) {
  if (measure(name, size_px) <= width_px) return name;
  std::string cut = ShortenName(name, width_px, size_px, measure, CutMark::kEllipsis);
  return cut.empty() ? CutMiddleToFit(name, width_px, size_px, measure) : cut;
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
  return shown;
}

}  // namespace ringscope
