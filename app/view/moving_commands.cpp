#include <array>

#include "app/commands/command_tables.h"
#include "app/steps/context_steps.h"
#include "app/view/view_navigation.h"

namespace ringscope::command {
namespace {

Maybe Back(State state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || !view->history.can_go_back()) return std::nullopt;
  return action::GoBack{};
}

Maybe Forward(State state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || !view->history.can_go_forward()) return std::nullopt;
  return action::GoForward{};
}

Maybe ToCaller(State state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || !CallerOf(view->tree(), view->history.current().root)) return std::nullopt;
  return action::GoToCaller{};
}

Maybe WholeTree(State state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || view->history.current().root == TopRoot(view->tree())) return std::nullopt;
  return action::GoToWholeTree{};
}

Maybe MakeCentre(State state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  const ContextId subject = SubjectOf(*view);
  if (subject == kNoContext || subject == view->history.current().root.context) return std::nullopt;
  return action::ZoomTo{subject};
}

Maybe ToBranch(State state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  const auto path = PathToBranch(view->tree(), view->history.current().root, view->metric, kMostShare);
  if (!path) return std::nullopt;
  return action::ZoomTo{path->end};
}

constexpr std::string_view kGroup = "Moving";

constexpr std::array kCommands{
    Command{"view.back", kGroup, "Back", "Alt+Left, Mouse4", Back},
    Command{"view.forward", kGroup, "Forward", "Alt+Right, Mouse5", Forward},
    Command{"view.caller", kGroup, "To the caller", "Alt+Up, Mouse3", ToCaller},
    Command{"view.whole-tree", kGroup, "Whole tree", "0, Home", WholeTree},
    Command{"view.branch", kGroup, "Down to where it branches", "Shift+Home", ToBranch, false, false,
            [](State state) {
              return std::string(ActiveView(state) == nullptr ? "" : "The centre branches already");
            }},
    Command{"view.centre", kGroup, "Make it the centre", "Alt+Down", MakeCentre, false, false,
            [](State state) {
              const ViewState* view = ActiveView(state);
              return view == nullptr ? std::string() : NoSubjectText(*view);
            }},
};

}  // namespace

std::span<const Command> Moving() { return kCommands; }

}  // namespace ringscope::command
