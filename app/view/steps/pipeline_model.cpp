#include "app/view/steps/pipeline_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/core/display_text.h"
#include "app/view/command.h"
#include "app/view/kind/view_kind.h"
#include "app/view/steps/context_steps.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

constexpr size_t kMaxChipBytes = 4096;
constexpr size_t kMaxStepNameBytes = 60;

// The number of steps from the front that the chart shows already.
size_t AppliedSteps(const PipelineState& pipeline) {
  const auto& applied = pipeline.applied.steps;
  const auto& wanted = pipeline.wanted.steps;
  const size_t most = std::min({applied.size(), wanted.size(), pipeline.outcomes.size()});
  size_t same = 0;
  while (same < most && applied[same] == wanted[same]) ++same;
  return same;
}

// Whether the step only puts contexts together: with as many contexts as before it has changed none.
bool OnlyMergesContexts(TransformKind kind) {
  return kind == TransformKind::kFoldRecursion || kind == TransformKind::kMergeThreads ||
         kind == TransformKind::kMergeCallSites || kind == TransformKind::kDepth;
}

void DescribeOutcome(const TransformStep& step, const StepOutcome& outcome, const Cct& opened,
                     MetricIndex metric, ChipModel& chip) {
  const bool changes_nothing =
      OnlyMergesContexts(step.kind) && outcome.contexts_before == outcome.contexts_after;
  chip.idle = outcome.matched_nothing || changes_nothing;
  if (outcome.matched_nothing) chip.tooltip += "\nMatches nothing";
  if (changes_nothing) chip.tooltip += "\nChanges nothing";
  const uint64_t removed = metric < outcome.removed.size() ? outcome.removed[metric] : 0;
  chip.tooltip += fmt::format("\n{} before, {} after", CountedText(outcome.contexts_before, "context"),
                              CountText(outcome.contexts_after));
  if (removed == 0) return;
  const Metric& unit = opened.metrics()[metric];
  const std::string share = ShareText(removed, opened.Total(metric));
  chip.effect = WithSign(-1, share);
  chip.tooltip +=
      fmt::format("\nRemoved {}, {} of the whole profile", ValueText(removed, unit.unit, unit.scale), share);
}

struct QueryChoice {
  TransformKind kind;
  std::string_view verb;
  std::string_view description;
};
constexpr QueryChoice kQueryChoices[] = {
    {TransformKind::kKeep, "keep", "only stacks through it stay"},
    {TransformKind::kFocus, "focus", "its subtrees become the tree"},
    {TransformKind::kHide, "hide", "its frames go, their cost moves to the caller"},
    {TransformKind::kDrop, "drop", "it goes, with all that it costs"},
};

void AddSearchChoices(const ViewState& view, std::vector<TransformChoice>& choices) {
  const auto query = ParseQuery(view.search);
  if (!query || query->empty()) return;
  const std::string text = DisplayText(view.search, kMaxStepNameBytes);
  for (const QueryChoice& choice : kQueryChoices) {
    choices.push_back({"What is searched for", fmt::format("{} {}", choice.verb, text),
                       std::string(choice.description), TransformStep{.kind = choice.kind, .query = *query}});
  }
}

void AddFunctionChoices(const ViewState& view, std::vector<TransformChoice>& choices) {
  const Cct& tree = view.tree();
  const bool is_selected = view.selected != kNoContext;
  const ContextId context = is_selected ? view.selected : view.history.current().root.context;
  if (context == kRootContext || context >= tree.context_count()) return;
  const std::string group = is_selected ? "The selected function" : "The function in the centre";
  const Frame frame = tree.FrameAt(context);
  const std::string name = FunctionText(frame.name, kMaxStepNameBytes);
  for (const QueryChoice& choice : kQueryChoices) {
    if (auto step = StepOn(frame, choice.kind)) {
      choices.push_back({group, fmt::format("{} {}", choice.verb, name), std::string(choice.description),
                         std::move(*step)});
    }
  }
  if (auto step = StepOn(frame, TransformKind::kCollapse)) {
    choices.push_back({group, "collapse " + DisplayText(frame.module, kMaxStepNameBytes),
                       "runs of frames of its module become one", std::move(*step)});
  }
}

