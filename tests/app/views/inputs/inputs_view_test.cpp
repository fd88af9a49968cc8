#include <gtest/gtest.h>

#include <bit>

#include "app/commands/command.h"
#include "app/documents/document.h"
#include "app/saving/saved_view.h"
#include "app/view/view_actions.h"
#include "app/views/inputs/inputs_actions.h"
#include "app/views/inputs/inputs_kind.h"
#include "app/views/inputs/inputs_panel.h"
#include "app/views/view_kind.h"
#include "cct/tree/builder.h"

#include "tests/app/app_test_state.h"
#include "tests/app/widgets/panel_harness.h"

namespace ringscope::inputs {
namespace {

// main;read costs 90 n, main;sort 3 n^2, and other;sort, with small sizes only, 3 n^2 too.
CctPtr Tree() {
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
    add(read, n, 90 * n);
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

void DoAndFit(AppState& state, Action action) {
  std::vector<Effect> effects = Do(state, std::move(action));
  for (const Effect& effect : std::vector<Effect>(effects)) {
    const auto* start = effect.As<effect::StartTask>();
    if (start == nullptr || std::any_cast<std::shared_ptr<const Wanted>>(&start->request) == nullptr)
      continue;
    for (const Action& made : Deliver(*start)) Apply(state, made, effects);
  }
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
struct StillInputs : Chart {
  InputsModel model;
  InputsUi ui;
  std::vector<LaidPlot> laid;

  void Update(const AppState&, size_t, float, double) override {}
  void Forget() override {}
  void Draw(const PanelRect&, int) override {}
  Result<WritePicture> TakePicture(const std::filesystem::path&,
                                   const std::optional<PictureWords>&) const override {
    return WritePicture();
  }
  void DrawOver(const AppState& state, size_t pane, const PanelRect& chart, ChartOverlay&,
                const PanelContext& ctx) override {
    model = BuildInputsModel(state, *ViewOfPane(state, pane));
    laid.clear();
    ShapeBatch batch;
    const InputsLayout layout = LayOutPane(chart.width, chart.height, ctx.scale, model.plots.size());
    for (size_t k = 0; k < model.plots.size(); ++k)
      laid.push_back(LayOutPlot(model.plots[k], layout.plots[k], {}, batch));
    DrawInputsPanel(model, laid, pane, chart, ui, ctx);
  }
  void DrawRows(const AppState&, const PanelContext& ctx) override { DrawInputsRows(model, ctx); }
};

class InputsPanelTest : public ::testing::Test {
 protected:
  InputsPanelTest() {
    panels.Show(chart);
    panels.Settle();
  }

  AppState state = StateWithInputs();
  StillInputs chart;
  PanelHarness panels{state};
};

TEST_F(InputsPanelTest, AClickOnARowPlotsItsFunction) {
  panels.Click("inputs/function/1");
  panels.Settle();
  EXPECT_EQ(ModelOf(state).subject, "read, of all contexts");
  EXPECT_TRUE(ModelOf(state).rows[1].is_plotted);
}

TEST_F(InputsPanelTest, AClickOnAPointChoosesItsSize) {
  panels.Click("inputs/point/2");
  EXPECT_EQ(ModelOf(state).look.sizes, std::vector<uint64_t>{30});
  panels.Click("inputs/point/2");
  EXPECT_TRUE(ModelOf(state).look.sizes.empty());
}

TEST_F(InputsPanelTest, SwitchesAreInTheSidePanel) {
  panels.Click("inputs/log-x");
  EXPECT_TRUE(PlaceOf(*ActiveView(state)).log_x);
  panels.Click("inputs/trio");
  panels.Settle();
  EXPECT_EQ(chart.laid.size(), 1u);
}

}  // namespace
}  // namespace ringscope::inputs
