#include "renderer/svg/shape_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>
#include <vector>

#include "renderer/svg/svg_parts.h"

namespace ringscope {
namespace {

constexpr size_t kBlockBytes = 1 << 16;

// ` fill="#rrggbb"`, with its opacity where it has one; `attribute`: fill or stroke.
std::string ColorText(std::string_view attribute, Color color) {
  std::string text = fmt::format(" {}=\"{}\"", attribute, HexText(color));
  if (color.a < 255)
    text += fmt::format(" {}-opacity=\"{}\"", attribute, PxText(static_cast<float>(color.a) / 255));
  return text;
}

std::string RectText(const PlacedRect& rect, const ShapesSvgOptions& options) {
  // A border lies on both sides of the edge that it is drawn along.
  const float in = rect.border_px / 2;
  std::string text =
      fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", PxText(rect.left_px + in),
                  PxText(rect.top_px + in), PxText(rect.width_px - 2 * in), PxText(rect.height_px - 2 * in));
  const std::string hatched = rect.hatch.a == 0
                                  ? std::string()
                                  : text + " fill=\"url(#hatch" + HexText(rect.hatch).substr(1) + ")\"/>\n";
  text += ColorText("fill", rect.fill);
  if (rect.border_px > 0)
    text += ColorText("stroke", rect.border) + fmt::format(" stroke-width=\"{}\"", PxText(rect.border_px));
  if (!options.title_of || rect.rect == kNoShapeRect) return text + "/>\n" + hatched;
  // Stripes lie over the title's rectangle, and so they have none.
  return text + "><title>" + XmlLines(options.title_of(rect.rect)) + "</title></rect>\n" +
         (hatched.empty() ? hatched : "<g pointer-events=\"none\">" + hatched + "</g>\n");
}

// Equal cells beside each other are one rectangle.
Result<void> AddRaster(const PlacedRaster& raster, const std::function<Result<void>(std::string_view)>& add) {
  const float width = raster.width_px / static_cast<float>(raster.columns),
              height = raster.height_px / static_cast<float>(raster.rows);
  RINGSCOPE_TRY(add("<g shape-rendering=\"crispEdges\">\n"));
  for (uint32_t y = 0; y < raster.rows; ++y) {
    const Color* const row = raster.cells->data() + size_t{y} * raster.columns;
    for (uint32_t x = 0, end = 0; x < raster.columns; x = end) {
      end = x + 1;
      while (end < raster.columns && row[end] == row[x]) ++end;
      if (row[x].a == 0) continue;
      RINGSCOPE_TRY(add(fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>\n",
                                    PxText(raster.left_px + static_cast<float>(x) * width),
                                    PxText(raster.top_px + static_cast<float>(y) * height),
                                    PxText(static_cast<float>(end - x) * width), PxText(height),
                                    ColorText("fill", row[x]))));
    }
  }
  return add("</g>\n");
}

// What the stripes of rectangles are drawn with; empty: none has any.
std::string HatchText(const PlacedShapes& shapes) {
  std::vector<std::string> colors;
  for (const PlacedRect& rect : shapes.rects) {
    if (rect.hatch.a != 0) colors.push_back(HexText(rect.hatch));
  }
  std::sort(colors.begin(), colors.end());
  colors.erase(std::unique(colors.begin(), colors.end()), colors.end());
  if (colors.empty()) return {};
  std::string text = "<defs>\n";
  for (const std::string& color : colors) {
    text += fmt::format(
        "<pattern id=\"hatch{}\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" "
        "patternTransform=\"rotate(-45)\"><rect width=\"5\" height=\"2.5\" fill=\"{}\"/></pattern>\n",
        color.substr(1), color);
  }
  return text + "</defs>\n";
}

