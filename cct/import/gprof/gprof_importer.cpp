#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/call_graph/call_graph_notes.h"
#include "cct/import/count_text.h"
#include "cct/import/frame_text.h"
#include "cct/import/importers.h"
#include "cct/import/read_lines.h"
#include "cct/import/sniffing.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// Times have two decimals.
constexpr uint32_t kDecimals = 2;

bool IsHeading(std::string_view line) {
  return line.starts_with("index") && Has(line, "% time") && Has(line, "called") && Has(line, "name");
}

bool SniffGprof(std::string_view text) {
  if (Has(text, "\nindex % time ") || text.starts_with("index % time ")) return Has(text, "called");
  // The flat profile may be larger than what is looked at.
  return Has(text, "Flat profile:") && Has(text, "  %   cumulative   self");
}

// A line of the call graph.
struct GprofLine {
  bool is_primary = false;  // "[3]" in front: the function that the block is of
  bool is_whole_cycle = false;
  bool is_spontaneous = false;
  std::optional<DecimalCount> self, children;
  std::optional<uint64_t> calls;  // by the caller of the block, or of the primary line all from outside
  std::optional<uint64_t> recursive_calls;  // "1+30"
  std::string_view name;                    // without its cycle and number
};

// "5", "1/3" (the first counts) and "1+30".
bool ReadCalls(std::string_view word, GprofLine& line) {
  const size_t mark = word.find_first_of("/+");
  const auto first = ParseNumber<uint64_t>(word.substr(0, mark));
  if (!first) return false;
  if (mark != std::string_view::npos) {
    const auto second = ParseNumber<uint64_t>(word.substr(mark + 1));
    if (!second) return false;
    if (word[mark] == '+') line.recursive_calls = second;
  }
  line.calls = first;
  return true;
}

// A time of seconds: "0.03".
std::optional<DecimalCount> ReadTime(std::string_view word) {
  const size_t point = word.find('.');
  return point == std::string_view::npos ? std::nullopt : ParseCount(word);
}

// The name stands behind the numbers, and may have blanks: "operator new(unsigned long) <cycle 1> [5]".
std::optional<GprofLine> ReadGprofLine(std::string_view text) {
  GprofLine line;
  std::string_view rest = Trimmed(text);
  if (rest == "<spontaneous>") {
    line.is_spontaneous = true;
    return line;
  }
  if (rest.starts_with('[')) {
    line.is_primary = true;
    rest.remove_prefix(std::min(rest.find(']'), rest.size() - 1) + 1);
    static_cast<void>(TakeWord(rest));  // its share of the time
  }
  std::string_view ahead = rest;
  std::string_view word = TakeWord(ahead);
  if (const auto self = ReadTime(word)) {
    line.self = self;
    rest = ahead;
    line.children = ReadTime(TakeWord(ahead));
    if (!line.children) return std::nullopt;
    rest = ahead;
    word = TakeWord(ahead);
  }
  if (ReadCalls(word, line)) rest = ahead;
  rest = Trimmed(rest);
  // "[5]" behind the name, in front of it "<cycle 1>".
  if (!rest.ends_with(']')) return std::nullopt;
  const size_t number = rest.rfind(" [");
  if (number == std::string_view::npos) return std::nullopt;
  rest = TrimmedBack(rest.substr(0, number));
  line.is_whole_cycle = rest.starts_with("<cycle ") && rest.ends_with(" as a whole>");
  if (const size_t cycle = rest.rfind(" <cycle "); cycle != std::string_view::npos && rest.ends_with('>'))
    rest = TrimmedBack(rest.substr(0, cycle));
  line.name = rest;
  if (rest.empty() || (!line.self && !line.calls)) return std::nullopt;
  return line;
}

class GprofReader {
 public:
  explicit GprofReader(const ImportRun& run) : run_(run), graph_(1) {}

  [[nodiscard]] Result<void> ReadLine(std::string_view line, uint64_t offset) {
    if (IsHeading(line)) {
      in_graph_ = true;
      return {};
    }
    if (!in_graph_ || is_over_) return {};
    const std::string_view text = Trimmed(line);
    if (text.empty() || text.starts_with('\f')) {
      // The explanations, or the next part, follow.
      is_over_ = has_block_ && block_.empty();
      return {};
    }
    if (text.starts_with("-----")) return EndBlock();
    const auto read = ReadGprofLine(line);
    if (!read) {
      run_.report.Skip("a line that is no function of the call graph", offset);
      return {};
    }
    has_block_ = true;
    Entry entry{*read, kNone, offset};
    if (!read->is_spontaneous && !read->is_whole_cycle) entry.function = FunctionOf(read->name);
    entry.line.name = {};
    block_.push_back(entry);
    return {};
  }

