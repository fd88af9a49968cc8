#include <gtest/gtest.h>

#include "renderer/diagram/diagram.h"

namespace ringscope::diagram_shapes_test {
namespace {

DiagramBox Box(uint64_t key, double x, double y, double width, double height, std::string label = {}) {
  DiagramBox box;
  box.key = key;
  box.place = {x, y};
  box.size = {width, height};
  box.label = std::move(label);
  box.label_size = {width, 12};
  return box;
}

TEST(DiagramShapes, BoxesAreRectanglesEdgesRunFromBottomToTop) {
  Diagram diagram;
  diagram.boxes = {Box(1, 0, 0, 20, 10, "main"), Box(2, 30, 40, 10, 10)};
  diagram.boxes[1].context = 7;
  diagram.edges = {{0, 1, {}, 1}, {0, 9, {}, 1}};
  const ShapeBatch batch = ShapesOf(diagram);
  ASSERT_EQ(batch.rects.size(), 2u);
  EXPECT_EQ(batch.rects[1].context, 7u);
  ASSERT_EQ(batch.texts.size(), 1u);
  EXPECT_EQ(batch.texts[0].text, "main");
  ASSERT_EQ(batch.lines.size(), 1u) << "not to a box that is not there";
  EXPECT_EQ(batch.lines[0].x, 10);
  EXPECT_EQ(batch.lines[0].y, 10);
  EXPECT_EQ(batch.lines[0].end_x, 35);
  EXPECT_EQ(batch.lines[0].end_y, 40);
}

TEST(DiagramShapes, ABarLiesBelowItsBox) {
  Diagram diagram;
  DiagramBox box;
  box.place = {10, 20};
  box.size = {5, 30};
  box.bar_px = 2;
  diagram.boxes = {DiagramBox{}, box};
  const ShapeBatch batch = ShapesOf(diagram);
  ASSERT_EQ(batch.lines.size(), 1u);
  EXPECT_LT(batch.lines[0].x, 10);
  EXPECT_GT(batch.lines[0].end_x, 15);
  EXPECT_GT(batch.lines[0].y, 50);
  EXPECT_EQ(batch.lines[0].width_px, 2);
}

TEST(DiagramShapes, WhatIsGatheredIsDrawnOnRequestOnly) {
  Diagram diagram;
  diagram.boxes = {Box(1, 0, 0, 20, 10), Box(2, 30, 40, 10, 10)};
  diagram.edges = {{0, 1, {}, 1}, {0, 1, {}, 1, true}};
  ShapeBatch batch = ShapesOf(diagram);
  EXPECT_TRUE(batch.lines_below);
  EXPECT_EQ(batch.lines.size(), 1u);
  AddEdgeShapes(diagram, diagram.edges[1], batch);
  EXPECT_EQ(batch.lines.size(), 2u);
}

TEST(DiagramShapes, EdgesLeaveOutLabelsOrGoThrough) {
  Diagram diagram;
  diagram.boxes = {Box(1, 0, 0, 20, 10), Box(2, 30, 60, 10, 10)};
  diagram.boxes[0].edges_below = 12;
  diagram.boxes[1].edges_above = 14;
  diagram.edges = {{0, 1, {}, 1}};
  EXPECT_EQ(ShapesOf(diagram).lines[0].y, 22);
  EXPECT_EQ(ShapesOf(diagram).lines[0].end_y, 46);
  EXPECT_EQ(ShapesOf(diagram, false).lines[0].y, 10);
  EXPECT_EQ(ShapesOf(diagram, false).lines[0].end_y, 60);
}

TEST(DiagramShapes, LoopsAndEdgesUpwards) {
  Diagram diagram;
  diagram.boxes = {Box(1, 0, 0, 20, 10), Box(2, 30, 40, 10, 10)};
  diagram.edges = {{0, 0, {}, 1}, {1, 0, {}, 1}};
  const ShapeBatch batch = ShapesOf(diagram);
  ASSERT_EQ(batch.lines.size(), 4u);
  EXPECT_EQ(batch.lines[0].x, 20);
  EXPECT_EQ(batch.lines[2].end_x, 20);
  EXPECT_EQ(batch.lines[3].x, 30) << "from its left side";
  EXPECT_EQ(batch.lines[3].end_x, 20) << "to the other's right one";
}

TEST(DiagramShapes, EdgesGoBesideWhatStandsAboveABox) {
  Diagram diagram;
  diagram.boxes = {Box(1, 0, 0, 20, 10), Box(2, 30, 40, 10, 10)};
  diagram.boxes[1].edges_by = PlanePoint{-4, -15};
  diagram.boxes[1].hatch = {1, 2, 3, 255};
  diagram.edges = {{0, 1, {}, 1}};
  const ShapeBatch batch = ShapesOf(diagram);
  EXPECT_EQ(batch.rects[1].hatch, (Color{1, 2, 3, 255}));
  ASSERT_EQ(batch.lines.size(), 3u);
  EXPECT_EQ(batch.lines[0].end_x, 26);
  EXPECT_EQ(batch.lines[0].end_y, 25);
  EXPECT_EQ(batch.lines[1].end_y, 45) << "straight down to its middle";
  EXPECT_EQ(batch.lines[2].end_x, 30) << "its left side";
}

TEST(DiagramShapes, WhatBothHaveMovesWhatIsNewGrows) {
  Diagram from, to;
  from.boxes = {Box(1, 0, 0, 20, 10)};
  to.boxes = {Box(1, 100, 50, 40, 10), Box(2, 10, 20, 8, 6)};
  const Diagram half = Between(from, to, 0.5);
  EXPECT_EQ(half.boxes[0].place, (PlanePoint{50, 25}));
  EXPECT_EQ(half.boxes[0].size.width, 30);
  EXPECT_EQ(half.boxes[1].place, (PlanePoint{12, 20}));
  EXPECT_EQ(half.boxes[1].size.height, 3);
  EXPECT_EQ(Between(from, to, 1).boxes[1].place, (PlanePoint{10, 20}));
  EXPECT_EQ(Between(from, to, 0).boxes[0].place, (PlanePoint{0, 0}));
}

TEST(DiagramShapes, WhatIsNamedBesideHasNoTextInside) {
  Diagram diagram;
  diagram.boxes = {Box(1, 0, 0, 20, 10, "one"), Box(2, 30, 40, 10, 10, "7 more")};
  diagram.boxes[0].is_beside = true;
  diagram.boxes[1].is_plain = true;
  const ShapeBatch batch = ShapesOf(diagram);
  ASSERT_EQ(batch.texts.size(), 1u);
  EXPECT_EQ(batch.texts[0].text, "7 more");
  EXPECT_TRUE(batch.texts[0].is_plain);
}

}  // namespace
}  // namespace ringscope::diagram_shapes_test
