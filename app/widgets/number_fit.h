#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ringscope {

// The form of the numbers of a column: one for all, so that they can be compared at a glance.
struct ColumnForm {
  int prefix = 0;     // of plain counts: this power of a thousand, "M" for 2
  int decimals = -1;  // at most; negative: numbers keep their digits, counts lose their unit
};

// The forms of a column from the longest to the shortest: all digits ("179,687,871", "12.34 ms", "+0.31 %"),
// counts with a prefix that suits the largest ("179.69 M", "0.03 M"), then fewer decimals. At least one.
[[nodiscard]] std::vector<ColumnForm> FormsOf(std::span<const std::string> texts);

// A number below the last decimal becomes a bound ("<0.1 M"). Returns a text that is no number ("new") as is.
[[nodiscard]] std::string NumberInForm(std::string_view text, const ColumnForm& form);

// A single number that fits into `room`, measured by `width`: unchanged with its unit, or in the longest of
// its forms that fits; an ellipsis if no form fits, as a part of the digits would read as another number.
// std::nullopt if the text is no number. For numbers below each other pass their `largest`: then all get the
// same form.
[[nodiscard]] std::optional<std::string> FitNumber(std::string_view text, float room,
                                                   const std::function<float(std::string_view)>& width,
                                                   std::string_view largest = {});

}  // namespace ringscope
