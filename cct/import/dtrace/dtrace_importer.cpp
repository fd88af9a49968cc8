#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/frame_names.h"
#include "cct/import/importers.h"
#include "cct/import/read_lines.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// Separates a module and a symbol in it.
constexpr char kInModule = '`';

// Whether the line is "libc.so.1`read+0xa" or "unix`0xfffffb80".
bool IsFrameInModule(std::string_view line) {
  line = Trimmed(line);
  const size_t mark = line.find(kInModule);
  return mark != std::string_view::npos && mark > 0 && mark + 1 < line.size() &&
         line.substr(0, mark).find_first_of(" \t;\"'") == std::string_view::npos;
}

// Reads a line that is just a value; sums may be below zero.
std::optional<int64_t> ReadValue(std::string_view line) { return ParseNumber<int64_t>(Trimmed(line)); }

// Looks for a stack with a frame in a module, and the value behind it.
bool SniffDtrace(std::string_view text) {
  bool in_stack = false;
  bool has_module = false;
  while (!text.empty()) {
    const bool whole = text.find('\n') != std::string_view::npos;
    const std::string_view line = TakeLine(text);
    if (Trimmed(line).empty() || !whole) continue;
    if (ReadValue(line)) {
      if (in_stack && has_module) return true;
      in_stack = has_module = false;
    } else if (IndentOf(line) == 0 && !IsFrameInModule(line)) {
      in_stack = has_module = false;
    } else {
      in_stack = true;
      has_module |= IsFrameInModule(line);
    }
  }
  return false;
}

bool IsKernel(std::string_view module) {
  constexpr std::string_view kNames[] = {"unix", "genunix", "kernel", "mach_kernel", "kernel.kasan"};
  return std::ranges::count(kNames, module) > 0;
}

class DtraceReader : public LineReader {
 public:
  static constexpr bool kHasPreviews = true;
  using LineReader::LineReader;

  [[nodiscard]] Result<void> ReadLine(std::string_view line) {
    const std::string_view text = Trimmed(line);
    if (text.empty()) return {};
    if (IsDistribution(text)) {
      if (!in_distribution_) Skip("a distribution, which has no single value");
      in_distribution_ = true;
      lines_.clear();
      return {};
    }
    in_distribution_ = false;
    if (const auto value = ReadValue(text)) return AddRecord(*value);
    // Ignore the lines of a firing probe and their heading, which have no indent or begin with a processor.
    // Frames have no indent if a script formats its aggregations: printa("%k %@u\n", @).
    const bool is_indented = IndentOf(line) > 0;
    if (is_indented ? IsProbe(text) : !IsUnindentedFrame(text)) return {};
    if (!is_indented && !lines_.empty() && lines_.front().indent > 0)
      return Skip("a frame without an indent below one with an indent");
    RINGSCOPE_TRY(CheckDepth(lines_.size()));
    if (lines_.empty()) stack_offset_ = offset_;
    const uint32_t index = texts_.Intern(text, [&] { return FrameOf(text); });
    lines_.push_back({IndentOf(line), index});
    return {};
  }

  [[nodiscard]] Result<void> Finish() {
    if (!lines_.empty()) SkipAt("a stack without a value", stack_offset_);
    return run_.builder.status();
  }

 private:
  struct Line {
    size_t indent;
    uint32_t text;
  };

  // Whether the line is "value  ------------- Distribution ------------- count" or a row below it.
  [[nodiscard]] static bool IsDistribution(std::string_view text) {
    if (Has(text, "- Distribution -")) return true;
    std::string_view rest = text;
    std::string_view bound = TakeWord(rest);
    if (bound == "<" || bound == ">=") bound = TakeWord(rest);
    return ParseNumber<int64_t>(bound).has_value() && TrimmedFront(rest).starts_with('|');
  }
  // Whether a line without indent is a frame: in a module, or, within a stack without indent, a single word.
  [[nodiscard]] bool IsUnindentedFrame(std::string_view text) const {
    if (IsFrameInModule(text)) return true;
    const bool in_stack = !lines_.empty() && lines_.front().indent == 0;
    return in_stack && text.find_first_of(" \t") == std::string_view::npos;
  }
  // Whether the line is that of a firing probe, "  0  82834   :tick-60s": a processor, a number, a probe.
  [[nodiscard]] static bool IsProbe(std::string_view text) {
    std::string_view rest = text;
    return IsNumber(TakeWord(rest)) && IsNumber(TakeWord(rest)) && Has(rest, ":");
  }

  [[nodiscard]] FrameId FrameOf(std::string_view text) {
    const size_t plus = text.rfind('+');
    std::string_view symbol = text;
    // The offset in the function is where the sample was taken, so it is no part of the frame.
    if (plus != std::string_view::npos && plus > 0 && IsOffset(text.substr(plus + 1)))
      symbol = text.substr(0, plus);
    Frame frame{.name = symbol};
    if (const size_t mark = symbol.find(kInModule); mark != std::string_view::npos && mark > 0) {
      frame.module = symbol.substr(0, mark);
      frame.name = symbol.substr(mark + 1);
      frame.kind = IsKernel(frame.module) ? FrameKind::kKernel : FrameKind::kUser;
    }
    const std::optional<std::string> rust = PlainRustName(frame.name);
    if (rust) frame.name = *rust;
    return run_.builder.InternFrame(frame);
  }
  [[nodiscard]] static bool IsOffset(std::string_view offset) {
    return offset.starts_with("0x") ? ParseNumber<uint64_t>(offset.substr(2), 16).has_value()
                                    : IsNumber(offset);
  }

  // Adds the stack of lines_. Keys beside the stack are indented less than it, and become a ring.
  [[nodiscard]] Result<void> AddRecord(int64_t value) {
    size_t widest = 0;
    for (const Line& line : lines_) widest = std::max(widest, line.indent);
    std::string keys;
    for (const Line& line : lines_) {
      if (line.indent >= widest) continue;
      if (!keys.empty()) keys += ", ";
      keys += WithSingleBlanks(texts_.text(line.text));
    }
    BuildNode node = kBuildRoot;
    if (!keys.empty() && run_.options.threads != ThreadRing::kMerged)
      node = run_.builder.Child(node, run_.builder.InternFrame({.name = keys, .kind = FrameKind::kThread}));
    bool has_frame = false;
    for (auto line = lines_.rbegin(); line != lines_.rend(); ++line) {
      if (line->indent < widest) continue;
      node = run_.builder.Child(node, texts_.entry(line->text).frame);
      has_frame = true;
    }
    lines_.clear();
    if (!has_frame) return Skip("a value without a stack");
    std::optional<MetricIndex>& metric = value < 0 ? below_zero_ : values_;
    if (!metric) metric = run_.builder.AddMetric({value < 0 ? "value (negative)" : "value", "count", 1});
    run_.builder.AddSelf(
        node, *metric, value < 0 ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value));
    ++run_.report.record_count;
    return {};
  }

  FrameTexts texts_;
  std::vector<Line> lines_;    // of the current record, the innermost frame first
  uint64_t stack_offset_ = 0;  // of the first of lines_
  bool in_distribution_ = false;
  std::optional<MetricIndex> values_, below_zero_;
};

}  // namespace

const Importer kDtraceImporter{"DTrace", &SniffDtrace, &ImportLines<DtraceReader>};

}  // namespace ringscope
