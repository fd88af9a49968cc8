#include <gtest/gtest.h>

#include "app/core/job.h"
#include "app/files/documents.h"
#include "app/view/navigation.h"
#include "app/view/steps/context_steps.h"
#include "app/view/steps/steps.h"
#include "app/window/window_actions.h"
#include "tests/app/app_test_state.h"

namespace ringscope::action_pipeline_test {
namespace {

constexpr std::string_view kTwoThreads =
    "T:one;main;work 10\n"
    "T:two;main;work 2\n"
    "T:two;main;idle 1\n";

Pipeline FoldRecursion() {
  Pipeline pipeline;
  pipeline.steps.emplace_back().kind = TransformKind::kFoldRecursion;
  return pipeline;
}

Pipeline Prune() {
  Pipeline pipeline;
  pipeline.steps.emplace_back().kind = TransformKind::kPrune;
  pipeline.steps[0].share_percent = 1;
  return pipeline;
}

// As the job would: any tree stands for the result.
void Finish(AppState& state, const std::vector<Effect>& effects, std::string_view folded) {
  const auto* start = FindRequest<TransformRequest>(effects);
  ASSERT_NE(start, nullptr);
  TransformedTree made{TreeFromFolded(folded), {}};
  made.steps.resize(start->pipeline.steps.size());
  Do(state, Finished(FindTask<TransformRequest>(effects)->job, Result<TransformedTree>(std::move(made))));
}

TEST(ApplyPipelineTest, MergingThreadsIsAStepThatKeepsTheCallPath) {
  AppState state = StateWith(TreeFromFolded(kTwoThreads));
  ASSERT_TRUE(ActiveDocument(state)->has_thread_ring);
  Do(state, action::ZoomTo{At(ActiveView(state)->tree(), "two;main;work")});
  const auto effects = Do(state, action::SetThreadsMerged{true});
  EXPECT_TRUE(ThreadsMerged(*ActiveView(state)));
  // Asking twice starts one job.
  EXPECT_EQ(FindRequest<TransformRequest>(Do(state, action::SetThreadsMerged{true})), nullptr);
  Finish(state, effects, "main;work 12\nmain;idle 1\n");
  const ViewState& view = *ActiveView(state);
  EXPECT_EQ(view.history.current().root.context, At(view.tree(), "main;work"));
  Do(state, action::SetThreadsMerged{false});
  EXPECT_EQ(ActiveView(state)->shown.tree, ActiveDocument(state)->opened.tree);
  EXPECT_FALSE(ThreadsMerged(*ActiveView(state)));
}

TEST(ApplyPipelineTest, ATreeInAnotherOrderIsShownAsAWhole) {
  AppState state = StateWith(TreeFromFolded("main;f;g 3\nmain;g 2\n"));
  Do(state, action::ZoomTo{At(ActiveView(state)->tree(), "main;f;g")});
  Do(state, action::Select{At(ActiveView(state)->tree(), "main;f;g")});
  // By its call path it would be main, a caller of the fewest of g's samples.
  TransformStep invert;
  invert.kind = TransformKind::kInvert;
  Finish(state, Do(state, action::AddTransform{invert}), "g;f;main 3\ng;main 2\nmain 1\n");
  EXPECT_EQ(ActiveView(state)->history.current().root.context, kRootContext);
  EXPECT_EQ(ActiveView(state)->selected, kNoContext);
  // Another step keeps the order, and the place.
  Do(state, action::ZoomTo{At(ActiveView(state)->tree(), "g;f")});
  Finish(state, Do(state, action::AddTransform{Prune().steps[0]}), "g;f;main 3\ng;main 2\n");
  EXPECT_EQ(ActiveView(state)->history.current().root.context, At(ActiveView(state)->tree(), "g;f"));
  Do(state, action::SetPipeline{});
  EXPECT_EQ(ActiveView(state)->history.current().root.context, At(ActiveView(state)->tree(), "main"));
}

TEST(ApplyPipelineTest, TheOldTreeIsShownUntilTheNewOneIsThere) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  const CctPtr opened = ActiveView(state)->shown.tree;
  const auto effects = Do(state, action::SetPipeline{FoldRecursion()});
  EXPECT_EQ(ActiveView(state)->shown.tree, opened);
  EXPECT_EQ(ActiveView(state)->pipeline.wanted, FoldRecursion());
  EXPECT_TRUE(ActiveView(state)->pipeline.applied.empty());
  Finish(state, effects, "main;g 5\n");
  EXPECT_NE(ActiveView(state)->shown.tree, opened);
  EXPECT_EQ(ActiveView(state)->pipeline.applied, FoldRecursion());
  EXPECT_EQ(ActiveView(state)->pipeline.outcomes.size(), 1u);
}

TEST(ApplyPipelineTest, UndoAndRedoWalkThroughTheSteps) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  const CctPtr opened = ActiveView(state)->shown.tree;
  Finish(state, Do(state, action::AddTransform{FoldRecursion().steps[0]}), "main;g 5\n");
  Finish(state, Do(state, action::AddTransform{Prune().steps[0]}), "main;h 5\n");
  EXPECT_EQ(ActiveView(state)->pipeline.applied.steps.size(), 2u);
  Finish(state, Do(state, action::UndoTransform{}), "main;g 5\n");
  EXPECT_EQ(ActiveView(state)->pipeline.applied, FoldRecursion());
  Do(state, action::UndoTransform{});
  EXPECT_EQ(ActiveView(state)->shown.tree, opened);
  EXPECT_TRUE(Do(state, action::UndoTransform{}).empty());
  Finish(state, Do(state, action::RedoTransform{}), "main;g 5\n");
  EXPECT_EQ(ActiveView(state)->pipeline.applied, FoldRecursion());
  // A new step drops what could have been redone.
  Do(state, action::SetPipeline{Prune()});
  EXPECT_TRUE(ActiveView(state)->pipeline.redo.empty());
}

