#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace ringscope {

// A half-open run of lines, from 0.
struct LineRange {
  uint32_t begin = 0;
  uint32_t end = 0;
  friend bool operator==(const LineRange&, const LineRange&) = default;
};

// The word by which source code defines the function of this name: "push_back" of
// "std::vector<int>::push_back(int const&)", "main" of "main.main". Empty where no definition has a name: of
// anonymous functions, and of names in brackets. Borrows from `name`.
[[nodiscard]] std::string_view DefiningWord(std::string_view name);

// Where a function is defined in a source file: from the line of its name to the brace that closes its body,
// or, of `def word(...):`, to the last line that is further in. Of languages with braces, Python and its
// like; comments, texts and prototypes do not count. `line` is one of the function, counted from 1, or 0
// where unknown: of several definitions of the word it chooses the one that it lies in, or right before.
// Nothing where there is no definition, or several and no line chooses one. O(bytes of the lines).
[[nodiscard]] std::optional<LineRange> FindFunctionLines(std::span<const std::string_view> lines,
                                                         std::string_view word, uint32_t line);

// Whether there is a definition of the word, one or several.
[[nodiscard]] bool DefinesFunction(std::span<const std::string_view> lines, std::string_view word);

}  // namespace ringscope