  [[nodiscard]] Result<void> BuildTree() {
    RINGSCOPE_TRY(EndBlock());
    if (!in_graph_) {
      return Fail(ErrorCode::kUnsupported,
                  "expected the call graph of gprof, found its flat profile alone: run `gprof PROGRAM "
                  "gmon.out` without `-p`");
    }
    UnfoldPlan plan;
    plan.max_contexts = std::min(run_.options.max_estimated_contexts, run_.options.build.max_contexts);
    plan.metrics.push_back({.metric = run_.builder.AddMetric({"time", "s", PowerOfTen(kDecimals)})});
    plan.calls = run_.builder.AddMetric({"calls", "count", 1});
    plan.rounding = 1;
    plan.arcs_are_estimates = true;
    std::vector<std::string_view> names;
    for (uint32_t f = 0; f < functions_.size(); ++f) {
      names.push_back(functions_.text(f));
      plan.frames.push_back(functions_.entry(f).frame);
    }
    plan.absent.assign(names.size(), false);
    plan.roots.assign(names.size(), kBuildRoot);
    plan.cut_frame = CutFrame(run_.builder);
    if (names.empty()) return {};
    RINGSCOPE_TRY(ImportCallGraph(graph_, plan, names, run_));
    run_.report.notes.emplace_back(
        "gprof tells times with two decimals, and estimates what a function's calls cost by how often each "
        "of its "
        "callers called it.");
    return run_.builder.status();
  }

 private:
  static constexpr uint32_t kNone = 0xffffffffu;
  struct Entry {
    GprofLine line;
    uint32_t function = kNone;
    uint64_t offset = 0;
  };

  [[nodiscard]] uint32_t FunctionOf(std::string_view name) {
    const uint32_t function =
        functions_.Intern(name, [&] { return run_.builder.InternFrame({.name = name}); });
    graph_.SetFunctionCount(functions_.size());
    return function;
  }

  // In hundredths of a second.
  [[nodiscard]] static std::optional<int64_t> TimeOf(const std::optional<DecimalCount>& time) {
    if (!time || time->negative || time->decimals > kDecimals) return std::nullopt;
    const auto scaled = ScaledCount(*time, kDecimals);
    return scaled ? std::optional(static_cast<int64_t>(*scaled)) : std::nullopt;
  }

  // The callers of a function, itself, and what it calls.
  [[nodiscard]] Result<void> EndBlock() {
    const auto primary =
        std::find_if(block_.begin(), block_.end(), [](const Entry& e) { return e.line.is_primary; });
    if (primary == block_.end()) {
      if (!block_.empty()) run_.report.Skip("a block without its function", block_.front().offset);
    } else if (primary->function != kNone) {
      RINGSCOPE_TRY(AddBlock(*primary, static_cast<size_t>(primary - block_.begin())));
    }
    block_.clear();
    return {};
  }

  [[nodiscard]] Result<void> AddBlock(const Entry& primary, size_t place) {
    const uint32_t function = primary.function;
    const auto self = TimeOf(primary.line.self);
    if (!self) {
      run_.report.Keep("a time that cannot be read, taken for 0", primary.offset);
    } else if (!graph_.AddSelf(function, 0, *self)) {
      return FailTooLarge(primary.offset);
    }
    ++run_.report.record_count;
    for (size_t i = place + 1; i < block_.size(); ++i) {
      const Entry& callee = block_[i];
      if (callee.function == kNone) continue;
      const uint32_t arc = graph_.ArcOf(function, callee.function);
      // Calls within a cycle have no time of their own.
      int64_t time = 0;
      const auto by_itself = TimeOf(callee.line.self);
      const auto below = TimeOf(callee.line.children);
      if (by_itself && below && __builtin_add_overflow(*by_itself, *below, &time))
        return FailTooLarge(callee.offset);
      const uint64_t calls = callee.line.calls.value_or(0);
      if (calls > INT64_MAX || !graph_.AddInclusive(arc, 0, time) ||
          !graph_.AddCalls(arc, static_cast<int64_t>(calls)))
        return FailTooLarge(callee.offset);
    }
    return run_.builder.status();
  }

  [[nodiscard]] static tl::unexpected<Error> FailTooLarge(uint64_t offset) {
    return FailAt(ErrorCode::kOverflow, offset, "expected times and calls below 2^63, found larger ones");
  }

  const ImportRun run_;
  CallGraph graph_;
  FrameTexts functions_;
  std::vector<Entry> block_;
  bool in_graph_ = false;
  bool has_block_ = false;
  bool is_over_ = false;
};

Result<void> ImportGprof(const ImportRun& run) {
  GprofReader reader(run);
  RINGSCOPE_TRY(
      ReadLines(run, [&](std::string_view line, uint64_t offset) { return reader.ReadLine(line, offset); }));
  return reader.BuildTree();
}

}  // namespace

const Importer kGprofImporter{"gprof", &SniffGprof, &ImportGprof};

}  // namespace ringscope
