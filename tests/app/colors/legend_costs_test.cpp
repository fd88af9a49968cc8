// Costs of legends that a frame cannot wait for: what is asked for, what is added up, and when it is let go.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "app/colors/legend_run.h"
#include "renderer/color/subtree_costs.h"
#include "tests/app/run_effects.h"
#include "tests/renderer/color/color_trees.h"

namespace ringscope {
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

// The same from the pass that a frame waits for.
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
  EXPECT_EQ(costs.costs.inclusive_of_others, pass.InclusiveOfOthers(shown));
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
    const CctPtr tree = test::RandomProgram(seed, 3000);
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
  const CctPtr tree = test::RandomProgram(5, 3000);
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
  // The job that is asked for; fails where there is none.
  effect::StartLegendCosts Want(const LegendCostsRequest& request) {
    const auto effects = Do(state, action::WantLegendCosts{0, request});
    const auto* start = FindEffect<effect::StartLegendCosts>(effects);
    EXPECT_NE(start, nullptr);
    return start != nullptr ? *start : effect::StartLegendCosts{};
  }
  void Finish(const effect::StartLegendCosts& start) {
    JobControl job;
    Do(state, action::LegendCostsFinished{start.job, RunLegendCosts(start.request, start.known.get(), job)});
  }
};

TEST_F(LegendCostsTest, AreAddedUpOnce) {
  const auto start = Want(Request());
  EXPECT_EQ(start.known, nullptr);
  EXPECT_TRUE(Do(state, action::WantLegendCosts{0, Request()}).empty());
  Finish(start);
  ASSERT_EQ(state.legends.size(), 1u);
  ASSERT_NE(state.legends[0].costs, nullptr);
  EXPECT_EQ(state.legends[0].costs->request, Request());
  EXPECT_TRUE(state.jobs.empty());
  EXPECT_TRUE(Do(state, action::WantLegendCosts{0, Request()}).empty());
}

TEST_F(LegendCostsTest, WhatIsKnownIsNotAddedUpAgain) {
  Finish(Want(Request()));
  LegendCostsRequest request = Request();
  request.shown = {{GroupTrait::kModule, ""}};
  const auto start = Want(request);
  EXPECT_EQ(start.known, state.legends[0].costs);
  Finish(start);
  EXPECT_EQ(state.legends[0].costs->costs.shown, request.shown);
  EXPECT_EQ(Want(Request(ColorMode::kKind)).known, nullptr);
}

TEST_F(LegendCostsTest, ALaterWishEndsTheOneBefore) {
  const auto first = Want(Request());
  const auto effects = Do(state, action::WantLegendCosts{0, Request(ColorMode::kKind)});
  const auto* cancel = FindEffect<effect::CancelJob>(effects);
  ASSERT_NE(cancel, nullptr);
  EXPECT_EQ(cancel->job, first.job);
  Finish(first);  // ended before it heard of that
  EXPECT_EQ(state.legends[0].costs, nullptr);
}

TEST_F(LegendCostsTest, OtherGroupsAreListedWhileTheSameCostsAreAddedUp) {
  const auto start = Want(Request());
  LegendCostsRequest request = Request();
  request.shown = {{GroupTrait::kModule, ""}};
  // A chart asks in every frame: no action, which would want another frame, comes of it.
  EXPECT_TRUE(state.legends[0].Answers(request));
  EXPECT_TRUE(Do(state, action::WantLegendCosts{0, request}).empty());
  Finish(start);
  EXPECT_FALSE(state.legends[0].Answers(request));
  EXPECT_EQ(Want(request).known, state.legends[0].costs);
}

TEST_F(LegendCostsTest, BackAtAPlaceItsCostsStay) {
  Finish(Want(Request()));
  const auto known = state.legends[0].costs;
  const auto other = Want(Request(ColorMode::kKind));
  const auto effects = Do(state, action::WantLegendCosts{0, Request()});
  EXPECT_EQ(FindEffect<effect::StartLegendCosts>(effects), nullptr);
  ASSERT_NE(FindEffect<effect::CancelJob>(effects), nullptr);
  EXPECT_EQ(FindEffect<effect::CancelJob>(effects)->job, other.job);
  Finish(other);
  EXPECT_EQ(state.legends[0].costs, known);
}

TEST_F(LegendCostsTest, WhatWasCancelledIsNotTriedAgain) {
  const auto start = Want(Request());
  Do(state, action::LegendCostsFinished{start.job, nullptr});
  EXPECT_TRUE(Do(state, action::WantLegendCosts{0, Request()}).empty());
}

// Neither a tree that is shown no more nor a legend that is not seen keeps a job or a profile.
TEST_F(LegendCostsTest, AreLetGoWithWhatTheyAreOf) {
  const auto of_legend = Want(Request());
  auto effects = Do(state, action::ShowLegend{false});
  ASSERT_NE(FindEffect<effect::CancelJob>(effects), nullptr);
  EXPECT_EQ(FindEffect<effect::CancelJob>(effects)->job, of_legend.job);
  EXPECT_FALSE(state.legends[0].wanted);
  EXPECT_TRUE(Do(state, action::WantLegendCosts{0, Request()}).empty());
  Do(state, action::ShowLegend{true});

  Finish(Want(Request()));
  EXPECT_NE(state.legends[0].costs, nullptr);
  const LegendCostsRequest old = Request();
  Do(state, action::CloseDocument{ActiveView(state)->document});
  EXPECT_EQ(state.legends[0].costs, nullptr);
  EXPECT_FALSE(state.legends[0].wanted);
  EXPECT_TRUE(Do(state, action::WantLegendCosts{0, old}).empty());
}

TEST_F(LegendCostsTest, BelongToAPane) {
  Do(state, action::ShowBeside{state.views[0].id, ChartForm::kIcicle});
  ASSERT_EQ(state.panes.size(), 2u);
  const auto effects = Do(state, action::WantLegendCosts{1, Request()});
  const auto* start = FindEffect<effect::StartLegendCosts>(effects);
  ASSERT_NE(start, nullptr);
  Finish(*start);
  ASSERT_EQ(state.legends.size(), 2u);
  EXPECT_EQ(state.legends[0].costs, nullptr);
  EXPECT_NE(state.legends[1].costs, nullptr);
  Do(state, action::ClosePane{1});
  EXPECT_EQ(state.legends[1].costs, nullptr);
}

}  // namespace
}  // namespace ringscope
