#include <gtest/gtest.h>

#include <bit>

#include "app/files/saving/saving.h"
#include "app/view/command.h"
#include "app/view/document.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/panel.h"
#include "app/view/saved_view.h"
#include "app/views/inputs/inputs.h"
#include "app/views/inputs/inputs_panel.h"
#include "cct/compare/tree_comparison.h"
#include "cct/tree/building/builder.h"

#include "tests/app/app_test_state.h"
#include "tests/app/widgets/panel_harness.h"

namespace ringscope::inputs::inputs_view_test {
namespace {

// main;read costs 90 n, or another power of it, main;sort 3 n^2, and other;sort, with small sizes only, 3 n^2
// too.
CctPtr Tree(uint64_t read_power = 1) {
  CctBuilder builder;
  builder.AddMetric({"cost", "count", 1});
  const auto frame = [&](std::string_view name) {
    return builder.InternFrame({.name = name, .module = {}, .file = {}});
  };
  const BuildNode main = builder.Child(kBuildRoot, frame("main")),
                  other = builder.Child(kBuildRoot, frame("other"));
  const BuildNode read = builder.Child(main, frame("read")), sort = builder.Child(main, frame("sort"));
  const BuildNode small = builder.Child(other, frame("sort"));
  std::vector<BuildNode> nodes;
  std::vector<std::vector<uint64_t>> values(6);
  const auto add = [&](BuildNode node, uint64_t size, uint64_t cost) {
    builder.AddSelf(node, 0, cost);
    nodes.push_back(node);
    const auto real = static_cast<double>(cost);
    const uint64_t fields[] = {size, 1, cost, cost, cost, std::bit_cast<uint64_t>(real * real)};
    for (size_t k = 0; k < 6; ++k) values[k].push_back(fields[k]);
  };
  for (uint64_t n = 10; n <= 300; n += 10) {
    uint64_t read_cost = 90;
    for (uint64_t k = 0; k < read_power; ++k) read_cost *= n;
    add(read, n, read_cost);
    add(sort, n, 3 * n * n);
    if (n <= 50) add(small, n, 3 * n * n);
  }
  std::vector<PointField> fields{{"input", "rms"}, {"calls", "count"}, {"inclusive", "count"}};
  fields.push_back({"inclusive_min", "count"});
  fields.push_back({"inclusive_max", "count"});
  fields.push_back({"inclusive_squares", "count", true});
  builder.SetPoints(std::move(fields), std::move(nodes), std::move(values));
  return std::move(builder).Finish({}).value();
}

std::vector<Effect> DoAndFit(AppState& state, Action action) {
  return DoAndAnswer<Wanted>(state, std::move(action));
}
AppState StateWithInputs() {
  AppState state = StateWith(WithFunctions(Tree()), "/p/sorts.cct");
  DoAndFit(state, action::SetKind{&Kind()});
  return state;
}
InputsModel ModelOf(const AppState& state) { return BuildInputsModel(state, *ActiveView(state)); }
std::vector<std::string> NamesOf(const InputsModel& model) {
  std::vector<std::string> names;
  for (const FitRow& row : model.rows) names.push_back(row.name);
  return names;
}
void RunCommand(AppState& state, std::string_view command) {
  const auto action = FindCommand(command)->action(state);
  ASSERT_TRUE(action) << command;
  DoAndFit(state, *action);
}

TEST(InputsView, WhatGrowsTheFastestIsPlottedAndStandsFirst) {
  const AppState state = StateWithInputs();
  const InputsModel model = ModelOf(state);
  EXPECT_EQ(model.missing, "");
  EXPECT_EQ(NamesOf(model), (std::vector<std::string>{"sort", "read"}));
  EXPECT_EQ(model.rows[0].exponent, "2.00");
  EXPECT_EQ(model.rows[0].growth, "n^2");
  EXPECT_TRUE(model.rows[0].is_plotted);
  EXPECT_EQ(model.subject, "sort, of all contexts");
  EXPECT_EQ(model.plots.size(), 3u);
  EXPECT_EQ(model.points.size(), 30u);
  EXPECT_EQ(model.points[0].calls, 2u) << "of both contexts";
  EXPECT_NE(model.outlook.find("n = 3000"), std::string::npos) << model.outlook;
}

TEST(InputsView, AContextIsPlottedAlone) {
  AppState state = StateWithInputs();
  DoAndFit(state, action::Select{FindContextByPath(ActiveView(state)->tree(), "other;sort").value()});
  EXPECT_EQ(ModelOf(state).subject, "sort, called in this context alone");
  EXPECT_EQ(ModelOf(state).points.size(), 5u);
  DoAndFit(state, action::Select{FindContextByPath(ActiveView(state)->tree(), "main").value()});
  EXPECT_EQ(ModelOf(state).plots[0].about, "no call of it has a cost by input size");
}

TEST(InputsView, AFilterLeavesRowsAndSaysWhatItCannotRead) {
  AppState state = StateWithInputs();
  InputsPlace place;
  place.filter = "c<1.5";
  DoAndFit(state, DrawInputs{place});
  EXPECT_EQ(NamesOf(ModelOf(state)), std::vector<std::string>{"read"});
  place.filter = "c<";
  DoAndFit(state, DrawInputs{place});
  EXPECT_EQ(ModelOf(state).filter_problem, "expected a number behind '<', found ''");
  EXPECT_EQ(ModelOf(state).rows.size(), 2u);
  RunCommand(state, "inputs.growing");
  EXPECT_EQ(NamesOf(ModelOf(state)), std::vector<std::string>{"sort"});
}

TEST(InputsView, AComparisonHasTheExponentsOfBothSides) {
  const CompareInput before[] = {{Tree(), {}}}, after[] = {{Tree(2), {}}};
  AppState state = StateWith(WithFunctions(CompareTrees(before, after).value().tree), "/p/both.cct");
  DoAndFit(state, action::SetKind{&Kind()});
  InputsModel model = ModelOf(state);
  ASSERT_EQ(NamesOf(model).size(), 2u) << model.missing;
  const auto row = [&](std::string_view name) {
    return *std::find_if(model.rows.begin(), model.rows.end(),
                         [&](const FitRow& one) { return one.name == name; });
  };
  EXPECT_EQ(row("read").exponent_before, "1.00");
  EXPECT_EQ(row("read").exponent, "2.00");
  EXPECT_EQ(row("read").exponent_change, "+1.00");
  EXPECT_EQ(row("sort").exponent_change, "0.00");
  InputsPlace place;
  place.sort = InputsSort::kChange;
  DoAndFit(state, DrawInputs{place});
  EXPECT_EQ(NamesOf(ModelOf(state)), (std::vector<std::string>{"read", "sort"}));
  place.filter = "c_change<0.5";
  DoAndFit(state, DrawInputs{place});
  EXPECT_EQ(NamesOf(ModelOf(state)), (std::vector<std::string>{"sort"}));
  // Of a profile alone nothing was before: all rows are there, and why.
  AppState alone = StateWithInputs();
  DoAndFit(alone, DrawInputs{place});
  EXPECT_EQ(NamesOf(ModelOf(alone)).size(), 2u);
  EXPECT_EQ(ModelOf(alone).filter_problem, "expected a comparison for what was before or changed");
}

// What cost the same for each size grew the most when it does so no more.
TEST(InputsView, EqualCostsHaveTheExponent0) {
  const CompareInput before[] = {{Tree(0), {}}}, after[] = {{Tree(2), {}}};
  AppState state = StateWith(WithFunctions(CompareTrees(before, after).value().tree), "/p/both.cct");
  DoAndFit(state, action::SetKind{&Kind()});
  InputsPlace place;
  place.sort = InputsSort::kChange;
  DoAndFit(state, DrawInputs{place});
  const InputsModel model = ModelOf(state);
  ASSERT_EQ(NamesOf(model), (std::vector<std::string>{"read", "sort"}));
  EXPECT_EQ(model.rows[0].exponent_before, "0.00");
  EXPECT_EQ(model.rows[0].exponent_change, "+2.00");
}

TEST(InputsView, AProfileWithoutPointsSaysWhatHasThem) {
  AppState state = StateWith(WithFunctions(TreeFromFolded("main;parse 7\n").tree), "/p/plain.cct");
  DoAndFit(state, action::SetKind{&Kind()});
  EXPECT_NE(ModelOf(state).missing.find("no costs by input size. Reports of aprof have them"),
            std::string::npos);
  EXPECT_TRUE(ModelOf(state).plots.empty());
  AppState inclusive_only = StateWithInputs();
  RunCommand(inclusive_only, "inputs.self");
  EXPECT_NE(ModelOf(inclusive_only).missing.find("without callees"), std::string::npos);
}

TEST(InputsView, StepsThatLeaveNoPointsAreNamed) {
  AppState state = StateWithInputs();
  ViewState& view = *ActiveView(state);
  view.shown = WithFunctions(TreeFromFolded("(rest) 7\n").tree);
  EXPECT_NE(ModelOf(state).missing.find("The steps left no costs by input size"), std::string::npos);
}

TEST(InputsView, ALookIsShownWithoutAnotherModel) {
  const AppState state = StateWithInputs();
  InputsModel model = ModelOf(state);
  InputsLook look = model.look;
  look.x = {5, 20};
  look.y[2] = {1, 2};
  look.sizes = {10};
  ShowLook(look, model);
  EXPECT_EQ(model.plots[2].x.window, look.x);
  EXPECT_EQ(model.plots[2].y.window, look.y[2]);
  EXPECT_FALSE(model.plots[0].y.window);
  EXPECT_EQ(model.look, look);
}

TEST(InputsView, CommandsChangeWhatIsDrawn) {
  AppState state = StateWithInputs();
  RunCommand(state, "inputs.next-chart");
  EXPECT_EQ(PlaceOf(*ActiveView(state)).chart, CostChart::kAverage);
  RunCommand(state, "inputs.log-x");
  EXPECT_EQ(ModelOf(state).plots[2].x.scale, AxisScale::kLog);
  RunCommand(state, "inputs.trio");
  EXPECT_EQ(ModelOf(state).plots.size(), 1u);
  InputsLook look = ModelOf(state).look;
  look.x = {5, 20};
  DoAndFit(state, LookAt{look});
  EXPECT_EQ(ModelOf(state).plots[0].x.window->second, 20);
  RunCommand(state, "inputs.fit");
  EXPECT_FALSE(ModelOf(state).plots[0].x.window);
  DoAndFit(state, LookAt{look});
  DoAndFit(state, action::ChooseFunction{ModelOf(state).found->fits[1].frame});
  EXPECT_FALSE(ModelOf(state).plots[0].x.window) << "another function is seen whole";
  RunCommand(state, "chart.inputs");
  EXPECT_EQ(&ActiveView(state)->kind(), DefaultViewKind());
}

// The plots without their drawing.
struct StillInputs : StillChart {
  InputsModel model;
  InputsUi ui;
  std::vector<LaidPlot> laid;
  ShapeBatch batch;

