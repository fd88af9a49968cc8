#include "cct/import/call_graph/call_graph_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cct/base/text/number_text.h"
#include "cct/import/report_notes.h"

namespace ringscope {
namespace {

constexpr size_t kShownCycles = 3;
constexpr size_t kShownFunctions = 4;
constexpr size_t kShownNameBytes = 80;

std::string ShownName(std::string_view name) {
  if (name.size() <= kShownNameBytes) return std::string(name);
  return std::string(name.substr(0, kShownNameBytes)) + "...";
}

}  // namespace

void NoteEstimate(const CallGraph& graph, const UnfoldResult& result, const UnfoldPlan& plan,
                  std::string_view where, const ImportRun& run) {
  const size_t main = plan.weight_metric;
  const std::string& metric = run.builder.metric(plan.metrics[main].metric).name;
  if (result.estimated_contexts > 0) {
    Note(
        run.report,
        "{}: the file tells what a function cost, and what each of its callers spent in it, but not on whose "
        "behalf. Where a function has several contexts, its cost was divided among them in proportion.",
        where);
    for (size_t m = 0; m < result.total.size(); ++m) {
      if (result.estimated[m] == 0) continue;
      run.report.estimated.push_back(
          {run.builder.metric(plan.metrics[m].metric).name, result.estimated[m], result.total[m]});
    }
    if (plan.calls && result.estimated_calls > 0) {
      run.report.estimated.push_back(
          {run.builder.metric(*plan.calls).name, result.estimated_calls, result.total_calls});
    }
  } else {
    run.report.notes.emplace_back(
        "Nothing had to be estimated: the file tells the context of each cost and call.");
  }
  if (result.cut[main] > 0)
    Note(
        run.report,
        "Contexts below {} {} were not unfolded. What they called stands below [callers not unfolded]: {} of "
        "{}.",
        CountText(result.cut_size), metric, ShareText(result.cut[main], result.total[main]), metric);
  uint64_t recursive = 0;
  for (uint32_t a = 0; a < graph.arc_count(); ++a) recursive += graph.arc(a).caller == graph.arc(a).callee;
  if (recursive > 0)
    Note(run.report, "{} {}: the deeper calls are folded into the first.", CountText(recursive),
         recursive == 1 ? "function calls itself" : "functions call themselves");
}

void NoteCycles(const CallOrder& order, std::span<const std::string_view> names, ImportReport& report) {
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
      text += fmt::format("{}{}", f == 0 ? "" : ", ", ShownName(names[cycle[f]]));
    }
    text += cycle.size() > kShownFunctions ? ", ...)" : ")";
  }
  report.notes.push_back(text + (cycles.size() > kShownCycles ? ", ..." : "."));
}

Result<std::vector<bool>> ImportCallGraph(const CallGraph& graph, const UnfoldPlan& plan,
                                          std::span<const std::string_view> names, const ImportRun& run) {
  const ArcsByCaller arcs = SortByCaller(graph);
  RINGSCOPE_ASSIGN(CallOrder order, OrderCalls(graph, arcs, plan.weight_metric, run.job));
  RINGSCOPE_ASSIGN(const UnfoldResult result,
                   UnfoldCallGraph(graph, arcs, order, plan, run.builder, run.job, run.options.preview));
  NoteEstimate(graph, result, plan, "Contexts are an estimate", run);
  NoteCycles(order, names, run.report);
  RINGSCOPE_TRY(run.builder.status());
  return std::move(order.in_cycle);
}

void PlanFunctions(std::vector<FrameId> frames, const ImportRun& run, UnfoldPlan& plan) {
  plan.absent.resize(frames.size());
  plan.roots.assign(frames.size(), kBuildRoot);
  plan.frames = std::move(frames);
  plan.cut_frame = run.builder.InternFrame({.name = "[callers not unfolded]", .kind = FrameKind::kSynthetic});
  plan.max_contexts = std::min(run.options.max_estimated_contexts, run.options.build.max_contexts);
}

}  // namespace ringscope
