#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cct/tree/cct.h"
#include "renderer/layout/arc_batch.h"
#include "renderer/text/name_text.h"

namespace ringscope {

enum class LabelDirection : uint8_t {
  kTangential,  // along the arc, baseline curved around the centre
  kRadial,      // along the radius
  kCenter,      // horizontal, centred on the disc; several lines are several labels
  kRow,         // horizontal, from the left end of an icicle's bar or a treemap's box
};

// One line of text on a piece. The text is already shortened to fit (with an ellipsis) and valid UTF-8.
struct Label {
  uint32_t piece = 0;
  LabelDirection direction = LabelDirection::kTangential;
  std::string text;
  float size_px = 0;
  float width_px = 0;
  // Middle of the text: tangential and radial: on the ring at this angle and radius; centre: offset below the
  // middle. Row: left end and middle of the text, as offsets to the right of and below the middle of the
  // view.
  float middle_turns = 0;  // in [0, 1)
  float radius_px = 0;
  float offset_x_px = 0;
  float offset_y_px = 0;
  // The text is turned by half a turn, as it would otherwise be upside down at this angle (tangential: runs
  // counter-clockwise).
  bool flipped = false;
};

struct LabelOptions {
  float size_px = 13;
  float min_size_px = 9;
  uint32_t max_labels = 400;
  friend bool operator==(const LabelOptions&, const LabelOptions&) = default;
};

// The room that is left free at each end of a label.
inline constexpr float kLabelPaddingPx = 4;
// The height of a line of upright text that stands on whole pixels, in font sizes.
inline constexpr float kRowLineHeight = 1.2f;
// How far the middle of capital letters lies above the middle of the room, in font sizes: the parts below the
// line, above all an underscore, need more room than those above.
inline constexpr float kTextDescent = 0.12f;
// The width of three narrow characters, in font sizes: text with less room is not even measured.
inline constexpr float kLeastLabelWidth = 1.2f;
// How many texts are measured at most for each label that may be shown. Measuring is the expensive part;
// shapes that are too narrow for their names should not cost a frame.
inline constexpr uint32_t kAttemptsPerLabel = 4;

// "x17": the number of contexts of a compressed chain, behind the name of its head.
[[nodiscard]] std::string ChainCountText(size_t contexts);

// Chooses labels for the pieces of a batch: tangential if they fit, else radial, else no label; widest pieces
// first. A chain has its count behind its head's name, which is shortened to make room. The centre disc has
// name, value and share of the total, and so has an icicle's first row. In a treemap names stand in titles,
// and at the top of boxes without callees. Cost O(pieces + labels).
[[nodiscard]] std::vector<Label> PlaceLabels(const Cct& tree, const ArcBatch& batch,
                                             const LabelOptions& options, const MeasureText& measure);

}  // namespace ringscope
