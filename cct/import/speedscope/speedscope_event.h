#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "cct/import/count_text.h"

namespace ringscope {

// An event of an evented profile, as far as it has been read.
struct SpeedscopeEvent {
  enum class Type : uint8_t { kNone, kOpen, kClose } type = Type::kNone;
  std::optional<int64_t> frame;
  std::optional<DecimalCount> at;
};

// Reads an event that is written as nearly all are: an object of "type", "frame" and "at" in any order, each
// once, without blanks. False for any other text, which may still be an event; `event` is unchanged then.
[[nodiscard]] bool ParsePlainEvent(std::string_view object, SpeedscopeEvent& event);

}  // namespace ringscope
