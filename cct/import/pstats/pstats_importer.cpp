#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/base/text/number_text.h"
#include "cct/import/bytes/byte_source.h"
#include "cct/import/call_graph/call_graph.h"
#include "cct/import/frame_names.h"
#include "cct/import/importers.h"
#include "cct/import/pstats/marshal_reader.h"
#include "cct/tree/building/frame_interner.h"

namespace ringscope {
namespace {

using namespace std::string_view_literals;
using Type = MarshalReader::Type;
using Value = MarshalReader::Value;

constexpr double kPstatsNsPerSecond = 1e9;
constexpr double kMaxSeconds = 9e9;  // in ns below 2^63
constexpr uint64_t kFunctionsPerPoll = 1 << 12;
constexpr size_t kShownTimes = 8;  // of functions in cycles
constexpr size_t kPstatsNameBytes = 80;

// Recognizes a dictionary whose first key is a tuple of three, (file, line, function). The highest bit of a
// type is set if later values may refer to the value.
bool SniffPstats(std::string_view text) {
  if (text.size() < 3 || (text[0] != '{' && text[0] != '\xfb')) return false;
  const std::string_view key = text.substr(1);
  return key.starts_with(")\x03") || key.starts_with("\xa9\x03") || key.starts_with("(\x03\0\0\0"sv) ||
         key.starts_with("\xa8\x03\0\0\0"sv);
}

// The costs of a function, or of its calls by one caller.
struct Costs {
  int64_t calls = 0;
  std::optional<int64_t> self_ns, inclusive_ns;
};

// Reads {function: (primitive calls, calls, self time, inclusive time, {caller: (calls, primitive calls,
// ...)})}; a function is (file, line, name).
class PstatsReader {
 public:
  PstatsReader(const ImportRun& run, std::string_view bytes) : run_(run), marshal_(bytes), graph_(1) {}

