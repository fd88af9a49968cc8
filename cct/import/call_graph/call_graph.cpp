#include "cct/import/call_graph/call_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <queue>
#include <string>
#include <tuple>
#include <utility>

#include "cct/base/text/number_text.h"
#include "cct/import/report_notes.h"
#include "cct/tree/building/frame_interner.h"

namespace ringscope {
namespace {

std::vector<int64_t> WithStride(const std::vector<int64_t>& values, size_t old_stride, size_t stride,
                                size_t rows) {
  std::vector<int64_t> spread(rows * stride);
  for (size_t row = 0; row < rows; ++row) {
    std::copy_n(values.begin() + static_cast<ptrdiff_t>(row * old_stride), old_stride,
                spread.begin() + static_cast<ptrdiff_t>(row * stride));
  }
  return spread;
}

constexpr uint32_t kUnplaced = 0xffffffffu;
constexpr uint32_t kOrderStepsPerPoll = 1 << 16;

uint64_t SaturatingSum(uint64_t a, uint64_t b) {
  uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<uint64_t>::max() : sum;
}

// The strongly connected component of each function; callees have smaller numbers than callers.
class Components {
 public:
  Components(const CallGraph& graph, const ArcsByCaller& arcs)
      : graph_(graph),
        arcs_(arcs),
        index_(graph.function_count(), kUnplaced),
        low_(graph.function_count()),
        component_(graph.function_count(), kUnplaced) {}

  [[nodiscard]] Result<uint32_t> Find(JobControl& job) {
    for (uint32_t function = 0; function < graph_.function_count(); ++function) {
      if (index_[function] != kUnplaced) continue;
      Enter(function);
      while (!path_.empty()) {
        if (++steps_ % kOrderStepsPerPoll == 0 && job.cancelled())
          return Fail(ErrorCode::kCancelled, "cancelled");
        Step();
      }
    }
    return component_count_;
  }
  [[nodiscard]] uint32_t of(uint32_t function) const { return component_[function]; }

 private:
  struct Visit {
    uint32_t function;
    uint32_t next;  // index of its next arc
  };

  void Enter(uint32_t function) {
    index_[function] = low_[function] = visited_++;
    open_.push_back(function);
    path_.push_back({function, 0});
  }

  void Step() {
    Visit& top = path_.back();
    const uint32_t function = top.function;
    const std::span<const uint32_t> arcs = arcs_.of(function);
    if (top.next < arcs.size()) {
      const uint32_t callee = graph_.arc(arcs[top.next++]).callee;
      if (index_[callee] == kUnplaced) {
        Enter(callee);
      } else if (component_[callee] == kUnplaced) {
        low_[function] = std::min(low_[function], index_[callee]);
      }
      return;
    }
    path_.pop_back();
    if (!path_.empty()) {
      const uint32_t caller = path_.back().function;
      low_[caller] = std::min(low_[caller], low_[function]);
    }
    if (low_[function] != index_[function]) return;
    uint32_t member = kUnplaced;
    while (member != function) {
      member = open_.back();
      open_.pop_back();
      component_[member] = component_count_;
    }
    ++component_count_;
  }

