#include "app/documents/documents_panels.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "app/widgets/dialog.h"
#include "app/widgets/text_field.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

namespace fs = std::filesystem;

void GoTo(const fs::path& folder, OpenDialogUi& ui) {
  ui.listing = ListFolder(folder, ui.with_hidden);
  ui.selected = -1;
  ui.filter.clear();
  ui.path = ui.listing.folder.string();
}

// The folder of the open profile, of the newest recent one, or where the program was started.
fs::path StartFolder(const AppState& state) {
  std::error_code error;
  if (const DocumentState* document = ActiveDocument(state)) return document->path.parent_path();
  for (const std::string& recent : state.settings.recent_files) {
    const fs::path folder = fs::path(recent).parent_path();
    if (fs::is_directory(folder, error)) return folder;
  }
  return fs::current_path(error);
}

bool Contains(const std::string& name, std::string_view filter) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return std::search(name.begin(), name.end(), filter.begin(), filter.end(), same) != name.end();
}

void OpenPath(const fs::path& path, OpenDialogUi& ui, const PanelContext& ctx) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    GoTo(path, ui);
  } else {
    ctx.Emit(action::OpenFile{path});
  }
}

void DrawPlaces(const AppState& state, OpenDialogUi& ui, const PanelContext& ctx) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ctx.Px(4), 0});
  const fs::path parent = ui.listing.folder.parent_path();
  if (IconButton(ctx, "open/up", Icon::kUp, "To the folder above", parent != ui.listing.folder))
    GoTo(parent, ui);
  ImGui::SameLine();
  if (const char* home = std::getenv("HOME"); home != nullptr && home[0] != '\0') {
    if (IconButton(ctx, "open/home", Icon::kHome, "Home folder")) GoTo(home, ui);
    ImGui::SameLine();
  }
  ImGui::PopStyleVar();
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - ctx.Px(200));
  if (std::exchange(ui.focus_path, false)) ImGui::SetKeyboardFocusHere();
  if (TextField("##path", "", ui.path, ImGuiInputTextFlags_EnterReturnsTrue)) OpenPath(ui.path, ui, ctx);
  TakeKeyboard(state, TextBox::kOpen, ctx);
  ctx.Mark("open/path");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  TextField("##filter", "Filter", ui.filter);
  ctx.Mark("open/filter");
}

void DrawEntry(const FolderEntry& entry, int index, OpenDialogUi& ui, fs::path& chosen,
               const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float height = std::round(ctx.Px(28));
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushID(index);
  const auto [at, max, clicked, hovered] =
      ClickableRow(ctx, "open/" + entry.name, {width, height}, ui.selected == index);
  ImGui::PopID();
  if (clicked) ui.selected = index;
  if ((clicked && entry.is_folder) || (hovered && ImGui::IsMouseDoubleClicked(0))) chosen = entry.path;
  DrawIcon(list, entry.is_folder ? Icon::kFolder : Icon::kFile, {at.x + ctx.Px(16), at.y + height / 2},
           ctx.Px(13), entry.is_folder ? colors.accent : colors.text_faint);
  const float text_y = CentredTop(ctx.fonts.regular, at.y, height);
  const float size_width = TextWidth(ctx.fonts.small, entry.size);
  DrawTextShort(list, ctx.fonts.regular, {at.x + ctx.Px(34), text_y}, width - ctx.Px(56) - size_width,
                colors.text, entry.name);
  DrawTextRight(list, ctx.fonts.small, max.x - ctx.Px(10), text_y + ctx.Px(1), colors.text_faint, entry.size);
}

void DrawEntries(OpenDialogUi& ui, float height, const PanelContext& ctx) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("entries", {0, height});
  if (!ui.listing.error.empty()) TextWrapped(ctx.colors().warning, ui.listing.error);
  std::vector<int> shown;
  for (size_t i = 0; i < ui.listing.entries.size(); ++i) {
    if (Contains(ui.listing.entries[i].name, ui.filter)) shown.push_back(static_cast<int>(i));
  }
  if (shown.empty() && ui.listing.error.empty()) TextColored(ctx.colors().text_faint, "Nothing here");
  fs::path chosen;
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(shown.size()), std::round(ctx.Px(28)));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const int index = shown[static_cast<size_t>(i)];
      DrawEntry(ui.listing.entries[static_cast<size_t>(index)], index, ui, chosen, ctx);
    }
  }
  clipper.End();
  ImGui::EndChild();
  ImGui::PopStyleVar();
  if (!chosen.empty()) OpenPath(chosen, ui, ctx);
}

}  // namespace

void DrawOpenDialog(const AppState& state, OpenDialogUi& ui, const PanelContext& ctx) {
  const bool open = state.open_dialog_open && state.errors.empty();
  if (!state.open_dialog_open) ui.was_open = false;
  const float height = std::min(ctx.Px(600), ImGui::GetIO().DisplaySize.y - ctx.Px(60));
  if (!BeginDialog("##open", open, {ctx.Px(760), height}, ctx)) return;
  if (!ui.was_open) {
    ui.was_open = true;
    ui.focus_path = true;
    GoTo(StartFolder(state), ui);
  }
  ImGui::PushFont(ctx.fonts.title);
  Text("Open a profile");
  ImGui::PopFont();
  ImGui::Dummy({0, ctx.Px(2)});
  DrawPlaces(state, ui, ctx);
  const float buttons = std::round(ctx.Px(32));
  DrawEntries(ui, ImGui::GetContentRegionAvail().y - buttons - ctx.Px(14), ctx);
  ImGui::Dummy({0, ctx.Px(2)});
  if (ImGui::Checkbox("Hidden files", &ui.with_hidden)) GoTo(ui.listing.folder, ui);
  ctx.Mark("open/hidden");
  ImGui::SameLine();
  const bool can_open = ui.selected >= 0 && static_cast<size_t>(ui.selected) < ui.listing.entries.size();
  const DialogAnswer answer = CancelOr(ctx, "open", "open", "Open", can_open);
  if (answer.cancelled) ctx.Emit(action::ShowOpenDialog{false});
  if (answer.confirmed) OpenPath(ui.listing.entries[static_cast<size_t>(ui.selected)].path, ui, ctx);
  EndDialog();
}

}  // namespace ringscope
