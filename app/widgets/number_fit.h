#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ringscope {

// How the numbers of a column are told: all alike, so that they can be compared at a glance.
struct ColumnForm {
  int prefix = 0;     // of plain counts: this power of a thousand, "M" for 2
  int decimals = -1;  // at most; negative: the numbers are told as they are, counts without their unit
};

// The forms of a column from the longest to the shortest: as the texts are ("179,687,871", "12.34 ms", "+0.31
// %"), counts with a prefix that suits the largest ("179.69 M", "0.03 M"), then fewer decimals. At least one.
[[nodiscard]] std::vector<ColumnForm> FormsOf(std::span<const std::string> texts);

// A number less than the last decimal is told as a bound ("<0.1 M"). Texts that are no numbers ("new") stay.
[[nodiscard]] std::string InForm(std::string_view text, const ColumnForm& form);

// A number alone as it fits into `room`, measured by `width`: unchanged with its unit, or in the longest of
// its forms that fits. An ellipsis if none does, never a part of the digits, which would read as another
// number. Nothing if the text is no number. With the `largest` of numbers below each other the form is one
// for all.
[[nodiscard]] std::optional<std::string> FitNumber(std::string_view text, float room,
                                                   const std::function<float(std::string_view)>& width,
                                                   std::string_view largest = {});

}  // namespace ringscope
