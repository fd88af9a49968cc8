#include "app/files/files_panels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "app/files/documents.h"
#include "app/files/files_model.h"
#include "app/view/panel.h"
#include "app/widgets/dialog.h"
#include "app/widgets/imgui_input.h"
#include "app/widgets/text_field.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

namespace fs = std::filesystem;

float EntryHeight(const PanelContext& ctx) { return std::round(ctx.Px(28)); }

void GoTo(const fs::path& folder, const OpenDialogUi& ui, const PanelContext& ctx) {
  ctx.Emit(action::ShowFolder{folder, ui.with_hidden, false});
}

void Open(const FolderEntry& entry, const OpenDialogUi& ui, const PanelContext& ctx) {
  if (entry.is_folder) {
    GoTo(entry.path, ui, ctx);
  } else {
    ctx.Emit(action::OpenFile{entry.path, false, MayBeFolded(entry.name) ? ui.naming : MetricNaming{}});
  }
}

// Whether the field has a typed path other than the listed folder: then "Open" means that path, not a row.
bool IsTyped(const OpenDialogUi& ui) {
  return ui.place == OpenPlace::kFolder && !ui.path.empty() && ui.path != ui.base.string();
}

void ShowPath(OpenDialogUi& ui) {
  ui.base = ui.asked = ui.shown;
  ui.path = ui.shown.string();
}

// Selects a row and drops a typed path: "Open" means the row then.
void SelectRow(const FolderEntry& entry, OpenDialogUi& ui) {
  ui.selected = entry.path;
  if (!IsTyped(ui)) return;
  ShowPath(ui);
  ++ui.path_generation;
}

// Begins anew when another folder is listed than before. Returns whether that is so.
bool FollowListing(const OpenModel& model, OpenDialogUi& ui) {
  if (ui.place == OpenPlace::kRecent || model.listing == nullptr) return false;
  // A missing place gives the keyboard to the path, to be corrected.
  if (const fs::path& missing = model.listing->missing; ui.missing != missing) {
    ui.missing = missing;
    ui.focus_path = ui.focus_path || !missing.empty();
  }
  if (ui.shown == model.listing->folder) return false;
  ui.shown = model.listing->folder;
  // If the listed folder is that of the typed path, typing goes on there.
  if (const TypedPath typed = SplitTypedPath(ui.base, ui.path); IsTyped(ui) && typed.folder == ui.shown) {
    ui.beginning = typed.beginning;
  } else {
    ShowPath(ui);
    ui.beginning.clear();
  }
  ui.selected.clear();
  ui.filter.clear();
  return true;
}

// The typed last part of the path narrows the list; Tab completes the path.
void DrawPath(const AppState& state, const OpenModel& model, float width, OpenDialogUi& ui,
              const PanelContext& ctx) {
  const std::string before = ui.path;
  const std::string completed =
      IsTyped(ui) && ui.selected.empty() ? CompletedPath(model, ui.path) : std::string();
  ImGui::PushID(ui.path_generation);
  TextField(ctx, "open/path", "", width, ui.path, ImGuiInputTextFlags_EnterReturnsTrue, completed);
  ImGui::PopID();
  if (!completed.empty() && ImGui::IsItemActive()) ClaimTab();
  TakeKeyboard(state, TextBox::kOpen, ctx);
  if (ui.path == before) return;
  ui.selected.clear();
  const TypedPath typed = IsTyped(ui) ? SplitTypedPath(ui.base, ui.path) : TypedPath{ui.base, {}};
  ui.beginning = typed.folder == ui.shown ? typed.beginning : std::string();
  if (typed.folder != ui.asked) GoTo(ui.asked = typed.folder, ui, ctx);
}

