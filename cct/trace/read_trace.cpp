#include "cct/trace/read_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cct/base/text/number_text.h"
#include "cct/base/text/shell_words.h"
#include "cct/trace/trace_layout.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {
namespace {

constexpr BuildNode kUnresolved = kNoBuildNode;

Metric MetricOf(const TraceMeasure& measure) { return {measure.name, measure.unit, ScaleOf(measure)}; }

FrameKind KindOf(uint32_t stored) {
  return stored < kFrameKindCount ? static_cast<FrameKind>(stored) : FrameKind::kUser;
}

constexpr size_t kMostNamed = 3;
// 1 s: no probe takes as long.
constexpr uint64_t kMostProbe_ps = 1'000'000'000'000;

// Saturate, as the numbers of hostile files may overflow.
uint64_t SaturatedSum(uint64_t a, uint64_t b) { return a + b < a ? ~uint64_t{0} : a + b; }
uint64_t SaturatedProduct(uint64_t a, uint64_t b) {
  uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? ~uint64_t{0} : product;
}

// Whether the recorder's own cost, and the metrics of time and calls, are known.
bool HasRecorderCost(const TraceHeader& header) {
  return header.time_metric < header.metric_count && header.calls_metric < header.metric_count &&
         header.time_metric != header.calls_metric &&
         (header.probe_in_callee_ps > 0 || header.probe_in_caller_ps > 0);
}

// A function most of whose measured time is the recorder's own cost.
struct DistortedFunction {
  uint32_t function = 0;  // id of the trace
  uint64_t calls = 0;
  uint64_t cost_ns = 0;
  // Most of the cost is that of calls of the function, not of calls by it: leaving it out corrects the rest.
  bool is_called_often = false;
};

// Computes the recorder's own cost from the number of calls and the calibrated cost of one call
// (TraceHeader::probe_in_callee_ps, probe_in_caller_ps). Requires HasRecorderCost().
class RecorderCost {
 public:
  RecorderCost(const TraceHeader& header, uint64_t node_count)
      : in_callee_ps_(std::min(header.probe_in_callee_ps, kMostProbe_ps)),
        in_caller_ps_(std::min(header.probe_in_caller_ps, kMostProbe_ps)),
        cost_ps_(node_count, 0) {}

  // Adds the calls of a context: one part of their cost falls into the callee, one into its caller.
  void Add(uint64_t calls, BuildNode callee, BuildNode caller, uint32_t callee_function,
           uint32_t caller_function) {
    const uint64_t in_callee_ps = SaturatedProduct(calls, in_callee_ps_);
    const uint64_t in_caller_ps = SaturatedProduct(calls, in_caller_ps_);
    cost_ps_[callee] = SaturatedSum(cost_ps_[callee], in_callee_ps);
    cost_ps_[caller] = SaturatedSum(cost_ps_[caller], in_caller_ps);
    OfFunction& of_callee = functions_[callee_function];
    of_callee.calls = SaturatedSum(of_callee.calls, calls);
    of_callee.cost_ps = SaturatedSum(of_callee.cost_ps, in_callee_ps);
    OfFunction& of_caller = functions_[caller_function];
    of_caller.cost_ps = SaturatedSum(of_caller.cost_ps, in_caller_ps);
  }

  // Adds measured self time of a function.
  void AddTime(uint64_t time_ns, uint32_t function) { functions_[function].time_ns += time_ns; }

  // The recorder's part of a context's self time, in ns.
  [[nodiscard]] uint64_t Of(BuildNode node) const { return cost_ps_[node] / 1000; }
  // The functions whose time is more than half the recorder's and at least 1 % of all time; at most three,
  // the recorder's largest cost first.
  [[nodiscard]] std::vector<DistortedFunction> MostDistorted() const {
    uint64_t all_ns = 0;
    for (const auto& [function, sums] : functions_) all_ns = SaturatedSum(all_ns, sums.time_ns);
    std::vector<DistortedFunction> found;
    for (const auto& [function, sums] : functions_) {
      if (function == kTraceNoFunction || sums.time_ns < all_ns / 100 || sums.time_ns == 0) continue;
      if (sums.cost_ps / 1000 <= sums.time_ns / 2) continue;
      const uint64_t of_calls_ps = SaturatedProduct(sums.calls, in_callee_ps_ + in_caller_ps_);
      found.push_back({function, sums.calls, sums.cost_ps / 1000, of_calls_ps > sums.cost_ps / 2});
    }
    std::sort(found.begin(), found.end(), [](const DistortedFunction& a, const DistortedFunction& b) {
      return a.cost_ns != b.cost_ns ? a.cost_ns > b.cost_ns : a.function < b.function;
    });
    if (found.size() > kMostNamed) found.resize(kMostNamed);
    return found;
  }

