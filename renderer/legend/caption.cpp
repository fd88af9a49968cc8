#include "renderer/legend/caption.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "cct/base/text/number_text.h"
#include "cct/names/shown_name.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {
namespace {

// In units of the picture's scale.
constexpr float kHeader = 52, kFooter = 56;
constexpr float kMargin = 14;
constexpr float kTitleSize = 15, kTextSize = 12;
constexpr float kTitleY = 18, kFactsY = 38;  // middles
constexpr float kRow = 20, kFirstRowY = 18;  // of the footer
constexpr float kBox = 10, kBoxGap = 6, kEntryGap = 20, kGroupGap = 34;
constexpr float kMostLabel = 260, kMostTitle = 520, kMostShapeLabel = 420;
constexpr float kGradientWidth = 240, kMapShare = 0.35f;
constexpr size_t kRows = 2;
// A smaller share of the centre cannot be found in a chart.
constexpr double kLeastShare = 0.0005;
constexpr size_t kMaxTextBytes = 400;

// Puts boxes and text down, from left to right. Borrows all of its arguments.
class CaptionPlacer {
 public:
  CaptionPlacer(PlacedCaption& placed, float scale, Theme theme, const MeasureText& measure)
      : placed_(placed), scale_(scale), colors_(PaletteOf(theme)), measure_(measure) {}

  [[nodiscard]] float Px(float units) const { return units * scale_; }
  [[nodiscard]] Color text() const { return colors_.text; }
  [[nodiscard]] Color background() const { return colors_.background; }
  [[nodiscard]] Color dim() const { return MixColors(colors_.background, colors_.text, 0.72f); }
  [[nodiscard]] float Width(std::string_view text, float size) const { return measure_(text, Px(size)); }
  [[nodiscard]] float right() const { return static_cast<float>(placed_.width_px) - Px(kMargin); }

  // Puts down text, cut in its middle if it has no room. Returns its width.
  float Put(std::string_view text, float x, float middle_y, float size, float room, Color color) {
    std::string shown = CutMiddleToFit(text, room, Px(size), measure_);
    const float width = measure_(shown, Px(size));
    if (shown.empty() || width > room) return 0;  // less than a few letters
    placed_.lines.push_back({std::round(x), middle_y, Px(size), color, std::move(shown)});
    return width;
  }

  void PutBox(float x, float middle_y, float width, float height, Color color, PieceStyle pattern = 0,
              Color stripes = {0, 0, 0, 0}) {
    placed_.boxes.push_back(
        {std::round(x), std::round(middle_y - height / 2), width, height, color, pattern, stripes});
  }

