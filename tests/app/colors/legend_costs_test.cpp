// Costs of legends: what is asked for, what is added up, and when it is let go.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/core/job.h"
#include "app/view/colors/colors.h"
#include "app/view/colors/legend_costs.h"
#include "app/view/panes/panes.h"
#include "app/views/rings/rings.h"
#include "tests/app/app_test_state.h"
#include "tests/renderer/color/color_trees.h"
#include "tests/renderer/color/subtree_costs.h"

namespace ringscope::legend_costs_test {
namespace {

constexpr ColorMode kGroupModes[] = {ColorMode::kFunction, ColorMode::kModule, ColorMode::kPackage,
                                     ColorMode::kFile, ColorMode::kKind};

// Every second group in the order of names.
std::vector<FrameGroupName> SomeGroups(const FrameGroups& groups) {
  std::vector<FrameGroupName> all;
  for (uint32_t group = 0; group < groups.size(); ++group) all.push_back(groups[group]);
  std::sort(all.begin(), all.end());
  std::vector<FrameGroupName> some;
  for (size_t i = 0; i < all.size(); i += 2) some.push_back(all[i]);
  return some;
}

// The same from another pass.
void ExpectCostsOf(const LegendCosts& costs) {
  const LegendCostsRequest& request = costs.request;
  FrameGroups groups(request.tree->frames(), request.mode, request.dominant_group);
  SubtreeCosts pass;
  const SubtreeCosts::Costs* expected =
      pass.Below(*request.tree, groups, request.root, request.metric, UINT32_MAX);
  ASSERT_NE(expected, nullptr);
  std::vector<bool> shown(groups.size());
  for (const FrameGroupName& name : request.shown) {
    if (const auto group = groups.Find(name)) shown[*group] = true;
  }
  EXPECT_EQ(costs.costs.inclusive_of_others, request.shown.empty() ? 0 : pass.InclusiveOfOthers(shown));
  EXPECT_EQ(costs.costs.shown, request.shown);
  for (uint32_t group = 0; group < costs.costs.groups.size(); ++group) {
    // Groups that do not occur there are not met by the pass.
    const auto same = groups.Find(costs.costs.groups[group]);
    EXPECT_EQ(costs.costs.self[group], same ? expected->self[*same] : 0);
    EXPECT_EQ(costs.costs.inclusive[group], same ? expected->inclusive[*same] : 0);
  }
  for (uint32_t group = 0; group < groups.size(); ++group)
    EXPECT_TRUE(costs.costs.groups.Find(groups[group])) << groups[group].text;
}

TEST(LegendRunTest, CostsAreThoseOfAPassOverTheViewRoot) {
  for (uint64_t seed = 0; seed < 12; ++seed) {
    const CctPtr tree = chart_test::RandomProgram(seed, 3000);
    LegendCostsRequest request{.tree = tree, .metric = static_cast<MetricIndex>(seed % 2)};
    if (seed % 3 == 1) request.root.context = tree->ChildrenOf(kRootContext).begin;
    if (seed % 3 == 2) request.root.run = tree->ChildrenOf(kRootContext);
    for (const ColorMode mode : kGroupModes) {
      request.mode = mode;
      request.dominant_group = mode == ColorMode::kFunction ? DominantGroup(tree->frames()) : std::string();
      request.shown.clear();
      JobControl job;
      const auto costs = RunLegendCosts(request, nullptr, job);
      ASSERT_NE(costs, nullptr);
      ExpectCostsOf(*costs);

      // Other groups are shown: only what the rest costs is new.
      request.shown = SomeGroups(costs->costs.groups);
      const auto again = RunLegendCosts(request, costs.get(), job);
      ASSERT_NE(again, nullptr);
      ExpectCostsOf(*again);
    }
  }
}

TEST(LegendRunTest, CostsOfOtherGroupsAreNoneOfThese) {
  const CctPtr tree = chart_test::RandomProgram(5, 3000);
  LegendCostsRequest request{.tree = tree, .mode = ColorMode::kModule};
  JobControl job;
  const auto by_module = RunLegendCosts(request, nullptr, job);
  request.mode = ColorMode::kKind;
  const auto by_kind = RunLegendCosts(request, by_module.get(), job);
  ASSERT_NE(by_kind, nullptr);
  ExpectCostsOf(*by_kind);
  job.cancel_requested = true;
  EXPECT_EQ(RunLegendCosts(request, nullptr, job), nullptr);
}

class LegendCostsTest : public ::testing::Test {
 protected:
  AppState state = StateWith(TreeFromFolded("main;parse 3\nmain;draw 1\n"));

