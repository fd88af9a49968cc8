#include <gtest/gtest.h>

#include "app/search/search.h"
#include "app/tables/table_model.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "tests/app/app_test_state.h"
#include "tests/app/tables/find_cell.h"

namespace ringscope::matches_test {
namespace {

class MatchesTest : public ::testing::Test {
 protected:
  MatchesTest() { Do(state, action::ShowDockTab{DockTab::kMatches}); }
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  const Cct& tree() { return ActiveView(state)->tree(); }
  MatchRow Row(uint64_t row) { return BuildMatchRow(state, BuildMatchesModel(state), row); }
  std::string Cell(uint64_t row, std::string_view column, bool share = false) {
    const MatchesModel model = BuildMatchesModel(state);
    const MatchRow made = BuildMatchRow(state, model, row);
    const TableCellModel* cell = FindCell(model, made, column);
    return cell == nullptr ? "no such cell" : share ? cell->share : cell->text;
  }
};

TEST_F(MatchesTest, WithoutASearchThereIsNothingToList) {
  const MatchesModel model = BuildMatchesModel(state);
  EXPECT_EQ(model.row_count, 0u);
  EXPECT_TRUE(model.needs_search);
  EXPECT_EQ(MatchAt(state, 0), kNoContext);
  EXPECT_EQ(Row(0).context, kNoContext);
}

TEST_F(MatchesTest, WhatKeepsTheListEmptyIsSaid) {
  DoAll(state, action::SetSearchText{"nosuch"});
  EXPECT_EQ(BuildMatchesModel(state).message, "Nothing matches");
  EXPECT_FALSE(BuildMatchesModel(state).needs_search);
  DoAll(state, action::SetSearchText{"(g"});
  EXPECT_NE(BuildMatchesModel(state).message, "");
  const auto effects = Do(state, action::SetSearchText{"g"});
  EXPECT_EQ(BuildMatchesModel(state).message, "Counting");
  RunEffects(state, effects);
  EXPECT_EQ(BuildMatchesModel(state).message, "");
  EXPECT_EQ(BuildMatchesModel(state).row_count, 4u);
  DoAll(state, action::ZoomTo{At(tree(), "main;h")});
  EXPECT_EQ(BuildMatchesModel(state).message, "Nothing matches below the centre");
}

TEST_F(MatchesTest, MatchesAreListedByWhatTheyCost) {
  DoAll(state, action::SetSearchText{"g"});
  const MatchesModel model = BuildMatchesModel(state);
  EXPECT_EQ(model.counts, "4 contexts, 1 function");
  EXPECT_EQ(model.inclusive, "980 ns");
  EXPECT_EQ(model.inclusive_share, "30.3 %");
  EXPECT_EQ(model.self, "540 ns");
  EXPECT_FALSE(model.current);
  ASSERT_EQ(model.row_count, 4u);
  const MatchRow first = Row(0);
  // main;f;g and main;g cost the same: the one closer to the root comes first.
  EXPECT_EQ(first.context, At(tree(), "main;g"));
  EXPECT_EQ(Cell(0, "name"), "g");
  EXPECT_EQ(Cell(0, "callers"), "main");
  EXPECT_EQ(Cell(0, "layer"), "2");
  EXPECT_EQ(Cell(0, "inclusive"), "0.490 \xC2\xB5s");
  EXPECT_EQ(Cell(0, "inclusive", true), "15.1 %");
  EXPECT_EQ(Cell(0, "self"), "0.180 \xC2\xB5s");
  EXPECT_EQ(Row(1).context, At(tree(), "main;f;g"));
  EXPECT_EQ(Cell(1, "callers"), "f  \xE2\x86\x90  main");
  EXPECT_EQ(Row(4).context, kNoContext);
}

TEST_F(MatchesTest, TheSelectedMatchHasItsRow) {
  DoAll(state, action::SetSearchText{"g"});
  for (uint64_t row = 0; row < 4; ++row) {
    Do(state, action::Select{MatchAt(state, row)});
    EXPECT_EQ(BuildMatchesModel(state).current, row);
    EXPECT_TRUE(Row(row).selected);
  }
  EXPECT_EQ(BuildMatchesModel(state).position, "4 of 4 by cost");
  Do(state, action::Select{At(tree(), "main;h")});
  EXPECT_FALSE(BuildMatchesModel(state).current);
}

TEST_F(MatchesTest, CallersAreNamedWithoutTheirPackages) {
  state = StateWith(TreeFromFolded("a.b.Main.main;x::y::Parser::parse;c;d;e;f 1\n"));
  Do(state, action::ShowDockTab{DockTab::kMatches});
  const auto callers = [&](const std::string& name) {
    DoAll(state, action::SetSearchText{"\"" + name + "\""});
    return Cell(0, "callers");
  };
  EXPECT_EQ(callers("c"), "Parser::parse  \xE2\x86\x90  Main.main");
  EXPECT_EQ(callers("f"),
            "e  \xE2\x86\x90  d  \xE2\x86\x90  c  \xE2\x86\x90  Parser::parse  \xE2\x86\x90  \xE2\x80\xA6");
  EXPECT_EQ(callers("a.b.Main.main"), "");
}

TEST_F(MatchesTest, TheListIsMadeOnlyWhereItIsShown) {
  Do(state, action::ShowDock{false});
  DoAll(state, action::SetSearchText{"g"});
  EXPECT_EQ(ActiveView(state)->slots.Get<SearchState>().sort.answer(), nullptr);
  Do(state, action::ShowDock{true});
  EXPECT_NE(ActiveView(state)->slots.Get<SearchState>().sort.answer(), nullptr);
}

TEST_F(MatchesTest, TheMetricDecidesTheOrder) {
  DoAll(state, action::SetSearchText{"h"});
  DoAll(state, action::SetMetric{1});
  const MatchesModel model = BuildMatchesModel(state);
  ASSERT_GT(model.row_count, 1u);
  for (uint64_t row = 1; row < model.row_count; ++row) {
    EXPECT_GE(tree().Inclusive(MatchAt(state, row - 1), 1), tree().Inclusive(MatchAt(state, row), 1));
  }
}

TEST(ManyMatchesTest, AMillionMatchesAreSortedByAJobAndFoundAgain) {
  constexpr uint32_t kMatches = 1'000'000;
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  const auto frame = builder.InternFrame({"hit", {}, {}, 0, 0, FrameKind::kUser});
  for (uint32_t i = 0; i < kMatches / 10; ++i) {
    const std::string name = "f" + std::to_string(i);
    BuildNode node = builder.Child(kBuildRoot, builder.InternFrame({name, {}, {}, 0, 0, FrameKind::kUser}));
    for (uint32_t k = 0; k < 10; ++k) {
      node = builder.Child(node, frame);
      builder.AddSelf(node, 0, 1 + (i * 7919u + k) % 5003);
    }
  }
  auto tree = std::move(builder).Finish({});
  ASSERT_TRUE(tree);
  AppState state = StateWith(WithFunctions(*tree));
  Do(state, action::ShowDockTab{DockTab::kMatches});
  const auto effects = Do(state, action::SetSearchText{"hit"});
  const auto* search = FindTask<SearchRequest>(effects);
  ASSERT_NE(search, nullptr);
  std::vector<Effect> next;
  for (const Action& made : Deliver(*search)) Apply(state, made, next);
  ASSERT_NE(FindTask<SortRequest>(next), nullptr);
  EXPECT_EQ(BuildMatchesModel(state).message, "Sorting");
  RunEffects(state, next);
  const MatchesModel model = BuildMatchesModel(state);
  ASSERT_EQ(model.row_count, kMatches);
  EXPECT_EQ(model.counts, "1,000,000 contexts, 1 function");
  // A step waits for the order too.
  Do(state, action::StepMatch{1});
  EXPECT_EQ(ActiveView(state)->selected, MatchAt(state, 0));
  for (uint64_t row = 0; row < kMatches; row += 33'331) {
    Do(state, action::Select{MatchAt(state, row)});
    EXPECT_EQ(BuildMatchesModel(state).current, row);
  }
}

}  // namespace
}  // namespace ringscope::matches_test
