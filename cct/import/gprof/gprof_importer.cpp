#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/call_graph/call_graph.h"
#include "cct/import/count_text.h"
#include "cct/import/frame_names.h"
#include "cct/import/importers.h"
#include "cct/import/read_lines.h"
#include "cct/import/report_notes.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// Times have two decimals.
constexpr uint32_t kDecimals = 2;

// Whether the line is the heading of the call graph: "index % time    self  children    called     name" of
// GNU, "index  %time    self descendents  called+self name  index" of BSD, macOS, AIX and Solaris.
bool IsHeading(std::string_view line) {
  line = TrimmedFront(line);
  return line.starts_with("index") && (Has(line, "% time") || Has(line, "%time")) && Has(line, " self ") &&
         Has(line, "called") && Has(line, "name");
}

bool SniffGprof(std::string_view text) {
  // The flat profile may be larger than `text`.
  if (Has(text, "  %   cumulative   self") && (Has(text, "Flat profile:") || Has(text, "ms/call")))
    return true;
  while (!text.empty()) {
    if (IsHeading(TakeLine(text))) return true;
  }
  return false;
}

// A line of the call graph.
struct GprofLine {
  bool is_primary = false;  // "[3]" in front: the function of the block
  bool is_whole_cycle = false;
  bool is_in_cycle = false;
  bool is_spontaneous = false;
  std::optional<DecimalCount> self, children;
  std::optional<uint64_t> calls;  // between caller and callee; of the primary line, all from outside
  std::optional<uint64_t> recursive_calls;  // "1+30"
  std::string_view name;                    // without its cycle and number
  std::optional<uint32_t> function;         // in the graph; set by GprofReader
  uint64_t offset = 0;
};

// Reads "5", "1/3" (the first number counts) and "1+30".
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

// Reads a time in seconds: "0.03".
std::optional<DecimalCount> ReadTime(std::string_view word) {
  return Has(word, ".") ? ParseCount(word) : std::nullopt;
}

// "f" for "f [5]" and for "f (5)", the form of functions without a block.
std::optional<std::string_view> WithoutNumber(std::string_view name) {
  const size_t open = name.find_last_of("[(");
  if (open == std::string_view::npos || open == 0 || !IsBlank(name[open - 1]) ||
      !name.ends_with(name[open] == '[' ? ']' : ')') ||
      !IsNumber(name.substr(open + 1, name.size() - open - 2)))
    return std::nullopt;
  return TrimmedBack(name.substr(0, open));
}

// Reads a line of the call graph. The name is behind the numbers, and may have blanks:
// "operator new(unsigned long) <cycle 1> [5]".
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
    static_cast<void>(TakeWord(rest));  // the function's share of the time
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
  const std::optional<std::string_view> name = WithoutNumber(rest);
  if (!name) return std::nullopt;
  rest = *name;
  line.is_whole_cycle = rest.starts_with("<cycle ") && rest.ends_with(" as a whole>");
  if (const size_t cycle = rest.rfind(" <cycle "); cycle != std::string_view::npos && rest.ends_with('>')) {
    rest = TrimmedBack(rest.substr(0, cycle));
    line.is_in_cycle = true;
  }
  line.name = rest;
  if (rest.empty() || (!line.self && !line.calls)) return std::nullopt;
  return line;
}

class GprofReader : public LineReader {
 public:
  explicit GprofReader(const ImportRun& run) : LineReader(run), graph_(1) {}

  [[nodiscard]] Result<void> ReadLine(std::string_view line) {
    if (IsHeading(line)) {
      if (in_graph_) Skip("a further call graph");
      is_over_ = in_graph_;
      in_graph_ = true;
      return {};
    }
    if (!in_graph_ || is_over_) return {};
    const std::string_view text = Trimmed(line);
    if (text.empty() || text.starts_with('\f')) {
      is_over_ = has_block_ && block_.empty() && !text.empty();
      behind_blank_ = true;
      return {};
    }
    const bool behind_blank = std::exchange(behind_blank_, false);
    if (text.starts_with("-----")) return EndBlock();
    // The second line of BSD's heading.
    if (!has_block_ && text.starts_with("called/total")) return {};
    auto read = ReadGprofLine(line);
    if (!read) {
      // The explanations or the next part follow here. Some files also have blank lines between blocks.
      is_over_ = has_block_ && block_.empty() && behind_blank;
      if (is_over_) return {};
      return Skip("a line that is no function of the call graph");
    }
    has_block_ = true;
    if (!read->is_spontaneous && !read->is_whole_cycle) read->function = FunctionOf(read->name);
    read->name = {};
    read->offset = offset_;
    block_.push_back(*read);
    return {};
  }

