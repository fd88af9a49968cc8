#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cct/tree/cct.h"
#include "renderer/color/color.h"
#include "renderer/color/paint.h"
#include "renderer/layout/arc_batch.h"
#include "renderer/legend/legend.h"
#include "renderer/text/name_text.h"

namespace ringscope {

// The texts and the legend around a picture of a chart, for facts that the picture does not show.
struct Caption {
  struct Entry {
    Color color;
    std::string label;
    std::string share;       // of the centre; may be empty
    PieceStyle pattern = 0;  // of its box: BoxStripes()
  };
  std::string title;  // the file and the steps
  std::string facts;  // metric, total, view
  std::string legend_title;
  std::vector<Entry> legend;
  std::vector<Color> gradient;  // instead of groups: the map, with ticks
  std::vector<LegendTick> ticks;
};

// `title`: the file and the steps that were applied. `search`: the query whose matches light up; may be
// empty.
[[nodiscard]] Caption BuildCaption(std::string_view title, std::string_view search, const Cct& tree,
                                   const ArcBatch& batch, const Legend& legend);

// The heights above and below the chart, at so many pixels a unit.
[[nodiscard]] uint32_t CaptionHeaderPx(float scale = 1);
[[nodiscard]] uint32_t CaptionFooterPx(float scale = 1);
// Pictures lower than this have no caption: they need their pixels for the chart.
inline constexpr uint32_t kLeastCaptionedPx = 400;

// A caption around a chart: all that a renderer needs. Pixels from the picture's upper left corner; the chart
// begins `header_px` below that.
struct PlacedCaption {
  struct Box {
    float x = 0, y = 0, width = 0, height = 0;
    Color color;
    PieceStyle pattern = 0;     // BoxStripes(), of a box as wide as it is high
    Color stripes{0, 0, 0, 0};  // the stripes' colour; without opacity: the background's
  };
  struct Line {
    float x = 0, middle_y = 0;  // where the text begins; the middle of its capital letters
    float size_px = 0;
    Color color;
    std::string text;  // UTF-8
  };
  uint32_t width_px = 0, height_px = 0;  // of the whole picture
  uint32_t header_px = 0;
  std::vector<Box> boxes;
  std::vector<Line> lines;
};

// Text is cut to the width, and entries without room are counted. Without `measure` there is no text.
[[nodiscard]] PlacedCaption PlaceCaption(const Caption& caption, uint32_t chart_width_px,
                                         uint32_t chart_height_px, float scale, Theme theme,
                                         const MeasureText& measure);

// A stripe across a box of a legend, in pixels from the box's upper left corner. It may reach beyond the box,
// which cuts it off.
struct BoxStripe {
  float x1 = 0, y1 = 0, x2 = 0, y2 = 0;
  float width_px = 0;
};

// The two stripes of pieces of this look (kStylePatterns), in a square box: rising, falling, or level. Drawn
// in the colour of the background. Empty for other looks.
[[nodiscard]] std::vector<BoxStripe> BoxStripes(PieceStyle pattern, float side_px);

// The texts around a picture of a diagram, and the meaning of its boxes' sides and colours.
struct ShapeCaption {
  struct Entry {
    Color color;
    std::string label;
    // The size of its box as drawn; 0: that of other legends.
    float width_px = 0, height_px = 0;
    Color border{0, 0, 0, 0};  // without opacity: none
    float border_px = 0;
    Color stripes{0, 0, 0, 0};  // without opacity: none
  };
  // Entries behind a title that says what they are about.
  struct Group {
    std::string title;  // may be empty
    std::vector<Entry> entries;
  };
  std::string title, facts;
  std::vector<Group> groups;
};

// The largest box of an entry, in pixels of the scale 1.
inline constexpr float kMostSampleWidthPx = 72, kMostSampleHeightPx = 17;

// The footer that has room for all groups below a picture of this width.
[[nodiscard]] uint32_t ShapeCaptionFooterPx(const ShapeCaption& caption, uint32_t width_px, float scale,
                                            const MeasureText& measure);

// As PlaceCaption(), but nothing is left out: as many rows as needed, as long as the footer has room.
[[nodiscard]] PlacedCaption PlaceShapeCaption(const ShapeCaption& caption, uint32_t chart_width_px,
                                              uint32_t chart_height_px, uint32_t footer_px, float scale,
                                              Theme theme, const MeasureText& measure);

}  // namespace ringscope