 private:
  PlacedCaption& placed_;
  const float scale_;
  const ChartPalette& colors_;
  const MeasureText& measure_;
};

// Names the root of a view or of its detail, unless it is everything.
std::string RootText(const Cct& tree, const ArcBatch& batch, std::string_view what, const ViewRoot& root,
                     uint64_t value, uint64_t total) {
  if (root.context == kRootContext && !root.is_run()) return {};
  const Metric& metric = tree.metrics()[batch.spec.metric];
  const std::string name =
      root.context == kRootContext
          ? "all"
          : DisplayText(ShownName(tree.frames().name(tree.FrameOf(root.context))), kMaxTextBytes);
  return fmt::format("{} {}{}: {}, {}", what, root.is_run() ? "some callees of " : "", name,
                     ValueText(value, metric.unit, metric.scale), ShareText(value, total));
}

std::string ViewText(const ViewSpec& view) {
  const std::string_view mode = view.mode == RingMode::kEqual    ? "equal"
                                : view.mode == RingMode::kLength ? "length"
                                                                 : "area";
  return fmt::format("{}, {} mode", WordOf(kFormWords, view.form), mode);
}

// Returns the x of the first entry after the title.
float PutLegendTitle(const Caption& caption, float y, CaptionPlacer& to) {
  const float left = to.Px(kMargin);
  const float title = to.Put(caption.legend_title, left, y, kTextSize,
                             std::min(to.Px(kMostLabel), to.right() - left), to.dim());
  return left + (title + to.Px(kEntryGap));
}

// A box in the background's colour is visible by its edge.
void PutLegendBox(const Caption::Entry& entry, float x, float y, CaptionPlacer& to) {
  const float side = to.Px(kBox), edge = std::max(1.0f, std::round(to.Px(1)));
  if (entry.color != to.background()) {
    to.PutBox(x, y, side, side, entry.color, entry.pattern);
    return;
  }
  to.PutBox(x, y, side, side, to.dim());
  to.PutBox(x + edge, y + edge, side - 2 * edge, side - 2 * edge, entry.color);
}

// Places the entries in rows, the first row from `x` and the others from `left` on; entries without room are
// counted at the end.
void PlaceEntries(const Caption& caption, float x, float left, float y, CaptionPlacer& to) {
  size_t row = 0;
  for (size_t i = 0; i < caption.legend.size(); ++i) {
    const Caption::Entry& entry = caption.legend[i];
    const float label = std::min(to.Width(entry.label, kTextSize), to.Px(kMostLabel));
    const float share = entry.share.empty() ? 0 : to.Width(entry.share, kTextSize) + to.Px(kBoxGap);
    const float whole = to.Px(kBox + kBoxGap) + label + share;
    const size_t unplaced = caption.legend.size() - i;
    const std::string more = fmt::format("{} more", unplaced);
    // The last row keeps room for the count of entries without room.
    const auto fits = [&] {
      const bool keeps_room = row + 1 == kRows && unplaced > 1;
      return x + whole + (keeps_room ? to.Width(more, kTextSize) + to.Px(kEntryGap) : 0) <= to.right();
    };
    if (!fits() && row + 1 < kRows) {
      ++row;
      x = left;
      y += to.Px(kRow);
    }
    if (!fits()) {
      if (to.Width(more, kTextSize) <= to.right() - x)
        to.Put(more, x, y, kTextSize, to.right() - x, to.dim());
      return;
    }
    PutLegendBox(entry, x, y, to);
    x += to.Px(kBox + kBoxGap);
    x += to.Put(entry.label, x, y, kTextSize, label + 1, to.text());
    if (!entry.share.empty()) to.Put(entry.share, x + to.Px(kBoxGap), y, kTextSize, share + 1, to.dim());
    x += share + to.Px(kEntryGap);
  }
}

// Returns the gradient's right end.
float PlaceGradient(const Caption& caption, float x, float y, CaptionPlacer& to) {
  // In narrow pictures the gradient leaves room for the entries behind it.
  const float width = std::min(to.Px(kGradientWidth), kMapShare * (to.right() - x));
  if (width <= 0) return x;
  const float each = width / static_cast<float>(caption.gradient.size());
  for (size_t i = 0; i < caption.gradient.size(); ++i)
    to.PutBox(x + each * static_cast<float>(i), y, std::ceil(each), to.Px(kBox), caption.gradient[i]);
  float free_from = x - width;
  for (const LegendTick& tick : caption.ticks) {
    const float text = to.Width(tick.text, kTextSize);
    const float at = x + static_cast<float>(tick.position) * width - text / 2;
    if (at < free_from || at + text > to.right()) continue;
    to.Put(tick.text, at, y + to.Px(kRow), kTextSize, text + 1, to.dim());
    free_from = at + text + to.Px(kBoxGap);
  }
  return x + width;
}

void PlaceLegend(const Caption& caption, float top, CaptionPlacer& to) {
  const float y = top + to.Px(kFirstRowY);
  float x = PutLegendTitle(caption, y, to), left = to.Px(kMargin);
  // The ticks take the second row below the map.
  if (!caption.gradient.empty()) x = left = PlaceGradient(caption, x, y, to) + to.Px(kGroupGap);
  PlaceEntries(caption, x, left, y, to);
}

// The place of the next item. Items begin a new row if they have no room in this one.
struct Flow {
  CaptionPlacer& to;
  float x = 0, y = 0;
  uint32_t rows = 1;

