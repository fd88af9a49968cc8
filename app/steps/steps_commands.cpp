#include <array>

#include "app/commands/command_tables.h"
#include "app/core/display_text.h"
#include "app/documents/document.h"
#include "app/steps/context_steps.h"
#include "app/view/stack_text.h"

namespace ringscope::command {
namespace {

Maybe Undo(const ViewState& view) {
  if (view.pipeline.undo.empty()) return std::nullopt;
  return action::UndoTransform{};
}

Maybe Redo(const ViewState& view) {
  if (view.pipeline.redo.empty()) return std::nullopt;
  return action::RedoTransform{};
}

std::string NoStepText(State state, std::string_view text) {
  return ActiveView(state) == nullptr ? std::string() : std::string(text);
}

Maybe AsItWas(const ViewState& view) {
  if (view.pipeline.wanted.empty()) return std::nullopt;
  return action::SetPipeline{};
}

// A step that says nothing about a particular context; pressing its key again does not add it once more.
Maybe Add(State state, const TransformStep& step) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  const auto& steps = view->pipeline.wanted.steps;
  if (steps.size() >= kMaxPipelineSteps || (!steps.empty() && steps.back() == step)) return std::nullopt;
  return action::AddTransform{step};
}

Maybe AddPlain(State state, TransformKind kind) {
  TransformStep step;
  step.kind = kind;
  return Add(state, step);
}

Maybe FoldDirect(State state) {
  TransformStep step;
  step.kind = TransformKind::kFoldRecursion;
  step.direct_only = true;
  return Add(state, step);
}

Maybe Group(State state, GroupKey key) {
  TransformStep step;
  step.kind = TransformKind::kGroup;
  step.group = key;
  return Add(state, step);
}

Maybe Threads(State state) {
  const ViewState* view = ActiveView(state);
  const DocumentState* document = ActiveDocument(state);
  if (view == nullptr || document == nullptr || !document->has_thread_ring) return std::nullopt;
  return action::SetThreadsMerged{!ThreadsMerged(*view)};
}

Maybe AddAny(const ViewState&) { return action::ShowTransformMenu{true}; }

Maybe OnSubject(State state, TransformKind kind) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  const auto step = StepOn(view->tree(), SubjectOf(*view), kind);
  if (!step) return std::nullopt;
  return Add(state, *step);
}

// What is copied is about the subject, or the centre where there is none.
ContextId CopiedContext(const ViewState& view) {
  const ContextId subject = SubjectOf(view);
  return subject != kNoContext ? subject : view.history.current().root.context;
}

Maybe CopyName(const ViewState& view) {
  return action::CopyText{ContextName(view.tree(), CopiedContext(view), 1 << 20), "the name"};
}

Maybe CopyStack(const ViewState& view) {
  return action::CopyText{StackText(view.tree(), CopiedContext(view)), "the call stack"};
}

Maybe CopyPath(const ViewState& view) {
  return action::CopyText{PathText(view.tree(), CopiedContext(view)), "the path for --root"};
}

// Why a command about one context does nothing.
std::string WhyNoContext(const ViewState& view) { return NoSubjectText(view); }

std::string WhyNoStep(State state, TransformKind kind) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return {};
  const ContextId subject = SubjectOf(*view);
  if (subject == kNoContext) return NoSubjectText(*view);
  if (!StepOn(view->tree(), subject, kind)) {
    if (subject == kRootContext) return "This is no function: point at one";
    return kind == TransformKind::kCollapse ? "The profile does not say which module this function is in"
                                            : "The profile has no name for this function";
  }
  if (view->pipeline.wanted.steps.size() >= kMaxPipelineSteps) return "There are as many steps as can be";
  return "That is the last step already";
}

template <TransformKind kKind>
std::string WhyNot(State state) {
  return WhyNoStep(state, kKind);
}

// Of what is pointed at, else selected, else in the centre where the profile knows its file.
Maybe Source(const ViewState& view) {
  if (const ContextId subject = SubjectOf(view); subject != kNoContext) return action::OpenSource{subject};
  const ContextId centre = view.history.current().root.context;
  const bool on_rest = view.pointed && !view.pointed->rest.empty();
  if (on_rest || view.tree().FrameAt(centre).file.empty()) return std::nullopt;
  return action::OpenSource{centre};
}