  LegendCostsRequest Request(ColorMode mode = ColorMode::kModule) {
    return {.tree = ActiveView(state)->shown.tree, .mode = mode};
  }
  // What follows from a legend that tells these costs.
  std::vector<Effect> Draw(std::optional<LegendCostsRequest> request, size_t pane = 0) {
    measured_.resize(state.panes.size());
    if (pane < measured_.size()) measured_[pane].legend = std::move(request);
    std::vector<Effect> effects;
    TakeMeasured(state, measured_, effects);
    return effects;
  }
  const Task<LegendCostsRequest, LegendCosts>& legend(size_t pane = 0) {
    return state.panes.at(pane).slots.Get<LegendState>().task;
  }

 private:
  std::vector<ChartMeasured> measured_;
};

TEST_F(LegendCostsTest, AreAddedUpOnce) {
  const auto effects = Draw(Request());
  EXPECT_TRUE(state.jobs.back().soon) << "a small tree";
  EXPECT_TRUE(Draw(Request()).empty());
  RunEffects(state, effects);
  ASSERT_NE(legend().answer(), nullptr);
  EXPECT_EQ(legend().answer()->request, Request());
  EXPECT_TRUE(state.jobs.empty());
  EXPECT_TRUE(Draw(Request()).empty());
}

TEST_F(LegendCostsTest, ALaterWishEndsTheOneBefore) {
  const auto first = Draw(Request());
  const auto effects = Draw(Request(ColorMode::kKind));
  const auto* cancel = FindEffect<effect::CancelJob>(effects);
  ASSERT_NE(cancel, nullptr);
  EXPECT_EQ(cancel->job, FindTask<LegendCostsRequest>(first)->job);
  RunEffects(state, first);  // ended before it heard of that
  EXPECT_EQ(legend().result, nullptr);
}

TEST_F(LegendCostsTest, BackAtAPlaceItsCostsStay) {
  RunEffects(state, Draw(Request()));
  const auto known = legend().result;
  Draw(Request(ColorMode::kKind));
  const auto effects = Draw(Request());
  EXPECT_EQ(FindTask<LegendCostsRequest>(effects), nullptr);
  EXPECT_NE(FindEffect<effect::CancelJob>(effects), nullptr);
  EXPECT_EQ(legend().result, known);
}

TEST_F(LegendCostsTest, WhatWasCancelledIsNotTriedAgain) {
  const auto effects = Draw(Request());
  Do(state, action::TaskFinished{FindTask<LegendCostsRequest>(effects)->job, {}, true});
  EXPECT_TRUE(Draw(Request()).empty());
}

// Neither a tree that is shown no more nor a legend that is not seen keeps a job or a profile.
TEST_F(LegendCostsTest, AreLetGoWithWhatTheyAreOf) {
  const auto of_legend = Draw(Request());
  Do(state, action::ShowLegend{false});
  const auto effects = Draw(Request());
  ASSERT_NE(FindEffect<effect::CancelJob>(effects), nullptr);
  EXPECT_EQ(FindEffect<effect::CancelJob>(effects)->job, FindTask<LegendCostsRequest>(of_legend)->job);
  EXPECT_EQ(legend().wanted, nullptr);
  Do(state, action::ShowLegend{true});
  RunEffects(state, Draw(Request()));
  EXPECT_NE(legend().result, nullptr);
  Draw(std::nullopt);
  EXPECT_EQ(legend().result, nullptr);
  Do(state, action::CloseDocument{ActiveView(state)->document});
  Draw(std::nullopt);
  EXPECT_TRUE(state.panes.empty());
}

TEST_F(LegendCostsTest, PanesThatShowTheSameShareThem) {
  Do(state, action::ShowOtherForm{});
  ASSERT_EQ(state.panes.size(), 2u);
  RunEffects(state, Draw(Request()));
  EXPECT_EQ(legend(1).result, nullptr);
  EXPECT_TRUE(Draw(Request(), 1).empty());
  EXPECT_EQ(legend(1).result, legend(0).result);
  Do(state, action::ClosePane{1});
  Draw(Request());
  EXPECT_NE(legend().result, nullptr);
}

}  // namespace
}  // namespace ringscope::legend_costs_test
