#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>

#include "cct/base/text/ascii.h"
#include "cct/base/text/utf8.h"

namespace ringscope {
namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";
constexpr float kWordPadding = 12;  // at either side of a WordButton's text

const char* Begin(std::string_view text) { return text.data(); }
const char* End(std::string_view text) { return text.data() + text.size(); }

ImVec2 TooltipPadding(const Ui& ui) { return {ui.Px(10), ui.Px(7)}; }
float TooltipWrap(const Ui& ui) { return ui.Px(520); }

// Whether the pointer is on the last item and has not pressed the item since it came there.
bool WantsTooltip() {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return false;
  const ImGuiContext& now = *ImGui::GetCurrentContext();
  return now.HoveredId == 0 || now.HoveredId != ImGui::GetItemID() ||
         now.HoveredIdNotActiveTimer >= now.HoveredIdTimer;
}

void DrawTooltip(const Ui& ui, std::string_view text) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, TooltipPadding(ui));
  ImGui::BeginTooltip();
  TextWrapped(ui.colors().text, text, TooltipWrap(ui) - TooltipPadding(ui).x);
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ui.MarkRect("tooltip", {at.x, at.y, size.x, size.y});
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

std::string ShortenedName(ImFont* font, std::string_view name, float width, CutMark mark) {
  if (TextWidth(font, name) <= width) return std::string(name);
  std::string cut = ShortenName(name, width, font->FontSize, MeasureWith(font), mark);
  return cut.empty() ? FitText(font, name, width) : cut;
}

}  // namespace

float TextWidth(ImFont* font, std::string_view text) {
  // An empty view may have null as its end: ImGui would read on to the first 0.
  if (text.empty()) return 0;
  return font->CalcTextSizeA(font->FontSize, 3.0e38f, 0, Begin(text), End(text)).x;
}

MeasureText MeasureWith(ImFont* font) {
  return [font](std::string_view text, float) { return TextWidth(font, text); };
}

std::string FitText(ImFont* font, std::string_view text, float width) {
  if (TextWidth(font, text) <= width) return std::string(text);
  const float room = width - TextWidth(font, kEllipsis);
  if (room <= 0) return {};
  const char* cut = nullptr;
  font->CalcTextSizeA(font->FontSize, room, 0, Begin(text), End(text), &cut);
  const size_t length = cut == nullptr ? 0 : static_cast<size_t>(cut - text.data());
  return std::string(Utf8Prefix(text, length)) + std::string(kEllipsis);
}

std::string FitTextEnd(ImFont* font, std::string_view text, float width) {
  if (TextWidth(font, text) <= width) return std::string(text);
  const float room = width - TextWidth(font, kEllipsis);
  if (room <= 0) return {};
  // Backwards character by character: only a few dozen bytes fit.
  size_t begin = text.size();
  float used = 0;
  while (begin > 0) {
    size_t next = begin - 1;
    while (next > 0 && (static_cast<unsigned char>(text[next]) & 0xC0) == 0x80) --next;
    used += TextWidth(font, text.substr(next, begin - next));
    if (used > room) break;
    begin = next;
  }
  return std::string(kEllipsis) + std::string(text.substr(begin));
}

std::string FitTextMiddle(ImFont* font, std::string_view text, float width) {
  return CutMiddleToFit(text, width, font->FontSize, MeasureWith(font));
}

std::string ShortName(ImFont* font, std::string_view name, float width) {
  return ShortenedName(font, name, width, CutMark::kEllipsis);
}

std::string FilledName(ImFont* font, std::string_view name, float width) {
  return ShortenedName(font, name, width, CutMark::kFilled);
}

NameLines WrapName(ImFont* font, std::string_view name, float width) {
  // The name is shortened as a whole, so that both lines together are a name. The first line may end before
  // the edge.
  for (float room = 2 * width; room > width; room -= width / 8) {
    const std::string shown = FilledName(font, name, room);
    const size_t end = LineEnd(shown, width, font->FontSize, MeasureWith(font));
    if (end == shown.size()) return {{shown}, shown == name};
    if (TextWidth(font, shown.substr(end)) <= width)
      return {{shown.substr(0, end), shown.substr(end)}, shown == name};
  }
  std::string shown = FilledName(font, name, width);
  const bool whole = shown == name;
  return {{std::move(shown)}, whole};
}