void AddTreeChoices(const AppState& state, const ViewState& view, std::vector<TransformChoice>& choices) {
  const std::string group = "The whole tree";
  const auto add = [&](TransformStep step, std::string_view description) {
    std::string label = FormatStep(step);
    choices.push_back({group, std::move(label), std::string(description), std::move(step)});
  };
  add({.kind = TransformKind::kFoldRecursion}, "recursive calls join the outermost one");
  add({.kind = TransformKind::kFoldRecursion, .direct_only = true}, "only calls of a function by itself");
  add({.kind = TransformKind::kInvert}, "callers first: functions by self cost, then who calls them");
  add({.kind = TransformKind::kMethods}, "one ring: functions with their self cost");
  const DocumentState* document = FindDocument(state, view.document);
  if (document != nullptr && document->has_thread_ring)
    add({.kind = TransformKind::kMergeThreads}, "all threads together");
  if (view.tree().frames().tells_call_sites())
    add({.kind = TransformKind::kMergeCallSites}, "contexts become one, from whatever line they are called");
  add({.kind = TransformKind::kGroup, .group = GroupKey::kModule}, "modules call modules");
  add({.kind = TransformKind::kGroup, .group = GroupKey::kClass}, "classes call classes");
  add({.kind = TransformKind::kGroup, .group = GroupKey::kFile}, "source files call source files");
  add({.kind = TransformKind::kGroup, .group = GroupKey::kThread}, "threads become the first ring");
  add({.kind = TransformKind::kPrune, .share_percent = 0.1}, "smaller contexts fold into one rest a caller");
  const ViewPosition& position = view.history.current();
  const PaneState* pane = ActivePane(state);
  // The chart counts its centre as a layer, the step counts from the root of the tree.
  const uint32_t centre_layer = view.tree().LayerOf(position.root.context) + (position.root.is_run() ? 1 : 0);
  const auto layers_shown = view.kind().layers_shown;
  const uint32_t shown = pane == nullptr || layers_shown == nullptr ? view.tree().layer_count() - centre_layer
                                                                    : layers_shown(view, *pane);
  const uint32_t depth = std::max(centre_layer + std::max(shown, 1u) - 1, 1u);
  add({.kind = TransformKind::kDepth, .depth = depth}, "deeper layers fold into their caller");
}

std::string MetricText(const Metric& metric) {
  return metric.name.empty() ? "The metric" : DisplayText(metric.name, kMaxStepNameBytes);
}

// The text over a chart that draws no callee, because its angles or areas show a cost that is 0.
std::optional<EmptyChartText> BuildNoCost(const AppState& state, const ViewState& view) {
  const Cct& tree = view.tree();
  const ViewPosition& now = view.history.current();
  const auto advice = view.kind().without_cost;
  const auto hint = advice == nullptr ? std::nullopt : advice(state, view);
  if (!hint || ViewTotal(tree, view) > 0) return std::nullopt;
  if (!now.root.is_run() && tree.ChildrenOf(now.root.context).empty()) return std::nullopt;
  EmptyChartText text;
  text.title = MetricText(tree.metrics()[view.metric]) + " is 0 everywhere here";
  text.hint = *hint;
  for (MetricIndex i = 0; i < tree.metric_count(); ++i) {
    if (ViewTotal(tree, now.root, i) == 0 || tree.metrics()[i].name.empty()) continue;
    text.hint += "; " + MetricText(tree.metrics()[i]) + " is not 0";
    break;
  }
  return text;
}

}  // namespace

