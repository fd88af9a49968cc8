#include "cct/import/perf/perf_line.h"

#include "cct/base/text/ascii.h"
#include "cct/import/count_text.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

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
  const bool is_time = token.size() >= 8 && token[2] == ':' && token[5] == ':';
  return (is_date || is_time) && token.find_first_not_of("0123456789-:.") == std::string_view::npos;
}

size_t BlanksBefore(std::string_view line) { return line.size() - TrimmedFront(line).size(); }

// Splits "COMM PID[/TID] [CPU] MISC TOD" into its parts; false where the number is missing. Versions of perf
// differ in the order of the fields behind the number.
bool ReadTask(std::string_view text, PerfHeader& header) {
  text = TrimmedBack(text);
  std::string_view token = TakeLastWord(text);
  while (IsCpu(token) || IsMisc(token) || IsDateOrTimeOfDay(token)) token = TakeLastWord(text);
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
// The kernel cuts the names of commands to this size.
constexpr size_t kMaxPerfCommandBytes = 15;

// The last word of a text, and the number of columns that it is aligned in.
struct LastField {
  std::string_view before, token;
  size_t columns = 0;
};

LastField FieldAtTheEnd(std::string_view text) {
  text = TrimmedBack(text);
  LastField last{text, {}, 0};
  last.token = TakeLastWord(last.before);
  last.columns = text.size() - last.before.size();
  if (!last.before.empty()) --last.columns;  // the blank behind the field before
  return last;
}

// The task without the processor, mode and time of day after it. A mode has 6 columns ("U     ").
std::string_view WithoutPlace(std::string_view text) {
  constexpr size_t kBlanksBehindMode = 4;
  while (true) {
    const LastField last = FieldAtTheEnd(text);
    const size_t end = TrimmedBack(text).size();
    const bool is_mode = IsMisc(last.token) && end + kBlanksBehindMode <= text.size();
    if (!is_mode && !IsCpu(last.token) && !IsDateOrTimeOfDay(last.token)) return text;
    text = text.substr(0, end - last.token.size());
  }
}

// Like ReadTask() for a task without a number: one in fewer columns than perf gives it is of the command.
void ReadFieldsOfTask(std::string_view text, PerfHeader& header) {
  text = WithoutPlace(text);
  const LastField last = FieldAtTheEnd(text);
  PerfHeader with_thread = header;
  const bool has_thread = last.columns >= kThreadColumns && ReadTask(text, with_thread);
  if (!has_thread) header.command = Trimmed(text);
  if (has_thread) header = with_thread;
}

void ReadPeriod(std::string_view digits, PerfHeader& header) {
  header.has_period = true;
  const std::optional<int64_t> period = ParseNumber<int64_t>(digits);
  header.period_too_large = !period;
  header.period = static_cast<uint64_t>(period.value_or(1));
}

void ReadFrameOfHeader(std::string_view behind_event, PerfHeader& header) {
  if (TrimmedFront(behind_event).empty()) return;
  const PerfBehindEvent behind = ReadBehindPerfEvent(behind_event, IsPerfTracepoint(header.event));
  header.frame = behind.frame;
  header.has_extra = behind.has_extra;
  header.has_trailer = true;
}

struct PartOfLine {
  size_t begin;
  size_t end;
};

// The colon that ends the event's name, at or behind `from`.
std::optional<PartOfLine> FindEventEnd(std::string_view text, size_t from) {
  size_t colon = text.find(':', from);
  while (colon != std::string_view::npos && colon + 1 < text.size() && !IsBlank(text[colon + 1]))
    colon = text.find(':', colon + 1);
  if (colon == std::string_view::npos) return std::nullopt;
  return PartOfLine{colon, colon + 1};
}

// Splits "PERIOD EVENT: trailer", or "PERIOD FRAME" where events are not printed (-F -event).
bool ReadEvent(std::string_view text, PerfHeader& header) {
  std::string_view behind_token = text;
  const std::string_view token = TakeWord(behind_token);
  // An address may have decimal digits only, but has more columns than a period.
  const bool has_period = IsNumber(token) && !BeginsWithPerfAddress(text);
  const std::string_view behind_period = has_period ? behind_token : text;
  std::optional<PartOfLine> colon;
  if (!BeginsWithPerfAddress(behind_period)) colon = FindEventEnd(behind_period, 0);
  if (colon) {
    header.event = TrimmedFront(behind_period.substr(0, colon->begin));
    if (header.event.empty()) return false;
    ReadFrameOfHeader(behind_period.substr(colon->end), header);
  } else {
    ReadFrameOfHeader(behind_period, header);
    // The fields of a trace point may stand before a frame.
    const bool has_module = header.frame && header.frame->text.ends_with(')');
    if (header.has_trailer && !has_module && !BeginsWithPerfAddress(behind_period)) return false;
  }
  if (has_period) ReadPeriod(token, header);
  return true;
}

// "123.456:", with its colon, at or behind `from`.
std::optional<PartOfLine> FindTime(std::string_view line, size_t from = 0) {
  for (size_t colon = line.find(':', from); colon != std::string_view::npos;
       colon = line.find(':', colon + 1)) {
    if (colon + 1 < line.size() && !IsBlank(line[colon + 1])) continue;
    size_t begin = colon;
    while (begin > 0 && IsDigit(line[begin - 1])) --begin;
    const size_t fraction = begin;
    if (fraction == colon || begin == 0 || line[begin - 1] != '.') continue;
    --begin;
    const size_t point = begin;
    while (begin > 0 && IsDigit(line[begin - 1])) --begin;
    if (begin == point || (begin > 0 && !IsBlank(line[begin - 1]))) continue;
    return PartOfLine{begin, colon + 1};
  }
  return std::nullopt;
}

// A time field, "123.456", in nanoseconds; nullopt from 2^63 on. Decimals beyond nanoseconds are cut off.
std::optional<uint64_t> NanosecondsOf(std::string_view line, const PartOfLine& field) {
  constexpr uint64_t kNsPerSecond = 1'000'000'000, kMostSeconds = (uint64_t{1} << 63) / kNsPerSecond;
  const std::string_view text = line.substr(field.begin, field.end - 1 - field.begin);
  const size_t point = text.find('.');
  const std::string_view decimals = text.substr(point + 1, 9);
  const auto seconds = ParseNumber<uint64_t>(text.substr(0, point));
  const auto part = ParseNumber<uint64_t>(decimals);
  if (!seconds || !part || *seconds > kMostSeconds) return std::nullopt;
  const uint64_t time_ns =
      *seconds * kNsPerSecond + *part * PowerOfTen(static_cast<uint32_t>(9 - decimals.size()));
  return time_ns >> 63 == 0 ? std::optional(time_ns) : std::nullopt;
}

std::optional<PerfHeader> ReadHeaderWithTime(std::string_view line, const PartOfLine& time) {
  const bool may_be_of_command = time.begin < BlanksBefore(line) + kMaxPerfCommandBytes;
  PerfHeader header;
  if (!ReadTask(line.substr(0, time.begin), header)) return std::nullopt;
  if (!ReadEvent(line.substr(time.end), header)) return std::nullopt;
  // Only trace points print free text: else a second time tells that the first one is of the command.
  if (may_be_of_command && !IsPerfTracepoint(header.event) && FindTime(line, time.end)) return std::nullopt;
  header.time_ns = NanosecondsOf(line, time);
  return header;
}

// "COMM PID [CPU] PERIOD EVENT:", whose colon is given: a frame or a trace point's fields may follow.
std::optional<PerfHeader> ReadHeaderWithoutTime(std::string_view line, size_t colon) {
  PerfHeader header;
  const std::string_view behind = line.substr(colon + 1);
  std::string_view rest = line.substr(0, colon);
  header.event = TakeLastWord(rest);
  if (header.event.empty() || IsDigit(header.event[0])) return std::nullopt;
  const bool is_bare = TrimmedFront(behind).empty() || BeginsWithPerfAddress(behind);
  if (!is_bare && !IsPerfTracepoint(header.event)) return std::nullopt;
  LastField last = FieldAtTheEnd(rest);
  PerfHeader with_period = header;
  const bool in_columns_of_thread = last.columns >= kThreadColumns && last.columns < kPeriodColumns;
  if (IsNumber(last.token) && !in_columns_of_thread && ReadTask(last.before, with_period)) {
    ReadPeriod(last.token, with_period);
    ReadFrameOfHeader(behind, with_period);
    return with_period;
  }
  // A number in the columns of a period is no thread.
  if (IsNumber(last.token) && last.columns >= kPeriodColumns) return std::nullopt;
  if (!ReadTask(rest, header) || header.command.empty()) return std::nullopt;
  while (IsCpu(last.token)) last = FieldAtTheEnd(last.before);
  // Before other words a number is a thread only in the columns of a thread.
  if (!is_bare && last.columns < kThreadColumns) return std::nullopt;
  ReadFrameOfHeader(behind, header);
  return header;
}

// The first header that read(place) finds at the places of next(from), each behind the one before. But the
// name of a command may look like the start of a line: among the places within such a name the last header
// counts whose command has the size of a name.
template <typename Next, typename Read>
std::optional<PerfHeader> ReadHeaderAtSomePlace(std::string_view line, Next next, Read read) {
  constexpr int kMostPlaces = 8;  // the name of a command holds seven at most
  const size_t command_end = BlanksBefore(line) + kMaxPerfCommandBytes;
  std::optional<PerfHeader> header;
  size_t from = 0;
  for (int count = 0; count < kMostPlaces; ++count) {
    const std::optional<PartOfLine> place = next(from);
    if (!place) break;
    from = place->end;
    std::optional<PerfHeader> here = read(*place);
    if (here && (!header || here->command.size() <= kMaxPerfCommandBytes)) header = here;
    if (header && from > command_end) break;
  }
  return header;
}

}  // namespace