bool Splitter(const Ui& ui, std::string_view mark, ImVec2 size) {
  const bool upright = size.y > size.x;
  ImGui::InvisibleButton("splitter", size);
  ui.Mark(mark);
  if (ImGui::IsItemHovered() || ImGui::IsItemActive())
    ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  return ImGui::IsItemActive() && (upright ? moved.x : moved.y) != 0;
}

void DrawTextAt(ImDrawList& list, ImFont* font, ImVec2 at, ImU32 color, std::string_view text) {
  list.AddText(font, font->FontSize, at, color, Begin(text), End(text));
}

float CentredTop(const ImFont* font, float top, float height) {
  return std::round(top + (height - font->FontSize) / 2);
}

void DrawChevron(ImVec2 middle, float half, const Ui& ui) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  half = ui.Px(half);
  list.PathLineTo({middle.x - half / 2, middle.y - half});
  list.PathLineTo({middle.x + half / 2, middle.y});
  list.PathLineTo({middle.x - half / 2, middle.y + half});
  list.PathStroke(ui.colors().text_faint, ImDrawFlags_None, ui.Px(1.3f));
}

void Text(std::string_view text) { ImGui::TextUnformatted(Begin(text), End(text)); }

void TextColored(ImU32 color, std::string_view text) {
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  Text(text);
  ImGui::PopStyleColor();
}

namespace {

// The end of the first word, or of a number with its unit: "25.8 s".
size_t EndOfWord(std::string_view text) {
  constexpr size_t kMostUnitBytes = 4;
  const size_t end = text.find_first_of(" \n", 1);
  if (end == std::string_view::npos || text[end] != ' ' || !IsDigit(text[end - 1])) return end;
  const size_t behind = text.find_first_of(" \n", end + 1);
  const std::string_view unit =
      text.substr(end + 1, behind == std::string_view::npos ? behind : behind - end - 1);
  return unit.empty() || unit.size() > kMostUnitBytes || IsDigit(unit.front()) ? end : behind;
}

}  // namespace

std::string BreakLines(ImFont* font, std::string_view text, float width) {
  std::string lines;
  float used = 0;
  while (!text.empty()) {
    // A word with the blank before it.
    std::string_view piece = text.substr(0, EndOfWord(text));
    if (TextWidth(font, piece) > width) piece = piece.substr(0, piece.find_first_of(" \n", 1));
    text.remove_prefix(piece.size());
    const bool begins_line = piece.front() == '\n';
    const std::string_view word = piece.substr(begins_line || piece.front() == ' ' ? 1 : 0);
    const float word_px = TextWidth(font, word), piece_px = begins_line ? word_px : TextWidth(font, piece);
    const bool breaks = piece.front() == ' ' && used > 0 && used + piece_px > width;
    if (breaks) lines += '\n';
    lines += breaks ? word : piece;
    used = breaks ? word_px : begins_line ? word_px : used + piece_px;
  }
  return lines;
}

void TextWrapped(ImU32 color, std::string_view text, float width) {
  const float room = width > 0 ? width : ImGui::GetContentRegionAvail().x;
  // ImGui breaks single words that are wider than the room.
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + room);
  TextColored(color, BreakLines(ImGui::GetFont(), text, room - 1));
  ImGui::PopTextWrapPos();
}

namespace {

ImVec2 TooltipSize(const Ui& ui, std::string_view text) {
  const ImVec2 padding = TooltipPadding(ui);
  const std::string lines = BreakLines(ImGui::GetFont(), text, TooltipWrap(ui) - padding.x - 1);
  const ImVec2 inner = ImGui::CalcTextSize(lines.c_str(), nullptr, false, TooltipWrap(ui) - padding.x);
  return {inner.x + 2 * padding.x, inner.y + 2 * padding.y};
}

}  // namespace

void ItemTooltip(const Ui& ui, std::string_view text) {
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  ItemTooltip(ui, text, {min.x, min.y, max.x - min.x, max.y - min.y});
}

void ItemTooltip(const Ui& ui, std::string_view text, const PanelRect& part) {
  if (text.empty() || !WantsTooltip()) return;
  // The tooltip of a low item stands below or above: it covers neither the item nor its neighbours in the
  // row.
  if (part.height <= ui.Px(64)) {
    const ImVec2 size = TooltipSize(ui, text), display = ImGui::GetIO().DisplaySize;
    const float gap = ui.Px(4), above = part.y - gap - size.y, below = part.y + part.height + gap;
    const float y = below + size.y <= display.y || above < 0 ? below : above;
    const float x = std::max(0.0f, std::min(ImGui::GetIO().MousePos.x, display.x - size.x));
    ImGui::SetNextWindowPos({std::round(x), std::round(y)});
  }
  DrawTooltip(ui, text);
}

