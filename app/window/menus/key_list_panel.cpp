#include "app/view/panel.h"
#include "app/window/menus/commands_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/widgets/dialog.h"
#include "app/widgets/text_field.h"
#include "app/widgets/widgets.h"
#include "app/window/menus/commands_model.h"
#include "app/window/window_actions.h"

namespace ringscope {
namespace {

constexpr float kLeastColumn = 300, kMostColumn = 420;
constexpr float kGap = 32;              // between columns
constexpr float kGroupGap = 12;         // between groups of one column
constexpr float kMostCapsPart = 0.55f;  // of a column's width

using Chord = std::vector<std::string>;

// The measured shape of a row: its chords, in as many lines as they need.
struct RowShape {
  const KeyListModel::Row* row = nullptr;
  std::vector<std::vector<const Chord*>> lines;  // of chords
  float caps_width = 0;
  float height = 0;
};

struct GroupShape {
  std::string_view name;
  std::vector<RowShape> rows;
  float height = 0;
};

// The sizes of rows and their parts.
struct Measures {
  const PanelContext& ctx;
  float width;                                                       // of a column
  float line = std::round(ctx.fonts.regular->FontSize + ctx.Px(8));  // the height of a row of one line
  float cap_pad = ctx.Px(5);                                         // at either side of a cap's text
  float cap_gap = ctx.Px(2);                                         // between the caps of a chord
  float chord_gap = ctx.Px(8);                                       // between chords
  float between = ctx.Px(12);                                        // between a title and its keys
};

float CapWidth(const std::string& cap, const Measures& sizes) {
  // A key of one letter is a square.
  const float least = sizes.ctx.fonts.small->FontSize + sizes.ctx.Px(6);
  return std::round(std::max(least, TextWidth(sizes.ctx.fonts.small, cap) + 2 * sizes.cap_pad));
}

float ChordWidth(const Chord& chord, const Measures& sizes) {
  float width = -sizes.cap_gap;
  for (const std::string& cap : chord) width += CapWidth(cap, sizes) + sizes.cap_gap;
  return width;
}

RowShape ShapeOf(const KeyListModel::Row& row, const Measures& sizes) {
  RowShape shape{&row, {}, 0, 0};
  float used = 0;
  for (const Chord& chord : row.caps) {
    const float width = ChordWidth(chord, sizes);
    if (shape.lines.empty() || used + sizes.chord_gap + width > sizes.width * kMostCapsPart) {
      shape.lines.emplace_back();
      used = -sizes.chord_gap;
    }
    used += sizes.chord_gap + width;
    shape.lines.back().push_back(&chord);
    shape.caps_width = std::max(shape.caps_width, used);
  }
  const ImFont* font = sizes.ctx.fonts.regular;
  const float room = std::max(1.0f, sizes.width - shape.caps_width - sizes.between);
  const char* const begin = row.title.data();
  const float text = font->CalcTextSizeA(font->FontSize, 3.0e38f, room, begin, begin + row.title.size()).y;
  const float more_lines =
      std::max(std::round(text / font->FontSize), static_cast<float>(shape.lines.size())) - 1;
  shape.height = sizes.line + std::max(0.0f, more_lines) * (sizes.line - sizes.ctx.Px(4));
  return shape;
}

std::vector<GroupShape> ShapesOf(const KeyListModel& model, const Measures& sizes) {
  std::vector<GroupShape> groups;
  for (const KeyListModel::Group& group : model.groups) {
    GroupShape& shape = groups.emplace_back(GroupShape{group.name, {}, sizes.line});
    for (const KeyListModel::Row& row : group.rows) {
      shape.rows.push_back(ShapeOf(row, sizes));
      shape.height += shape.rows.back().height;
    }
  }
  return groups;
}

struct Columns {
  std::vector<std::vector<const GroupShape*>> groups;
  float height = 0;
};

// Arranges groups in order in `count` columns of the least common height.
Columns Arrange(const std::vector<GroupShape>& groups, size_t count, float line, float gap) {
  float least = 0, most = 0;
  for (const GroupShape& group : groups) {
    least = std::max(least, group.height);
    most += group.height + gap;
  }
  Columns columns;
  // Tries heights from that of the tallest group on, line by line.
  for (float height = least; height <= most + line; height += line) {
    columns = {};
    float y = 0;
    for (const GroupShape& group : groups) {
      if (columns.groups.empty() || y + gap + group.height > height) {
        columns.groups.emplace_back();
        y = 0;
      }
      y += (y > 0 ? gap : 0) + group.height;
      columns.height = std::max(columns.height, y);
      columns.groups.back().push_back(&group);
    }
    if (columns.groups.size() <= count) break;
  }
  return columns;
}

// A little key: lighter than the background, with an edge below.
void DrawCap(ImDrawList& list, ImVec2 min, ImVec2 max, const std::string& cap, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  const float rounding = ctx.Px(4), edge = ctx.Px(2);
  list.AddRectFilled(min, max, colors.raised_active, rounding);
  list.AddRectFilled(min, {max.x, max.y - edge}, colors.raised, rounding);
  list.AddRect(min, max, colors.raised_active, rounding);
  const float width = TextWidth(ctx.fonts.small, cap);
  DrawTextAt(
      list, ctx.fonts.small,
      {std::round((min.x + max.x - width) / 2), CentredTop(ctx.fonts.small, min.y, max.y - edge - min.y)},
      colors.text, cap);
}

void DrawCaps(const RowShape& shape, ImVec2 at, const Measures& sizes) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float y = at.y + sizes.ctx.Px(2);
  for (const auto& line : shape.lines) {
    float x = at.x + sizes.width;
    for (const Chord* chord : line) x -= ChordWidth(*chord, sizes) + sizes.chord_gap;
    x = std::round(x + sizes.chord_gap);
    for (const Chord* chord : line) {
      for (const std::string& cap : *chord) {
        const float width = CapWidth(cap, sizes);
        DrawCap(list, {x, y}, {x + width, y + sizes.line - sizes.ctx.Px(4)}, cap, sizes.ctx);
        x += width + sizes.cap_gap;
      }
      x += sizes.chord_gap - sizes.cap_gap;
    }
    y += sizes.line - sizes.ctx.Px(2);
  }
}

void DrawRow(const RowShape& shape, ImVec2 at, const Measures& sizes) {
  const KeyListModel::Row& row = *shape.row;
  ImFont* font = sizes.ctx.fonts.regular;
  const float room = std::max(1.0f, sizes.width - shape.caps_width - sizes.between);
  ImGui::GetWindowDrawList()->AddText(font, font->FontSize, {at.x, CentredTop(font, at.y, sizes.line)},
                                      sizes.ctx.colors().text_dim, row.title.data(),
                                      row.title.data() + row.title.size(), room);
  DrawCaps(shape, at, sizes);
  ImGui::SetCursorScreenPos(at);
  ImGui::PushID(&row);
  ImGui::InvisibleButton("row", {sizes.width, shape.height});
  ImGui::PopID();
  if (row.command.empty()) return;
  sizes.ctx.Mark(fmt::format("keys/{}", row.command));
  ItemTooltip(sizes.ctx, fmt::format("In settings.conf: key.{} = \"...\"", row.command));
}

void DrawColumn(const std::vector<const GroupShape*>& groups, ImVec2 at, const Measures& sizes) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const GroupShape* group : groups) {
    DrawTextShort(list, sizes.ctx.fonts.small, {at.x, CentredTop(sizes.ctx.fonts.small, at.y, sizes.line)},
                  sizes.width, sizes.ctx.colors().text_faint, group->name);
    at.y += sizes.line;
    for (const RowShape& row : group->rows) {
      DrawRow(row, at, sizes);
      at.y += row.height;
    }
    at.y += sizes.ctx.Px(kGroupGap);
  }
}