TEST(ApplyPipelineTest, AFailedStepLeavesWhatWasShown) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  const CctPtr opened = ActiveView(state)->shown.tree;
  const auto effects = Do(state, action::SetPipeline{FoldRecursion()});
  Do(state, Finished(FindTask<TransformRequest>(effects)->job,
                     Result<TransformedTree>(Fail(ErrorCode::kNotFound, "no such metric"))));
  EXPECT_EQ(ActiveView(state)->shown.tree, opened);
  EXPECT_TRUE(ActiveView(state)->pipeline.wanted.empty());
  ASSERT_EQ(state.errors.size(), 1u);
  EXPECT_NE(state.errors[0].message.find("no such metric"), std::string::npos);
  EXPECT_TRUE(ActiveView(state)->pipeline.undo.empty()) << "there is nothing to take back";
}

TEST(ApplyPipelineTest, AFailedStepLeavesUndoAndRedoAsTheyWere) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  Finish(state, Do(state, action::SetPipeline{FoldRecursion()}), "main;g 5\n");
  const CctPtr folded = ActiveView(state)->shown.tree;
  Finish(state, Do(state, action::SetPipeline{Prune()}), "main;h 5\n");
  Finish(state, Do(state, action::UndoTransform{}), "main;g 5\n");
  const PipelineState before = ActiveView(state)->pipeline;
  ASSERT_EQ(before.redo.size(), 1u);
  const auto effects = Do(state, action::AddTransform{Prune().steps[0]});
  Do(state, Finished(FindTask<TransformRequest>(effects)->job,
                     Result<TransformedTree>(Fail(ErrorCode::kNotFound, "no such metric"))));
  EXPECT_EQ(ActiveView(state)->pipeline.undo, before.undo);
  EXPECT_EQ(ActiveView(state)->pipeline.redo, before.redo);
  EXPECT_EQ(ActiveView(state)->pipeline.wanted, FoldRecursion());
}

