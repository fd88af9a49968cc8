// The forms of rings, and what their colours mean, in the window.
#include <map>

#include "app/files/saving/saving.h"
#include "app/files/settings_changes.h"
#include "app/view/colors/colors.h"
#include "app/view/colors/legend_costs.h"
#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "renderer/layout/view_geometry.h"
#include "tests/app/window/window_harness.h"

namespace ringscope::window_charts_test {
namespace {

using WindowChartsTest = WindowTest;

TEST_F(WindowChartsTest, RingsAndIcicleStandSideBySideAndFollowEachOther) {
  Open(kJavac);
  ClickMark("form/Icicle");
  EXPECT_EQ(RingsOf(*ActivePane(state())).form, ChartForm::kIcicle);
  Keep("feature_icicle");
  ClickMark("form/Both");
  ASSERT_EQ(state().panes.size(), 2u);
  Keep("feature_both_forms");
  const ContextId child = tree().ChildrenOf(root()).begin;
  Post(action::ZoomTo{child});
  for (size_t pane = 0; pane < 2; ++pane) {
    EXPECT_EQ(Rings(pane).batch()->context[0], child) << pane;
  }
}

TEST_F(WindowChartsTest, ATreemapIsPointedAtClickedIntoAndLeft) {
  Open(kJavac);
  ClickMark("form/Treemap");
  ASSERT_EQ(RingsOf(*ActivePane(state())).form, ChartForm::kTreemap);
  Keep("feature_treemap");
  const ContextId before = root();
  const ArcBatch& batch = *Rings(0).batch();
  const IcicleFrame frame = IcicleFrameOf(batch.spec);
  // A large one that is no chain, which a click would open.
  uint32_t box = 1;
  while (batch.is_rest(box) || !batch.chain(box).empty() || batch.sweep_turns[box] < 0.2f) ++box;
  const ContextId clicked = batch.last_context(box);
  // In the title.
  const ChartPoint point{
      static_cast<float>(frame.left_px +
                         double{batch.start_turns[box] + batch.sweep_turns[box] / 2} * frame.width_px),
      static_cast<float>(frame.top_px) + batch.box_top_px[box] + 4};
  Post(*ClickAction(tree(), batch, point));
  EXPECT_EQ(root(), clicked);
  EXPECT_EQ(Rings(0).batch()->context[0], clicked);
  Post(action::GoBack{});
  EXPECT_EQ(root(), before);
  // The callers' map is the tree turned around.
  Post(*FindCommand("tree.invert")->action(state()));
  EXPECT_TRUE(Rings(0).batch()->is_treemap());
  Keep("feature_treemap_callers");
  EXPECT_TRUE(TakeGlErrors().empty());
}

TEST_F(WindowChartsTest, APartIsARingAroundTheWholeOrTheOtherWayRound) {
  Open(kJavac);
  Post(action::CompressChains{false});
  const ContextId centre = root();
  // One with room for a click.
  const ArcBatch& one = *Rings().batch();
  uint32_t piece = 1;
  while (one.is_rest(piece) || one.layer[piece] < 2 || one.sweep_turns[piece] > 0.6f) ++piece;
  const ContextId part = one.context[piece];
  const Place place = PlaceOfPiece(piece);
  MoveTo(place.x, place.y);
  Type("Z");
  const ArcBatch& batch = *Rings().batch();
  ASSERT_EQ(batch.part_count(), 2u);
  EXPECT_TRUE(batch.parts[1].is_detail);
  EXPECT_EQ(batch.parts[1].root.context, part);
  EXPECT_EQ(root(), centre);
  Keep("feature_detail_outside");
  // A callee in the ring around is pointed at there, and a click on it goes deeper.
  uint32_t deeper = batch.parts[1].first_piece + 1;
  while (batch.is_rest(deeper) || batch.sweep_turns[deeper] < 0.1f) ++deeper;
  const ContextId callee = batch.context[deeper];
  const Place there = PlaceOfPiece(deeper);
  MoveTo(there.x, there.y);
  ASSERT_TRUE(view().pointed);
  EXPECT_EQ(view().pointed->context, callee);
  Click(there.x, there.y);
  EXPECT_EQ(Rings().batch()->parts[1].root.context, callee);
  MoveTo(there.x, there.y);
  Key(input::KeyCode::kZ, {false, false, true});
  ASSERT_EQ(Rings().batch()->part_count(), 2u);
  EXPECT_TRUE(Rings().batch()->parts[0].is_detail);
  Keep("feature_detail_inside");
  for (const char* name : {"detail.png", "detail.svg"}) {
    Post(action::SaveAs{folder / name});
    EXPECT_TRUE(fs::exists(folder / name)) << name;
  }
  EXPECT_NE(Read(folder / "detail.svg").find("detail of "), std::string::npos);
  // On the way back nothing jumps: it takes some frames, at the end of which there is one chart.
  viewer->Post(action::SetAnimations{true});
  Frame();
  Frame({input::KeyChange{input::KeyCode::kEscape, true, false}});
  Frame({input::KeyChange{input::KeyCode::kEscape, false, false}});
  EXPECT_TRUE(Rings().animating());
  for (int i = 0; i < 60; ++i) Frame();
  EXPECT_FALSE(Rings().animating());
  EXPECT_EQ(Rings().batch()->part_count(), 1u);
  EXPECT_EQ(root(), centre);
  EXPECT_TRUE(TakeGlErrors().empty());
}

// Two profiles of which each alone would give other tones.
TEST_F(WindowChartsTest, EqualGroupsOfTwoProfilesHaveEqualColours) {
  const auto colors = [&](size_t pane) {
    std::map<std::string, Color> by_label;
    for (const LegendEntry& entry : Rings(pane).legend()->entries) {
      if (!entry.query.empty() && !entry.many_colors) by_label.emplace(entry.label, entry.color);
    }
    return by_label;
  };
  std::string rising, falling;
  for (int i = 1; i <= 10; ++i) {
    const std::string line = "net.part" + std::to_string(i) + ".Class.f ";
    rising += line + std::to_string(i * 10) + "\n";
    falling += line + std::to_string(200 - i * 10) + "\n";
  }
  Open(Write("rising.folded", rising));
  Open(Write("falling.folded", falling));
  const auto alone = colors(0);
  Post(action::ShowBeside{state().views[0].id});
  ASSERT_EQ(state().panes.size(), 2u);
  Keep("feature_colours_of_two");
  const auto first = colors(0), second = colors(1);
  EXPECT_EQ(first, alone);
  int common = 0;
  for (const auto& [label, color] : second) {
    const auto other = first.find(label);
    if (other == first.end()) continue;
    ++common;
    EXPECT_EQ(other->second, color) << label;
  }
  EXPECT_EQ(common, 10);
}

TEST_F(WindowChartsTest, ColoursHaveALegendAndTheLensEnlarges) {
  Open(kJavac);
  viewer->Post(action::SetColor{ParseColorText("package", tree().metrics(), {}).value()});
  Post(action::ShowLegend{true});
  ASSERT_TRUE(viewer->marks().count("legend/0"));
  Keep("feature_colour_package");
  Post(action::SetColor{ParseColorText("self-share", tree().metrics(), {}).value()});
  Keep("feature_colour_self_share");
  const Image without = Shot();
  Key(input::KeyCode::kZ);
  EXPECT_TRUE(LensOn(state()));
  const PanelRect& chart = viewer->layout().charts[0];
  MoveTo(chart.x + chart.width * 0.75f, chart.y + chart.height / 2);
  Settle();
  EXPECT_TRUE(RingsOf(*ActivePane(state())).lens);
  EXPECT_NE(Shot(), without);
  Keep("feature_lens");
}

TEST_F(WindowChartsTest, ALegendIsOfTheViewRootAlsoUnderTheLens) {
  Open(kJavac);
  viewer->Post(action::SetColor{ParseColorText("package", tree().metrics(), {}).value()});
  Key(input::KeyCode::kZ);
  const PanelRect& chart = viewer->layout().charts[0];
  MoveTo(chart.x + chart.width * 0.75f, chart.y + chart.height / 2);
  Settle();
  ASSERT_TRUE(RingsOf(*ActivePane(state())).lens);
  const LegendEntry before = Rings().legend()->entries.at(0);
  ContextId inner = root();
  for (int i = 0; i < 8; ++i) inner = tree().ChildrenOf(inner).begin;
  inner = tree().ChildrenOf(inner).end - 1;
  Post(action::ZoomTo{inner});
  ASSERT_TRUE(RingsOf(*ActivePane(state())).lens);
  const LegendEntry with_lens = Rings().legend()->entries.at(0);
  EXPECT_NE(with_lens.inclusive, before.inclusive);
  Key(input::KeyCode::kZ);
  EXPECT_FALSE(RingsOf(*ActivePane(state())).lens);
  EXPECT_EQ(with_lens.inclusive, Rings().legend()->entries.at(0).inclusive);
}

// A tree too large for a frame to wait until it is added up, most of it too small to be drawn.
TEST_F(WindowChartsTest, ALegendOfALargeTreeIsWholeWhenThatWasAddedUp) {
  constexpr int kPackages = 16, kSmall = 8'000;
  std::string text;
  for (int package = 0; package < kPackages; ++package) {
    const std::string line = "p" + std::to_string(package) + ".Class.";
    text += line + "large " + std::to_string(20'000 - package) + "\n";
    for (int i = 0; i < kSmall; ++i) text += line + "small" + std::to_string(i) + " 1\n";
  }
  Open(Write("large.folded", text));
  Post(action::SetColor{ParseColorText("package", tree().metrics(), {}).value()});
  ASSERT_GT(tree().context_count(), 100'000u);
  const Legend& legend = *Rings().legend();
  ASSERT_EQ(legend.entries.size(), 14u);
  for (int row = 0; row < 12; ++row) {
    EXPECT_EQ(legend.entries[row].label, "p" + std::to_string(row));
    EXPECT_EQ(legend.entries[row].inclusive, 20'000u - row + kSmall);
  }
  EXPECT_EQ(legend.entries[12].inclusive, 4u * (20'000 + kSmall) - 12 - 13 - 14 - 15);
  EXPECT_TRUE(legend.entries[12].costs_known);
  EXPECT_NE(state().panes[0].slots.Get<LegendState>().task.answer(), nullptr);
  Keep("feature_legend_of_large_tree");
}

}  // namespace
}  // namespace ringscope::window_charts_test
