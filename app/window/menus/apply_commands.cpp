#include <utility>

#include "app/core/core_actions.h"
#include "app/window/menus/commands_actions.h"

namespace ringscope::action {

namespace {

void OpenMenu(AppState& state, const ViewState& view, ContextMenuState menu) {
  menu.serial = ++state.context_menus_opened;
  menu.tree = view.shown.tree;
  menu.view = view.id;
  state.context_menu = std::move(menu);
}

}  // namespace

void Do(AppState& state, const OpenContextMenu& open, Effects&) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  const Pointed& on = open.on;
  const ContextId end = view->tree().context_count();
  const bool is_rest = on.rest.begin < on.rest.end;
  if (on.context >= end || (is_rest && (on.rest_parent >= end || on.rest.end > end))) return;
  OpenMenu(state, *view,
           {.context = on.context,
            .rest = is_rest ? on.rest : ContextRange{},
            .rest_parent = is_rest ? on.rest_parent : kNoContext,
            .x_px = open.x_px,
            .y_px = open.y_px});
}

void Do(AppState& state, const OpenRowMenu& open, Effects&) {
  const ViewState* view = ActiveView(state);
  const CommandSubject& on = open.on;
  if (view == nullptr || on.empty()) return;
  if (on.context != kNoContext && on.context >= view->tree().context_count()) return;
  if (on.function && *on.function >= view->tree().frames().size()) return;
  OpenMenu(state, *view,
           {.context = on.context,
            .function = on.function,
            .group = on.group,
            .name = open.name,
            .in_file = open.in_file,
            .row = open.row,
            .x_px = open.x_px,
            .y_px = open.y_px});
}

void Do(AppState& state, const OpenCopyMenu& open, Effects&) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || open.offers.empty()) return;
  OpenMenu(state, *view, {.name = open.name, .copies = open.offers, .x_px = open.x_px, .y_px = open.y_px});
}

void Do(AppState& state, const CloseContextMenu&, Effects&) { state.context_menu.reset(); }

void Do(AppState& state, const ShowPalette& show, Effects&) {
  state.palette_open = show.open;
  AwaitBox(state, TextBox::kPalette, show.open);
}

void Do(AppState& state, const ShowKeyList& show, Effects&) {
  state.key_list_open = show.open;
  AwaitBox(state, TextBox::kKeys, show.open);
}

}  // namespace ringscope::action
