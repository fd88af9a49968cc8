#include "renderer/legend/shape_caption.h"

#include <algorithm>
#include <cmath>

#include "renderer/legend/caption_placer.h"

namespace ringscope {
namespace {

using ShapeSizes = CaptionPlacer;
constexpr float kGroupGap = 34;
constexpr float kMostTitle = 520, kMostShapeLabel = 420;

// Where the next thing stands. Text begins a new row where it has no room in this one.
struct Flow {
  CaptionPlacer& to;
  float x = 0, y = 0;
  uint32_t rows = 1;

  [[nodiscard]] float left() const { return to.Px(ShapeSizes::kMargin); }
  void MakeRoom(float width) {
    if (x <= left() || x + width <= to.right()) return;
    x = left();
    y += to.Px(ShapeSizes::kRow);
    ++rows;
  }
};

float BoxWidth(const ShapeCaption::Entry& entry, const CaptionPlacer& to) {
  return entry.width_px > 0 ? entry.width_px : to.Px(ShapeSizes::kBox);
}
float BoxHeight(const ShapeCaption::Entry& entry, const CaptionPlacer& to) {
  return entry.height_px > 0 ? entry.height_px : to.Px(ShapeSizes::kBox);
}

float EntryWidth(const ShapeCaption::Entry& entry, const CaptionPlacer& to) {
  return BoxWidth(entry, to) + to.Px(ShapeSizes::kBoxGap) +
         std::min(to.Width(entry.label, ShapeSizes::kTextSize), to.Px(kMostShapeLabel));
}

void PutEntry(const ShapeCaption::Entry& entry, Flow& flow) {
  CaptionPlacer& to = flow.to;
  const float width = std::round(BoxWidth(entry, to)), height = std::round(BoxHeight(entry, to));
  const float border =
      entry.border.a == 0 ? 0 : std::min({entry.border_px, (width - 1) / 2, (height - 1) / 2});
  const PieceStyle pattern = entry.stripes.a == 0 ? PieceStyle{0} : kStyleNew;
  if (border > 0) {
    to.PutBox(flow.x, flow.y, width, height, entry.border);
    to.PutBox(flow.x + std::round(border), flow.y, width - 2 * std::round(border),
              height - 2 * std::round(border), entry.color, pattern, entry.stripes);
  } else {
    to.PutBox(flow.x, flow.y, width, height, entry.color, pattern, entry.stripes);
  }
  flow.x += width + to.Px(ShapeSizes::kBoxGap);
  flow.x += to.Put(entry.label, flow.x, flow.y, ShapeSizes::kTextSize,
                   std::min(to.Px(kMostShapeLabel), to.right() - flow.x) + 1, to.text());
}

// Puts down all groups, and says how many rows that takes.
uint32_t PutGroups(const ShapeCaption& caption, float top, CaptionPlacer& to) {
  Flow flow{to, to.Px(ShapeSizes::kMargin), top + to.Px(ShapeSizes::kFirstRowY)};
  for (const ShapeCaption::Group& group : caption.groups) {
    const float title = std::min(to.Width(group.title, ShapeSizes::kTextSize), to.Px(kMostTitle));
    // A title does not stand at the end of a row without anything behind it.
    const float first = group.entries.empty() ? 0 : EntryWidth(group.entries.front(), to);
    if (!group.title.empty()) {
      flow.MakeRoom(title + to.Px(ShapeSizes::kBoxGap) + first);
      flow.x += to.Put(group.title, flow.x, flow.y, ShapeSizes::kTextSize,
                       std::min(title, to.right() - flow.x) + 1, to.dim()) +
                to.Px(ShapeSizes::kBoxGap + 4);
    }
    for (const ShapeCaption::Entry& entry : group.entries) {
      flow.MakeRoom(EntryWidth(entry, to));
      PutEntry(entry, flow);
      flow.x += to.Px(ShapeSizes::kEntryGap);
    }
    flow.x += to.Px(kGroupGap - ShapeSizes::kEntryGap);
  }
  return flow.rows;
}

}  // namespace

uint32_t ShapeCaptionFooterPx(const ShapeCaption& caption, uint32_t width_px, float scale,
                              const MeasureText& measure) {
  uint32_t rows = 1;
  if (measure) {
    PlacedCaption tried;
    tried.width_px = width_px;
    CaptionPlacer to(tried, scale, Theme::kDark, measure);
    rows = PutGroups(caption, 0, to);
  }
  return static_cast<uint32_t>(
      std::lround((2 * ShapeSizes::kFirstRowY + ShapeSizes::kRow * static_cast<float>(rows - 1)) * scale));
}

PlacedCaption PlaceShapeCaption(const ShapeCaption& caption, uint32_t chart_width_px,
                                uint32_t chart_height_px, uint32_t footer_px, float scale, Theme theme,
                                const MeasureText& measure) {
  PlacedCaption placed;
  placed.header_px = CaptionHeaderPx(scale);
  placed.width_px = chart_width_px;
  placed.height_px = placed.header_px + chart_height_px + footer_px;
  if (!measure) return placed;
  CaptionPlacer to(placed, scale, theme, measure);
  to.PutHeader(caption.title, caption.facts);
  PutGroups(caption, static_cast<float>(placed.header_px + chart_height_px), to);
  return placed;
}

}  // namespace ringscope
