#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "cct/import/count_text.h"
#include "cct/tree/frame_table.h"

namespace ringscope {

// What a line of folded stacks is.
struct FoldedLine {
  enum class Type : uint8_t { kStack, kIgnored, kNoCount };  // kIgnored: blank or comment
  Type type = Type::kIgnored;
  std::string_view stack;  // without counts
  DecimalCount last;
  std::optional<DecimalCount> second_last;  // read only where asked for
};

// `line` without its '\n'. `want_two` looks for a second count.
[[nodiscard]] FoldedLine ReadFoldedLine(std::string_view line, bool want_two);

// Whether the line is empty, or a comment whatever it ends in ("# key: 12"); "#private;f 12" may be a stack.
[[nodiscard]] bool IsFoldedComment(std::string_view line);

// The most numbers that a line may carry.
inline constexpr uint32_t kMaxFoldedValues = 16;

// The numbers of a line that carries several.
struct FoldedValues {
  std::array<DecimalCount, kMaxFoldedValues> values;
  uint32_t count = 0;
  std::string_view stack;  // without them
};

// Reads "stack [1 2 3]": numbers in brackets, set off by a blank, commas or blanks between them. nullopt
// where the line ends in anything else, or in more than kMaxFoldedValues numbers.
[[nodiscard]] std::optional<FoldedValues> ReadBracketedValues(std::string_view line);

// Reads "stack 1,2,3".
[[nodiscard]] std::optional<FoldedValues> ReadCommaValues(std::string_view line);

// The frame a piece of a folded stack names: a trailing annotation ("_[k]") becomes its kind.
[[nodiscard]] Frame FoldedFrame(std::string_view text);

}  // namespace ringscope