// The number of columns, at most three. It depends on the window alone: the filter moves no column sideways.
size_t ColumnCount(const PanelContext& ctx) {
  const float room = ImGui::GetIO().DisplaySize.x - ctx.Px(24 + 48);
  return static_cast<size_t>(
      std::clamp(std::floor((room + ctx.Px(kGap)) / ctx.Px(kLeastColumn + kGap)), 1.0f, 3.0f));
}

}  // namespace

void DrawKeyListDialog(const AppState& state, KeyListUi& ui, const PanelContext& ctx) {
  const bool open = state.key_list_open && state.errors.empty();
  if (!state.key_list_open) ui.was_open = false;
  const auto count = static_cast<float>(ColumnCount(ctx));
  const float wide = count * ctx.Px(kMostColumn + kGap) + ctx.Px(48 - kGap) + ImGui::GetStyle().ScrollbarSize;
  if (!BeginDialog("##keys", open, {wide, 0}, ctx)) return;
  const bool comes_up = !std::exchange(ui.was_open, true);
  if (comes_up) ui.filter.clear();
  const UiColors& colors = ctx.colors();
  ImGui::PushFont(ctx.fonts.title);
  ImGui::AlignTextToFramePadding();
  Text("Mouse and keys");
  ImGui::PopFont();
  ImGui::SameLine(0, ctx.Px(24));
  if (comes_up) ImGui::SetKeyboardFocusHere();
  TextField(ctx, "keys/filter", "Filter by command or key", 0, ui.filter);
  TakeKeyboard(state, TextBox::kKeys, ctx);
  ImGui::Dummy({0, ctx.Px(2)});

  const KeyListModel model = BuildKeyListModel(state, ui.filter);
  // The list has the height of all rows, whatever the filter leaves; in a low window it scrolls.
  float notes = 0;
  const float width_of_notes = ImGui::GetContentRegionAvail().x;
  for (const std::string& note : model.notes)
    notes += ImGui::CalcTextSize(BreakLines(ImGui::GetFont(), note, width_of_notes - 1).c_str(), nullptr,
                                 false, width_of_notes)
                 .y +
             ctx.Px(8);
  const float inner = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
  const Measures sizes{ctx, std::floor((inner - ctx.Px(kGap) * (count - 1)) / count)};
  const auto arrange = [&](const std::vector<GroupShape>& shapes) {
    return Arrange(shapes, static_cast<size_t>(count), sizes.line, ctx.Px(kGroupGap));
  };
  const std::vector<GroupShape> all = ShapesOf(ui.filter.empty() ? model : BuildKeyListModel(state), sizes);
  const float room = MostDialogHeight(ctx) - ctx.Px(150) - notes;
  const float height = std::min(arrange(all).height, std::max(sizes.line * 4, room));
  const std::vector<GroupShape> shown = ShapesOf(model, sizes);
  const Columns columns = arrange(shown);
  ImGui::BeginChild("list", {0, height});
  const ImVec2 top = ImGui::GetCursorScreenPos();
  for (size_t i = 0; i < columns.groups.size(); ++i) {
    const float x = top.x + static_cast<float>(i) * (sizes.width + ctx.Px(kGap));
    DrawColumn(columns.groups[i], {std::round(x), top.y}, sizes);
  }
  ImGui::SetCursorScreenPos(top);
  ImGui::Dummy({1, columns.height});
  if (columns.groups.empty()) {
    ImGui::SetCursorScreenPos(top);
    TextColored(colors.text_faint, "No key or command matches");
  }
  ImGui::EndChild();
  for (const std::string& note : model.notes) TextWrapped(colors.warning, note);
  ImGui::AlignTextToFramePadding();
  TextColored(colors.text_faint, model.more);
  ImGui::SameLine();
  if (AnswerButton(ctx, "keys/close", "Close")) ctx.Emit(action::ShowKeyList{false});
  EndDialog();
}

}  // namespace ringscope