void ItemTooltipBeside(const Ui& ui, std::string_view text, const PanelRect& area) {
  if (text.empty() || !WantsTooltip()) return;
  const ImVec2 padding = TooltipPadding(ui), display = ImGui::GetIO().DisplaySize;
  const auto [width, height] = TooltipSize(ui, text);
  const float gap = ui.Px(6), right = area.x + area.width + gap, left = area.x - gap - width;
  const bool has_side = right + width <= display.x || left >= 0;
  ImVec2 at{right + width <= display.x ? right : std::max(left, 0.0f), ImGui::GetItemRectMin().y - padding.y};
  if (!has_side) at.y = area.y - gap - height;
  at.y = std::max(0.0f, std::min(at.y, display.y - height));
  ImGui::SetNextWindowPos({std::round(at.x), std::round(at.y)});
  DrawTooltip(ui, text);
}

bool IconButton(const Ui& ui, std::string_view mark, Icon icon, std::string_view tooltip, bool enabled,
                bool on) {
  const float side = std::round(ui.Px(30));
  const auto [min, max, clicked, hovered] =
      ClickableArea(ui, mark, ImGui::GetCursorScreenPos(), {side, side}, enabled);
  const bool held = enabled && ImGui::IsItemActive();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const UiColors& colors = ui.colors();
  if (hovered || held)
    list.AddRectFilled(min, max, held ? colors.raised_active : colors.raised_hover, ui.Px(6));
  DrawIcon(list, icon, {min.x + side / 2, min.y + side / 2}, ui.Px(15),
           !enabled  ? colors.text_faint
           : on      ? colors.accent
           : hovered ? colors.text
                     : colors.text_dim);
  ItemTooltip(ui, tooltip);
  return clicked;
}

bool TextButton(const Ui& ui, std::string_view mark, const char* label, ImVec2 size, std::string_view tooltip,
                bool enabled) {
  ImGui::BeginDisabled(!enabled);
  const bool clicked = ImGui::Button(label, size);
  ui.Mark(mark);
  ImGui::EndDisabled();
  ItemTooltip(ui, tooltip);
  return clicked;
}

bool Checkbox(const Ui& ui, std::string_view mark, const char* label, bool& value, std::string_view tooltip) {
  const bool clicked = ImGui::Checkbox(label, &value);
  ui.Mark(mark);
  ItemTooltip(ui, tooltip);
  return clicked;
}

float WidthOf(const Ui& ui, const WordButton& button) {
  return std::ceil(TextWidth(ui.fonts.regular, button.text) + ui.Px(2 * kWordPadding) +
                   (button.unfolds ? ui.Px(16) : 0));
}

bool DrawWordButton(const Ui& ui, const WordButton& button, ImVec2 at) {
  const UiColors& colors = ui.colors();
  const ImVec2 size{WidthOf(ui, button), std::round(ui.Px(kWordButtonHeight))};
  const auto [min, max, clicked, hovered] = ClickableArea(ui, button.mark, at, size, button.enabled);
  ItemTooltip(ui, button.tooltip);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (button.on || hovered)
    list.AddRectFilled(min, max, button.on ? colors.accent : colors.raised_hover, ui.Px(6));
  const ImU32 color = button.on         ? colors.on_accent
                      : !button.enabled ? colors.text_faint
                      : hovered         ? colors.text
                                        : colors.text_dim;
  DrawTextAt(list, ui.fonts.regular, {at.x + ui.Px(kWordPadding), CentredTop(ui.fonts.regular, at.y, size.y)},
             color, button.text);
  if (button.unfolds)
    DrawIcon(list, Icon::kMore, {at.x + size.x - ui.Px(14), at.y + size.y / 2}, ui.Px(11), color);
  return clicked;
}

float SegmentsWidth(const Ui& ui, std::span<const std::string_view> labels) {
  float widest = 0;
  for (const std::string_view label : labels) widest = std::max(widest, TextWidth(ImGui::GetFont(), label));
  return std::ceil(widest + ui.Px(18)) * static_cast<float>(labels.size());
}

