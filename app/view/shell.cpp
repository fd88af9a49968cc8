#include "app/view/shell.h"

#include <utility>

#include "app/view/state/apply_task.h"

namespace ringscope {

void Do(AppState& state, ViewState& view, const ContextMenuState& menu, action::Effects&) {
  const CommandSubject& on = menu.on;
  if (on.empty() && menu.copies.empty()) return;
  const ContextId end = view.tree().context_count();
  const bool is_rest = menu.rest.begin < menu.rest.end;
  if (on.context != kNoContext && on.context >= end) return;
  if (is_rest && (menu.rest_parent >= end || menu.rest.end > end)) return;
  if (on.function && *on.function >= view.tree().frames().size()) return;
  state.context_menu = menu;
  if (!is_rest) state.context_menu->rest = {};
  state.context_menu->tree = view.shown.tree;
  state.context_menu->view = view.id;
  state.context_menu->serial = ++state.context_menus_opened;
}

}  // namespace ringscope

namespace ringscope::action {

void Do(AppState& state, const CopyText& copy, Effects& effects) {
  effects.push_back(effect::CopyToClipboard{copy.text});
  SetNote(state, "Copied " + copy.what);
}

void Do(AppState& state, const ShowDockTab& show, Effects& effects) {
  if (DockShows(state, show.tab)) {
    // A tab that just opened gets the keyboard; so does a shown one that is asked for again.
    state.keyboard.area = KeyboardArea::kDock;
    ++state.keyboard.serial;
    return;
  }
  state.settings.dock_open = true;
  state.settings.dock_tab = show.tab;
  effects.push_back(effect::SaveSettings{state.settings});
}

void Do(AppState& state, const ShowNote& show, Effects&) { SetNote(state, show.text, NoteEnd::kAnswered); }

void Do(AppState& state, const ReportError& report, Effects&) { state.errors.push_back(report.notice); }

void Do(AppState& state, ViewState& view, const OpenContextMenu& open, Effects& effects) {
  Do(state, view,
     ContextMenuState{.on = {.context = open.on.context},
                      .rest = open.on.rest,
                      .rest_parent = open.on.rest_parent,
                      .x_px = open.x_px,
                      .y_px = open.y_px},
     effects);
}

void Do(AppState& state, const CloseContextMenu&, Effects&) { state.context_menu.reset(); }

void Do(AppState& state, const KeyboardTaken&, Effects&) { state.awaited_box = TextBox::kNone; }

// The width changes with every pixel of a drag. At its end the same width comes again, and is saved.
void Do(AppState& state, const SetColumnWidth& set, Effects& effects) {
  std::vector<ColumnWidth>& widths = state.settings.column_widths;
  const float before = ColumnWidthOf(state.settings, set.column);
  const float width = set.width <= 0 ? 0 : std::clamp(set.width, kMinColumnWidth, kMaxColumnWidth);
  if (width == before) {
    effects.push_back(effect::SaveSettings{state.settings});
    return;
  }
  std::erase_if(widths, [&](const ColumnWidth& one) { return one.column == set.column; });
  if (width > 0 && widths.size() < kMaxSettingsLines) widths.push_back({set.column, width});
}

}  // namespace ringscope::action
