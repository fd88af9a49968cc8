#include "cct/import/speedscope/speedscope_plain.h"

#include <algorithm>

#include "cct/import/json/json_scan.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// Takes `expected` off the front of `text`, if it is there.
bool Take(std::string_view& text, std::string_view expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

struct Whole {
  uint64_t magnitude = 0;
  bool negative = false;
};
bool TakeWhole(std::string_view& text, Whole& whole) {
  whole.negative = Take(text, "-");
  const json_scan::Digits digits = json_scan::ReadDigits(text.data(), text.data() + text.size());
  if (!json_scan::IsWholeNumber(text.data(), digits)) return false;
  text.remove_prefix(digits.count);
  whole.magnitude = digits.value;
  return true;
}

}  // namespace

// The parts are kept apart until all are there: an event that is written in pieces and then copied as a
// whole makes the processor wait for the pieces.
bool ParsePlainEvent(std::string_view object, SpeedscopeEvent& event) {
  auto type = SpeedscopeEvent::Type::kNone;
  Whole frame, at;
  bool has_frame = false;
  bool has_time = false;
  char before = '{';
  while (Take(object, std::string_view(&before, 1))) {
    if (Take(object, "\"type\":\"")) {
      if (type != SpeedscopeEvent::Type::kNone) return false;
      if (Take(object, "O\""))
        type = SpeedscopeEvent::Type::kOpen;
      else if (Take(object, "C\""))
        type = SpeedscopeEvent::Type::kClose;
      else
        return false;
    } else if (Take(object, "\"frame\":")) {
      if (has_frame || !TakeWhole(object, frame)) return false;
      has_frame = true;
    } else if (Take(object, "\"at\":")) {
      // Times with decimals are for the reader of all numbers.
      if (has_time || !TakeWhole(object, at)) return false;
      has_time = true;
    } else {
      return false;
    }
    before = ',';
  }
  if (object != "}" || type == SpeedscopeEvent::Type::kNone || !has_frame || !has_time) return false;
  event.type = type;
  const auto magnitude = static_cast<int64_t>(frame.magnitude);
  event.frame = frame.negative ? -magnitude : magnitude;
  DecimalCount& time = event.at.emplace();
  time.mantissa = at.magnitude;
  time.negative = at.negative;
  return true;
}

bool PlainSampleReader::Read(std::string_view numbers, SpeedscopeTree& tree) {
  // A number goes up to its comma.
  const std::string_view common = numbers.substr(0, CommonPrefix(numbers, last_));
  const size_t kept_end = common.rfind(',') + 1;  // 0 where there is none
  const auto kept = std::count(common.begin(), common.begin() + static_cast<ptrdiff_t>(kept_end), ',');
  tree.BeginStack();
  tree.KeepFrames(static_cast<size_t>(kept));

  const char* at = numbers.data() + kept_end;
  const char* const end = numbers.data() + numbers.size();
  const auto skip_spaces = [&] {
    while (at < end && *at == ' ') ++at;
  };
  skip_spaces();
  while (at < end || kept_end > 0) {
    const json_scan::Digits digits = json_scan::ReadDigits(at, end);
    if (!json_scan::IsWholeNumber(at, digits) || !tree.PushListedFrame(digits.value)) return false;
    at += digits.count;
    skip_spaces();
    if (at == end) break;
    if (*at != ',') return false;
    ++at;
    skip_spaces();
    if (at == end) return false;
  }
  tree.EndStack();
  last_ = numbers;
  return true;
}

}  // namespace ringscope
