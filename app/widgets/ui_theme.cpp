#include "app/widgets/ui_theme.h"

#include <array>

namespace ringscope {
namespace {

constexpr ImU32 Rgb(unsigned rgb, unsigned alpha = 255) {
  return IM_COL32((rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255, alpha);
}

struct UiColor {
  ImU32 UiColors::*color;
  unsigned dark, light;
};
constexpr std::array kUiColors{
    UiColor{&UiColors::panel, 0x1b1e24, 0xf5f6f8},
    UiColor{&UiColors::raised, 0x272b33, 0xe7e9ee},
    UiColor{&UiColors::raised_hover, 0x313640, 0xdcdfe6},
    UiColor{&UiColors::raised_active, 0x3a404c, 0xced3dc},
    UiColor{&UiColors::line, 0x2c313a, 0xdde0e6},
    UiColor{&UiColors::text, 0xe7e9ee, 0x1c2027},
    UiColor{&UiColors::text_dim, 0xb5bcc9, 0x434c5a},
    UiColor{&UiColors::text_faint, 0x99a2b2, 0x596372},
    UiColor{&UiColors::accent, 0x5aa2f7, 0x1b61ba},
    UiColor{&UiColors::accent_soft, 0x22344d, 0xd6e6fb},
    UiColor{&UiColors::on_accent, 0x0c1420, 0xffffff},
    UiColor{&UiColors::bar, 0x2a3f5c, 0xd3e3f8},
    UiColor{&UiColors::good, 0x63c08b, 0x1f7141},
    UiColor{&UiColors::warning, 0xe0b355, 0x845b08},
    UiColor{&UiColors::bad, 0xf17b73, 0xb3362e},
};

UiColors MakeColors(Theme theme) {
  const bool is_dark = theme == Theme::kDark;
  UiColors colors{};
  for (const UiColor& row : kUiColors) colors.*row.color = Rgb(is_dark ? row.dark : row.light);
  colors.background = Packed(PaletteOf(theme).background);
  colors.shade = is_dark ? Rgb(0x06070a, 150) : Rgb(0x202530, 90);
  return colors;
}

ImVec4 Vec(ImU32 color) { return ImGui::ColorConvertU32ToFloat4(color); }

}  // namespace

const UiColors& UiColorsOf(Theme theme) {
  static const UiColors dark = MakeColors(Theme::kDark);
  static const UiColors light = MakeColors(Theme::kLight);
  return theme == Theme::kDark ? dark : light;
}

void ApplyUiStyle(Theme theme, float scale) {
  const UiColors& colors = UiColorsOf(theme);
  ImGuiStyle style;
  style.WindowPadding = {16, 14};
  style.FramePadding = {10, 6};
  style.ItemSpacing = {8, 8};
  style.ItemInnerSpacing = {6, 6};
  style.CellPadding = {6, 3};
  style.ScrollbarSize = 11;
  style.GrabMinSize = 14;
  style.WindowBorderSize = 0;
  style.ChildBorderSize = 0;
  style.PopupBorderSize = 1;
  style.FrameBorderSize = 0;
  style.WindowRounding = 0;
  style.ChildRounding = 6;
  style.FrameRounding = 6;
  style.PopupRounding = 8;
  style.ScrollbarRounding = 6;
  style.GrabRounding = 6;
  style.AntiAliasedLinesUseTex = false;
  style.ScaleAllSizes(scale);
  // Hairlines stay hairlines.
  style.PopupBorderSize = 1;

  const auto set = [&](ImGuiCol slot, ImU32 color) { style.Colors[slot] = Vec(color); };
  set(ImGuiCol_Text, colors.text);
  set(ImGuiCol_TextDisabled, colors.text_faint);
  set(ImGuiCol_WindowBg, colors.panel);
  set(ImGuiCol_ChildBg, 0);
  set(ImGuiCol_PopupBg, colors.panel);
  set(ImGuiCol_Border, colors.line);
  set(ImGuiCol_BorderShadow, 0);
  set(ImGuiCol_FrameBg, colors.raised);
  set(ImGuiCol_FrameBgHovered, colors.raised_hover);
  set(ImGuiCol_FrameBgActive, colors.raised_active);
  set(ImGuiCol_TitleBg, colors.panel);
  set(ImGuiCol_TitleBgActive, colors.panel);
  set(ImGuiCol_ScrollbarBg, 0);
  set(ImGuiCol_ScrollbarGrab, colors.raised_hover);
  set(ImGuiCol_ScrollbarGrabHovered, colors.raised_active);
  set(ImGuiCol_ScrollbarGrabActive, colors.text_faint);
  set(ImGuiCol_CheckMark, colors.accent);
  set(ImGuiCol_SliderGrab, colors.accent);
  set(ImGuiCol_SliderGrabActive, colors.accent);
  set(ImGuiCol_Button, colors.raised);
  set(ImGuiCol_ButtonHovered, colors.raised_hover);
  set(ImGuiCol_ButtonActive, colors.raised_active);
  set(ImGuiCol_Header, colors.accent_soft);
  set(ImGuiCol_HeaderHovered, colors.raised);
  set(ImGuiCol_HeaderActive, colors.raised_active);
  set(ImGuiCol_Separator, colors.line);
  set(ImGuiCol_TextSelectedBg, colors.bar);
  set(ImGuiCol_ModalWindowDimBg, colors.shade);
  set(ImGuiCol_PlotHistogram, colors.accent);
  ImGui::GetStyle() = style;
}

}  // namespace ringscope
