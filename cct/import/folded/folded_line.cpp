#include "cct/import/folded/folded_line.h"

#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

// Adds the numbers of "1 2,3" to `result`; false where it holds anything else, or too many.
bool ReadNumbers(std::string_view text, FoldedValues& result) {
  size_t at = 0;
  while (at < text.size()) {
    while (at < text.size() && (IsBlank(text[at]) || text[at] == ',')) ++at;
    size_t end = at;
    while (end < text.size() && !IsBlank(text[end]) && text[end] != ',') ++end;
    if (end == at) break;
    if (result.count == kMaxFoldedValues) return false;
    const auto number = ParseCount(text.substr(at, end - at));
    if (!number) return false;
    result.values[result.count++] = *number;
    at = end;
  }
  return result.count > 0;
}

// Numbers and their blanks take less than this. A line without an opening bracket or a blank in its last
// bytes ends in no numbers, and is not searched to its start.
constexpr size_t kMaxValuesBytes = kMaxFoldedValues * 40;

}  // namespace

bool IsFoldedComment(std::string_view line) {
  line = TrimmedBack(line);
  return line.empty() || (line[0] == '#' && (line.size() == 1 || IsBlank(line[1])));
}

FoldedLine ReadFoldedLine(std::string_view line, bool want_two) {
  FoldedLine result;
  line = TrimmedBack(line);
  if (line.empty()) return result;
  // "# key: 12" is metadata whatever it ends in; "#private;f 12" may be a stack.
  const bool hash = line[0] == '#';
  if (hash && (line.size() == 1 || IsBlank(line[1]))) return result;
  const std::optional<TrailingCount> last = ParseTrailingCount(line);
  if (!last) {
    result.type = hash ? FoldedLine::Type::kIgnored : FoldedLine::Type::kNoCount;
    return result;
  }
  result.type = FoldedLine::Type::kStack;
  result.last = last->count;
  result.stack = line.substr(0, last->rest_bytes);
  if (!want_two) return result;
  // "x BEFORE AFTER"; the blank that sets off BEFORE is also there when the stack is empty.
  if (const auto second = ParseTrailingCount(result.stack)) {
    result.second_last = second->count;
    result.stack = result.stack.substr(0, second->rest_bytes);
  }
  return result;
}

std::optional<FoldedValues> ReadBracketedValues(std::string_view line) {
  line = TrimmedBack(line);
  if (line.empty() || line.back() != ']') return std::nullopt;
  const size_t searched = line.size() > kMaxValuesBytes ? line.size() - kMaxValuesBytes : 0;
  const size_t open = line.substr(searched).rfind('[');
  if (open == std::string_view::npos) return std::nullopt;
  const size_t begin = searched + open;
  if (begin == 0 || !IsBlank(line[begin - 1])) return std::nullopt;
  FoldedValues result;
  if (!ReadNumbers(line.substr(begin + 1, line.size() - begin - 2), result)) return std::nullopt;
  result.stack = TrimmedBack(line.substr(0, begin));
  return result;
}

std::optional<FoldedValues> ReadCommaValues(std::string_view line) {
  line = TrimmedBack(line);
  const size_t searched = line.size() > kMaxValuesBytes ? line.size() - kMaxValuesBytes : 0;
  const size_t blank = line.substr(searched).find_last_of(" \t");
  if (blank == std::string_view::npos) return std::nullopt;
  FoldedValues result;
  if (!ReadNumbers(line.substr(searched + blank + 1), result)) return std::nullopt;
  result.stack = TrimmedBack(line.substr(0, searched + blank));
  return result;
}

Frame FoldedFrame(std::string_view text) {
  // Of "_[k]" and the like. A waker's stack is kernel code; 1 is compiled by the JVM's first tier.
  constexpr std::string_view kMarks = "kwj1i0";
  constexpr FrameKind kKinds[] = {FrameKind::kKernel, FrameKind::kKernel,  FrameKind::kJit,
                                  FrameKind::kJit,    FrameKind::kInlined, FrameKind::kInterpreted};
  Frame frame{.name = text};
  if (text.size() < 4 || text[text.size() - 1] != ']' || text[text.size() - 3] != '[' ||
      text[text.size() - 4] != '_') {
    return frame;
  }
  const size_t mark = kMarks.find(text[text.size() - 2]);
  if (mark == std::string_view::npos) return frame;
  frame.kind = kKinds[mark];
  frame.name.remove_suffix(4);
  return frame;
}

}  // namespace ringscope
