#include "app/views/versions/versions_model.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/view/navigation.h"
#include "renderer/shapes/shape_index.h"
#include "tests/app/views/versions/versions_test_state.h"

namespace ringscope::versions::versions_plot_test {
namespace {

PlotModel ModelOf(const AppState& state) { return BuildPlotModel(state, *ActiveView(state)); }
bool HasText(const Plot& plot, std::string_view text) {
  return std::any_of(plot.batch.texts.begin(), plot.batch.texts.end(),
                     [&](const ShapeText& one) { return one.text == text; });
}
const PlotPoint& PointOf(const Plot& plot, size_t line, size_t execution) {
  return *std::find_if(plot.points.begin(), plot.points.end(),
                       [&](const PlotPoint& one) { return one.line == line && one.execution == execution; });
}

TEST(VersionsPlot, MoreIsHigherAndLaterIsFurtherRight) {
  const AppState state = StateWithSeries();
  const Plot plot = BuildPlot(ModelOf(state), {});
  EXPECT_EQ(plot.points.size(), 30u);
  EXPECT_GT(PointOf(plot, 1, 0).y_px, PointOf(plot, 1, 9).y_px);
  EXPECT_LT(PointOf(plot, 1, 0).x_px, PointOf(plot, 1, 1).x_px);
  EXPECT_LT(PointOf(plot, 0, 0).y_px, PointOf(plot, 1, 9).y_px) << "the whole has the upper part";
  for (const char* text : {"parse grew by 50 % at v6", "v1", "v10", "0 ms", "parse", "draw", "the whole"})
    EXPECT_TRUE(HasText(plot, text)) << text;
}

TEST(VersionsPlot, ALineThatIsAloneTellsItsStep) {
  AppState state = StateWithSeries();
  EXPECT_FALSE(HasText(BuildPlot(ModelOf(state), {}), "+50.1 %"));
  Do(state, action::ChooseFunction{FrameNamed(ActiveView(state)->tree(), "parse")});
  EXPECT_TRUE(HasText(BuildPlot(ModelOf(state), {}), "+50.1 %"));
}

TEST(VersionsPlot, NamesOfVersionsAreThinnedOutWhereTheyDoNotFit) {
  std::vector<CompareInput> runs;
  for (uint64_t k = 1; k <= 60; ++k)
    runs.push_back(RunOf("release-" + std::to_string(1000 + k), 1000 * k, 5));
  const AppState state = StateWithSeries(runs);
  const Plot plot = BuildPlot(ModelOf(state), {});
  EXPECT_TRUE(HasText(plot, "release-1001"));
  EXPECT_FALSE(HasText(plot, "release-1002"));
  std::vector<std::pair<float, float>> names;
  for (const ShapeText& text : plot.batch.texts) {
    const float width = AverageSansWidth(text.text, text.size_px);
    if (text.text.starts_with("release-"))
      names.emplace_back(static_cast<float>(text.x) - width / 2, static_cast<float>(text.x) + width / 2);
  }
  ASSERT_GT(names.size(), 3u);
  for (size_t k = 1; k < names.size(); ++k) EXPECT_LT(names[k - 1].second, names[k].first);
}

TEST(VersionsPlot, NamesOfLinesDoNotLieOverEachOther) {
  std::string folded[2];
  for (int k = 0; k < 12; ++k) {
    const std::string name = "main;function" + std::to_string(k) + " ";
    folded[0] += name + "1000\n";
    folded[1] += name + std::to_string(2000 + k) + "\n";
  }
  const std::vector<CompareInput> runs{{TreeFromFolded(folded[0]).tree, {"a"}},
                                       {TreeFromFolded(folded[1]).tree, {"b"}}};
  const AppState state = StateWithSeries(runs);
  const PlotModel model = ModelOf(state);
  EXPECT_EQ(model.lines.size(), 1 + kMostLines);
  for (const float height : {250.0f, 830.0f}) {
    PlotOptions options;
    options.height_px = height;
    const Plot plot = BuildPlot(model, options);
    std::vector<LineName> names(plot.names.begin() + 1, plot.names.end());
    ASSERT_EQ(names.size(), kMostLines);
    for (size_t k = 1; k < names.size(); ++k)
      EXPECT_GE(names[k].box.top_px, names[k - 1].box.bottom_px - 0.01f) << height;
    if (height > 500) {
      EXPECT_LE(names.back().box.top_px, plot.frames.back().bottom_px);
    }
  }
}

TEST(VersionsPlot, ThePointerMeansTheNearestPointOfTheNearestVersion) {
  const AppState state = StateWithSeries();
  const Plot plot = BuildPlot(ModelOf(state), {});
  const PlotPoint& point = PointOf(plot, 1, 7);
  auto hit = HitAt(plot, point.x_px + 3, point.y_px - 4, 1);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->execution, 7u);
  EXPECT_EQ(hit->line, 1u);
  EXPECT_EQ(hit->x_px, point.x_px);
  // Between the lines it means the version alone.
  hit = HitAt(plot, point.x_px, (point.y_px + PointOf(plot, 2, 7).y_px) / 2, 1);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->execution, 7u);
  EXPECT_FALSE(hit->line);
  EXPECT_FALSE(HitAt(plot, 5, point.y_px, 1)) << "on the axis";
  EXPECT_FALSE(HitAt(plot, point.x_px, 10, 1)) << "on the title";
}

