#include "app/charts/diagram/callouts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "app/charts/diagram/diagram_picture.h"
#include "renderer/text/name_text.h"

namespace ringscope::callouts_test {
namespace {

// Many boxes, too small for their names.
Diagram Crowd(uint32_t seed, uint32_t count) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> place(0, 8000);
  Diagram diagram;
  for (uint32_t k = 0; k < count; ++k) {
    DiagramBox& box = diagram.boxes.emplace_back();
    box.key = k;
    box.place = {place(random), place(random)};
    box.size = {60, 20};
    box.label = "function_" + std::to_string(k);
    box.label_size = {60, 14};
    box.weight = 1 + static_cast<double>(random() % 1000);
  }
  return diagram;
}

PlaneBox AreaOf(const Label& label, const PlacedShapes& placed) {
  const double left =
      std::floor(static_cast<double>(placed.width_px) / 2) + static_cast<double>(label.offset_x_px);
  const double middle =
      std::floor(static_cast<double>(placed.height_px) / 2) + static_cast<double>(label.offset_y_px);
  const auto half = static_cast<double>(label.size_px) / 2;
  return {left, middle - half, left + static_cast<double>(label.width_px), middle + half};
}

TEST(Callouts, TheWeightiestAreNamed) {
  const Diagram diagram = Crowd(1, 500);
  const std::vector<uint32_t> boxes = WeightiestBoxes(diagram);
  ASSERT_FALSE(boxes.empty());
  EXPECT_LE(boxes.size(), 60u);
  for (size_t k = 1; k < boxes.size(); ++k)
    EXPECT_GE(diagram.boxes[boxes[k - 1]].weight, diagram.boxes[boxes[k]].weight);
  for (const DiagramBox& box : diagram.boxes) EXPECT_LE(box.weight, diagram.boxes[boxes[0]].weight);
}

TEST(Callouts, CoverNoOtherNameAndLieInThePicture) {
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    const Diagram diagram = Crowd(seed, 400);
    DiagramPicture picture;
    picture.width_px = 700;
    picture.height_px = 500;
    const PlacedShapes placed = PlaceDiagram(diagram, picture, AverageSansWidth).shapes;
    ASSERT_GT(placed.labels.size(), 4u) << "those that weigh most have names";
    ASSERT_EQ(placed.labels.size(), placed.label_colors.size());
    const PlaneBox view{0, 0, 700, 500};
    for (size_t a = 0; a < placed.labels.size(); ++a) {
      EXPECT_TRUE(view.Holds(AreaOf(placed.labels[a], placed)));
      for (size_t b = 0; b < a; ++b)
        EXPECT_FALSE(AreaOf(placed.labels[a], placed).Touches(AreaOf(placed.labels[b], placed))) << seed;
    }
    // The first of all has its own, if it has room on a side.
    const std::string& first = diagram.boxes[WeightiestBoxes(diagram)[0]].label;
    size_t named = 0;
    for (const Label& label : placed.labels) named += label.text == first ? 1 : 0;
    EXPECT_LE(named, 1u);
  }
}

