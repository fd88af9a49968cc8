#include "app/view/shell.h"

#include <utility>

#include "app/view/state/apply_task.h"

namespace ringscope::action {
namespace {

void OpenMenu(AppState& state, const ViewState& view, ContextMenuState menu) {
  menu.serial = ++state.context_menus_opened;
  menu.tree = view.shown.tree;
  menu.view = view.id;
  state.context_menu = std::move(menu);
}

}  // namespace

void Do(AppState& state, const CopyText& copy, Effects& effects) {
  effects.push_back(effect::CopyToClipboard{copy.text});
  SetNote(state, "Copied " + copy.what);
}

void Do(AppState& state, const ShowDockTab& show, Effects& effects) {
  if (DockShows(state, show.tab)) {
    // Who asks for it once more means to work in it, as in what has just opened.
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

void Do(AppState& state, ViewState& view, const OpenContextMenu& open, Effects&) {
  const Pointed& on = open.on;
  const ContextId end = view.tree().context_count();
  const bool is_rest = on.rest.begin < on.rest.end;
  if (on.context >= end || (is_rest && (on.rest_parent >= end || on.rest.end > end))) return;
  OpenMenu(state, view,
           {.context = on.context,
            .rest = is_rest ? on.rest : ContextRange{},
            .rest_parent = is_rest ? on.rest_parent : kNoContext,
            .x_px = open.x_px,
            .y_px = open.y_px});
}

void Do(AppState& state, ViewState& view, const OpenRowMenu& open, Effects&) {
  const CommandSubject& on = open.on;
  if (on.empty()) return;
  if (on.context != kNoContext && on.context >= view.tree().context_count()) return;
  if (on.function && *on.function >= view.tree().frames().size()) return;
  OpenMenu(state, view,
           {.context = on.context,
            .function = on.function,
            .group = on.group,
            .name = open.name,
            .in_file = open.in_file,
            .row = open.row,
            .x_px = open.x_px,
            .y_px = open.y_px});
}

void Do(AppState& state, ViewState& view, const OpenCopyMenu& open, Effects&) {
  if (open.offers.empty()) return;
  OpenMenu(state, view, {.name = open.name, .copies = open.offers, .x_px = open.x_px, .y_px = open.y_px});
}

void Do(AppState& state, const CloseContextMenu&, Effects&) { state.context_menu.reset(); }

void Do(AppState& state, const KeyboardTaken&, Effects&) { state.awaited_box = TextBox::kNone; }

// Changes with every pixel of a drag, and is written when that ends: then the same width comes once more.
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