TEST(VersionsPlot, RunsHaveARangeAndTheirOwnPoints) {
  AppState state = StateWithSeries(RunsOfCommits());
  const size_t ranges = BuildPlot(ModelOf(state), {}).batch.rects.size();
  EXPECT_EQ(ranges, 6u) << "of the whole and of parse in three versions";
  Do(state, ChooseExecution{0});
  EXPECT_TRUE(HasText(BuildPlot(ModelOf(state), {}), "aaaaaaa")) << "above its mark";
}

// Two benchmarks in turns over eight commits, twice each; `slow` costs three times as much from the fifth on.
std::vector<CompareInput> RunsOfBenchmarks() {
  std::vector<CompareInput> runs;
  for (uint64_t commit = 0; commit < 8; ++commit) {
    for (uint64_t run = 0; run < 2; ++run) {
      for (const char* const name : {"slow", "steady"}) {
        const uint64_t times = name == std::string_view("slow") && commit >= 4 ? 3 : 1;
        CompareInput input = RunOf("r" + std::to_string(commit) + name + std::to_string(run),
                                   times * 20'000'000 + run * 50'000 + commit * 1000, 500'000,
                                   "commit" + std::to_string(commit));
        SetAttribute("benchmark", name, input.execution);
        runs.push_back(std::move(input));
      }
    }
  }
  return runs;
}