// Returns whether the list has changed.
bool DrawPlaces(const AppState& state, const OpenModel& model, OpenDialogUi& ui, const PanelContext& ctx) {
  constexpr std::array<std::string_view, 2> kPlaces{"Folder", "Recent"};
  const std::string beginning = ui.beginning;
  const auto chosen = static_cast<size_t>(ui.place);
  const size_t place = SegmentedControl(ctx, "open/place", kPlaces, chosen, ctx.Px(150));
  if (place != chosen) {
    ui.place = static_cast<OpenPlace>(place);
    ui.selected.clear();
    ui.filter.clear();
  }
  ImGui::SameLine();
  const float filter_width = ctx.Px(180);
  if (ui.place == OpenPlace::kFolder) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ctx.Px(4), 0});
    if (IconButton(ctx, "open/up", Icon::kUp, "To the folder above", model.can_go_up))
      GoTo(model.listing->folder.parent_path(), ui, ctx);
    ImGui::SameLine();
    if (const char* home = std::getenv("HOME"); home != nullptr && home[0] != '\0') {
      if (IconButton(ctx, "open/home", Icon::kHome, "Home folder")) GoTo(home, ui, ctx);
      ImGui::SameLine();
    }
    ImGui::PopStyleVar();
    const float width = ImGui::GetContentRegionAvail().x - filter_width - ctx.Px(8);
    if (std::exchange(ui.focus_path, false)) ImGui::SetKeyboardFocusHere();
    DrawPath(state, model, width, ui, ctx);
    ImGui::SameLine();
  }
  const bool filtered = TextField(ctx, "open/filter", "Filter", 0, ui.filter);
  return filtered || ui.beginning != beginning || place != chosen;
}

void DrawEntry(const FolderEntry& entry, uint32_t index, OpenDialogUi& ui, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float height = EntryHeight(ctx);
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushID(static_cast<int>(index));
  const auto [at, max, clicked, hovered] =
      ClickableRow(ctx, "open/" + entry.name, {width, height}, ui.selected == entry.path);
  ImGui::PopID();
  if (clicked) SelectRow(entry, ui);
  if ((clicked && entry.is_folder) || (hovered && ImGui::IsMouseDoubleClicked(0))) Open(entry, ui, ctx);
  DrawIcon(list, entry.is_folder ? Icon::kFolder : Icon::kFile, {at.x + ctx.Px(16), at.y + height / 2},
           ctx.Px(13), entry.is_folder ? colors.accent : colors.text_faint);
  const float text_y = CentredTop(ctx.fonts.regular, at.y, height);
  const float small_y = CentredTop(ctx.fonts.small, at.y, height);
  // Sizes end at the left of the dates, which are all nearly of one width.
  const float date_width = TextWidth(ctx.fonts.small, "2026-00-00 00:00");
  const float right = max.x - ctx.Px(10);
  DrawTextRight(list, ctx.fonts.small, right, small_y, colors.text_faint, entry.changed);
  const float size_right = right - date_width - ctx.Px(16);
  DrawTextRight(list, ctx.fonts.small, size_right, small_y, colors.text_faint, entry.size);
  const float left = at.x + ctx.Px(34);
  const float room = size_right - ctx.Px(entry.is_folder ? 0 : 76) - left;
  DrawTextShort(list, ctx.fonts.regular, {left, text_y}, room, colors.text, entry.name);
  const float beside = left + TextWidth(ctx.fonts.regular, entry.name) + ctx.Px(12);
  const float beside_room = left + room - beside;
  if (entry.beside.empty() || beside_room < ctx.Px(40)) return;
  const std::string folder = FitTextEnd(ctx.fonts.small, entry.beside, beside_room);
  DrawTextAt(list, ctx.fonts.small, {beside, small_y}, colors.text_faint, folder);
}

// Up and Down go through the list, also while the filter has the keyboard.
void MoveSelection(const OpenModel& model, OpenDialogUi& ui) {
  const int step = KeyPressed(Key::kDown) ? 1 : KeyPressed(Key::kUp) ? -1 : 0;
  if (step == 0 || model.rows.empty()) return;
  const auto row = std::ranges::find_if(
      model.rows, [&](uint32_t index) { return model.listing->entries[index].path == ui.selected; });
  const auto last = static_cast<ptrdiff_t>(model.rows.size()) - 1;
  ptrdiff_t next = step > 0 ? 0 : last;
  if (row != model.rows.end()) next = std::clamp<ptrdiff_t>(row - model.rows.begin() + step, 0, last);
  const bool was_typed = IsTyped(ui);
  SelectRow(model.listing->entries[model.rows[static_cast<size_t>(next)]], ui);
  ui.focus_path = ui.focus_path || was_typed;
  ui.scroll_to = static_cast<int>(next);
}

void DrawEntries(const OpenModel& model, OpenDialogUi& ui, float height, const PanelContext& ctx) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("entries", {0, height});
  ImGui::PushAllowKeyboardFocus(false);  // arrows choose entries
  if (!model.message.empty())
    TextWrapped(model.is_problem ? ctx.colors().warning : ctx.colors().text_faint, model.message);
  if (const int row = std::exchange(ui.scroll_to, -1); row >= 0)
    ScrollToRow(static_cast<uint64_t>(row), EntryHeight(ctx));
  DrawRowsInSight(model.rows.size(), EntryHeight(ctx), [&](size_t row) {
    DrawEntry(model.listing->entries[model.rows[row]], model.rows[row], ui, ctx);
  });
  ImGui::PopAllowKeyboardFocus();
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

