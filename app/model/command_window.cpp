#include <array>

#include "app/model/command_tables.h"

namespace ringscope::command {
namespace {

Maybe OpenProfile(State) { return action::ShowOpenDialog{true}; }

Maybe Reload(State state) {
  const DocumentState* document = ActiveDocument(state);
  if (document == nullptr) return std::nullopt;
  return action::OpenFile{document->path};
}

Maybe Save(State state) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  return action::ShowSaveDialog{true};
}

Maybe CloseActive(State state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  return action::CloseView{view->id};
}

Maybe Duplicate(State state) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  return action::DuplicateView{};
}

Maybe Tab(State state, size_t steps) {
  const ViewState* active = ActiveView(state);
  if (active == nullptr || state.views.size() < 2) return std::nullopt;
  const auto at = static_cast<size_t>(active - state.views.data());
  return action::ActivateView{state.views[(at + steps) % state.views.size()].id};
}

Maybe Report(State state) {
  if (ActiveDocument(state) == nullptr) return std::nullopt;
  return action::ShowReport{true};
}

Maybe OtherTheme(State state) {
  return action::SetTheme{state.settings.theme == Theme::kDark ? Theme::kLight : Theme::kDark};
}

Maybe Dock(State state) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  return action::ShowDock{!state.settings.dock_open};
}

constexpr std::string_view kFile = "Files", kWindow = "Window";

constexpr std::array kCommands{
    Command{"file.open", kFile, "Open a profile", "Ctrl+O", OpenProfile},
    Command{"file.reload", kFile, "Load the profile again", "F5, Ctrl+R", Reload},
    Command{"file.save", kFile, "Save or export what is shown", "Ctrl+S", Save},
    Command{"file.report", kFile, "What the import skipped", "", Report},
    Command{"tab.close", kFile, "Close the tab", "Ctrl+W", CloseActive},
    Command{"tab.duplicate", kFile, "The same view in another tab", "", Duplicate},
    Command{"tab.next", kFile, "Next tab", "Ctrl+Tab, Ctrl+PageDown",
            [](State state) { return Tab(state, 1); }},
    Command{"tab.previous", kFile, "Previous tab", "Ctrl+Shift+Tab, Ctrl+PageUp",
            [](State state) { return Tab(state, state.views.size() - 1); }},
    Command{"window.theme", kWindow, "Dark or light", "T", OtherTheme},
    Command{"window.animations", kWindow, "Animations on or off", "",
            [](State state) -> Maybe { return action::SetAnimations{!state.settings.animations}; }},
    Command{"window.dock", kWindow, "Tables below the chart", "Ctrl+J", Dock},
    Command{"window.clear", kWindow, "Close, clear search or selection", "Esc",
            [](State) -> Maybe { return action::Clear{}; }, true},
    Command{"window.keys", kWindow, "Mouse and keys", "?, F1",
            [](State state) -> Maybe { return action::ShowKeyList{!state.key_list_open}; }, true},
    Command{"window.quit", kWindow, "Quit", "Ctrl+Q", [](State) -> Maybe { return action::Quit{}; }},
};

}  // namespace

std::span<const Command> Window() { return kCommands; }

}  // namespace ringscope::command
