#include "app/widgets/ui_theme.h"

namespace ringscope {
namespace {

constexpr ImU32 Rgb(unsigned rgb, unsigned alpha = 255) {
  return IM_COL32((rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255, alpha);
}

ImU32 FromColor(Color color) { return IM_COL32(color.r, color.g, color.b, color.a); }

UiColors DarkColors() {
  UiColors colors{};
  colors.background = FromColor(PaletteOf(Theme::kDark).background);
  colors.panel = Rgb(0x1b1e24);
  colors.raised = Rgb(0x272b33);
  colors.raised_hover = Rgb(0x313640);
  colors.raised_active = Rgb(0x3a404c);
  colors.line = Rgb(0x2c313a);
  colors.text = Rgb(0xe7e9ee);
  colors.text_dim = Rgb(0xb5bcc9);
  colors.text_faint = Rgb(0x99a2b2);
  colors.accent = Rgb(0x5aa2f7);
  colors.accent_soft = Rgb(0x22344d);
  colors.on_accent = Rgb(0x0c1420);
  colors.bar = Rgb(0x2a3f5c);
  colors.good = Rgb(0x63c08b);
  colors.warning = Rgb(0xe0b355);
  colors.bad = Rgb(0xef7a72);
  colors.shade = Rgb(0x06070a, 150);
  return colors;
}

UiColors LightColors() {
  UiColors colors{};
  colors.background = FromColor(PaletteOf(Theme::kLight).background);
  colors.panel = Rgb(0xf5f6f8);
  colors.raised = Rgb(0xe7e9ee);
  colors.raised_hover = Rgb(0xdcdfe6);
  colors.raised_active = Rgb(0xced3dc);
  colors.line = Rgb(0xdde0e6);
  colors.text = Rgb(0x1c2027);
  colors.text_dim = Rgb(0x434c5a);
  colors.text_faint = Rgb(0x596372);
  colors.accent = Rgb(0x1f6fd6);
  colors.accent_soft = Rgb(0xd6e6fb);
  colors.on_accent = Rgb(0xffffff);
  colors.bar = Rgb(0xd3e3f8);
  colors.good = Rgb(0x23804a);
  colors.warning = Rgb(0x8a5f08);
  colors.bad = Rgb(0xc03a32);
  colors.shade = Rgb(0x202530, 90);
  return colors;
}

ImVec4 Vec(ImU32 color) { return ImGui::ColorConvertU32ToFloat4(color); }

}  // namespace

const UiColors& UiColorsOf(Theme theme) {
  static const UiColors dark = DarkColors();
  static const UiColors light = LightColors();
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
