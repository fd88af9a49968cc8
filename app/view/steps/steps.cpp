#include "app/view/steps/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "app/core/display_text.h"
#include "app/view/colors/derived_model.h"
#include "app/view/document.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/view/state/apply_task.h"
#include "app/view/state/view_state.h"
#include "app/view/steps/context_steps.h"
#include "app/view/steps/pipeline_model.h"
#include "cct/compare/answers/explanation.h"
#include "cct/transform/steps/steps.h"

namespace ringscope::action {
namespace {

constexpr size_t kMaxUndo = 100;

bool DependsOnMetric(const Pipeline& pipeline) {
  return std::ranges::any_of(pipeline.steps, [](const TransformStep& step) {
    return step.kind == TransformKind::kPrune || ringscope::DependsOnMetric(step.query);
  });
}

// The steps that reorder frames: in trees that differ in these, the same call path leads to different places.
std::vector<TransformKind> Reorderings(const Pipeline& pipeline) {
  std::vector<TransformKind> found;
  for (const TransformStep& step : pipeline.steps) {
    if (step.kind == TransformKind::kInvert || step.kind == TransformKind::kMethods)
      found.push_back(step.kind);
  }
  return found;
}

// The metric of `tree` with the name and unit of `metric` of `before`, which the user chose. The first
// metric, the profile's own choice, stays the first.
MetricIndex FindMetricAgain(const Cct& before, MetricIndex metric, const Cct& tree) {
  if (metric == 0) return 0;
  if (metric < before.metric_count()) {
    const Metric& wanted = before.metrics()[metric];
    for (MetricIndex i = 0; i < tree.metric_count(); ++i) {
      if (tree.metrics()[i].name == wanted.name && tree.metrics()[i].unit == wanted.unit) return i;
    }
  }
  return metric < tree.metric_count() ? metric : 0;
}

// Shows another tree, the result of `pipeline`, in the view: at the counterpart of the present place, or as a
// whole if frames are in another order.
void ShowTree(AppState& state, ViewState& view, LoadedTree tree, Pipeline pipeline) {
  view.pipeline.before_task.reset();
  view.pipeline.is_outdated = false;
  const Pipeline pipeline_before = std::exchange(view.pipeline.applied, std::move(pipeline));
  const LoadedTree before = std::exchange(view.shown, std::move(tree));
  if (before.tree == view.shown.tree) return;
  const bool same_order = Reorderings(pipeline_before) == Reorderings(view.pipeline.applied);
  ViewPosition position = view.history.current();
  LeaveTree(position);
  const ContextId root_before = std::exchange(position.root, WholeTreeRoot(view.tree())).context;
  if (same_order) position.root.context = FindCounterpart(*before.tree, root_before, view.tree());
  view.history = ViewHistory(position);
  ForgetPointed(state, view);
  view.chosen_function.reset();  // another tree numbers frames anew
  view.hovered_function.reset();
  view.not_followed.clear();
  if (view.selected != kNoContext) {
    view.selected = same_order ? FindExactCounterpart(*before.tree, view.selected, view.tree()) : kNoContext;
  }
  view.metric = FindMetricAgain(*before.tree, view.metric, view.tree());
  if (!same_order && view.kind().reorder != nullptr) view.kind().reorder(state, view);
}

// Notes why the chart is empty, if it is.
void NoteEmptyChart(AppState& state, const ViewState& view) {
  if (const auto text = BuildEmptyChartText(state, view))
    SetNote(state, text->title + (text->hint.empty() ? "" : ": " + text->hint), view.document);
}

void Remember(std::vector<Pipeline>& stack, Pipeline pipeline) {
  stack.push_back(std::move(pipeline));
  if (stack.size() > kMaxUndo) stack.erase(stack.begin());
}

void KeepStacks(PipelineState& pipeline) {
  if (!pipeline.before_task) pipeline.before_task = {pipeline.undo, pipeline.redo};
}

void StartPipeline(AppState& state, ViewState& view, Pipeline pipeline, Effects& effects) {
  KeepStacks(view.pipeline);
  Remember(view.pipeline.undo, view.pipeline.wanted);
  view.pipeline.redo.clear();
  WantPipeline(state, view, std::move(pipeline), effects);
}

// The index of a step that inverts before another step could remove many contexts; std::nullopt without one.
std::optional<size_t> CostlyStep(const Pipeline& pipeline) {
  const auto& steps = pipeline.steps;
  const auto first = std::ranges::find_if(steps, [](const TransformStep& step) {
    return step.kind != TransformKind::kMergeThreads && step.kind != TransformKind::kTime;
  });
  if (first == steps.end() || first->kind != TransformKind::kInvert) return std::nullopt;
  return static_cast<size_t>(first - steps.begin());
}

// Goes to the place of a saved view, which it names in the transformed tree.
void GoToWantedRoot(ViewState& view) {
  const std::string path = std::exchange(view.pipeline.root_when_done, {});
  if (path.empty()) return;
  const auto root = FindContextByPath(view.tree(), path);
  if (!root) return;
  ViewPosition position = view.history.current();
  position.root = {*root, {}};
  FindSavedContexts(view.tree(), position.places);
  view.history = ViewHistory(position);
}

// The wanted tree could not be made: brings chips, undo and redo back in line with the tree that is shown.
void RestoreShownPipeline(AppState& state, ViewState& view) {
  PipelineState& pipeline = view.pipeline;
  if (auto stacks = std::exchange(pipeline.before_task, std::nullopt)) {
    pipeline.undo = std::move(stacks->undo);
    pipeline.redo = std::move(stacks->redo);
  }
  const DocumentState* document = FindDocument(state, view.document);
  if (!pipeline.is_outdated || document == nullptr) {
    pipeline.wanted = pipeline.applied;
    return;
  }
  // A document that was read again is shown without steps; undo brings them back.
  Remember(pipeline.undo, std::exchange(pipeline.wanted, {}));
  pipeline.outcomes.clear();
  ShowTree(state, view, document->opened, {});
}

// Wants the last pipeline of one stack; the present one goes to the other stack.
void WantFromStack(AppState& state, ViewState& view, std::vector<Pipeline> PipelineState::*from,
                   std::vector<Pipeline> PipelineState::*to, Effects& effects) {
  if ((view.pipeline.*from).empty()) return;
  KeepStacks(view.pipeline);
  Pipeline pipeline = std::move((view.pipeline.*from).back());
  (view.pipeline.*from).pop_back();
  Remember(view.pipeline.*to, view.pipeline.wanted);
  const bool is_shown =
      pipeline == view.pipeline.applied && !view.pipeline.is_outdated && !DependsOnMetric(pipeline);
  if (!is_shown || pipeline.empty()) return WantPipeline(state, view, std::move(pipeline), effects);
  view.pipeline.wanted = std::move(pipeline);
  view.pipeline.task = {};
  view.pipeline.before_task.reset();
}

}  // namespace

void WantPipeline(AppState& state, ViewState& view, Pipeline pipeline, Effects& effects) {
  view.pipeline.wanted = std::move(pipeline);
  const DocumentState* document = FindDocument(state, view.document);
  if (document == nullptr) return;
  if (view.pipeline.wanted.empty()) {
    view.pipeline.task = {};
    view.pipeline.outcomes.clear();
    const bool other_tree = view.shown.tree != document->opened.tree;
    ShowTree(state, view, document->opened, {});
    if (other_tree) NoteEmptyChart(state, view);
    return;
  }
  Want(state, view.pipeline.task,
       TransformRequest{document->opened.tree, view.pipeline.wanted,
                        FindMetricAgain(view.tree(), view.metric, *document->opened.tree),
                        DerivedMetricsOf(state.settings, *document->opened.tree)},
       {.kind = JobKind::kTransform, .label = "Transforming " + document->title, .document = document->id},
       &RunTransform, effects);
}

void Do(AppState& state, ViewState& view, const SetPipeline& set, Effects& effects) {
  if (view.pipeline.wanted == set.pipeline) return;
  if (set.pipeline.steps.size() > kMaxPipelineSteps) return;
  const DocumentState* document = FindDocument(state, view.document);
  if (document != nullptr && !CostlyStep(view.pipeline.wanted) && CostlyStep(set.pipeline) &&
      InvertedContextsAtMost(*document->opened.tree) > kMaxInvertedContexts) {
    view.pipeline.asked_about = set.pipeline;
    return;
  }
  StartPipeline(state, view, set.pipeline, effects);
}

void Do(AppState& state, ViewState& view, const AnswerCostly& answer, Effects& effects) {
  if (!view.pipeline.asked_about) return;
  Pipeline pipeline = *std::exchange(view.pipeline.asked_about, std::nullopt);
  if (answer.answer == CostlyAnswer::kCancel) return;
  if (answer.answer == CostlyAnswer::kPruneFirst && pipeline.steps.size() < kMaxPipelineSteps) {
    const auto costly = static_cast<ptrdiff_t>(CostlyStep(pipeline).value_or(0));
    pipeline.steps.insert(pipeline.steps.begin() + costly,
                          TransformStep{.kind = TransformKind::kPrune, .share_percent = kPruneFirstPercent});
  }
  StartPipeline(state, view, std::move(pipeline), effects);
}

void Do(AppState& state, ViewState& view, const AddTransform& add, Effects& effects) {
  Do(state, SetPipeline{WithStepsAdded(view.pipeline.wanted, Pipeline{{add.step}})}, effects);
}

void Do(AppState& state, ViewState& view, const SetPipelineText& set, Effects& effects) {
  auto pipeline = ParsePipeline(set.text);
  if (pipeline && !pipeline->empty()) {
    Do(state, view, SetPipeline{std::move(*pipeline)}, effects);
    return;
  }
  const std::string found = DisplayText(set.text, 200);
  const std::string why = pipeline
                              ? "There is no text on the clipboard"
                              : fmt::format("{}\n\nThe text is: {}", DescribeError(pipeline.error()), found);
  state.errors.push_back({"These steps cannot be read", why});
}

void Do(AppState& state, const ShowTransformMenu& show, Effects&) {
  state.transform_menu_open = show.open && ActiveView(state) != nullptr;
  state.transform_text = show.text;
  AwaitBox(state, TextBox::kTransform, state.transform_menu_open);
}

void Do(AppState& state, ViewState& view, const UndoTransform&, Effects& effects) {
  WantFromStack(state, view, &PipelineState::undo, &PipelineState::redo, effects);
}

void Do(AppState& state, ViewState& view, const RedoTransform&, Effects& effects) {
  WantFromStack(state, view, &PipelineState::redo, &PipelineState::undo, effects);
}

void Do(AppState& state, ViewState& view, const SetThreadsMerged& set, Effects& effects) {
  const DocumentState* document = ActiveDocument(state);
  if (document == nullptr || !document->has_thread_ring) return;
  if (ThreadsMerged(view) == set.merged) return;
  Pipeline pipeline = view.pipeline.wanted;
  std::erase_if(pipeline.steps,
                [](const TransformStep& step) { return step.kind == TransformKind::kMergeThreads; });
  if (set.merged) {
    const auto begin = pipeline.steps.begin();
    const bool behind_time = begin != pipeline.steps.end() && begin->kind == TransformKind::kTime;
    pipeline.steps.insert(begin + (behind_time ? 1 : 0), TransformStep{.kind = TransformKind::kMergeThreads});
  }
  Do(state, SetPipeline{std::move(pipeline)}, effects);
}

void RefreshPipelines(AppState& state) {
  for (ViewState& view : state.views) {
    PipelineState& pipeline = view.pipeline;
    if (pipeline.task.running() || pipeline.task.wanted == nullptr) continue;
    const auto task = std::exchange(pipeline.task, {});
    if (const auto* made = task.answer(); made == nullptr || !*made) {
      RestoreShownPipeline(state, view);
      if (made != nullptr)
        state.errors.push_back(
            {"Could not transform the tree", DisplayText(DescribeError(made->error()), 2000)});
      continue;
    }
    pipeline.outcomes = (*task.result)->steps;
    ShowTree(state, view, (*task.result)->tree, pipeline.wanted);
    GoToWantedRoot(view);
    NoteEmptyChart(state, view);
  }
}

void ReapplyPipeline(AppState& state, ViewState& view, Effects& effects) {
  const DocumentState* document = FindDocument(state, view.document);
  if (document == nullptr) return;
  // The old result stays until the new one is there, so that the place in it can be found again: steps may
  // reorder frames.
  view.pipeline.is_outdated = true;
  WantPipeline(state, view, view.pipeline.wanted, effects);
}

void RerunIfMetricMatters(AppState& state, ViewState& view, Effects& effects) {
  if (DependsOnMetric(view.pipeline.wanted)) WantPipeline(state, view, view.pipeline.wanted, effects);
}

}  // namespace ringscope::action

namespace ringscope {

std::shared_ptr<const Result<TransformedTree>> RunTransform(const TransformRequest& request,
                                                            JobControl& job) {
  const TransformScope scope{
      .metric = request.metric, .derived = request.derived, .differences_of = &ContextDifferences};
  auto outcome = ApplyPipeline(request.tree, request.pipeline, scope, &job);
  if (!outcome && outcome.error().code == ErrorCode::kCancelled) return nullptr;
  return std::make_shared<const Result<TransformedTree>>(std::move(outcome).map([](TransformOutcome&& made) {
    return TransformedTree{WithFunctions(std::move(made.tree)), std::move(made.steps)};
  }));
}

}  // namespace ringscope