  [[nodiscard]] Result<void> Finish() {
    RINGSCOPE_TRY(EndBlock());
    RINGSCOPE_TRY(AddArcs());
    if (!in_graph_) {
      return Fail(ErrorCode::kUnsupported,
                  "expected the call graph of gprof, found its flat profile alone: run `gprof PROGRAM "
                  "gmon.out` without `-p`");
    }
    std::vector<FrameId> frames;
    for (uint32_t f = 0; f < functions_.size(); ++f) frames.push_back(functions_.entry(f).frame);
    UnfoldPlan plan;
    PlanFunctions(std::move(frames), run_, plan);
    plan.metrics.push_back({.metric = run_.builder.AddMetric({"time", "s", PowerOfTen(kDecimals)})});
    plan.calls = run_.builder.AddMetric({"calls", "count", 1});
    plan.rounding = 1;
    plan.arcs_are_estimates = true;
    if (functions_.size() == 0) return {};
    RINGSCOPE_TRY(ImportCallGraph(graph_, plan, run_));
    NoteCount(run_.report, without_block_count_, "function",
              "without a block: times and calls come only from the blocks of callers and callees.",
              "functions");
    run_.report.notes.emplace_back(
        "gprof writes times with two decimals, and estimates the cost of calls from the number of calls by "
        "each caller.");
    return run_.builder.status();
  }

 private:
  [[nodiscard]] uint32_t FunctionOf(std::string_view name) {
    const uint32_t function =
        functions_.Intern(name, [&] { return run_.builder.InternFrame({.name = name}); });
    graph_.SetFunctionCount(functions_.size());
    has_own_block_.resize(functions_.size());
    return function;
  }

  // The time in hundredths of a second; nullopt if there is none or it does not fit.
  [[nodiscard]] static std::optional<int64_t> ToHundredths(const std::optional<DecimalCount>& time) {
    if (!time || time->negative || time->decimals > kDecimals) return std::nullopt;
    const auto scaled = ScaledCount(*time, kDecimals);
    return scaled ? std::optional(static_cast<int64_t>(*scaled)) : std::nullopt;
  }

  // Ends a block: the callers of a function, the function itself (the primary line), and its callees.
  [[nodiscard]] Result<void> EndBlock() {
    const auto primary = std::ranges::find_if(block_, [](const GprofLine& e) { return e.is_primary; });
    if (primary == block_.end()) {
      if (!block_.empty()) SkipAt("a block without its function", block_.front().offset);
    } else if (primary->function) {
      RINGSCOPE_TRY(AddBlock(*primary, static_cast<size_t>(primary - block_.begin())));
    }
    block_.clear();
    return {};
  }

  [[nodiscard]] Result<void> AddBlock(const GprofLine& primary, size_t place) {
    const uint32_t function = *primary.function;
    has_own_block_[function] = true;
    const auto self = ToHundredths(primary.self);
    if (!self) {
      run_.report.Keep("a time that cannot be read, taken for 0", primary.offset);
    } else if (!graph_.AddSelf(function, 0, *self)) {
      return FailTooLarge(primary.offset);
    }
    ++run_.report.record_count;
    Block block{.function = function,
                .time = self.value_or(0),
                .calls = primary.calls.value_or(0),
                .begin = by_callee_.size()};
    if (__builtin_add_overflow(block.time, ToHundredths(primary.children).value_or(0), &block.time))
      return FailTooLarge(primary.offset);
    bool has_recursion = false;
    for (size_t i = 0; i < block_.size(); ++i) {
      const GprofLine& other = block_[i];
      if (i == place || !other.function) continue;
      RINGSCOPE_ASSIGN(Calls calls, ReadBlockCalls(other));
      has_recursion |= other.function == function;
      calls.caller = i < place ? *other.function : function;
      calls.callee = i < place ? function : *other.function;
      (i < place ? by_callee_ : by_caller_).push_back(calls);
    }
    block.end = by_callee_.size();
    blocks_.push_back(block);
    // The recursive calls of a cycle's member are calls by the other members, which have lines.
    if (primary.recursive_calls && !primary.is_in_cycle && !has_recursion) {
      if (*primary.recursive_calls > INT64_MAX) return FailTooLarge(primary.offset);
      by_caller_.push_back({.caller = function,
                            .callee = function,
                            .calls = static_cast<int64_t>(*primary.recursive_calls),
                            .offset = primary.offset});
    }
    return run_.builder.status();
  }

  // The calls of one function by another, from the block of either. Times are in hundredths of a second.
  struct Calls {
    uint32_t caller = 0;
    uint32_t callee = 0;
    int64_t calls = 0;
    int64_t self = 0;  // self time of the callee
    int64_t time = 0;  // its inclusive time
    uint64_t offset = 0;
  };