PipelineModel BuildPipelineModel(const AppState& state) {
  PipelineModel model;
  const ViewState* view = ActiveView(state);
  const DocumentState* document = ActiveDocument(state);
  if (view == nullptr || document == nullptr) return model;
  const PipelineState& pipeline = view->pipeline;
  model.visible = !pipeline.wanted.empty();
  model.can_undo = !pipeline.undo.empty();
  model.can_redo = !pipeline.redo.empty();
  model.line = FormatPipeline(pipeline.wanted);
  model.running = pipeline.task.running();
  for (const JobState& job : state.jobs) {
    if (model.running && job.id == pipeline.task.job) model.progress = job.share();
  }
  const size_t applied = AppliedSteps(pipeline);
  for (size_t i = 0; i < pipeline.wanted.steps.size(); ++i) {
    ChipModel chip;
    chip.text = FormatStep(pipeline.wanted.steps[i]);
    chip.tooltip = DisplayText(chip.text, kMaxChipBytes);
    chip.pending = i >= applied;
    if (chip.pending) {
      chip.tooltip += "\nNot applied yet";
    } else {
      DescribeOutcome(pipeline.wanted.steps[i], pipeline.outcomes[i], *document->opened.tree, view->metric,
                      chip);
    }
    model.chips.push_back(std::move(chip));
  }
  return model;
}

std::optional<EmptyChartText> BuildEmptyChartText(const AppState& state, const ViewState& view) {
  const PipelineState& pipeline = view.pipeline;
  if (view.tree().context_count() > 1) return BuildNoCost(state, view);
  if (pipeline.applied.empty()) return std::nullopt;
  EmptyChartText text;
  text.title = "Nothing is left";
  const size_t steps = std::min(pipeline.applied.steps.size(), pipeline.outcomes.size());
  for (size_t i = 0; i < steps; ++i) {
    const StepOutcome& outcome = pipeline.outcomes[i];
    if (outcome.contexts_before == 0 || outcome.contexts_after > 0) continue;
    text.title = DisplayText(FormatStep(pipeline.applied.steps[i]), kMaxStepNameBytes) + " leaves nothing";
    break;
  }
  const std::string key = FirstKeyOf(state, "tree.undo");
  if (!key.empty()) text.hint = key + " undoes the last step";
  return text;
}

std::vector<TransformChoice> BuildTransformChoices(const AppState& state) {
  std::vector<TransformChoice> choices;
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return choices;
  AddSearchChoices(*view, choices);
  AddFunctionChoices(*view, choices);
  AddTreeChoices(state, *view, choices);
  return choices;
}

Pipeline WithStepMoved(Pipeline pipeline, size_t from, size_t to) {
  auto& steps = pipeline.steps;
  if (from >= steps.size() || to > steps.size()) return pipeline;
  TransformStep step = std::move(steps[from]);
  steps.erase(steps.begin() + static_cast<ptrdiff_t>(from));
  steps.insert(steps.begin() + static_cast<ptrdiff_t>(to > from ? to - 1 : to), std::move(step));
  return pipeline;
}

Pipeline WithSteps(Pipeline pipeline, size_t index, Pipeline steps) {
  auto& all = pipeline.steps;
  const auto at = all.begin() + static_cast<ptrdiff_t>(std::min(index, all.size()));
  const auto behind = at == all.end() ? at : all.erase(at);
  all.insert(behind, std::make_move_iterator(steps.steps.begin()),
             std::make_move_iterator(steps.steps.end()));
  return pipeline;
}

Pipeline WithoutStep(Pipeline pipeline, size_t index) {
  if (index < pipeline.steps.size()) {
    pipeline.steps.erase(pipeline.steps.begin() + static_cast<ptrdiff_t>(index));
  }
  return pipeline;
}

Pipeline WithStepsAdded(Pipeline pipeline, Pipeline steps) {
  for (TransformStep& step : steps.steps) {
    auto& all = pipeline.steps;
    if (step.kind != TransformKind::kTime) {
      all.push_back(std::move(step));
    } else if (!all.empty() && all.front().kind == TransformKind::kTime) {
      all.front() = std::move(step);
    } else {
      all.insert(all.begin(), std::move(step));
    }
  }
  return pipeline;
}

std::string StepsProblem(const std::string& text) {
  if (IsOnlyBlanks(text)) return {};
  const auto steps = ParsePipeline(text);
  return steps ? std::string() : DisplayText(steps.error().message, 400);
}

}  // namespace ringscope
