#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ringscope {

// Returns the width in pixels of UTF-8 text at a font size in pixels. Supplied by the owner of the font.
using MeasureText = std::function<float(std::string_view text, float size_px)>;

// The bytes as valid UTF-8 on one line: invalid sequences become U+FFFD, control characters (NUL, newline)
// blanks. Longer input than `max_bytes` keeps its beginning and its end around an ellipsis.
[[nodiscard]] std::string DisplayText(std::string_view bytes, size_t max_bytes = 2000);

// A function's name shortened for a small space. The parts that tell least go first until `max_width_px`
// holds: hashes of Rust names, parameter lists with return types, template arguments, then packages and
// namespaces from the outermost inwards; at last the function's own name is cut with an ellipsis. Empty if
// not even three characters fit. Text that is no qualified name ("(garbage collector)", "operator()") stays
// whole or is cut, and so is a name whose brackets do not all close. "<init>" of Java is a name and no
// argument, and the end of a file's name stays with the rest of it. Deterministic. With kEllipsis an ellipsis
// stands for the parts that went, and the function's own name is cut in its middle, as neighbours in a list
// often begin alike. If that leaves much of the room empty, as much of the next part as fits stands behind
// the ellipsis.
enum class CutMark : uint8_t {
  kNone,      // where every pixel counts and names are never whole: on segments
  kEllipsis,  // in lists, where a name without it is taken for the whole one
  kFilled,    // alone in its place: as kEllipsis, but as much of the part next to the ellipsis as fits
};
[[nodiscard]] std::string ShortenName(std::string_view name, float max_width_px, float size_px,
                                      const MeasureText& measure, CutMark mark = CutMark::kNone);

// The end of a first line of `name` (valid UTF-8) that is no wider than that: after one of the name's parts
// if that leaves the line more than half full. More than 0 unless `name` is empty.
[[nodiscard]] size_t LineEnd(std::string_view name, float max_width_px, float size_px,
                             const MeasureText& measure);

// `text` (valid UTF-8), or as much of its beginning as fits with an ellipsis; empty if fewer than three
// characters fit.
[[nodiscard]] std::string CutToFit(std::string_view text, float max_width_px, float size_px,
                                   const MeasureText& measure);

// `text` (valid UTF-8), or as much of its beginning and its end around an ellipsis as fits; at least one
// character of each.
[[nodiscard]] std::string CutMiddleToFit(std::string_view text, float max_width_px, float size_px,
                                         const MeasureText& measure);

// The names shortened by ShortenName, each to its width. Different names that would read the same keep their
// beginning and their end instead, or, if these are the same too, the text before the end that they share.
[[nodiscard]] std::vector<std::string> DistinctNames(std::span<const std::string> names,
                                                     std::span<const float> widths_px, float size_px,
                                                     const MeasureText& measure);

// Average widths of a humanist sans serif font (DejaVu Sans): for output whose reader brings the font.
[[nodiscard]] float AverageSansWidth(std::string_view text, float size_px);

}  // namespace ringscope