  // A block: its function, and the range of its callers in by_callee_.
  struct Block {
    uint32_t function = 0;
    int64_t time = 0;  // inclusive
    uint64_t calls = 0;
    size_t begin = 0, end = 0;
  };

  // The calls of a line that is not the primary one; the caller sets both functions.
  [[nodiscard]] static Result<Calls> ReadBlockCalls(const GprofLine& line) {
    Calls read{.offset = line.offset};
    // Calls within a cycle have no time.
    const auto self = ToHundredths(line.self);
    const auto below = ToHundredths(line.children);
    read.self = self.value_or(0);
    if (self && below && __builtin_add_overflow(*self, *below, &read.time)) return FailTooLarge(line.offset);
    const uint64_t calls = line.calls.value_or(0);
    if (calls > INT64_MAX) return FailTooLarge(line.offset);
    read.calls = static_cast<int64_t>(calls);
    return read;
  }

  // Makes the arcs. The blocks of caller and callee agree on their calls; those of the caller's block count,
  // or those of the callee's if the caller has no block (gprof leaves out functions without cost, and those
  // that options exclude). A callee without a block has the self cost that the blocks of its callers give.
  [[nodiscard]] Result<void> AddArcs() {
    for (const Calls& calls : by_caller_) {
      RINGSCOPE_TRY(AddArc(calls));
      if (!has_own_block_[calls.callee] && !graph_.AddSelf(calls.callee, 0, calls.self))
        return FailTooLarge(calls.offset);
    }
    for (const Block& block : blocks_) GiveRestToCallers(block);
    const uint32_t arcs_of_callers = graph_.arc_count();
    for (const Calls& calls : by_callee_) {
      if (graph_.ArcOf(calls.caller, calls.callee) >= arcs_of_callers) RINGSCOPE_TRY(AddArc(calls));
    }
    without_block_count_ = static_cast<uint64_t>(std::ranges::count(has_own_block_, false));
    return {};
  }

  // If the callers in a block made all calls of its function, they have all of its cost. The part that their
  // lines lack is divided among the callers without a block, by their calls, as gprof divides the rest.
  void GiveRestToCallers(const Block& block) {
    __extension__ using Wide = unsigned __int128;
    const std::span<Calls> callers = std::span(by_callee_).subspan(block.begin, block.end - block.begin);
    Wide all_calls = 0;
    Wide blockless_calls = 0;  // of the callers without a block
    Wide spent = 0;
    for (const Calls& calls : callers) {
      if (calls.caller == block.function) continue;
      all_calls += static_cast<uint64_t>(calls.calls);
      spent += static_cast<uint64_t>(calls.time);
      if (!has_own_block_[calls.caller]) blockless_calls += static_cast<uint64_t>(calls.calls);
    }
    const auto time = static_cast<uint64_t>(block.time);
    if (blockless_calls == 0 || all_calls != block.calls || time <= spent + callers.size() + 1) return;
    const Wide rest = time - spent;
    Wide calls_so_far = 0;
    Wide given = 0;
    for (Calls& calls : callers) {
      if (calls.caller == block.function || has_own_block_[calls.caller]) continue;
      calls_so_far += static_cast<uint64_t>(calls.calls);
      const Wide up_to = rest * calls_so_far / blockless_calls;
      calls.time += static_cast<int64_t>(up_to - given);
      given = up_to;
    }
  }

  [[nodiscard]] Result<void> AddArc(const Calls& calls) {
    const uint32_t arc = graph_.ArcOf(calls.caller, calls.callee);
    if (!graph_.AddInclusive(arc, 0, calls.time) || !graph_.AddCalls(arc, calls.calls))
      return FailTooLarge(calls.offset);
    return {};
  }

  [[nodiscard]] static tl::unexpected<Error> FailTooLarge(uint64_t offset) {
    return FailAt(ErrorCode::kOverflow, offset, "expected times and calls below 2^63, found larger ones");
  }

  CallGraph graph_;
  FrameTexts functions_;
  std::vector<GprofLine> block_;
  std::vector<Calls> by_caller_, by_callee_;  // from the blocks of callers, and of callees
  std::vector<Block> blocks_;
  std::vector<bool> has_own_block_;  // by function
  uint64_t without_block_count_ = 0;
  bool in_graph_ = false;
  bool has_block_ = false;
  bool is_over_ = false;
  bool behind_blank_ = false;
};

}  // namespace

const Importer kGprofImporter{"gprof", &SniffGprof, &ImportLines<GprofReader>};

}  // namespace ringscope
