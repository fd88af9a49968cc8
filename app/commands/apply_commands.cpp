#include <algorithm>
#include <utility>

#include "app/commands/commands_actions.h"
#include "app/core/core_actions.h"

namespace ringscope::apply {

void Do(AppState& state, const action::OpenContextMenu& open, Effects&) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || open.on.context >= view->tree().context_count()) return;
  const ContextRange rest = open.on.rest;
  const bool is_rest = rest.begin < rest.end;
  if (is_rest &&
      (open.on.rest_parent >= view->tree().context_count() || rest.end > view->tree().context_count())) {
    return;
  }
  ContextMenuState menu;
  menu.serial = ++state.context_menus_opened;
  menu.tree = view->shown.tree;
  menu.view = view->id;
  menu.context = open.on.context;
  if (is_rest) {
    menu.rest = rest;
    menu.rest_parent = open.on.rest_parent;
  }
  menu.x_px = open.x_px;
  menu.y_px = open.y_px;
  state.context_menu = std::move(menu);
}

void Do(AppState& state, const action::OpenFunctionMenu& open, Effects&) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || open.frame >= view->tree().frames().size()) return;
  ContextMenuState menu;
  menu.serial = ++state.context_menus_opened;
  menu.tree = view->shown.tree;
  menu.view = view->id;
  menu.function = open.frame;
  menu.x_px = open.x_px;
  menu.y_px = open.y_px;
  state.context_menu = std::move(menu);
}

void Do(AppState& state, const action::CloseContextMenu&, Effects&) { state.context_menu.reset(); }

void Do(AppState& state, const action::ShowPalette& show, Effects&) {
  state.palette_open = show.open;
  AwaitBox(state, TextBox::kPalette, show.open);
}

void Do(AppState& state, const action::ShowKeyList& show, Effects&) { state.key_list_open = show.open; }

}  // namespace ringscope::apply