bool HasPerfTime(std::string_view line) { return FindTime(line).has_value(); }

std::optional<PerfHeader> ParsePerfHeader(std::string_view line, bool timeless) {
  line = TrimmedBack(line);
  bool has_time = false;
  if (!timeless) {
    std::optional<PerfHeader> header = ReadHeaderAtSomePlace(
        line,
        [&](size_t from) {
          const std::optional<PartOfLine> time = FindTime(line, from);
          has_time |= time.has_value();
          return time;
        },
        [&](const PartOfLine& time) { return ReadHeaderWithTime(line, time); });
    if (header) return header;
  }
  std::optional<PerfHeader> header = ReadHeaderAtSomePlace(
      line, [&](size_t from) { return FindEventEnd(line, from); },
      [&](const PartOfLine& colon) { return ReadHeaderWithoutTime(line, colon.begin); });
  if (!header && timeless) return ParsePerfHeader(line);
  // A word like a time may be part of the command.
  return header && has_time && header->command.size() > kMaxPerfCommandBytes ? std::nullopt : header;
}

bool AreClearlyOfPerf(const PerfHeader& fields) {
  if (fields.frame && fields.frame->text.ends_with(')')) return true;
  return fields.time_ns && !fields.event.empty() && fields.command.size() <= kMaxPerfCommandBytes &&
         (!fields.has_trailer || fields.frame || IsPerfTracepoint(fields.event));
}

