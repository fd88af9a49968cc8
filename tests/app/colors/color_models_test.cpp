#include <gtest/gtest.h>

#include "app/colors/legend_model.h"
#include "app/files/documents.h"
#include "app/search/search.h"
#include "app/view/colors/colors.h"
#include "app/view/colors/derived_model.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "cct/tree/building/builder.h"
#include "renderer/layout/layout.h"
#include "tests/app/app_test_state.h"
#include "tests/renderer/legend/whole_legend.h"

namespace ringscope::color_models_test {
namespace {

AppState ExampleState() { return StateWith(TreeFromFolded(kWorkedExample)); }

ColorSpec Spec(ColorMode mode) {
  ColorSpec spec;
  spec.mode = mode;
  return spec;
}

// As the chart makes it, once its costs are added up or before that.
LegendModel LegendOf(const AppState& state, bool is_whole = true) {
  const ViewState& view = *ActiveView(state);
  ArcBatch batch;
  LayoutView(view.tree(), *PaneSpec(state, 0), batch);
  ChartColors colors(view.tree(), state.settings.theme, view.color);
  const Legend legend = is_whole ? chart_test::WholeLegend(batch, colors) : BuildLegend(batch, colors);
  return BuildLegendModel(state, 0, batch.spec.metric, batch.total, legend);
}

TEST(ColorModelTest, ChoicesAreTheModesAndTheMetrics) {
  AppState state = ExampleState();
  state.settings.derived_metrics = {*ParseDerivedMetric("cost = time / calls")};
  std::string labels;
  for (const ColorChoice& choice : BuildColorModel(state).choices) {
    labels += (choice.active ? "*" : "") + choice.label + "; ";
  }
  EXPECT_EQ(labels,
            "*Function; Module; Package; Source file; Kind; Self share; Metric: time; Metric: calls; Metric: "
            "cost; Metric: cost a call; Metric: payoff; Search only; ");
}

TEST(ColorModelTest, AColourIsKeptForTheNextProfileAndTheNextRun) {
  AppState state = ExampleState();
  const auto effects = Do(state, action::SetColor{Spec(ColorMode::kModule)});
  EXPECT_NE(FindEffect<effect::SaveSettings>(effects), nullptr);
  EXPECT_EQ(state.settings.color, "module");
  EXPECT_TRUE(Do(state, action::SetColor{Spec(ColorMode::kModule)}).empty());
  EXPECT_EQ(ParseSettings(FormatSettings(state.settings)).color, "module");
  OpenMore(state, "/profiles/b.folded", TreeFromFolded("main;f 1\n"));
  EXPECT_EQ(ActiveView(state)->color, Spec(ColorMode::kModule));
  ColorSpec metric = Spec(ColorMode::kMetric);
  metric.metric = 7;
  EXPECT_TRUE(Do(state, action::SetColor{metric}).empty());
  metric.metric = 1;
  Do(state, action::SetColor{metric});
  EXPECT_EQ(BuildColorModel(state).active_label, "Metric: calls");
  EXPECT_TRUE(BuildColorModel(state).has_basis);
}

TEST(ColorModelTest, ChoosingTheViewsOwnMetricSaysNothingAboutOthers) {
  AppState state = ExampleState();
  const auto choose = [&](std::string_view label) {
    for (const ColorChoice& choice : BuildColorModel(state).choices) {
      if (choice.label == label) Do(state, action::SetColor{choice.spec});
    }
  };
  choose("Metric: time");
  EXPECT_EQ(state.settings.color, "metric:time");
  choose("Metric: calls");
  EXPECT_EQ(ActiveView(state)->color.basis, ValueBasis::kPerViewMetric);
}

TEST(ColorModelTest, LinkedChartsShareColours) {
  AppState state = ExampleState();
  OpenMore(state, "/profiles/b.folded", TreeFromFolded("main;f 1\n"));
  Do(state, action::ShowBeside{state.views[0].id});
  Do(state, action::SetColor{Spec(ColorMode::kKind)});
  EXPECT_EQ(state.views[0].color.mode, ColorMode::kKind);
  EXPECT_EQ(state.views[1].color.mode, ColorMode::kKind);
  Do(state, action::SetLinked{false});
  Do(state, action::SetColor{Spec(ColorMode::kFile)});
  EXPECT_NE(state.views[0].color, state.views[1].color);
}

TEST(LegendModelTest, EntriesSearchForWhatTheyStandFor) {
  AppState state = ExampleState();
  Do(state, action::SetColor{Spec(ColorMode::kModule)});
  LegendModel legend = LegendOf(state);
  ASSERT_FALSE(legend.rows.empty());
  EXPECT_EQ(legend.rows[0].label, "app");
  EXPECT_FALSE(legend.rows[0].lit);
  ASSERT_NE(legend.rows[0].query, "");
  DoAll(state, action::SetSearchText{legend.rows[0].query});
  EXPECT_EQ(ActiveView(state)->slots.Get<SearchState>().task.result->totals.contexts, 18u);
  EXPECT_TRUE(LegendOf(state).rows[0].lit);
  Do(state, action::ShowLegend{false});
  EXPECT_FALSE(LegendOf(state).visible);
}

// Of what lies on one another in a chart, a share of self costs would say next to nothing.
TEST(LegendModelTest, RowsSayTheInclusiveShareAndLeaveOutNextToNothing) {
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  const auto frame = [&](std::string_view module) {
    return builder.InternFrame({.name = "f", .module = module});
  };
  const BuildNode outer = builder.Child(kBuildRoot, frame("outer"));
  const BuildNode inner = builder.Child(outer, frame("inner"));
  builder.AddSelf(builder.Child(inner, frame("outer")), 0, 9999);
  builder.AddSelf(builder.Child(builder.Child(inner, frame("other")), frame("inner")), 0, 5000);
  builder.AddSelf(builder.Child(outer, frame("tiny")), 0, 1);
  AppState state = StateWith(WithFunctions(std::move(builder).Finish({}).value()));
  Do(state, action::SetColor{Spec(ColorMode::kModule)});
  std::string rows;
  for (const LegendRow& row : LegendOf(state).rows) rows += row.label + " " + row.share + "; ";
  // The centre is one of its group.
  EXPECT_EQ(rows, "outer 100 %; inner 99.9 %; other 33.3 %; ");
  for (const LegendRow& row : LegendOf(state, false).rows) EXPECT_EQ(row.share, "...");
}

TEST(LegendModelTest, FunctionsWithoutAGroupAreOneRowOfManyColors) {
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  const BuildNode f = builder.Child(kBuildRoot, builder.InternFrame({.name = "f"}));
  builder.AddSelf(builder.Child(f, builder.InternFrame({.name = "g"})), 0, 3);
  AppState state = StateWith(WithFunctions(std::move(builder).Finish({}).value()));
  const LegendModel legend = LegendOf(state);
  ASSERT_EQ(legend.rows.size(), 1u);
  EXPECT_EQ(legend.rows[0].label, "(no group)");
  EXPECT_TRUE(legend.rows[0].many_colors);
  EXPECT_NE(legend.rows[0].tooltip.find("Each function has a colour of its own"), std::string::npos);
}

TEST(LegendModelTest, SearchModeSaysWhatColorsMeanWithoutShares) {
  AppState state = ExampleState();
  Do(state, action::SetColor{Spec(ColorMode::kSearch)});
  const LegendModel legend = LegendOf(state);
  ASSERT_GE(legend.rows.size(), 3u);
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(legend.rows[i].share, "");
}

TEST(LegendModelTest, SequentialModesShowAMap) {
  AppState state = ExampleState();
  Do(state, action::SetColor{Spec(ColorMode::kSelfShare)});
  const LegendModel legend = LegendOf(state);
  EXPECT_TRUE(legend.visible);
  EXPECT_GT(legend.gradient.size(), 2u);
  EXPECT_FALSE(legend.ticks.empty());
}

TEST(DerivedModelTest, RowsFollowWhatIsLookedAt) {
  AppState state = ExampleState();
  Do(state, action::SetDerivedMetrics{
                {*ParseDerivedMetric("cost = time / calls"), *ParseDerivedMetric("rate = misses / time")}});
  DerivedModel model = BuildDerivedModel(state);
  ASSERT_EQ(model.rows.size(), 2u);
  EXPECT_EQ(model.subject, "main");
  EXPECT_EQ(model.rows[0].self, "1.07k");
  EXPECT_NE(model.rows[1].problem.find("misses"), std::string::npos);
  EXPECT_EQ(model.rows[1].brief, "not in this profile");
  EXPECT_EQ(model.rows[0].brief, "");
  Do(state, action::Select{At(ActiveView(state)->tree(), "main;f")});
  EXPECT_EQ(BuildDerivedModel(state).rows[0].self, "180");
  EXPECT_EQ(BoundDerivedMetrics(ActiveView(state)->tree(), state.settings.derived_metrics).size(), 1u);
}

TEST(DerivedModelTest, TheyAreKeptAndUsedInConditionsAndColours) {
  AppState state = ExampleState();
  DoAll(state, action::SetDerivedMetrics{{*ParseDerivedMetric("cost = time / calls")}});
  EXPECT_EQ(ParseSettings(FormatSettings(state.settings)).derived_metrics, state.settings.derived_metrics);
  DoAll(state, action::SetSearchText{"self(cost)>400"});
  ASSERT_NE(ActiveView(state)->slots.Get<SearchState>().task.result, nullptr);
  EXPECT_EQ(ActiveView(state)->slots.Get<SearchState>().task.result->totals.contexts, 2u);  // main and main;h
  ColorSpec color = Spec(ColorMode::kMetric);
  color.derived = "cost";
  Do(state, action::SetColor{color});
  EXPECT_TRUE(BuildDerivedModel(state).rows[0].colours);
  // Another formula of the same name selects others.
  DoAll(state, action::SetDerivedMetrics{{*ParseDerivedMetric("cost = time / 1000")}});
  EXPECT_EQ(ActiveView(state)->slots.Get<SearchState>().task.result->totals.contexts, 0u);
  EXPECT_EQ(ActiveView(state)->color, color);
  // Without it neither the colour nor the search means anything.
  DoAll(state, action::SetDerivedMetrics{});
  EXPECT_EQ(ActiveView(state)->color, ColorSpec{});
  EXPECT_TRUE(ActiveView(state)->slots.Get<SearchState>().problem);
}

TEST(DerivedModelTest, OneMayNameThoseBeforeIt) {
  AppState state = ExampleState();
  DoAll(state, action::SetDerivedMetrics{
                   {*ParseDerivedMetric("cost = time / calls"), *ParseDerivedMetric("half = cost / 2"),
                    *ParseDerivedMetric("early = late"), *ParseDerivedMetric("late = half")}});
  EXPECT_EQ(ParseSettings(FormatSettings(state.settings)).derived_metrics, state.settings.derived_metrics);
  const DerivedModel model = BuildDerivedModel(state);
  ASSERT_EQ(model.rows.size(), 4u);
  EXPECT_EQ(model.rows[0].self, "1.07k");
  EXPECT_EQ(model.rows[1].self, "533");
  EXPECT_NE(model.rows[2].problem.find("'late', which is defined after it"), std::string::npos);
  EXPECT_EQ(model.rows[3].self, "533");
  DoAll(state, action::SetSearchText{"self(half)>200"});
  EXPECT_EQ(ActiveView(state)->slots.Get<SearchState>().task.result->totals.contexts, 2u);
  // What it names is another: so is what it selects.
  DoAll(state,
        action::SetDerivedMetrics{{*ParseDerivedMetric("cost = 1"), *ParseDerivedMetric("half = cost / 2")}});
  EXPECT_EQ(ActiveView(state)->slots.Get<SearchState>().task.result->totals.contexts, 0u);
  EXPECT_EQ(DerivedMetricsUpTo(state.settings.derived_metrics, "half").size(), 2u);
  EXPECT_TRUE(DerivedMetricsUpTo(state.settings.derived_metrics, "none").empty());
  ColorSpec spec = Spec(ColorMode::kMetric);
  spec.derived = "half";
  const Cct& tree = ActiveView(state)->tree();
  const ColorInputs inputs = DerivedColorInputs(tree, state.settings.derived_metrics, spec);
  ASSERT_TRUE(inputs.derived);
  EXPECT_EQ(inputs.derived(1), 0.5);
}

TEST(DerivedModelTest, LinesOfTheDialog) {
  const LoadedTree tree = TreeFromFolded(kWorkedExample);
  const auto problem = [](const std::string& line, const Cct* of) {
    return DerivedProblem({&line, 1}, 0, of);
  };
  EXPECT_EQ(problem("a = time / calls", nullptr), "");
  EXPECT_EQ(problem("", nullptr), "");
  EXPECT_NE(problem("a = time /", nullptr), "");
  EXPECT_NE(problem("a = misses", tree.tree.get()), "");
  const std::vector<std::string> lines{"a = b", "wrong", "b = calls", "", "c = 2 * b"};
  EXPECT_NE(DerivedProblem(lines, 0, tree.tree.get()), "");
  EXPECT_EQ(DerivedProblem(lines, 0, nullptr), "");
  EXPECT_EQ(DerivedProblem(lines, 2, tree.tree.get()), "");
  EXPECT_EQ(DerivedProblem(lines, 3, tree.tree.get()), "");
  EXPECT_EQ(DerivedProblem(lines, 4, tree.tree.get()), "");
  const std::vector<std::string> good{"a = time", "", "b = calls"};
  ASSERT_TRUE(DerivedMetricsFrom(good));
  EXPECT_EQ(DerivedMetricsFrom(good)->size(), 2u);
  EXPECT_FALSE(DerivedMetricsFrom(std::vector<std::string>{"a = time", "a = calls"}));
  EXPECT_FALSE(DerivedMetricsFrom(std::vector<std::string>{"a = time", "b ="}));
}

}  // namespace
}  // namespace ringscope::color_models_test