 private:
  struct OfFunction {
    uint64_t calls = 0;
    uint64_t cost_ps = 0;
    uint64_t time_ns = 0;
  };
  uint64_t in_callee_ps_, in_caller_ps_;
  std::vector<uint64_t> cost_ps_;  // by node
  std::unordered_map<uint32_t, OfFunction> functions_;
};

class TraceTree {
 public:
  TraceTree(const TraceContent& content, CctBuilder& builder, ImportReport& report)
      : content_(content), builder_(builder), report_(report), node_of_(content.cell_count(), kUnresolved) {
    FindCounted();
  }

  Result<void> Build(TraceThreadRing ring, JobControl& job) {
    AddRoots(ring);
    RINGSCOPE_TRY(AddContexts(job));
    AddValues();
    SetTraceFacts(content_, frame_of_, builder_.frames(), report_);
    if (content_.header.point_metric < content_.header.metric_count)
      SetTracePoints(content_.points, node_of_, content_.header.metrics[content_.header.point_metric].unit,
                     builder_, report_);
    SetTraceTypes(content_, node_of_, builder_, report_);
    AddExecution();
    return builder_.status();
  }

 private:
  void AddRoots(TraceThreadRing ring) {
    std::vector<uint32_t> roots;
    for (uint32_t cell = 0; cell < content_.cell_count(); ++cell)
      if (IsRoot(cell) && is_counted_[cell]) roots.push_back(cell);
    const bool has_ring =
        ring == TraceThreadRing::kAlways || (ring == TraceThreadRing::kWhenSeveral && roots.size() > 1);
    for (const uint32_t root : roots) node_of_[root] = has_ring ? ThreadContext(root) : kBuildRoot;
  }

  // Makes the contexts below the roots. Follows a chain of callers up to a known context and makes it
  // downwards; each cell is entered once, so a loop ends.
  Result<void> AddContexts(JobControl& job) {
    std::vector<uint32_t> chain;
    std::vector<bool> entered(content_.cell_count(), false);
    for (uint32_t first = 0; first < content_.cell_count(); ++first) {
      if (first % kTraceCellsPerBlock == 0 && job.cancelled())
        return Fail(ErrorCode::kCancelled, "cancelled");
      uint32_t cell = first;
      while (content_.IsNode(cell) && is_counted_[cell] && node_of_[cell] == kUnresolved && !entered[cell]) {
        entered[cell] = true;
        chain.push_back(cell);
        cell = content_.caller_of[cell];
      }
      BuildNode node = content_.IsNode(cell) ? node_of_[cell] : kUnresolved;
      for (; !chain.empty(); chain.pop_back()) {
        if (node == kUnresolved) continue;  // in or below a loop, or below a caller that is no node
        node = builder_.Child(node, FrameOf(content_.function_of[chain.back()]));
        node_of_[chain.back()] = node;
      }
    }
    RINGSCOPE_TRY(builder_.status());
    for (uint32_t cell = 0; cell < content_.cell_count(); ++cell) {
      if (!content_.IsNode(cell) || IsRoot(cell) || !is_counted_[cell]) continue;
      if (node_of_[cell] == kUnresolved)
        report_.Skip("a context whose callers lead to no thread", cell * kTraceCellBytes);
      else if (!IsCallLine(cell))
        ++report_.record_count;
    }
    return {};
  }

  // Adds the metrics; all contexts must exist.
  void AddValues() {
    const std::vector<uint64_t> corrected = CorrectedTimes();
    // The corrected time is the primary metric, unless it is 0 everywhere: then the measured time is.
    const bool leads = std::ranges::any_of(corrected, [](uint64_t time) { return time > 0; });
    if (leads) AddCorrected(corrected);
    const TraceHeader& header = content_.header;
    if (header.time_metric < header.metric_count) AddMeasured(header.time_metric);
    if (!leads && !corrected.empty()) AddCorrected(corrected);
    for (uint32_t value = 0; value < header.metric_count; ++value)
      if (value != header.time_metric) AddMeasured(value);
  }