TEST(Callouts, WhatHoldsOtherBoxesHasItsNameInside) {
  Diagram diagram = Crowd(3, 200);
  DiagramBox frame;
  frame.place = {1000, 1000};
  frame.size = {5000, 5000};
  frame.label = "package";
  frame.label_size = {5000, 10};
  frame.is_frame = true;
  frame.weight = 1e9;
  diagram.boxes.insert(diagram.boxes.begin(), frame);
  for (size_t k = 1; k < diagram.boxes.size(); ++k) diagram.boxes[k].weight = 0;
  DiagramPicture picture;
  picture.width_px = 700;
  picture.height_px = 500;
  const PlacedShapes placed = PlaceDiagram(diagram, picture, AverageSansWidth).shapes;
  ASSERT_EQ(placed.labels.size(), 1u);
  const PlacedRect& drawn = *std::find_if(placed.rects.begin(), placed.rects.end(),
                                          [](const PlacedRect& rect) { return rect.rect == 0; });
  const PlaneBox area = AreaOf(placed.labels[0], placed);
  EXPECT_GT(area.left, static_cast<double>(drawn.left_px));
  EXPECT_LT(area.right, static_cast<double>(drawn.left_px + drawn.width_px));
  EXPECT_EQ(placed.rects.back().rect, kNoShapeRect) << "the plate lies over all boxes";
  // One that is too narrow has it outside.
  diagram.boxes[0].size = {200, 5000};
  const PlacedShapes narrow = PlaceDiagram(diagram, picture, AverageSansWidth).shapes;
  ASSERT_EQ(narrow.labels.size(), 1u);
  const PlacedRect& its = *std::find_if(narrow.rects.begin(), narrow.rects.end(),
                                        [](const PlacedRect& rect) { return rect.rect == 0; });
  const PlaneBox outside = AreaOf(narrow.labels[0], narrow);
  EXPECT_TRUE(outside.left > static_cast<double>(its.left_px + its.width_px) ||
              outside.right < static_cast<double>(its.left_px) ||
              outside.bottom < static_cast<double>(its.top_px) ||
              outside.top > static_cast<double>(its.top_px + its.height_px));
}

// A row of narrow boxes that touch: a name has no room beside its box.
Diagram Row(uint32_t count, double step) {
  Diagram diagram;
  for (uint32_t k = 0; k < count; ++k) {
    DiagramBox& box = diagram.boxes.emplace_back();
    box.key = k;
    box.place = {k * step, 1000};
    box.size = {step - 1, 400};
    box.label = "function_" + std::to_string(k);
    box.label_size = {step - 1, 14};
    box.weight = 1 + (k * 7919) % 101;
  }
  return diagram;
}

TEST(Callouts, NamesStandAtTheEndOfALineWhereBoxesLeaveNoRoom) {
  const Diagram diagram = Row(60, 16);
  DiagramPicture picture;
  picture.width_px = 900;
  picture.height_px = 700;
  const PlacedShapes placed = PlaceDiagram(diagram, picture, AverageSansWidth).shapes;
  EXPECT_GE(placed.labels.size(), 6u);
  EXPECT_GE(placed.strokes.size(), 6u);
  const uint32_t first = WeightiestBoxes(diagram)[0];
  size_t named = 0;
  for (size_t a = 0; a < placed.labels.size(); ++a) {
    named += placed.labels[a].text == diagram.boxes[first].label ? 1 : 0;
    const PlaneBox area = AreaOf(placed.labels[a], placed);
    for (size_t b = 0; b < a; ++b) EXPECT_FALSE(area.Touches(AreaOf(placed.labels[b], placed)));
    for (const PlacedRect& rect : placed.rects) {
      if (rect.rect == kNoShapeRect) continue;
      EXPECT_FALSE(area.Touches({static_cast<double>(rect.left_px), static_cast<double>(rect.top_px),
                                 static_cast<double>(rect.left_px + rect.width_px),
                                 static_cast<double>(rect.top_px + rect.height_px)}));
    }
    for (const PlacedStroke& line : placed.strokes) {
      // Its middle lies over no name.
      const double x = static_cast<double>(line.x_px + line.end_x_px) / 2,
                   y = static_cast<double>(line.y_px + line.end_y_px) / 2;
      EXPECT_FALSE(area.Touches({x, y, x, y}));
    }
  }
  EXPECT_EQ(named, 1u) << "the weightiest has a name";
}