  void DrawOver(const AppState& state, size_t pane, const PanelRect& chart, ChartOverlay&,
                const PanelContext& ctx) override {
    model = BuildInputsModel(state, *ViewOfPane(state, pane));
    batch = {};
    PlotLook look;
    look.scale = ctx.scale;
    if (model.missing.empty()) LayOutPlots(model, chart.width, chart.height, look, batch, laid);
    DrawInputsPanel(model, laid, pane, chart, ui, ctx);
  }
  void DrawRows(const AppState&, const PanelContext& ctx) override { DrawInputsRows(model, ui, ctx); }
};

class InputsPanelTest : public ::testing::Test {
 protected:
  InputsPanelTest() { panels.Show(chart); }

  AppState state = StateWithInputs();
  StillInputs chart;
  PanelHarness panels{state};
};

// Whatever stands two by two, what it is about is there from its first word to its last one.
TEST_F(InputsPanelTest, WhatThePlotsAreAboutIsWhole) {
  InputsPlace place;
  place.is_grid = true;
  Do(state, DrawInputs{place});
  for (const float width : {820.0f, 1280.0f, 2560.0f}) {
    PanelHarness other(state, width, 800);
    other.Show(chart);
    other.Settle();
    ASSERT_EQ(chart.laid.size(), 4u);
    std::string text;
    double lowest = 0;
    for (const ShapeText& one : chart.batch.texts) {
      const bool is_above = one.y < static_cast<double>(chart.laid[0].frame.box.top_px);
      if (!is_above || one.text.size() < 12 || chart.model.about.find(one.text) == std::string::npos)
        continue;
      text += (text.empty() ? "" : " ") + one.text;
      lowest = one.y;
    }
    EXPECT_EQ(text, chart.model.about) << width;
    for (const ShapeText& one : chart.batch.texts)
      EXPECT_TRUE(one.y <= lowest || one.text != chart.model.about);
    EXPECT_EQ(chart.laid[0].frame.box.top_px, chart.laid[1].frame.box.top_px);
    EXPECT_EQ(chart.laid[2].frame.box.bottom_px, chart.laid[3].frame.box.bottom_px);
  }
}

TEST_F(InputsPanelTest, TheFirstPlotCanBeReadInASmallWindow) {
  PanelHarness small(state, 1024, 700);
  small.Show(chart);
  small.Settle();
  ASSERT_EQ(chart.laid.size(), 3u);
  for (const LaidPlot& plot : chart.laid) EXPECT_GE(plot.frame.bottom() - plot.frame.top(), 48);
}

TEST_F(InputsPanelTest, AClickOnARowPlotsItsFunction) {
  panels.Click("inputs/functions/row/1");
  panels.Settle();
  EXPECT_EQ(ModelOf(state).subject, "read, of all contexts");
  EXPECT_TRUE(ModelOf(state).rows[1].is_plotted);
}

TEST_F(InputsPanelTest, HeadingsSortAndAThirdClickGoesBack) {
  const auto names = [&] { return NamesOf(ModelOf(state)); };
  const std::vector<std::string> sort_first{"sort", "read"}, read_first{"read", "sort"};
  for (const auto& expected : {sort_first, read_first, sort_first}) {
    panels.Click("inputs/functions/head/c");
    panels.Settle();
    EXPECT_EQ(names(), expected);
  }
  EXPECT_EQ(PlaceOf(*ActiveView(state)).sort, InputsSort::kAhead);
  panels.Click("inputs/functions/head/name");
  EXPECT_EQ(names(), read_first);
}

TEST_F(InputsPanelTest, ANarrowTableHasTheMostImportantColumns) {
  EXPECT_TRUE(panels.has("inputs/functions/head/cost"));
  EXPECT_FALSE(panels.has("inputs/functions/head/b"));
  PanelHarness wide(state, 2560, 800);
  wide.Show(chart);
  wide.Settle();
  EXPECT_TRUE(wide.has("inputs/functions/head/b"));
}

TEST_F(InputsPanelTest, ARowTellsTheColumnsThatHaveNoRoom) {
  const auto tells = [](PanelHarness& panels_of) {
    const PanelRect row = panels_of.marks().find("inputs/functions/row/0")->second;
    const PanelRect name = panels_of.marks().find("inputs/functions/head/name")->second;
    panels_of.Frame({input::MouseMove{name.x + name.width / 2, row.y + row.height / 2}});
    panels_of.Settle();
    return panels_of.has("tooltip");
  };
  EXPECT_TRUE(tells(panels));
  PanelHarness wide(state, 2560, 800);
  wide.Show(chart);
  EXPECT_FALSE(tells(wide)) << "every column has room";
}

TEST_F(InputsPanelTest, AClickOnAPointChoosesItsSize) {
  panels.Click("inputs/points/row/2");
  EXPECT_EQ(ModelOf(state).look.sizes, std::vector<uint64_t>{30});
  panels.Click("inputs/points/row/2");
  EXPECT_TRUE(ModelOf(state).look.sizes.empty());
}

TEST_F(InputsPanelTest, SwitchesAreInTheSidePanel) {
  panels.Click("inputs/log-x");
  EXPECT_TRUE(PlaceOf(*ActiveView(state)).log_x);
  panels.Settle();
  panels.Click("inputs/log-zero");
  EXPECT_TRUE(PlaceOf(*ActiveView(state)).log_zero);
  EXPECT_EQ(ModelOf(state).plots[0].x.scale, AxisScale::kSymmetricLog);
  panels.Click("inputs/trio");
  panels.Settle();
  EXPECT_EQ(chart.laid.size(), 1u);
}

TEST_F(InputsPanelTest, FourPlotsStandTwoByTwoAndShareTheirSizes) {
  panels.Click("inputs/grid");
  panels.Settle();
  ASSERT_EQ(chart.laid.size(), 4u);
  EXPECT_EQ(chart.laid[0].frame.box.top_px, chart.laid[1].frame.box.top_px);
  EXPECT_EQ(ModelOf(state).plots[3].y.title.substr(0, 14), "amortized cost");
  InputsLook look = ModelOf(state).look;
  look.x = {5, 20};
  DoAndFit(state, LookAt{look});
  const InputsModel model = ModelOf(state);
  for (const PlotSpec& plot : model.plots) EXPECT_EQ(plot.x.window, look.x);
}

TEST(InputsView, ABoundingFunctionOfOnesOwnIsDividedBy) {
  AppState state = StateWithInputs();
  InputsPlace place;
  place.bound = "n*n";
  DoAndFit(state, DrawInputs{place});
  const InputsModel model = ModelOf(state);
  EXPECT_EQ(model.plots[2].y.title, "most cost, divided by n*n");
  for (const double value : model.plots[2].series[0].y) EXPECT_EQ(value, 3);
  place.bound = "n*m";
  DoAndFit(state, DrawInputs{place});
  EXPECT_NE(ModelOf(state).bound_problem.find("found 'm'"), std::string::npos);
  EXPECT_EQ(ModelOf(state).plots[2].y.title, "most cost, divided by n");
}

TEST(InputsView, SizesAreGroupedAndSmoothed) {
  AppState state = StateWithInputs();
  InputsPlace place;
  place.group_width = 100;
  DoAndFit(state, DrawInputs{place});
  EXPECT_EQ(ModelOf(state).plots[0].series[0].x.size(), 4u);
  EXPECT_NE(ModelOf(state).plots[0].about.find("groups of 100 sizes"), std::string::npos);
  place.group_width = 1;
  place.smoothing_window = 4;
  DoAndFit(state, DrawInputs{place});
  EXPECT_NE(ModelOf(state).plots[0].about.find("means of 5 points"), std::string::npos);
}

TEST(InputsView, ASavedViewIsReadBack) {
  AppState state = StateWithInputs();
  InputsPlace place;
  place.chart = CostChart::kAmortized;
  place.is_grid = place.log_x = place.log_y = true;
  place.bound = "n * ln";
  place.smoothing_window = 7;
  place.filter = "c>1.5 mod:\"x\"";
  place.sort = InputsSort::kRSquared;
  place.descending = false;
  DoAndFit(state, DrawInputs{place});
  const auto effects = Do(state, action::SaveAs{"/p/one.ringview"});
  const auto* save = FindRequest<SaveTextRequest>(effects);
  ASSERT_NE(save, nullptr);
  EXPECT_NE(save->text.find("inputs_bound = \"n * ln\"\n"), std::string::npos) << save->text;
  const auto read = ParseSavedWindow(save->text);
  ASSERT_TRUE(read) << DescribeError(read.error());
  ASSERT_EQ(read->views.size(), 1u);
  EXPECT_EQ(read->views[0].kind, &Kind());
  EXPECT_EQ(FormatSavedWindow(*read), save->text);
}

}  // namespace
}  // namespace ringscope::inputs::inputs_view_test
