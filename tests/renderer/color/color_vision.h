#pragma once

#include <array>
#include <span>
#include <string_view>

#include "renderer/color/color.h"

namespace ringscope::chart_test {

// How people see colours: a matrix over linear RGB. Protanopia, deuteranopia and tritanopia after G. M.
// Machado, M. M. Oliveira, L. A. F. Fernandes: "A Physiologically-based Model for Simulation of Color Vision
// Deficiency", IEEE TVCG 15(6), 2009, the table for severity 1.0.
struct Vision {
  std::string_view name;
  std::array<std::array<double, 3>, 3> matrix;
};
inline constexpr std::array<Vision, 4> kVisions{{
    {"normal", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}},
}};

[[nodiscard]] OkLab Seen(Color color, const Vision& vision);
// The OKLab distance to the eye that tells the two apart worst.
[[nodiscard]] double WorstDistance(Color x, Color y);
// The smallest WorstDistance of any two.
[[nodiscard]] double SmallestDistance(std::span<const Color> colors);
// Whether lightness only rises or only falls along the colours, to every eye.
[[nodiscard]] bool HasMonotoneLightness(std::span<const Color> colors);

// The contrast ratio of WCAG 2.1, 1 to 21.
[[nodiscard]] double ContrastRatio(Color x, Color y);

}  // namespace ringscope::chart_test
