#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace ringscope {

// A number text ("179,687,871 instructions", "0.000123", "12.3 ms") as it fits into `room`, measured by
// `width`: unchanged, without the unit of a plain count, with fewer digits and a prefix ("180 M"), or a tiny
// number as a bound ("<0.001"). An ellipsis if nothing fits, never a part of the digits, which would read as
// another number. Nothing if the text is no number. `brief` replaces a text that does not fit: a value in its
// own best unit needs no decimals to tell something ("185 MiB" for "0.181 GiB").
[[nodiscard]] std::optional<std::string> FitNumber(std::string_view text, float room,
                                                   const std::function<float(std::string_view)>& width,
                                                   std::string_view brief = {});

}  // namespace ringscope
