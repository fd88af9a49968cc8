#include "cct/import/folded/folded_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cct/base/text/ascii.h"
#include "cct/import/importer.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// Adds the numbers of "1 2,3" to `result`. False if `text` has anything else, or too many numbers.
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

// Finds the last of `characters` in the part of a line that its numbers and their blanks may take. A longer
// line is not searched to its start.
size_t FindNearEnd(std::string_view line, std::string_view characters) {
  constexpr size_t kMaxValuesBytes = kMaxFoldedValues * 40;
  const size_t searched = line.size() > kMaxValuesBytes ? line.size() - kMaxValuesBytes : 0;
  const size_t found = line.substr(searched).find_last_of(characters);
  return found == std::string_view::npos ? found : searched + found;
}

std::string NegativeName(const std::string& name) { return name + " (negative)"; }

FoldedColumn ColumnOf(std::string name, std::string unit = "count") {
  std::string negative = NegativeName(name);
  return {{std::move(name), std::move(unit), 1}, std::move(negative)};
}

bool IsZero(const DecimalCount& count) { return count.mantissa == 0 && !count.too_large; }

// Whether a line with a single frame and a count looks like a line of a table, a log, a list of settings or
// prose. `stack` is the text before the count. Functions have blanks in names too, but mostly in brackets.
bool LooksLikeOtherText(std::string_view line, std::string_view stack) {
  constexpr uint64_t kManyWords = 7;
  if (stack.empty()) return false;
  const std::string_view behind = line.substr(stack.size());
  if (IsBlank(stack.front()) || behind.starts_with('\t') || behind.starts_with("  ") || Has(stack, "\t") ||
      HasDataBytes(line))
    return true;
  uint64_t words = 0;
  uint64_t numbers = 0;
  size_t depth = 0;  // of brackets
  std::string_view last;
  for (std::string_view rest = stack; !rest.empty();) {
    last = TakeWord(rest);
    words += depth == 0 ? 1 : 0;
    numbers += depth == 0 && IsDigit(last.front()) ? 1 : 0;
    for (const char c : last) {
      if (Has("(<[{", {&c, 1})) ++depth;
      if (Has(")>]}", {&c, 1}) && depth > 0) --depth;
    }
    rest = TrimmedFront(rest);
  }
  if (last == "=" || last.ends_with(',') || (last.ends_with(':') && !last.ends_with("::"))) return true;
  return numbers > 1 || words >= kManyWords;
}

// Counts the lines at the start of a file by their form.
struct FoldedTally {
  uint64_t stacks = 0;            // lines that end in a count
  uint64_t two_counts = 0;        // stacks that end in two counts
  uint64_t bracketed = 0;         // lines that end in numbers in brackets
  uint32_t bracketed_values = 0;  // the count of numbers in the first of these
  uint64_t rejected = 0;          // other lines
  uint64_t separated = 0;         // stacks and bracketed lines with several frames, which only stacks have
  uint64_t unlikely = 0;          // those with one frame that look like other text, or have no cost
  uint64_t numbers = 0;           // those with one frame that is a number: rows of a table, seldom names

  void Add(std::string_view line) {
    const FoldedLine read = ReadFoldedLine(line, true);
    two_counts += read.second_last ? 1 : 0;
    if (read.type == FoldedLine::Type::kStack) {
      ++stacks;
      // Tools write no stacks without cost, but lists of counters have zeros.
      AddStack(line, read.stack, IsZero(read.last) && (!read.second_last || IsZero(*read.second_last)));
    } else if (read.type == FoldedLine::Type::kNoCount) {
      const auto values = ReadBracketedValues(line);
      if (!values) {
        ++rejected;
        return;
      }
      if (bracketed++ == 0) bracketed_values = values->count;
      AddStack(line, values->stack, false);
    }
  }