  const CallGraph& graph_;
  const ArcsByCaller& arcs_;
  std::vector<uint32_t> index_;
  std::vector<uint32_t> low_;
  std::vector<uint32_t> component_;
  std::vector<uint32_t> open_;
  std::vector<Visit> path_;
  uint32_t visited_ = 0;
  uint32_t component_count_ = 0;
  uint32_t steps_ = 0;
};

constexpr size_t kShownCycles = 3;
constexpr size_t kShownFunctions = 4;
constexpr size_t kShownNameBytes = 80;

std::string ShownName(std::string_view name) {
  if (name.size() <= kShownNameBytes) return std::string(name);
  return std::string(name.substr(0, kShownNameBytes)) + "...";
}

ArcsByCaller SortByCaller(const CallGraph& graph) {
  ArcsByCaller sorted;
  sorted.begin.assign(size_t{graph.function_count()} + 1, 0);
  const auto is_kept = [](CallGraph::Arc arc) { return arc.caller != arc.callee; };
  for (uint32_t a = 0; a < graph.arc_count(); ++a) {
    if (is_kept(graph.arc(a))) ++sorted.begin[graph.arc(a).caller + 1];
  }
  for (size_t f = 1; f < sorted.begin.size(); ++f) sorted.begin[f] += sorted.begin[f - 1];
  sorted.arcs.resize(sorted.begin.back());
  std::vector<uint32_t> next(sorted.begin.begin(), sorted.begin.end() - 1);
  for (uint32_t a = 0; a < graph.arc_count(); ++a) {
    if (is_kept(graph.arc(a))) sorted.arcs[next[graph.arc(a).caller]++] = a;
  }
  return sorted;
}

}  // namespace

void CallGraph::SetMetricCount(size_t count) {
  if (count == metric_count_) return;
  self_ = WithStride(self_, metric_count_, count, functions_);
  inclusive_ = WithStride(inclusive_, metric_count_, count, arcs_.size());
  metric_count_ = count;
}

uint32_t CallGraph::ArcOf(uint32_t caller, uint32_t callee) {
  const uint32_t arc = arcs_.Intern({caller, callee});
  if (arc == calls_.size()) {
    calls_.push_back(0);
    inclusive_.resize(inclusive_.size() + metric_count_);
  }
  return arc;
}

bool CallGraph::Scale(size_t metric, int64_t factor) {
  bool fits = true;
  for (std::vector<int64_t>* const values : {&self_, &inclusive_}) {
    for (size_t at = metric; at < values->size(); at += metric_count_)
      fits &= !__builtin_mul_overflow((*values)[at], factor, &(*values)[at]);
  }
  return fits;
}

bool CallGraph::Merge(std::span<const uint32_t> target) {
  CallGraph merged(metric_count_);
  merged.SetFunctionCount(functions_);
  bool fits = true;
  for (uint32_t f = 0; f < functions_; ++f) {
    for (size_t m = 0; m < metric_count_; ++m) fits &= merged.AddSelf(target[f], m, self(f)[m]);
  }
  for (uint32_t a = 0; a < arcs_.size(); ++a) {
    const uint32_t to = merged.ArcOf(target[arc(a).caller], target[arc(a).callee]);
    for (size_t m = 0; m < metric_count_; ++m) fits &= merged.AddInclusive(to, m, inclusive(a)[m]);
    fits &= merged.AddCalls(to, calls(a));
  }
  *this = std::move(merged);
  return fits;
}

Result<CallOrder> OrderCalls(const CallGraph& graph, size_t weight_metric, JobControl& job) {
  const uint32_t function_count = graph.function_count();
  CallOrder order{.arcs = SortByCaller(graph)};
  const ArcsByCaller& arcs = order.arcs;
  Components components(graph, arcs);
  RINGSCOPE_ASSIGN(const uint32_t component_count, components.Find(job));

  // The members of each component, callers' components first.
  std::vector<uint32_t> begin(size_t{component_count} + 1, 0);
  const auto rank = [&](uint32_t f) { return component_count - 1 - components.of(f); };
  for (uint32_t f = 0; f < function_count; ++f) ++begin[rank(f) + 1];
  for (size_t c = 1; c < begin.size(); ++c) begin[c] += begin[c - 1];
  std::vector<uint32_t> members(function_count);
  std::vector<uint32_t> next(begin.begin(), begin.end() - 1);
  for (uint32_t f = 0; f < function_count; ++f) members[next[rank(f)]++] = f;

  order.place.assign(function_count, kUnplaced);
  order.in_cycle.assign(function_count, false);
  order.functions.reserve(function_count);

  // The cost and calls of a function by callers that have been placed.
  struct Spent {
    uint64_t cost = 0;
    uint64_t calls = 0;
    bool called = false;
  };
  std::vector<Spent> spent(function_count);
  struct Candidate {
    uint64_t cost;
    uint64_t calls;
    uint32_t function;
    bool operator<(const Candidate& other) const {
      return std::tie(cost, calls, other.function) < std::tie(other.cost, other.calls, function);
    }
  };
  std::priority_queue<Candidate> candidates;
  const auto weight = [&](std::span<const int64_t> costs) {
    return costs.empty() ? 0 : Magnitude(costs[weight_metric]);
  };
  uint32_t steps = 0;

  for (uint32_t c = 0; c < component_count; ++c) {
    const std::span<const uint32_t> cycle = std::span(members).subspan(begin[c], begin[c + 1] - begin[c]);
    const bool is_cycle = cycle.size() > 1;
    const auto push = [&](uint32_t f) { candidates.push({spent[f].cost, spent[f].calls, f}); };
    for (const uint32_t f : cycle) {
      order.in_cycle[f] = is_cycle;
      if (!is_cycle || spent[f].called) push(f);
    }
    if (candidates.empty()) {
      // A cycle without a caller outside: begin at the function with the largest cost.
      const auto cost_of = [&](uint32_t f) {
        uint64_t cost = weight(graph.self(f));
        for (const uint32_t a : arcs.of(f)) cost = SaturatingSum(cost, weight(graph.inclusive(a)));
        return cost;
      };
      std::vector<uint64_t> costs;
      std::ranges::transform(cycle, std::back_inserter(costs), cost_of);
      push(cycle[static_cast<size_t>(std::ranges::max_element(costs) - costs.begin())]);
    }
    if (is_cycle) order.cycles.emplace_back();
    while (!candidates.empty()) {
      if (++steps % kOrderStepsPerPoll == 0 && job.cancelled())
        return Fail(ErrorCode::kCancelled, "cancelled");
      const uint32_t function = candidates.top().function;
      candidates.pop();
      if (order.place[function] != kUnplaced) continue;
      order.place[function] = static_cast<uint32_t>(order.functions.size());
      order.functions.push_back(function);
      if (is_cycle) order.cycles.back().push_back(function);
      for (const uint32_t a : arcs.of(function)) {
        const uint32_t callee = graph.arc(a).callee;
        if (order.place[callee] != kUnplaced) continue;
        Spent& to = spent[callee];
        to.called = true;
        to.cost = SaturatingSum(to.cost, weight(graph.inclusive(a)));
        to.calls = SaturatingSum(to.calls, static_cast<uint64_t>(graph.calls(a)));
        if (rank(callee) == c) push(callee);
      }
    }
  }
  return order;
}

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
    Note(run.report,
         "Contexts below {} {} were not unfolded. Their callees are below [callers not unfolded]: {} of {}.",
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
  std::ranges::stable_sort(cycles, [](const auto* a, const auto* b) { return a->size() > b->size(); });
  std::string text = order.cycles.size() == 1 ? std::string("Functions call each other in a cycle")
                                              : fmt::format("Functions call each other in {} cycles",
                                                            CountText(order.cycles.size()));
  text += ", where calls that lead back are folded:";
  for (size_t i = 0; i < std::min(cycles.size(), kShownCycles); ++i) {
    const std::vector<uint32_t>& cycle = *cycles[i];
    text += fmt::format("{} {} functions (", i == 0 ? "" : ",", CountText(cycle.size()));
    for (size_t f = 0; f < std::min(cycle.size(), kShownFunctions); ++f)
      text += fmt::format("{}{}", f == 0 ? "" : ", ", ShownName(names[cycle[f]]));
    text += cycle.size() > kShownFunctions ? ", ...)" : ")";
  }
  report.notes.push_back(text + (cycles.size() > kShownCycles ? ", ..." : "."));
}

Result<std::vector<bool>> ImportCallGraph(const CallGraph& graph, const UnfoldPlan& plan,
                                          const ImportRun& run) {
  RINGSCOPE_ASSIGN(UnfoldResult result,
                   UnfoldCallGraph(graph, plan, run.builder, run.job, run.options.preview));
  NoteEstimate(graph, result, plan, "Contexts are an estimate", run);
  std::vector<std::string_view> names;
  for (const FrameId frame : plan.frames) names.push_back(run.builder.frames()[frame].name);
  NoteCycles(result.order, names, run.report);
  RINGSCOPE_TRY(run.builder.status());
  return std::move(result.order.in_cycle);
}

void PlanFunctions(std::vector<FrameId> frames, const ImportRun& run, UnfoldPlan& plan) {
  plan.absent.resize(frames.size());
  plan.roots.assign(frames.size(), kBuildRoot);
  plan.frames = std::move(frames);
  plan.cut_frame = run.builder.InternFrame({.name = "[callers not unfolded]", .kind = FrameKind::kSynthetic});
  plan.max_contexts = std::min(run.options.max_estimated_contexts, run.options.build.max_contexts);
}

}  // namespace ringscope
