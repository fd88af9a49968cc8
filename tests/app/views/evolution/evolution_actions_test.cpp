#include "app/view/shell.h"
#include "app/views/evolution/evolution.h"

#include "app/details/details_model.h"
#include "app/view/command.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/views/evolution/evolution_model.h"
#include "app/window/menus/commands_model.h"
#include "tests/app/compare/compare_case.h"

namespace ringscope::evolution::evolution_actions_test {
namespace {

class EvolutionTest : public CompareTest {
 protected:
  EvolutionTest() {
    state = StateWith(TreeFromFolded("m;a;x 100\nm;a;y 50\nm;b;z 100\nm;c 10\n"), "/p/old.folded");
    Open("/p/new.folded", "m;a;x 300\nm;a;y 60\nm;b;z 90\nm;c 10\n");
    CompareBoth();
    ringscope::Do(state, action::SetKind{&Kind()});
  }
  std::string Shown() {
    std::string names;
    for (const EvolutionBox& box : BuildEvolutionModel(state, view()).boxes) names += box.name + " ";
    return names;
  }
  void Run(const char* command) { ringscope::Do(state, *FindCommand(command)->action(state)); }
};

TEST_F(EvolutionTest, OpensWithTheDeltaHotPath) {
  EXPECT_EQ(Shown(), "all m a x ");
  EXPECT_EQ(view().selected, kNoContext) << "other views go on with what is selected";
}

TEST_F(EvolutionTest, ShowsAndHides) {
  ringscope::Do(state, action::Select{At("m")});
  Run("evolution.callees");
  EXPECT_EQ(Shown(), "all m a b c x ");
  Run("evolution.all-below");
  EXPECT_EQ(Shown(), "all m a b c x y z ");
  ringscope::Do(state, action::Select{At("m;a")});
  Run("evolution.hide");
  EXPECT_EQ(Shown(), "all m a b c z ");
  Run("evolution.hot-path");
  EXPECT_EQ(Shown(), "all m a b c x z ");
}

TEST_F(EvolutionTest, FittingGrowsASerial) {
  const uint64_t before = ShownOf(view()).fit_serial;
  Run("evolution.fit");
  EXPECT_EQ(ShownOf(view()).fit_serial, before + 1);
}

TEST_F(EvolutionTest, TheMenuOffersWhatTheKeysDo) {
  ringscope::Do(state, action::OpenContextMenu{Pointed{.context = At("m;a")}, 10, 10});
  const ContextMenuModel menu = BuildContextMenuModel(state);
  ASSERT_GT(menu.entries.size(), 5u);
  EXPECT_EQ(menu.entries[0].id, "hot-path");
  EXPECT_EQ(menu.entries[1].title, "Show its callees");
  EXPECT_EQ(menu.entries[1].actions.size(), 1u);
  EXPECT_TRUE(menu.entries[5].begins_group);
}

TEST_F(EvolutionTest, TheTooltipHasAllFigures) {
  ringscope::Do(state, action::PointAt{Pointed{.context = At("m;a;x")}, 0});
  const TooltipModel tooltip = BuildTooltipModel(state, 0);
  ASSERT_FALSE(tooltip.kind_lines.empty());
  EXPECT_TRUE(tooltip.kind_lines[0].starts_with("share ")) << tooltip.kind_lines[0];
}

TEST_F(EvolutionTest, BackToTheRingsAndAgain) {
  ringscope::Do(state, action::Select{At("m")});
  Run("evolution.callees");
  Run("chart.evolution");
  EXPECT_NE(&view().kind(), &Kind());
  Run("chart.evolution");
  EXPECT_EQ(Shown(), "all m a b c x ") << "what was shown is still";
}

TEST_F(EvolutionTest, WhatIsNoComparisonSaysSo) {
  ringscope::Do(state, action::ActivateView{state.views[0].id});
  ringscope::Do(state, action::SetKind{&Kind()});
  EXPECT_TRUE(BuildEvolutionModel(state, view()).missing.starts_with("This is no comparison"));
  EXPECT_FALSE(FindCommand("evolution.callees")->action(state));
}

}  // namespace
}  // namespace ringscope::evolution::evolution_actions_test
