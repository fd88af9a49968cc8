#include "app/window/window_actions.h"
#include "app/files/settings_changes.h"
#include "app/search/search.h"
#include "app/tables/tables.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/state/apply_task.h"
#include "app/views/summary/summary.h"

namespace ringscope::action {
namespace {

// The flag of an open dialog; null if none is open. At most one of these is open at a time.
bool* OpenDialog(AppState& state) {
  for (bool* const is_open :
       {&state.key_list_open, &state.open_dialog_open, &state.save_dialog_open, &state.record_dialog_open,
        &state.compare_dialog_open, &state.derived_dialog_open, &state.report_open})
    if (*is_open) return is_open;
  return nullptr;
}

}  // namespace

void Do(AppState& state, const Clear&, Effects& effects) {
  state.awaited_box = TextBox::kNone;
  // One key press closes one thing, the topmost first.
  if (!state.errors.empty()) {
    state.errors.erase(state.errors.begin());
  } else if (state.context_menu) {
    state.context_menu.reset();
  } else if (state.palette_open) {
    state.palette_open = false;
  } else if (state.settings_open) {
    Do(state, ShowSettings{false}, effects);
  } else if (bool* const dialog = OpenDialog(state)) {
    *dialog = false;
  } else if (ActiveView(state) != nullptr && ActiveView(state)->pipeline.asked_about) {
    ActiveView(state)->pipeline.asked_about.reset();
  } else if (ViewState* view = ActiveView(state)) {
    if (state.keyboard.is_shown && state.keyboard.area == KeyboardArea::kSide) {
      Do(state, StepKeyboardArea{-1}, effects);
    } else if (!view->search.empty()) {
      Do(state, SetSearchText{}, effects);
    } else if (DockShows(state, DockTab::kFunctions) && !view->slots.Get<TableState>().filter.empty()) {
      view->slots.Get<TableState>().filter.clear();
    } else if (DockShows(state, DockTab::kTree) && !view->slots.Get<TreeTableState>().filter.empty()) {
      Do(state, SetTreeFilter{}, effects);
    } else if (const auto leave = view->kind().leave == nullptr ? std::nullopt : view->kind().leave(*view)) {
      leave->ApplyTo(state, effects);
    } else if (&view->kind() == &summary::Kind() && view->selected == kNoContext && !view->chosen_function &&
               view->chosen_group.empty() && view->blame.contexts == nullptr) {
      Do(state, SetKind{DefaultViewKind()}, effects);
    } else {
      Do(state, Unselect{}, effects);
      view->chosen_function.reset();
      view->chosen_group.clear();
    }
  }
}

// Sizes change with every pixel of a drag: they are saved when the viewer ends.
void Do(AppState& state, const SetWindowSize& set, Effects&) {
  if (set.width < 320 || set.height < 240) return;
  state.settings.window_width = set.width;
  state.settings.window_height = set.height;
}

void Do(AppState& state, ViewState&, const StepKeyboardArea& step, Effects&) {
  const int areas = state.settings.dock_open ? 3 : 2;
  const int now = std::min(static_cast<int>(state.keyboard.area), areas - 1);
  state.keyboard.area = static_cast<KeyboardArea>(((now + step.steps) % areas + areas) % areas);
  state.keyboard.is_shown = true;
  ++state.keyboard.serial;
}

void Do(AppState& state, const KeyboardIsAt& at, Effects&) {
  state.keyboard.area = at.area;
  state.keyboard.is_shown = false;
}

void Do(AppState& state, const ShowReport& show, Effects&) {
  state.report_open = show.open && ActiveDocument(state) != nullptr;
}

void Do(AppState& state, const DismissError&, Effects&) {
  if (!state.errors.empty()) state.errors.erase(state.errors.begin());
}

void Do(AppState& state, const Quit&, Effects& effects) {
  if (state.quit_requested) return;
  state.quit_requested = true;
  // Jobs that save run to their end.
  for (JobState& job : state.jobs) {
    if (job.kind != JobKind::kSave) EndJob(job, effects);
  }
  effects.push_back(effect::SaveSettings{state.settings});
}

}  // namespace ringscope::action
