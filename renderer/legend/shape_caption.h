#pragma once

#include <string>
#include <vector>

#include "renderer/legend/caption.h"

namespace ringscope {

// What stands around the picture of a diagram: what it is, and what sides and colours of its boxes mean.
struct ShapeCaption {
  struct Entry {
    Color color;
    std::string label;
    // Of its box as drawn; 0: that of other legends.
    float width_px = 0, height_px = 0;
    Color border{0, 0, 0, 0};  // without opacity: none
    float border_px = 0;
    Color stripes{0, 0, 0, 0};  // without opacity: none
  };
  // Entries behind what they are about.
  struct Group {
    std::string title;  // may be empty
    std::vector<Entry> entries;
  };
  std::string title, facts;
  std::vector<Group> groups;
};

// Of an entry's box, in pixels of the scale 1.
inline constexpr float kMostSampleWidthPx = 72, kMostSampleHeightPx = 17;

// The footer that has room for all groups below a picture of this width.
[[nodiscard]] uint32_t ShapeCaptionFooterPx(const ShapeCaption& caption, uint32_t width_px, float scale,
                                            const MeasureText& measure);

// As PlaceCaption(), but nothing is left out: rows are as many as it takes, as long as the footer has room.
[[nodiscard]] PlacedCaption PlaceShapeCaption(const ShapeCaption& caption, uint32_t chart_width_px,
                                              uint32_t chart_height_px, uint32_t footer_px, float scale,
                                              Theme theme, const MeasureText& measure);

}  // namespace ringscope