  [[nodiscard]] Result<void> Read() {
    if (marshal_.Next().type != Type::kDict) return FailBroken();
    for (Value key = marshal_.Next(); key.type != Type::kEnd; key = marshal_.Next()) {
      RINGSCOPE_ASSIGN(const uint32_t function, FunctionOf(key));
      RINGSCOPE_TRY(ReadFunction(function));
      ++run_.report.record_count;
      if (run_.report.record_count % kFunctionsPerPoll != 0) continue;
      if (run_.job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
      RINGSCOPE_TRY(run_.builder.status());
    }
    return {};
  }

  [[nodiscard]] Result<void> BuildTree() {
    UnfoldPlan plan;
    PlanFunctions(frames_, run_, plan);
    plan.metrics.push_back({.metric = run_.builder.AddMetric({"time", "ns", 1})});
    plan.calls = run_.builder.AddMetric({"calls", "count", 1});
    RINGSCOPE_ASSIGN(const std::vector<bool> in_cycle, ImportCallGraph(graph_, plan, run_));
    AddTimesInCycles(in_cycle);
    if (has_untimed_) {
      run_.report.notes.emplace_back(
          "The file has the number of calls by each caller, but not their cost (as Python's module profile "
          "writes it): the cost is divided by the number of calls.");
    }
    // Count the calls without a profiled caller, such as that of the program itself.
    uint64_t first_calls = 0;
    for (uint32_t f = 0; f < frames_.size(); ++f) {
      if (calls_[f] <= 0) continue;
      first_calls += static_cast<uint64_t>(calls_[f]);
      run_.builder.AddSelf(run_.builder.Child(kBuildRoot, frames_[f]), *plan.calls,
                           static_cast<uint64_t>(calls_[f]));
    }
    for (EstimatedCost& cost : run_.report.estimated) {
      if (cost.metric == "calls") cost.total += first_calls;
    }
    return run_.builder.status();
  }

 private:
  [[nodiscard]] tl::unexpected<Error> FailBroken() const {
    return FailAt(ErrorCode::kMalformed, marshal_.offset_bytes(),
                  "expected a dictionary of functions as Python's cProfile writes it, found something else");
  }

  [[nodiscard]] Result<uint32_t> FunctionOf(const Value& key) {
    if (key.type == Type::kReference) {
      const auto known = referred_.find(key.reference);
      if (known != referred_.end()) return known->second;
    }
    if (key.type != Type::kTuple || key.size != 3) return FailBroken();
    const Value file = marshal_.Next();
    const Value line = marshal_.Next();
    const Value name = marshal_.Next();
    const bool is_code = name.type == Type::kCode;
    if (file.type != Type::kText || line.type != Type::kInteger || (name.type != Type::kText && !is_code))
      return FailBroken();
    // The module `profile`, run as a program, writes the program's code object instead of a name.
    const std::string code_text = is_code ? fmt::format("<code object {}, file \"{}\", line {}>", name.text,
                                                        name.file, name.integer.value_or(0))
                                          : std::string();
    // The file of built-in functions is '~'.
    Frame frame{.name = is_code ? std::string_view(code_text) : name.text};
    if (file.text != "~") frame.file = file.text;
    frame.line = PlaceOf(line.integer.value_or(0));
    if (frame.name.empty()) frame.name = "[unknown]";
    const FrameId id = run_.builder.InternFrame(frame);
    const auto [at, is_new] = function_of_frame_.try_emplace(id, static_cast<uint32_t>(frames_.size()));
    if (is_new) {
      frames_.push_back(id);
      calls_.push_back(0);
      inclusive_ns_.push_back(0);
      graph_.SetFunctionCount(static_cast<uint32_t>(frames_.size()));
    }
    if (key.reference != MarshalReader::kNoReference) referred_[key.reference] = at->second;
    return at->second;
  }

  [[nodiscard]] Result<void> ReadFunction(uint32_t function) {
    const Value begin = marshal_.Next();
    if (begin.type != Type::kTuple || begin.size != 5) return FailBroken();
    RINGSCOPE_ASSIGN(const Costs costs, ReadCosts(4, 1));
    if (costs.self_ns && !graph_.AddSelf(function, 0, *costs.self_ns)) return FailTooLarge();
    if (__builtin_add_overflow(calls_[function], costs.calls, &calls_[function])) return FailTooLarge();
    RINGSCOPE_TRY(ReadCallers(function));
    if (__builtin_add_overflow(inclusive_ns_[function], costs.inclusive_ns.value_or(0),
                               &inclusive_ns_[function]))
      return FailTooLarge();
    return DivideByCalls(costs.inclusive_ns.value_or(0));
  }

  // Within cycles, the tree's inclusive times are estimates, so this keeps those of the file.
  void AddTimesInCycles(const std::vector<bool>& in_cycle) {
    std::vector<uint32_t> functions;
    for (uint32_t f = 0; f < in_cycle.size(); ++f) {
      if (in_cycle[f]) functions.push_back(f);
    }
    if (functions.empty()) return;
    FrameInterner& frames = run_.builder.frames();
    const uint32_t value = frames.AddValue({.name = "cumulative time in the file", .unit = "ns"});
    for (const uint32_t f : functions)
      frames.SetValue(frames_[f], value, {.amount = static_cast<uint64_t>(inclusive_ns_[f])});
    std::ranges::stable_sort(functions, std::greater(), [this](uint32_t f) { return inclusive_ns_[f]; });
    std::string text = "Within cycles, the tree's inclusive times are an estimate; those in the file are:";
    for (size_t i = 0; i < std::min(functions.size(), kShownTimes); ++i) {
      const uint32_t f = functions[i];
      text += fmt::format("{} {} {}", i == 0 ? "" : ",", frames[frames_[f]].name.substr(0, kPstatsNameBytes),
                          ValueText(static_cast<uint64_t>(inclusive_ns_[f]), "ns", 1));
    }
    run_.report.notes.push_back(text + (functions.size() > kShownTimes ? ", ..." : "."));
  }

  // Reads `count` numbers; the one at index `calls_at` has all calls.
  [[nodiscard]] Result<Costs> ReadCosts(uint32_t count, uint32_t calls_at) {
    Costs costs;
    for (uint32_t i = 0; i < count; ++i) {
      const Value value = marshal_.Next();
      if (value.type != Type::kInteger && value.type != Type::kReal) return FailBroken();
      if (i == calls_at) {
        costs.calls = value.integer.value_or(0);
        if (costs.calls < 0 || !value.integer) {
          run_.report.Keep("an invalid number of calls", marshal_.offset_bytes());
          costs.calls = 0;
        }
      }
      if (i < 2) continue;
      std::optional<int64_t>& ns = i == 2 ? costs.self_ns : costs.inclusive_ns;
      if (std::isnan(value.number) || value.number < 0) {
        run_.report.Keep("a time below zero, taken for 0", marshal_.offset_bytes());
      } else if (value.number >= kMaxSeconds) {
        return FailTooLarge();
      } else {
        ns = std::llround(value.number * kPstatsNsPerSecond);
      }
    }
    return costs;
  }

  [[nodiscard]] Result<void> ReadCallers(uint32_t function) {
    if (marshal_.Next().type != Type::kDict) return FailBroken();
    for (Value key = marshal_.Next(); key.type != Type::kEnd; key = marshal_.Next()) {
      RINGSCOPE_ASSIGN(const uint32_t caller, FunctionOf(key));
      const Value begin = marshal_.Next();
      Costs costs;
      if (begin.type == Type::kTuple && begin.size == 4) {
        RINGSCOPE_ASSIGN(costs, ReadCosts(4, 0));
      } else if (begin.type == Type::kInteger) {
        // The module `profile`, written in Python, only counts calls.
        costs.calls = std::max<int64_t>(begin.integer.value_or(0), 0);
        if (caller != function) untimed_.push_back({graph_.ArcOf(caller, function), costs.calls});
      } else {
        return FailBroken();
      }
      const uint32_t arc = graph_.ArcOf(caller, function);
      if (!graph_.AddCalls(arc, costs.calls) ||
          !graph_.AddInclusive(arc, 0, costs.inclusive_ns.value_or(0)) ||
          __builtin_sub_overflow(calls_[function], costs.calls, &calls_[function]))
        return FailTooLarge();
    }
    return {};
  }

  // Divides the inclusive cost of a function among the callers in untimed_, by their calls.
  [[nodiscard]] Result<void> DivideByCalls(int64_t inclusive_ns) {
    __extension__ using Wide = __int128;
    Wide all_calls = 0;
    for (const Untimed& calls : untimed_) all_calls += calls.count;
    Wide calls_so_far = 0;
    int64_t given_ns = 0;
    for (const Untimed& calls : untimed_) {
      calls_so_far += calls.count;
      const auto up_to_ns =
          static_cast<int64_t>(all_calls == 0 ? Wide{0} : inclusive_ns * calls_so_far / all_calls);
      if (!graph_.AddInclusive(calls.arc, 0, up_to_ns - given_ns)) return FailTooLarge();
      given_ns = up_to_ns;
    }
    has_untimed_ = has_untimed_ || !untimed_.empty();
    untimed_.clear();
    return {};
  }

  [[nodiscard]] tl::unexpected<Error> FailTooLarge() const {
    return FailAt(ErrorCode::kOverflow, marshal_.offset_bytes(),
                  "expected times and calls below 2^63, found larger ones");
  }

  // Calls along an arc without a time.
  struct Untimed {
    uint32_t arc;
    int64_t count;
  };

  const ImportRun run_;
  MarshalReader marshal_;
  CallGraph graph_;
  std::vector<FrameId> frames_;        // by function
  std::vector<int64_t> calls_;         // by function: calls without a caller in the file
  std::vector<int64_t> inclusive_ns_;  // by function: the inclusive time in the file
  std::vector<Untimed> untimed_;       // of the current function: calls without a time in the file
  bool has_untimed_ = false;
  std::unordered_map<FrameId, uint32_t> function_of_frame_;
  std::unordered_map<uint32_t, uint32_t> referred_;  // functions by the number of their reference
};

Result<void> ImportPstats(const ImportRun& run) {
  constexpr double kInflating = 0.5;
  RINGSCOPE_ASSIGN(const WholeInput whole, ReadWhole(run.source, kInflating, run.job));
  const std::string_view bytes = whole.text;
  run.report.input_bytes = bytes.size();
  PstatsReader reader(run, bytes);
  RINGSCOPE_TRY(reader.Read());
  return reader.BuildTree();
}

}  // namespace

const Importer kPstatsImporter{"pstats", &SniffPstats, &ImportPstats, false};

}  // namespace ringscope
