#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace ringscope {

// A number text ("179,687,871 instructions", "0.000123", "12.3 ms") as it fits into `room`, measured by
// `width`: as it is, without the unit of a plain count, with fewer digits and a prefix ("180 M"), a tiny one
// as a bound ("<0.001"). Never a part of its digits, which would read as another number: an ellipsis where
// nothing fits. Nothing where the text is no number. `brief` stands for a text that does not fit: a value in a
// unit of its own needs no decimals before it tells something ("185 MiB" for "0.181 GiB").
[[nodiscard]] std::optional<std::string> FitNumber(std::string_view text, float room,
                                                   const std::function<float(std::string_view)>& width,
                                                   std::string_view brief = {});

}  // namespace ringscope
