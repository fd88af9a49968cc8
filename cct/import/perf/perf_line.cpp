#include "cct/import/perf/perf_line.h"

#include <algorithm>

#include "cct/base/text/ascii.h"
#include "cct/import/frame_names.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// Takes the last blank-separated token off `text` (which carries no trailing blanks) and returns it.
std::string_view TakeLastToken(std::string_view& text) {
  size_t begin = text.size();
  while (begin > 0 && !IsBlank(text[begin - 1])) --begin;
  const std::string_view token = text.substr(begin);
  text = TrimmedBack(text.substr(0, begin));
  return token;
}

bool IsCpu(std::string_view token) {
  return token.size() >= 3 && token.front() == '[' && token.back() == ']' &&
         IsNumber(token.substr(1, token.size() - 2));
}

// The field "misc" (-F +misc): "K", "U", "Hg" ...
bool IsMisc(std::string_view token) {
  return !token.empty() && token.find_first_not_of("KUHGgMESDTcx") == std::string_view::npos;
}

// Either word of the field "tod" (-F +tod): "2026-08-01 16:22:40.054600".
bool IsDateOrTimeOfDay(std::string_view token) {
  const bool is_date = token.size() == 10 && token[4] == '-' && token[7] == '-';
  return (is_date || token.find(':') != std::string_view::npos) &&
         token.find_first_not_of("0123456789-:.") == std::string_view::npos;
}

// Splits "COMM PID[/TID] [CPU] MISC TOD" into its parts; false where the number is missing. Versions of perf
// differ in the order of the fields behind the number.
bool ReadTask(std::string_view text, PerfHeader& header) {
  text = TrimmedBack(text);
  std::string_view token = TakeLastToken(text);
  while (IsCpu(token) || IsMisc(token) || IsDateOrTimeOfDay(token)) token = TakeLastToken(text);
  if (token.starts_with('-')) token.remove_prefix(1);  // an exited task's id is printed as -1
  if (const size_t slash = token.find('/'); slash != std::string_view::npos) {
    header.pid = token.substr(0, slash);
    if (!IsNumber(header.pid)) return false;
    token.remove_prefix(slash + 1);
    if (token.starts_with('-')) token.remove_prefix(1);
  }
  header.tid = token;
  header.command = TrimmedFront(text);
  return IsNumber(header.tid);
}

// Periods are printed with 10 columns, thread numbers with 5 or 7.
constexpr size_t kPeriodColumns = 10;
constexpr size_t kThreadColumns = 5;

// The last word of a text, and in how many columns it was set to the right.
struct LastField {
  std::string_view before, token;
  size_t columns = 0;
};

LastField FieldAtTheEnd(std::string_view text) {
  text = TrimmedBack(text);
  LastField last{text, {}, 0};
  last.token = TakeLastToken(last.before);
  last.columns = text.size() - last.before.size();
  if (!last.before.empty()) --last.columns;  // the blank behind the field before
  return last;
}

// The same where the number may be missing. One in fewer columns than perf gives it is of the command.
void ReadFieldsOfTask(std::string_view text, PerfHeader& header) {
  LastField last = FieldAtTheEnd(text);
  while (IsCpu(last.token) || IsDateOrTimeOfDay(last.token)) {
    text = last.before;
    last = FieldAtTheEnd(text);
  }
  PerfHeader with_thread;
  if (last.columns >= kThreadColumns && ReadTask(text, with_thread)) {
    header.pid = with_thread.pid;
    header.tid = with_thread.tid;
    header.command = with_thread.command;
  } else {
    header.command = Trimmed(text);
  }
}

void ReadPeriod(std::string_view digits, PerfHeader& header) {
  header.has_period = true;
  uint64_t value = 0;
  for (const char digit : digits) {
    if (value > ((uint64_t{1} << 63) - 1) / 10) {
      header.period_too_large = true;
      return;
    }
    value = value * 10 + static_cast<uint64_t>(digit - '0');
  }
  header.period = value;
  header.period_too_large = value >= uint64_t{1} << 63;
}

// Addresses are printed with 16 columns, behind a blank.
constexpr size_t kAddressColumns = 17;

bool BeginsWithAddress(std::string_view text) {
  const size_t token = std::min(text.find_first_not_of(" \t"), text.size());
  const size_t end = std::min(text.find_first_of(" \t", token), text.size());
  return end > token && end >= kAddressColumns &&
         std::all_of(text.begin() + static_cast<ptrdiff_t>(token), text.begin() + static_cast<ptrdiff_t>(end),
                     IsHexDigit);
}

// The frame at the end of the only line of a sample without a call chain. What trace points print and other
// addresses (-F +addr) stand before it.
std::optional<PerfFrameLine> FrameAtTheEnd(std::string_view text) {
  // Without a module only the columns tell a frame from what trace points print.
  if (!text.ends_with(')')) return BeginsWithAddress(text) ? ParsePerfFrameLine(text) : std::nullopt;
  const std::string_view frame = PerfFrameInLine(text);
  return ParsePerfFrameLine(frame.empty() ? text : frame);
}

