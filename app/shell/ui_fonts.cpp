#include "app/shell/ui_fonts.h"

#include <cmath>

#include "app/panels/ui_theme.h"

namespace ringscope {
namespace {

// What names of functions are written in, as far as one font has it: Latin, Greek, Cyrillic, punctuation,
// arrows, mathematical operators, box drawing.
constexpr ImWchar kRanges[] = {0x0020, 0x024F, 0x0370, 0x052F, 0x1E00, 0x1EFF, 0x2000, 0x206F,
                               0x2070, 0x209F, 0x20A0, 0x20BF, 0x2100, 0x214F, 0x2190, 0x21FF,
                               0x2200, 0x22FF, 0x2500, 0x25FF, 0xFFFD, 0xFFFD, 0};

ImFont* AddFont(const std::filesystem::path& path, float size_px) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  std::error_code error;
  if (!path.empty() && std::filesystem::is_regular_file(path, error)) {
    ImFontConfig config;
    config.OversampleH = 2;
    config.OversampleV = 1;
    config.PixelSnapH = true;
    if (ImFont* font = atlas.AddFontFromFileTTF(path.c_str(), std::round(size_px), &config, kRanges))
      return font;
  }
  ImFontConfig config;
  config.SizePixels = std::round(size_px);
  return atlas.AddFontDefault(&config);
}

}  // namespace

PanelFonts LoadUiFonts(const std::filesystem::path& font, float scale) {
  ImGui::GetIO().Fonts->Clear();
  PanelFonts fonts;
  fonts.regular = AddFont(font, UiMetrics::kFontSize * scale);
  fonts.small = AddFont(font, UiMetrics::kSmallFontSize * scale);
  fonts.title = AddFont(font, UiMetrics::kTitleFontSize * scale);
  fonts.mono = fonts.small;
  ImGui::GetIO().FontDefault = fonts.regular;
  return fonts;
}

}  // namespace ringscope
