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
// once, without blanks. Nullopt for any other text, which may still be an event.
[[nodiscard]] std::optional<SpeedscopeEvent> ParsePlainEvent(std::string_view object);

}  // namespace ringscope
