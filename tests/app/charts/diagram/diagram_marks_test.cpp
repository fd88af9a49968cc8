#include "app/charts/diagram/diagram_marks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace ringscope::diagram_marks_test {
namespace {

Diagram Three() {
  Diagram diagram;
  for (uint32_t k = 0; k < 3; ++k) {
    DiagramBox& box = diagram.boxes.emplace_back();
    box.place = {k * 50.0, k * 50.0};
    box.size = {20, 10};
  }
  diagram.edges = {{0, 1, {}, 1}, {1, 2, {}, 3}, {1, 1, {}, 1}, {0, 2, {}, 1, true}, {0, 9, {}, 1}};
  return diagram;
}

std::vector<uint32_t> EdgesOf(const EdgesOfBoxes& edges, uint32_t box) {
  return {edges.Of(box).begin(), edges.Of(box).end()};
}

TEST(DiagramMarks, ABoxKnowsItsEdges) {
  const EdgesOfBoxes edges(Three());
  EXPECT_EQ(EdgesOf(edges, 0), (std::vector<uint32_t>{0, 3}));
  EXPECT_EQ(EdgesOf(edges, 1), (std::vector<uint32_t>{0, 1, 2})) << "a loop once";
  EXPECT_EQ(EdgesOf(edges, 2), (std::vector<uint32_t>{1, 3}));
  EXPECT_TRUE(edges.Of(3).empty());
  EXPECT_TRUE(EdgesOfBoxes().Of(0).empty());
  EXPECT_TRUE(EdgesOfBoxes(Diagram{}).Of(0).empty());
}

TEST(DiagramMarks, AnOverviewShowsAllBoxesAndThePartInSight) {
  const Diagram diagram = Three();
  const ShapeBatch drawn = ShapesOf(diagram);
  const ShapeIndex index(drawn);
  PlaneCamera view = CameraToFit(index.rects.bounds(), 900, 600, 40);
  EXPECT_FALSE(OverviewOf(index, view, 1)) << "all is in sight";
  view = Zoomed(view, 0, 0, 4);
  const auto overview = OverviewOf(index, view, 1);
  ASSERT_TRUE(overview);
  EXPECT_TRUE(overview->camera.Seen().Holds(index.rects.bounds()));
  EXPECT_TRUE(overview->Holds(overview->left_px, overview->top_px));
  EXPECT_FALSE(overview->Holds(overview->left_px - 1, overview->top_px));
  EXPECT_LE(overview->left_px + static_cast<double>(overview->camera.width_px), 900);
  PlacedShapes placed;
  AddOverview(drawn, index, *overview, view, Theme::kLight, 1, placed);
  ASSERT_EQ(placed.rects.size(), 5u) << "ground, boxes, frame";
  const PlacedRect& ground = placed.rects.front();
  for (const PlacedRect& rect : placed.rects) {
    EXPECT_GE(rect.left_px, ground.left_px);
    EXPECT_LE(rect.top_px + rect.height_px, ground.top_px + ground.height_px + 0.01f);
  }
  // The middle of the frame is the middle of what the view shows.
  const PlacedRect& frame = placed.rects.back();
  const double half = static_cast<double>(frame.width_px) / 2;
  EXPECT_LT(frame.width_px, ground.width_px);
  const PlanePoint middle = overview->PlaneAt(static_cast<double>(frame.left_px) + half, overview->top_px);
  EXPECT_NEAR(middle.x,
              (std::max(view.Seen().left, overview->camera.Seen().left) +
               std::min(view.Seen().right, overview->camera.Seen().right)) /
                  2,
              0.5);
  EXPECT_FALSE(OverviewOf(index, Panned(PlaneCamera{.width_px = 40, .height_px = 30}, 100, 0), 1))
      << "no room";
}

TEST(DiagramMarks, FrameBoxesAndLightEdges) {
  const Diagram diagram = Three();
  const ShapeBatch drawn = ShapesOf(diagram);
  const EdgesOfBoxes edges(diagram);
  const ShapeBatch none = ShapesOfMarks(diagram, drawn, edges, {}, Theme::kDark, 1, true);
  EXPECT_TRUE(none.rects.empty() && none.lines.empty());
  const ShapeBatch marks =
      ShapesOfMarks(diagram, drawn, edges, {{2}, {1, 7}, 0, {}, {}}, Theme::kLight, 2, true);
  ASSERT_EQ(marks.rects.size(), 2u) << "7 is no box";
  EXPECT_EQ(marks.rects[0].border, PaletteOf(Theme::kLight).highlight);
  EXPECT_EQ(marks.rects[0].x, 100);
  EXPECT_EQ(marks.rects[0].fill.a, 0);
  EXPECT_EQ(marks.rects[1].border, PaletteOf(Theme::kLight).text);
  MarkedBoxes selected;
  selected.selected = {1};
  selected.selection = {1, 2, 3, 255};
  const ShapeBatch chosen = ShapesOfMarks(diagram, drawn, edges, selected, Theme::kLight, 2, true);
  ASSERT_EQ(chosen.rects.size(), 2u);
  EXPECT_EQ(chosen.rects[0].border, selected.selection);
  EXPECT_GT(chosen.rects[0].border_px, chosen.rects[1].border_px) << "seen inside the other one";
  ASSERT_EQ(marks.lines.size(), 2u) << "to 1, and the one to 2 that is drawn nowhere else";
  EXPECT_EQ(marks.lines[0].color, PaletteOf(Theme::kLight).highlight);
}

}  // namespace
}  // namespace ringscope::diagram_marks_test
