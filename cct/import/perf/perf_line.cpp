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
  const bool is_time = token.size() >= 8 && token[2] == ':' && token[5] == ':';
  return (is_date || is_time) && token.find_first_not_of("0123456789-:.") == std::string_view::npos;
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

// Periods are printed with 10 columns, thread numbers with 5 or 7, addresses with 16 behind a blank or tab.
constexpr size_t kPeriodColumns = 10;
constexpr size_t kThreadColumns = 5;
constexpr size_t kAddressColumns = 17;
// The kernel keeps as much of the name of a command.
constexpr size_t kMaxPerfCommandBytes = 15;

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

// A task without its processor, mode and time of day behind it. A mode has 6 columns ("U     ").
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

// The same where the number may be missing. One in fewer columns than perf gives it is of the command.
void ReadFieldsOfTask(std::string_view text, PerfHeader& header) {
  text = WithoutPlace(text);
  const LastField last = FieldAtTheEnd(text);
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

bool IsAddress(std::string_view word) {
  for (const char c : word) {
    if (!IsHexDigit(c)) return false;
  }
  return !word.empty();
}

// Where the blanks end that begin at `at`, and the word that begins there.
size_t BlanksEnd(std::string_view text, size_t at) {
  while (at < text.size() && IsBlank(text[at])) ++at;
  return at;
}
size_t WordEnd(std::string_view text, size_t at) {
  while (at < text.size() && !IsBlank(text[at])) ++at;
  return at;
}

// Whether the word at [begin, end), behind blanks from `at` on, is an address in its columns.
bool IsAddressInColumns(std::string_view text, size_t at, size_t begin, size_t end) {
  if (end == begin || end - at < kAddressColumns) return false;
  // A number that fills all columns is a period: such addresses are the kernel's, and begin with "f".
  const std::string_view word = text.substr(begin, end - begin);
  return word.size() < kAddressColumns && IsAddress(word) &&
         (word.size() + 1 < kAddressColumns || !IsNumber(word));
}

bool BeginsWithAddress(std::string_view text) {
  const size_t begin = BlanksEnd(text, 0);
  return IsAddressInColumns(text, 0, begin, WordEnd(text, begin));
}

// The last address in columns, with the blanks before it, and all behind it; empty without such an address.
std::string_view LastAddressInColumns(std::string_view line) {
  size_t last = line.size();
  for (size_t at = 0; at < line.size();) {
    const size_t begin = BlanksEnd(line, at);
    const size_t end = WordEnd(line, begin);
    if (IsAddressInColumns(line, at, begin, end)) last = at;
    at = end;
  }
  return line.substr(last);
}

// A word of "0x401000/0x401100/P/-/-/0": where a branch led from and to, and how it was foreseen.
bool IsBranch(std::string_view word) {
  const auto is_any_of = [](char c, std::string_view of) { return of.find(c) != std::string_view::npos; };
  for (size_t at = word.find('/'); at != std::string_view::npos; at = word.find('/', at + 1)) {
    const std::string_view flags = word.substr(at + 1);
    if (flags.size() >= 5 && is_any_of(flags[0], "PM-") && flags[1] == '/' && is_any_of(flags[2], "X-") &&
        flags[3] == '/' && is_any_of(flags[4], "A-"))
      return true;
  }
  return false;
}

// "4K", "N/A": the size of a page of memory.
bool IsPageSize(std::string_view word) {
  return word == "N/A" || (word.size() >= 2 && IsNumber(word.substr(0, word.size() - 1)) &&
                           std::string_view("KMG").find(word.back()) != std::string_view::npos);
}

// Where the first "+0x17" ends that has a blank behind it, the offset in a symbol; npos: nowhere.
size_t SymbolOffsetEnd(std::string_view text) {
  constexpr std::string_view kPlus = "+0x";
  for (size_t at = text.find(kPlus); at != std::string_view::npos; at = text.find(kPlus, at + 1)) {
    const size_t digits = at + kPlus.size();
    const size_t end = text.find_first_of(" \t", digits);
    if (end != std::string_view::npos && IsAddress(text.substr(digits, end - digits))) return end;
  }
  return std::string_view::npos;
}

// Where the first module, "(/lib/x.so)" or "([kernel.kallsyms])", ends; npos: nowhere.
size_t ModuleEnd(std::string_view text) {
  int tries = 8;  // a name of a function hardly holds as many parentheses that are never closed
  for (size_t open = text.find(" ("); open != std::string_view::npos; open = text.find(" (", open + 1)) {
    if (open + 2 >= text.size() || (text[open + 2] != '/' && text[open + 2] != '[')) continue;
    if (tries-- == 0) break;
    size_t depth = 0;
    for (size_t at = open + 1; at < text.size(); ++at) {
      if (text[at] == '(') ++depth;
      if (text[at] == ')' && --depth == 0) return at + 1;
    }
  }
  return std::string_view::npos;
}

// The sizes of pages behind a frame, and the physical address before them, which stands in the columns of an
// address without a blank before those.
std::string_view WithoutMemory(std::string_view text) {
  constexpr size_t kColumns = kAddressColumns - 1;
  std::string_view before = text = TrimmedBack(text);
  while (IsPageSize(TakeLastToken(before))) text = before;
  if (text.size() <= kColumns || text[text.size() - kColumns] != ' ') return text;
  const std::string_view field = text.substr(text.size() - kColumns);
  const std::string_view rest = TrimmedBack(text.substr(0, text.size() - kColumns));
  // Where only addresses are printed a frame is no more.
  return rest.empty() || !IsAddress(TrimmedFront(field)) ? text : rest;
}

constexpr std::string_view kCycles = " IPC: ";  // "1.23 (123/100)" behind it

// Where what perf prints behind frames begins, if it is asked for that: registers, instructions, branches;
// npos: nowhere.
size_t ExtraBegin(std::string_view text) {
  size_t begin = std::string_view::npos;
  for (const std::string_view mark :
       {std::string_view(" ABI:"), std::string_view(" ilen: "), std::string_view(" insn: "), kCycles}) {
    const size_t at = text.find(mark);
    if (at != std::string_view::npos && at + mark.size() < text.size()) begin = std::min(begin, at);
  }
  for (size_t at = 0; at < std::min(begin, text.size());) {
    const size_t word = BlanksEnd(text, at);
    const size_t end = WordEnd(text, word);
    if (IsBranch(text.substr(word, end - word))) return std::min(begin, word);
    at = end;
  }
  return begin;
}

// The instruction in words stands behind a frame, or below a call chain (-F +disasm).
constexpr std::string_view kBeforeDisassembly = "\t\t";

// Without it. What trace points print may hold such tabs too, but in front of a frame.
std::string_view WithoutDisassembly(std::string_view text) {
  const size_t at = text.rfind(kBeforeDisassembly);
  return at == std::string_view::npos || !LastAddressInColumns(text.substr(at)).empty() ? text
                                                                                        : text.substr(0, at);
}

// What stands behind an event.
struct BehindEvent {
  size_t frame_begin = 0;
  std::optional<PerfFrameLine> frame;
  bool has_extra = false;  // behind the frame
};

// Finds the frame of a sample without a call chain. What trace points print and other addresses (-F +addr)
// stand before it.
BehindEvent ReadBehindEvent(std::string_view text, bool is_tracepoint) {
  BehindEvent found;
  text = TrimmedBack(text);
  if (text.empty()) return found;
  // Most lines end in a module.
  const std::string_view code_free = TrimmedBack(WithoutDisassembly(text));
  const bool ends_in_frame = code_free.ends_with(')') && code_free.find(kCycles) == std::string_view::npos;
  const std::string_view told =
      ends_in_frame ? code_free : WithoutMemory(code_free.substr(0, ExtraBegin(code_free)));
  std::string_view line = LastAddressInColumns(told);
  const bool in_columns = !line.empty();
  if (!in_columns) {
    // Then only a module tells a frame from other words.
    if (is_tracepoint) return found;
    line = told;
  }
  found.frame_begin = static_cast<size_t>(line.data() - text.data());
  if (!line.ends_with(')')) {
    size_t end = ModuleEnd(line);
    if (end == std::string_view::npos) end = SymbolOffsetEnd(line);
    line = TrimmedBack(line.substr(0, end));
  }
  std::optional<PerfFrameLine> frame = ParsePerfFrameLine(line);
  if (!frame) return found;
  const bool is_frame = frame->text.ends_with(')') ||
                        (in_columns && (!is_tracepoint || !frame->text.empty() || found.frame_begin == 0));
  if (!is_frame) return found;
  found.frame = frame;
  found.has_extra = found.frame_begin + line.size() < text.size();
  return found;
}

void ReadFrameOfHeader(std::string_view behind_event, PerfHeader& header) {
  if (TrimmedFront(behind_event).empty()) return;
  const BehindEvent behind = ReadBehindEvent(behind_event, IsPerfTracepoint(header.event));
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
  const std::string_view trimmed = TrimmedFront(text);
  const std::string_view token = trimmed.substr(0, WordEnd(trimmed, 0));
  // An address may have decimal digits only, but has more columns than a period.
  const bool has_period = IsNumber(token) && !BeginsWithAddress(text);
  const std::string_view behind_period = has_period ? trimmed.substr(token.size()) : text;
  std::optional<PartOfLine> colon;
  if (!BeginsWithAddress(behind_period)) colon = FindEventEnd(behind_period, 0);
  if (colon) {
    header.event = TrimmedFront(behind_period.substr(0, colon->begin));
    if (header.event.empty()) return false;
    ReadFrameOfHeader(behind_period.substr(colon->end), header);
  } else {
    ReadFrameOfHeader(behind_period, header);
    // What a trace point prints may stand in front of a frame.
    const bool has_module = header.frame && header.frame->text.ends_with(')');
    if (header.has_trailer && !has_module && !BeginsWithAddress(behind_period)) return false;
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

// "123.456" of a time field in nanoseconds; nullopt beyond 2^63. Decimals beyond them are cut off.
std::optional<uint64_t> NanosecondsOf(std::string_view line, const PartOfLine& field) {
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

std::optional<PerfHeader> ReadHeaderWithTime(std::string_view line, const PartOfLine& time) {
  const bool may_be_of_command = time.begin < BlanksEnd(line, 0) + kMaxPerfCommandBytes;
  PerfHeader header;
  if (!ReadTask(line.substr(0, time.begin), header)) return std::nullopt;
  if (!ReadEvent(line.substr(time.end), header)) return std::nullopt;
  // Only trace points print anything: another time behind it says that this one is of the command.
  if (may_be_of_command && !IsPerfTracepoint(header.event) && FindTime(line, time.end)) return std::nullopt;
  header.time_ns = NanosecondsOf(line, time);
  return header;
}

// "COMM PID [CPU] PERIOD EVENT:", whose colon is given: only a frame stands behind it, or what a trace point
// prints.
std::optional<PerfHeader> ReadHeaderWithoutTime(std::string_view line, size_t colon) {
  PerfHeader header;
  const std::string_view behind = line.substr(colon + 1);
  std::string_view rest = line.substr(0, colon);
  header.event = TakeLastToken(rest);
  if (header.event.empty() || IsDigit(header.event[0])) return std::nullopt;
  const bool is_bare = TrimmedFront(behind).empty() || BeginsWithAddress(behind);
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
  // In front of other words it is one only in its own columns.
  if (!is_bare && last.columns < kThreadColumns) return std::nullopt;
  ReadFrameOfHeader(behind, header);
  return header;
}

// What `read` makes of the line for one of the places that `next` finds, each behind the one before: the
// first for which there is something. But the name of a command may hold all that a line begins with; then it
// is the last one with such a name before it.
template <typename Next, typename Read>
std::optional<PerfHeader> ReadHeaderAtSomePlace(std::string_view line, Next next, Read read) {
  constexpr int kMostPlaces = 8;  // of which such a name holds seven at most
  const size_t command_end = BlanksEnd(line, 0) + kMaxPerfCommandBytes;
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
  // What looks like a time may be of the command.
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

std::optional<PerfFrameLine> ParsePerfChainLine(std::string_view line) {
  if (line.size() < kAddressColumns || line[0] != '\t') return std::nullopt;
  if (line.size() > kAddressColumns && line[kAddressColumns] != ' ') return std::nullopt;
  const size_t digits = line.find_first_not_of(' ', 1);
  if (digits >= kAddressColumns || !IsAddress(line.substr(digits, kAddressColumns - digits)))
    return std::nullopt;
  PerfFrameLine frame;
  frame.address = line.substr(digits, kAddressColumns - digits);
  frame.text = Trimmed(line.substr(kAddressColumns));
  frame.kernel_address = digits == 1 && line.substr(1).starts_with("ffff");
  return frame;
}

PerfHeader ParsePerfFields(std::string_view line) {
  line = TrimmedBack(line);
  PerfHeader header;
  // Of a frame on the line the module tells that it is one.
  if (const BehindEvent found = ReadBehindEvent(line, true);
      found.frame && found.frame->text.ends_with(')')) {
    header.frame = found.frame;
    header.has_extra = found.has_extra;
    header.has_trailer = true;
    line = line.substr(0, found.frame_begin);
  }
  // The name of a command may hold what looks like a time or an event: then the last one counts that such a
  // name fits before.
  std::string_view task = line;
  std::string_view period = line;
  const auto fits_before = [](std::string_view text) {
    return Trimmed(WithoutPlace(text)).size() <= kMaxPerfCommandBytes;
  };
  constexpr size_t kMostBytesBefore = 64;  // of a name and what may stand behind it
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
    const std::string_view event = TakeLastToken(before);
    if (fits_before(before)) event_end = next;
    if (IsPerfTracepoint(event)) break;  // what it prints may have any words
  }
  if (event_end) {
    const std::string_view behind = period.substr(event_end->end);
    header.has_trailer |= !TrimmedFront(behind).empty();
    period = period.substr(0, event_end->begin);
    header.event = TakeLastToken(period);
    if (!header.frame) ReadFrameOfHeader(behind, header);
    if (!time) task = period;
  } else if (const std::string_view frame = LastAddressInColumns(period); !header.frame && !frame.empty()) {
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

std::optional<PerfFrameLine> ParsePerfFrameLine(std::string_view line) {
  line = Trimmed(line);
  size_t digits = 0;
  while (digits < line.size() && IsHexDigit(line[digits])) ++digits;
  if (digits == 0 || digits > 16 || (digits < line.size() && !IsBlank(line[digits]))) return std::nullopt;
  PerfFrameLine frame;
  frame.address = line.substr(0, digits);
  frame.text = TrimmedFront(line.substr(digits));
  frame.kernel_address = digits == 16 && line.starts_with("ffff");
  return frame;
}

namespace {

constexpr std::string_view kInlinedMark = " (inlined)";

std::string_view WithoutExtra(std::string_view line) {
  return WithoutMemory(line.substr(0, ExtraBegin(line)));
}

}  // namespace

bool LooksLikePerfSourceLine(std::string_view line) {
  line = WithoutExtra(line);
  if (line.ends_with(kInlinedMark)) line.remove_suffix(kInlinedMark.size());
  if (line.ends_with(']')) {
    const size_t open = line.rfind('[');
    return open != std::string_view::npos && line.size() - open > 2 &&
           line.substr(open + 1, line.size() - open - 2).find_first_not_of("0123456789abcdef") ==
               std::string_view::npos;
  }
  const size_t colon = line.rfind(':');
  return colon != std::string_view::npos && colon > 0 && IsNumber(line.substr(colon + 1));
}

bool LooksLikePerfInlinedSourceLine(std::string_view line) {
  return LooksLikePerfSourceLine(line) && WithoutExtra(line).ends_with(kInlinedMark);
}

bool LooksLikePerfExtraLine(std::string_view line) {
  if (line.empty()) return false;
  if (line[0] == '|') return line.size() > 1 && IsDigit(line[1]);  // source code, with its line
  if (ExtraBegin(line) != std::string_view::npos) return !FindTime(line);
  if (line.starts_with(kBeforeDisassembly)) return true;
  if (line[0] == '\t')  // the code between branches, below the name of its function
    return line.back() == ':' || (line.size() > kAddressColumns && line[kAddressColumns] == '\t' &&
                                  IsAddress(line.substr(1, kAddressColumns - 1)));
  std::string_view before = line;
  while (IsPageSize(TakeLastToken(before))) line = before;
  return line.empty() || (line.size() == kAddressColumns - 1 && IsAddress(TrimmedFront(line)));
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
