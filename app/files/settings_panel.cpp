#include "app/files/files_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "app/files/settings_changes.h"
#include "app/view/command.h"
#include "app/widgets/dialog.h"
#include "app/widgets/text_field.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

constexpr float kLabelWidth = 170;
constexpr float kChoiceWidth = 270;

// Draws the label of a line of the form, and moves the cursor to the place of the control.
void Label(const PanelContext& ctx, std::string_view text) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::AlignTextToFramePadding();
  TextColored(ctx.colors().text_dim, text);
  ImGui::SetCursorScreenPos({at.x + ctx.Px(kLabelWidth), at.y});
}

void DrawLook(const AppState& state, const PanelContext& ctx) {
  const Settings& settings = state.settings;
  constexpr std::array<std::string_view, 2> kThemes{"Dark", "Light"};
  Label(ctx, "Theme");
  const size_t theme = settings.theme == Theme::kDark ? 0 : 1;
  const size_t chosen = SegmentedControl(ctx, "settings/theme", kThemes, theme, ctx.Px(kChoiceWidth));
  if (chosen != theme) ctx.Emit(action::SetTheme{chosen == 0 ? Theme::kDark : Theme::kLight});

  constexpr std::array<std::string_view, 2> kPalettes{"Ours", "Papers"};
  Label(ctx, "Colours of differences");
  const auto palette = static_cast<size_t>(settings.difference_colors);
  const size_t chosen_palette =
      SegmentedControl(ctx, "settings/differences", kPalettes, palette, ctx.Px(kChoiceWidth));
  if (chosen_palette != palette)
    ctx.Emit(action::SetDifferenceColors{static_cast<DifferenceColors>(chosen_palette)});
  ItemTooltip(
      ctx,
      "Papers: red and pink cost more, with and without changed source, green and light green cost less, "
      "yellow is new, gray is gone");

  Label(ctx, "Size of the interface");
  const float button = std::round(ctx.Px(30));
  const auto zoom = [&](const char* mark, const char* text, int percent, std::string_view command,
                        std::string_view tooltip, float width) {
    if (TextButton(ctx, mark, text, {width, button}, WithKey(state, tooltip, command),
                   percent != settings.zoom_percent))
      ctx.Emit(action::SetZoom{percent});
    ImGui::SameLine();
  };
  zoom("settings/smaller", "-", NextZoom(settings.zoom_percent, -1), "window.zoom-out", "Smaller", button);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string percent = fmt::format("{} %", settings.zoom_percent);
  const float number = ctx.Px(64);
  ImGui::GetWindowDrawList()->AddText(
      {std::round(at.x + (number - TextWidth(ctx.fonts.regular, percent)) / 2),
       CentredTop(ctx.fonts.regular, at.y, button)},
      ctx.colors().text, percent.c_str());
  ImGui::Dummy({number, button});
  ImGui::SameLine();
  zoom("settings/larger", "+", NextZoom(settings.zoom_percent, 1), "window.zoom-in", "Larger", button);
  zoom("settings/usual", "100 %", 100, "window.zoom-reset", "Default size", ctx.Px(72));
  ImGui::NewLine();

  Label(ctx, "Tables");
  std::array<std::string_view, kDockPlaces.size()> places;
  std::transform(kDockPlaces.begin(), kDockPlaces.end(), places.begin(),
                 [](const auto& row) { return row.label; });
  const auto place = static_cast<size_t>(settings.dock_place);
  const size_t chosen_place = SegmentedControl(ctx, "settings/dock", places, place, ctx.Px(kChoiceWidth));
  if (chosen_place != place) ctx.Emit(action::SetDockPlace{kDockPlaces[chosen_place].value});
  ItemTooltip(ctx, "Where they open: automatic is at the right of the chart in wide windows, else below");

  Label(ctx, "Animations");
  bool animations = settings.animations;
  if (Checkbox(ctx, "settings/animations", "Animate changes of the chart", animations))
    ctx.Emit(action::SetAnimations{animations});
}

void DrawNewProfiles(const Settings& settings, const PanelContext& ctx) {
  constexpr std::array<std::string_view, 3> kModes{"Equal", "Length", "Area"};
  Label(ctx, "New profiles open as");
  const auto mode = static_cast<size_t>(settings.mode);
  const size_t chosen = SegmentedControl(ctx, "settings/mode", kModes, mode, ctx.Px(kChoiceWidth));
  if (chosen != mode) {
    ctx.Emit(action::SetDefaultView{static_cast<RingMode>(chosen), settings.depth_limit});
  }
  Label(ctx, "with");
  const bool all = settings.depth_limit == kAllLayers;
  constexpr int kMostLayers = 10000;
  const int depth = all ? 20 : static_cast<int>(std::min(settings.depth_limit, uint32_t{kMostLayers}));
  ImGui::BeginDisabled(all);
  if (const auto typed =
          NumberField(ctx, "settings/depth", ctx.Px(64), depth, ImGuiInputTextFlags_AutoSelectAll)) {
    ctx.Emit(
        action::SetDefaultView{settings.mode, static_cast<uint32_t>(std::clamp(*typed, 1, kMostLayers))});
  }
  ImGui::EndDisabled();
  ImGui::SameLine();
  TextColored(ctx.colors().text_dim, "layers, or");
  ImGui::SameLine();
  bool show_all = all;
  if (Checkbox(ctx, "settings/all-layers", "all of them", show_all))
    ctx.Emit(action::SetDefaultView{settings.mode, show_all ? kAllLayers : uint32_t{20}});
}

