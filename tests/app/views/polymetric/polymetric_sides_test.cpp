#include <gtest/gtest.h>

#include <cmath>

#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/view/saved_view.h"
#include "cct/compare/tree_comparison.h"
#include "cct/tree/metric_sides.h"
#include "renderer/color/palette.h"
#include "tests/app/views/polymetric/polymetric_test_state.h"

namespace ringscope::polymetric::polymetric_sides_test {
namespace {

constexpr std::string_view kBefore = "main 5\nmain;a 50\nmain;a;a 5\nmain;b 10\nmain;b;d 7\n";
constexpr std::string_view kAfter = "main 5\nmain;a 10\nmain;c 30\nmain;b 10\nmain;b;d 7\n";

LoadedTree Compared() {
  const CompareInput before[] = {{TreeFromFolded(kBefore).tree, {.name = "v1"}}};
  const CompareInput after[] = {{TreeFromFolded(kAfter).tree, {.name = "v2"}}};
  return WithFunctions(CompareTrees(before, after).value().tree);
}

PolymetricWanted Sided(const LoadedTree& loaded, std::string_view preset) {
  PolymetricWanted wanted = WantedOf(loaded, std::string(FindPolymetricPreset(preset)->text));
  wanted.is_by_side = true;
  return wanted;
}

PolymetricFound Find(const PolymetricWanted& wanted) {
  JobControl job;
  Result<PolymetricFound> found = FindPolymetric(wanted, job);
  return found ? std::move(*found) : PolymetricFound{};
}

uint32_t BoxNamed(const PolymetricFound& found, std::string_view name) {
  for (uint32_t box = 0; box < found.layout.boxes.size(); ++box) {
    const PlacedBox& placed = found.layout.boxes[box];
    if (placed.role == BoxRole::kItem && found.items.name[placed.item] == name) return box;
  }
  return kNoBox;
}

TEST(PolymetricSides, EachSideHasItsSizesOnOneScaleInTheRoomOfBoth) {
  const LoadedTree loaded = Compared();
  for (const std::string_view preset : {"behavior", "structure"}) {
    const PolymetricWanted wanted = Sided(loaded, preset);
    const PolymetricFound found = Find(wanted);
    const Diagram sides[] = {PaintDiagram(found, wanted, Theme::kDark, Side::kBefore),
                             PaintDiagram(found, wanted, Theme::kDark, Side::kAfter)};
    EXPECT_EQ(sides[0].room, sides[1].room);
    EXPECT_FALSE(sides[0].room.empty());
    const auto columns = SidesOf(loaded.tree->metrics(), 0);
    ASSERT_TRUE(columns);
    double largest = 0;
    for (const MetricIndex column : {columns->before, columns->after}) {
      for (const uint64_t value : found.items.inclusive[column])
        largest = std::max(largest, static_cast<double>(value));
    }
    size_t checked = 0;
    for (size_t k = 0; k < found.layout.boxes.size(); ++k) {
      const PlacedBox& cell = found.layout.boxes[k];
      const PlaneBox room{cell.place.x, cell.place.y, cell.place.x + cell.size.width,
                          cell.place.y + cell.size.height};
      for (const size_t side : {0u, 1u}) {
        const DiagramBox& box = sides[side].boxes[k];
        // What it says, and beside it where it says it, does not depend on the side.
        EXPECT_EQ(box.label, cell.label);
        if (preset == "behavior" || cell.role != BoxRole::kItem) {
          EXPECT_NEAR(box.place.x + box.label_place.x, cell.label_place.x, 1e-9);
          EXPECT_NEAR(box.place.y + box.label_place.y, cell.label_place.y, 1e-9);
        } else {
          EXPECT_GE(box.label_place.y, 0) << "its own lies in it";
          EXPECT_LE(box.label_place.y + box.label_size.height, box.size.height + 1e-9);
          EXPECT_LE(box.label_place.x + box.label_size.width, box.size.width + 1e-9);
        }
        EXPECT_TRUE(PlaneBox({room.left - 1e-9, room.top - 1e-9, room.right + 1e-9, room.bottom + 1e-9})
                        .Holds({box.place.x, box.place.y, box.place.x + box.size.width,
                                box.place.y + box.size.height}));
        if (cell.role != BoxRole::kItem) continue;
        const MetricIndex column = side == 0 ? columns->before : columns->after;
        const double value = static_cast<double>(found.items.inclusive[column][cell.item]);
        EXPECT_NEAR(box.size.height, kLeastSide + value / largest * (kMostSide - kLeastSide), 1e-9);
        ++checked;
      }
      if (cell.role == BoxRole::kItem) {
        EXPECT_NEAR(cell.size.height, std::max(sides[0].boxes[k].size.height, sides[1].boxes[k].size.height),
                    1e-9);
      }
    }
    EXPECT_EQ(checked, 10u) << "main, a, b, c, d";
  }
}

TEST(PolymetricSides, WhatDidNotRunIsHollowAndWhatChangedIsMarked) {
  const LoadedTree loaded = Compared();
  const PolymetricWanted wanted = Sided(loaded, "behavior");
  const PolymetricFound found = Find(wanted);
  const Diagram before = PaintDiagram(found, wanted, Theme::kDark, Side::kBefore);
  const Diagram after = PaintDiagram(found, wanted, Theme::kDark, Side::kAfter);
  const uint32_t a = BoxNamed(found, "a"), c = BoxNamed(found, "c"), d = BoxNamed(found, "d");
  ASSERT_NE(c, kNoBox);
  EXPECT_NE(before.boxes[c].fill, after.boxes[c].fill);
  EXPECT_EQ(before.boxes[c].hatch.a, 0);
  EXPECT_EQ(before.boxes[d].fill, after.boxes[d].fill);
  EXPECT_EQ(before.boxes[a].border_px, 3) << "it changed";
  EXPECT_EQ(after.boxes[a].border_px, 3);
  EXPECT_EQ(before.boxes[d].border_px, 1);
  // In the colours that new and gone have everywhere.
  const bool is_new = found.items.inclusive[MetricOf(wanted, Side::kBefore)][found.layout.boxes[c].item] == 0;
  const ContextDifference change{is_new ? DifferenceKind::kNew : DifferenceKind::kGone, 1};
  EXPECT_EQ(after.boxes[c].border, 
            DifferenceColor(change, SourceChange::kUnknown, DifferenceColors::kMap, Theme::kDark));
  const Diagram papers =
      PaintDiagram(found, wanted, Theme::kDark, Side::kAfter, DifferenceColors::kBlueprint);
  EXPECT_NE(papers.boxes[c].border, after.boxes[c].border);
}

TEST(PolymetricSides, OnePictureHasBothBesideEachOther) {
  const LoadedTree loaded = Compared();
  const PolymetricWanted wanted = Sided(loaded, "behavior");
  const PolymetricFound found = Find(wanted);
  const Diagram both = PaintSides(found, wanted, Theme::kDark);
  const size_t boxes = found.layout.boxes.size(), edges = found.layout.edges.size();
  ASSERT_EQ(both.boxes.size(), 2 * (boxes + 1));
  ASSERT_EQ(both.edges.size(), 2 * edges);
  EXPECT_EQ(both.boxes[boxes].label, "before: v1");
  EXPECT_EQ(both.boxes.back().label, "after: v2");
  // The same camera: what is shifted is shifted alike.
  const Diagram before = PaintDiagram(found, wanted, Theme::kDark, Side::kBefore);
  const Diagram after = PaintDiagram(found, wanted, Theme::kDark, Side::kAfter);
  const double shift = both.boxes[boxes + 1].place.x - after.boxes[0].place.x;
  for (size_t k = 0; k < boxes; ++k) {
    EXPECT_NEAR(both.boxes[boxes + 1 + k].place.x - after.boxes[k].place.x, shift, 1e-9);
    EXPECT_EQ(both.boxes[boxes + 1 + k].place.y, after.boxes[k].place.y);
    EXPECT_LT(both.boxes[k].place.x + both.boxes[k].size.width, both.boxes[boxes + 1].place.x + shift);
  }
  for (size_t k = 0; k < edges; ++k) EXPECT_EQ(both.edges[edges + k].from, both.edges[k].from + boxes + 1);
}

TEST(PolymetricSides, PanesOfBothStandBesideEachOtherAndGoAgain) {
  AppState state = StateWith(Compared(), "/p/both.cct");
  DoAndFind(state, action::SetKind{&Kind()});
  const Command& sides = *FindCommand("polymetric.sides");
  ASSERT_TRUE(sides.action(state));
  DoAndFind(state, *sides.action(state));
  ASSERT_EQ(state.panes.size(), 2u);
  EXPECT_EQ(state.panes[0].kinds.Get<PolymetricPane>().side, Side::kBefore);
  EXPECT_EQ(state.panes[1].kinds.Get<PolymetricPane>().side, Side::kAfter);
  EXPECT_EQ(state.panes[0].view, state.panes[1].view);
  const auto answer = AnswerOf<PolymetricWanted>(state, *ActiveView(state));
  ASSERT_TRUE(answer);
  ASSERT_NE(answer->found, nullptr);
  EXPECT_FALSE(answer->found->side_height[0].empty());
  DoAndFind(state, *sides.action(state));
  ASSERT_EQ(state.panes.size(), 1u);
  EXPECT_FALSE(IsBySide(state, *ActiveView(state)));
  ASSERT_TRUE(AnswerOf<PolymetricWanted>(state, *ActiveView(state)));
  EXPECT_TRUE(AnswerOf<PolymetricWanted>(state, *ActiveView(state))->found->side_height[0].empty());
}

TEST(PolymetricSides, APaneThatIsLeftAloneHasNoSide) {
  for (const size_t closed : {0u, 1u}) {
    AppState state = StateWith(Compared(), "/p/both.cct");
    DoAndFind(state, action::SetKind{&Kind()});
    DoAndFind(state, ShowSides{});
    ASSERT_EQ(state.panes.size(), 2u);
    DoAndFind(state, action::ClosePane{closed});
    ASSERT_EQ(state.panes.size(), 1u);
    EXPECT_FALSE(state.panes[0].kinds.Get<PolymetricPane>().side) << closed;
    EXPECT_FALSE(IsBySide(state, *ActiveView(state)));
    ASSERT_TRUE(AnswerOf<PolymetricWanted>(state, *ActiveView(state)));
    EXPECT_TRUE(AnswerOf<PolymetricWanted>(state, *ActiveView(state))->found->side_height[0].empty());
    // And may have one again.
    DoAndFind(state, ShowSides{});
    EXPECT_EQ(state.panes.size(), 2u);
    EXPECT_TRUE(IsBySide(state, *ActiveView(state)));
  }
}

TEST(PolymetricSides, AnotherKindOfViewIsNotShownTwice) {
  AppState state = StateWith(Compared(), "/p/both.cct");
  DoAndFind(state, action::SetKind{&Kind()});
  DoAndFind(state, ShowSides{});
  ASSERT_EQ(state.panes.size(), 2u);
  DoAndFind(state, action::SetKind{DefaultViewKind()});
  ASSERT_EQ(state.panes.size(), 1u);
  EXPECT_FALSE(state.panes[0].kinds.Get<PolymetricPane>().side);
}

TEST(PolymetricSides, ASavedViewKeepsItsSide) {
  const std::string text =
      "ringscope view 1\n\n[view]\nprofile = \"a.cct\"\nkind = polymetric\npolymetric = \"\"\n"
      "polymetric_side = after\n";
  const Result<SavedWindow> window = ParseSavedWindow(text);
  ASSERT_TRUE(window) << DescribeError(window.error());
  EXPECT_EQ(window->views[0].drawn.pane.Get<PolymetricPane>().side, Side::kAfter);
  EXPECT_NE(FormatSavedWindow(*window).find("polymetric_side = after\n"), std::string::npos);
  EXPECT_EQ(ParseSavedWindow(FormatSavedWindow(*window)).value(), *window);
  EXPECT_FALSE(ParseSavedWindow(text + "polymetric_side = left\n"));
}

TEST(PolymetricSides, AProfileHasNoSides) {
  AppState state = StateWithBoxes();
  EXPECT_FALSE(FindCommand("polymetric.sides")->action(state));
  DoAndFind(state, ShowSides{});
  EXPECT_EQ(state.panes.size(), 1u);
}

TEST(PolymetricSides, ALibraryCostsWhatItCostsOnItsSide) {
  const CompareInput before[] = {
      {TreeFromFolded("app.Main.run 10\napp.Main.run;java.util.List.add 90\n").tree, {.name = "v1"}}};
  const CompareInput after[] = {
      {TreeFromFolded("app.Main.run 10\napp.Main.run;java.util.List.add 30\n").tree, {.name = "v2"}}};
  const LoadedTree loaded = WithFunctions(CompareTrees(before, after).value().tree);
  const PolymetricWanted wanted = Sided(loaded, "structure");
  const PolymetricFound found = Find(wanted);
  const auto label_of = [&](Side side) {
    const Diagram diagram = PaintDiagram(found, wanted, Theme::kDark, side);
    for (size_t k = 0; k < diagram.boxes.size(); ++k)
      if (found.layout.boxes[k].role == BoxRole::kSummary) return diagram.boxes[k].label;
    return std::string();
  };
  EXPECT_EQ(label_of(Side::kBefore), "the JDK: 1 method of 1 class, 90.0 % self");
  EXPECT_EQ(label_of(Side::kAfter), "the JDK: 1 method of 1 class, 75.0 % self");
}

}  // namespace
}  // namespace ringscope::polymetric::polymetric_sides_test
