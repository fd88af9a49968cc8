#include "cct/import/speedscope/speedscope_samples.h"

#include <algorithm>

#include "cct/import/json/json_scan.h"
#include "cct/import/text_parts.h"

namespace ringscope {

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