std::string StrokeText(const PlacedStroke& stroke) {
  if (stroke.x_px == stroke.end_x_px && stroke.y_px == stroke.end_y_px) {
    return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>\n", PxText(stroke.x_px), PxText(stroke.y_px),
                       PxText(stroke.width_px / 2), ColorText("fill", stroke.color));
  }
  return fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke-width=\"{}\"{}/>\n",
                     PxText(stroke.x_px), PxText(stroke.y_px), PxText(stroke.end_x_px),
                     PxText(stroke.end_y_px), PxText(stroke.width_px), ColorText("stroke", stroke.color));
}

}  // namespace

Result<void> WriteShapesSvg(const PlacedShapes& shapes, const ShapesSvgOptions& options,
                            const TextSink& sink) {
  const PlacedCaption* const caption = options.caption;
  const float width_px =
      std::max(1.0f, caption == nullptr ? shapes.width_px : static_cast<float>(caption->width_px));
  const float height_px =
      std::max(1.0f, caption == nullptr ? shapes.height_px : static_cast<float>(caption->height_px));
  std::string pending = SvgHead(width_px, height_px, options.title);
  const auto add = [&](std::string_view text) -> Result<void> {
    pending += text;
    if (pending.size() < kBlockBytes) return {};
    RINGSCOPE_TRY(sink(pending));
    pending.clear();
    return {};
  };
  RINGSCOPE_TRY(add(fmt::format("<rect width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", PxText(width_px),
                                PxText(height_px), HexText(options.background))));
  RINGSCOPE_TRY(add(HatchText(shapes)));
  if (caption != nullptr) {
    RINGSCOPE_TRY(add(CaptionSvg(*caption, options.background)));
    RINGSCOPE_TRY(add(fmt::format("<svg y=\"{}\" width=\"{}\" height=\"{}\">\n", caption->header_px,
                                  PxText(shapes.width_px), PxText(shapes.height_px))));
  }
  const auto add_strokes = [&](size_t first, size_t end) -> Result<void> {
    RINGSCOPE_TRY(add("<g stroke-linecap=\"round\">\n"));
    for (size_t k = first; k < end; ++k) RINGSCOPE_TRY(add(StrokeText(shapes.strokes[k])));
    return add("</g>\n");
  };
  const size_t below = std::min(shapes.strokes_below, shapes.strokes.size());
  if (below > 0) RINGSCOPE_TRY(add_strokes(0, below));
  size_t raster = 0;
  const auto add_rasters_below = [&](size_t rect) -> Result<void> {
    for (; raster < shapes.rasters.size() && shapes.rasters[raster].rects_below <= rect; ++raster)
      RINGSCOPE_TRY(AddRaster(shapes.rasters[raster], add));
    return {};
  };
  for (size_t k = 0; k < shapes.rects.size(); ++k) {
    RINGSCOPE_TRY(add_rasters_below(k));
    RINGSCOPE_TRY(add(RectText(shapes.rects[k], options)));
  }
  RINGSCOPE_TRY(add_rasters_below(~size_t{0}));
  if (below == 0 || below < shapes.strokes.size()) RINGSCOPE_TRY(add_strokes(below, shapes.strokes.size()));
  RINGSCOPE_TRY(add("<g pointer-events=\"none\">\n"));
  constexpr auto kMiddle = static_cast<float>(kTextMiddle);
  const float middle_x = std::floor(shapes.width_px / 2), middle_y = std::floor(shapes.height_px / 2);
  for (size_t i = 0; i < shapes.labels.size(); ++i) {
    const Label& label = shapes.labels[i];
    RINGSCOPE_TRY(add(fmt::format(
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{}>{}</text>\n", PxText(middle_x + label.offset_x_px),
        PxText(middle_y + label.offset_y_px + kMiddle * label.size_px), PxText(label.size_px),
        ColorText("fill", shapes.label_colors[i]), XmlText(label.text))));
  }
  pending += caption == nullptr ? "</g>\n</svg>\n" : "</g>\n</svg>\n</svg>\n";
  return sink(pending);
}

}  // namespace ringscope
