#include <algorithm>
#include <numeric>
#include <utility>

#include "app/views/polymetric/arrangements.h"
#include "renderer/diagram/boxes.h"

namespace ringscope::polymetric {

void ArrangeRows(LayoutParts& parts) {
  constexpr double kBesideLabels = 12;
  const uint32_t count = parts.found().items.size();
  const bool is_labelled = count <= kMostLabelled;
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return parts.SizeOf(a).height < parts.SizeOf(b).height; });
  std::vector<BoxSize> area;
  std::vector<std::string> label;
  for (const uint32_t item : order) {
    label.push_back(parts.NameOf(item, true));
    area.push_back(is_labelled ? parts.AreaOf(item, label.back()) : parts.SizeOf(item));
  }
  const BoxGrid grid = ArrangeGrid(area, is_labelled ? kBesideLabels : kGap);
  for (uint32_t k = 0; k < count; ++k) {
    if (is_labelled) {
      parts.AddLabelled({order[k], grid.place[k], area[k], std::move(label[k]), false});
    } else {
      parts.AddItem(order[k], grid.place[k], std::move(label[k]));
    }
  }
  parts.AddSummariesBelow();
}

}  // namespace ringscope::polymetric