TEST(Callouts, WhereAPartIsSeenTheWeightiestOfThatPartAreNamed) {
  const Diagram diagram = Row(400, 16);
  const ShapeBatch batch = ShapesOf(diagram);
  const ShapeIndex index(batch);
  PlaneCamera camera;
  camera.width_px = 700;
  camera.height_px = 700;
  camera.center = {300 * 16, 1200};
  PlacedShapes placed;
  PlaceShapes(batch, index, camera, placed);
  PlaceCallouts({diagram, WeightiestBoxes(diagram), 1, Theme::kLight, AverageSansWidth}, batch, camera,
                placed);
  double most = 0;
  std::string name;
  for (const PlacedRect& rect : placed.rects) {
    if (rect.rect == kNoShapeRect || diagram.boxes[rect.rect].weight <= most) continue;
    most = diagram.boxes[rect.rect].weight;
    name = diagram.boxes[rect.rect].label;
  }
  EXPECT_TRUE(std::any_of(placed.labels.begin(), placed.labels.end(), [&](const Label& label) {
    return label.text == name;
  })) << name;
}

TEST(Callouts, WhereThereAreLowBoxesAloneTheseAreNamed) {
  // 100 of 600 boxes are in sight, 6 px wide and 2 px high, and none of those that weigh most of all.
  Diagram diagram = Crowd(7, 100);
  for (const DiagramBox& box : Crowd(8, 500).boxes) {
    diagram.boxes.push_back(box);
    diagram.boxes.back().place.x += 20'000;
    diagram.boxes.back().weight += 10'000;
  }
  DiagramPicture picture;
  picture.width_px = 800;
  picture.height_px = 800;
  picture.camera = PlaneCamera{{4000, 4000}, 0.1, 800, 800};
  const PlacedShapes placed = PlaceDiagram(diagram, picture, AverageSansWidth).shapes;
  EXPECT_GT(placed.labels.size(), 10u);
  const auto heaviest =
      std::max_element(diagram.boxes.begin(), diagram.boxes.begin() + 100,
                       [](const DiagramBox& a, const DiagramBox& b) { return a.weight < b.weight; });
  EXPECT_TRUE(std::any_of(placed.labels.begin(), placed.labels.end(),
                          [&](const Label& label) { return label.text == heaviest->label; }));
}

TEST(Callouts, WhatHasItsLabelHasNoSecondOne) {
  Diagram diagram;
  DiagramBox& box = diagram.boxes.emplace_back();
  box.size = {120, 40};
  box.label = "main";
  box.label_size = {120, 40};
  box.weight = 5;
  EXPECT_EQ(PlaceDiagram(diagram, {}, AverageSansWidth).shapes.labels.size(), 1u);
  // Without a measure there is no text at all.
  EXPECT_EQ(PlaceDiagram(diagram, {}, nullptr).shapes.labels.size(), 0u);
}

// A class with a method, both too small for their names.
Diagram Method(double width) {
  Diagram diagram;
  DiagramBox& frame = diagram.boxes.emplace_back();
  frame.size = {width, 9};
  frame.label = "PrintStream";
  frame.label_size = {width, 6};
  frame.is_frame = true;
  frame.fill = {40, 50, 60, 255};
  frame.weight = 1;
  DiagramBox method;
  method.place = {2, 2};
  method.size = {6, 5};
  method.label = "write";
  method.label_size = {6, 4};
  method.weight = 2;
  method.within = 0;
  diagram.boxes.push_back(method);
  return diagram;
}

std::vector<std::string> Texts(const PlacedShapes& placed) {
  std::vector<std::string> texts;
  for (const Label& label : placed.labels) texts.push_back(label.text);
  std::sort(texts.begin(), texts.end());
  return texts;
}

TEST(Callouts, AMethodIsToldWithItsClassWhereThatCannotBeRead) {
  DiagramPicture picture;
  picture.width_px = 700;
  picture.height_px = 300;
  Diagram diagram = Method(30);
  diagram.boxes[0].weight = 0;
  picture.camera = PlaneCamera{.center = {15, 5}, .width_px = 700, .height_px = 300};
  EXPECT_EQ(Texts(PlaceDiagram(diagram, picture, AverageSansWidth).shapes),
            std::vector<std::string>{"PrintStream.write"});
  diagram.boxes[0].label = "(no class)";
  EXPECT_EQ(Texts(PlaceDiagram(diagram, picture, AverageSansWidth).shapes),
            std::vector<std::string>{"write"});
  // One that is named inside says it.
  diagram = Method(300);
  diagram.boxes[0].size.height = 60;
  const PlacedShapes placed = PlaceDiagram(diagram, picture, AverageSansWidth).shapes;
  EXPECT_EQ(Texts(placed), (std::vector<std::string>{"PrintStream", "write"}));
  // A name inside stands on what is below it.
  const PlacedRect& plate = *std::find_if(placed.rects.begin(), placed.rects.end(),
                                          [](const PlacedRect& rect) { return rect.rect == kNoShapeRect; });
  EXPECT_EQ(plate.fill.r, 40);
  EXPECT_EQ(plate.fill.b, 60);
}

