#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/icons.h"
#include "app/widgets/ui.h"

namespace ringscope {

// The application's own small widgets. All take the item's mark as ImGui id.

// A square button with an icon and a tooltip, in the accent colour while it is `on`. True when clicked.
bool IconButton(const Ui& ui, std::string_view mark, Icon icon, std::string_view tooltip,
                bool enabled = true, bool on = false);

// Several choices side by side, in as few rows as their labels allow, as even as can be, and at most `most_rows`,
// where labels are shortened; returns the chosen index (`chosen` where nothing was clicked, which may be none of
// them).
size_t SegmentedControl(const Ui& ui, std::string_view mark,
                        std::span<const std::string_view> labels, size_t chosen, float width,
                        size_t most_rows = SIZE_MAX);

// How many rows it takes: in each all labels have room beside each other, unless one has none even alone.
[[nodiscard]] size_t RowsOfLabels(ImFont* font, std::span<const std::string_view> labels, float width,
                                  float padding);

// Of a row of small items: the next one, so many pixels wide, stands beside what was drawn last, or where it
// has no room there begins a row of its own.
void NextInRow(float width, float gap);
// How wide a checkbox is.
[[nodiscard]] float CheckboxWidth(std::string_view label);

// A row of a list at the cursor: it can be clicked, and a chosen one, or one under the pointer, is lit. What
// stands in it is drawn afterwards. `can_be_lit`: whether a click would do something.
struct RowItem {
  ImVec2 min, max;
  bool clicked = false, hovered = false;
};
RowItem ClickableRow(const Ui& ui, std::string_view mark, ImVec2 size, bool chosen = false,
                     bool can_be_lit = true);
// The same of a menu, whose light reaches a little beyond the texts.
RowItem MenuItemRow(const Ui& ui, std::string_view mark, ImVec2 size, bool enabled = true);

// A quiet heading above a group.
void SectionHeading(const Ui& ui, std::string_view text);

// One line of text at the cursor, shortened with an ellipsis to a width; the whole text is its tooltip when
// it was. What ends in what tells most, as places do in their lines, is cut in its middle.
void ShortText(const Ui& ui, std::string_view text, float width, ImU32 color,
               bool keeps_end = false);

// Why there is nothing to see, in the middle of an area.
void DrawMissing(const Ui& ui, std::string_view mark, std::string_view text,
                 const PanelRect& rect);

// An edge between two areas, at the cursor. True while it is dragged in its direction.
bool Splitter(const Ui& ui, std::string_view mark, ImVec2 size);

// Around what has the keyboard, inside the window that is drawn.
void DrawFocusRing(const PanelRect& rect, const Ui& ui);

// Points to the right, from one thing to what follows it. `half`: of its height, unscaled.
void DrawChevron(ImVec2 middle, float half, const Ui& ui);

// Text drawn at a place.
void DrawTextAt(ImDrawList& list, ImFont* font, ImVec2 at, ImU32 color, std::string_view text);
// Where one line of text begins that stands in the middle of a height from `top` on.
[[nodiscard]] float CentredTop(const ImFont* font, float top, float height);
// Text drawn at a place, right edge at `right`.
void DrawTextRight(ImDrawList& list, ImFont* font, float right, float y, ImU32 color, std::string_view text);
// Text drawn at a place, shortened to a width. Returns the drawn width.
float DrawTextShort(ImDrawList& list, ImFont* font, ImVec2 at, float width, ImU32 color,
                    std::string_view text);

// `text` or its front with an ellipsis, whichever fits.
[[nodiscard]] std::string FitText(ImFont* font, float size_px, std::string_view text, float width);

// `text` or its end behind an ellipsis: of a path that tells more than its front.
[[nodiscard]] std::string FitTextEnd(ImFont* font, float size_px, std::string_view text, float width);

// `text` or its front and its end around an ellipsis: of a place whose line stands at its end.
[[nodiscard]] std::string FitTextMiddle(ImFont* font, float size_px, std::string_view text, float width);

// A function's name shortened to a width from its least telling end, with an ellipsis where something went.
[[nodiscard]] std::string ShortName(ImFont* font, std::string_view name, float width);

// The same, but it fills the width: what is left of a part that had to go stays as far as it fits.
[[nodiscard]] std::string FilledName(ImFont* font, std::string_view name, float width);

// A name on one line or two, shortened as one: the first line ends between parts of the name where it can.
struct NameLines {
  std::vector<std::string> lines;
  bool whole = true;  // nothing is left out
};
[[nodiscard]] NameLines WrapName(ImFont* font, std::string_view name, float width);

[[nodiscard]] float TextWidth(ImFont* font, std::string_view text);

// A tooltip for the item drawn last.
void ItemTooltip(const Ui& ui, std::string_view text);
// The same, at the item's height but beside `area`, which it leaves readable: to the right of it, else to the
// left, else above.
void ItemTooltipBeside(const Ui& ui, std::string_view text, const PanelRect& area);

void Text(std::string_view text);
void TextColored(ImU32 color, std::string_view text);
void TextWrapped(ImU32 color, std::string_view text);

// Begins a window that fills `rect`. Areas do not overlap but for such as lie over a chart, which it draws
// first.
void BeginArea(const Ui& ui, const char* name, const PanelRect& rect, ImU32 background,
               ImVec2 padding);
void EndArea();

// Where small text begins so that it stands on the line of regular text that begins at `regular_top`.
[[nodiscard]] inline float SmallTextTop(const Ui& ui, float regular_top) {
  return std::round(regular_top + ui.fonts.regular->Ascent - ui.fonts.small->Ascent);
}

}  // namespace ringscope
