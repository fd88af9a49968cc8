#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/icons.h"
#include "app/widgets/ui.h"
#include "renderer/text/name_text.h"

namespace ringscope {

// The application's own small widgets. All take the item's mark as ImGui id.

// A square button with an icon and a tooltip, in the accent colour while `on`. True if clicked.
bool IconButton(const Ui& ui, std::string_view mark, Icon icon, std::string_view tooltip, bool enabled = true,
                bool on = false);

// ImGui's button and box with a mark and a tooltip. True if clicked.
bool TextButton(const Ui& ui, std::string_view mark, const char* label, ImVec2 size,
                std::string_view tooltip = {}, bool enabled = true);
bool Checkbox(const Ui& ui, std::string_view mark, const char* label, bool& value,
              std::string_view tooltip = {});

// A button of one word. `unfolds`: with an arrow that says that a menu opens below.
struct WordButton {
  std::string_view mark, text;
  std::string_view tooltip;
  bool enabled = true, on = false, unfolds = false;
};
inline constexpr float kWordButtonHeight = 30;  // in units of the content scale
[[nodiscard]] float WidthOf(const Ui& ui, const WordButton& button);
// True if clicked.
bool DrawWordButton(const Ui& ui, const WordButton& button, ImVec2 at);

// Several choices side by side, in as few and as even rows as their labels allow, at most `most_rows`;
// shortens labels that have no room in these. Returns the clicked index, else `chosen`, which may lie beyond
// the choices. `tips`: a tooltip for each choice, if any.
size_t SegmentedControl(const Ui& ui, std::string_view mark, std::span<const std::string_view> labels,
                        size_t chosen, float width, size_t most_rows = SIZE_MAX,
                        std::span<const std::string> tips = {});

// The width of a SegmentedControl() of one row that shows its labels whole.
[[nodiscard]] float SegmentsWidth(const Ui& ui, std::span<const std::string_view> labels);

// The number of rows of labels in cells as wide as the widest label; one label a row if it is too wide.
[[nodiscard]] size_t RowsOfLabels(ImFont* font, std::span<const std::string_view> labels, float width,
                                  float padding);

// Places the next small item, `width` pixels wide: beside the last drawn item, or in a new row if too wide.
void NextInRow(float width, float gap);
// The width of a Checkbox().
[[nodiscard]] float CheckboxWidth(std::string_view label);

// An area that can be clicked. The caller draws its contents before or afterwards.
struct ClickedArea {
  ImVec2 min, max;
  bool clicked = false, hovered = false;
};
ClickedArea ClickableArea(const Ui& ui, std::string_view mark, ImVec2 at, ImVec2 size, bool enabled = true);
// A row of a list at the cursor, lit while chosen or under the pointer. `can_be_lit`: whether a click would
// do something.
ClickedArea ClickableRow(const Ui& ui, std::string_view mark, ImVec2 size, bool chosen = false,
                         bool can_be_lit = true);
// A row of a menu: its light reaches a little beyond the texts.
ClickedArea MenuItemRow(const Ui& ui, std::string_view mark, ImVec2 size, bool enabled = true);

// Scrolls a list of rows of one height in the current window until `row` can be seen whole.
void ScrollToRow(uint64_t row, float height);
// Calls draw(row) for the rows of such a list that can be seen.
template <typename Draw>
void DrawRowsInSight(size_t count, float height, const Draw& draw) {
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(std::min<size_t>(count, 100'000'000)), height);
  while (clipper.Step()) {
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) draw(static_cast<size_t>(row));
  }
}

// A quiet heading above a group.
void SectionHeading(const Ui& ui, std::string_view text);

// One line of text at the cursor, shortened with an ellipsis to a width; a shortened text is its own tooltip.
// `keeps_end`: cuts in the middle, for texts whose end tells most, as the line of a place.
void ShortText(const Ui& ui, std::string_view text, float width, ImU32 color, bool keeps_end = false);

// Draws into the middle of a pane's area the text why the chart is empty. Without a text draws nothing and
// returns false.
bool DrawMissing(const Ui& ui, std::string_view name, size_t pane, const PanelRect& rect,
                 std::string_view text, ImU32 background = IM_COL32_BLACK_TRANS);

