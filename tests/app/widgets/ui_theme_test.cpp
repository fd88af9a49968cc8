#include "app/widgets/ui_theme.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace ringscope::ui_theme_test {
namespace {

// Relative luminance and contrast as WCAG 2.1 defines them.
double Luminance(ImU32 color) {
  const auto linear = [&](int shift) {
    const double share = ((color >> shift) & 255) / 255.0;
    return share <= 0.03928 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(IM_COL32_R_SHIFT) + 0.7152 * linear(IM_COL32_G_SHIFT) + 0.0722 * linear(IM_COL32_B_SHIFT);
}

double Contrast(ImU32 one, ImU32 other) {
  const double a = Luminance(one), b = Luminance(other);
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

struct Named {
  std::string name;
  ImU32 color;
};

void ExpectReadable(const std::vector<Named>& texts, const std::vector<Named>& grounds, Theme theme) {
  for (const Named& text : texts) {
    for (const Named& ground : grounds) {
      EXPECT_GE(Contrast(text.color, ground.color), 4.5)
          << (theme == Theme::kDark ? "dark: " : "light: ") << text.name << " on " << ground.name;
    }
  }
}

TEST(UiTheme, TextCanBeReadOnEverythingItStandsOn) {
  EXPECT_NEAR(Contrast(IM_COL32_BLACK, IM_COL32_WHITE), 21, 1e-9);
  for (const Theme theme : {Theme::kDark, Theme::kLight}) {
    const UiColors& c = UiColorsOf(theme);
    ExpectReadable({{"text", c.text}, {"dim text", c.text_dim}, {"faint text", c.text_faint}},
                   {{"background", c.background}, {"panel", c.panel}, {"raised", c.raised},
                    {"raised, hovered", c.raised_hover}, {"soft accent", c.accent_soft}},
                   theme);
    ExpectReadable({{"text", c.text}, {"dim text", c.text_dim}},
                   {{"raised, active", c.raised_active}, {"bar", c.bar}}, theme);
    ExpectReadable({{"accent", c.accent}, {"good", c.good}, {"warning", c.warning}, {"bad", c.bad}},
                   {{"background", c.background},
                    {"panel", c.panel},
                    {"raised", c.raised},
                    {"raised, hovered", c.raised_hover},
                    {"soft accent", c.accent_soft}},
                   theme);
    ExpectReadable({{"text on accent", c.on_accent}}, {{"accent", c.accent}}, theme);
  }
}

// Three ranks of text are told apart.
TEST(UiTheme, RanksOfTextDiffer) {
  for (const Theme theme : {Theme::kDark, Theme::kLight}) {
    const UiColors& c = UiColorsOf(theme);
    EXPECT_GT(Contrast(c.text, c.panel), 1.25 * Contrast(c.text_dim, c.panel));
    EXPECT_GT(Contrast(c.text_dim, c.panel), 1.25 * Contrast(c.text_faint, c.panel));
  }
}

}  // namespace
}  // namespace ringscope::ui_theme_test