// The name and the unit of the metric, which folded stacks do not hold. Empty: the importer's own.
void DrawNaming(OpenDialogUi& ui, const PanelContext& ctx) {
  ImGui::AlignTextToFramePadding();
  TextColored(ctx.colors().text_dim, "Counts");
  ImGui::SameLine();
  TextField(ctx, "open/metric", "samples", ctx.Px(130), ui.naming.name);
  ItemTooltip(ctx, "Folded stacks do not say what they count: a name for it, such as cpu time");
  ImGui::SameLine();
  TextColored(ctx.colors().text_dim, "in");
  ImGui::SameLine();
  TextField(ctx, "open/unit", "count", ctx.Px(80), ui.naming.unit);
  ItemTooltip(ctx, "The unit of the count: ns, us, ms, s, bytes, ...");
  ImGui::SameLine();
}

// The selected entry; null if it is not listed.
const FolderEntry* Selected(const OpenModel& model, const OpenDialogUi& ui) {
  if (IsTyped(ui)) return nullptr;
  if (ui.selected.empty()) return nullptr;
  for (const uint32_t index : model.rows)
    if (model.listing->entries[index].path == ui.selected) return &model.listing->entries[index];
  return nullptr;
}

}  // namespace

void DrawOpenDialog(const AppState& state, OpenDialogUi& ui, const PanelContext& ctx) {
  const bool open = state.open_dialog_open && state.errors.empty();
  if (!state.open_dialog_open) ui.was_open = false;
  const float height = std::min(ctx.Px(600), ImGui::GetIO().DisplaySize.y - ctx.Px(60));
  if (!BeginDialog("##open", open, {ctx.Px(820), height}, ctx, ReachKeys::kTabAndEnter)) return;
  if (!ui.was_open) {
    ui = {};
    ui.was_open = ui.focus_path = true;
  }
  DialogTitle(ctx, "Open a profile");
  const auto build = [&] {
    return BuildOpenModel(state, ui.place, ui.filter, ui.place == OpenPlace::kFolder ? ui.beginning : "");
  };
  OpenModel model = build();
  if (FollowListing(model, ui)) model = build();
  if (DrawPlaces(state, model, ui, ctx)) model = build();
  MoveSelection(model, ui);
  // A single row that fits the filter or the typed path is selected without a click.
  const FolderEntry* const only =
      model.rows.size() == 1 ? &model.listing->entries[model.rows.front()] : nullptr;
  if (!ui.filter.empty() && only != nullptr && !IsTyped(ui)) ui.selected = only->path;
  if (!model.missing.empty()) {
    TextWrapped(ctx.colors().warning, model.missing);
    ctx.Mark("open/missing");
  }
  const float buttons = std::round(ctx.Px(32));
  DrawEntries(model, ui, ImGui::GetContentRegionAvail().y - buttons - ctx.Px(14), ctx);
  ImGui::Dummy({0, ctx.Px(2)});
  if (ui.place == OpenPlace::kFolder) {
    if (Checkbox(ctx, "open/hidden", "Hidden files", ui.with_hidden)) GoTo(ui.shown, ui, ctx);
    ImGui::SameLine();
  }
  const FolderEntry* const selected = Selected(model, ui);
  const bool typed = IsTyped(ui);
  if (typed ? MayBeFolded(ui.path)
            : selected != nullptr && !selected->is_folder && MayBeFolded(selected->name))
    DrawNaming(ui, ctx);
  const DialogAnswer answer = DialogButtons(ctx, "open", "open", "Open", typed || selected != nullptr);
  if (answer.cancelled) ctx.Emit(action::ShowOpenDialog{false});
  // "Open" means the typed path, else the selected row.
  if (!answer.confirmed) {
  } else if (typed && (only == nullptr || ui.beginning.empty())) {
    ui.missing.clear();
    ctx.Emit(action::ShowFolder{ui.base / ui.path, ui.with_hidden, true, ui.naming});
  } else if (typed || selected != nullptr) {
    Open(typed ? *only : *selected, ui, ctx);
  }
  EndDialog();
}

}  // namespace ringscope