size_t RowsOfLabels(ImFont* font, std::span<const std::string_view> labels, float width, float padding) {
  float widest = 0;
  for (const std::string_view label : labels) widest = std::max(widest, TextWidth(font, label));
  // One pixel more, as the edges of cells are rounded.
  const float each = widest + padding + 1;
  size_t rows = 1;
  while (rows < labels.size() &&
         std::ceil(static_cast<float>(labels.size()) / static_cast<float>(rows)) * each > width)
    ++rows;
  return rows;
}

size_t SegmentedControl(const Ui& ui, std::string_view mark, std::span<const std::string_view> labels,
                        size_t chosen, float width, size_t most_rows, std::span<const std::string> tips) {
  const UiColors& colors = ui.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = std::round(ui.Px(30)), between = std::round(ui.Px(4));
  const float rounding = ui.Px(6), inset = ui.Px(2);
  const size_t rows = std::min(RowsOfLabels(ImGui::GetFont(), labels, width, 2 * inset), most_rows);
  size_t result = chosen;
  for (size_t row = 0; row < rows; ++row) {
    const size_t begin = row * labels.size() / rows, end = (row + 1) * labels.size() / rows;
    const float each = width / static_cast<float>(end - begin);
    const float top = at.y + static_cast<float>(row) * (height + between);
    list.AddRectFilled({at.x, top}, {at.x + width, top + height}, colors.raised, rounding);
    for (size_t i = begin; i < end; ++i) {
      const ImVec2 min{std::round(at.x + each * static_cast<float>(i - begin)), top};
      const ImVec2 max{std::round(at.x + each * static_cast<float>(i - begin + 1)), top + height};
      ImGui::PushID(static_cast<int>(i));
      const auto choice =
          ClickableArea(ui, std::string(mark) + "/" + std::string(labels[i]), min, {max.x - min.x, height});
      ImGui::PopID();
      if (choice.clicked) result = i;
      if (i == chosen || choice.hovered) {
        list.AddRectFilled({min.x + inset, min.y + inset}, {max.x - inset, max.y - inset},
                           ImGui::GetColorU32(i == chosen ? colors.accent : colors.raised_hover),
                           rounding - inset);
      }
      const std::string shown = FitText(ImGui::GetFont(), labels[i], max.x - min.x - 2 * inset);
      if (i < tips.size())
        ItemTooltip(ui, tips[i]);
      else if (shown != labels[i])
        ItemTooltip(ui, labels[i]);
      const ImVec2 size = ImGui::CalcTextSize(Begin(shown), End(shown));
      list.AddText({std::round((min.x + max.x - size.x) / 2), std::round((min.y + max.y - size.y) / 2)},
                   ImGui::GetColorU32(i == chosen ? colors.on_accent : colors.text_dim), Begin(shown),
                   End(shown));
    }
  }
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({width, static_cast<float>(rows) * (height + between) - between});
  return result;
}

void NextInRow(float width, float gap) {
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  if (ImGui::GetItemRectMax().x + gap + width <= right) ImGui::SameLine(0, gap);
}

float CheckboxWidth(std::string_view label) {
  return ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x +
         ImGui::CalcTextSize(Begin(label), End(label)).x;
}

bool DrawMissing(const Ui& ui, std::string_view name, size_t pane, const PanelRect& rect,
                 std::string_view text, ImU32 background) {
  if (text.empty()) return false;
  BeginArea(ui, fmt::format("##{}{}", name, pane).c_str(), rect, background, {0, 0});
  if (const float width = std::min(rect.width - ui.Px(48), ui.Px(520)); width > 0) {
    const std::string lines = BreakLines(ImGui::GetFont(), text, width - 1);
    const ImVec2 size = ImGui::CalcTextSize(lines.c_str(), nullptr, false, width);
    ImGui::SetCursorScreenPos({std::round(rect.x + (rect.width - std::min(size.x, width)) / 2),
                               std::round(rect.y + (rect.height - size.y) / 2)});
    TextWrapped(ui.colors().text_dim, text, width);
    ui.Mark(fmt::format("{}/missing", name));
  }
  EndArea();
  return true;
}

ClickedArea ClickableArea(const Ui& ui, std::string_view mark, ImVec2 at, ImVec2 size, bool enabled) {
  ImGui::SetCursorScreenPos(at);
  ImGui::PushID(Begin(mark), End(mark));
  ImGui::BeginDisabled(!enabled);
  const bool clicked = ImGui::InvisibleButton("area", size) && enabled;
  ImGui::EndDisabled();
  ImGui::PopID();
  ui.Mark(mark);
  return {at, {at.x + size.x, at.y + size.y}, clicked, enabled && ImGui::IsItemHovered()};
}

