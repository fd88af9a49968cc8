#include "cct/import/speedscope/speedscope_event.h"

#include "cct/import/json_scan.h"

namespace ringscope {
namespace {

// Takes `expected` off the front of `text`, if it is there.
bool Take(std::string_view& text, std::string_view expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

// A whole number of at most 18 digits, as JSON writes one.
std::optional<int64_t> TakeInteger(std::string_view& text) {
  constexpr size_t kFittingDigits = 18;
  const bool negative = Take(text, "-");
  const json_scan::Digits digits = json_scan::ReadDigits(text.data(), text.data() + text.size());
  if (digits.count == 0 || digits.count > kFittingDigits || (digits.count > 1 && text[0] == '0'))
    return std::nullopt;
  text.remove_prefix(digits.count);
  const auto value = static_cast<int64_t>(digits.value);
  return negative ? -value : value;
}

bool TakeType(std::string_view& text, SpeedscopeEvent& event) {
  if (event.type != SpeedscopeEvent::Type::kNone) return false;
  if (Take(text, "\"O\""))
    event.type = SpeedscopeEvent::Type::kOpen;
  else if (Take(text, "\"C\""))
    event.type = SpeedscopeEvent::Type::kClose;
  return event.type != SpeedscopeEvent::Type::kNone;
}

bool TakeFrame(std::string_view& text, SpeedscopeEvent& event) {
  if (event.frame) return false;
  event.frame = TakeInteger(text);
  return event.frame.has_value();
}

// Times with decimals are for the reader of all numbers.
bool TakeTime(std::string_view& text, SpeedscopeEvent& event) {
  if (event.at) return false;
  const std::optional<int64_t> time = TakeInteger(text);
  if (!time) return false;
  DecimalCount count;
  count.negative = *time < 0;
  count.mantissa = static_cast<uint64_t>(count.negative ? -*time : *time);
  event.at = count;
  return true;
}

}  // namespace

std::optional<SpeedscopeEvent> ParsePlainEvent(std::string_view object) {
  SpeedscopeEvent event;
  char before = '{';
  while (Take(object, std::string_view(&before, 1))) {
    const bool taken = Take(object, "\"type\":")    ? TakeType(object, event)
                       : Take(object, "\"frame\":") ? TakeFrame(object, event)
                       : Take(object, "\"at\":")    ? TakeTime(object, event)
                                                    : false;
    if (!taken) return std::nullopt;
    before = ',';
  }
  const bool is_whole = event.type != SpeedscopeEvent::Type::kNone && event.frame && event.at;
  return object == "}" && is_whole ? std::optional(event) : std::nullopt;
}

}  // namespace ringscope
