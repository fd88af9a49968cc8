#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/view/command.h"
#include "app/view/document.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/panel.h"
#include "app/views/spread/spread.h"
#include "app/views/spread/spread_panel.h"

#include "tests/app/app_test_state.h"
#include "tests/app/widgets/panel_harness.h"

namespace ringscope::spread::spread_view_test {
namespace {

// A tree of stacks that counts samples and no calls.
CctPtr TreeOf(const std::vector<std::pair<std::vector<std::string>, uint64_t>>& stacks) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  for (const auto& [stack, samples] : stacks) {
    BuildNode node = kBuildRoot;
    for (const std::string& name : stack)
      node = builder.Child(node, builder.InternFrame({.name = name, .module = {}, .file = {}}));
    builder.AddSelf(node, 0, samples);
  }
  return std::move(builder).Finish({}).value();
}

// parse is called by 40 callers that cost about the same, and by one that costs much more.
CctPtr Tree() {
  std::vector<std::pair<std::vector<std::string>, uint64_t>> stacks{
      {{"main", "read"}, 900}, {{"main", "slow", "parse"}, 9000}, {{"main", "idle", "parse"}, 0}};
  for (uint64_t k = 0; k < 40; ++k)
    stacks.push_back({{"main", "caller" + std::to_string(k), "parse"}, 100 + k});
  return TreeOf(stacks);
}

std::vector<Effect> DoAndFind(AppState& state, Action action) {
  return DoAndAnswer<Wanted>(state, std::move(action));
}
AppState StateWithSpread() {
  AppState state = StateWith(WithFunctions(Tree()), "/p/parse.cct");
  DoAndFind(state, action::SetKind{&Kind()});
  return state;
}
SpreadModel ModelOf(const AppState& state) { return BuildSpreadModel(state, *ActiveView(state), 600, 1); }
ContextId ContextAt(const AppState& state, std::string_view path) {
  return FindContextByPath(ActiveView(state)->tree(), path).value();
}

TEST(SpreadView, WithoutAChoiceItIsOfTheFunctionThatCostsMost) {
  const AppState state = StateWithSpread();
  const SpreadModel model = ModelOf(state);
  EXPECT_EQ(model.missing, "");
  EXPECT_EQ(model.name, "parse");
  EXPECT_EQ(model.about,
            "41 contexts; the middle one costs 120, four of five 104 to 136; 1 is unlike the others; 1 more "
            "without "
            "cost");
  ASSERT_EQ(model.plots.size(), 2u);
  EXPECT_EQ(model.plots[0].x.window, model.plots[1].x.window) << "both have one axis";
  double contexts = 0;
  for (const double bar : model.plots[0].series[0].y) contexts += bar;
  EXPECT_EQ(contexts, 41);
  EXPECT_EQ(model.plots[1].series[0].x.size() + model.plots[1].series[1].x.size(), 41u);
  EXPECT_EQ(model.plots[1].series[1].x, std::vector<double>{9000});
}

TEST(SpreadView, TheMostUnlikeStandsFirstWithItsCallers) {
  const AppState state = StateWithSpread();
  const SpreadModel model = ModelOf(state);
  const SpreadRow row = RowOf(model, 0);
  EXPECT_EQ(Joined(row.callers), "slow < main");
  EXPECT_EQ(row.value, "9,000");
  EXPECT_EQ(row.depth, "3");
  EXPECT_TRUE(row.is_unlike);
  EXPECT_FALSE(RowOf(model, 1).is_unlike);
  EXPECT_EQ(ContextLines(model, model.found->spread.contexts.back())[2], "75 times the middle one");
}

TEST(SpreadView, CallersAreNamedWithOrWithoutTheirPackages) {
  const CctPtr tree = TreeOf({{{"app::main", "java.util.HashMap.get", "find"}, 1}});
  EXPECT_EQ(CallersText(*tree, 3, CallerNames::kWhole), "java.util.HashMap.get < app::main");
  EXPECT_EQ(CallersText(*tree, 3, CallerNames::kWithoutPackages), "HashMap.get < main");
  EXPECT_EQ(CallersText(*tree, 1, CallerNames::kWhole), "all");
}

TEST(SpreadView, ARowHasTheNamesOfItsCallersAlone) {
  AppState state = StateWith(
      WithFunctions(
          TreeOf({{{"a::Map<int, b::C>::operator()(int)", "(anonymous)", "java.util.Map.get", "find"}, 50},
                  {{"void b::insert<int>(int, long)", "find"}, 1},
                  {{"main", "find"}, 2}})),
      "/p/find.cct");
  DoAndFind(state, action::ChooseFunction{ActiveView(state)->tree().FrameOf(ContextAt(state, "main;find"))});
  DoAndFind(state, action::SetKind{&Kind()});
  const SpreadModel model = ModelOf(state);
  std::vector<std::string> names;
  for (size_t k = 0; k < 3; ++k) names.push_back(Joined(RowOf(model, k).names));
  EXPECT_EQ(names, (std::vector<std::string>{"get < (anonymous) < operator()", "main", "insert<int>"}));
}

TEST(SpreadView, RowsNameTheCallersInWhichTheyDiffer) {
  AppState state = StateWith(WithFunctions(TreeOf({{{"main", "a", "step", "read", "parse"}, 50},
                                                   {{"main", "b", "step", "read", "parse"}, 40},
                                                   {{"b", "step", "read", "parse"}, 30},
                                                   {{"read", "parse"}, 20},
                                                   {{"parse"}, 10}})),
                             "/p/parse.cct");
  DoAndFind(state, action::SetKind{&Kind()});
  const SpreadModel model = ModelOf(state);
  std::vector<std::string> callers;
  for (size_t k = 0; k < 5; ++k) callers.push_back(Joined(RowOf(model, k).callers));
  std::ranges::sort(callers);
  EXPECT_EQ(callers, (std::vector<std::string>{"all", "read < all", "read < step < a",
                                               "read < step < b < all", "read < step < b < main"}));
}

TEST(SpreadView, ItFollowsTheChosenFunctionAndTheSelectedContext) {
  AppState state = StateWithSpread();
  DoAndFind(state, action::Select{ContextAt(state, "main;read")});
  EXPECT_EQ(ModelOf(state).name, "read");
  EXPECT_EQ(ModelOf(state).about, "1 context");
  DoAndFind(state, action::ChooseFunction{ActiveView(state)->tree().FrameOf(ContextAt(state, "main"))});
  EXPECT_EQ(ModelOf(state).name, "main");
}

TEST(SpreadView, WhatCannotBeShownIsSaid) {
  AppState state = StateWithSpread();
  DoAndFind(state, DrawSpread{{SpreadMeasure::kPerCall}});
  EXPECT_EQ(ModelOf(state).missing, "This profile counts no calls: take inclusive or self cost.");
  DoAndFind(state, DrawSpread{{SpreadMeasure::kSelf}});
  DoAndFind(state, action::ChooseFunction{ActiveView(state)->tree().FrameOf(ContextAt(state, "main"))});
  EXPECT_EQ(ModelOf(state).missing, "No context of main has a cost in self samples.");
  AppState empty = StateWith(WithFunctions(TreeOf({{{"main"}, 0}})), "/p/nothing.cct");
  DoAndFind(empty, action::SetKind{&Kind()});
  EXPECT_EQ(ModelOf(empty).missing, "No function has a cost in samples.");
}

TEST(SpreadView, TheCommandGoesThereAndBack) {
  AppState state = StateWithSpread();
  DoAndFind(state, *FindCommand("spread.next-measure")->action(state));
  EXPECT_EQ(PlaceOf(*ActiveView(state)).measure, SpreadMeasure::kSelf);
  DoAndFind(state, *FindCommand("chart.spread")->action(state));
  EXPECT_EQ(&ActiveView(state)->kind(), DefaultViewKind());
  EXPECT_FALSE(FindCommand("spread.next-measure")->action(state));
}

// The plots without their drawing.
struct StillSpread : StillChart {
  SpreadModel model;
  std::vector<LaidPlot> laid;
  SeenPlots seen;