 private:
  void AddStack(std::string_view line, std::string_view stack, bool is_worthless) {
    const bool is_separated = Has(stack, ";");
    separated += is_separated ? 1 : 0;
    if (is_separated) return;
    unlikely += is_worthless || LooksLikeOtherText(line, stack) ? 1 : 0;
    numbers +=
        !stack.empty() && IsDigit(stack.front()) && stack.find_first_not_of("0123456789.,/%+-") == stack.npos
            ? 1
            : 0;
  }
};

// Counts the whole lines of `text`; with `complete`, its last line is whole too.
FoldedTally TallyLines(std::string_view text, bool complete) {
  FoldedTally tally;
  while (!text.empty() && (complete || Has(text, "\n"))) tally.Add(TakeLine(text));
  return tally;
}

// Lines of JSON may end in numbers too. Stacks may begin with "[unknown]", "{main}" or "[[kernel.kallsyms]]".
bool LooksLikeJson(std::string_view text) {
  const char first = FirstOf(text);
  if (first != '{' && first != '[') return false;
  std::string_view behind = text.substr(text.find(first) + 1);
  const bool is_list_in_list = first == '[' && behind.starts_with('[');
  if (is_list_in_list) behind.remove_prefix(1);
  const char next = FirstOf(behind);
  return next == '\0' || Has("\"{}[]", {&next, 1}) || (is_list_in_list && (IsDigit(next) || next == '-'));
}

// A comment that declares that only the last number of a line is a cost.
constexpr std::string_view kOneNumberLine = "# numbers: 1";

bool SaysOneNumber(std::string_view start) {
  while (start.starts_with('#')) {
    if (TrimmedBack(TakeLine(start)) == kOneNumberLine) return true;
  }
  return false;
}

bool IsProcess(std::string_view text) {
  return text.size() > 1 && text[0] == 'P' && IsNumber(text.substr(1));
}

// "T" and a number; in newer versions, "T", the interpreter's number, a colon and a number or a name.
bool IsThread(std::string_view text) {
  if (text.size() < 2 || text[0] != 'T') return false;
  text.remove_prefix(1);
  if (const size_t colon = text.find(':'); colon != std::string_view::npos)
    return colon > 0 && colon + 1 < text.size() && IsNumber(text.substr(0, colon));
  if (text.starts_with("0x")) text.remove_prefix(2);
  return std::all_of(text.begin(), text.end(), IsHexDigit);
}

// The value of `key` in the comments at the start of a file ("# key: value"); empty if there is none.
std::string_view HeaderValue(std::string_view start, std::string_view key) {
  while (start.starts_with('#')) {
    std::string_view line = TakeLine(start);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.size() > key.size() + 4 && line.starts_with("# ") && line.substr(2).starts_with(key) &&
        line.substr(2 + key.size()).starts_with(": ")) {
      return line.substr(key.size() + 4);
    }
  }
  return {};
}

// The first line that is no comment.
std::string_view FirstStack(std::string_view start) {
  while (!start.empty()) {
    const std::string_view line = TakeLine(start);
    if (!IsFoldedComment(line)) return line;
  }
  return {};
}

// The growth of the resident memory since the sample before; a decrease counts in the negative metric.
FoldedColumn MemoryColumn() { return {{"memory allocated", "bytes", 1}, "memory freed"}; }

constexpr size_t kMaxNoteBytes = 100;

}  // namespace

bool IsFoldedComment(std::string_view line) {
  line = TrimmedBack(line);
  return line.empty() || (line[0] == '#' && (line.size() == 1 || IsBlank(line[1])));
}

FoldedLine ReadFoldedLine(std::string_view line, bool want_two) {
  FoldedLine result;
  line = TrimmedBack(line);
  if (IsFoldedComment(line)) return result;
  const std::optional<TrailingCount> last = ParseTrailingCount(line);
  if (!last) {
    result.type = line[0] == '#' ? FoldedLine::Type::kIgnored : FoldedLine::Type::kNoCount;
    return result;
  }
  result.type = FoldedLine::Type::kStack;
  result.last = last->count;
  result.stack = line.substr(0, last->rest_bytes);
  if (!want_two) return result;
  // "x BEFORE AFTER"; there is a blank in front of BEFORE even if the stack is empty.
  if (const auto second = ParseTrailingCount(result.stack)) {
    result.second_last = second->count;
    result.stack = result.stack.substr(0, second->rest_bytes);
  }
  return result;
}