TEST(Callouts, OfFewBoxesAllHaveNamesHoweverLittleTheyWeigh) {
  Diagram diagram = Crowd(5, 8);
  for (DiagramBox& box : diagram.boxes) box.weight = 1e-12;
  diagram.boxes[3].weight = 1;
  for (size_t k = 0; k < diagram.boxes.size(); ++k)
    diagram.boxes[k].place = {static_cast<double>(k % 3) * 3000, static_cast<double>(k / 3) * 3000};
  DiagramPicture picture;
  picture.width_px = 900;
  picture.height_px = 700;
  EXPECT_EQ(PlaceDiagram(diagram, picture, AverageSansWidth).shapes.labels.size(), 8u);
}

TEST(Callouts, ALargerViewHasMoreNames) {
  const Diagram diagram = Crowd(6, 400);
  DiagramPicture picture;
  const size_t common = PlaceDiagram(diagram, picture, AverageSansWidth).shapes.labels.size();
  EXPECT_LE(common, 24u);
  picture.width_px = 2560;
  picture.height_px = 1440;
  EXPECT_GT(PlaceDiagram(diagram, picture, AverageSansWidth).shapes.labels.size(), common);
}

// Two columns of low boxes, too close for a name beside each, in much empty space. The middle of a long line
// is far from its own box.
TEST(Callouts, LongLinesCrossNoBox) {
  size_t lines = 0;
  for (uint32_t seed = 1; seed <= 6; ++seed) {
    std::mt19937 random(seed);
    Diagram diagram;
    for (uint32_t k = 0; k < 102; ++k) {
      DiagramBox& box = diagram.boxes.emplace_back();
      box.key = k;
      box.place = {380.0 + 40 * (k % 2), 150.0 + 6 * static_cast<double>(k / 2)};
      box.size = box.label_size = {30, 5};
      box.label = "function_" + std::to_string(k);
      box.weight = 1000 - 10 * std::abs(static_cast<double>(k) - 50) + static_cast<double>(random() % 10);
    }
    diagram.boxes[100].place = {0, 0};
    diagram.boxes[101].place = {760, 580};
    DiagramPicture picture;
    picture.width_px = 800;
    picture.height_px = 600;
    const PlacedShapes placed = PlaceDiagram(diagram, picture, AverageSansWidth).shapes;
    for (const PlacedStroke& line : placed.strokes) {
      const double x = static_cast<double>(line.end_x_px - line.x_px),
                   y = static_cast<double>(line.end_y_px - line.y_px);
      ++lines;
      if (std::hypot(x, y) < 36 * 1.5) continue;
      for (const PlacedRect& rect : placed.rects) {
        if (rect.rect == kNoShapeRect || rect.width_px * rect.height_px < 30) continue;
        const double middle_x = static_cast<double>(line.x_px) + x / 2,
                     middle_y = static_cast<double>(line.y_px) + y / 2;
        EXPECT_FALSE(middle_x > static_cast<double>(rect.left_px) &&
                     middle_x < static_cast<double>(rect.left_px + rect.width_px) &&
                     middle_y > static_cast<double>(rect.top_px) &&
                     middle_y < static_cast<double>(rect.top_px + rect.height_px))
            << seed;
      }
    }
  }
  EXPECT_GT(lines, 0u);
}

}  // namespace
}  // namespace ringscope::callouts_test