  void DrawOver(const AppState& state, size_t pane, const PanelRect& chart, ChartOverlay&,
                const PanelContext& ctx) override {
    model = BuildSpreadModel(state, *ViewOfPane(state, pane), 600, ctx.scale);
    seen.Show(model.plots);
    ShapeBatch batch;
    laid = LayOutPlots(model.plots, LayOutPane(chart.width, chart.height, ctx.scale).plots, {}, batch);
    DrawSpreadPanel(model, laid, pane, chart, seen, ctx);
  }
  void DrawRows(const AppState&, const PanelContext& ctx) override { DrawSpreadRows(model, ctx); }
};

class SpreadPanelTest : public ::testing::Test {
 protected:
  SpreadPanelTest() { panels.Show(chart); }

  AppState state = StateWithSpread();
  StillSpread chart;
  PanelHarness panels{state};
};

TEST_F(SpreadPanelTest, AClickOnARowSelectsItsContext) {
  panels.Click("spread/row/0");
  EXPECT_EQ(ActiveView(state)->selected, ContextAt(state, "main;slow;parse"));
}

TEST_F(SpreadPanelTest, AClickOnAPointSelectsItsContext) {
  // Where the costly context was drawn.
  const PlotFrame& frame = chart.laid[1].frame;
  const PanelRect& pane = panels.layout().charts[0];
  const auto x = static_cast<float>(frame.XPx(9000)), y = static_cast<float>(frame.YPx(3));
  panels.Frame({input::MouseMove{pane.x + x, pane.y + y}});
  panels.Settle();
  panels.Frame({input::MouseButton{0, true}});
  panels.Frame({input::MouseButton{0, false}});
  EXPECT_EQ(ActiveView(state)->selected, ContextAt(state, "main;slow;parse"));
}

TEST_F(SpreadPanelTest, TheWheelEnlargesAtThePointerAndDraggingMoves) {
  const PanelRect plot = panels.marks().find("spread/plot/1")->second;
  const input::MouseMove middle{plot.x + plot.width / 2, plot.y + plot.height / 2};
  panels.Frame({middle});
  panels.Settle();
  const PlotFrame whole = chart.laid[1].frame;
  panels.Frame({input::Wheel{0, 2}});
  panels.Settle();
  const PlotFrame near = chart.laid[1].frame;
  EXPECT_GT(near.x.low, whole.x.low);
  EXPECT_LT(near.x.high, whole.x.high);
  EXPECT_EQ(chart.laid[0].frame.x, near.x) << "both have one axis";
  panels.Frame({input::MouseButton{0, true}});
  panels.Frame({input::MouseMove{middle.x_px + 40, middle.y_px}});
  panels.Frame({input::MouseButton{0, false}});
  panels.Settle();
  EXPECT_LT(chart.laid[1].frame.x.low, near.x.low);
  panels.Frame({input::Wheel{0, -2}});
  panels.Settle();
  EXPECT_EQ(chart.laid[1].frame.x, whole.x) << "as far back as that it is all";
}

TEST_F(SpreadPanelTest, TheSidePanelOffersWhatTheProfileHas) {
  EXPECT_TRUE(panels.has("spread/measure/Self"));
  EXPECT_FALSE(panels.has("spread/measure/Per call")) << "it counts no calls";
  panels.Click("spread/measure/Self");
  EXPECT_EQ(PlaceOf(*ActiveView(state)).measure, SpreadMeasure::kSelf);
}

}  // namespace
}  // namespace ringscope::spread::spread_view_test
