#include "renderer/svg/shape_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "cct/base/text/utf8.h"
#include "renderer/text/name_text.h"

namespace ringscope {
namespace {

// A segment nearer to a full turn than this would start and end in the same point once rounded.
constexpr double kFullTurn = 0.99995;

// Arc commands from the pen's place to start + sweep, in pieces of at most a third of a turn so that no
// viewer has to guess the direction.
std::string ArcTo(double start_turns, double sweep_turns, double radius_px) {
  const int pieces = std::max(1, static_cast<int>(std::ceil(std::abs(sweep_turns) * 3)));
  const std::string radius = CoordinateText(radius_px);
  std::string path;
  for (int i = 1; i <= pieces; ++i) {
    path += "A" + radius + " " + radius + " 0 0 " + (sweep_turns > 0 ? "1 " : "0 ") +
            PointText(start_turns + sweep_turns * i / pieces, radius_px);
  }
  return path;
}

// A picture of its own inside the picture, which cuts the stripes off at the box.
std::string StripesSvg(const PlacedCaption::Box& box, Color color) {
  const std::vector<BoxStripe> stripes = BoxStripes(box.pattern, box.width);
  if (stripes.empty()) return {};
  std::string text =
      fmt::format("<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" stroke=\"{}\">", PxText(box.x),
                  PxText(box.y), PxText(box.width), PxText(box.height), HexText(color));
  for (const BoxStripe& stripe : stripes) {
    text += fmt::format("<path stroke-width=\"{}\" d=\"M{} {}L{} {}\"/>", PxText(stripe.width_px),
                        PxText(stripe.x1), PxText(stripe.y1), PxText(stripe.x2), PxText(stripe.y2));
  }
  return text + "</svg>\n";
}

// ` fill="#rrggbb"`, with the opacity of a translucent colour; `attribute`: fill or stroke.
std::string ColorText(std::string_view attribute, Color color) {
  std::string text = fmt::format(" {}=\"{}\"", attribute, HexText(color));
  if (color.a < 255)
    text += fmt::format(" {}-opacity=\"{}\"", attribute, PxText(static_cast<float>(color.a) / 255));
  return text;
}

std::string RectText(const PlacedRect& rect, const ShapesSvgOptions& options) {
  // SVG draws a border on both sides of its line.
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
  // Stripes must not take the pointer: they lie over the rectangle with the title.
  return text + "><title>" + XmlLines(options.title_of(rect.rect)) + "</title></rect>\n" +
         (hatched.empty() ? hatched : "<g pointer-events=\"none\">" + hatched + "</g>\n");
}

// Writes equal cells beside each other as one rectangle.
void AddRaster(const PlacedRaster& raster, SvgBlocks& out) {
  const float width = raster.width_px / static_cast<float>(raster.columns),
              height = raster.height_px / static_cast<float>(raster.rows);
  out.Add("<g shape-rendering=\"crispEdges\">\n");
  for (uint32_t y = 0; y < raster.rows; ++y) {
    const Color* const row = raster.cells->data() + size_t{y} * raster.columns;
    for (uint32_t x = 0, end = 0; x < raster.columns; x = end) {
      end = x + 1;
      while (end < raster.columns && row[end] == row[x]) ++end;
      if (row[x].a == 0) continue;
      out.Add(fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>\n",
                          PxText(raster.left_px + static_cast<float>(x) * width),
                          PxText(raster.top_px + static_cast<float>(y) * height),
                          PxText(static_cast<float>(end - x) * width), PxText(height),
                          ColorText("fill", row[x])));
    }
  }
  out.Add("</g>\n");
}

// The patterns for the stripes of rectangles; empty if no rectangle has stripes.
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

std::string XmlText(std::string_view bytes) {
  constexpr std::string_view kSpecial = "&<>\"", kEntities[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
  const std::string text = DisplayText(bytes);
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const std::string_view three = std::string_view(text).substr(i, 3);
    if (three == "\xEF\xBF\xBE" || three == "\xEF\xBF\xBF") {  // U+FFFE, U+FFFF
      out += kUtf8Replacement;
      i += 2;
      continue;
    }
    if (const size_t special = kSpecial.find(text[i]); special != std::string_view::npos)
      out += kEntities[special];
    else
      out += text[i];
  }
  return out;
}

std::string XmlLines(std::string_view bytes) {
  std::string out;
  for (size_t begin = 0; begin <= bytes.size();) {
    const size_t end = std::min(bytes.find('\n', begin), bytes.size());
    if (begin > 0) out += '\n';
    out += XmlText(bytes.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

void SvgBlocks::Add(std::string_view text) {
  constexpr size_t kBlockBytes = 1 << 16;
  if (written_) pending_ += text;
  if (pending_.size() >= kBlockBytes) static_cast<void>(Finish());
}

Result<void> SvgBlocks::Finish() {
  if (written_ && !pending_.empty()) written_ = sink_(pending_);
  pending_.clear();
  return written_;
}

std::string SvgHead(float width_px, float height_px, std::string_view title) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "role=\"img\" font-family=\"system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif\">\n"
      "<title>{2}</title>\n",
      PxText(width_px), PxText(height_px), XmlText(title));
}

std::string HexText(Color color) { return fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b); }

std::string CoordinateText(double value) {
  std::string text = fmt::format("{:.3f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string PointText(double turns, double radius_px) {
  const double angle = turns * 2 * std::numbers::pi;
  return CoordinateText(radius_px * std::sin(angle)) + " " + CoordinateText(-radius_px * std::cos(angle));
}

std::string ArcPath(double start_turns, double sweep_turns, double radius_px) {
  return "M" + PointText(start_turns, radius_px) +
         ArcTo(start_turns, std::clamp(sweep_turns, -1.0, 1.0), radius_px);
}

std::string SegmentPath(double start_turns, double sweep_turns, double inner_px, double outer_px) {
  if (sweep_turns >= kFullTurn) {
    std::string path = ArcPath(0, 1, outer_px) + "Z";
    if (inner_px > 0) path += ArcPath(0, -1, inner_px) + "Z";
    return path;
  }
  const double end = start_turns + sweep_turns;
  std::string path = ArcPath(start_turns, sweep_turns, outer_px) + "L" + PointText(end, inner_px);
  if (inner_px > 0) path += ArcTo(end, -sweep_turns, inner_px);
  return path + "Z";
}

std::string BarPath(double left_px, double top_px, double right_px, double bottom_px) {
  return fmt::format("M{} {}H{}V{}H{}Z", CoordinateText(left_px), CoordinateText(top_px),
                     CoordinateText(right_px), CoordinateText(bottom_px), CoordinateText(left_px));
}

std::string CaptionSvg(const PlacedCaption& caption, Color background) {
  std::string text;
  for (const PlacedCaption::Box& box : caption.boxes) {
    text += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", PxText(box.x),
                        PxText(box.y), PxText(box.width), PxText(box.height), HexText(box.color));
    text += StripesSvg(box, box.stripes.a != 0 ? box.stripes : background);
  }
  for (const PlacedCaption::Line& line : caption.lines) {
    const double baseline =
        static_cast<double>(line.middle_y) + kTextMiddle * static_cast<double>(line.size_px);
    text +=
        fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\">{}</text>\n", PxText(line.x),
                    CoordinateText(baseline), PxText(line.size_px), HexText(line.color), XmlText(line.text));
  }
  return text;
}