  [[nodiscard]] float left() const { return to.Px(kMargin); }
  void MakeRoom(float width) {
    if (x <= left() || x + width <= to.right()) return;
    x = left();
    y += to.Px(kRow);
    ++rows;
  }
};

float BoxWidth(const ShapeCaption::Entry& entry, const CaptionPlacer& to) {
  return entry.width_px > 0 ? entry.width_px : to.Px(kBox);
}
float BoxHeight(const ShapeCaption::Entry& entry, const CaptionPlacer& to) {
  return entry.height_px > 0 ? entry.height_px : to.Px(kBox);
}

float EntryWidth(const ShapeCaption::Entry& entry, const CaptionPlacer& to) {
  return BoxWidth(entry, to) + to.Px(kBoxGap) +
         std::min(to.Width(entry.label, kTextSize), to.Px(kMostShapeLabel));
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
  flow.x += width + to.Px(kBoxGap);
  flow.x += to.Put(entry.label, flow.x, flow.y, kTextSize,
                   std::min(to.Px(kMostShapeLabel), to.right() - flow.x) + 1, to.text());
}

// Puts down all groups, and returns the number of rows.
uint32_t PutGroups(const ShapeCaption& caption, float top, CaptionPlacer& to) {
  Flow flow{to, to.Px(kMargin), top + to.Px(kFirstRowY)};
  for (const ShapeCaption::Group& group : caption.groups) {
    const float title = std::min(to.Width(group.title, kTextSize), to.Px(kMostTitle));
    // A title never ends a row: its first entry follows it.
    const float first = group.entries.empty() ? 0 : EntryWidth(group.entries.front(), to);
    if (!group.title.empty()) {
      flow.MakeRoom(title + to.Px(kBoxGap) + first);
      flow.x +=
          to.Put(group.title, flow.x, flow.y, kTextSize, std::min(title, to.right() - flow.x) + 1, to.dim()) +
          to.Px(kBoxGap + 4);
    }
    for (const ShapeCaption::Entry& entry : group.entries) {
      flow.MakeRoom(EntryWidth(entry, to));
      PutEntry(entry, flow);
      flow.x += to.Px(kEntryGap);
    }
    flow.x += to.Px(kGroupGap - kEntryGap);
  }
  return flow.rows;
}

// Places a caption around a chart of this size; put_footer(caption, top, to) puts down the part below the
// chart.
template <typename AnyCaption, typename PutFooter>
PlacedCaption PlaceAround(const AnyCaption& caption, uint32_t chart_width_px, uint32_t chart_height_px,
                          uint32_t footer_px, float scale, Theme theme, const MeasureText& measure,
                          PutFooter put_footer) {
  PlacedCaption placed;
  placed.header_px = CaptionHeaderPx(scale);
  placed.width_px = chart_width_px;
  placed.height_px = placed.header_px + chart_height_px + footer_px;
  if (!measure) return placed;
  CaptionPlacer to(placed, scale, theme, measure);
  const float left = to.Px(kMargin), room = to.right() - left;
  to.Put(caption.title, left, to.Px(kTitleY), kTitleSize, room, to.text());
  to.Put(caption.facts, left, to.Px(kFactsY), kTextSize, room, to.dim());
  put_footer(caption, static_cast<float>(placed.header_px + chart_height_px), to);
  return placed;
}

}  // namespace

