#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/cct.h"

namespace ringscope {

// 8-bit sRGB with alpha.
struct Color {
  uint8_t r = 0, g = 0, b = 0, a = 255;
  friend bool operator==(const Color&, const Color&) = default;
};

enum class Theme : uint8_t { kDark, kLight };

// What the chart and everything around it is painted with.
struct ChartPalette {
  Color background;
  Color rest;                                 // rest segments: quiet, tells itself from every context
  Color rest_hatch;                           // second tone of a rest segment
  Color center;                               // the centre disc
  Color text;                                 // labels on the background
  Color text_on_arc_dark, text_on_arc_light;  // labels on bright and on dark segments
  Color highlight;                            // every context of the pointed function
  Color outline;                              // bold outline of the pointed context
  Color search_match;                         // contexts that match the search
};
[[nodiscard]] const ChartPalette& PaletteOf(Theme theme);

// The colours groups of functions are given: muted tones of seven hues, each with its own lightness, so that
// any two of them stay apart for people with protanopia, deuteranopia and tritanopia as well.
[[nodiscard]] std::span<const Color> GroupColors(Theme theme);

// What functions are grouped by: the module's name without its folder, else the package or namespace of a
// qualified name ("java.util" of "java.util.HashMap.put(Object)", "v8::internal" of
// "v8::internal::Heap::Collect"), else the file; empty when nothing is known. Borrows from the frame.
[[nodiscard]] std::string_view FrameGroup(const Frame& frame);

// The stable colour of a frame: one of the group colours from a hash of its group (of its name where it has
// none), a little lighter or darker and more or less colourful from a hash of its name. Equal in every run,
// file and machine. Kernel and synthetic frames, threads and processes are greyer.
[[nodiscard]] Color FrameColor(const Frame& frame, Theme theme);

// The colours of the frames of one table: FrameColor, but where one group holds more than 60 % of the frames,
// the members of that group are coloured by their namespace or package, or else by name. Each is computed
// once, when first asked for. Not thread-safe; the table must outlive it. 4 bytes a frame.
class FrameColors {
 public:
  FrameColors(const FrameTable& frames, Theme theme);
  [[nodiscard]] Color Of(FrameId frame);
  [[nodiscard]] Theme theme() const { return theme_; }

 private:
  const FrameTable* frames_;
  Theme theme_;
  std::string dominant_group_;
  std::vector<Color> known_;  // alpha 0 where not computed yet
};

// The sRGB mix of two colours: `share` of `to`, the rest of `from`.
[[nodiscard]] Color MixColors(Color from, Color to, float share);

// The palette's text colour that reads better on `fill`.
[[nodiscard]] Color TextColorOn(Color fill, Theme theme);

}  // namespace ringscope
