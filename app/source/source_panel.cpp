#include "app/source/source_panel.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/source/source.h"
#include "app/source/source_model.h"
#include "app/tables/columns.h"
#include "app/tables/tables.h"
#include "app/tables/tables_panels.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "app/widgets/icons.h"
#include "app/widgets/imgui_input.h"
#include "app/widgets/text_field.h"
#include "app/widgets/widgets.h"
#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

constexpr float kLeastTextWidth = 320;  // in units: room for a line of source

std::string TitleOf(const SourceModel& model) {
  if (model.path_before.empty()) return model.path.empty() ? model.title : model.path;
  const std::string changed = model.changed_lines == 0
                                  ? "the same"
                                  : CountedText(model.changed_lines, "changed line", "changed lines");
  return changed + ": " + model.path_before + " and " + model.path;
}

void DrawHeader(const SourceModel& model, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  const float width = ImGui::GetContentRegionAvail().x;
  constexpr const char* kWithLines = "Load again with lines";
  const float load = model.with_lines ? TextWidth(ctx.fonts.regular, kWithLines) + ctx.Px(24) : 0;
  const float buttons = ctx.Px(30) * 2 + ctx.Px(8) + (load > 0 ? load + ctx.Px(8) : 0);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float text_y = std::round(at.y + (ctx.Px(30) - ctx.fonts.regular->FontSize) / 2);
  ImFont* font = ctx.fonts.regular;
  DrawTextAt(list, font, {at.x, text_y}, colors.text,
             FitTextMiddle(font, TitleOf(model), std::max(0.0f, width - buttons)));
  ImGui::SetCursorScreenPos({at.x + width - buttons, at.y});
  if (model.with_lines) {
    if (TextButton(ctx, "source/lines", kWithLines, {load, ctx.Px(30)},
                   "Each source line gets its self cost, in a context below its function"))
      ctx.Emit(*model.with_lines);
    ImGui::SameLine(0, ctx.Px(8));
  }
  ActionButton(ctx, "source/editor", Icon::kFile, "Open in your editor",
               action::OpenInEditor{model.path, std::max<uint32_t>(model.line, 1)}, model.on_disk);
  ImGui::SameLine(0, ctx.Px(4));
  if (IconButton(ctx, "source/copy", Icon::kCopy, "Copy path and line", !model.title.empty())) {
    const std::string& path = model.path.empty() ? model.title : model.path;
    ctx.Emit(action::CopyText{path + (model.line > 0 ? ":" + std::to_string(model.line) : ""), "the path"});
  }
  ImGui::SetCursorScreenPos({at.x, at.y + ctx.Px(32)});
}

std::vector<TableColumn> ColumnsOf(const SourceModel& model, const TableColumns& shown) {
  std::vector<TableColumn> columns = ColumnsFrom(model.columns, shown);
  for (size_t i = 0; i < columns.size(); ++i) {
    columns[i].sortable = false;
    if (model.columns[i].key != TableKey::kName) continue;
    columns[i].width = std::max(columns[i].width, kLeastTextWidth);
    columns[i].mono = !model.without_file;
  }
  return columns;
}

TableRow RowOf(SourceLine line, const SourceModel& model, const TableColumns& shown) {
  const TableTone tone = line.only ? *line.only == Side::kBefore ? TableTone::kRemoved : TableTone::kAdded
                         : line.has_cost || !model.path_before.empty() ? TableTone::kPlain
                                                                       : TableTone::kDim;
  TableRow row = RowFrom(std::move(line), shown);
  for (size_t i = 0; i < row.cells.size(); ++i) {
    const TableKey key = model.columns[i].key;
    row.cells[i].is_name = false;
    if (key == TableKey::kLayer) row.cells[i].tone = TableTone::kFaint;
    if (key == TableKey::kName) row.cells[i].tone = tone;
  }
  return row;
}

// Returns the function of the line under the pointer.
std::optional<FrameId> DrawLines(const AppState& state, const SourceModel& model, SourcePanelUi& ui,
                                 const PanelContext& ctx) {
  const std::string& path = model.without_file ? model.title : model.path;
  if (ui.path != path || ui.line != model.line) {
    if (ui.path != path) ui.table.cursor.reset();
    ui.path = path;
    ui.line = model.line;
    ui.table.scroll_to = model.subject_row;
  }
  const TableColumns& shown = ShownColumns(state);
  const std::vector<TableColumn> columns = ColumnsOf(model, shown);
  const auto line_at = [&](std::optional<uint64_t> row) {
    return row ? BuildSourceLine(state, model, static_cast<size_t>(*row)) : SourceLine{};
  };
  TableSpec spec;
  spec.mark = "source";
  spec.columns = columns;
  spec.row_count = model.line_count;
  spec.row = [&](uint64_t row) { return RowOf(line_at(row), model, shown); };
  spec.selected = model.subject_row;
  const TableEvents events = DrawTableOf(state, model, std::move(spec), ui.table, RestOfWindow(), ctx);
  // Keys only move through the lines; Enter or a click chooses a function.
  for (const auto& chosen : {events.by_key ? std::nullopt : events.chosen, events.activated}) {
    if (const auto frame = line_at(chosen).frame) ctx.Emit(action::ChooseFunction{*frame});
  }
  if (const auto frame = line_at(events.chosen).frame; frame && events.by_key)
    ctx.Emit(action::HoverFunction{frame});
  if (const auto frame = line_at(events.menu).frame)
    OpenMenu(ctx, events.menu_at, {.on = {.function = frame}, .row = events.menu_row});
  return line_at(events.hovered).frame;
}

