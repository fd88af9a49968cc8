#include "app/charts/diagram/diagram_picture.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/charts/diagram/callouts.h"
#include "app/charts/shape_picture.h"
#include "renderer/gl/font_face.h"
#include "renderer/text/name_text.h"

namespace ringscope {
namespace {

constexpr size_t kMaxTextBytes = 600;
constexpr double kLeastSamplePx = 2.5, kLeastStepPx = 4;

// Adds the largest sample that has room, and a smaller one that looks different.
void AddSamples(const LegendLine& line, double px_per_unit, float scale, Theme theme,
                ShapeCaption::Group& group) {
  const ChartPalette& palette = PaletteOf(theme);
  const double most =
      static_cast<double>((line.is_height ? kMostSampleHeightPx : kMostSampleWidthPx) * scale);
  // An infinite scale stands for all scales: samples take all of their room.
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
  // A sample in the middle shows better than the smallest one how sides grow.
  const LegendSample* smaller = is_any ? largest : nullptr;
  for (const LegendSample& sample : line.samples) {
    if (is_any || &sample == largest || px_of(*largest) - px_of(sample) < kLeastStepPx) break;
    if (px_of(sample) >= kLeastSamplePx && (smaller == nullptr || px_of(sample) <= px_of(*largest) * 0.6))
      smaller = &sample;
  }
  if (smaller != nullptr) add(*smaller);
  add(*largest);
}

constexpr float kMarginPx = 32;
// How far a few boxes are enlarged in a large picture.
constexpr double kMostEnlarged = 2.5;
constexpr uint32_t kMostLabels = 2'000;

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
      // A colour without a border gets a thin one: some colours hardly differ from the background.
      const bool has_border = line.border.a != 0 && line.border_px > 0;
      entry.border = has_border ? line.border : MixColors(palette.background, palette.text, 0.3f);
      entry.border_px = has_border ? line.border_px * scale : 1;
      caption.groups.back().entries.push_back(std::move(entry));
    }
  }
  return caption;
}

PlaneCamera FitDiagram(const ShapeIndex& index, const PlaneBox& room, float width_px, float height_px,
                       float scale) {
  PlaneBox all = index.bounds();
  all.Add(room);
  PlaneCamera camera = CameraToFit(all, width_px, height_px, kMarginPx * scale);
  const double most = kMostEnlarged * scale;
  if (camera.px_per_unit > most) camera.px_per_unit = most;
  return camera;
}

PlacedDiagram PlaceDiagram(const Diagram& diagram, const DiagramPicture& picture,
                           const MeasureText& measure) {
  ShapeBatch batch = ShapesOf(diagram);
  ShapeIndex index(batch);
  float height_px = picture.height_px;
  uint32_t footer_px = 0;
  const bool has_caption =
      picture.has_caption && picture.height_px >= static_cast<float>(kLeastCaptionedPx) * picture.scale;
  const auto width_px = static_cast<uint32_t>(std::lround(picture.width_px));
  const auto caption_at = [&](double px_per_unit) {
    return CaptionOf(picture.title, picture.facts, picture.legend, px_per_unit, picture.scale, picture.theme);
  };
  if (has_caption) {
    footer_px = ShapeCaptionFooterPx(caption_at(std::numeric_limits<double>::infinity()), width_px,
                                     picture.scale, measure);
    if (!picture.camera)
      height_px = std::max(1.0f, height_px - static_cast<float>(CaptionHeaderPx(picture.scale) + footer_px));
  }
  const PlaneCamera camera =
      picture.camera ? *picture.camera
                     : FitDiagram(index, diagram.room, picture.width_px, height_px, picture.scale);
  if (!HasGaps(camera.px_per_unit / static_cast<double>(picture.scale))) {
    batch = ShapesOf(diagram, false);
    index = ShapeIndex(batch);
  }
  PlacedDiagram placed;
  PlaceShapes(batch, index, camera, placed.shapes);
  LabelOptions options;
  options.max_labels = kMostLabels;
  if (measure) PlaceTexts(batch, index, camera, options, measure, placed.shapes);
  PlaceCallouts({diagram, WeightiestBoxes(diagram), picture.scale, picture.theme, measure}, batch, camera,
                placed.shapes);
  if (has_caption) {
    placed.caption = PlaceShapeCaption(caption_at(camera.px_per_unit), width_px,
                                       static_cast<uint32_t>(std::lround(height_px)), footer_px,
                                       picture.scale, picture.theme, measure);
  }
  return placed;
}

Result<Image> DiagramImage(const Diagram& diagram, const DiagramPicture& picture,
                           const std::shared_ptr<const FontFace>& font) {
  const PlacedDiagram placed =
      PlaceDiagram(diagram, picture, font != nullptr ? FontFace::Measurer(font) : MeasureText());
  return ShapesImage(placed.shapes, picture.theme, font, placed.caption ? &*placed.caption : nullptr);
}

Result<void> SaveDiagramSvg(const Diagram& diagram, const DiagramPicture& picture,
                            const std::filesystem::path& path) {
  const PlacedDiagram placed = PlaceDiagram(diagram, picture, AverageSansWidth);
  return SaveShapesSvg(
      placed.shapes, picture.theme, picture.title, path,
      [&](uint32_t rect) { return diagram.boxes[rect].label; }, placed.caption ? &*placed.caption : nullptr);
}

}  // namespace ringscope
