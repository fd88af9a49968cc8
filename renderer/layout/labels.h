#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cct/cct.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope {

// Width in pixels of UTF-8 text at a font size in pixels. Supplied by whoever has the font.
using MeasureText = std::function<float(std::string_view text, float size_px)>;

enum class LabelDirection : uint8_t {
  kTangential,  // along the arc, baseline curved around the centre
  kRadial,      // along the radius
  kCenter,      // horizontal, centred on the disc; several lines are several labels
};

// One line of text on a piece. The text is already shortened to fit (with an ellipsis) and valid UTF-8.
struct Label {
  uint32_t piece = 0;
  LabelDirection direction = LabelDirection::kTangential;
  std::string text;
  float size_px = 0;
  float width_px = 0;
  // Middle of the text: tangential and radial: on the ring at this angle and radius; centre: offset below the
  // middle.
  float middle_turns = 0;
  float radius_px = 0;
  float offset_y_px = 0;
  // Text would be upside down at this angle, so it is turned by half a turn (tangential: runs
  // counter-clockwise).
  bool flipped = false;
};

struct LabelOptions {
  float size_px = 13;
  float min_size_px = 9;
  uint32_t max_labels = 400;
};

// Chooses labels for the pieces of a batch: tangential if they fit, else radial, else none; widest pieces
// first. The centre disc gets name, value and share of the total. Cost O(pieces + labels).
[[nodiscard]] std::vector<Label> PlaceLabels(const Cct& tree, const ArcBatch& batch,
                                             const LabelOptions& options, const MeasureText& measure);

// Names as people can read them in a small space: parameter lists, template arguments and package prefixes
// shortened from the least telling end until `max_width_px` holds; empty when not even three characters fit.
// Invalid UTF-8 is replaced, control characters (NUL, newline) are shown as blanks.
[[nodiscard]] std::string ShortenName(std::string_view name, float max_width_px, float size_px,
                                      const MeasureText& measure);

}  // namespace ringscope