bool IsPerfTracepoint(std::string_view event) {
  return WithoutEventModifiers(event).find(':') != std::string_view::npos;
}

PerfHeader ParsePerfFields(std::string_view line) {
  line = TrimmedBack(line);
  PerfHeader header;
  // A module tells that the line has a frame.
  if (const PerfBehindEvent found = ReadBehindPerfEvent(line, true);
      found.frame && found.frame->text.ends_with(')')) {
    header.frame = found.frame;
    header.has_extra = found.has_extra;
    header.has_trailer = true;
    line = line.substr(0, found.frame_begin);
  }
  // The name of a command may hold words like a time or an event: the last such word counts before which a
  // name fits.
  std::string_view task = line;
  std::string_view period = line;
  const auto fits_before = [](std::string_view text) {
    return Trimmed(WithoutPlace(text)).size() <= kMaxPerfCommandBytes;
  };
  constexpr size_t kMostBytesBefore = 64;  // of a name and the fields that may follow it
  std::optional<PartOfLine> time = FindTime(line);
  for (auto next = time; next && next->begin < kMostBytesBefore; next = FindTime(line, next->end)) {
    if (fits_before(line.substr(0, next->begin))) time = next;
  }
  if (time) {
    header.time_ns = NanosecondsOf(line, *time);
    task = line.substr(0, time->begin);
    period.remove_prefix(time->end);
  }
  std::optional<PartOfLine> event_end = FindEventEnd(period, 0);
  for (auto next = event_end; !time && next && next->begin < kMostBytesBefore;
       next = FindEventEnd(period, next->end)) {
    std::string_view before = period.substr(0, next->begin);
    const std::string_view event = TakeLastWord(before);
    if (fits_before(before)) event_end = next;
    if (IsPerfTracepoint(event)) break;  // its fields may have any words
  }
  if (event_end) {
    const std::string_view behind = period.substr(event_end->end);
    header.has_trailer |= !TrimmedFront(behind).empty();
    period = period.substr(0, event_end->begin);
    header.event = TakeLastWord(period);
    if (!header.frame) ReadFrameOfHeader(behind, header);
    if (!time) task = period;
  } else if (const std::string_view frame = LastPerfAddress(period); !header.frame && !frame.empty()) {
    header.frame = ParsePerfFrameLine(frame);
    header.has_trailer = true;
    period.remove_suffix(frame.size());
    if (!time) task = period;
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

}  // namespace ringscope