// Where the colon stands that ends the event's name, at or behind `from`; npos where there is none.
size_t FindEventEnd(std::string_view text, size_t from) {
  size_t colon = text.find(':', from);
  while (colon != std::string_view::npos && colon + 1 < text.size() && !IsBlank(text[colon + 1]))
    colon = text.find(':', colon + 1);
  return colon;
}

// Splits "PERIOD EVENT: trailer", or "PERIOD FRAME" where events are not printed (-F -event).
bool ReadEvent(std::string_view text, PerfHeader& header) {
  const std::string_view trimmed = TrimmedFront(text);
  const std::string_view token = trimmed.substr(0, std::min(trimmed.find_first_of(" \t"), trimmed.size()));
  const std::string_view behind_token = trimmed.substr(token.size());
  const std::string_view behind_period = IsNumber(token) ? behind_token : text;
  if (const size_t colon = FindEventEnd(behind_period, 0); colon != std::string_view::npos) {
    if (IsNumber(token)) ReadPeriod(token, header);
    header.event = TrimmedFront(behind_period.substr(0, colon));
    header.has_trailer = !TrimmedFront(behind_period.substr(colon + 1)).empty();
    header.frame = FrameAtTheEnd(behind_period.substr(colon + 1));
    return !header.event.empty();
  }
  // An address may have decimal digits only, but has more columns than a period.
  const bool has_period = IsNumber(token) && !BeginsWithAddress(text);
  const std::string_view frame = has_period ? behind_token : text;
  if (!TrimmedFront(frame).empty() && !BeginsWithAddress(frame)) return false;
  if (has_period) ReadPeriod(token, header);
  header.has_trailer = !TrimmedFront(frame).empty();
  header.frame = FrameAtTheEnd(frame);
  return true;
}

// Where "123.456:" begins in `line` and where what follows it does.
struct TimeField {
  size_t begin;
  size_t end;
};

std::optional<TimeField> FindTime(std::string_view line) {
  for (size_t colon = line.find(':'); colon != std::string_view::npos; colon = line.find(':', colon + 1)) {
    if (colon + 1 < line.size() && !IsBlank(line[colon + 1])) continue;
    size_t begin = colon;
    while (begin > 0 && IsDigit(line[begin - 1])) --begin;
    const size_t fraction = begin;
    if (fraction == colon || begin == 0 || line[begin - 1] != '.') continue;
    --begin;
    const size_t point = begin;
    while (begin > 0 && IsDigit(line[begin - 1])) --begin;
    if (begin == point || (begin > 0 && !IsBlank(line[begin - 1]))) continue;
    return TimeField{begin, colon + 1};
  }
  return std::nullopt;
}

// "123.456" of a time field in nanoseconds; nullopt beyond 2^63. Decimals beyond them are cut off.
std::optional<uint64_t> NanosecondsOf(std::string_view line, const TimeField& field) {
  uint64_t time_ns = 0;
  int decimals = -1;  // of the digits before the point
  for (const char c : line.substr(field.begin, field.end - 1 - field.begin)) {
    if (c == '.') {
      decimals = 0;
      continue;
    }
    if (decimals == 9) break;
    if (time_ns > ((uint64_t{1} << 63) - 1) / 10 - 1) return std::nullopt;
    time_ns = time_ns * 10 + static_cast<uint64_t>(c - '0');
    decimals += decimals >= 0 ? 1 : 0;
  }
  for (; decimals < 9; ++decimals) {
    if (time_ns > ((uint64_t{1} << 63) - 1) / 10) return std::nullopt;
    time_ns *= 10;
  }
  return time_ns;
}

std::string_view WithoutOffset(std::string_view symbol) {
  const size_t plus = symbol.rfind("+0x");
  if (plus == std::string_view::npos || plus + 3 == symbol.size()) return symbol;
  const std::string_view digits = symbol.substr(plus + 3);
  return std::all_of(digits.begin(), digits.end(), IsHexDigit) ? symbol.substr(0, plus) : symbol;
}

}  // namespace

