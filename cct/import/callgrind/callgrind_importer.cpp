#include "cct/import/callgrind/callgrind_importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/memory_budget.h"
#include "cct/base/number_text.h"
#include "cct/import/callgrind/call_graph_order.h"
#include "cct/import/callgrind/call_graph_tree.h"
#include "cct/import/callgrind/callgrind_file.h"
#include "cct/import/callgrind/callgrind_names.h"
#include "cct/import/line_blocks.h"

namespace ringscope {
namespace {

constexpr uint32_t kNone = 0xffffffffu;
constexpr size_t kShownCycles = 3;
constexpr size_t kShownFunctions = 4;
constexpr size_t kShownNameBytes = 80;
// Of a function: its name and those of its callers, frame, root and place in the order of calls, what stands
// for it, and what finding all that takes; of an arc: its place among those of its caller.
constexpr uint64_t kStepBytesPerFunction = 240;
constexpr uint64_t kStepBytesPerArc = 16;

// A first line or a header that only this format has, or the events together with a function.
SniffResult SniffCallgrind(std::span<const std::byte> prefix) {
  std::string_view text = AsText(prefix);
  bool has_events = false;
  bool has_function = false;
  for (bool first = true; !text.empty(); first = false) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (first && line.starts_with("# callgrind format")) return SniffResult::kYes;
    if (line.starts_with("creator: callgrind") || line.starts_with("creator: xdebug"))
      return SniffResult::kYes;
    has_events |= line.starts_with("events:");
    has_function |= line.starts_with("fn=") || line.starts_with("fl=") || line.starts_with("ob=");
    if (has_events && has_function) return SniffResult::kYes;
  }
  return SniffResult::kNo;
}

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
    if (rest == "ns" || rest == "us" || rest == "ms" || rest == "s" || rest == "bytes")
      return {{std::string(name), std::string(rest), 1}, factor};
  }
  return {{std::string(name), std::string(unit), 1}, 1};
}

