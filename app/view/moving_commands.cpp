#include <array>

#include "app/view/command_tables.h"
#include "app/view/steps/context_steps.h"
#include "app/view/view_actions.h"
#include "app/view/view_kind.h"
#include "app/view/view_navigation.h"

namespace ringscope::command {
namespace {

Maybe Back(const ViewState& view) {
  if (!view.history.can_go_back()) return std::nullopt;
  return action::GoBack{};
}

Maybe Forward(const ViewState& view) {
  if (!view.history.can_go_forward()) return std::nullopt;
  return action::GoForward{};
}

Maybe ToCaller(const ViewState& view) {
  if (!CallerOf(view.tree(), view.history.current().root)) return std::nullopt;
  return action::GoToCaller{};
}

Maybe WholeTree(State state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  if (const auto fit = view->kind().fit) {
    if (Maybe action = fit(state)) return action;
  }
  if (view->history.current().root == TopRoot(view->tree())) return std::nullopt;
  return action::GoToWholeTree{};
}

Maybe MakeCentre(const ViewState& view) {
  const ContextId subject = SubjectOf(view).context;
  if (subject == kNoContext || subject == view.history.current().root.context) return std::nullopt;
  return action::ZoomTo{subject};
}

std::string WhyNotCentre(const ViewState& view) {
  const CommandSubject subject = SubjectOf(view);
  if (subject.empty()) return NoSubjectText(view);
  if (subject.context == kNoContext) return "This is in many contexts: point at one of them, or select it";
  return "It is the centre already";
}

Maybe ToBranch(const ViewState& view) {
  const auto path = PathToBranch(view.tree(), view.history.current().root, view.metric, kMostShare);
  if (!path) return std::nullopt;
  return action::ZoomTo{path->end};
}

constexpr std::string_view kMovingGroup = "Moving";

constexpr std::array kMovingCommands{
    Command{"view.back", kMovingGroup, "Back", "Alt+Left, Mouse4", OfView<Back>},
    Command{"view.forward", kMovingGroup, "Forward", "Alt+Right, Mouse5", OfView<Forward>},
    Command{"view.caller", kMovingGroup, "To the caller", "Alt+Up, Mouse3", OfView<ToCaller>},
    Command{"view.whole-tree", kMovingGroup, "Whole tree", "0, Home", WholeTree},
    Command{"view.branch", kMovingGroup, "Down to where it branches", "Shift+Home", OfView<ToBranch>, false,
            nullptr,
            [](State state) {
              return std::string(ActiveView(state) == nullptr ? "" : "The centre branches already");
            }},
    Command{"view.walk-caller", kMovingGroup, "Select the caller", "Up",
            InView<action::WalkTo, action::Walk::kCaller>},
    Command{"view.walk-callee", kMovingGroup, "Select the largest callee", "Down",
            InView<action::WalkTo, action::Walk::kCallee>},
    Command{"view.walk-before", kMovingGroup, "Select the sibling before", "Left",
            InView<action::WalkTo, action::Walk::kBefore>},
    Command{"view.walk-behind", kMovingGroup, "Select the sibling behind", "Right",
            InView<action::WalkTo, action::Walk::kBehind>},
    Command{"view.centre", kMovingGroup, "Make it the centre", "Alt+Down", OfView<MakeCentre>, false, nullptr,
            OfView<WhyNotCentre>},
};

}  // namespace

std::span<const Command> Moving() { return kMovingCommands; }

}  // namespace ringscope::command
