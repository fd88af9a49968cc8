#include <array>

#include "app/source/source_actions.h"
#include "app/view/command_tables.h"
#include "app/view/steps/context_steps.h"

namespace ringscope::command {
namespace {

constexpr std::string_view kGroup = "Tree";

// Of what is pointed at, else selected, else in the centre where the profile knows its file.
Maybe Source(const ViewState& view) {
  const CommandSubject subject = SubjectOf(view);
  if (subject.context != kNoContext) return action::OpenSource{subject.context};
  if (subject.function) return action::OpenSourceOf{*subject.function};
  if (const auto function = FunctionInFile(view.tree(), subject)) return action::OpenSourceOf{*function};
  if (!subject.empty()) return std::nullopt;
  const ContextId centre = view.history.current().root.context;
  const bool on_rest = view.pointed && !view.pointed->rest.empty();
  if (on_rest || view.tree().FrameAt(centre).file.empty()) return std::nullopt;
  return action::OpenSource{centre};
}

std::string NoSource(const ViewState& view) {
  std::string why = NoSubjectText(view);
  return why.empty() ? "This is no one file: choose a function, or a file" : why;
}

constexpr std::array kSourceCommands{
    Command{"tree.source", kGroup, "Show the source", "E", OfView<Source>, false, nullptr,
            OfView<NoSource>},
    Command{"source.next", kGroup, "Source: the line that costs most next", "F8",
            InView<action::StepHotLine, 1>},
    Command{"source.previous", kGroup, "Source: the line before that", "Shift+F8",
            InView<action::StepHotLine, -1>},
};

}  // namespace

std::span<const Command> Sources() { return kSourceCommands; }

}  // namespace ringscope::command
