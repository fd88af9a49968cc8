#include <array>

#include "app/core/display_text.h"
#include "app/view/command_tables.h"
#include "app/view/document.h"
#include "app/view/shell.h"
#include "app/view/stack_text.h"
#include "app/view/steps/context_steps.h"
#include "app/view/steps/steps.h"
#include "cct/names/shown_name.h"

namespace ringscope::command {
namespace {

constexpr std::string_view kStepsGroup = "Tree";

Maybe Undo(const ViewState& view) {
  if (view.pipeline.undo.empty()) return std::nullopt;
  return action::UndoTransform{};
}

Maybe Redo(const ViewState& view) {
  if (view.pipeline.redo.empty()) return std::nullopt;
  return action::RedoTransform{};
}

std::string NothingToUndo(const ViewState&) { return "There is no step to undo"; }
std::string NothingToRedo(const ViewState&) { return "There is no step to redo"; }

Maybe ResetSteps(const ViewState& view) {
  if (view.pipeline.wanted.empty()) return std::nullopt;
  return action::SetPipeline{};
}

// Adds a step, unless it is the last step already: pressing a key twice adds it once.
Maybe Add(State state, const TransformStep& step) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  const auto& steps = view->pipeline.wanted.steps;
  if (steps.size() >= kMaxPipelineSteps || (!steps.empty() && steps.back() == step)) return std::nullopt;
  return action::AddTransform{step};
}

template <TransformKind kKind>
Maybe AddPlain(State state) {
  return Add(state, {.kind = kKind});
}

Maybe FoldDirect(State state) {
  return Add(state, {.kind = TransformKind::kFoldRecursion, .direct_only = true});
}

template <GroupKey kKey>
Maybe Group(State state) {
  return Add(state, {.kind = TransformKind::kGroup, .group = kKey});
}

Maybe Threads(State state) {
  const ViewState* view = ActiveView(state);
  const DocumentState* document = ActiveDocument(state);
  if (view == nullptr || document == nullptr || !document->has_thread_ring) return std::nullopt;
  return action::SetThreadsMerged{!ThreadsMerged(*view)};
}

template <TransformKind kKind>
Maybe OnSubject(State state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  const auto step = StepOn(view->tree(), SubjectOf(*view), kKind);
  return step ? Add(state, *step) : std::nullopt;
}

// The context to copy: the subject, or the centre without a subject; kNoContext: many contexts.
ContextId CopiedContext(const ViewState& view) {
  const CommandSubject subject = SubjectOf(view);
  return subject.empty() ? view.history.current().root.context : subject.context;
}

Maybe CopyName(const ViewState& view) {
  const ContextId context = CopiedContext(view);
  if (context != kNoContext) return action::CopyText{ContextName(view.tree(), context, 1 << 20), "the name"};
  const CommandSubject subject = SubjectOf(view);
  if (!subject.function) return action::CopyText{subject.group, "the query"};
  const Frame frame = view.tree().frames()[*subject.function];
  return action::CopyText{DisplayText(NameOrUnknown(frame.name), 1 << 20), "the name"};
}

Maybe CopyStack(const ViewState& view) {
  const ContextId context = CopiedContext(view);
  if (context == kNoContext) return CopyName(view);
  return action::CopyText{StackText(view.tree(), context), "the call stack"};
}

Maybe CopyPath(const ViewState& view) {
  const ContextId context = CopiedContext(view);
  if (context == kNoContext) return std::nullopt;
  return action::CopyText{PathText(view.tree(), context), "the path for --root"};
}

template <TransformKind kKind>
std::string WhyNot(const ViewState& view) {
  const CommandSubject subject = SubjectOf(view);
  if (subject.empty()) return NoSubjectText(view);
  if (!StepOn(view.tree(), subject, kKind)) {
    if (subject.context == kRootContext) return "This is not a function: point at one";
    return kKind == TransformKind::kCollapse ? "The profile does not say which module this function is in"
                                             : "The profile has no name for this function";
  }
  if (view.pipeline.wanted.steps.size() >= kMaxPipelineSteps) return "No more steps can be added";
  return "That is the last step already";
}

// A command that adds a step about the function that is pointed at, or selected.
template <TransformKind kKind>
constexpr Command StepCommand(std::string_view id, std::string_view title, std::string_view keys) {
  return {id, kStepsGroup, title, keys, OnSubject<kKind>, false, nullptr, OfView<WhyNot<kKind>>};
}

Maybe MenuOfSubject(State state) {
  const ViewState* view = ActiveView(state);
  const PaneState* pane = ActivePane(state);
  if (view == nullptr || pane == nullptr || SubjectOf(*view).empty()) return std::nullopt;
  // A key has no place for the menu: it opens a third into the chart.
  return action::OpenRowMenu{.on = SubjectOf(*view), .x_px = pane->width_px / 3, .y_px = pane->height_px / 3};
}

Maybe CopyPipeline(const ViewState& view) {
  if (view.pipeline.wanted.empty()) return std::nullopt;
  return action::CopyText{FormatPipeline(view.pipeline.wanted), "the transforms"};
}

constexpr std::array kStepsCommands{
    Command{"tree.undo", kStepsGroup, "Undo", "Ctrl+Z", OfView<Undo>, false, nullptr, OfView<NothingToUndo>},
    Command{"tree.redo", kStepsGroup, "Redo", "Ctrl+Shift+Z, Ctrl+Y", OfView<Redo>, false, nullptr,
            OfView<NothingToRedo>},
    Command{"tree.add", kStepsGroup, "Add a transform", "A", InView<action::ShowTransformMenu, true>},
    StepCommand<TransformKind::kFocus>("tree.focus", "Focus on this function", "F"),
    StepCommand<TransformKind::kKeep>("tree.keep", "Keep only stacks through this function", "K"),
    StepCommand<TransformKind::kHide>("tree.hide", "Hide this function, its cost goes to the caller", "H"),
    StepCommand<TransformKind::kDrop>("tree.drop", "Drop this function with its cost", "D"),
    StepCommand<TransformKind::kCollapse>("tree.collapse-module", "Collapse the module of this function",
                                          "C"),
    Command{"tree.fold-recursion", kStepsGroup, "Fold recursion", "R",
            AddPlain<TransformKind::kFoldRecursion>},
    Command{"tree.fold-direct", kStepsGroup, "Fold direct recursion only", "Shift+R", FoldDirect},
    Command{"tree.invert", kStepsGroup, "Invert: callers first", "I", AddPlain<TransformKind::kInvert>},
    Command{"tree.methods", kStepsGroup, "Functions in one ring, by self cost", "Shift+M",
            AddPlain<TransformKind::kMethods>},
    Command{"tree.threads", kStepsGroup, "Merge the threads, or show them as first ring", "", Threads},
    Command{"tree.group.module", kStepsGroup, "Group by module", "", Group<GroupKey::kModule>},
    Command{"tree.group.class", kStepsGroup, "Group by class", "", Group<GroupKey::kClass>},
    Command{"tree.group.file", kStepsGroup, "Group by file", "", Group<GroupKey::kFile>},
    Command{"tree.group.thread", kStepsGroup, "Threads first", "", Group<GroupKey::kThread>},
    Command{"tree.reset", kStepsGroup, "The tree as it was recorded", "Ctrl+Shift+Backspace",
            OfView<ResetSteps>},
};

constexpr std::array kSubjectCommands{
    Command{"tree.menu", kStepsGroup, "Menu of the segment or row", "Menu, Shift+F10", MenuOfSubject, false,
            nullptr, OfView<NoSubjectText>},
    Command{"copy.name", "Copy", "Copy the name", "", OfView<CopyName>},
    Command{"copy.stack", "Copy", "Copy the call stack", "Ctrl+C", OfView<CopyStack>},
    Command{"copy.path", "Copy", "Copy the path for --root", "", OfView<CopyPath>},
    Command{"copy.pipeline", "Copy", "Copy the transforms", "", OfView<CopyPipeline>},
};

}  // namespace

std::span<const Command> Tree() { return kStepsCommands; }
std::span<const Command> Subject() { return kSubjectCommands; }

}  // namespace ringscope::command
