#include "app/commands/commands_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/commands/key_list_model.h"
#include "app/widgets/dialog.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

constexpr float kGap = 32;       // between columns
constexpr float kGroupGap = 12;  // between groups of one column

// Wide enough for every row, as long as the window is.
struct ColumnWidths {
  float keys = 0;  // of the part that names the keys
  float whole = 0;
};

ColumnWidths MeasureColumn(const KeyListModel& model, const PanelContext& ctx) {
  float keys = 0, title = 0;
  for (const auto& group : model.groups) {
    for (const auto& row : group.rows) {
      keys = std::max(keys, TextWidth(ctx.fonts.regular, row.keys));
      title = std::max(title, TextWidth(ctx.fonts.regular, row.title));
    }
  }
  return {std::ceil(keys + ctx.Px(18)), std::ceil(keys + ctx.Px(18) + title + 2)};
}

struct Columns {
  std::vector<std::vector<const KeyListModel::Group*>> groups;
  float height = 0;
};

float HeightOf(const KeyListModel::Group& group, float line) {
  return static_cast<float>(group.rows.size() + 1) * line;
}

// Groups in order, each in the column where it ends no lower than `height` allows.
Columns Arrange(const KeyListModel& model, size_t count, float line, float gap) {
  float least = 0, most = 0;
  for (const auto& group : model.groups) {
    least = std::max(least, HeightOf(group, line));
    most += HeightOf(group, line) + gap;
  }
  Columns columns;
  // The lowest height that does: from the tallest group on, line by line.
  for (float height = least; height <= most + line; height += line) {
    columns = {};
    float y = 0;
    for (const auto& group : model.groups) {
      const float needed = HeightOf(group, line);
      if (columns.groups.empty() || y + gap + needed > height) {
        columns.groups.emplace_back();
        y = 0;
      }
      y += (y > 0 ? gap : 0) + needed;
      columns.height = std::max(columns.height, y);
      columns.groups.back().push_back(&group);
    }
    if (columns.groups.size() <= count) break;
  }
  return columns;
}

void DrawColumn(const std::vector<const KeyListModel::Group*>& groups, ImVec2 at, float width,
                float keys_width, float line, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const KeyListModel::Group* group : groups) {
    DrawTextShort(list, ctx.fonts.small, at, width, colors.text_faint, group->name);
    at.y += line;
    for (const KeyListModel::Row& row : group->rows) {
      DrawTextShort(list, ctx.fonts.regular, at, keys_width - ctx.Px(10), colors.text, row.keys);
      DrawTextShort(list, ctx.fonts.regular, {at.x + keys_width, at.y}, width - keys_width, colors.text_dim,
                    row.title);
      ImGui::SetCursorScreenPos(at);
      ImGui::PushID(&row);
      ImGui::InvisibleButton("row", {std::max(1.0f, width), line});
      ImGui::PopID();
      if (!row.command.empty()) ctx.Mark(fmt::format("keys/{}", row.command));
      std::string tooltip = fmt::format("{}: {}", row.keys, row.title);
      if (!row.command.empty()) tooltip += fmt::format("\nIn settings.conf: key.{} = \"...\"", row.command);
      ItemTooltip(ctx, tooltip);
      at.y += line;
    }
    at.y += ctx.Px(kGroupGap);
  }
}

}  // namespace

void DrawKeyListDialog(const AppState& state, const PanelContext& ctx) {
  const bool open = state.key_list_open && state.errors.empty();
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float room = display.x - ctx.Px(24 + 48);
  const KeyListModel model = open ? BuildKeyListModel(state) : KeyListModel{};
  const ColumnWidths column = MeasureColumn(model, ctx);
  const auto count = static_cast<size_t>(
      std::clamp(std::floor((room + ctx.Px(kGap)) / (column.whole + ctx.Px(kGap))), 1.0f, 3.0f));
  // A bar to scroll with stands beside the columns.
  const float wide = static_cast<float>(count) * (column.whole + ctx.Px(kGap)) + ctx.Px(48 - kGap) +
                     ImGui::GetStyle().ScrollbarSize;
  if (!BeginDialog("##keys", open, {wide, 0}, ctx)) return;
  const UiColors& colors = ctx.colors();
  DialogTitle(ctx, "Mouse and keys", colors.text);
  const float line = std::round(ctx.fonts.regular->FontSize + ctx.Px(8));
  const Columns columns = Arrange(model, count, line, ctx.Px(kGroupGap));
  // What does not fit into a low window scrolls.
  const float width_of_notes = ImGui::GetContentRegionAvail().x;
  float notes = 0;
  for (const std::string& note : model.notes) {
    notes += ImGui::CalcTextSize(note.c_str(), nullptr, false, width_of_notes).y + ctx.Px(8);
  }
  const float height = std::min(columns.height, std::max(line * 4, display.y - ctx.Px(190) - notes));
  ImGui::BeginChild("list", {0, height});
  const float width = (ImGui::GetContentRegionAvail().x - ctx.Px(kGap) * static_cast<float>(count - 1)) /
                      static_cast<float>(count);
  const ImVec2 top = ImGui::GetCursorScreenPos();
  for (size_t i = 0; i < columns.groups.size(); ++i) {
    const float x = top.x + static_cast<float>(i) * (width + ctx.Px(kGap));
    DrawColumn(columns.groups[i], {std::round(x), top.y}, width, std::min(column.keys, width / 2), line, ctx);
  }
  ImGui::SetCursorScreenPos(top);
  ImGui::Dummy({1, columns.height});
  ImGui::EndChild();
  for (const std::string& note : model.notes) TextWrapped(colors.warning, note);
  ImGui::AlignTextToFramePadding();
  TextColored(colors.text_faint, model.more);
  ImGui::SameLine();
  if (AnswerButton(ctx, "keys/close", "Close")) ctx.Emit(action::ShowKeyList{false});
  EndDialog();
}

}  // namespace ringscope
