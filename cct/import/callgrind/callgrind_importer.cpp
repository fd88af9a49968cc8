#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/text/enum_words.h"
#include "cct/base/text/number_text.h"
#include "cct/base/text/unit_names.h"
#include "cct/import/call_graph/call_graph.h"
#include "cct/import/call_graph/call_graph_tree.h"
#include "cct/import/callgrind/call_sequence.h"
#include "cct/import/callgrind/callgrind_file.h"
#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/report_notes.h"
#include "cct/import/text_parts.h"

namespace ringscope {

namespace {

constexpr uint32_t kNoFunction = 0xffffffffu;

struct MetricOfEvent {
  Metric metric;
  int64_t factor = 1;  // what a cost is multiplied by to be in its unit
};

// "10ns" is ns and 10.
MetricOfEvent InUnit(std::string_view name, std::string_view unit) {
  for (const int64_t factor : {1000, 100, 10}) {
    const std::string number = fmt::format("{}", factor);
    if (!unit.starts_with(number)) continue;
    const std::string_view rest = unit.substr(number.size());
    const Dimension dimension = UnitOfMetric(rest).dimension;
    if (dimension == Dimension::kTime || dimension == Dimension::kBytes)
      return {{std::string(name), std::string(rest), 1}, factor};
  }
  return {{std::string(name), std::string(unit), 1}, 1};
}

// By the unit that the file tells, or by the name.
MetricOfEvent DescribeEvent(const CallgrindFile::Event& event) {
  const std::string_view name = event.name;
  if (!event.unit.empty()) return InUnit(name, event.unit);
  // "Time_(10ns)", "cpu(ms)"
  if (const size_t open = name.find('('); name.ends_with(')') && open != std::string_view::npos && open > 0) {
    std::string_view plain = name.substr(0, open);
    if (plain.size() > 1 && plain.ends_with('_')) plain.remove_suffix(1);
    return InUnit(plain, name.substr(open + 1, name.size() - open - 2));
  }
  using Known = EnumWord<std::string_view>;
  static constexpr std::array kKnown{Known{"Ir", "instructions"},   Known{"Instructions", "instructions"},
                                     Known{"Dr", "accesses"},       Known{"Dw", "accesses"},
                                     Known{"I1mr", "misses"},       Known{"D1mr", "misses"},
                                     Known{"D1mw", "misses"},       Known{"I2mr", "misses"},
                                     Known{"D2mr", "misses"},       Known{"D2mw", "misses"},
                                     Known{"ILmr", "misses"},       Known{"DLmr", "misses"},
                                     Known{"DLmw", "misses"},       Known{"Bc", "branches"},
                                     Known{"Bi", "branches"},       Known{"Bcm", "mispredictions"},
                                     Known{"Bim", "mispredictions"}};
  return {{event.name, std::string(ValueOfWord(kKnown, name).value_or("count")), 1}, 1};
}

// A first line or a header that only this format has, or the events together with a function.
bool SniffCallgrind(std::string_view text) {
  bool has_events = false;
  bool has_function = false;
  for (bool first = true; !text.empty(); first = false) {
    const std::string_view line = TakeLine(text);
    if (first && line.starts_with("# callgrind format")) return true;
    if (line.starts_with("creator: callgrind") || line.starts_with("creator: xdebug")) return true;
    has_events |= line.starts_with("events:");
    has_function |= line.starts_with("fn=") || line.starts_with("fl=") || line.starts_with("ob=");
    if (has_events && has_function) return true;
  }
  return false;
}

// "f [1/2]", as pprof calls one of several functions "f" whose costs it writes under "f".
std::string_view WithoutPlaceInList(std::string_view name) {
  if (!name.ends_with(']')) return name;
  const size_t open = name.rfind(" [");
  if (open == std::string_view::npos) return name;
  const std::string_view inside = name.substr(open + 2, name.size() - open - 3);
  const size_t slash = inside.find('/');
  const bool fits = slash != std::string_view::npos && slash > 0 && slash + 1 < inside.size() &&
                    inside.find_first_not_of("0123456789/") == std::string_view::npos;
  return fits ? name.substr(0, open) : name;
}

// Functions that calls know by another file, object or name than costs do, where only one can be meant.
std::vector<uint32_t> FindMeant(const CallgrindFile& file, uint32_t function_count) {
  // The one function with costs of each name, in each object and in all; kNoFunction where there are several.
  TupleIndex<3> names_in_objects;
  TupleIndex<2> names;
  std::vector<uint32_t> in_object;
  std::vector<uint32_t> anywhere;
  const auto note = [](std::vector<uint32_t>& meant, uint32_t key, uint32_t function) {
    if (key == meant.size())
      meant.push_back(function);
    else
      meant[key] = kNoFunction;
  };
  for (uint32_t f = 0; f < function_count; ++f) {
    const CallgrindFile::Function function = file.function(f);
    if (!file.has_body(f) || function.line != 0) continue;
    note(in_object, names_in_objects.Intern({function.thread, function.object, function.name}), f);
    note(anywhere, names.Intern({function.thread, function.name}), f);
  }
  const auto find = [&](CallgrindFile::Function function) {
    const uint32_t near = names_in_objects.Intern({function.thread, function.object, function.name});
    if (near < in_object.size()) return in_object[near];
    const uint32_t far = names.Intern({function.thread, function.name});
    return far < anywhere.size() ? anywhere[far] : kNoFunction;
  };
  std::vector<uint32_t> meant(function_count);
  for (uint32_t f = 0; f < function_count; ++f) {
    meant[f] = f;
    if (file.has_body(f)) continue;
    CallgrindFile::Function function = file.function(f);
    uint32_t found = find(function);
    const std::string_view name = file.text(function.name);
    if (const std::string_view plain = WithoutPlaceInList(name); found == kNoFunction && plain != name) {
      if (const std::optional<uint32_t> text = file.FindText(plain)) {
        function.name = *text;
        found = find(function);
      }
    }
    if (found != kNoFunction) meant[f] = found;
  }
  return meant;
}

// What the names of a file's functions tell. callgrind writes recursion and, when it is told to keep callers
// apart, the callers behind a function's name:
//
//   leaf            leaf, whoever calls it
//   leaf'2          the second call of leaf that is open, and with it the deeper ones
//   leaf'f'main     leaf as f calls it when main calls f
//   leaf'2'f'main   both
//
// Other names have such marks too, so callers are believed only where the calls in the file agree with them.
struct CallgrindNames {
  std::vector<std::string_view> functions;  // by function: its own name; parts of the texts given
  bool has_callers = false;                 // names tell callers
  uint32_t most_callers = 0;                // of one name: what the writer was told to keep, or all there are
};

constexpr char kCallerMark = '\'';
// A name's own marks that are looked behind of for its callers.
constexpr int kMaxOwnMarks = 8;

// A name without the number of its recursion: the function and its callers.
struct Chain {
  std::string_view text;
  size_t own_bytes = 0;  // of the function's own name where a number tells it, else 0
};

// Where the number begins and ends: "'2" behind a name and before the end or another mark.
struct Number {
  size_t begin;
  size_t end;
};
std::optional<Number> FindNumber(std::string_view name) {
  for (size_t at = name.find(kCallerMark, 1); at != std::string_view::npos;
       at = name.find(kCallerMark, at + 1)) {
    const size_t end = std::min(name.find_first_not_of("0123456789", at + 1), name.size());
    if (end > at + 1 && (end == name.size() || name[end] == kCallerMark)) return Number{at, end};
  }
  return std::nullopt;
}

// Whether `text`, which stands behind a mark of a name, is the caller's chain or the start of it.
bool IsStartOf(std::string_view text, std::string_view caller) {
  return !text.empty() && caller.starts_with(text) &&
         (text.size() == caller.size() || caller[text.size()] == kCallerMark);
}

// How many bytes of the callee's chain are its own name, if the rest are callers that the caller confirms.
std::optional<size_t> OwnNameBytes(const Chain& callee, const Chain& caller) {
  size_t at = callee.own_bytes > 0 ? callee.own_bytes : callee.text.find(kCallerMark, 1);
  for (int tries = 0; at < callee.text.size() && tries < kMaxOwnMarks; ++tries) {
    if (IsStartOf(callee.text.substr(at + 1), caller.text)) return at;
    if (callee.own_bytes > 0) break;
    at = callee.text.find(kCallerMark, at + 1);
  }
  return std::nullopt;
}

// `names` are those of the functions of `graph`. O(bytes of the names of all arcs).
CallgrindNames SplitCallgrindNames(const CallGraph& graph, std::span<const std::string_view> names) {
  CallgrindNames split;
  std::deque<std::string> joined;  // chains that had a number in them
  std::vector<Chain> chains;
  chains.reserve(names.size());
  for (const std::string_view name : names) {
    if (const std::optional<Number> number = FindNumber(name)) {
      const std::string_view own = name.substr(0, number->begin);
      joined.push_back(std::string(own) + std::string(name.substr(number->end)));
      chains.push_back({joined.back(), own.size()});
      // A number in the midst of a name is part of it, unless callers follow.
      split.functions.push_back(number->end == name.size() ? own : name);
    } else {
      chains.push_back({name, 0});
      split.functions.push_back(name);
    }
  }
  uint64_t agreeing = 0;
  uint64_t compared = 0;
  std::vector<size_t> own_bytes(names.size(), 0);
  for (uint32_t a = 0; a < graph.arc_count(); ++a) {
    const CallGraph::Arc arc = graph.arc(a);
    const Chain& callee = chains[arc.callee];
    const Chain& caller = chains[arc.caller];
    // Recursion does not lengthen the chain.
    if (arc.caller == arc.callee || callee.text == caller.text) continue;
    ++compared;
    const std::optional<size_t> own = OwnNameBytes(callee, caller);
    if (!own) continue;
    ++agreeing;
    if (own_bytes[arc.callee] == 0) own_bytes[arc.callee] = *own;
  }
  // A line of a function has the name of that, and no other arc tells what of it is its own.
  for (uint32_t a = 0; a < graph.arc_count(); ++a) {
    const CallGraph::Arc arc = graph.arc(a);
    if (own_bytes[arc.callee] == 0 && names[arc.callee] == names[arc.caller])
      own_bytes[arc.callee] = own_bytes[arc.caller];
  }
  split.has_callers = agreeing > 0 && agreeing * 10 >= compared * 9;
  if (!split.has_callers) return split;
  for (size_t f = 0; f < names.size(); ++f) {
    // Where nobody in the file calls it, its name ends at its number or the first mark, as most do.
    size_t bytes = own_bytes[f] > 0 ? own_bytes[f] : chains[f].own_bytes;
    if (bytes == 0) bytes = std::min(names[f].find(kCallerMark, 1), names[f].size());
    split.functions[f] = names[f].substr(0, bytes);
    const std::string_view callers = chains[f].text.substr(bytes);
    const auto count = static_cast<uint32_t>(std::count(callers.begin(), callers.end(), kCallerMark));
    split.most_callers = std::max(split.most_callers, count);
  }
  return split;
}

tl::unexpected<Error> FailTooLarge(const MetricOfEvent& described) {
  return Fail(ErrorCode::kOverflow,
              fmt::format("expected costs below 2^63 {}, found larger ones", described.metric.unit));
}

// The metrics of the events, and behind them those of what is below zero of some. `self_of(row)` are the
// costs of a function or a context by event.
template <typename SelfOf>
std::vector<UnfoldPlan::Target> AddTargets(const CallgrindFile& file, size_t rows, SelfOf self_of,
                                           CctBuilder& builder) {
  std::vector<UnfoldPlan::Target> targets;
  for (const CallgrindFile::Event& event : file.events())
    targets.push_back(
        {.metric = builder.AddMetric(DescribeEvent(event).metric), .has_negative = event.negative});
  for (size_t m = 0; m < targets.size(); ++m) {
    bool any = false;
    for (size_t row = 0; row < rows && !any; ++row) any = self_of(row)[m] < 0;
    if (!any) continue;
    Metric below_zero = builder.metric(targets[m].metric);
    below_zero.name += " (negative)";
    targets[m].below_zero = builder.AddMetric(std::move(below_zero));
  }
  return targets;
}

// The metrics, and where to put the costs of the graph.
Result<void> AddMetrics(CallgrindFile& file, CctBuilder& builder, UnfoldPlan& plan) {
  CallGraph& graph = file.graph();
  for (size_t m = 0; m < file.events().size(); ++m) {
    const MetricOfEvent described = DescribeEvent(file.events()[m]);
    if (!graph.Scale(m, described.factor)) return FailTooLarge(described);
  }
  plan.metrics = AddTargets(
      file, graph.function_count(), [&](size_t f) { return graph.self(static_cast<uint32_t>(f)); }, builder);
  if (file.call_count() > 0) plan.calls = builder.AddMetric({"calls", "count", 1});
  // The first event that happened at all.
  for (size_t m = graph.metric_count(); m-- > 0;) {
    for (uint32_t f = 0; f < graph.function_count(); ++f) {
      if (graph.self(f)[m] == 0) continue;
      plan.weight_metric = m;
      break;
    }
  }
  return {};
}

// The same for the contexts of single calls, with the costs themselves.
Result<void> AddTree(const CallgrindFile& file, const CallTree& tree, CctBuilder& builder, JobControl& job) {
  const size_t columns = tree.column_count;
  std::vector<MetricOfEvent> described;
  for (const CallgrindFile::Event& event : file.events()) described.push_back(DescribeEvent(event));
  const std::vector<UnfoldPlan::Target> targets = AddTargets(
      file, tree.calls.size(), [&](size_t node) { return tree.self.data() + node * columns; }, builder);
  const MetricIndex calls = file.call_count() > 0 ? builder.AddMetric({"calls", "count", 1}) : 0;
  for (BuildNode node = 0; node < tree.calls.size(); ++node) {
    if (node % (1 << 14) == 0 && job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    if (tree.calls[node] > 0) builder.AddSelf(node, calls, tree.calls[node]);
    for (size_t c = 0; c < columns; ++c) {
      int64_t cost = tree.self[node * columns + c];
      if (__builtin_mul_overflow(cost, described[c].factor, &cost)) return FailTooLarge(described[c]);
      if (cost == 0) continue;
      builder.AddSelf(node, cost < 0 ? targets[c].below_zero : targets[c].metric, Magnitude(cost));
    }
  }
  return {};
}

// By function.
std::vector<std::string_view> NamesIn(CallgrindFile& file) {
  std::vector<std::string_view> names;
  const uint32_t count = file.graph().function_count();
  names.reserve(count);
  for (uint32_t f = 0; f < count; ++f) names.push_back(file.text(file.function(f).name));
  return names;
}

// Frames and, where the threads are a ring, their places.
void AddFrames(const CallgrindFile& file, const CallgrindNames& names, const ImportRun& run,
               UnfoldPlan& plan) {
  const auto function_count = static_cast<uint32_t>(names.functions.size());
  uint32_t thread = 0;
  bool several = false;
  for (uint32_t f = 0; f < function_count; ++f) {
    const uint32_t other = file.function(f).thread;
    several |= f > 0 && other != thread;
    thread = other;
  }
  const bool has_thread_ring = run.options.threads == ThreadRing::kAlways
                                   ? several || thread != 0
                                   : run.options.threads != ThreadRing::kMerged && several;
  const bool has_ring = run.options.labels.empty() ? has_thread_ring : file.has_parts();
  for (const std::string& label : run.options.labels) {
    if (label != kPartLabel || !file.has_parts()) NoteMissingLabel(run.report, label);
  }
  std::vector<FrameId> frames;
  for (uint32_t f = 0; f < function_count; ++f) {
    const CallgrindFile::Function function = file.function(f);
    Frame frame{.name = names.functions[f],
                .module = file.text(function.object),
                .file = file.text(function.file),
                .line = function.line};
    if (frame.name.empty()) {
      frame.name = "[unknown]";
      frame.kind = FrameKind::kSynthetic;
    }
    plan.uncalled.push_back(function.calls);
    frames.push_back(function.calls ? run.builder.CallLine(function.line) : run.builder.InternFrame(frame));
  }
  PlanFunctions(std::move(frames), run, plan);
  for (uint32_t f = 0; f < function_count && has_ring; ++f) {
    const CallgrindFile::Function function = file.function(f);
    const std::string ring_name = file.has_parts()       ? file.PartName(function.thread)
                                  : function.thread == 0 ? std::string("[unknown thread]")
                                                         : fmt::format("thread {}", function.thread);
    plan.roots[f] = run.builder.Child(
        kBuildRoot,
        run.builder.InternFrame(
            {.name = ring_name, .kind = file.has_parts() ? FrameKind::kSynthetic : FrameKind::kThread}));
  }
}

void DescribeTree(CallgrindFile& file, const CallgrindNames& names, const UnfoldResult& result,
                  const UnfoldPlan& plan, const ImportRun& run) {
  const CallGraph& graph = file.graph();
  // A line hangs on its function by one arc.
  if (graph.arc_count() == file.line_count()) {
    run.report.notes.emplace_back("The file tells no calls: its functions stand side by side.");
    return;
  }
  if (names.has_callers)
    Note(run.report,
         "The names of functions tell up to {} of their callers, as callgrind writes them for "
         "--separate-callers.",
         names.most_callers);
  NoteEstimate(graph, result, plan,
               names.has_callers
                   ? "Where recursion is folded or the told callers end, contexts are an estimate"
                   : "Contexts are an estimate",
               run);
}

// Of a file that tells single calls: the tree as it was.
Result<void> ImportSequence(CallgrindFile& file, const ImportRun& run) {
  UnfoldPlan plan;
  AddFrames(file, CallgrindNames{.functions = NamesIn(file)}, run, plan);
  RecordPreview preview(run.options.preview, run.job);
  const auto look_at_preview = [&](const CallTree& tree) {
    if (!preview.Wanted()) return;
    preview.Add({run.builder, {}, kBuildRoot, [&](CctBuilder& copy) {
                   return AddTree(file, tree, copy, run.job).has_value();
                 }});
  };
  RINGSCOPE_ASSIGN(const CallTree tree,
                   BuildCallTree(file.sequence(), plan.frames, plan.roots, run.options.max_stack_depth,
                                 run.builder, run.job, look_at_preview));
  RINGSCOPE_TRY(AddTree(file, tree, run.builder, run.job));
  run.report.notes.emplace_back(
      "Nothing had to be estimated: the file tells each call by itself, in the order in which they "
      "returned.");
  return run.builder.status();
}

Result<void> ImportFile(CallgrindFile& file, const ImportRun& run) {
  CallGraph& graph = file.graph();
  const uint32_t function_count = graph.function_count();
  if (file.sequence().is_whole()) return ImportSequence(file, run);
  if (const std::optional<CallSequence::Fault> fault = file.sequence().fault())
    Note(run.report,
         "The file does not tell each call by itself, in the order in which they returned: {} at "
         "byte {}. So it was taken for a call graph.",
         fault->reason, fault->offset_bytes);
  UnfoldPlan plan;
  RINGSCOPE_TRY(AddMetrics(file, run.builder, plan));
  const std::vector<uint32_t> meant = FindMeant(file, function_count);
  bool renames = false;
  uint64_t costless_count = 0;
  plan.absent.assign(function_count, false);
  for (uint32_t f = 0; f < function_count; ++f) {
    costless_count += !file.has_body(f) && meant[f] == f ? 1 : 0;
    if (meant[f] == f) continue;
    renames = true;
    plan.absent[f] = true;
  }
  if (renames && !graph.Merge(meant))
    return Fail(ErrorCode::kOverflow, "expected sums of costs below 2^63, found a larger one");

  const CallgrindNames names = SplitCallgrindNames(graph, NamesIn(file));
  AddFrames(file, names, run, plan);
  const ArcsByCaller arcs = SortByCaller(graph);
  RINGSCOPE_ASSIGN(const CallOrder order, OrderCalls(graph, arcs, plan.weight_metric, run.job));
  RINGSCOPE_ASSIGN(const UnfoldResult result,
                   UnfoldCallGraph(graph, arcs, order, plan, run.builder, run.job, run.options.preview));
  DescribeTree(file, names, result, plan, run);
  if (costless_count > 0)
    Note(run.report, "The file has calls of {} without costs of their own.",
         costless_count == 1 ? std::string("a function") : CountText(costless_count) + " functions");
  NoteCycles(order, names.functions, run.report);
  return run.builder.status();
}

class CallgrindReader : public CallgrindFile {
 public:
  using CallgrindFile::CallgrindFile;

  [[nodiscard]] Result<void> Finish() {
    RINGSCOPE_TRY(EndInput());
    return ImportFile(*this, run_);
  }
};

}  // namespace

const Importer kCallgrindImporter{"callgrind", &SniffCallgrind, &ImportLines<CallgrindReader>};

}  // namespace ringscope