Result<void> WriteShapesSvg(const PlacedShapes& shapes, const ShapesSvgOptions& options,
                            const TextSink& sink) {
  const PlacedCaption* const caption = options.caption;
  const float width_px =
      std::max(1.0f, caption == nullptr ? shapes.width_px : static_cast<float>(caption->width_px));
  const float height_px =
      std::max(1.0f, caption == nullptr ? shapes.height_px : static_cast<float>(caption->height_px));
  SvgBlocks out(sink);
  out.Add(SvgHead(width_px, height_px, options.title));
  out.Add(fmt::format("<rect width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", PxText(width_px), PxText(height_px),
                      HexText(options.background)));
  out.Add(HatchText(shapes));
  if (caption != nullptr) {
    out.Add(CaptionSvg(*caption, options.background));
    out.Add(fmt::format("<svg y=\"{}\" width=\"{}\" height=\"{}\">\n", caption->header_px,
                        PxText(shapes.width_px), PxText(shapes.height_px)));
  }
  const auto add_strokes = [&](size_t first, size_t end) {
    out.Add("<g stroke-linecap=\"round\">\n");
    for (size_t k = first; k < end; ++k) out.Add(StrokeText(shapes.strokes[k]));
    out.Add("</g>\n");
  };
  const size_t below = std::min(shapes.strokes_below, shapes.strokes.size());
  if (below > 0) add_strokes(0, below);
  size_t raster = 0;
  const auto add_rasters_below = [&](size_t rect) {
    for (; raster < shapes.rasters.size() && shapes.rasters[raster].rects_below <= rect; ++raster)
      AddRaster(shapes.rasters[raster], out);
  };
  for (size_t k = 0; k < shapes.rects.size() && out.ok(); ++k) {
    add_rasters_below(k);
    out.Add(RectText(shapes.rects[k], options));
  }
  add_rasters_below(~size_t{0});
  if (below == 0 || below < shapes.strokes.size()) add_strokes(below, shapes.strokes.size());
  out.Add("<g pointer-events=\"none\">\n");
  constexpr auto kMiddle = static_cast<float>(kTextMiddle);
  const float middle_x = std::floor(shapes.width_px / 2), middle_y = std::floor(shapes.height_px / 2);
  for (size_t i = 0; i < shapes.labels.size() && out.ok(); ++i) {
    const Label& label = shapes.labels[i];
    out.Add(fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\"{}>{}</text>\n",
                        PxText(middle_x + label.offset_x_px),
                        PxText(middle_y + label.offset_y_px + kMiddle * label.size_px), PxText(label.size_px),
                        ColorText("fill", shapes.label_colors[i]), XmlText(label.text)));
  }
  out.Add(caption == nullptr ? "</g>\n</svg>\n" : "</g>\n</svg>\n</svg>\n");
  return out.Finish();
}

}  // namespace ringscope