  void AddExecution() {
    const TraceHeader& header = content_.header;
    Execution execution;
    execution.time = header.start_time_s;
    if (header.tool[0] != '\0') SetAttribute("tool", header.tool, execution);
    std::string_view left_out;
    std::optional<std::set<std::string_view>> met;
    for (const auto& [name, value] : content_.attributes) {
      if (name == kLeftOutMetAttribute) {
        if (!met) met.emplace();
        met->insert(value);
        continue;
      }
      SetAttribute(name, value, execution);
      if (name == kLeftOutAttribute) left_out = value;
    }
    if (met) NoteNothingLeftOut(left_out, *met);
    report_.executions = {std::move(execution)};
    if (header.state != TraceState::kFinished)
      report_.notes.push_back(
          "The program's end was not seen, as it was killed, left by _exit(), or still runs: this is what "
          "had been counted until then.");
    if (header.lost_calls > 0) {
      report_.notes.push_back(fmt::format("{} not counted: there was no memory for more contexts.",
                                          CountedText(header.lost_calls, "call")));
    }
    if (header.merge_count % 2 != 0) {
      report_.notes.push_back(
          "A thread was ending at that moment: some of what it did may be counted twice.");
    }
  }

  [[nodiscard]] bool IsRoot(uint32_t cell) const {
    return content_.IsNode(cell) && content_.caller_of[cell] == 0 &&
           content_.function_of[cell] == kTraceNoFunction;
  }

  [[nodiscard]] bool IsCallLine(uint32_t cell) const {
    const uint32_t function = content_.function_of[cell];
    return IsTraceCallLine(function) && !content_.functions.contains(function);
  }

  void AddMeasured(uint32_t value) {
    const MetricIndex metric = builder_.AddMetric(MetricOf(content_.header.metrics[value]));
    for (uint32_t cell = 0; cell < content_.cell_count(); ++cell) {
      if (content_.IsNode(cell) && node_of_[cell] != kUnresolved)
        builder_.AddSelf(node_of_[cell], metric, content_.ValuesOf(cell)[value]);
    }
  }

  void AddCorrected(const std::vector<uint64_t>& times) {
    Metric metric = MetricOf(content_.header.metrics[content_.header.time_metric]);
    metric.name += kCorrectedSuffix;
    const MetricIndex index = builder_.AddMetric(std::move(metric));
    for (BuildNode node = 0; node < times.size(); ++node) builder_.AddSelf(node, index, times[node]);
  }

  // The time by node without the recorder's cost; empty if that is unknown.
  std::vector<uint64_t> CorrectedTimes() {
    const TraceHeader& header = content_.header;
    if (!HasRecorderCost(header)) return {};
    std::vector<uint64_t> times(builder_.node_count(), 0);
    RecorderCost cost(header, times.size());
    for (uint32_t cell = 0; cell < content_.cell_count(); ++cell) {
      if (!content_.IsNode(cell) || node_of_[cell] == kUnresolved) continue;
      const auto values = content_.ValuesOf(cell);
      // The self time at a call line belongs to the caller.
      const uint32_t owner = IsCallLine(cell) ? content_.caller_of[cell] : cell;
      if (node_of_[owner] == kUnresolved) continue;
      uint64_t& time = times[node_of_[owner]];
      // An overflow saturates here; the builder refuses it in the measured time.
      if (__builtin_add_overflow(time, values[header.time_metric], &time)) time = ~uint64_t{0};
      if (IsRoot(cell)) continue;
      cost.AddTime(values[header.time_metric], content_.function_of[owner]);
      if (owner != cell) continue;
      uint32_t caller = content_.caller_of[cell];
      // One step is enough: recorders put no call line below another one.
      if (IsCallLine(caller)) caller = content_.caller_of[caller];
      cost.Add(values[header.calls_metric], node_of_[cell], node_of_[caller], content_.function_of[cell],
               content_.function_of[caller]);
    }
    for (BuildNode node = 0; node < times.size(); ++node) times[node] -= std::min(times[node], cost.Of(node));
    NoteDistortion(cost);
    return times;
  }

  // Finds the contexts that have values, or callees with values. Others are left over from the recorder's
  // calibration, from before a fork, or from a call that has just begun.
  void FindCounted() {
    is_counted_.assign(content_.cell_count(), false);
    for (uint32_t first = 0; first < content_.cell_count(); ++first) {
      if (!content_.IsNode(first) || is_counted_[first]) continue;
      const auto values = content_.ValuesOf(first);
      const auto end = values.begin() + content_.header.metric_count;
      if (std::all_of(values.begin(), end, [](uint64_t value) { return value == 0; })) continue;
      for (uint32_t cell = first; content_.IsNode(cell) && !is_counted_[cell];
           cell = content_.caller_of[cell]) {
        is_counted_[cell] = true;
      }
    }
  }

  BuildNode ThreadContext(uint32_t root) {
    const auto known = content_.threads.find(root);
    std::string name = "threads that ended";
    if (known != content_.threads.end())
      name = known->second.name.empty() ? fmt::format("thread {}", known->second.id) : known->second.name;
    return builder_.Child(kBuildRoot, builder_.InternFrame({.name = name, .kind = FrameKind::kThread}));
  }

