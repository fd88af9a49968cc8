#include "app/charts/diagram/diagram_caption.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "renderer/color/palette.h"
#include "renderer/text/name_text.h"

namespace ringscope {
namespace {

constexpr size_t kMaxTextBytes = 600;
constexpr double kLeastSamplePx = 2.5, kLeastStepPx = 4;

// The largest box that has room, and a smaller one that looks different.
void AddSamples(const LegendLine& line, double px_per_unit, float scale, Theme theme,
                ShapeCaption::Group& group) {
  const ChartPalette& palette = PaletteOf(theme);
  const double most =
      static_cast<double>((line.is_height ? kMostSampleHeightPx : kMostSampleWidthPx) * scale);
  // A scale that no picture has stands for any.
  const bool is_any = px_per_unit == std::numeric_limits<double>::infinity();
  const auto px_of = [&](const LegendSample& sample) { return is_any ? most : sample.size * px_per_unit; };
  const auto add = [&](const LegendSample& sample) {
    ShapeCaption::Entry entry;
    entry.color = MixColors(palette.background, palette.text, 0.55f);
    entry.label = sample.text;
    const auto side = static_cast<float>(px_of(sample));
    (line.is_height ? entry.height_px : entry.width_px) = side;
    group.entries.push_back(std::move(entry));
  };
  const LegendSample* largest = nullptr;
  for (const LegendSample& sample : line.samples) {
    if (px_of(sample) <= most && px_of(sample) >= kLeastSamplePx) largest = &sample;
  }
  if (largest == nullptr) return;
  // Not the smallest of all: that in the middle tells more of how sides grow.
  const LegendSample* smaller = is_any ? largest : nullptr;
  for (const LegendSample& sample : line.samples) {
    if (is_any || &sample == largest || px_of(*largest) - px_of(sample) < kLeastStepPx) break;
    if (px_of(sample) >= kLeastSamplePx && (smaller == nullptr || px_of(sample) <= px_of(*largest) * 0.6))
      smaller = &sample;
  }
  if (smaller != nullptr) add(*smaller);
  add(*largest);
}

}  // namespace

ShapeCaption CaptionOf(std::string_view title, std::string_view facts, std::span<const LegendLine> legend,
                       double px_per_unit, float scale, Theme theme) {
  ShapeCaption caption;
  caption.title = DisplayText(title, kMaxTextBytes);
  caption.facts = DisplayText(facts, kMaxTextBytes);
  bool takes_colors = false;  // the last group
  for (const LegendLine& line : legend) {
    if (line.is_warning) {
      caption.facts += (caption.facts.empty() ? "" : "  \xC2\xB7  ") + DisplayText(line.text, kMaxTextBytes);
    } else if (!line.color) {
      ShapeCaption::Group& group = caption.groups.emplace_back();
      group.title = DisplayText(line.picture_text.empty() ? line.text : line.picture_text, kMaxTextBytes);
      AddSamples(line, px_per_unit, scale, theme, group);
      takes_colors = line.is_heading;
    } else {
      if (!takes_colors) caption.groups.emplace_back();
      takes_colors = true;
      ShapeCaption::Entry entry{*line.color, DisplayText(line.text, kMaxTextBytes)};
      entry.stripes = line.stripes;
      const ChartPalette& palette = PaletteOf(theme);
      // A thin one where boxes need none: some colours are hardly others than the background.
      const bool has_border = line.border.a != 0 && line.border_px > 0;
      entry.border = has_border ? line.border : MixColors(palette.background, palette.text, 0.3f);
      entry.border_px = has_border ? line.border_px * scale : 1;
      caption.groups.back().entries.push_back(std::move(entry));
    }
  }
  return caption;
}

}  // namespace ringscope