std::optional<PerfHeader> ParsePerfHeader(std::string_view line) {
  line = TrimmedBack(line);
  PerfHeader header;
  if (const std::optional<TimeField> time = FindTime(line)) {
    if (!ReadTask(line.substr(0, time->begin), header)) return std::nullopt;
    if (!ReadEvent(line.substr(time->end), header)) return std::nullopt;
    header.time_ns = NanosecondsOf(line, *time);
    return header;
  }
  // Without a time: "COMM PID [CPU] PERIOD EVENT:", and nothing but a frame behind it.
  size_t colon = FindEventEnd(line, 0);
  while (colon != std::string_view::npos && colon + 1 < line.size() &&
         !BeginsWithAddress(line.substr(colon + 1)))
    colon = FindEventEnd(line, colon + 1);
  if (colon == std::string_view::npos) return std::nullopt;
  header.has_trailer = !TrimmedFront(line.substr(colon + 1)).empty();
  header.frame = FrameAtTheEnd(line.substr(colon + 1));
  std::string_view rest = line.substr(0, colon);
  header.event = TakeLastToken(rest);
  if (header.event.empty() || IsDigit(header.event[0])) return std::nullopt;
  std::string_view before = rest;
  const std::string_view number = TakeLastToken(before);
  PerfHeader with_period = header;
  if (IsNumber(number) && ReadTask(before, with_period)) {
    ReadPeriod(number, with_period);
    return with_period;
  }
  // A number in the columns of a period is no thread.
  if (FieldAtTheEnd(rest).columns >= kPeriodColumns) return std::nullopt;
  if (!ReadTask(rest, header) || header.command.empty()) return std::nullopt;
  return header;
}

std::string_view PerfFrameInLine(std::string_view line) {
  std::string_view frame;
  while (!line.empty()) {
    if (BeginsWithAddress(line)) frame = line;
    line = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
    line = line.substr(std::min(line.find_first_of(" \t"), line.size()));
  }
  return frame;
}

PerfHeader ParsePerfFields(std::string_view line) {
  line = TrimmedBack(line);
  PerfHeader header;
  if (line.ends_with(')')) {
    if (const std::string_view frame = PerfFrameInLine(line); !frame.empty()) {
      header.frame = ParsePerfFrameLine(frame);
      header.has_trailer = true;
      line.remove_suffix(frame.size());
    }
  }
  // From the end: the event, the period, the time and who it was.
  std::string_view period = line;
  if (const size_t colon = FindEventEnd(line, 0); colon != std::string_view::npos) {
    const std::optional<TimeField> time = FindTime(line);
    const size_t event_end = time && time->end == colon + 1 ? FindEventEnd(line, colon + 1) : colon;
    if (event_end != std::string_view::npos) {
      header.has_trailer |= !TrimmedFront(line.substr(event_end + 1)).empty();
      period = line.substr(0, event_end);
      header.event = TakeLastToken(period);
    }
  }
  std::string_view task = period;
  if (const std::optional<TimeField> time = FindTime(period)) {
    task = period.substr(0, time->begin);
    header.time_ns = NanosecondsOf(period, *time);
    period.remove_prefix(time->end);
  }
  if (const LastField last = FieldAtTheEnd(period); IsNumber(last.token) && last.columns >= kPeriodColumns) {
    ReadPeriod(last.token, header);
    if (task.data() == period.data()) task = last.before;
  }
  ReadFieldsOfTask(task, header);
  return header;
}

std::string_view WithoutEventModifiers(std::string_view event) {
  const size_t colon = event.rfind(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == event.size()) return event;
  const std::string_view modifiers = event.substr(colon + 1);
  if (modifiers.find_first_not_of("ukhGHpPSDIWeb") != std::string_view::npos) return event;
  return event.substr(0, colon);
}

std::optional<PerfFrameLine> ParsePerfFrameLine(std::string_view line) {
  line = Trimmed(line);
  size_t digits = 0;
  while (digits < line.size() && IsHexDigit(line[digits])) ++digits;
  if (digits == 0 || digits > 16 || (digits < line.size() && !IsBlank(line[digits]))) return std::nullopt;
  PerfFrameLine frame;
  frame.text = TrimmedFront(line.substr(digits));
  frame.kernel_address = digits == 16 && line.starts_with("ffff");
  return frame;
}

PerfSymbol ParsePerfSymbol(const PerfFrameLine& frame) {
  PerfSymbol result;
  std::string_view symbol = frame.text;
  std::string_view module;
  if (symbol.ends_with(')')) {
    // Modules may hold parentheses ("/tmp/x (deleted)"), so the one that matches opens it.
    size_t open = FindOpening(symbol);
    if (open == std::string_view::npos || (open > 0 && !IsBlank(symbol[open - 1]))) {
      open = symbol.rfind(" (");
      if (open != std::string_view::npos) ++open;
    }
    if (open != std::string_view::npos) {
      module = symbol.substr(open + 1, symbol.size() - open - 2);
      symbol = TrimmedBack(symbol.substr(0, open));
    }
  }
  result.symbol = WithoutOffset(symbol);
  if (module == "inlined") {
    result.inlined = true;
    result.kind = FrameKind::kInlined;
    return result;
  }
  if (module != "[unknown]" && module != "unknown") result.module = WithoutOffset(module);
  const bool named = !result.symbol.empty() && result.symbol != "[unknown]";
  result.kind = frame.kernel_address ? FrameKind::kKernel : KindOfModule(result.module);
  if (result.kind == FrameKind::kUser && !named && result.module.empty()) {
    result.kind = FrameKind::kSynthetic;
  }
  return result;
}

}  // namespace ringscope
