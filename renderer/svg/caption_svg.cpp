#include "renderer/svg/caption_svg.h"

#include <fmt/format.h>

#include "renderer/legend/caption.h"
#include "renderer/svg/svg_text.h"

namespace ringscope {
namespace {

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