// An edge between two areas, at the cursor. True in frames that drag it sideways.
bool Splitter(const Ui& ui, std::string_view mark, ImVec2 size);

// A ring around the area that has the keyboard, inside the current window.
void DrawFocusRing(const PanelRect& rect, const Ui& ui);
void DrawFocusRing(ImDrawList& list, const PanelRect& rect, const Ui& ui);

// An arrow head that points right, between an item and the next. `half`: half of its height, unscaled.
void DrawChevron(ImVec2 middle, float half, const Ui& ui);

void DrawTextAt(ImDrawList& list, ImFont* font, ImVec2 at, ImU32 color, std::string_view text);
// The top of a line of text that is centred in `height` from `top` on.
[[nodiscard]] float CentredTop(const ImFont* font, float top, float height);
// Draws text with its right edge at `right`.
void DrawTextRight(ImDrawList& list, ImFont* font, float right, float y, ImU32 color, std::string_view text);
// Draws text shortened to a width. Returns the drawn width.
float DrawTextShort(ImDrawList& list, ImFont* font, ImVec2 at, float width, ImU32 color,
                    std::string_view text);

// `text`, or its front with an ellipsis if too wide.
[[nodiscard]] std::string FitText(ImFont* font, std::string_view text, float width);

// `text`, or its end after an ellipsis: for paths, whose end tells more than the front.
[[nodiscard]] std::string FitTextEnd(ImFont* font, std::string_view text, float width);

// `text`, or its front and its end around an ellipsis: for places, which end in a line number.
[[nodiscard]] std::string FitTextMiddle(ImFont* font, std::string_view text, float width);

// A function's name shortened to a width (ShortenName): an ellipsis stands for the parts left out.
[[nodiscard]] std::string ShortName(ImFont* font, std::string_view name, float width);

// ShortName() that fills the width: cuts a part that does not fit whole instead of leaving it out.
[[nodiscard]] std::string FilledName(ImFont* font, std::string_view name, float width);

// A name on one line or two, shortened as a whole: the first line ends between parts of the name if possible.
struct NameLines {
  std::vector<std::string> lines;
  bool whole = true;  // nothing is left out
};
[[nodiscard]] NameLines WrapName(ImFont* font, std::string_view name, float width);

[[nodiscard]] float TextWidth(ImFont* font, std::string_view text);
// TextWidth() for functions that shorten texts by measuring them.
[[nodiscard]] MeasureText MeasureWith(ImFont* font);

// A tooltip for the last drawn item: below or above the item, or at the pointer if the item is high.
void ItemTooltip(const Ui& ui, std::string_view text);
// A tooltip for a part of the item.
void ItemTooltip(const Ui& ui, std::string_view text, const PanelRect& part);
// ItemTooltip() at the item's height but beside `area`, which stays readable: at the area's right, else at
// its left, else above.
void ItemTooltipBeside(const Ui& ui, std::string_view text, const PanelRect& area);

void Text(std::string_view text);
void TextColored(ImU32 color, std::string_view text);
// Breaks lines between words, so that "1,234" and "25.8 s" stay whole, at `width` pixels; 0: at the window's
// edge.
void TextWrapped(ImU32 color, std::string_view text, float width = 0);
// The lines of such a text, separated by '\n'.
[[nodiscard]] std::string BreakLines(ImFont* font, std::string_view text, float width);

// Begins a window that fills `rect`. Areas overlap only over a chart, which is drawn first.
void BeginArea(const Ui& ui, const char* name, const PanelRect& rect, ImU32 background, ImVec2 padding);
void EndArea();
// A hairline along the lower edge of an area in the current window.
void DrawBottomLine(const PanelRect& rect, const Ui& ui);
// The part of the current window from the cursor to the lower right corner.
[[nodiscard]] PanelRect RestOfWindow();

// The top of small text on the line of regular text that begins at `regular_top`.
[[nodiscard]] inline float SmallTextTop(const Ui& ui, float regular_top) {
  return std::round(regular_top + ui.fonts.regular->Ascent - ui.fonts.small->Ascent);
}

}  // namespace ringscope
