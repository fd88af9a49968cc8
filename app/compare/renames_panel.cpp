#include "app/compare/compare_panels.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/compare/compare.h"
#include "app/compare/renames_model.h"
#include "app/view/command.h"
#include "app/widgets/text_field.h"
#include "app/widgets/widgets.h"
#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

constexpr float kHeaderHeight = 38;
constexpr float kButtonWidth = 82;

TableColumn NumberColumn(std::string id, std::string title, std::string tooltip) {
  return {.id = std::move(id),
          .title = std::move(title),
          .tooltip = std::move(tooltip),
          .numeric = true,
          .sortable = false};
}

std::vector<TableColumn> RenameColumns() {
  const TableColumn name{.width = 100, .stretches = true, .sortable = false};
  std::vector<TableColumn> columns(2, name);
  columns[0].id = "before", columns[0].title = "Before", columns[0].tooltip = "The function that is gone";
  columns[1].id = "after", columns[1].title = "After", columns[1].tooltip = "The function that is new";
  columns.push_back({.id = "module", .title = "Module", .width = 80, .sortable = false, .keeps_end = true});
  columns.push_back(NumberColumn(
      "sure", "Sure", "How alike they are: by their callees, and by their names without class or namespace"));
  columns.push_back(
      NumberColumn("recovers", "Recovers", "The share of both sides' cost that they would have in common"));
  columns.push_back(
      NumberColumn("places", "Places", "Below how many callers one has taken the other's place"));
  columns.push_back(NumberColumn("cost-before", "Cost before", "With what it calls, in these places"));
  columns.push_back(NumberColumn("cost-after", "Cost after", "With what it calls, in these places"));
  return columns;
}

TableRow RowFrom(const RenameRow& from) {
  TableRow row;
  const TableTone tone = from.choice.empty() ? TableTone::kPlain : TableTone::kFaint;
  row.cells.push_back({.text = from.gone,
                       .tone = tone,
                       .is_name = true,
                       .place = from.choice,
                       .tooltip = from.places_of_both});
  row.cells.push_back({.text = from.fresh, .tone = tone, .is_name = true, .tooltip = from.places_of_both});
  row.cells.push_back({.text = from.module, .tone = TableTone::kDim});
  row.cells.push_back({.text = from.sure, .tone = tone, .tooltip = from.why_sure});
  row.cells.push_back({.text = from.recovers, .tone = tone});
  for (const std::string* text : {&from.places, &from.before, &from.after})
    row.cells.push_back({.text = *text, .tone = TableTone::kDim});
  return row;
}

void DrawRulesFile(const RenamesModel& model, float width, RenamesPanelUi& ui, const PanelContext& ctx) {
  // The field shows the state's text unless the user types.
  if (!ui.is_typing) ui.rules_file = model.rules_file;
  const bool entered =
      TextField(ctx, "renames/rules", "File for the choices: /home/me/compare.rules", width, ui.rules_file,
                ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  ui.is_typing = ImGui::IsItemActive();
  ItemTooltip(ctx, ui.rules_file +
                       "\nThe rules for names, which keep the choices; 'ringscope compare --rules' takes "
                       "the same file. Enter compares again by them.");
  if (entered) ctx.Emit(action::SetRulesFile{std::string(Trimmed(ui.rules_file)), true});
}

void DrawChoice(const char* label, std::string_view mark, bool enabled,
                const std::optional<RenameChoice>& choice, std::string_view tooltip,
                const PanelContext& ctx) {
  const ImVec2 size{std::round(ctx.Px(kButtonWidth)), std::round(ctx.Px(30))};
  if (TextButton(ctx, mark, label, size, tooltip, enabled) && choice) ctx.Emit(action::ChooseRename{*choice});
}

// The buttons for choices, the number of pairs, and the file of rules at the right.
void DrawHeader(const AppState& state, const RenamesModel& model, RenamesPanelUi& ui,
                const PanelContext& ctx) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, gap = ctx.Px(8);
  const float height = std::round(ctx.Px(30));
  const float file = std::clamp(width * 0.36f, ctx.Px(120), ctx.Px(380));
  const auto choice = [&](bool is_accepted, bool is_kept) -> std::optional<RenameChoice> {
    if (!model.selected) return std::nullopt;
    return RenameChoice{BuildRenameRow(state, *model.selected).pair, is_accepted, is_kept};
  };
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {ctx.Px(10), std::round((height - ImGui::GetFontSize()) / 2)});
  if (model.row_count > 0) {
    DrawChoice("Join", "renames/accept", model.can_accept, choice(true, false),
               !model.why_not.empty()
                   ? model.why_not
                   : WithKey(state, "They are one function in this comparison: compares again",
                             "compare.accept-rename"),
               ctx);
    ImGui::SameLine(0, gap);
    DrawChoice("Always", "renames/always", model.can_accept && !model.rules_file.empty(), choice(true, true),
               "They are one function in all comparisons: the file of rules keeps it", ctx);
    ImGui::SameLine(0, gap);
    DrawChoice("No", "renames/refuse", model.can_refuse, choice(false, false),
               WithKey(state, "They are two functions", "compare.refuse-rename"), ctx);
  }
  ImGui::SetCursorScreenPos({at.x + width - file, at.y});
  DrawRulesFile(model, file, ui, ctx);
  ImGui::PopStyleVar();
  const float left =
      at.x + (model.row_count > 0 ? 3 * (std::round(ctx.Px(kButtonWidth)) + gap) : 0) + ctx.Px(6);
  const std::string text =
      model.row_count > 0 && !model.selected ? model.counts + "; choose a row to see it lit" : model.counts;
  DrawTextShort(*ImGui::GetWindowDrawList(), ctx.fonts.regular,
                {left, CentredTop(ctx.fonts.regular, at.y, height)},
                std::max(0.0f, at.x + width - file - gap - left), ctx.colors().text_dim, text);
  ImGui::SetCursorScreenPos({at.x, at.y + std::round(ctx.Px(kHeaderHeight))});
}

}  // namespace

