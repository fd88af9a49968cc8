#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace ringscope {

// A half-open run of lines, counted from 0.
struct LineRange {
  uint32_t begin = 0;
  uint32_t end = 0;
  friend bool operator==(const LineRange&, const LineRange&) = default;
};

// The word by which source code defines a function: "push_back" for "std::vector<int>::push_back(int
// const&)", "main" for "main.main". Empty if the definition has no name, as for anonymous functions and for
// names in brackets. Borrows from `name`.
[[nodiscard]] std::string_view DefiningWord(std::string_view name);

// The lines of a function's definition in a source file: from the line of its name to the brace that closes
// its body, or for `def word(...):` to the last line with a deeper indentation. Understands languages with
// braces, and Python; ignores comments, string literals and prototypes. `line` is a line of the function,
// counted from 1, or 0 if unknown: it chooses the definition around or right behind it. std::nullopt if there
// is no definition, or if there are several and `line` chooses none. O(bytes of the lines).
[[nodiscard]] std::optional<LineRange> FindFunctionLines(std::span<const std::string_view> lines,
                                                         std::string_view word, uint32_t line);

// Whether there is at least one definition of the word.
[[nodiscard]] bool DefinesFunction(std::span<const std::string_view> lines, std::string_view word);

}  // namespace ringscope