Maybe MenuOfSubject(State state) {
  const ViewState* view = ActiveView(state);
  const PaneState* pane = ActivePane(state);
  if (view == nullptr || pane == nullptr || SubjectOf(*view) == kNoContext) return std::nullopt;
  // Without a pointer to open it at: a third into the chart.
  return action::OpenContextMenu{{SubjectOf(*view), {}, kNoContext}, pane->width_px / 3, pane->height_px / 3};
}

Maybe CopyPipeline(const ViewState& view) {
  if (view.pipeline.wanted.empty()) return std::nullopt;
  return action::CopyText{FormatPipeline(view.pipeline.wanted), "the transforms"};
}

constexpr std::string_view kGroup = "Tree";

constexpr std::array kCommands{
    Command{"tree.undo", kGroup, "Undo", "Ctrl+Z", OfView<Undo>, false, nullptr,
            [](State state) { return NoStepText(state, "There is no step to undo"); }},
    Command{"tree.redo", kGroup, "Redo", "Ctrl+Shift+Z, Ctrl+Y", OfView<Redo>, false, nullptr,
            [](State state) { return NoStepText(state, "There is no step to do again"); }},
    Command{"tree.add", kGroup, "Add a transform", "A", OfView<AddAny>},
    Command{"tree.focus", kGroup, "Focus on this function", "F",
            [](State state) { return OnSubject(state, TransformKind::kFocus); }, false, nullptr,
            WhyNot<TransformKind::kFocus>},
    Command{"tree.keep", kGroup, "Keep only stacks through this function", "K",
            [](State state) { return OnSubject(state, TransformKind::kKeep); }, false, nullptr,
            WhyNot<TransformKind::kKeep>},
    Command{"tree.hide", kGroup, "Hide this function, its cost goes to the caller", "H",
            [](State state) { return OnSubject(state, TransformKind::kHide); }, false, nullptr,
            WhyNot<TransformKind::kHide>},
    Command{"tree.drop", kGroup, "Drop this function with its cost", "D",
            [](State state) { return OnSubject(state, TransformKind::kDrop); }, false, nullptr,
            WhyNot<TransformKind::kDrop>},
    Command{"tree.collapse-module", kGroup, "Collapse the module of this function", "C",
            [](State state) { return OnSubject(state, TransformKind::kCollapse); }, false, nullptr,
            WhyNot<TransformKind::kCollapse>},
    Command{"tree.fold-recursion", kGroup, "Fold recursion", "R",
            [](State state) { return AddPlain(state, TransformKind::kFoldRecursion); }},
    Command{"tree.fold-direct", kGroup, "Fold direct recursion only", "Shift+R", FoldDirect},
    Command{"tree.invert", kGroup, "Invert: callers first", "I",
            [](State state) { return AddPlain(state, TransformKind::kInvert); }},
    Command{"tree.methods", kGroup, "Functions in one ring, by self cost", "Shift+M",
            [](State state) { return AddPlain(state, TransformKind::kMethods); }},
    Command{"tree.threads", kGroup, "Merge the threads, or show them as first ring", "", Threads},
    Command{"tree.group.module", kGroup, "Group by module", "",
            [](State state) { return Group(state, GroupKey::kModule); }},
    Command{"tree.group.class", kGroup, "Group by class", "",
            [](State state) { return Group(state, GroupKey::kClass); }},
    Command{"tree.group.file", kGroup, "Group by file", "",
            [](State state) { return Group(state, GroupKey::kFile); }},
    Command{"tree.group.thread", kGroup, "Threads first", "",
            [](State state) { return Group(state, GroupKey::kThread); }},
    Command{"tree.reset", kGroup, "The tree as it was recorded", "Ctrl+Shift+Backspace", OfView<AsItWas>},
    Command{"tree.source", kGroup, "Show the source", "E", OfView<Source>, false, nullptr,
            OfView<WhyNoContext>},
    Command{"tree.menu", kGroup, "What can be done with it", "Menu, Shift+F10", MenuOfSubject, false, nullptr,
            OfView<WhyNoContext>},
    Command{"copy.name", "Copy", "Copy the name", "", OfView<CopyName>},
    Command{"copy.stack", "Copy", "Copy the call stack", "Ctrl+C", OfView<CopyStack>},
    Command{"copy.path", "Copy", "Copy the path for --root", "", OfView<CopyPath>},
    Command{"copy.pipeline", "Copy", "Copy the transforms", "", OfView<CopyPipeline>},
};

}  // namespace

std::span<const Command> Tree() { return kCommands; }

}  // namespace ringscope::command