void DrawRenamesPanel(const AppState& state, RenamesPanelUi& ui, const PanelContext& ctx) {
  const RenamesModel model = BuildRenamesModel(state);
  if (model.is_comparison) DrawHeader(state, model, ui, ctx);
  TableSpec spec;
  spec.settings = &state.settings;
  spec.mark = "renames";
  const std::vector<TableColumn> columns = RenameColumns();
  spec.columns = columns;
  spec.row_count = model.row_count;
  spec.row = [&](uint64_t index) {
    TableRow row = RowFrom(BuildRenameRow(state, index));
    row.selected = model.selected == index;
    return row;
  };
  spec.selected = model.selected;
  spec.empty = model.message;
  const TableEvents events = DrawTable(spec, ui.table, RestOfWindow(), ctx);
  if (events.chosen) ctx.Emit(action::SelectRename{BuildRenameRow(state, *events.chosen).pair});
  if (events.activated && model.can_accept && model.selected == events.activated)
    ctx.Emit(action::ChooseRename{{BuildRenameRow(state, *events.activated).pair, true, false}});
  if (events.hovered) ctx.PointAt(BuildRenameRow(state, *events.hovered).query);
}

void DrawRenameBanner(const AppState& state, const PanelRect& rect, const PanelContext& ctx) {
  if (rect.height <= 0 || !HasRenameBanner(state)) return;
  const RenameBanner banner = BuildRenameBanner(state);
  BeginArea(ctx, "##renames_banner", rect, ctx.colors().raised, {0, 0});
  const float top = rect.y + std::round((rect.height - ctx.Px(kWordButtonHeight)) / 2);
  const bool has_offer = !banner.offer.empty();
  const WordButton join{.mark = "banner/join",
                        .text = "Join",
                        .tooltip = "They are one function in this comparison",
                        .on = true};
  const WordButton always{.mark = "banner/always",
                          .text = "Always",
                          .tooltip = "In all comparisons: the file of rules keeps it",
                          .enabled = !state.settings.compare_rules.empty()};
  const WordButton no{.mark = "banner/no", .text = "No", .tooltip = "They are two functions"};
  const WordButton undo{
      .mark = "banner/undo", .text = "Undo", .tooltip = "Compare again without the last one"};
  float right = rect.x + rect.width - ctx.Px(8);
  const auto button = [&](const WordButton& one) {
    right -= WidthOf(ctx, one) + ctx.Px(4);
    return DrawWordButton(ctx, one, {right, top});
  };
  if (!banner.joined.empty() && button(undo)) ctx.Emit(action::UndoRename{banner.joined.back()});
  if (has_offer) {
    if (button(no)) ctx.Emit(action::ChooseRename{{banner.offered, false, false}});
    if (button(always)) ctx.Emit(action::ChooseRename{{banner.offered, true, true}});
    if (button(join)) ctx.Emit(action::ChooseRename{{banner.offered, true, false}});
  }
  const float room = std::max(1.0f, right - rect.x - ctx.Px(24));
  std::string text = has_offer ? banner.offer : banner.applied;
  if (has_offer && !banner.applied.empty()) text += "   (" + banner.applied + ")";
  const bool is_short = has_offer && TextWidth(ctx.fonts.regular, text) > room;
  const std::string shown = FitText(ctx.fonts.regular, is_short ? banner.short_offer : text, room);
  ImGui::SetCursorScreenPos({rect.x + ctx.Px(12), CentredTop(ctx.fonts.regular, rect.y, rect.height)});
  TextColored(ctx.colors().text, shown);
  ctx.Mark("banner/text");
  if (shown != text) ItemTooltip(ctx, text);
  EndArea();
}

}  // namespace ringscope
