#include "app/charts/chart_content.h"

#include <gtest/gtest.h>

#include <array>

#include "cct/query/sets/select.h"
#include "renderer/layout/layout.h"
#include "renderer/text/name_text.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::chart_test::chart_content_test {
namespace {

using Counts = std::array<uint64_t, 4>;

// How often layout, colours, paint and labels were made.
Counts CountsOf(const ChartContent& content) {
  const ChartContent::Versions& versions = content.versions();
  return {versions.layout, versions.colors, versions.paint, versions.labels};
}

std::shared_ptr<const SearchOutcome> OutcomeOf(const CctPtr& tree) {
  auto outcome = std::make_shared<SearchOutcome>();
  outcome->tree = tree;
  outcome->frames =
      MatchFrames(tree->frames(), FunctionIndex(tree->frames()), ParseQuery("f").value()).value();
  return outcome;
}

TEST(ChartContentTest, IsWhatItsPartsMake) {
  const CctPtr tree = WorkedExample();
  ChartRequest request{.tree = tree, .view = {.root = {.context = 1}}, .theme = Theme::kLight};
  request.pointed = chart_test::At(*tree, "main;f");
  request.color.mode = ColorMode::kSelfShare;
  ChartContent content(AverageSansWidth);
  content.Update(request);

  const ArcBatch batch = LayoutView(*tree, request.view);
  EXPECT_EQ(content.batch().context, batch.context);
  EXPECT_EQ(content.batch().start_turns, batch.start_turns);
  ChartColors colors(*tree, Theme::kLight, request.color);
  PaintSpec spec;
  spec.theme = Theme::kLight;
  spec.pointed = request.pointed;
  ChartPaint paint;
  PaintPieces(batch, spec, colors, paint);
  EXPECT_EQ(content.paint(), paint);
  const std::vector<Label> labels = PlaceLabels(*tree, batch, {}, AverageSansWidth);
  ASSERT_EQ(content.labels().size(), labels.size());
  EXPECT_FALSE(labels.empty());
  for (size_t i = 0; i < labels.size(); ++i) EXPECT_EQ(content.labels()[i].text, labels[i].text);
  EXPECT_EQ(content.legend().entries.size(), BuildLegend(batch, colors).entries.size());
}

TEST(ChartContentTest, OnlyWhatARequestChangesIsMadeAgain) {
  const CctPtr tree = WorkedExample();
  ChartRequest request{.tree = tree};
  ChartContent content(AverageSansWidth);
  const auto counts = [&] {
    content.Update(request);
    return CountsOf(content);
  };
  EXPECT_EQ(counts(), (Counts{1, 1, 1, 1}));
  EXPECT_EQ(counts(), (Counts{1, 1, 1, 1}));
  request.pointed = 3;
  EXPECT_EQ(counts(), (Counts{1, 1, 2, 1}));
  request.selected = 4;
  EXPECT_EQ(counts(), (Counts{1, 1, 3, 1}));
  request.functions = std::make_shared<const FunctionIndex>(tree->frames());
  request.lit = 1;
  EXPECT_EQ(counts(), (Counts{1, 1, 4, 1}));
  request.outcome = OutcomeOf(tree);
  EXPECT_EQ(counts(), (Counts{1, 1, 5, 1}));
  request.color.mode = ColorMode::kModule;
  EXPECT_EQ(counts(), (Counts{1, 2, 6, 1}));
  request.theme = Theme::kLight;
  EXPECT_EQ(counts(), (Counts{1, 3, 7, 1}));
  request.labels = ScreenLabels(2);
  EXPECT_EQ(counts(), (Counts{1, 3, 7, 2}));
  request.view.depth_limit = 3;
  EXPECT_EQ(counts(), (Counts{2, 3, 8, 3}));
  // The profile itself, and what is shown beside it, are those that there are without a word.
  request.recorded = request.beside = tree;
  EXPECT_EQ(counts(), (Counts{2, 3, 8, 3}));
  request.beside = WorkedExample();
  EXPECT_EQ(counts(), (Counts{2, 4, 9, 3}));
  request.tree = WorkedExample();
  EXPECT_EQ(counts(), (Counts{3, 5, 10, 4}));
  EXPECT_EQ(counts(), (Counts{3, 5, 10, 4}));
  content.LayOut(request);
  EXPECT_EQ(counts(), (Counts{4, 5, 11, 5}));
}

TEST(ChartContentTest, KeepsWhatALayoutTookThePlaceOf) {
  ChartRequest request{.tree = WorkedExample()};
  ChartContent content{MeasureText()};
  content.Update(request);
  const std::vector<ContextId> contexts = content.batch().context;
  const ChartPaint paint = content.paint();
  request.view.depth_limit = 2;
  content.Update(request);
  EXPECT_EQ(content.batch_before().context, contexts);
  EXPECT_EQ(content.paint_before(), paint);
  EXPECT_LT(content.batch().size(), contexts.size());
  EXPECT_EQ(content.paint().fill.size(), content.batch().size());
  EXPECT_TRUE(content.labels().empty());
}

TEST(ChartContentTest, ASearchOfAnotherTreeLightsUpNothing) {
  ChartRequest request{.tree = WorkedExample()};
  ChartContent content{MeasureText()};
  content.Update(request);
  const ChartPaint unlit = content.paint();
  request.outcome = OutcomeOf(WorkedExample());
  content.Update(request);
  EXPECT_EQ(content.paint(), unlit);
  request.outcome = OutcomeOf(request.tree);
  content.Update(request);
  EXPECT_NE(content.paint(), unlit);
}

TEST(ChartContentTest, WhatWasForgottenIsMadeAnew) {
  const ChartRequest request{.tree = WorkedExample()};
  ChartContent content(AverageSansWidth);
  content.Update(request);
  content.Forget();
  EXPECT_EQ(content.batch().size(), 0u);
  EXPECT_EQ(content.CostsOfLegend(), std::nullopt);
  content.Update(request);
  EXPECT_EQ(CountsOf(content), (Counts{2, 2, 2, 2}));
  EXPECT_FALSE(content.legend().entries.empty());
}

}  // namespace
}  // namespace ringscope::chart_test::chart_content_test
