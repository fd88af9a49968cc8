#include <gtest/gtest.h>

#include <string>

#include "app/core/job.h"
#include "app/search/search.h"
#include "app/search/search_model.h"
#include "app/tables/table_model.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "app/views/rings/rings.h"
#include "app/views/rings/rings_depth.h"
#include "app/window/window_actions.h"
#include "cct/query/language/query.h"
#include "renderer/layout/layout.h"
#include "renderer/layout/picking.h"
#include "renderer/layout/view_geometry.h"
#include "tests/app/app_test_state.h"

namespace ringscope::action_search_test {
namespace {

class ApplySearchTest : public ExampleTest {
 protected:
  const SearchState& search() { return ActiveView(state)->slots.Get<SearchState>(); }
};

TEST_F(ApplySearchTest, TypingStartsAJobAndCancelsTheOneBefore) {
  const auto first = Do(state, action::SetSearchText{"g"});
  const auto* one = FindTask<SearchRequest>(first);
  ASSERT_NE(one, nullptr);
  const auto second = Do(state, action::SetSearchText{"gh"});
  const auto* cancel = FindEffect<effect::CancelJob>(second);
  ASSERT_NE(cancel, nullptr);
  EXPECT_EQ(cancel->job, one->job);
  // What the first still delivers lights up nothing.
  for (const Action& late : Deliver(*one)) Do(state, late);
  EXPECT_EQ(search().task.result, nullptr);
}

TEST(SearchFormsTest, TheHelpNamesEveryField) {
  std::string all;
  for (const QueryForm& form : QueryForms())
    all += std::string(form.example) + ' ' + std::string(form.meaning) + ' ';
  for (const auto& row : kFieldWords) EXPECT_NE(all.find(row.word), std::string::npos) << row.word;
}

TEST(SearchSuggestionTest, ANameThatIsNearIsOffered) {
  AppState state =
      StateWith(TreeFromFolded("java.util.HashMap.getNode(int) 3\nmain;std::vector<int>::push_back 4\n"));
  const auto suggested = [&](const std::string& typed) {
    DoAll(state, action::SetSearchText{typed});
    return BuildSearchModel(state).suggestion;
  };
  EXPECT_EQ(suggested("getNoed"), "getNode");
  EXPECT_EQ(suggested("hashmpa"), "HashMap");
  EXPECT_EQ(suggested("xyzzy"), "");
  EXPECT_EQ(suggested("getNode"), "") << "found";
  EXPECT_EQ(suggested("\"getNoed\""), "") << "quoted: meant as it stands";
  DoAll(state, action::SetSearchText{"getNoed"});
  EXPECT_EQ(BuildSearchModel(state).counts, "Nothing matches; did you mean getNode?");
}

TEST(SearchSuggestionTest, AStarIsSaidToStandForItself) {
  AppState state = StateWith(TreeFromFolded("java.util.HashMap.getNode(int) 3\nmain 4\n"));
  DoAll(state, action::SetSearchText{"java.util.*"});
  SearchModel model = BuildSearchModel(state);
  EXPECT_EQ(model.counts, "Nothing matches: * is literal");
  EXPECT_EQ(model.offer, "Did you mean java.util.?");
  DoAll(state, action::SetSearchText{model.suggestion});
  EXPECT_TRUE(BuildSearchModel(state).found);
  DoAll(state, action::SetSearchText{"util*getNode*"});
  EXPECT_EQ(BuildSearchModel(state).suggestion, "util getNode");
  DoAll(state, action::SetSearchText{"xyzzy*"});
  EXPECT_EQ(BuildSearchModel(state).suggestion, "");
}

TEST_F(ApplySearchTest, SegmentsLightUpBeforeTheCountsAreThere) {
  const auto effects = Do(state, action::SetSearchText{"g"});
  const auto delivered = Deliver(*FindTask<SearchRequest>(effects));
  ASSERT_EQ(delivered.size(), 2u);
  EXPECT_TRUE(state.jobs.back().soon);
  Do(state, delivered[0]);
  EXPECT_FALSE(state.jobs.back().soon) << "a frame waits for the first part alone";
  ASSERT_NE(search().task.result, nullptr);
  ASSERT_TRUE(search().task.result->frames);
  EXPECT_TRUE(search().task.result->frames->contains(tree().FrameOf(At(tree(), "main;g"))));
  EXPECT_TRUE(BuildSearchModel(state).running);
  EXPECT_EQ(BuildSearchModel(state).counts, "");
  Do(state, delivered[1]);
  const SearchModel model = BuildSearchModel(state);
  EXPECT_FALSE(model.running);
  // g occurs in f/g, f/g/g, g and g/g; the inner ones are counted once with the outer ones.
  EXPECT_EQ(model.counts, "4 contexts, 1 function");
  EXPECT_EQ(model.inclusive, "980 ns");
  EXPECT_EQ(model.inclusive_share, "30.3 %");
  EXPECT_EQ(model.self, "540 ns");
  EXPECT_EQ(model.self_share, "16.7 %");
  EXPECT_EQ(model.position, "");
  EXPECT_TRUE(state.jobs.empty());
}

TEST_F(ApplySearchTest, AConditionIsKnownOnlyWithItsContexts) {
  const auto effects = Do(state, action::SetSearchText{"layer=2 incl>20%"});
  const auto* start = FindTask<SearchRequest>(effects);
  ASSERT_NE(start, nullptr);
  const auto delivered = Deliver(*start);
  ASSERT_EQ(delivered.size(), 1u);
  Do(state, delivered[0]);
  EXPECT_FALSE(search().task.result->frames);
  EXPECT_EQ(search().task.result->totals.contexts, 2u);  // main;f and main;h
}

TEST_F(ApplySearchTest, ATextThatIsNoQueryIsToldAndPutsTheLightsOut) {
  DoAll(state, action::SetSearchText{"g"});
  ASSERT_NE(search().task.result, nullptr);
  DoAll(state, action::SetSearchText{"g (h"});
  EXPECT_EQ(search().task.result, nullptr);
  const SearchModel model = BuildSearchModel(state);
  EXPECT_NE(model.problem, "");
  EXPECT_LE(model.problem_at, model.text.size());
  EXPECT_FALSE(model.can_filter);
  EXPECT_TRUE(state.jobs.empty());
  DoAll(state, action::SetSearchText{"g (h or i)"});
  EXPECT_EQ(BuildSearchModel(state).problem, "");
}

TEST_F(ApplySearchTest, WhatOnlyTheTreeCanTellIsAProblemToo) {
  DoAll(state, action::SetSearchText{"self(misses)>3"});
  EXPECT_EQ(search().task.result, nullptr);
  EXPECT_NE(BuildSearchModel(state).problem.find("misses"), std::string::npos);
  EXPECT_EQ(BuildSearchModel(state).problem_at, std::string::npos);
}

TEST_F(ApplySearchTest, MovingCountsAgainBelowTheNewCentre) {
  DoAll(state, action::SetSearchText{"g"});
  const auto effects = Do(state, action::ZoomTo{At(tree(), "main;f")});
  const auto* start = FindRequest<SearchRequest>(effects);
  ASSERT_NE(start, nullptr);
  EXPECT_EQ(start->root.context, At(tree(), "main;f"));
  EXPECT_EQ(start->text, "g");
  // What matches is known; the segments stay lit meanwhile.
  const auto hits = search().task.result->hits;
  RunEffects(state, effects);
  EXPECT_EQ(search().task.result->hits, hits);
  EXPECT_EQ(search().task.result->totals.contexts, 2u);
  EXPECT_EQ(FindTask<SearchRequest>(Do(state, action::ChangeDepth{-1})), nullptr);
}

TEST_F(ApplySearchTest, SharesOfTheCentreAreSearchedForAnewWithIt) {
  DoAll(state, action::SetSearchText{"incl>=40%%"});
  const auto effects = Do(state, action::ZoomTo{At(tree(), "main;f")});
  ASSERT_NE(FindTask<SearchRequest>(effects), nullptr);
  RunEffects(state, effects);
  EXPECT_TRUE(search().task.result->hits->matches.contains(At(tree(), "main;f;g")));
}

TEST_F(ApplySearchTest, StepsWalkThroughTheMatchesAndAround) {
  DoAll(state, action::SetSearchText{"g"});
  const auto selected = [&] { return ActiveView(state)->selected; };
  DoAll(state, action::StepMatch{1});
  EXPECT_EQ(selected(), At(tree(), "main;g"));
  EXPECT_EQ(BuildSearchModel(state).position, "match 1 of 4");
  DoAll(state, action::StepMatch{2});
  EXPECT_EQ(BuildSearchModel(state).position, "match 3 of 4");
  DoAll(state, action::StepMatch{-1});
  EXPECT_EQ(selected(), At(tree(), "main;f;g"));
  DoAll(state, action::StepMatch{-2});
  EXPECT_EQ(BuildSearchModel(state).position, "match 4 of 4");
  DoAll(state, action::StepMatch{1});
  EXPECT_EQ(selected(), At(tree(), "main;g"));
  // From what is no match: to the most expensive one, or backwards to the cheapest.
  Do(state, action::Select{At(tree(), "main;f;h")});
  EXPECT_EQ(BuildSearchModel(state).position, "");
  DoAll(state, action::StepMatch{-1});
  EXPECT_EQ(BuildSearchModel(state).position, "match 4 of 4");
  Do(state, action::Select{At(tree(), "main")});
  DoAll(state, action::StepMatch{1});
  EXPECT_EQ(selected(), At(tree(), "main;g"));
}

// The list of matches and the line below the search box number the same match alike.
TEST_F(ApplySearchTest, StepsGoFromTheMostExpensiveMatchDown) {
  DoAll(state, action::SetSearchText{"\"i\""});
  Do(state, action::ShowDockTab{DockTab::kMatches});
  const MetricIndex metric = ActiveView(state)->metric;
  uint64_t before = UINT64_MAX;
  for (uint64_t row = 0; row < BuildMatchesModel(state).row_count; ++row) {
    DoAll(state, action::StepMatch{1});
    const ContextId selected = ActiveView(state)->selected;
    EXPECT_EQ(selected, MatchAt(state, row));
    EXPECT_LE(tree().Inclusive(selected, metric), before);
    before = tree().Inclusive(selected, metric);
    EXPECT_EQ("match " + std::to_string(row + 1) + " of 6", BuildSearchModel(state).position);
    EXPECT_EQ(std::to_string(row + 1) + " of 6 by cost", BuildMatchesModel(state).position);
  }
  EXPECT_EQ(At(tree(), "main;h;i"), MatchAt(state, 0));
  EXPECT_GT(MatchAt(state, 1), 0u);
}

TEST_F(ApplySearchTest, StepsWaitForTheMatches) {
  const auto effects = Do(state, action::SetSearchText{"g"});
  EXPECT_TRUE(Do(state, action::StepMatch{1}).empty());
  EXPECT_TRUE(Do(state, action::StepMatch{1}).empty());
  EXPECT_EQ(ActiveView(state)->selected, kNoContext);
  RunEffects(state, effects);
  EXPECT_EQ(ActiveView(state)->selected, At(tree(), "main;f;g"));
  // Without a search there is nothing to wait for.
  DoAll(state, action::SetSearchText{""});
  Do(state, action::StepMatch{1});
  EXPECT_EQ(search().pending_steps, 0);
}

TEST_F(ApplySearchTest, ASearchBecomesAFilter) {
  DoAll(state, action::SetSearchText{"g"});
  DoAll(state, action::FilterBySearch{});
  const ViewState& view = *ActiveView(state);
  EXPECT_EQ(view.search, "");
  EXPECT_EQ(FormatPipeline(view.pipeline.applied), "keep g");
  EXPECT_EQ(At(view.tree(), "main;h"), kNoContext);
  EXPECT_NE(At(view.tree(), "main;f;g"), kNoContext);
  ASSERT_EQ(view.pipeline.outcomes.size(), 1u);
  // What is no query is no filter.
  Do(state, action::SetSearchText{"(g"});
  Do(state, action::FilterBySearch{});
  EXPECT_EQ(ActiveView(state)->search, "(g");
  EXPECT_EQ(view.pipeline.wanted.steps.size(), 1u);
}

TEST_F(ApplySearchTest, TheListOfMatchesIsMadeOnceWhenItIsWanted) {
  EXPECT_TRUE(Do(state, action::SortMatches{}).empty());
  DoAll(state, action::SetSearchText{"g"});
  EXPECT_TRUE(Do(state, action::SortMatches{}).empty()) << "a few are sorted at once";
  const SortedMatches* sorted = SortedOf(*ActiveView(state));
  ASSERT_NE(sorted, nullptr);
  ASSERT_EQ(sorted->size(), 4u);
  for (size_t i = 1; i < 4; ++i)
    EXPECT_GE(tree().Inclusive((*sorted)[i - 1], 0), tree().Inclusive((*sorted)[i], 0));
  Do(state, action::SortMatches{});
  EXPECT_EQ(SortedOf(*ActiveView(state)), sorted);
  DoAll(state, action::SetSearchText{"h"});
  EXPECT_EQ(SortedOf(*ActiveView(state)), nullptr);
}

TEST_F(ApplySearchTest, EscClearsTheSearchAndThenTheSelection) {
  Do(state, action::Select{At(tree(), "main;f")});
  Do(state, action::SetSearchText{"g"});
  Do(state, action::Clear{});
  EXPECT_EQ(ActiveView(state)->search, "");
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

// A context a thousandth of a thousandth of the whole, under callers of a half each.
class GoToMatchTest : public ::testing::Test {
 protected:
  static std::string DeepTree() {
    std::string text, path = "main";
    for (int i = 0; i < 24; ++i) {
      text += path + ";other 1000000\n";
      path += ";f" + std::to_string(i);
      text += path + " 1000\n";
    }
    return text + path + ";needle 1\n";
  }
  AppState state = StateWith(TreeFromFolded(DeepTree()));
  const Cct& tree() { return state.views[0].tree(); }
  const ViewPosition& position() { return ActiveView(state)->history.current(); }
};

TEST_F(GoToMatchTest, TheThinnestMatchCanBeSeen) {
  for (const RingMode mode : {RingMode::kEqual, RingMode::kLength, RingMode::kArea}) {
    for (const ChartForm form : {ChartForm::kRings, ChartForm::kIcicle}) {
      Do(state, action::GoToWholeTree{});
      Do(state, action::SetMode{mode});
      Do(state, action::SetForm{form});
      DoAll(state, action::SetSearchText{""});
      DoAll(state, action::SetSearchText{"needle"});
      DoAll(state, action::GoToMatch{});
      const ContextId needle = ActiveView(state)->selected;
      ASSERT_NE(needle, kNoContext);
      EXPECT_EQ(tree().FrameAt(needle).name, "needle");
      // The outermost caller below which its arc is 8 px long at least. With equal arcs each layer halves it:
      // of a circle of 2 pi * 415 px it gets 10 px below f15, of an icicle of 1040 px 8 px below f16. By cost
      // it is a thousandth of its own caller, so nothing but itself will do.
      const char* centre = mode != RingMode::kEqual ? "needle" : form == ChartForm::kRings ? "f15" : "f16";
      EXPECT_EQ(tree().FrameAt(position().root.context).name, centre);
      const auto spec = PaneSpec(state, 0);
      ArcBatch batch;
      LayoutView(tree(), *spec, batch);
      const auto piece = FindPiece(tree(), batch, needle);
      ASSERT_TRUE(piece);
      EXPECT_FALSE(batch.is_rest(*piece));
      const double arc = static_cast<double>(batch.sweep_turns[*piece]) *
                         LayerLengthPx(*spec, batch.ring_edge_px[batch.layer[*piece] + 1]);
      EXPECT_GE(arc, 0.9 * kSeenArcPx);
    }
  }
}

TEST_F(GoToMatchTest, WhatIsSeenAlreadyMovesNothing) {
  const ViewPosition before = position();
  DoAll(state, action::GoToMatch{At(tree(), "main;f0")});
  EXPECT_EQ(position(), before);
  EXPECT_EQ(ActiveView(state)->selected, At(tree(), "main;f0"));
}

TEST_F(GoToMatchTest, LayersAreAddedBeforeTheCentreMoves) {
  Do(state, action::SetDepth{2});
  const ContextId root = position().root.context;
  DoAll(state, action::GoToMatch{At(tree(), "main;f0;f1;f2")});
  EXPECT_EQ(position().root.context, root);
  EXPECT_EQ(RingsOf(position()).depth_limit, 4u);
}

// Of a circle of 2600 px the needle gets 0.26 px in the whole tree, 26 px below its caller's caller, and more
// below its caller.
TEST(GoToThinMatchTest, TheCentreIsTheOutermostCallerThatWillDo) {
  AppState state = StateWith(
      TreeFromFolded("main;big 990000\nmain;a;other 9000\nmain;a;b;other 900\nmain;a;b;needle 100\n"));
  const Cct& tree = ActiveView(state)->tree();
  const auto centre = [&] { return ActiveView(state)->history.current().root.context; };
  DoAll(state, action::SetSearchText{"needle"});
  DoAll(state, action::GoToMatch{});
  EXPECT_EQ(centre(), At(tree, "main;a"));
  EXPECT_EQ(ActiveView(state)->selected, At(tree, "main;a;b;needle"));
  // Seen from there, it moves nothing; from further inside neither.
  DoAll(state, action::GoToMatch{});
  EXPECT_EQ(centre(), At(tree, "main;a"));
  DoAll(state, action::ZoomTo{At(tree, "main;a;b")});
  DoAll(state, action::GoToMatch{});
  EXPECT_EQ(centre(), At(tree, "main;a;b"));
}

TEST_F(GoToMatchTest, ElsewhereInTheTreeTheWayStartsAtTheTop) {
  Do(state, action::ZoomTo{At(tree(), "main;f0;f1;other")});
  DoAll(state, action::GoToMatch{At(tree(), "main;f0")});
  EXPECT_EQ(position().root.context, At(tree(), "main"));
}

}  // namespace
}  // namespace ringscope::action_search_test
