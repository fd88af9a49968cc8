#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "cct/base/result.h"
#include "cct/base/text/text_sink.h"
#include "renderer/color/color.h"
#include "renderer/legend/caption.h"
#include "renderer/shapes/place_shapes.h"

namespace ringscope {

// Any bytes as text inside an XML element or attribute: DisplayText() with markup escaped and the two code
// points XML forbids replaced.
[[nodiscard]] std::string XmlText(std::string_view bytes);

// XmlText() line by line: keeps newlines, which XmlText() turns into blanks.
[[nodiscard]] std::string XmlLines(std::string_view bytes);

// Sends the text of a picture to a sink, in blocks. After the sink's first error it writes nothing more.
class SvgBlocks {
 public:
  explicit SvgBlocks(const TextSink& sink) : sink_(sink) {}
  void Add(std::string_view text);
  // Whether the sink has had no error.
  [[nodiscard]] bool ok() const { return written_.has_value(); }
  // Writes the rest; returns the sink's error, if there was one.
  [[nodiscard]] Result<void> Finish();

 private:
  const TextSink& sink_;
  std::string pending_;
  Result<void> written_;
};

// The beginning of a picture, up to its <title>; "</svg>" ends the picture.
[[nodiscard]] std::string SvgHead(float width_px, float height_px, std::string_view title);

// The middle of capital letters above the baseline, in font sizes.
inline constexpr double kTextMiddle = 0.36;

// "#rrggbb".
[[nodiscard]] std::string HexText(Color color);

// A coordinate with as many decimals as are visible: "12", "12.5", "-0.25".
[[nodiscard]] std::string CoordinateText(double value);
[[nodiscard]] inline std::string PxText(float value_px) {
  return CoordinateText(static_cast<double>(value_px));
}

// "x y" of a place around the origin.
[[nodiscard]] std::string PointText(double turns, double radius_px);

// Path data of the ring segment between two radii, clockwise; a full turn is two closed circles (fill-rule
// evenodd), a disc if the inner radius is 0.
[[nodiscard]] std::string SegmentPath(double start_turns, double sweep_turns, double inner_px,
                                      double outer_px);

// Path data of a circular line around the origin, clockwise, or counter-clockwise for a negative sweep. At
// most one turn.
[[nodiscard]] std::string ArcPath(double start_turns, double sweep_turns, double radius_px);

// The path of an upright rectangle.
[[nodiscard]] std::string BarPath(double left_px, double top_px, double right_px, double bottom_px);

// Boxes, stripes and text of a caption, as elements of a picture with this background.
[[nodiscard]] std::string CaptionSvg(const PlacedCaption& caption, Color background);

struct ShapesSvgOptions {
  Color background;
  std::string title;  // what the picture shows, any bytes
  // The <title> of a rectangle of the batch, any bytes; empty: no titles.
  std::function<std::string(uint32_t rect)> title_of;
  // Lies around the shapes, which are cut off at it, and sets the picture's size; null: no caption.
  const PlacedCaption* caption = nullptr;
};

// Writes placed shapes as a self-contained SVG 1.1 picture of their view's size: the same shapes, colours and
// text as on the screen. Text measured with AverageSansWidth fits in common sans serif fonts. The bytes
// depend on nothing else. Errors: the sink's.
[[nodiscard]] Result<void> WriteShapesSvg(const PlacedShapes& shapes, const ShapesSvgOptions& options,
                                          const TextSink& sink);

}  // namespace ringscope