  FrameId FrameOf(uint32_t function) {
    const auto [at, is_new] = frame_of_.try_emplace(function);
    if (!is_new) return at->second;
    const auto known = content_.functions.find(function);
    if (known != content_.functions.end()) {
      const TracedFunction& found = known->second;
      return at->second = builder_.InternFrame({.name = found.name,
                                                .module = found.module,
                                                .file = found.file,
                                                .line = found.line,
                                                .kind = KindOf(found.frame_kind)});
    }
    if (IsTraceCallLine(function)) return at->second = builder_.CallLine(function - kTraceCallLines);
    report_.Keep("a function without a name", 0);
    const std::string name = fmt::format("[function {}]", function);
    return at->second = builder_.InternFrame({.name = name, .kind = FrameKind::kSynthetic});
  }

  // Notes each pattern that no function matched.
  void NoteNothingLeftOut(std::string_view patterns, const std::set<std::string_view>& met) {
    for (size_t begin = 0; begin < patterns.size();) {
      const size_t end = std::min(patterns.find(';', begin), patterns.size());
      const std::string_view pattern = patterns.substr(begin, end - begin);
      if (!pattern.empty() && !met.contains(pattern)) {
        report_.notes.push_back(
            fmt::format("{}{}: no function with such a name was met, so it leaves nothing out.",
                        kNothingLeftOut, QuotedShellWord(std::string(pattern))));
      }
      begin = end + 1;
    }
  }

  // Whether a pattern can name the function: not if it only has a place, nor if its name has the ';' that
  // separates patterns.
  static bool CanBeLeftOut(const TracedFunction& function) {
    const std::string place = function.module.substr(function.module.rfind('/') + 1) + "+0x";
    return !function.name.starts_with(place) && function.name.find(';') == std::string::npos;
  }

  void NoteDistortion(const RecorderCost& cost) {
    std::string names, options;
    for (const DistortedFunction& distorted : cost.MostDistorted()) {
      const auto known = content_.functions.find(distorted.function);
      if (known == content_.functions.end()) continue;
      if (!names.empty()) names += ", ";
      const TracedFunction& function = known->second;
      names += fmt::format("{} ({})", function.name, CountedText(distorted.calls, "call"));
      if (!distorted.is_called_often || !CanBeLeftOut(function)) continue;
      // The form that NamePatterns of recorders match; modules of native programs are files.
      const bool has_module = !function.module.empty() && function.module.find('/') == std::string::npos;
      options += " --leave-out " +
                 QuotedShellWord(has_module ? function.module + "." + function.name : function.name);
    }
    if (names.empty()) return;
    std::string note =
        fmt::format("Mostly the recorder's own time: {}. \"{}{}\" is corrected", names,
                    content_.header.metrics[content_.header.time_metric].name, kCorrectedSuffix);
    note += options.empty() ? "." : fmt::format(";{} leaves them to their callers.", options);
    report_.notes.push_back(std::move(note));
  }

  const TraceContent& content_;
  CctBuilder& builder_;
  ImportReport& report_;
  std::vector<BuildNode> node_of_;  // by cell
  std::vector<bool> is_counted_;    // by cell
  std::unordered_map<uint32_t, FrameId> frame_of_;
};

// Adds the functions known by their place; a function's own record takes precedence.
Result<void> AddNamesOfCode(const NameCode& name_code, TraceContent& content, JobControl& job) {
  for (const auto& [function, code] : content.codes) {
    if (job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    const auto module = content.modules.find(code.module);
    if (module == content.modules.end()) continue;
    const auto [at, is_new] = content.functions.try_emplace(function);
    if (!is_new) continue;
    const std::string& path = module->second.path;
    std::optional<TracedFunction> found;
    if (name_code) found = name_code(module->second, code.offset);
    if (!found)
      found = TracedFunction{.name = fmt::format("{}+0x{:x}", path.substr(path.rfind('/') + 1), code.offset)};
    at->second = std::move(*found);
    at->second.module = path;
  }
  return {};
}

}  // namespace

Result<void> ReadTrace(std::span<const std::byte> bytes, TraceThreadRing ring, CctBuilder& builder,
                       ImportReport& report, JobControl& job, const NameCode& name_code) {
  RINGSCOPE_ASSIGN(TraceContent content, ReadTraceContent(bytes, report, job));
  RINGSCOPE_TRY(AddNamesOfCode(name_code, content, job));
  report.input_bytes = bytes.size();
  return TraceTree(content, builder, report).Build(ring, job);
}

}  // namespace ringscope