ClickedArea ClickableRow(const Ui& ui, std::string_view mark, ImVec2 size, bool chosen, bool can_be_lit) {
  const ClickedArea row = ClickableArea(ui, mark, ImGui::GetCursorScreenPos(), size);
  if (chosen || (row.hovered && can_be_lit)) {
    const ImU32 color = chosen ? ui.colors().accent_soft : ui.colors().raised;
    ImGui::GetWindowDrawList()->AddRectFilled(row.min, row.max, color, ui.Px(5));
  }
  return row;
}

ClickedArea MenuItemRow(const Ui& ui, std::string_view mark, ImVec2 size, bool enabled) {
  const ClickedArea row = ClickableArea(ui, mark, ImGui::GetCursorScreenPos(), size, enabled);
  if (row.hovered) {
    ImGui::GetWindowDrawList()->AddRectFilled({row.min.x - ui.Px(6), row.min.y},
                                              {row.max.x + ui.Px(6), row.max.y}, ui.colors().raised_hover,
                                              ui.Px(5));
  }
  return row;
}

void ScrollToRow(uint64_t row, float height) {
  const float top = static_cast<float>(row) * height, shown = ImGui::GetWindowHeight();
  if (top < ImGui::GetScrollY()) ImGui::SetScrollY(top);
  if (top + height > ImGui::GetScrollY() + shown) ImGui::SetScrollY(top + height - shown);
}

void DrawFocusRing(const PanelRect& rect, const Ui& ui) {
  DrawFocusRing(*ImGui::GetWindowDrawList(), rect, ui);
}

void DrawFocusRing(ImDrawList& list, const PanelRect& rect, const Ui& ui) {
  const float half = ui.Px(1);
  list.AddRect({rect.x + half, rect.y + half}, {rect.x + rect.width - half, rect.y + rect.height - half},
               ui.colors().accent, ui.Px(4), 0, 2 * half);
  ui.MarkRect("keyboard", rect);
}

void SectionHeading(const Ui& ui, std::string_view text) {
  ImGui::PushFont(ui.fonts.small);
  TextColored(ui.colors().text_faint, text);
  ImGui::PopFont();
}

void ShortText(const Ui& ui, std::string_view text, float width, ImU32 color, bool keeps_end) {
  const auto& fit = keeps_end ? FitTextMiddle : FitText;
  const std::string fitted = fit(ImGui::GetFont(), text, width);
  TextColored(color, fitted);
  if (fitted.size() != text.size()) ItemTooltip(ui, text);
}

void DrawTextRight(ImDrawList& list, ImFont* font, float right, float y, ImU32 color, std::string_view text) {
  list.AddText(font, font->FontSize, {std::round(right - TextWidth(font, text)), y}, color, Begin(text),
               End(text));
}

float DrawTextShort(ImDrawList& list, ImFont* font, ImVec2 at, float width, ImU32 color,
                    std::string_view text) {
  const std::string fitted = FitText(font, text, width);
  list.AddText(font, font->FontSize, at, color, fitted.data(), fitted.data() + fitted.size());
  return TextWidth(font, fitted);
}

void BeginArea(const Ui& ui, const char* name, const PanelRect& rect, ImU32 background, ImVec2 padding) {
  if (ui.area_fills != nullptr && (background & IM_COL32_A_MASK) == IM_COL32_A_MASK) {
    ui.area_fills->push_back({rect, background});
    background = 0;
  }
  ImGui::SetNextWindowPos({rect.x, rect.y});
  ImGui::SetNextWindowSize({rect.width, rect.height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, background);
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  // ImGui clips half the padding at the edges, which lines and fills may reach here.
  ImGui::PushClipRect({rect.x, rect.y}, {rect.x + rect.width, rect.y + rect.height}, false);
}

void EndArea() {
  ImGui::PopClipRect();
  ImGui::End();
}

void DrawBottomLine(const PanelRect& rect, const Ui& ui) {
  const float bottom = rect.y + rect.height - 0.5f;
  ImGui::GetWindowDrawList()->AddLine({rect.x, bottom}, {rect.x + rect.width, bottom}, ui.colors().line);
}

PanelRect RestOfWindow() {
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  return {at.x, at.y, room.x, room.y};
}

}  // namespace ringscope