// The rows of a list, each with a button that removes it, and a button that adds a row. True if changed.
template <typename List, typename DrawRow>
bool DrawList(const PanelContext& ctx, std::string_view mark, const char* add, List& list,
              const DrawRow& draw_row) {
  const float left = ImGui::GetCursorScreenPos().x;
  bool changed = false;
  size_t removed = list.size();
  for (size_t i = 0; i < list.size(); ++i) {
    ImGui::SetCursorScreenPos({left, ImGui::GetCursorScreenPos().y});
    const std::string row = fmt::format("{}/{}", mark, i);
    ImGui::PushID(row.c_str());
    changed |= draw_row(row, list[i], ImGui::GetContentRegionAvail().x - std::round(ctx.Px(38)));
    ImGui::SameLine();
    if (IconButton(ctx, row + "/remove", Icon::kClose, "Remove")) removed = i;
    ImGui::PopID();
  }
  if (removed < list.size()) {
    list.erase(list.begin() + static_cast<ptrdiff_t>(removed));
    changed = true;
  }
  ImGui::SetCursorScreenPos({left, ImGui::GetCursorScreenPos().y});
  if (TextButton(ctx, std::string(mark) + "/add", add, {}, {}, list.size() < kMaxSettingsLines))
    list.emplace_back();
  return changed;
}

bool DrawMapping(const PanelContext& ctx, const std::string& mark, PathMapping& mapping, float width) {
  const float arrow = ctx.Px(28);
  const float each = std::floor((width - arrow) / 2);
  bool changed = TextField(ctx, mark + "/from", "/build/src", each, mapping.from);
  ImGui::SameLine(0, 0);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  DrawIcon(*ImGui::GetWindowDrawList(), Icon::kForward,
           {at.x + arrow / 2, at.y + ImGui::GetFrameHeight() / 2}, ctx.Px(13), ctx.colors().text_faint);
  ImGui::Dummy({arrow, 1});
  ImGui::SameLine(0, 0);
  changed |= TextField(ctx, mark + "/to", "~/src", each, mapping.to);
  return changed;
}

void DrawSources(SettingsDialogUi& ui, const PanelContext& ctx) {
  bool changed = false;
  Label(ctx, "Editor");
  changed |= TextField(ctx, "settings/editor", "code -g {file}:{line}", 0, ui.editor);
  Label(ctx, "Paths in profiles");
  changed |= DrawList(ctx, "settings/map", "Add a path", ui.mappings,
                      [&](const std::string& mark, PathMapping& mapping, float width) {
                        return DrawMapping(ctx, mark, mapping, width);
                      });
  Label(ctx, "Source folders");
  changed |= DrawList(ctx, "settings/folder", "Add a folder", ui.folders,
                      [&](const std::string& mark, std::string& folder, float width) {
                        return TextField(ctx, mark, "~/projects/parser", width, folder);
                      });
  if (changed) ctx.Emit(action::SetSourceSettings{ui.editor, ui.mappings, ui.folders});
}

}  // namespace

void DrawSettingsDialog(const AppState& state, SettingsDialogUi& ui, const PanelContext& ctx) {
  const bool open = state.settings_open && state.errors.empty();
  if (!state.settings_open) ui.was_open = false;
  if (!BeginDialog("##settings", open, {ctx.Px(620), 0}, ctx)) return;
  if (!ui.was_open) {
    ui = {true, state.settings.editor_command, state.settings.path_mappings, state.settings.source_folders,
          ui.form_height};
  }
  DialogTitle(ctx, "Settings");
  const float most = std::max(ctx.Px(80), ImGui::GetIO().DisplaySize.y - ctx.Px(190));
  // The form is as high as its contents, but scrolls in a low window.
  ImGui::BeginChild("form", {0, std::min(ui.form_height > 0 ? ui.form_height : ctx.Px(380), most)});
  const float top = ImGui::GetCursorPosY();
  DrawLook(state, ctx);
  ImGui::Dummy({0, ctx.Px(6)});
  DrawNewProfiles(state.settings, ctx);
  ImGui::Dummy({0, ctx.Px(6)});
  DrawSources(ui, ctx);
  ui.form_height = ImGui::GetCursorPosY() - top;
  ImGui::EndChild();
  ImGui::Dummy({0, ctx.Px(4)});
  ImGui::AlignTextToFramePadding();
  ShortText(ctx, "Keys are lines of " + SettingsPath().string(),
            ImGui::GetContentRegionAvail().x - ctx.Px(108), ctx.colors().text_faint, true);
  ImGui::SameLine();
  if (AnswerButton(ctx, "settings/close", "Close")) ctx.Emit(action::ShowSettings{false});
  EndDialog();
}

}  // namespace ringscope