TEST(VersionsPlot, BenchmarksHavePlotsWithOneScale) {
  AppState state = StateWithSeries(RunsOfBenchmarks());
  DoAndFind(state, DrawPlot{{.is_apart = true}});
  const PlotModel model = ModelOf(state);
  ASSERT_EQ(model.lines.size(), 2u);
  EXPECT_EQ(model.about, "time, of 2 benchmarks");
  EXPECT_EQ(model.lines[0].name, "slow");
  EXPECT_EQ(model.lines[0].runs, std::vector<size_t>(8, 2));
  EXPECT_EQ(model.lines[1].executions,
            BenchmarksOf(ActiveView(state)->tree().report().executions)[1].executions);
  ASSERT_EQ(model.lines[0].steps.size(), 1u);
  EXPECT_EQ(VersionOf(model.versions, model.lines[0].steps[0].execution), 4u);
  EXPECT_TRUE(model.lines[1].steps.empty());
  const Plot plot = BuildPlot(model, {});
  ASSERT_EQ(plot.frames.size(), 2u);
  EXPECT_EQ(plot.points.size(), 32u);
  // Equal costs lie equally far above the foot, versions at equal shares.
  const PlotPoint &slow = PointOf(plot, 0, model.lines[0].executions[0]),
                  &steady = PointOf(plot, 1, model.lines[1].executions[0]);
  EXPECT_FLOAT_EQ(plot.frames[0].bottom_px - slow.y_px, plot.frames[1].bottom_px - steady.y_px);
  EXPECT_FLOAT_EQ(slow.x_px - plot.frames[0].left_px, steady.x_px - plot.frames[1].left_px);
  const auto hit = HitAt(plot, steady.x_px + 1, steady.y_px, 1);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->line, 1u);
  EXPECT_EQ(ReadoutOf(model, hit->execution).rows.size(), 1u) << "the other benchmark did not run in it";
  // Of a function each benchmark has what it costs there; its steps are not looked for.
  Do(state, action::ChooseFunction{FrameNamed(ActiveView(state)->tree(), "draw")});
  EXPECT_TRUE(ModelOf(state).about.starts_with("time, of draw by itself in 2 benchmarks;"));
  EXPECT_EQ(ModelOf(state).lines[0].median, std::vector<double>(8, 500'000));
}

TEST(VersionsPlot, WhatBenchmarksCostTogetherIsNoLine) {
  AppState state = StateWithSeries(RunsOfBenchmarks());
  DoAndFind(state, DrawPlot{});
  const PlotModel model = ModelOf(state);
  ASSERT_EQ(model.lines.size(), 2u);
  EXPECT_EQ(model.lines[0].name, "slow");
  EXPECT_EQ(model.lines[1].name, "steady");
  EXPECT_EQ(model.sentence, "slow cost 2.3 times as much at commit4");
  // Functions by share are those of one benchmark.
  DoAndFind(state, DrawPlot{{.by_share = true}});
  const PlotModel shares = ModelOf(state);
  EXPECT_TRUE(shares.about.ends_with("of slow")) << shares.about;
  for (const PlotLine& line : shares.lines) EXPECT_EQ(line.runs, std::vector<size_t>(8, 2)) << line.name;
}

TEST(VersionsPlot, LinesApartHaveAPlotEachWhoseTitleIsTheirName) {
  AppState state = StateWithSeries();
  DoAndFind(state, DrawPlot{{.is_apart = true}});
  for (const auto& [width, height] : {std::pair(1040.0f, 830.0f), {300.0f, 900.0f}, {2000.0f, 300.0f}}) {
    PlotOptions options;
    options.width_px = width;
    options.height_px = height;
    const Plot plot = BuildPlot(ModelOf(state), options);
    ASSERT_EQ(plot.frames.size(), 3u);
    ASSERT_EQ(plot.names.size(), 3u);
    for (size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(plot.names[k].line, k);
      EXPECT_LE(plot.names[k].box.bottom_px, plot.frames[k].top_px);
      for (size_t other = 0; other < k; ++other) {
        const PixelBox &a = plot.frames[other], &b = plot.frames[k];
        EXPECT_TRUE(a.right_px < b.left_px || a.bottom_px < b.top_px) << "they do not lie over each other";
      }
    }
    EXPECT_TRUE(HasText(plot, "+50.1 %")) << "each line is alone";
  }
}

TEST(VersionsPlot, EverySizeHasAPlot) {
  const AppState state = StateWithSeries();
  for (const auto& [width, height] :
       {std::pair(1.0f, 1.0f), {90.0f, 60.0f}, {300.0f, 2000.0f}, {9000.0f, 120.0f}}) {
    PlotOptions options;
    options.width_px = width;
    options.height_px = height;
    const Plot plot = BuildPlot(ModelOf(state), options);
    EXPECT_EQ(plot.points.size(), 30u);
    for (const PlotPoint& point : plot.points)
      EXPECT_TRUE(std::isfinite(point.x_px) && std::isfinite(point.y_px));
    EXPECT_FALSE(ShapeIndex(plot.batch).bounds().empty());
  }
}

}  // namespace
}  // namespace ringscope::versions::versions_plot_test
