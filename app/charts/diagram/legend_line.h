#pragma once

#include <optional>
#include <string>
#include <vector>

#include "renderer/color/color.h"

namespace ringscope {

// A side of a box in units of the plane, and what it stands for: "10,000".
struct LegendSample {
  double size = 0;
  std::string text;
  friend bool operator==(const LegendSample&, const LegendSample&) = default;
};

// What a side or a colour of a diagram's boxes means, for the side panel and around pictures:
// "width: log calls, up to 10,100".
struct LegendLine {
  std::string text;
  std::optional<Color> color;  // of what it speaks of
  bool is_warning = false;     // something that the profile lacks
  // Of a side: ascending.
  std::vector<LegendSample> samples = {};
  bool is_height = false;
  // Of a colour: what else tells it; without opacity or width: nothing.
  Color stripes{0, 0, 0, 0};
  float border_px = 0;
  Color border{0, 0, 0, 0};
  std::string picture_text = {};  // instead of the text where nobody can point at anything
  bool is_heading = false;        // of the colours that follow it
  friend bool operator==(const LegendLine&, const LegendLine&) = default;
};

// Values from 0 to the largest one that are easily read, ascending: 1, 2 or 5 times a power of ten, of bytes
// powers of two, and of logarithms powers of ten alone. The largest itself stands last.
[[nodiscard]] std::vector<double> ReadableValues(double largest, bool is_log, bool is_bytes);

}  // namespace ringscope