// For a missing file: a button, then a field, that adds a folder to look in.
void DrawAddFolder(const AppState& state, SourcePanelUi& ui, const PanelContext& ctx) {
  const float height = std::round(ctx.Px(28));
  if (!ui.adding) {
    if (TextButton(
            ctx, "source/add-folder", "Add a folder", {0, height},
            "Files are looked for with the whole path and ever shorter ends of it, then by name however "
            "deep; where the profile names none, by the function's definition")) {
      ui.adding = true;
      ctx.Emit(action::AskSourceFolder{});
    }
    return;
  }
  const float width = std::min(ctx.Px(420), ImGui::GetContentRegionAvail().x - ctx.Px(80));
  if (ui.folder.empty() && !ImGui::IsAnyItemActive()) ImGui::SetKeyboardFocusHere();
  const bool entered = TextField(ctx, "source/folder", "~/projects/parser", std::max(width, ctx.Px(80)),
                                 ui.folder, ImGuiInputTextFlags_EnterReturnsTrue);
  TakeKeyboard(state, TextBox::kSourceFolder, ctx);
  if (EscapePressed()) ui.adding = false;
  ImGui::SameLine(0, ctx.Px(8));
  const bool pressed = TextButton(ctx, "source/folder/add", "Add", {ctx.Px(64), 0});
  if (!entered && !pressed) return;
  ui.adding = false;
  ctx.Emit(action::AddSourceFolder{std::exchange(ui.folder, {})});
}

// One line that opens the list of places where the file was looked for.
void DrawPlaces(const SourceModel& model, SourcePanelUi& ui, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImFont* font = ctx.fonts.small;
  const std::string title = "Searched " + CountedText(model.tried.size(), "place");
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = font->FontSize;
  const float width = ctx.Px(16) + TextWidth(font, title);
  const auto area = ClickableArea(ctx, "source/places", at, {width, line + ctx.Px(4)});
  if (area.clicked) ui.places_open = !ui.places_open;
  const ImU32 color = area.hovered ? colors.text : colors.text_dim;
  ItemTooltip(ctx, ui.places_open ? "Make room for the lines" : "Show where the file was looked for");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  DrawIcon(list, ui.places_open ? Icon::kNext : Icon::kPrevious, {at.x + ctx.Px(5), at.y + line / 2},
           ctx.Px(10), color);
  DrawTextShort(list, font, {at.x + ctx.Px(16), at.y}, width, color, title);
  if (!ui.places_open) return;
  ImGui::PushFont(font);
  // The other places follow the pattern of the first ones.
  constexpr size_t kShown = 8;
  for (size_t i = 0; i < std::min(kShown, model.tried.size()); ++i) {
    const std::string& place = model.tried[i];
    const ImVec2 row = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x - ctx.Px(16);
    DrawTextAt(list, font, {row.x + ctx.Px(16), row.y}, colors.text_faint, FitTextMiddle(font, place, room));
    ImGui::Dummy({room, line + ctx.Px(2)});
    ItemTooltip(ctx, place);
  }
  if (model.tried.size() > kShown) {
    TextColored(colors.text_faint, "and at " + std::to_string(model.tried.size() - kShown) + " more");
  }
  ImGui::PopFont();
}

}  // namespace

std::optional<FrameId> DrawSourcePanel(const AppState& state, SourcePanelUi& ui, const PanelContext& ctx) {
  const SourceModel model = BuildSourceModel(state);
  DrawHeader(model, ctx);
  if (!model.message.empty()) {
    TextWrapped(ctx.colors().text_dim, model.message);
    ItemTooltip(ctx, "Settings (Ctrl+,) has path mappings and source folders");
    if (model.can_add_folder) DrawAddFolder(state, ui, ctx);
  } else if (model.loading && model.line_count == 0) {
    TextColored(ctx.colors().text_faint, "Reading");
  }
  if (!model.tried.empty() && model.path.empty()) {
    DrawPlaces(model, ui, ctx);
    ImGui::Dummy({0, ctx.Px(4)});
  }
  if (model.line_count == 0) return std::nullopt;
  return DrawLines(state, model, ui, ctx);
}

}  // namespace ringscope
