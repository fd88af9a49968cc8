#include <gtest/gtest.h>

#include "app/model/search_model.h"
#include "tests/app/app_test_state.h"

namespace ringscope {
namespace {

class ApplySearchTest : public ::testing::Test {
 protected:
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  const Cct& tree() { return state.views[0].tree(); }

  // As a search job would answer, with made-up totals.
  std::shared_ptr<const SearchOutcome> Outcome(const effect::StartSearch& search, bool complete) {
    SearchOutcome outcome;
    outcome.query = search.query;
    outcome.tree = search.tree.tree;
    outcome.complete = complete;
    outcome.matches.mask.assign(tree().frames().size() + 1, 0);
    for (FrameId frame = 0; frame < tree().frames().size(); ++frame) {
      if (tree().frames().name(frame) != search.query) continue;
      outcome.matches.mask[frame] = 1;
      ++outcome.matches.frame_count;
      ++outcome.matches.function_count;
    }
    outcome.totals = {1, 6, 540, 890};
    outcome.view_total = 3238;
    return std::make_shared<const SearchOutcome>(outcome);
  }
};

TEST_F(ApplySearchTest, TypingStartsAJobAndCancelsTheOneBefore) {
  const auto first = Do(state, action::SetSearchText{"g"});
  const auto* one = FindEffect<effect::StartSearch>(first);
  ASSERT_NE(one, nullptr);
  const auto second = Do(state, action::SetSearchText{"gh"});
  const auto* cancel = FindEffect<effect::CancelJob>(second);
  ASSERT_NE(cancel, nullptr);
  EXPECT_EQ(cancel->job, one->job);
  // What the first still delivers lights up nothing.
  Do(state, action::SearchFinished{one->job, Outcome(*one, true)});
  EXPECT_EQ(ActiveView(state)->search.outcome, nullptr);
}

TEST_F(ApplySearchTest, SegmentsLightUpBeforeTheCountsAreThere) {
  const auto effects = Do(state, action::SetSearchText{"g"});
  const auto* search = FindEffect<effect::StartSearch>(effects);
  Do(state, action::SearchFinished{search->job, Outcome(*search, false)});
  ASSERT_NE(ActiveView(state)->search.outcome, nullptr);
  EXPECT_TRUE(BuildSearchModel(state).running);
  EXPECT_EQ(BuildSearchModel(state).counts, "");
  Do(state, action::SearchFinished{search->job, Outcome(*search, true)});
  const SearchModel model = BuildSearchModel(state);
  EXPECT_FALSE(model.running);
  EXPECT_EQ(model.counts, "1 function, 6 contexts");
  EXPECT_EQ(model.inclusive, "890 ns, 27.5 % of the centre");
  EXPECT_TRUE(state.jobs.empty());
}

TEST_F(ApplySearchTest, MovingCountsAgainBelowTheNewCentre) {
  Do(state, action::SetSearchText{"g"});
  const auto effects = Do(state, action::ZoomTo{At(tree(), "main;f")});
  const auto* search = FindEffect<effect::StartSearch>(effects);
  ASSERT_NE(search, nullptr);
  EXPECT_EQ(search->root.context, At(tree(), "main;f"));
  EXPECT_EQ(search->query, "g");
  EXPECT_EQ(FindEffect<effect::StartSearch>(Do(state, action::ChangeDepth{-1})), nullptr);
}

TEST_F(ApplySearchTest, StepsAddUpWhileOneIsOnItsWay) {
  const auto effects = Do(state, action::SetSearchText{"g"});
  const auto* search = FindEffect<effect::StartSearch>(effects);
  EXPECT_TRUE(Do(state, action::StepMatch{1}).empty());  // nothing found yet
  Do(state, action::SearchFinished{search->job, Outcome(*search, true)});
  const auto stepping = Do(state, action::StepMatch{1});
  const auto* step = FindEffect<effect::StartStepMatch>(stepping);
  ASSERT_NE(step, nullptr);
  EXPECT_EQ(step->from, kNoContext);
  EXPECT_TRUE(Do(state, action::StepMatch{1}).empty());
  EXPECT_TRUE(Do(state, action::StepMatch{1}).empty());
  const auto more = Do(state, action::StepMatchFinished{step->job, At(tree(), "main;g")});
  EXPECT_EQ(ActiveView(state)->selected, At(tree(), "main;g"));
  const auto* next = FindEffect<effect::StartStepMatch>(more);
  ASSERT_NE(next, nullptr);
  EXPECT_EQ(next->from, At(tree(), "main;g"));
  EXPECT_EQ(next->steps, 2);
}

TEST_F(ApplySearchTest, EscClearsTheSearchAndThenTheSelection) {
  Do(state, action::Select{At(tree(), "main;f")});
  Do(state, action::SetSearchText{"g"});
  Do(state, action::Clear{});
  EXPECT_EQ(ActiveView(state)->search.text, "");
  EXPECT_NE(ActiveView(state)->selected, kNoContext);
  Do(state, action::Clear{});
  EXPECT_EQ(ActiveView(state)->selected, kNoContext);
}

TEST_F(ApplySearchTest, EscTakesAwayOneThingAtATime) {
  state.errors.push_back({"a", "b"});
  state.key_list_open = true;
  Do(state, action::Clear{});
  EXPECT_TRUE(state.errors.empty());
  EXPECT_TRUE(state.key_list_open);
  Do(state, action::Clear{});
  EXPECT_FALSE(state.key_list_open);
}

}  // namespace
}  // namespace ringscope
