#pragma once

namespace ringscope {

// The derivatives of the logarithm of the gamma function: the first (digamma), second (trigamma) and third
// (tetragamma). x > 0; 13 digits and more.
[[nodiscard]] double Digamma(double x);
[[nodiscard]] double Trigamma(double x);
[[nodiscard]] double Tetragamma(double x);

// The regularised incomplete beta function I_x(a, b): the distribution of Beta(a, b). a, b > 0, and 0 <= x <=
// 1; 12 digits where a and b are below a thousand, fewer beyond.
[[nodiscard]] double IncompleteBeta(double a, double b, double x);

}  // namespace ringscope
