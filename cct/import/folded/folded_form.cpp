#include "cct/import/folded/folded_form.h"

#include <fmt/format.h>

#include "cct/base/text/ascii.h"
#include "cct/import/folded/other_text.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

std::string NegativeName(const std::string& name) { return name + " (negative)"; }

FoldedColumn CountColumn(std::string name) {
  std::string negative = NegativeName(name);
  return {{std::move(name), "count", 1}, std::move(negative)};
}

bool IsZero(const DecimalCount& count) { return count.mantissa == 0 && !count.too_large; }

// Nothing but stacks has frames that are separated as theirs are.
void AddLikelihood(std::string_view line, std::string_view stack, FoldedTally& tally) {
  if (stack.find(';') != std::string_view::npos) {
    ++tally.separated;
    return;
  }
  if (LooksLikeOtherText(stack) || IsSetOffAsInTables(line, stack) || HasBinaryBytes(line)) ++tally.unlikely;
  if (IsNumberAlone(stack)) ++tally.nameless;
}

// Says of lines that end in two numbers that only the last one is a cost.
constexpr std::string_view kOneNumberLine = "# numbers: 1";

bool SaysOneNumber(std::string_view start) {
  while (start.starts_with('#')) {
    if (TrimmedBack(TakeLine(start)) == kOneNumberLine) return true;
  }
  return false;
}

}  // namespace

FoldedForm FoldedForm::Plain() {
  FoldedForm form;
  form.columns.push_back(CountColumn("samples"));
  return form;
}

FoldedTally TallyFoldedLines(std::string_view text, bool complete) {
  FoldedTally tally;
  while (!text.empty()) {
    const size_t newline = text.find('\n');
    if (newline == std::string_view::npos && !complete) break;
    const std::string_view text_line = text.substr(0, newline);
    const FoldedLine line = ReadFoldedLine(text_line, true);
    if (line.type == FoldedLine::Type::kStack) {
      ++tally.stacks;
      AddLikelihood(text_line, line.stack, tally);
      const bool is_single = line.stack.find(';') == std::string_view::npos;
      if (is_single && IsZero(line.last) && (!line.second_last || IsZero(*line.second_last)))
        ++tally.worthless;
    }
    if (line.second_last) ++tally.two_counts;
    if (line.type == FoldedLine::Type::kNoCount) {
      if (const auto values = ReadBracketedValues(text_line)) {
        if (tally.bracketed++ == 0) tally.bracketed_values = values->count;
        AddLikelihood(text_line, values->stack, tally);
      } else {
        ++tally.rejected;
      }
    }
    if (newline == std::string_view::npos) break;
    text.remove_prefix(newline + 1);
  }
  return tally;
}

FoldedForm FoldedFormOf(std::string_view start) {
  const FoldedTally tally = TallyFoldedLines(start, true);
  if (tally.bracketed > tally.stacks) {
    if (tally.bracketed_values == 1) {
      FoldedForm form = FoldedForm::Plain();
      form.counts = FoldedForm::Counts::kBracketed;
      return form;
    }
    FoldedForm form;
    form.counts = FoldedForm::Counts::kBracketed;
    for (uint32_t i = 1; i <= tally.bracketed_values; ++i)
      form.columns.push_back(CountColumn(fmt::format("value {}", i)));
    return form;
  }
  if (tally.stacks > 0 && tally.two_counts == tally.stacks && !SaysOneNumber(start)) {
    FoldedForm form;
    form.notes.push_back(
        fmt::format("Lines end in two numbers, read as the costs before and after. Where the first belongs "
                    "to the name, as the "
                    "number of a thread does, put a line \"{}\" in front of them.",
                    kOneNumberLine));
    form.counts = FoldedForm::Counts::kTwo;
    form.columns = {CountColumn("before"), CountColumn("after")};
    return form;
  }
  return FoldedForm::Plain();
}

FoldedForm Named(FoldedForm form, const MetricNaming& naming) {
  const bool is_one = form.columns.size() == 1;
  for (FoldedColumn& column : form.columns) {
    std::string& name = column.metric.name;
    if (!naming.name.empty()) name = is_one ? naming.name : naming.name + " " + name;
    if (!naming.unit.empty()) column.metric.unit = naming.unit;
    column.negative_name = NegativeName(name);
  }
  return form;
}

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
