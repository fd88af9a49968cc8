#include "app/diagram/callouts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "app/diagram/diagram_picture.h"
#include "renderer/text/name_text.h"

namespace ringscope {
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
  // One that is too narrow has none, rather than one beside it.
  diagram.boxes[0].size = {200, 5000};
  EXPECT_TRUE(PlaceDiagram(diagram, picture, AverageSansWidth).shapes.labels.empty());
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

}  // namespace
}  // namespace ringscope
