
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "app/charts/diagram/diagram_picture.h"
#include "renderer/text/name_text.h"

namespace ringscope::diagram_caption_test {
namespace {

std::vector<LegendLine> Legend() {
  LegendLine width{"width: calls, log, up to 100"};
  width.samples = {{6, "1"}, {20, "10"}, {40, "100"}};
  LegendLine height{"height: time, up to 8 s"};
  height.samples = {{6, "0 s"}, {12, "1 s"}, {64, "8 s"}};
  height.is_height = true;
  LegendLine lacks{"no receivers are known"};
  lacks.is_warning = true;
  return {width,
          height,
          {"could be cached", Color{200, 180, 0, 255}},
          {"others", Color{250, 250, 250, 255}},
          lacks};
}

std::string TextOf(const ShapeCaption& caption) {
  std::string text = caption.facts + "\n";
  for (const ShapeCaption::Group& group : caption.groups) {
    text += group.title + ":";
    for (const ShapeCaption::Entry& entry : group.entries) text += " [" + entry.label + "]";
    text += "\n";
  }
  return text;
}

TEST(DiagramCaption, SaysWhatSidesAndColoursMean) {
  const ShapeCaption caption = CaptionOf("run.cct", "what main reaches", Legend(), 1, 1, Theme::kDark);
  EXPECT_EQ(TextOf(caption),
            "what main reaches  \xC2\xB7  no receivers are known\n"
            "width: calls, log, up to 100: [10] [100]\n"
            "height: time, up to 8 s: [0 s] [1 s]\n"
            ": [could be cached] [others]\n");
  EXPECT_EQ(caption.groups[0].entries[1].width_px, 40) << "as wide as it is in the picture";
  EXPECT_EQ(caption.groups[1].entries[1].height_px, 12);
}

TEST(DiagramCaption, APictureSaysNothingOfPointing) {
  LegendLine cheap{"12 calls: only where pointed at"};
  cheap.picture_text = "12 calls: not drawn";
  const ShapeCaption caption = CaptionOf("", "", std::vector{cheap}, 1, 1, Theme::kDark);
  ASSERT_EQ(caption.groups.size(), 1u);
  EXPECT_EQ(caption.groups[0].title, "12 calls: not drawn");
}

TEST(DiagramCaption, BoxesAreThoseOfTheScale) {
  // A quarter as large: the highest has room now, and what is too small to be compared is left out.
  const ShapeCaption caption = CaptionOf("", "", Legend(), 0.25, 1, Theme::kDark);
  EXPECT_EQ(caption.groups[1].entries.back().label, "8 s");
  EXPECT_EQ(caption.groups[1].entries.back().height_px, 16);
  for (const ShapeCaption::Group& group : CaptionOf("", "", Legend(), 0.01, 1, Theme::kDark).groups) {
    for (const ShapeCaption::Entry& entry : group.entries)
      EXPECT_EQ(entry.width_px + entry.height_px, 0) << entry.label << ": nothing of a side can be told here";
  }
}

// Whatever the scale, all of it lies inside the picture and takes no more rows than there is room for.
TEST(DiagramCaption, HasRoomForAllOfIt) {
  std::vector<LegendLine> legend = Legend();
  for (int k = 0; k < 12; ++k)
    legend.push_back({"a colour with a long name " + std::to_string(k), Color{9, 9, 9, 255}});
  for (const uint32_t width : {300u, 700u, 1440u, 2560u}) {
    for (const float scale : {1.0f, 2.0f}) {
      const uint32_t footer = ShapeCaptionFooterPx(
          CaptionOf("t", "f", legend, std::numeric_limits<double>::infinity(), scale, Theme::kDark), width,
          scale, AverageSansWidth);
      for (const double px_per_unit : {0.001, 0.1, 0.3, 1.0, 1.5}) {
        const PlacedCaption placed =
            PlaceShapeCaption(CaptionOf("t", "f", legend, px_per_unit, scale, Theme::kDark), width, 400,
                              footer, scale, Theme::kDark, AverageSansWidth);
        size_t colors = 0;
        for (const PlacedCaption::Line& line : placed.lines) {
          colors += line.text.starts_with("a col") ? 1 : 0;
          EXPECT_LT(line.middle_y + line.size_px / 2, static_cast<float>(placed.height_px))
              << width << ' ' << scale;
          EXPECT_LE(line.x + AverageSansWidth(line.text, line.size_px), static_cast<float>(width) + 1)
              << line.text;
        }
        EXPECT_EQ(colors, 12u) << "nothing is left out";
        for (const PlacedCaption::Box& box : placed.boxes)
          EXPECT_LE(box.y + box.height, static_cast<float>(placed.height_px));
      }
    }
  }
}

TEST(DiagramCaption, IsAPartOfThePicturesSize) {
  Diagram diagram;
  diagram.boxes.emplace_back().size = {40, 64};
  DiagramPicture picture;
  picture.width_px = 900;
  picture.height_px = 600;
  picture.has_caption = true;
  picture.legend = Legend();
  const PlacedDiagram placed = PlaceDiagram(diagram, picture, AverageSansWidth);
  ASSERT_TRUE(placed.caption);
  EXPECT_EQ(placed.caption->height_px, 600u);
  EXPECT_LT(placed.shapes.height_px, 600);
  picture.height_px = 200;
  EXPECT_FALSE(PlaceDiagram(diagram, picture, AverageSansWidth).caption) << "too low";
}

// Colours do not stand behind a sentence that is not about them.
TEST(DiagramCaption, ColoursStandBehindTheirHeadingAlone) {
  LegendLine tone{"tone: receivers, up to 3"};
  tone.is_heading = true;
  const std::vector<LegendLine> legend{tone,
                                       {"none", Color{1, 2, 3, 255}},
                                       {"one box: the JDK"},
                                       {"costs more", Color{200, 0, 0, 255}},
                                       {"costs less", Color{0, 0, 200, 255}}};
  EXPECT_EQ(TextOf(CaptionOf("", "", legend, 1, 1, Theme::kDark)),
            "\ntone: receivers, up to 3: [none]\none box: the JDK:\n: [costs more] [costs less]\n");
}

}  // namespace
}  // namespace ringscope::diagram_caption_test