std::optional<FoldedValues> ReadBracketedValues(std::string_view line) {
  line = TrimmedBack(line);
  if (line.empty() || line.back() != ']') return std::nullopt;
  const size_t begin = FindNearEnd(line, "[");
  if (begin == std::string_view::npos || begin == 0 || !IsBlank(line[begin - 1])) return std::nullopt;
  FoldedValues result;
  if (!ReadNumbers(line.substr(begin + 1, line.size() - begin - 2), result)) return std::nullopt;
  result.stack = TrimmedBack(line.substr(0, begin));
  return result;
}

std::optional<FoldedValues> ReadCommaValues(std::string_view line) {
  line = TrimmedBack(line);
  const size_t blank = FindNearEnd(line, " \t");
  FoldedValues result;
  if (blank == std::string_view::npos || !ReadNumbers(line.substr(blank + 1), result)) return std::nullopt;
  result.stack = TrimmedBack(line.substr(0, blank));
  return result;
}

Frame FoldedFrame(std::string_view text) {
  // The letters of "_[k]" and so on. w: a waker's stack, which is kernel code; 1: the JVM's first tier.
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

FoldedForm FoldedForm::Plain() {
  FoldedForm form;
  form.columns.push_back(ColumnOf("samples"));
  return form;
}

bool LooksLikeFolded(std::string_view start) {
  // Binary data that contains text begins with bytes that no text has.
  constexpr size_t kMarkBytes = 4;
  if (HasDataBytes(start.substr(0, std::min(start.find('\n'), kMarkBytes))) || LooksLikeJson(start))
    return false;
  const bool complete = start.size() < kSniffBytes;
  // A first line that is longer than the prefix counts as a stack if it is text.
  if (!complete && !Has(start, "\n")) return !HasDataBytes(start);
  const FoldedTally tally = TallyLines(start, complete);
  // Prose has a few lines that end in a number; in tables, logs and settings every line may end in one.
  const uint64_t accepted = tally.stacks + tally.bracketed;
  if (accepted == 0 || accepted < tally.rejected) return false;
  // If enough lines have several frames, single frames may have any name.
  constexpr uint64_t kUnlikelyPerSeparated = 4;
  constexpr uint64_t kStacksPerUnlikely = 8;
  return tally.unlikely + tally.numbers <= kUnlikelyPerSeparated * tally.separated ||
         (tally.unlikely * kStacksPerUnlikely <= accepted && tally.numbers <= accepted / 2);
}

FoldedForm FoldedFormOf(std::string_view start) {
  const FoldedTally tally = TallyLines(start, true);
  if (tally.bracketed > tally.stacks) {
    FoldedForm form;
    form.counts = FoldedForm::Counts::kBracketed;
    if (tally.bracketed_values == 1) form.columns = FoldedForm::Plain().columns;
    for (uint32_t i = 1; i <= tally.bracketed_values && tally.bracketed_values > 1; ++i)
      form.columns.push_back(ColumnOf(fmt::format("value {}", i)));
    return form;
  }
  if (tally.stacks > 0 && tally.two_counts == tally.stacks && !SaysOneNumber(start)) {
    FoldedForm form;
    form.notes.push_back(
        fmt::format("Lines end in two numbers, read as the costs before and after. Where the first belongs "
                    "to the name, as the number of a thread does, put a line \"{}\" in front of them.",
                    kOneNumberLine));
    form.counts = FoldedForm::Counts::kTwo;
    form.columns = {ColumnOf("before"), ColumnOf("after")};
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

std::optional<AustinStack> SplitAustinStack(std::string_view stack) {
  AustinStack result;
  const size_t first = stack.find(';');
  if (first == std::string_view::npos) return std::nullopt;
  result.process = stack.substr(0, first);
  stack.remove_prefix(first + 1);
  const size_t second = std::min(stack.find(';'), stack.size());
  result.thread = stack.substr(0, second);
  if (!IsProcess(result.process) || !IsThread(result.thread)) return std::nullopt;
  result.frames = stack.substr(std::min(second + 1, stack.size()));
  return result;
}

bool LooksLikeAustin(std::string_view start) {
  if (start.starts_with("# austin: ")) return true;
  const bool complete = start.size() < kSniffBytes;
  uint64_t stacks = 0;
  while (!start.empty() && (complete || Has(start, "\n"))) {
    const std::string_view line = TakeLine(start);
    if (IsFoldedComment(line)) continue;
    // The values of Austin begin at the last blank.
    const size_t blank = line.find_last_of(" \t");
    if (blank == std::string_view::npos || !SplitAustinStack(line.substr(0, blank))) return false;
    ++stacks;
  }
  return stacks > 0;
}

FoldedForm AustinFormOf(std::string_view start) {
  const std::string_view mode = HeaderValue(start, "mode");
  FoldedForm form;
  const auto values = ReadCommaValues(FirstStack(start));
  if (mode == "full" || (mode.empty() && values && values->count == 3)) {
    form.counts = FoldedForm::Counts::kTimeIdleMemory;
    form.columns = {ColumnOf("wall time", "us"), ColumnOf("CPU time", "us"), MemoryColumn()};
  } else if (mode == "memory") {
    form.columns = {MemoryColumn()};
  } else if (mode == "cpu") {
    form.columns = {ColumnOf("CPU time", "us")};
  } else if (mode == "wall") {
    form.columns = {ColumnOf("wall time", "us")};
  } else {
    form = FoldedForm::Plain();  // a time or a size: a file without its first lines does not say which
  }
  form.austin = true;
  if (const std::string_view version = HeaderValue(start, "austin"); !version.empty())
    form.notes.push_back(fmt::format("Written by Austin {}.", version.substr(0, kMaxNoteBytes)));
  if (const std::string_view interval = HeaderValue(start, "interval"); !interval.empty())
    form.notes.push_back(fmt::format("Sampled every {} us.", interval.substr(0, kMaxNoteBytes)));
  return form;
}

Frame AustinFrame(std::string_view text, std::string& memory) {
  Frame frame{.name = text};
  if (const bool is_process = IsProcess(text); is_process || IsThread(text)) {
    memory = fmt::format("{} {}", is_process ? "process" : "thread", text.substr(1));
    frame.name = memory;
    frame.kind = is_process ? FrameKind::kProcess : FrameKind::kThread;
    return frame;
  }
  const size_t last = text.rfind(':');
  if (last == std::string_view::npos || last == 0) return frame;
  size_t before = text.rfind(':', last - 1);
  // The "::" in the name of a native function separates no fields.
  while (before != std::string_view::npos && before > 0 && text[before - 1] == ':')
    before = before > 1 ? text.rfind(':', before - 2) : std::string_view::npos;
  if (before == std::string_view::npos) {
    // "file:function"; the line follows as a frame of its own.
    if (last + 1 == text.size()) return frame;
    frame.file = text.substr(0, last);
    frame.name = text.substr(last + 1);
    return frame;
  }
  const std::string_view line = text.substr(last + 1);
  if (before + 1 == last || (!line.empty() && !IsNumber(line))) return frame;  // "a::b" of native code
  frame.file = text.substr(0, before);
  frame.name = text.substr(before + 1, last - before - 1);
  if (frame.file.empty()) frame.kind = FrameKind::kSynthetic;  // ":GC:", ":INVALID:"
  if (frame.file == "kernel") {
    frame.file = {};
    frame.kind = FrameKind::kKernel;
  }
  return frame;
}

}  // namespace ringscope