TEST(ApplyPipelineTest, UndoOfAStepOnItsWayComputesNothing) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  Finish(state, Do(state, action::SetPipeline{FoldRecursion()}), "main;g 5\n");
  const CctPtr folded = ActiveView(state)->shown.tree;
  Pipeline more = FoldRecursion();
  more.steps.push_back({.kind = TransformKind::kInvert});
  Do(state, action::SetPipeline{more});
  const auto effects = Do(state, action::UndoTransform{});
  EXPECT_EQ(FindRequest<TransformRequest>(effects), nullptr);
  EXPECT_EQ(ActiveView(state)->shown.tree, folded);
  EXPECT_EQ(ActiveView(state)->pipeline.wanted, FoldRecursion());
}

TEST(ApplyPipelineTest, ANewerPipelineCancelsTheOlderOne) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  const auto first = Do(state, action::SetPipeline{FoldRecursion()});
  const JobId old_job = FindTask<TransformRequest>(first)->job;
  const auto second = Do(state, action::SetPipeline{Prune()});
  ASSERT_NE(FindEffect<effect::CancelJob>(second), nullptr);
  EXPECT_EQ(FindEffect<effect::CancelJob>(second)->job, old_job);
  // Its result comes too late.
  Do(state, Finished(old_job, Result<TransformedTree>(TransformedTree{TreeFromFolded("x 1\n"), {}})));
  EXPECT_EQ(ActiveView(state)->shown.tree, ActiveDocument(state)->opened.tree);
  Finish(state, second, "main;h 5\n");
  EXPECT_EQ(ActiveView(state)->pipeline.applied, Prune());
}

TEST(ApplyPipelineTest, StepsThatDependOnTheMetricRunAgainWithIt) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  Finish(state, Do(state, action::SetPipeline{FoldRecursion()}), kWorkedExample);
  EXPECT_EQ(FindRequest<TransformRequest>(Do(state, action::SetMetric{1})), nullptr);
  Finish(state, Do(state, action::SetPipeline{Prune()}), kWorkedExample);
  const auto effects = Do(state, action::SetMetric{0});
  const auto* again = FindRequest<TransformRequest>(effects);
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(again->metric, 0u);
}

TEST(ApplyPipelineTest, AReloadedFileKeepsItsSteps) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  Finish(state, Do(state, action::SetPipeline{FoldRecursion()}), "main;g 5\n");
  const CctPtr folded = ActiveView(state)->shown.tree;
  const auto effects = OpenMore(state, "/profiles/example.folded", TreeFromFolded("main;z 3\n"));
  const auto* again = FindRequest<TransformRequest>(effects);
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(again->pipeline, FoldRecursion());
  EXPECT_EQ(again->tree, ActiveDocument(state)->opened.tree);
  EXPECT_EQ(ActiveView(state)->shown.tree, folded) << "until the new one is there";
  const CctPtr opened = again->tree;
  const JobId job = FindTask<TransformRequest>(effects)->job;
  AppState failing = state;
  Finish(state, effects, "main;z 3\n");
  EXPECT_NE(ActiveView(state)->shown.tree, folded);
  EXPECT_EQ(ActiveView(state)->pipeline.applied, FoldRecursion());
  // A file in which the steps do not work is shown as it is, and they are a step back.
  Do(failing, Finished(job, Result<TransformedTree>(Fail(ErrorCode::kNotFound, "no such metric"))));
  EXPECT_EQ(ActiveView(failing)->shown.tree, opened);
  EXPECT_TRUE(ActiveView(failing)->pipeline.wanted.empty());
  ASSERT_FALSE(ActiveView(failing)->pipeline.undo.empty());
  EXPECT_EQ(ActiveView(failing)->pipeline.undo.back(), FoldRecursion());
}

