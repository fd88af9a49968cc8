#include "app/diagram/callouts.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "renderer/text/name_text.h"

namespace ringscope {
namespace {

constexpr size_t kMostBoxes = 60, kMostCallouts = 24;
constexpr float kTextPx = 11, kMostWidthPx = 190, kBesidePx = 5, kPaddingPx = 3, kHalfHeightPx = 8;

PlaneBox SeenBox(const DiagramBox& box, const PlaneCamera& camera) {
  return {camera.ViewX(box.place.x), camera.ViewY(box.place.y), camera.ViewX(box.place.x + box.size.width),
          camera.ViewY(box.place.y + box.size.height)};
}

// Places that are taken, in pixels of the view.
class Taken {
 public:
  explicit Taken(const PlacedShapes& placed) {
    const double middle_x = std::floor(static_cast<double>(placed.width_px) / 2);
    const double middle_y = std::floor(static_cast<double>(placed.height_px) / 2);
    for (const Label& label : placed.labels) {
      const double left = middle_x + static_cast<double>(label.offset_x_px);
      const double middle = middle_y + static_cast<double>(label.offset_y_px);
      const auto half = static_cast<double>(label.size_px) * 0.6;
      Take({left, middle - half, left + static_cast<double>(label.width_px), middle + half});
    }
  }
  void Take(const PlaneBox& area) { texts_.push_back(area); }
  void TakeBox(const PlaneBox& area) { boxes_.push_back(area); }
  // Of text, or of the boxes too.
  [[nodiscard]] bool IsFree(const PlaneBox& area, bool of_text_alone) const {
    const auto touches = [&](const PlaneBox& one) { return one.Touches(area); };
    return std::none_of(texts_.begin(), texts_.end(), touches) &&
           (of_text_alone || std::none_of(boxes_.begin(), boxes_.end(), touches));
  }

 private:
  std::vector<PlaneBox> texts_, boxes_;
};

}  // namespace

std::vector<uint32_t> WeightiestBoxes(const Diagram& diagram) {
  std::vector<uint32_t> boxes;
  for (uint32_t k = 0; k < diagram.boxes.size(); ++k) {
    if (diagram.boxes[k].weight > 0 && !diagram.boxes[k].label.empty()) boxes.push_back(k);
  }
  const size_t most = std::min(boxes.size(), kMostBoxes);
  std::partial_sort(boxes.begin(), boxes.begin() + static_cast<ptrdiff_t>(most), boxes.end(),
                    [&](uint32_t a, uint32_t b) {
                      const double x = diagram.boxes[a].weight, y = diagram.boxes[b].weight;
                      return x != y ? x > y : a < b;
                    });
  boxes.resize(most);
  return boxes;
}

void PlaceCallouts(const Diagram& diagram, std::span<const uint32_t> boxes, const ShapeBatch& batch,
                   const PlaneCamera& camera, float scale, Theme theme, const MeasureText& measure,
                   PlacedShapes& placed) {
  if (boxes.empty() || !measure || !camera.is_sound()) return;
  const ChartPalette& palette = PaletteOf(theme);
  Taken taken(placed);
  std::vector<bool> is_labelled(batch.texts.size(), false);
  for (const Label& label : placed.labels) {
    if (label.piece < is_labelled.size()) is_labelled[label.piece] = true;
  }
  // The texts of a batch are those of the boxes that have a label, in their order.
  std::vector<uint32_t> text_of(diagram.boxes.size(), UINT32_MAX);
  uint32_t next = 0;
  for (uint32_t k = 0; k < diagram.boxes.size(); ++k) {
    if (!diagram.boxes[k].label.empty()) text_of[k] = next++;
  }
  const PlaneBox view{0, 0, static_cast<double>(camera.width_px), static_cast<double>(camera.height_px)};
  for (const uint32_t box : boxes) taken.TakeBox(SeenBox(diagram.boxes[box], camera));
  // Nor any other that can be told from its neighbours.
  constexpr float kLeastAreaPx = 30;
  for (const PlacedRect& rect : placed.rects) {
    const bool is_box = rect.rect < diagram.boxes.size() && !diagram.boxes[rect.rect].is_frame;
    if (!is_box || rect.width_px * rect.height_px < kLeastAreaPx * scale * scale) continue;
    taken.TakeBox({static_cast<double>(rect.left_px), static_cast<double>(rect.top_px),
                   static_cast<double>(rect.left_px + rect.width_px),
                   static_cast<double>(rect.top_px + rect.height_px)});
  }
  const float size_px = kTextPx * scale;
  const double beside = static_cast<double>(kBesidePx * scale),
               padding = static_cast<double>(kPaddingPx * scale),
               half = static_cast<double>(kHalfHeightPx * scale);
  size_t placed_callouts = 0;
  for (const uint32_t number : boxes) {
    if (placed_callouts == kMostCallouts) return;
    const DiagramBox& box = diagram.boxes[number];
    const PlaneBox seen = SeenBox(box, camera);
    if (!view.Holds(seen) || (text_of[number] < is_labelled.size() && is_labelled[text_of[number]])) continue;
    const std::string text = ShortenName(box.label, kMostWidthPx * scale, size_px, measure);
    if (text.empty()) continue;
    const float width = measure(text, size_px);
    const double middle = (seen.top + seen.bottom) / 2, whole = static_cast<double>(width) + 2 * padding;
    const PlaneBox inside{seen.left + 1, seen.top + 1, seen.left + 1 + whole, seen.top + 1 + 2 * half};
    const PlaneBox right{seen.right + beside, middle - half, seen.right + beside + whole, middle + half};
    const PlaneBox left_of{seen.left - beside - whole, middle - half, seen.left - beside, middle + half};
    const PlaneBox places[] = {inside, right, left_of};
    for (const PlaneBox& area : std::span(places).subspan(box.is_frame ? 0 : 1, box.is_frame ? 1 : 2)) {
      if (box.is_frame && !seen.Holds(area)) continue;
      if (!view.Holds(area) || !taken.IsFree(area, box.is_frame)) continue;
      const double left = area.left, top = area.top;
      taken.Take(area);
      ++placed_callouts;
      PlacedRect plate;
      plate.left_px = static_cast<float>(std::floor(left));
      plate.top_px = static_cast<float>(std::floor(top));
      plate.width_px = std::ceil(static_cast<float>(whole));
      plate.height_px = std::round(2 * kHalfHeightPx * scale);
      plate.fill = palette.background;
      plate.fill.a = 205;
      plate.rect = kNoShapeRect;
      placed.rects.push_back(plate);
      Label label;
      label.piece = UINT32_MAX;
      label.direction = LabelDirection::kRow;
      label.size_px = size_px;
      label.text = text;
      label.width_px = width;
      label.offset_x_px = static_cast<float>(left + padding) - std::floor(camera.width_px / 2);
      label.offset_y_px = static_cast<float>(top + half) - std::floor(camera.height_px / 2);
      placed.labels.push_back(std::move(label));
      placed.label_colors.push_back(palette.text);
      break;
    }
  }
}

}  // namespace ringscope
