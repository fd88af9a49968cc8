#include "cct/import/bpftrace/bpftrace_text.h"

#include <algorithm>

#include "cct/base/text/ascii.h"
#include "cct/import/frame_names.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

bool IsNameCharacter(char c) { return IsLetterOrDigit(c) || c == '_'; }

// "vfs_read+12" or "vfs_read+0xc" without the offset.
std::string_view WithoutBpfOffset(std::string_view symbol) {
  const size_t plus = symbol.rfind('+');
  if (plus == std::string_view::npos || plus == 0) return symbol;
  std::string_view offset = symbol.substr(plus + 1);
  const bool hexadecimal = offset.starts_with("0x");
  if (hexadecimal) offset.remove_prefix(2);
  const std::string_view digits = hexadecimal ? kHexDigits : kHexDigits.substr(0, 10);
  return !offset.empty() && offset.find_first_not_of(digits) == std::string_view::npos
             ? symbol.substr(0, plus)
             : symbol;
}

// Where the keys of an entry end and ": VALUE" begins; npos: nowhere. Values can have brackets too.
size_t EndOfKeys(std::string_view line) {
  const size_t end = line.find("]: ");
  if (end != std::string_view::npos) return end;
  return line.ends_with("]:") ? line.size() - 2 : end;
}

std::string_view ValueBehind(std::string_view line, size_t end_of_keys) {
  return Trimmed(line.substr(std::min(end_of_keys + 2, line.size())));
}

// Whether one of the keys of "sh, , 12" is empty.
bool HasEmptyKey(std::string_view keys) {
  while (true) {
    const size_t comma = keys.find(", ");
    if (Trimmed(keys.substr(0, comma)).empty()) return true;
    if (comma == std::string_view::npos) return false;
    keys.remove_prefix(comma + 2);
  }
}

// "count 3, average 2, total 6": the number behind `key`.
std::optional<DecimalCount> NumberAfter(std::string_view text, std::string_view key) {
  const size_t at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view number = text.substr(at + key.size());
  return ParseCount(number.substr(0, number.find(',')));
}

}  // namespace

BpftraceLine ReadBpftraceLine(std::string_view line) {
  BpftraceLine result;
  line = TrimmedBack(line);
  if (!line.starts_with('@')) return result;
  line.remove_prefix(1);
  const auto* const name_end = std::find_if_not(line.begin(), line.end(), IsNameCharacter);
  const auto name_size = static_cast<size_t>(name_end - line.begin());
  result.map = line.substr(0, name_size);
  line.remove_prefix(name_size);
  if (line.starts_with(':')) {
    result.type = BpftraceLine::Type::kNoStack;
    return result;
  }
  if (!line.starts_with('[')) return result;
  line.remove_prefix(1);
  const size_t end = EndOfKeys(line);
  result.keys = line.substr(0, end);
  if (end == std::string_view::npos) {
    // The stack begins on the next line.
    if (line.empty() || line.ends_with(',')) result.type = BpftraceLine::Type::kBegin;
    return result;
  }
  result.value = ValueBehind(line, end);
  result.type = HasEmptyKey(result.keys) ? BpftraceLine::Type::kEmptyStack : BpftraceLine::Type::kNoStack;
  return result;
}

std::optional<BpftraceEnd> ReadBpftraceEnd(std::string_view line) {
  line = TrimmedBack(line);
  if (!line.starts_with(']') && !line.starts_with(',')) return std::nullopt;
  const size_t end = EndOfKeys(line);
  if (end == std::string_view::npos) return std::nullopt;
  return BpftraceEnd{line.substr(0, end), ValueBehind(line, end)};
}

bool IsBpftraceHistogram(std::string_view line) {
  line = TrimmedBack(line);
  return (line.starts_with('[') || line.starts_with('(')) && line.ends_with('|');
}

uint64_t LostBpftraceEvents(std::string_view line) {
  constexpr std::string_view kBegin = "Lost ";
  line = TrimmedBack(line);
  if (!line.starts_with(kBegin) || !line.ends_with(" events")) return 0;
  line.remove_prefix(kBegin.size());
  const auto count = ParseCount(line.substr(0, line.find(' ')));
  return count && count->decimals == 0 && !count->negative && !count->too_large ? count->mantissa : 0;
}

std::optional<BpftraceValue> ReadBpftraceValue(std::string_view text) {
  if (const auto number = ParseCount(text)) return BpftraceValue{*number, std::nullopt};
  if (!text.starts_with("count ")) return std::nullopt;
  const auto count = NumberAfter(text, "count ");
  const auto total = NumberAfter(text, ", total ");
  if (!count || !total) return std::nullopt;
  return BpftraceValue{*total, count};
}

Frame BpftraceFrame(std::string_view line, std::string& memory) {
  Frame frame;
  const bool as_perf = line.starts_with('\t');
  line = Trimmed(line);
  const size_t digits = std::min(line.find_first_not_of(kHexDigits), line.size());
  const bool kernel = digits == 16 && line.starts_with("ffff");
  if (as_perf && digits > 0 && digits < line.size() && line[digits] == ' ') {
    frame.name = Trimmed(line.substr(digits));
    const size_t open = FindOpening(frame.name);
    if (open != std::string_view::npos && open > 0 && frame.name[open - 1] == ' ') {
      frame.module = frame.name.substr(open + 1, frame.name.size() - open - 2);
      frame.name = Trimmed(frame.name.substr(0, open));
    }
    frame.name = WithoutBpfOffset(frame.name);
    frame.kind = kernel ? FrameKind::kKernel : KindOfModule(frame.module);
    return frame;
  }
  frame.name = WithoutBpfOffset(line);
  constexpr size_t kShortestAddress = 8;
  if (digits == line.size() && digits >= kShortestAddress) {
    memory = "0x";
    memory += line;
    frame.name = memory;
    if (kernel) frame.kind = FrameKind::kKernel;
  }
  return frame;
}

bool LooksLikeBpftrace(std::string_view start, bool complete) {
  bool inside = false;
  while (!start.empty()) {
    const std::string_view line = TakeLine(start);
    const BpftraceLine::Type type = ReadBpftraceLine(line).type;
    if (type == BpftraceLine::Type::kEmptyStack) return true;
    if (type == BpftraceLine::Type::kBegin) {
      inside = true;
    } else if (inside && ReadBpftraceEnd(line)) {
      return true;
    }
  }
  return inside && !complete;  // one stack longer than what there is to see
}

}  // namespace ringscope
