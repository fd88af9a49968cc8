#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace ringscope {

// Width in pixels of UTF-8 text at a font size in pixels. Supplied by the owner of the font.
using MeasureText = std::function<float(std::string_view text, float size_px)>;

// The bytes as valid UTF-8 on one line: invalid sequences become U+FFFD, control characters (NUL, newline)
// blanks. Longer input than `max_bytes` keeps its beginning and its end around an ellipsis.
[[nodiscard]] std::string DisplayText(std::string_view bytes, size_t max_bytes = 2000);

// A function's name as people can read it in a small space. The least telling parts go first until
// `max_width_px` holds: hashes of Rust names, parameter lists with return types, template arguments, then
// packages and namespaces from the outermost inwards; at last the function's own name is cut with an
// ellipsis. Empty if not even three characters fit. Text that is not a qualified name ("(garbage collector)",
// "operator()") stays whole or is cut, and so is a name with unclosed brackets. "<init>" of Java is a name,
// not an argument, and a file's name keeps its ending. Deterministic. With kEllipsis an ellipsis stands for
// what went, and the function's own name is cut in its middle: neighbours in a list often begin alike. If
// that leaves much of the place empty, and always with kFilled, the next part stays as far as it fits.
enum class CutMark : uint8_t {
  kNone,      // where every pixel counts and names are never whole: on segments
  kEllipsis,  // in lists, where a name without it is taken for the whole one
  kFilled,    // alone in its place: as kEllipsis, but of the part next to the ellipsis always as much as fits
};
[[nodiscard]] std::string ShortenName(std::string_view name, float max_width_px, float size_px,
                                      const MeasureText& measure, CutMark mark = CutMark::kNone);

// Where a first line of `name` (valid UTF-8) of at most this width ends: behind one of its parts if that
// leaves the line more than half full. More than 0 unless `name` is empty.
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

// Average widths of a humanist sans serif font (DejaVu Sans): for output shown with its reader's font.
[[nodiscard]] float AverageSansWidth(std::string_view text, float size_px);

}  // namespace ringscope
