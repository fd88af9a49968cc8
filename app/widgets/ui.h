#pragma once

#include <imgui.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/ui_theme.h"

namespace ringscope {

struct PanelFonts {
  ImFont* regular = nullptr;
  ImFont* small = nullptr;
  ImFont* title = nullptr;
  ImFont* mono = nullptr;
};

// A rectangle in window pixels.
struct PanelRect {
  float x = 0, y = 0, width = 0, height = 0;
  [[nodiscard]] bool contains(float px, float py) const {
    return px >= x && py >= y && px < x + width && py < y + height;
  }
};

// A rectangle of one colour, opaque.
struct AreaFill {
  PanelRect rect;
  ImU32 color = 0;
};

// Rectangles of named items, for tests that click by name.
using MarkedItems = std::map<std::string, PanelRect, std::less<>>;

// The context of every widget: the look, and the lists that a frame fills while it is drawn.
struct Ui {
  float scale = 1;
  Theme theme = Theme::kDark;
  PanelFonts fonts;
  MarkedItems* marks = nullptr;  // null outside tests
  // Backgrounds of areas, filled by clearing before ImGui draws: without a GPU that takes a fraction of the
  // time of ImGui's textured and blended rectangles. Null: ImGui draws the backgrounds.
  std::vector<AreaFill>* area_fills = nullptr;
  std::string* pointed_query = nullptr;  // the query of the last PointAt(); null: not recorded

  [[nodiscard]] const UiColors& colors() const { return UiColorsOf(theme); }
  [[nodiscard]] float Px(float units) const { return units * scale; }
  // Says that the pointer is on an item for the contexts of a query: these contexts light up.
  void PointAt(std::string_view query) const {
    if (pointed_query != nullptr) *pointed_query = query;
  }
  // Remembers the place of the last drawn item, and lets the keyboard reach it (app/widgets/dialog.h).
  void Mark(std::string_view name) const;
  // Remembers a rectangle that is no item.
  void MarkRect(std::string_view name, const PanelRect& rect) const {
    if (marks != nullptr) (*marks)[std::string(name)] = rect;
  }
};

}  // namespace ringscope
