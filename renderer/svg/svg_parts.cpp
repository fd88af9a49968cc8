#include "renderer/svg/svg_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cct/base/text/utf8.h"
#include "renderer/legend/caption.h"
#include "renderer/text/name_text.h"

namespace ringscope {
namespace {

// A segment nearer to a full turn than this would start and end in the same point once rounded.
constexpr double kFullTurn = 0.99995;

// Arc commands from where the pen is to start + sweep, in pieces of at most a third of a turn so that no
// viewer has to guess which way round is meant.
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

// Cut off at the box by being in a picture of their own.
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

}  // namespace

std::string XmlText(std::string_view bytes) {
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
    switch (text[i]) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += text[i];
    }
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

}  // namespace ringscope
