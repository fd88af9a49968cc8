#include <gtest/gtest.h>

#include "app/search/lighting.h"
#include "app/search/search.h"
#include "app/tables/tables.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/window/status_model.h"
#include "app/window/window_actions.h"
#include "tests/app/app_test_state.h"

namespace ringscope::lighting_test {
namespace {

class LightingTest : public ExampleTest {
 protected:
  const ViewState& view() { return state.views[0]; }
  // What lights up after an action, its job run to the end; null: nothing.
  const LitContexts* LitAfter(Action action) {
    const auto effects = Do(state, std::move(action));
    if (const auto* task = FindTask<LightRequest>(effects)) {
      for (const Action& delivered : Deliver(*task)) Do(state, delivered);
    }
    return view().slots.Get<LightingState>().task.answer();
  }
};

TEST_F(LightingTest, EveryContextOfTheChosenFunctionLightsUp) {
  EXPECT_EQ(view().slots.Get<LightingState>().task.wanted, nullptr);
  const LitContexts* lit = LitAfter(action::ChooseFunction{tree().FrameOf(At(tree(), "main;g"))});
  ASSERT_NE(lit, nullptr);
  EXPECT_EQ(lit->totals.contexts, 4u);
  EXPECT_EQ(lit->hits->matches.Count(), 4u);
  for (const char* path : {"main;g", "main;g;g", "main;f;g", "main;f;g;g"})
    EXPECT_TRUE(lit->hits->matches.contains(At(tree(), path))) << path;
  EXPECT_TRUE(lit->hits->above_matches.contains(At(tree(), "main;f")));
  EXPECT_FALSE(lit->hits->above_matches.contains(At(tree(), "main;h")));
  EXPECT_EQ(LitText(*lit, 3), "g: 4 contexts, 3 drawn");
}

TEST_F(LightingTest, WhatIsPointedAtComesFirst) {
  LitAfter(action::ShowTable{GroupBy::kFunction});
  LitAfter(action::ChooseFunction{tree().FrameOf(At(tree(), "main;g"))});
  const LitContexts* lit = LitAfter(action::PointAtQuery{"h under:f"});
  ASSERT_NE(lit, nullptr);
  EXPECT_EQ(lit->totals.contexts, 3u);
  EXPECT_EQ(LitText(*lit, 1), "h under:f: 3 contexts, 1 drawn");
  lit = LitAfter(action::HoverFunction{tree().FrameOf(At(tree(), "main;h;i"))});
  ASSERT_NE(lit, nullptr);
  EXPECT_EQ(lit->totals.contexts, 3u) << "the entry that stands for a query is still under the pointer";
  lit = LitAfter(action::PointAtQuery{});
  ASSERT_NE(lit, nullptr);
  EXPECT_EQ(lit->totals.contexts, 6u) << "i";
  lit = LitAfter(action::HoverFunction{});
  ASSERT_NE(lit, nullptr);
  EXPECT_EQ(lit->totals.contexts, 4u) << "g is still chosen";
}

TEST_F(LightingTest, ContextsAreCountedBelowTheViewRoot) {
  LitAfter(action::ChooseFunction{tree().FrameOf(At(tree(), "main;g"))});
  const auto before = view().slots.Get<LightingState>().task.result;
  const LitContexts* lit = LitAfter(action::ZoomTo{At(tree(), "main;f")});
  ASSERT_NE(lit, nullptr);
  EXPECT_EQ(lit->totals.contexts, 2u);
  EXPECT_EQ(lit->hits, before->hits) << "they need not be found again";
}

// What the pointer was on in one view is nothing to it in another.
TEST_F(LightingTest, AnotherViewForgetsWhatThePointerWasOn) {
  LitAfter(action::PointAtQuery{"h"});
  Do(state, action::ShowBeside{view().id});
  ASSERT_EQ(state.panes.size(), 2u);
  Do(state, action::DuplicateView{});
  ASSERT_EQ(state.views.size(), 2u);
  ASSERT_EQ(ActiveView(state), &state.views[1]);
  EXPECT_EQ(view().slots.Get<LightingState>().pointed_query, "");
}

TEST_F(LightingTest, WhatWasLitIsKnownWhenItIsLitAgain) {
  LitAfter(action::ChooseFunction{tree().FrameOf(At(tree(), "main;g"))});
  const auto before = view().slots.Get<LightingState>().task.result;
  Do(state, action::Clear{});
  EXPECT_EQ(view().slots.Get<LightingState>().task.answer(), nullptr);
  const auto effects = Do(state, action::ChooseFunction{tree().FrameOf(At(tree(), "main;g"))});
  EXPECT_EQ(FindTask<LightRequest>(effects), nullptr);
  EXPECT_EQ(view().slots.Get<LightingState>().task.answer(), before.get());
}

TEST_F(LightingTest, AQueryThatCannotBeAnsweredLightsUpNothing) {
  const LitContexts* lit = LitAfter(action::PointAtQuery{"nometric>5"});
  ASSERT_NE(lit, nullptr);
  EXPECT_EQ(lit->totals.contexts, 0u);
}

TEST(HighlightsTest, LongNamesAreWhole) {
  const std::string name = "f<" + std::string(600, 'x') + ">(int)";
  AppState state = StateWith(TreeFromFolded("main;" + name + " 1"));
  const Cct& tree = ActiveView(state)->tree();
  Do(state, action::ChooseFunction{tree.FrameOf(At(tree, "main;" + name))});
  ASSERT_FALSE(BuildHighlights(state).empty());
  EXPECT_EQ(BuildHighlights(state)[0].text, name);
}

TEST(HighlightsTest, EachIsDroppedAlone) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  const ViewState& view = *ActiveView(state);
  const Cct& tree = view.tree();
  Do(state, action::SetHotPathShare{25});
  Do(state, action::Select{At(tree, "main;f;h")});
  Do(state, action::ChooseFunction{tree.FrameOf(At(tree, "main;g"))});
  Do(state, action::SetSearchText{"i"});
  const auto text = [&] {
    std::string all;
    for (const Highlight& one : BuildHighlights(state)) all += std::string(one.id) + ": " + one.text + "\n";
    return all;
  };
  const auto drop = [&](std::string_view id) {
    for (const Highlight& one : BuildHighlights(state))
      if (one.id == id) return Do(state, one.drop);
    ADD_FAILURE() << id;
    return std::vector<Effect>();
  };
  EXPECT_EQ(text(), "search: i\nfunction: g\nselected: h\nhot-path: hot path\n");
  drop("function");
  EXPECT_EQ(text(), "search: i\nselected: h\nhot-path: hot path\n");
  Do(state, action::ChooseFunction{tree.FrameOf(At(tree, "main;g"))});
  drop("selected");
  EXPECT_EQ(text(), "search: i\nfunction: g\nhot-path: hot path\n");
  drop("hot-path");
  drop("search");
  EXPECT_EQ(text(), "function: g\n");
}

}  // namespace
}  // namespace ringscope::lighting_test
