#include "cct/import/pprof/pprof_text_lines.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>

namespace ringscope {
namespace {

constexpr std::string_view kBlanks = " \t\r";

template <typename T>
std::optional<T> TakeNumber(std::string_view& text, int base = 10) {
  T value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (status != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return value;
}

// Takes blanks, `mark` and blanks off `text`; false if the mark is missing.
bool TakeMark(std::string_view& text, char mark) {
  text = TrimmedFront(text);
  if (text.empty() || text[0] != mark) return false;
  text.remove_prefix(1);
  text = TrimmedFront(text);
  return true;
}

bool TakePair(std::string_view& text, int64_t& count, int64_t& bytes) {
  const std::optional<int64_t> first = TakeNumber<int64_t>(text);
  if (!first || !TakeMark(text, ':')) return false;
  const std::optional<int64_t> second = TakeNumber<int64_t>(text);
  if (!second) return false;
  count = *first;
  bytes = *second;
  return true;
}

// Takes "0x12" or the hexadecimal digits "12" off `text`.
std::optional<uint64_t> TakeAddress(std::string_view& text) {
  std::string_view rest = text;
  if (rest.starts_with("0x") || rest.starts_with("0X")) rest.remove_prefix(2);
  const std::optional<uint64_t> address = TakeNumber<uint64_t>(rest, 16);
  if (!address) return std::nullopt;
  text = rest;
  return address;
}

// "file:12" -> "file".
std::string_view WithoutLine(std::string_view file) {
  const size_t colon = file.rfind(':');
  if (colon == std::string_view::npos) return file;
  std::string_view number = file.substr(colon + 1);
  if (number.starts_with('-')) number.remove_prefix(1);
  return IsNumber(number) ? file.substr(0, colon) : file;
}

constexpr uint64_t kPollNameLines = 1 << 12;

// More functions than Go's runtime ever leaves out at the start of a stack.
constexpr size_t kMaxHidden = 256;
// No compiler inlines so deep.
constexpr size_t kMaxInlined = 1024;

template <typename Take>
void ForEachLine(std::string_view text, const JobControl& job, const Take& take) {
  TrimmedLines lines(text);
  for (uint64_t count = 1; lines.Next(); ++count) {
    if (count % kPollNameLines == 0 && job.cancelled()) return;
    take(lines.line());
  }
}

// "work(int)<000000000000501c>" -> "work(int)": pprof adds addresses to names from tables of symbols.
std::string_view WithoutAddress(std::string_view name) {
  constexpr size_t kMarkLength = 18;
  if (name.size() <= kMarkLength || name.back() != '>' || name[name.size() - kMarkLength] != '<') return name;
  const std::string_view digits = name.substr(name.size() - kMarkLength + 1, kMarkLength - 2);
  return digits.find_first_not_of("0123456789abcdef") == std::string_view::npos
             ? name.substr(0, name.size() - kMarkLength)
             : name;
}

}  // namespace

std::optional<HeapCounts> ParseHeapCounts(std::string_view line) {
  HeapCounts counts;
  line = TrimmedFront(line);
  if (!TakePair(line, counts.in_use_count, counts.in_use_bytes) || !TakeMark(line, '[') ||
      !TakePair(line, counts.allocated_count, counts.allocated_bytes) || !TakeMark(line, ']'))
    return std::nullopt;
  counts.rest = line;
  return counts;
}

std::optional<HeapHeader> ParseHeapHeader(std::string_view line) {
  constexpr std::string_view kPrefix = "heap profile:";
  constexpr std::string_view kJemalloc = "heap_v2/";
  HeapHeader header;
  std::string_view source = line;
  if (line.starts_with(kPrefix)) {
    header.counts = ParseHeapCounts(line.substr(kPrefix.size()));
    if (!header.counts || !TakeMark(header.counts->rest, '@')) return std::nullopt;
    source = header.counts->rest;
  } else if (!line.starts_with(kJemalloc)) {
    return std::nullopt;
  }
  const size_t slash = std::min(source.find('/'), source.size());
  header.source = Trimmed(source.substr(0, slash));
  std::string_view period = slash < source.size() ? source.substr(slash + 1) : std::string_view();
  header.period_bytes = std::max<int64_t>(TakeNumber<int64_t>(period).value_or(0), 0);
  // A line without counts must be "heap_v2/PERIOD" alone.
  if (!header.counts && (header.period_bytes == 0 || !period.empty())) return std::nullopt;
  return header;
}

std::optional<ThreadCounts> ParseThreadCounts(std::string_view line) {
  const size_t colon = line.find(':');
  if (!line.starts_with('t') || colon == std::string_view::npos || colon < 2) return std::nullopt;
  ThreadCounts result;
  result.thread = line.substr(1, colon - 1);
  const std::optional<HeapCounts> counts = ParseHeapCounts(line.substr(colon + 1));
  if (!counts || (result.thread != "*" && !IsNumber(result.thread))) return std::nullopt;
  result.counts = *counts;
  return result;
}

std::optional<uint64_t> ParsePprofTextNumber(std::string_view text) {
  const std::optional<uint64_t> number = TakeNumber<uint64_t>(text);
  return text.empty() || text[0] == ' ' ? number : std::nullopt;
}

std::optional<PprofTextAttribute> ParsePprofTextAttribute(std::string_view line) {
  const size_t equals = line.find('=');
  if (equals == std::string_view::npos ||
      line.substr(0, equals).find_first_of("@#") != std::string_view::npos)
    return std::nullopt;
  return PprofTextAttribute{Trimmed(line.substr(0, equals)), Trimmed(line.substr(equals + 1))};
}

std::optional<std::string_view> ParseCountHeader(std::string_view line) {
  constexpr std::string_view kBetween = " profile: total ";
  const size_t at = line.find(kBetween);
  if (at == 0 || at == std::string_view::npos || !IsNumber(line.substr(at + kBetween.size())))
    return std::nullopt;
  const std::string_view type = line.substr(0, at);
  return type.find_first_of(kBlanks) == std::string_view::npos ? std::optional(type) : std::nullopt;
}

std::optional<std::string_view> ParseThreadLine(std::string_view line) {
  constexpr std::string_view kPrefix = "--- Thread ";
  constexpr std::string_view kName = "(name: ";
  if (!line.starts_with(kPrefix)) return std::nullopt;
  line.remove_prefix(kPrefix.size());
  if (!TakeAddress(line)) return std::nullopt;
  line = TrimmedFront(line);
  const size_t end = line.rfind(") stack: ---");
  if (!line.starts_with(kName) || end == std::string_view::npos || end < kName.size()) return std::nullopt;
  return line.substr(kName.size(), end - kName.size());
}

std::string_view WithoutThreadWord(std::string_view line) {
  for (const std::string_view word : {"PC:", "creator:"}) {
    if (line.starts_with(word)) return Trimmed(line.substr(word.size()));
  }
  return line;
}

bool ParseAddresses(std::string_view text, std::vector<uint64_t>& stack) {
  stack.clear();
  (void)TakeMark(text, '@');
  while (true) {
    text = TrimmedFront(text);
    if (text.empty()) return true;
    if (!text.starts_with("0x")) return false;
    const std::optional<uint64_t> address = TakeAddress(text);
    if (!address || (!text.empty() && kBlanks.find(text[0]) == std::string_view::npos)) return false;
    stack.push_back(*address);
  }
}

bool ParseCountedStack(std::string_view line, std::span<uint64_t> numbers, std::vector<uint64_t>& stack) {
  for (uint64_t& number : numbers) {
    const std::optional<uint64_t> taken = TakeNumber<uint64_t>(line);
    if (!taken) return false;
    number = *taken;
    line = TrimmedFront(line);
  }
  return line.starts_with('@') && ParseAddresses(line, stack);
}

std::optional<AddressText> ParseAddressText(std::string_view line) {
  if (line.starts_with('#')) line.remove_prefix(1);
  line = TrimmedFront(line);
  if (!line.starts_with("0x")) return std::nullopt;
  const std::optional<uint64_t> address = TakeAddress(line);
  if (line.starts_with(':')) line.remove_prefix(1);
  if (!address || line.empty() || kBlanks.find(line[0]) == std::string_view::npos) return std::nullopt;
  return AddressText{*address, Trimmed(line)};
}

Frame ParseGoName(std::string_view text) {
  // Names have neither tabs nor "+0x" in them, but may have blanks.
  for (size_t plus = text.find("+0x"); plus != std::string_view::npos; plus = text.find("+0x", plus + 1)) {
    const size_t digits = plus + 3;
    const size_t end = std::min(text.find_first_not_of("0123456789abcdef", digits), text.size());
    if (end == digits || (end < text.size() && kBlanks.find(text[end]) == std::string_view::npos)) continue;
    return {.name = text.substr(0, plus), .file = WithoutLine(Trimmed(text.substr(end)))};
  }
  return {.name = text};
}

Frame ParseJavaName(std::string_view text) {
  if (text.find("generated stub/JIT") != std::string_view::npos) return {.name = "STUB"};
  const size_t open = text.rfind(" (");
  if (!text.ends_with(')') || open == std::string_view::npos || open == 0) return {.name = text};
  const std::string_view place = text.substr(open + 2, text.size() - open - 3);
  const std::string_view name = Trimmed(text.substr(0, open));
  // The place is "file:4", or the library of native code.
  const std::string_view file = WithoutLine(place);
  return file.size() < place.size() ? Frame{.name = name, .file = file}
                                    : Frame{.name = name, .module = place};
}

void FindGoNames(std::string_view text, const JobControl& job, AddressNames& names) {
  std::vector<uint64_t> stack;
  size_t next = 0;                     // index in `stack` of the first address without a line
  std::vector<Frame>* open = nullptr;  // names of the last line's address, if it is new
  ForEachLine(text, job, [&](std::string_view line) {
    if (!line.starts_with('#')) {
      const size_t at = line.find('@');
      if (at == std::string_view::npos || !ParseAddresses(line.substr(at), stack)) stack.clear();
      next = 0;
      open = nullptr;
      return;
    }
    const std::optional<AddressText> named = ParseAddressText(line);
    if (!named || named->text.empty()) return;
    // Go names the call; older versions name the return address.
    const auto is_of = [&](uint64_t address) {
      return named->address == address || named->address + 1 == address;
    };
    size_t at = next;
    const size_t last = std::min(stack.size(), next + kMaxHidden);
    while (at < last && !is_of(stack[at])) ++at;
    if (at < last) {
      const auto [entry, is_new] = names.try_emplace(stack[at]);
      open = is_new ? &entry->second : nullptr;
      next = at + 1;
    } else if (next == 0 || !is_of(stack[next - 1])) {
      return;
    }
    if (open != nullptr && open->size() < kMaxInlined) open->push_back(ParseGoName(named->text));
  });
}

void FindJavaNames(std::string_view text, const JobControl& job, AddressNames& names) {
  ForEachLine(text, job, [&](std::string_view line) {
    const std::optional<AddressText> named = ParseAddressText(WithoutThreadWord(line));
    // A line of addresses names none of them.
    if (!named || named->text.empty() || named->text.starts_with("0x") || line.starts_with('#')) return;
    const auto [entry, is_new] = names.try_emplace(named->address);
    if (is_new) entry->second.push_back(ParseJavaName(named->text));
  });
}

void FindSymbolNames(std::string_view text, const JobControl& job, AddressNames& names) {
  constexpr std::string_view kSeparator = "--";
  ForEachLine(text, job, [&](std::string_view line) {
    const std::optional<AddressText> named = ParseAddressText(line);
    if (!named || named->text.empty()) return;
    const auto [entry, is_new] = names.try_emplace(named->address);
    std::string_view rest = named->text;
    while (is_new && !rest.empty() && entry->second.size() < kMaxInlined) {
      size_t end = rest.find(kSeparator);
      while (end != std::string_view::npos && rest.substr(0, end).ends_with("operator"))
        end = rest.find(kSeparator, end + kSeparator.size());
      end = std::min(end, rest.size());
      if (end > 0) entry->second.push_back({.name = WithoutAddress(rest.substr(0, end))});
      rest.remove_prefix(std::min(end + kSeparator.size(), rest.size()));
    }
    if (is_new) std::ranges::reverse(entry->second);
    if (entry->second.empty()) names.erase(entry);
  });
}

HeapEstimate EstimateHeap(int64_t count, int64_t bytes, int64_t period_bytes) {
  const auto seen_count = static_cast<double>(count);
  const auto seen_bytes = static_cast<double>(bytes);
  if (count == 0 || bytes == 0) return {};
  if (period_bytes <= 1) return {seen_count, seen_bytes};
  const double scale =
      1 / (1 - std::exp(-std::abs(seen_bytes / seen_count) / static_cast<double>(period_bytes)));
  return {std::trunc(seen_count * scale), std::trunc(seen_bytes * scale)};
}

}  // namespace ringscope