TEST(ApplyPipelineTest, APlaceInAReorderedTreeIsFoundAgainInAReloadedFile) {
  AppState state = StateWith(TreeFromFolded("main;f;g 4\n"));
  Pipeline invert;
  invert.steps.push_back({.kind = TransformKind::kInvert});
  Finish(state, Do(state, action::SetPipeline{invert}), "g;f;main 4\n");
  Do(state, action::ZoomTo{At(ActiveView(state)->tree(), "g;f")});
  const auto effects = OpenMore(state, "/profiles/example.folded", TreeFromFolded("main;f;g 5\n"));
  Finish(state, effects, "h;x 7\ng;f;main 5\n");
  const ViewState& view = *ActiveView(state);
  EXPECT_EQ(view.history.current().root.context, At(view.tree(), "g;f"));
}

LoadedTree ChainTree(size_t contexts) {
  std::string path = "f";
  for (size_t i = 1; i < contexts; ++i) path += ";f";
  return TreeFromFolded(path + " 1\n");
}

// 200 million contexts, were all of the 20,000 stacks.
TEST(ApplyPipelineTest, AsksBeforeItTurnsTooManyContextsRound) {
  AppState state = StateWith(ChainTree(20'000));
  Pipeline invert;
  invert.steps.emplace_back().kind = TransformKind::kInvert;
  EXPECT_FALSE(BuildCostlyModel(state).visible);
  EXPECT_EQ(FindRequest<TransformRequest>(Do(state, action::SetPipeline{invert})), nullptr);
  EXPECT_TRUE(DialogOpen(state));
  const CostlyModel model = BuildCostlyModel(state);
  EXPECT_EQ(model.title, "Invert 20,000 contexts?");
  EXPECT_EQ(model.prune_label, "Prune 0.01 % first");
  EXPECT_NE(model.text.find("up to 200,010,000 contexts, of which 67,108,864 fit"), std::string::npos)
      << model.text;

  Do(state, action::Clear{});
  EXPECT_FALSE(DialogOpen(state));
  EXPECT_TRUE(ActiveView(state)->pipeline.wanted.empty());

  Do(state, action::SetPipeline{invert});
  EXPECT_EQ(FindRequest<TransformRequest>(Do(state, action::AnswerCostly{action::CostlyAnswer::kCancel})),
            nullptr);
  EXPECT_FALSE(DialogOpen(state));

  Do(state, action::SetPipeline{invert});
  const auto pruned = Do(state, action::AnswerCostly{action::CostlyAnswer::kPruneFirst});
  ASSERT_NE(FindRequest<TransformRequest>(pruned), nullptr);
  EXPECT_EQ(FormatPipeline(FindRequest<TransformRequest>(pruned)->pipeline), "prune 0.01% | invert");

  // Neither the threads' layer nor a range of time takes many away; and time comes first.
  Do(state, action::UndoTransform{});
  Do(state, action::SetPipeline{ParsePipeline("time 1s.. | merge-threads | invert").value()});
  EXPECT_TRUE(DialogOpen(state));
  const auto behind = Do(state, action::AnswerCostly{action::CostlyAnswer::kPruneFirst});
  ASSERT_NE(FindRequest<TransformRequest>(behind), nullptr);
  EXPECT_EQ(FormatPipeline(FindRequest<TransformRequest>(behind)->pipeline),
            "time 1s.. | merge-threads | prune 0.01% | invert");

  Do(state, action::UndoTransform{});
  Do(state, action::SetPipeline{invert});
  const auto all = Do(state, action::AnswerCostly{action::CostlyAnswer::kAsItIs});
  ASSERT_NE(FindRequest<TransformRequest>(all), nullptr);
  EXPECT_EQ(FindRequest<TransformRequest>(all)->pipeline, invert);
}

TEST(ApplyPipelineTest, TurnsTreesRoundThatFitWithoutAQuestion) {
  AppState state = StateWith(ChainTree(2'000));
  Pipeline invert;
  invert.steps.emplace_back().kind = TransformKind::kInvert;
  EXPECT_NE(FindRequest<TransformRequest>(Do(state, action::SetPipeline{invert})), nullptr);
  EXPECT_FALSE(DialogOpen(state));
}

}  // namespace
}  // namespace ringscope::action_pipeline_test
