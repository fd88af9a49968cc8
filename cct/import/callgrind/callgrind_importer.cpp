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
           "The file does not tell each call by itself, in the order in which they returned: {} at "
           "byte {}. So it was taken for a call graph.",
           fault->reason, fault->offset_bytes);
    UnfoldPlan plan;
    RINGSCOPE_TRY(AddMetrics(plan));
    const std::vector<uint32_t> meant = FindMeant();
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
  // Functions that calls know by another file, object or name than costs do, where only one can be meant.
  [[nodiscard]] std::vector<uint32_t> FindMeant() const {
    const uint32_t function_count = graph_.function_count();
    // The one function with costs of each name, in each object and in all; kNoFunction where there are
    // several.
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

  // The metrics of the events, and behind them those of what is below zero of some. `self_of(row)` are the
  // costs of a function or a context by event.
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

  // The metrics, and where to put the costs of the graph.
  [[nodiscard]] Result<void> AddMetrics(UnfoldPlan& plan) {
    for (size_t m = 0; m < events_.size(); ++m) {
      const MetricOfEvent described = DescribeEvent(events_[m]);
      if (!graph_.Scale(m, described.factor)) return FailTooLarge(described);
    }
    plan.metrics = AddTargets(
        graph_.function_count(), [&](size_t f) { return graph_.self(static_cast<uint32_t>(f)); },
        run_.builder);
    if (call_count_ > 0) plan.calls = run_.builder.AddMetric({"calls", "count", 1});
    // The first event that happened at all.
    for (size_t m = graph_.metric_count(); m-- > 0;) {
      for (uint32_t f = 0; f < graph_.function_count(); ++f) {
        if (graph_.self(f)[m] == 0) continue;
        plan.weight_metric = m;
        break;
      }
    }
    return {};
  }

  // What the contexts of single calls cost: those of one context are added up.
  struct CallTree {
    std::vector<int64_t> self;    // by node of the builder, then event
    std::vector<uint64_t> calls;  // by node; those that somebody made
  };
  // A caller some of whose calls are still to come.
  struct Caller {
    BuildNode node;
    uint64_t depth;
    uint64_t calls_left;
  };

  // The same for the contexts of single calls, with the costs themselves.
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

  // By function.
  [[nodiscard]] std::vector<std::string_view> Names() const {
    std::vector<std::string_view> names;
    for (uint32_t f = 0; f < graph_.function_count(); ++f) names.push_back(texts_.text(function(f).name));
    return names;
  }

  // Frames and, where the threads are a ring, their places.
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
    // A line hangs on its function by one arc.
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
                     ? "Where recursion is folded or the told callers end, contexts are an estimate"
                     : "Contexts are an estimate",
                 run_);
  }

  // Of a file that tells single calls: the tree as it was. Callers come before what they called, so that a
  // context is there before those below it. Linear in the blocks.
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
        "Nothing had to be estimated: the file tells each call by itself, in the order in which they "
        "returned.");
    return run_.builder.status();
  }
};

}  // namespace

const Importer kCallgrindImporter{"callgrind", &SniffCallgrind, &ImportLines<CallgrindReader>};

}  // namespace ringscope