Caption BuildCaption(std::string_view title, std::string_view search, const Cct& tree, const ArcBatch& batch,
                     const Legend& legend) {
  Caption caption;
  caption.title = DisplayText(title, kMaxTextBytes);
  const Metric& metric = tree.metrics()[batch.spec.metric];
  const uint64_t total = tree.Total(batch.spec.metric);
  caption.facts = fmt::format("{}: {}", DisplayText(ColumnTitle(metric), kMaxTextBytes),
                              ValueText(total, metric.unit, metric.scale));
  const auto add = [&](const std::string& text) {
    if (!text.empty()) caption.facts += "  \xC2\xB7  " + text;
  };
  add(RootText(tree, batch, "centre", batch.spec.root, batch.total, total));
  for (const ArcPart& part : batch.parts) {
    if (part.is_detail) add(RootText(tree, batch, "detail of", part.root, part.total, total));
  }
  add(ViewText(batch.spec));
  if (!search.empty()) add("search: " + DisplayText(search, kMaxTextBytes));
  caption.legend_title = legend.title;
  caption.gradient = legend.gradient;
  caption.ticks = legend.ticks;
  const uint64_t centre = batch.total;
  ptrdiff_t leading = 0;
  for (const LegendEntry& entry : legend.entries) {
    const bool is_drawn = entry.pieces != 0;
    const bool is_small = static_cast<double>(entry.inclusive) < kLeastShare * static_cast<double>(centre);
    if (is_drawn && entry.costs_known && is_small) continue;
    std::string share = is_drawn && entry.costs_known ? ShareText(entry.inclusive, centre) : std::string();
    if (entry.drawn_only && !share.empty()) share = "\xE2\x89\xA5 " + share;
    // Patterns and gaps, which the map does not show, come first behind it: entries may have little room.
    const bool leads = !caption.gradient.empty() && (entry.pattern != 0 || !is_drawn);
    const auto place = leads ? caption.legend.begin() + leading++ : caption.legend.end();
    caption.legend.insert(place, {entry.color, entry.label, std::move(share), entry.pattern});
  }
  return caption;
}

uint32_t CaptionHeaderPx(float scale) { return static_cast<uint32_t>(std::lround(kHeader * scale)); }
uint32_t CaptionFooterPx(float scale) { return static_cast<uint32_t>(std::lround(kFooter * scale)); }

PlacedCaption PlaceCaption(const Caption& caption, uint32_t chart_width_px, uint32_t chart_height_px,
                           float scale, Theme theme, const MeasureText& measure) {
  return PlaceAround(caption, chart_width_px, chart_height_px, CaptionFooterPx(scale), scale, theme, measure,
                     PlaceLegend);
}

uint32_t ShapeCaptionFooterPx(const ShapeCaption& caption, uint32_t width_px, float scale,
                              const MeasureText& measure) {
  uint32_t rows = 1;
  if (measure) {
    PlacedCaption tried;
    tried.width_px = width_px;
    CaptionPlacer to(tried, scale, Theme::kDark, measure);
    rows = PutGroups(caption, 0, to);
  }
  return static_cast<uint32_t>(std::lround((2 * kFirstRowY + kRow * static_cast<float>(rows - 1)) * scale));
}

PlacedCaption PlaceShapeCaption(const ShapeCaption& caption, uint32_t chart_width_px,
                                uint32_t chart_height_px, uint32_t footer_px, float scale, Theme theme,
                                const MeasureText& measure) {
  return PlaceAround(caption, chart_width_px, chart_height_px, footer_px, scale, theme, measure, PutGroups);
}

std::vector<BoxStripe> BoxStripes(PieceStyle pattern, float side_px) {
  std::vector<BoxStripe> stripes;
  if ((pattern & kStylePatterns) == 0) return stripes;
  const float width = std::max(1.0f, side_px * 0.13f);
  for (const float part : {0.3f, 0.75f}) {
    const float reach = side_px * part, left = 2 * reach - side_px;
    if ((pattern & kStyleWrapper) != 0) {
      stripes.push_back({0, reach, side_px, reach, width});
    } else if ((pattern & kStyleNew) != 0) {
      stripes.push_back({left, side_px, 2 * reach, 0, width});
    } else {
      stripes.push_back({left, 0, 2 * reach, side_px, width});
    }
  }
  return stripes;
}

}  // namespace ringscope
