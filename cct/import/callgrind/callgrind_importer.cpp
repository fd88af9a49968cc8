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
#include "cct/import/callgrind/call_sequence.h"
#include "cct/import/callgrind/callgrind_file.h"
#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/report_notes.h"
#include "cct/import/text_parts.h"

namespace ringscope {

namespace {

struct MetricOfEvent {
  Metric metric;
  int64_t factor = 1;  // from the file's costs to the metric's unit
};

// Splits a unit like "10ns" into the unit (ns) and a factor (10).
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

// The metric of an event: its unit comes from the file, or else from the event's name.
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

// Looks for a first line or a header that only this format has, or for the events together with a function.
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

// "f" for "f [1/2]", a name that pprof gives one of several functions "f" in calls, but not in costs.
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

// The names of a file's functions, split. callgrind writes the level of recursion and, with
// --separate-callers, the callers behind the name of a function:
//
//   leaf            leaf, for any caller
//   leaf'2          the second open call of leaf, and all deeper ones
//   leaf'f'main     leaf when called by f, which main called
//   leaf'2'f'main   both
//
// Other names have such marks too, so callers count only if the calls in the file agree with them.
struct CallgrindNames {
  std::vector<std::string_view> functions;  // by function: its own name, a part of the given text
  bool has_callers = false;                 // the names have callers
  uint32_t most_callers = 0;                // the largest number of callers in a name
};

constexpr char kCallerMark = '\'';
// The most marks of a function's own name that are tried as the begin of its callers.
constexpr int kMaxOwnMarks = 8;

// A name without its level of recursion: the function and its callers.
struct Chain {
  std::string_view text;
  size_t own_bytes = 0;  // size of the function's own name if a level of recursion ends it, else 0
};

// The level of recursion in a name: "'2" behind the function's own name, at the end or before another mark.
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

// Whether `text`, which is behind a mark of a name, is the caller's chain or the start of it.
bool IsStartOf(std::string_view text, std::string_view caller) {
  return !text.empty() && caller.starts_with(text) &&
         (text.size() == caller.size() || caller[text.size()] == kCallerMark);
}

// The size of the callee's own name in its chain, if the rest are callers that the caller's chain confirms.
std::optional<size_t> OwnNameBytes(const Chain& callee, const Chain& caller) {
  size_t at = callee.own_bytes > 0 ? callee.own_bytes : callee.text.find(kCallerMark, 1);
  for (int tries = 0; at < callee.text.size() && tries < kMaxOwnMarks; ++tries) {
    if (IsStartOf(callee.text.substr(at + 1), caller.text)) return at;
    if (callee.own_bytes > 0) break;
    at = callee.text.find(kCallerMark, at + 1);
  }
  return std::nullopt;
}

// `names` has the names of the functions of `graph`. O(bytes of the names of all arcs).
CallgrindNames SplitCallgrindNames(const CallGraph& graph, std::span<const std::string_view> names) {
  CallgrindNames split;
  std::deque<std::string> joined;  // owns the chains of names that had a level of recursion
  std::vector<Chain> chains;
  chains.reserve(names.size());
  for (const std::string_view name : names) {
    if (const std::optional<Number> number = FindNumber(name)) {
      const std::string_view own = name.substr(0, number->begin);
      joined.push_back(std::string(own) + std::string(name.substr(number->end)));
      chains.push_back({joined.back(), own.size()});
      // A number in the middle of a name is a part of it, unless callers follow.
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
  // A line has the name of its function, and only the arc from that gives the size of its own name.
  for (uint32_t a = 0; a < graph.arc_count(); ++a) {
    const CallGraph::Arc arc = graph.arc(a);
    if (own_bytes[arc.callee] == 0 && names[arc.callee] == names[arc.caller])
      own_bytes[arc.callee] = own_bytes[arc.caller];
  }
  split.has_callers = agreeing > 0 && agreeing * 10 >= compared * 9;
  if (!split.has_callers) return split;
  for (size_t f = 0; f < names.size(); ++f) {
    // The name of a function without a caller in the file ends at its number or at the first mark.
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
  return Fail(ErrorCode::kOverflow, "expected costs below 2^63 {}, found larger ones", described.metric.unit);
}

class CallgrindReader : public CallgrindFile {
 public:
  using CallgrindFile::CallgrindFile;

  [[nodiscard]] Result<void> Finish() {
    RINGSCOPE_TRY(EndInput());
    const uint32_t function_count = graph_.function_count();
    if (sequence_.is_whole()) return ImportSequence();
    if (const std::optional<CallSequence::Fault> fault = sequence_.fault())
      Note(run_.report,
           "The file does not have all calls one by one, in the order in which they returned: {} at byte {}. "
           "So it was read as a call graph.",
           fault->reason, fault->offset_bytes);
    UnfoldPlan plan;
    RINGSCOPE_TRY(AddMetrics(plan));
    const std::vector<uint32_t> meant = ResolveFunctions();
    bool renames = false;
    uint64_t costless_count = 0;
    plan.absent.assign(function_count, false);
    for (uint32_t f = 0; f < function_count; ++f) {
      plan.absent[f] = meant[f] != f;
      renames |= plan.absent[f];
      costless_count += !has_body_[f] && !plan.absent[f] ? 1 : 0;
    }
    if (renames && !graph_.Merge(meant))
      return Fail(ErrorCode::kOverflow, "expected sums of costs below 2^63, found a larger one");

    const CallgrindNames names = SplitCallgrindNames(graph_, Names());
    AddFrames(names, plan);
    RINGSCOPE_ASSIGN(const UnfoldResult result,
                     UnfoldCallGraph(graph_, plan, run_.builder, run_.job, run_.options.preview));
    DescribeTree(names, result, plan);
    if (costless_count > 0)
      Note(run_.report, "The file has calls of {} without costs of their own.",
           costless_count == 1 ? std::string("a function") : CountText(costless_count) + " functions");
    NoteCycles(result.order, names.functions, run_.report);
    return run_.builder.status();
  }

 private:
  // By function: the function that it means. Calls may give a function another file, object or name than
  // costs do; it then means the one with costs if there is just one candidate. Others mean themselves.
  [[nodiscard]] std::vector<uint32_t> ResolveFunctions() const {
    const uint32_t function_count = graph_.function_count();
    // The function with costs of a name, in each object and in all objects; kNoFunction if there are several.
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
      const Function of = function(f);
      if (!has_body_[f] || of.line != 0) continue;
      note(in_object, names_in_objects.Intern({of.thread, of.object, of.name}), f);
      note(anywhere, names.Intern({of.thread, of.name}), f);
    }
    const auto find = [&](const Function& of) {
      const uint32_t near = names_in_objects.Intern({of.thread, of.object, of.name});
      if (near < in_object.size()) return in_object[near];
      const uint32_t far = names.Intern({of.thread, of.name});
      return far < anywhere.size() ? anywhere[far] : kNoFunction;
    };
    std::vector<uint32_t> meant(function_count);
    for (uint32_t f = 0; f < function_count; ++f) {
      meant[f] = f;
      if (has_body_[f]) continue;
      Function of = function(f);
      uint32_t found = find(of);
      const std::string_view name = texts_.text(of.name);
      if (const std::string_view plain = WithoutPlaceInList(name); found == kNoFunction && plain != name) {
        of.name = texts_.Find(plain, FrameTexts::Hash(plain));
        if (of.name != FrameTexts::kNotFound) found = find(of);
      }
      if (found != kNoFunction) meant[f] = found;
    }
    return meant;
  }

  // Adds the metrics of the events, and behind them a metric for the negative values of each event that has
  // some. self_of(row) returns the self costs of a function or a context, by event.
  template <typename SelfOf>
  std::vector<UnfoldPlan::Target> AddTargets(size_t rows, SelfOf self_of, CctBuilder& builder) const {
    std::vector<UnfoldPlan::Target> targets;
    for (const Event& event : events_)
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

  // Adds the metrics, and sets those members of `plan` that say which metric takes which cost.
  [[nodiscard]] Result<void> AddMetrics(UnfoldPlan& plan) {
    for (size_t m = 0; m < events_.size(); ++m) {
      const MetricOfEvent described = DescribeEvent(events_[m]);
      if (!graph_.Scale(m, described.factor)) return FailTooLarge(described);
    }
    plan.metrics = AddTargets(
        graph_.function_count(), [&](size_t f) { return graph_.self(static_cast<uint32_t>(f)); },
        run_.builder);
    if (call_count_ > 0) plan.calls = run_.builder.AddMetric({"calls", "count", 1});
    // The main metric is the first event with a cost.
    for (size_t m = graph_.metric_count(); m-- > 0;) {
      for (uint32_t f = 0; f < graph_.function_count(); ++f) {
        if (graph_.self(f)[m] == 0) continue;
        plan.weight_metric = m;
        break;
      }
    }
    return {};
  }

  // The costs of the contexts of single calls; a context adds up all its calls.
  struct CallTree {
    std::vector<int64_t> self;    // by node of the builder, then event
    std::vector<uint64_t> calls;  // by node; calls without a caller do not count
  };
  // A caller whose calls have not all been read.
  struct Caller {
    BuildNode node;
    uint64_t depth;
    uint64_t calls_left;
  };

  // Adds the metrics and costs of the contexts of single calls.
  [[nodiscard]] Result<void> AddTree(const CallTree& tree, CctBuilder& builder) const {
    const size_t columns = events_.size();
    std::vector<MetricOfEvent> described;
    for (const Event& event : events_) described.push_back(DescribeEvent(event));
    const std::vector<UnfoldPlan::Target> targets = AddTargets(
        tree.calls.size(), [&](size_t node) { return tree.self.data() + node * columns; }, builder);
    const MetricIndex calls = call_count_ > 0 ? builder.AddMetric({"calls", "count", 1}) : 0;
    for (BuildNode node = 0; node < tree.calls.size(); ++node) {
      if (node % (1 << 14) == 0 && run_.job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
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

  // The names in the file, by function.
  [[nodiscard]] std::vector<std::string_view> Names() const {
    std::vector<std::string_view> names;
    for (uint32_t f = 0; f < graph_.function_count(); ++f) names.push_back(texts_.text(function(f).name));
    return names;
  }

  // Sets the frames of a plan and, if the threads are a ring, the contexts above functions without a caller.
  void AddFrames(const CallgrindNames& names, UnfoldPlan& plan) const {
    const auto function_count = static_cast<uint32_t>(names.functions.size());
    uint32_t thread = 0;
    bool several = false;
    for (uint32_t f = 0; f < function_count; ++f) {
      const uint32_t other = function(f).thread;
      several |= f > 0 && other != thread;
      thread = other;
    }
    const bool has_thread_ring = run_.options.threads == ThreadRing::kAlways
                                     ? several || thread != 0
                                     : run_.options.threads != ThreadRing::kMerged && several;
    const bool has_ring = run_.options.labels.empty() ? has_thread_ring : has_parts();
    for (const std::string& label : run_.options.labels) {
      if (label != kPartLabel || !has_parts()) NoteMissingLabel(run_.report, label);
    }
    std::vector<FrameId> frames;
    for (uint32_t f = 0; f < function_count; ++f) {
      const Function of = function(f);
      Frame frame{.name = names.functions[f],
                  .module = texts_.text(of.object),
                  .file = texts_.text(of.file),
                  .line = of.line};
      if (frame.name.empty()) {
        frame.name = "[unknown]";
        frame.kind = FrameKind::kSynthetic;
      }
      plan.uncalled.push_back(of.calls);
      frames.push_back(of.calls ? run_.builder.CallLine(of.line) : run_.builder.InternFrame(frame));
    }
    PlanFunctions(std::move(frames), run_, plan);
    for (uint32_t f = 0; f < function_count && has_ring; ++f) {
      const Function of = function(f);
      const std::string ring_name = has_parts()      ? PartName(of.thread)
                                    : of.thread == 0 ? std::string("[unknown thread]")
                                                     : fmt::format("thread {}", of.thread);
      plan.roots[f] = run_.builder.Child(
          kBuildRoot,
          run_.builder.InternFrame(
              {.name = ring_name, .kind = has_parts() ? FrameKind::kSynthetic : FrameKind::kThread}));
    }
  }

  void DescribeTree(const CallgrindNames& names, const UnfoldResult& result, const UnfoldPlan& plan) const {
    // Each line has one arc, from its function; all other arcs are calls.
    if (graph_.arc_count() == line_count_) {
      run_.report.notes.emplace_back("The file tells no calls: its functions stand side by side.");
      return;
    }
    if (names.has_callers)
      Note(run_.report,
           "The names of functions tell up to {} of their callers, as callgrind writes them for "
           "--separate-callers.",
           names.most_callers);
    NoteEstimate(graph_, result, plan,
                 names.has_callers
                     ? "Contexts with folded recursion, and those above the callers in names, are an estimate"
                     : "Contexts are an estimate",
                 run_);
  }

  // Imports the exact tree of a file with single calls. Callers come before callees, so a context is made
  // before those below it. O(blocks).
  [[nodiscard]] Result<void> ImportSequence() {
    UnfoldPlan plan;
    AddFrames({.functions = Names()}, plan);
    RecordPreview preview(run_.options.preview, run_.job);
    const size_t columns = events_.size();
    CallTree tree;
    std::vector<Caller> callers;
    std::vector<int64_t> costs(columns);
    CallSequence::Block block;
    for (uint64_t steps = 1; sequence_.TakeLast(block, costs); ++steps) {
      if (steps % (1 << 14) == 0) {
        if (run_.job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
        RINGSCOPE_TRY(run_.builder.status());
      }
      const bool is_called = !callers.empty();
      BuildNode parent = plan.roots[block.function];
      uint64_t depth = 1;
      if (is_called) {
        Caller& caller = callers.back();
        parent = caller.node;
        depth = caller.depth + 1;
        if (--caller.calls_left == 0) callers.pop_back();
      }
      if (depth > run_.options.max_stack_depth)
        return Fail(ErrorCode::kLimit, TooDeep(run_.options.max_stack_depth));
      const BuildNode node = run_.builder.Child(parent, plan.frames[block.function]);
      if (node >= tree.calls.size()) {
        tree.calls.resize(node + 1, 0);
        tree.self.resize((node + size_t{1}) * columns, 0);
      }
      tree.calls[node] += is_called ? 1 : 0;
      for (size_t c = 0; c < columns; ++c) {
        int64_t& sum = tree.self[node * columns + c];
        if (__builtin_add_overflow(sum, costs[c], &sum))
          return Fail(ErrorCode::kOverflow, "expected sums of costs below 2^63, found a larger one");
      }
      if (block.call_count > 0) callers.push_back({node, depth, block.call_count});
      if (preview.Wanted()) {
        preview.Add({run_.builder, {}, kBuildRoot, [&](CctBuilder& copy) {
                       return AddTree(tree, copy).has_value();
                     }});
      }
    }
    RINGSCOPE_TRY(run_.builder.status());
    RINGSCOPE_TRY(AddTree(tree, run_.builder));
    run_.report.notes.emplace_back(
        "Nothing had to be estimated: the file has all calls one by one, in the order in which they "
        "returned.");
    return run_.builder.status();
  }
};

}  // namespace

const Importer kCallgrindImporter{"callgrind", &SniffCallgrind, &ImportLines<CallgrindReader>};

}  // namespace ringscope