MetricOfEvent DescribeEvent(const CallgrindFile::Event& event) {
  const std::string_view name = event.name;
  if (!event.unit.empty()) return InUnit(name, event.unit);
  // "Time_(10ns)", "cpu(ms)"
  if (const size_t open = name.find('('); name.ends_with(')') && open != std::string_view::npos && open > 0) {
    std::string_view plain = name.substr(0, open);
    if (plain.size() > 1 && plain.ends_with('_')) plain.remove_suffix(1);
    return InUnit(plain, name.substr(open + 1, name.size() - open - 2));
  }
  struct Known {
    std::string_view name;
    std::string_view unit;
  };
  static constexpr std::array kKnown{Known{"Ir", "instructions"},   Known{"Instructions", "instructions"},
                                     Known{"Dr", "accesses"},       Known{"Dw", "accesses"},
                                     Known{"I1mr", "misses"},       Known{"D1mr", "misses"},
                                     Known{"D1mw", "misses"},       Known{"I2mr", "misses"},
                                     Known{"D2mr", "misses"},       Known{"D2mw", "misses"},
                                     Known{"ILmr", "misses"},       Known{"DLmr", "misses"},
                                     Known{"DLmw", "misses"},       Known{"Bc", "branches"},
                                     Known{"Bi", "branches"},       Known{"Bcm", "mispredictions"},
                                     Known{"Bim", "mispredictions"}};
  for (const Known& known : kKnown) {
    if (known.name == name) return {{event.name, std::string(known.unit), 1}, 1};
  }
  return {{event.name, "count", 1}, 1};
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

// Functions that are called under another file, object or name than their costs have, where only one can be
// meant.
std::vector<uint32_t> FindMeant(const CallgrindFile& file, uint32_t function_count) {
  // The one function with costs of each name, in each object and in all; kNone where there are several.
  TupleIndex<3> names_in_objects;
  TupleIndex<2> names;
  std::vector<uint32_t> in_object;
  std::vector<uint32_t> anywhere;
  const auto note = [](std::vector<uint32_t>& meant, uint32_t key, uint32_t function) {
    if (key == meant.size())
      meant.push_back(function);
    else
      meant[key] = kNone;
  };
  for (uint32_t f = 0; f < function_count; ++f) {
    if (!file.has_body(f)) continue;
    const CallgrindFile::Function function = file.function(f);
    note(in_object, names_in_objects.Intern({function.thread, function.object, function.name}), f);
    note(anywhere, names.Intern({function.thread, function.name}), f);
  }
  const auto find = [&](CallgrindFile::Function function) {
    const uint32_t near = names_in_objects.Intern({function.thread, function.object, function.name});
    if (near < in_object.size()) return in_object[near];
    const uint32_t far = names.Intern({function.thread, function.name});
    return far < anywhere.size() ? anywhere[far] : kNone;
  };
  std::vector<uint32_t> meant(function_count);
  for (uint32_t f = 0; f < function_count; ++f) {
    meant[f] = f;
    if (file.has_body(f)) continue;
    CallgrindFile::Function function = file.function(f);
    uint32_t found = find(function);
    const std::string_view name = file.text(function.name);
    if (const std::string_view plain = WithoutPlaceInList(name); found == kNone && plain != name) {
      if (const std::optional<uint32_t> text = file.FindText(plain)) {
        function.name = *text;
        found = find(function);
      }
    }
    if (found != kNone) meant[f] = found;
  }
  return meant;
}

// The metrics of the events, and where to put their costs.
Result<void> AddMetrics(CallgrindFile& file, CctBuilder& builder, UnfoldPlan& plan) {
  CallGraph& graph = file.graph();
  for (size_t m = 0; m < file.events().size(); ++m) {
    const CallgrindFile::Event& event = file.events()[m];
    const MetricOfEvent described = DescribeEvent(event);
    if (!graph.Scale(m, described.factor)) {
      return Fail(ErrorCode::kOverflow,
                  fmt::format("expected costs below 2^63 {}, found larger ones", described.metric.unit));
    }
    UnfoldPlan::Target target;
    target.metric = builder.AddMetric(described.metric);
    target.has_negative = event.negative;
    plan.metrics.push_back(target);
  }
  for (size_t m = 0; m < file.events().size(); ++m) {
    bool any = false;
    for (uint32_t f = 0; f < graph.function_count() && !any; ++f) any = graph.self(f)[m] < 0;
    if (!any) continue;
    Metric metric = builder.metric(plan.metrics[m].metric);
    metric.name += " (negative)";
    plan.metrics[m].below_zero = builder.AddMetric(std::move(metric));
  }
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

// Frames and, where the threads are a ring, their places.
void AddFrames(const CallgrindFile& file, const CallgrindNames& names, const ImportOptions& options,
               CctBuilder& builder, UnfoldPlan& plan) {
  const auto function_count = static_cast<uint32_t>(names.functions.size());
  uint32_t thread = 0;
  bool several = false;
  for (uint32_t f = 0; f < function_count; ++f) {
    const uint32_t other = file.function(f).thread;
    several |= f > 0 && other != thread;
    thread = other;
  }
  const bool has_ring = options.threads == ThreadRing::kAlways
                            ? several || thread != 0
                            : options.threads != ThreadRing::kMerged && several;
  plan.frames.reserve(function_count);
  plan.roots.assign(function_count, kBuildRoot);
  for (uint32_t f = 0; f < function_count; ++f) {
    const CallgrindFile::Function function = file.function(f);
    const std::string_view name = names.functions[f];
    const std::string_view source = file.text(function.file);
    const std::string_view module = file.text(function.object);
    plan.frames.push_back(
        name.empty()
            ? builder.InternFrame(
                  {.name = "[unknown]", .module = module, .file = source, .kind = FrameKind::kSynthetic})
            : builder.InternFrame({.name = name, .module = module, .file = source}));
    if (!has_ring) continue;
    const std::string ring_name =
        function.thread == 0 ? std::string("[unknown thread]") : fmt::format("thread {}", function.thread);
    plan.roots[f] =
        builder.Child(kBuildRoot, builder.InternFrame({.name = ring_name, .kind = FrameKind::kThread}));
  }
  plan.cut_frame = builder.InternFrame({.name = "[callers not unfolded]", .kind = FrameKind::kSynthetic});
}

std::string ShownName(std::string_view name) {
  if (name.size() <= kShownNameBytes) return std::string(name);
  return std::string(name.substr(0, kShownNameBytes)) + "...";
}

void DescribeCycles(const CallOrder& order, const CallgrindNames& names, ImportReport& report) {
  if (order.cycles.empty()) return;
  std::vector<const std::vector<uint32_t>*> cycles;
  for (const auto& cycle : order.cycles) cycles.push_back(&cycle);
  std::stable_sort(cycles.begin(), cycles.end(),
                   [](const auto* a, const auto* b) { return a->size() > b->size(); });
  std::string text = order.cycles.size() == 1 ? std::string("Functions call each other in a cycle")
                                              : fmt::format("Functions call each other in {} cycles",
                                                            CountText(order.cycles.size()));
  text += ", where calls that lead back are folded:";
  for (size_t i = 0; i < std::min(cycles.size(), kShownCycles); ++i) {
    const std::vector<uint32_t>& cycle = *cycles[i];
    text += fmt::format("{} {} functions (", i == 0 ? "" : ",", CountText(cycle.size()));
    for (size_t f = 0; f < std::min(cycle.size(), kShownFunctions); ++f) {
      text += fmt::format("{}{}", f == 0 ? "" : ", ", ShownName(names.functions[cycle[f]]));
    }
    text += cycle.size() > kShownFunctions ? ", ...)" : ")";
  }
  report.notes.push_back(text + (cycles.size() > kShownCycles ? ", ..." : "."));
}

void DescribeTree(CallgrindFile& file, const CallgrindNames& names, const UnfoldResult& result,
                  const UnfoldPlan& plan, CctBuilder& builder, ImportReport& report) {
  const CallGraph& graph = file.graph();
  if (graph.arc_count() == 0) {
    report.notes.emplace_back("The file tells no calls: its functions stand side by side.");
    return;
  }
  if (names.has_callers) {
    report.notes.push_back(
        fmt::format("The names of functions tell up to {} of their callers, as callgrind writes them for "
                    "--separate-callers.",
                    names.most_callers));
  }
  const size_t main = plan.weight_metric;
  if (result.estimated_contexts > 0) {
    report.notes.push_back(fmt::format(
        "{}: the file tells what a function cost, and what each of its callers spent in it, but not on whose "
        "behalf. Where a function has several contexts, its cost was divided among them in proportion.",
        names.has_callers ? "Where recursion is folded or the told callers end, contexts are an estimate"
                          : "Contexts are an estimate"));
    for (size_t m = 0; m < result.total.size(); ++m) {
      if (result.estimated[m] == 0) continue;
      report.estimated.push_back(
          {builder.metric(plan.metrics[m].metric).name, result.estimated[m], result.total[m]});
    }
    if (plan.calls && result.estimated_calls > 0) {
      report.estimated.push_back(
          {builder.metric(*plan.calls).name, result.estimated_calls, result.total_calls});
    }
  } else {
    report.notes.emplace_back(
        "Nothing had to be estimated: the file tells the context of each cost and call.");
  }
  if (result.cut[main] > 0) {
    report.notes.push_back(
        fmt::format("Contexts below {} {} were not unfolded. What they called stands below [callers not "
                    "unfolded]: {} of {}.",
                    CountText(result.cut_size), file.events()[main].name,
                    ShareText(result.cut[main], result.total[main]), file.events()[main].name));
  }
  uint64_t recursive = 0;
  for (uint32_t a = 0; a < graph.arc_count(); ++a) recursive += graph.arc(a).caller == graph.arc(a).callee;
  if (recursive > 0) {
    report.notes.push_back(
        fmt::format("{} {}: the deeper calls are folded into the first.", CountText(recursive),
                    recursive == 1 ? "function calls itself" : "functions call themselves"));
  }
}

Result<void> ImportCallgrind(ByteSource& source, const ImportOptions& options, CctBuilder& builder,
                             ImportReport& report, JobControl& job) {
  CallgrindFile file(options, report, job);
  // Names, positions and parts depend on the lines before, so one worker reads them all.
  RINGSCOPE_ASSIGN(report.input_bytes,
                   ForEachLineBlock(source, options.block_bytes, options.max_record_bytes, BlockEnd::kLine, 1,
                                    job, [&file](uint32_t, const LineBlock& block) {
                                      return file.ReadLines(block.text, block.offset_bytes);
                                    }));
  RINGSCOPE_TRY(file.Finish());

  CallGraph& graph = file.graph();
  const uint32_t function_count = graph.function_count();
  // The tables of the steps between the file and the tree follow the graph's size.
  MemoryLease steps_lease(options.build.memory);
  if (!steps_lease.Resize(function_count * kStepBytesPerFunction + graph.arc_count() * kStepBytesPerArc))
    return Fail(ErrorCode::kLimit, kOverMemoryBudget);
  UnfoldPlan plan;
  plan.max_contexts = std::min(options.max_estimated_contexts, options.build.max_contexts);
  RINGSCOPE_TRY(AddMetrics(file, builder, plan));
  const std::vector<uint32_t> meant = FindMeant(file, function_count);
  bool renames = false;
  uint64_t costless_count = 0;
  MemoryLease merge_lease(options.build.memory);
  plan.absent.assign(function_count, false);
  for (uint32_t f = 0; f < function_count; ++f) {
    costless_count += !file.has_body(f) && meant[f] == f ? 1 : 0;
    if (meant[f] == f) continue;
    renames = true;
    plan.absent[f] = true;
  }
  // Two graphs for a moment.
  if (renames && !merge_lease.Resize(graph.held_bytes())) return Fail(ErrorCode::kLimit, kOverMemoryBudget);
  if (renames && !graph.Merge(meant)) {
    return Fail(ErrorCode::kOverflow, "expected sums of costs below 2^63, found a larger one");
  }

  merge_lease = {};

  std::vector<std::string_view> texts;
  texts.reserve(function_count);
  for (uint32_t f = 0; f < function_count; ++f) texts.push_back(file.text(file.function(f).name));
  const CallgrindNames names = SplitCallgrindNames(graph, texts);
  AddFrames(file, names, options, builder, plan);
  const ArcsByCaller arcs = SortByCaller(graph);
  RINGSCOPE_ASSIGN(const CallOrder order, OrderCalls(graph, arcs, plan.weight_metric, job));
  RINGSCOPE_ASSIGN(const UnfoldResult result, UnfoldCallGraph(graph, arcs, order, plan, builder, job));
  DescribeTree(file, names, result, plan, builder, report);
  if (costless_count > 0) {
    report.notes.push_back(fmt::format(
        "The file has calls of {} without costs of their own.",
        costless_count == 1 ? std::string("a function") : CountText(costless_count) + " functions"));
  }
  DescribeCycles(order, names, report);
  return builder.status();
}

}  // namespace

const Importer kCallgrindImporter{"callgrind", &SniffCallgrind, &ImportCallgrind};

}  // namespace ringscope
