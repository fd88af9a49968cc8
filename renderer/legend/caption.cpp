#include "renderer/legend/caption.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "cct/base/text/number_text.h"
#include "cct/names/shown_name.h"
#include "renderer/legend/caption_placer.h"

namespace ringscope {
namespace {

using Sizes = CaptionPlacer;
constexpr float kHeader = 52, kFooter = 56;
constexpr size_t kRows = 2;
constexpr float kMostLabel = 260;
constexpr float kGradientWidth = 240;
// What is less of the centre cannot be found in a chart.
constexpr double kLeastShare = 0.0005;
constexpr size_t kMaxTextBytes = 400;

// Names what lies at the centre, where that is less than everything.
std::string CentreText(const Cct& tree, const ArcBatch& batch, uint64_t total) {
  const ViewRoot& root = batch.spec.root;
  if (root.context == kRootContext && !root.is_run()) return {};
  const Metric& metric = tree.metrics()[batch.spec.metric];
  const std::string name =
      root.context == kRootContext
          ? "all"
          : DisplayText(ShownName(tree.frames().name(tree.FrameOf(root.context))), kMaxTextBytes);
  const uint64_t value = batch.inclusive.empty() ? 0 : batch.inclusive[0];
  return fmt::format("centre {}{}: {}, {}", root.is_run() ? "some callees of " : "", name,
                     ValueText(value, metric.unit, metric.scale), ShareText(value, total));
}

std::string ViewText(const ViewSpec& view) {
  const std::string_view mode = view.mode == RingMode::kEqual    ? "equal"
                                : view.mode == RingMode::kLength ? "length"
                                                                 : "area";
  return fmt::format("{}, {} mode", view.form == ChartForm::kIcicle ? "icicle" : "rings", mode);
}

// The entries in rows, the first of them behind the title; those that have no room are counted at the end.
void PlaceEntries(const Caption& caption, float top, CaptionPlacer& to) {
  float x = to.Px(Sizes::kMargin), y = top + to.Px(Sizes::kFirstRowY);
  size_t row = 0;
  x += to.Put(caption.legend_title, x, y, Sizes::kTextSize, std::min(to.Px(kMostLabel), to.right() - x),
              to.dim()) +
       to.Px(Sizes::kEntryGap);
  for (size_t i = 0; i < caption.legend.size(); ++i) {
    const Caption::Entry& entry = caption.legend[i];
    const float label = std::min(to.Width(entry.label, Sizes::kTextSize), to.Px(kMostLabel));
    const float share =
        entry.share.empty() ? 0 : to.Width(entry.share, Sizes::kTextSize) + to.Px(Sizes::kBoxGap);
    const float whole = to.Px(Sizes::kBox + Sizes::kBoxGap) + label + share;
    const size_t left = caption.legend.size() - i;
    const std::string more = fmt::format("{} more", left);
    // The last row keeps room for saying how many have none.
    const auto fits = [&] {
      const bool keeps_room = row + 1 == kRows && left > 1;
      return x + whole + (keeps_room ? to.Width(more, Sizes::kTextSize) + to.Px(Sizes::kEntryGap) : 0) <=
             to.right();
    };
    if (!fits() && row + 1 < kRows) {
      ++row;
      x = to.Px(Sizes::kMargin);
      y += to.Px(Sizes::kRow);
    }
    if (!fits()) {
      to.Put(more, x, y, Sizes::kTextSize, to.right() - x, to.dim());
      return;
    }
    to.PutBox(x, y, to.Px(Sizes::kBox), to.Px(Sizes::kBox), entry.color, entry.pattern);
    x += to.Px(Sizes::kBox + Sizes::kBoxGap);
    x += to.Put(entry.label, x, y, Sizes::kTextSize, label + 1, to.text());
    if (!entry.share.empty())
      to.Put(entry.share, x + to.Px(Sizes::kBoxGap), y, Sizes::kTextSize, share + 1, to.dim());
    x += share + to.Px(Sizes::kEntryGap);
  }
}

void PlaceGradient(const Caption& caption, float top, CaptionPlacer& to) {
  float x = to.Px(Sizes::kMargin), y = top + to.Px(Sizes::kFirstRowY);
  x += to.Put(caption.legend_title, x, y, Sizes::kTextSize, std::min(to.Px(kMostLabel), to.right() - x),
              to.dim()) +
       to.Px(Sizes::kEntryGap);
  const float width = std::min(to.Px(kGradientWidth), to.right() - x);
  if (width <= 0) return;
  const float each = width / static_cast<float>(caption.gradient.size());
  for (size_t i = 0; i < caption.gradient.size(); ++i)
    to.PutBox(x + each * static_cast<float>(i), y, std::ceil(each), to.Px(Sizes::kBox), caption.gradient[i]);
  float free_from = x - width;
  for (const LegendTick& tick : caption.ticks) {
    const float text = to.Width(tick.text, Sizes::kTextSize);
    const float at = x + static_cast<float>(tick.position) * width - text / 2;
    if (at < free_from || at + text > to.right()) continue;
    to.Put(tick.text, at, y + to.Px(Sizes::kRow), Sizes::kTextSize, text + 1, to.dim());
    free_from = at + text + to.Px(Sizes::kBoxGap);
  }
}

}  // namespace

Caption BuildCaption(std::string_view title, std::string_view search, const Cct& tree, const ArcBatch& batch,
                     const Legend& legend) {
  Caption caption;
  caption.title = DisplayText(title, kMaxTextBytes);
  const Metric& metric = tree.metrics()[batch.spec.metric];
  const uint64_t total = tree.Total(batch.spec.metric);
  caption.facts = fmt::format("{}: {}", DisplayText(metric.name, kMaxTextBytes),
                              ValueText(total, metric.unit, metric.scale));
  const auto add = [&](const std::string& text) {
    if (!text.empty()) caption.facts += "  \xC2\xB7  " + text;
  };
  add(CentreText(tree, batch, total));
  add(ViewText(batch.spec));
  if (!search.empty()) add("search: " + DisplayText(search, kMaxTextBytes));
  caption.legend_title = legend.title;
  caption.gradient = legend.gradient;
  caption.ticks = legend.ticks;
  const uint64_t centre = batch.inclusive.empty() ? 0 : batch.inclusive[0];
  for (const LegendEntry& entry : legend.entries) {
    const bool is_drawn = entry.pieces != 0;
    const bool is_small = static_cast<double>(entry.inclusive) < kLeastShare * static_cast<double>(centre);
    if (is_drawn && entry.costs_known && is_small) continue;
    std::string share = is_drawn && entry.costs_known ? ShareText(entry.inclusive, centre) : std::string();
    if (entry.drawn_only && !share.empty()) share = "\xE2\x89\xA5 " + share;
    caption.legend.push_back({entry.color, entry.label, std::move(share), entry.pattern});
  }
  return caption;
}

uint32_t CaptionHeaderPx(float scale) { return static_cast<uint32_t>(std::lround(kHeader * scale)); }
uint32_t CaptionFooterPx(float scale) { return static_cast<uint32_t>(std::lround(kFooter * scale)); }

PlacedCaption PlaceCaption(const Caption& caption, uint32_t chart_width_px, uint32_t chart_height_px,
                           float scale, Theme theme, const MeasureText& measure) {
  PlacedCaption placed;
  placed.header_px = CaptionHeaderPx(scale);
  placed.width_px = chart_width_px;
  placed.height_px = placed.header_px + chart_height_px + CaptionFooterPx(scale);
  if (!measure) return placed;
  CaptionPlacer to(placed, scale, theme, measure);
  to.PutHeader(caption.title, caption.facts);
  const auto top = static_cast<float>(placed.header_px + chart_height_px);
  if (caption.gradient.empty()) {
    PlaceEntries(caption, top, to);
  } else {
    PlaceGradient(caption, top, to);
  }
  return placed;
}

}  // namespace ringscope
