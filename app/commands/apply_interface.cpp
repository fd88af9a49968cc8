#include <algorithm>
#include <utility>

#include "app/core/apply_parts.h"

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

void Do(AppState& state, const action::ShowSettings& show, Effects& effects) {
  if (state.settings_open && !show.open) effects.push_back(effect::SaveSettings{state.settings});
  state.settings_open = show.open;
}

void Do(AppState& state, const action::SetZoom& set, Effects& effects) {
  const int percent = std::clamp(set.percent, kMinZoomPercent, kMaxZoomPercent);
  if (state.settings.zoom_percent == percent) return;
  state.settings.zoom_percent = percent;
  effects.push_back(effect::SaveSettings{state.settings});
}

// What new profiles open with. Saved when the dialog is closed, as what is typed there.
void Do(AppState& state, const action::SetDefaultView& set, Effects&) {
  state.settings.mode = set.mode;
  state.settings.depth_limit = std::max(set.depth_limit, uint32_t{1});
}

void Do(AppState& state, const action::SetSourceSettings& set, Effects&) {
  state.settings.editor_command = set.editor_command;
  state.settings.path_mappings = set.path_mappings;
  state.settings.source_folders = set.source_folders;
  std::erase_if(state.settings.path_mappings,
                [](const PathMapping& mapping) { return mapping.from.empty() || mapping.to.empty(); });
  std::erase(state.settings.source_folders, std::string());
  for (ViewState& view : state.views) ++view.source.reload_serial;
}

}  // namespace ringscope::apply
