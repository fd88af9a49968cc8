#include "cct/import/call_graph/call_graph.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "cct/import/import_preview.h"

namespace ringscope {
namespace {

__extension__ using Wide = unsigned __int128;

struct UnfoldedContext {
  BuildNode node = kBuildRoot;
  bool calls_known = false;  // its calls by arcs were not divided
  bool below_cut = false;    // it is below the cut frame
  uint64_t exact = 0;        // bit set of the columns with an exact inclusive cost
};

// The contexts of one function; kept until the contexts of its callees are made.
struct UnfoldedContexts {
  static constexpr uint32_t kNone = 0xffffffffu;

  std::vector<UnfoldedContext> contexts;
  std::vector<uint64_t> weights;  // by context, then column; Begin() turns them into running sums
  uint32_t cut = kNone;           // index of the context right below the cut frame

  [[nodiscard]] size_t size() const { return contexts.size(); }
  [[nodiscard]] const UnfoldedContext& operator[](size_t index) const { return contexts[index]; }
  void Add(const UnfoldedContext& context, std::span<const uint64_t> column_weights) {
    contexts.push_back(context);
    for (const uint64_t weight : column_weights) weights.push_back(weight);
  }
};

// Divides numbers among the contexts of a function by their weights, so that the parts add up exactly.
class CallGraphShares {
 public:
  // Turns the weights into running sums. The last of `columns` has the calls. False if a sum overflows.
  [[nodiscard]] bool Begin(UnfoldedContexts& contexts, size_t columns, size_t weight_column) {
    contexts_ = &contexts;
    columns_ = columns;
    source_.assign(columns, UnfoldedContexts::kNone);
    for (size_t column = 0; column < columns; ++column) {
      uint64_t sum = 0;
      for (size_t i = 0; i < contexts.size(); ++i) {
        uint64_t& weight = contexts.weights[i * columns + column];
        if (__builtin_add_overflow(sum, weight, &sum)) return false;
        weight = sum;
      }
      if (sum > 0) source_[column] = static_cast<uint32_t>(column);
    }
    // Divide calls like the main cost, so that the calls and the cost of a context fit together.
    if (source_[weight_column] != UnfoldedContexts::kNone) source_.back() = source_[weight_column];
    // A column without weights is divided like the main one, or evenly.
    for (uint32_t& source : source_) {
      if (source == UnfoldedContexts::kNone) source = source_[weight_column];
    }
    return true;
  }

  // The part of `value` for the contexts up to and including `index`, rounded to the nearest.
  [[nodiscard]] uint64_t UpTo(size_t index, size_t column, uint64_t value) const {
    const size_t count = contexts_->size();
    if (value == 0 || index + 1 == count) return value;
    const uint32_t source = source_[column];
    if (source == UnfoldedContexts::kNone)
      return static_cast<uint64_t>((Wide{value} * (index + 1) + count / 2) / count);
    const uint64_t total = contexts_->weights[(count - 1) * columns_ + source];
    const uint64_t up_to = contexts_->weights[index * columns_ + source];
    return static_cast<uint64_t>((Wide{value} * up_to + total / 2) / total);
  }

  [[nodiscard]] uint64_t Weight(size_t index, size_t column) const {
    const uint64_t before = index == 0 ? 0 : contexts_->weights[(index - 1) * columns_ + column];
    return contexts_->weights[index * columns_ + column] - before;
  }

  [[nodiscard]] uint64_t Total(size_t column) const {
    return contexts_->weights[(contexts_->size() - 1) * columns_ + column];
  }

 private:
  const UnfoldedContexts* contexts_ = nullptr;
  size_t columns_ = 0;
  std::vector<uint32_t> source_;  // by column: the column whose weights divide it
};

constexpr uint64_t kAllColumns = ~uint64_t{0};
constexpr uint64_t kStepsPerPoll = 1 << 16;
// Cut sizes to try: the coarsest one, then halves from the whole cost down.
constexpr uint32_t kSizeSteps = 49;

// Unfolds the graph once, into the builder, or only to count steps if there is none.
class Unfolding {
 public:
  // `all_metrics`: also makes contexts that have cost only in other metrics than the main one.
  Unfolding(const CallGraph& graph, const CallOrder& order, const UnfoldPlan& plan, uint64_t cut_size,
            bool all_metrics, CctBuilder* builder, JobControl& job)
      : graph_(graph),
        order_(order),
        plan_(plan),
        cut_size_(cut_size),
        builder_(builder),
        job_(job),
        contexts_(graph.function_count()),
        inflow_(graph.function_count()),
        extra_calls_(builder != nullptr ? graph.function_count() : 0, 0) {
    if (all_metrics) {
      for (size_t m = 0; m < graph.metric_count(); ++m) metrics_.push_back(m);
    } else {
      metrics_ = {plan.weight_metric};
    }
    weight_column_ = all_metrics ? plan.weight_metric : 0;
    columns_ = metrics_.size() + 1;  // the last one: calls
    result_.total.assign(graph.metric_count(), 0);
    result_.estimated = result_.cut = result_.total;
    result_.cut_size = cut_size;
  }

  // Stops after `max_steps` steps, which also bounds the contexts in memory. `preview` requires a builder.
  [[nodiscard]] Result<void> Run(uint64_t max_steps, ImportPreview* preview = nullptr) {
    max_steps_ = max_steps;
    for (uint32_t a = 0; a < graph_.arc_count(); ++a) {
      if (order_.Forward(graph_.arc(a))) {
        ++inflow_[graph_.arc(a).callee];
      } else if (builder_ != nullptr) {
        // The builder detects a sum of all calls that overflows.
        extra_calls_[graph_.arc(a).callee] += static_cast<uint64_t>(graph_.calls(a));
      }
    }
    RecordPreview unfolded(preview, job_);
    for (const uint32_t function : order_.functions) {
      if (job_.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
      RINGSCOPE_TRY(UnfoldFunction(function));
      if (unfolded.Wanted()) unfolded.Add({*builder_});
      contexts_[function] = {};
      if (steps_ > max_steps_) return {};
    }
    return {};
  }
  [[nodiscard]] uint64_t steps() const { return steps_; }
  [[nodiscard]] UnfoldResult& result() { return result_; }

 private:
  // Sets outflow_ and calls_out_ for a function, by column.
  void FindOutflow(uint32_t function) {
    outflow_.assign(columns_, 0);
    calls_out_.assign(columns_, 0);
    for (size_t c = 0; c < metrics_.size(); ++c) {
      for (const uint32_t a : order_.arcs.of(function)) {
        const uint64_t cost = Magnitude(graph_.inclusive(a)[metrics_[c]]);
        calls_out_[c] += cost;
        if (order_.Forward(graph_.arc(a))) outflow_[c] += cost;
      }
      outflow_[c] += Magnitude(graph_.self(function)[metrics_[c]]);
    }
  }

  // Adds a context at the root for the cost of a function that no caller explains.
  void AddRoot(uint32_t function) {
    UnfoldedContexts& contexts = contexts_[function];
    FindOutflow(function);
    std::vector<uint64_t> weights(columns_, 0);
    bool has_cost = inflow_[function] == 0 && !plan_.absent[function];
    if (contexts.size() == 0) {
      for (size_t c = 0; c < columns_; ++c) {
        weights[c] = static_cast<uint64_t>(outflow_[c]);
        has_cost |= weights[c] > 0;
      }
    } else if (!order_.in_cycle[function]) {
      for (size_t c = 0; c < metrics_.size(); ++c) {
        if (plan_.metrics[metrics_[c]].has_negative) continue;
        Wide inflow = 0;
        for (size_t i = 0; i < contexts.size(); ++i) inflow += contexts.weights[i * columns_ + c];
        const Wide arcs = Wide{inflow_[function]} + order_.arcs.of(function).size() + 1;
        if (outflow_[c] <= inflow + arcs * plan_.rounding) continue;
        weights[c] = static_cast<uint64_t>(outflow_[c] - inflow);
        has_cost = true;
      }
    }
    if (!has_cost) return;
    contexts.Add({NodeBelow(plan_.roots[function], function), true, false, kAllColumns}, weights);
  }

  [[nodiscard]] BuildNode NodeBelow(BuildNode caller, uint32_t function) {
    return builder_ == nullptr ? kBuildRoot : builder_->Child(caller, plan_.frames[function]);
  }

  [[nodiscard]] Result<void> UnfoldFunction(uint32_t function) {
    UnfoldedContexts& contexts = contexts_[function];
    AddRoot(function);
    if (contexts.size() == 0) return {};
    if (outflow_[weight_column_] >> 64 != 0 || !shares_.Begin(contexts, columns_, weight_column_)) {
      return Fail(ErrorCode::kOverflow,
                  "expected inclusive costs whose sum is below 2^64, found larger ones");
    }
    const uint64_t known = builder_ == nullptr ? 0 : KnownColumns(function);
    const bool knows_calls = builder_ != nullptr && KnowsCalls(function);
    if (builder_ != nullptr) {
      AddSelf(function, known, knows_calls);
      RINGSCOPE_TRY(builder_->status());
    }
    const bool has_group = GroupSmallContexts(contexts);
    for (const uint32_t a : order_.arcs.of(function)) {
      if (order_.Forward(graph_.arc(a))) RINGSCOPE_TRY(UnfoldArc(function, a, has_group, known, knows_calls));
      if (steps_ > max_steps_) return {};
    }
    return {};
  }

  // The bit set of the columns in which all cost of the function is known to lie in one context.
  [[nodiscard]] uint64_t KnownColumns(uint32_t function) const {
    if (order_.in_cycle[function]) return 0;
    const UnfoldedContexts& contexts = contexts_[function];
    uint64_t known = kAllColumns;
    for (const UnfoldedContext& one : contexts.contexts) known &= one.exact;
    if (contexts.size() == 1) return known;
    if (plan_.arcs_are_estimates) return 0;
    for (size_t c = 0; c < metrics_.size(); ++c) {
      size_t with_weight = 0;
      for (size_t i = 0; i < contexts.size() && with_weight < 2; ++i) with_weight += shares_.Weight(i, c) > 0;
      if (with_weight != 1) known &= ~(uint64_t{1} << c);
    }
    return known;
  }

  // Whether all calls that the function makes are known to be made in one context. A context without cost in
  // one metric may still have made calls, so this looks at all columns.
  [[nodiscard]] bool KnowsCalls(uint32_t function) const {
    if (order_.in_cycle[function]) return false;
    const UnfoldedContexts& contexts = contexts_[function];
    size_t in_use = 0;
    for (size_t i = 0; i < contexts.size() && in_use < 2; ++i) {
      if (!contexts[i].calls_known) return false;
      bool any = contexts.size() == 1;
      for (size_t c = 0; c < columns_ && !any; ++c) any = shares_.Weight(i, c) > 0;
      in_use += any ? 1 : 0;
    }
    return in_use == 1;
  }

  // Replaces all contexts that are too small to be unfolded by one, the last. False if there are none.
  [[nodiscard]] bool GroupSmallContexts(UnfoldedContexts& contexts) {
    size_t largest = 0;
    bool any = false;
    for (size_t i = 1; i < contexts.size(); ++i) {
      if (shares_.Weight(i, weight_column_) > shares_.Weight(largest, weight_column_)) largest = i;
    }
    const auto is_small = [&](size_t i) {
      return i != largest && shares_.Weight(i, weight_column_) < cut_size_;
    };
    for (size_t i = 0; i < contexts.size() && !any; ++i) any = is_small(i);
    if (!any) return false;
    UnfoldedContexts grouped;
    std::vector<uint64_t> group(columns_, 0);
    std::vector<uint64_t> weights(columns_);
    for (size_t i = 0; i < contexts.size(); ++i) {
      if (is_small(i)) {
        for (size_t c = 0; c < columns_; ++c) group[c] += shares_.Weight(i, c);
        continue;
      }
      for (size_t c = 0; c < columns_; ++c) weights[c] = shares_.Weight(i, c);
      grouped.Add(contexts[i], weights);
    }
    grouped.Add({.below_cut = true}, group);
    contexts = std::move(grouped);
    // Cannot fail: the sums are the same as before.
    return shares_.Begin(contexts, columns_, weight_column_);
  }

  [[nodiscard]] Result<void> UnfoldArc(uint32_t function, uint32_t arc, bool has_group, uint64_t known,
                                       bool knows_calls) {
    const UnfoldedContexts& from = contexts_[function];
    const uint32_t callee = graph_.arc(arc).callee;
    UnfoldedContexts& to = contexts_[callee];
    const size_t first = to.size();
    given_.assign(columns_, 0);
    part_.assign(columns_, 0);
    values_.clear();
    for (const size_t m : metrics_) values_.push_back(Magnitude(graph_.inclusive(arc)[m]));
    values_.push_back(static_cast<uint64_t>(graph_.calls(arc)));
    for (size_t i = 0; i < from.size(); ++i) {
      // Test for each context: a function may have many callers and many callees.
      if (++steps_ > max_steps_) return {};
      if (steps_ % kStepsPerPoll == 0 && job_.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
      bool any = from.size() == 1;
      for (size_t c = 0; c < columns_; ++c) {
        const uint64_t up_to = shares_.UpTo(i, c, values_[c]);
        part_[c] = up_to - given_[c];
        given_[c] = up_to;
        any |= part_[c] > 0;
      }
      if (!any) continue;
      if (!has_group || i + 1 < from.size()) {
        to.Add({from[i].node, knows_calls, from[i].below_cut, known}, part_);
        continue;
      }
      if (to.cut == UnfoldedContexts::kNone) {
        to.cut = static_cast<uint32_t>(to.size());
        to.Add({.below_cut = true}, std::vector<uint64_t>(columns_));
      }
      for (size_t c = 0; c < columns_; ++c) {
        uint64_t& weight = to.weights[to.cut * columns_ + c];
        if (__builtin_add_overflow(weight, part_[c], &weight)) {
          return Fail(ErrorCode::kOverflow,
                      "expected inclusive costs whose sum is below 2^64, found larger ones");
        }
      }
    }
    if (builder_ == nullptr) return {};
    // So far the new contexts have their callers' nodes. One by one, look-ups would wait for memory.
    const size_t end = to.cut < first ? to.size() : std::min<size_t>(to.cut, to.size());
    std::vector<BuildNode> nodes;
    for (size_t i = first; i < end; ++i) nodes.push_back(to[i].node);
    builder_->Children(nodes, std::vector<FrameId>(nodes.size(), plan_.frames[callee]));
    for (size_t i = first; i < end; ++i) to.contexts[i].node = nodes[i - first];
    if (end < to.size())
      to.contexts[end].node = NodeBelow(builder_->Child(plan_.roots[callee], plan_.cut_frame), callee);
    return {};
  }

  // `known_columns` and `knows_calls` are the results of KnownColumns() and KnowsCalls().
  void AddSelf(uint32_t function, uint64_t known_columns, bool knows_calls) {
    const UnfoldedContexts& contexts = contexts_[function];
    uint64_t all_exact = order_.in_cycle[function] ? 0 : kAllColumns;
    for (const UnfoldedContext& one : contexts.contexts) all_exact &= one.exact;
    bool main_is_known = false;
    divided_.assign(contexts.size(), false);
    for (size_t m = 0; m < metrics_.size(); ++m) {
      const int64_t signed_cost = graph_.self(function)[m];
      const uint64_t cost = Magnitude(signed_cost);
      const UnfoldPlan::Target& target = plan_.metrics[m];
      const MetricIndex metric = signed_cost < 0 ? target.below_zero : target.metric;
      // Without callees, the inclusive costs of the incoming arcs are self cost.
      const bool is_leaf = !plan_.arcs_are_estimates && (all_exact >> m & 1) != 0 && calls_out_[m] == 0 &&
                           shares_.Total(m) == cost;
      const bool known = (known_columns >> m & 1) != 0 || is_leaf;
      if (m == plan_.weight_metric) main_is_known = known;
      uint64_t given = 0;
      for (size_t i = 0; i < contexts.size(); ++i) {
        const uint64_t up_to = shares_.UpTo(i, m, cost);
        const uint64_t part = up_to - given;
        given = up_to;
        if (part == 0) continue;
        builder_->AddSelf(contexts[i].node, metric, part);
        if (!known) {
          result_.estimated[m] += part;
          divided_[i] = true;
        }
        if (contexts[i].below_cut) result_.cut[m] += part;
      }
      result_.total[m] += cost;
    }
    const bool counts_calls = function >= plan_.uncalled.size() || !plan_.uncalled[function];
    const uint64_t extra = counts_calls ? extra_calls_[function] : 0;
    uint64_t given = 0;
    for (size_t i = 0; i < contexts.size(); ++i) {
      const uint64_t up_to = shares_.UpTo(i, metrics_.size(), extra);
      const uint64_t of_arcs = counts_calls ? shares_.Weight(i, metrics_.size()) : 0;
      const uint64_t calls = of_arcs + (up_to - given);
      const uint64_t unknown = (contexts[i].calls_known ? 0 : of_arcs) + (knows_calls ? 0 : up_to - given);
      given = up_to;
      if (plan_.calls && calls > 0) builder_->AddSelf(contexts[i].node, *plan_.calls, calls);
      result_.total_calls += calls;
      result_.estimated_calls += unknown;
      const bool is_known = main_is_known && (contexts[i].exact >> plan_.weight_metric & 1) != 0;
      if (is_known && !divided_[i] && unknown == 0) continue;
      builder_->MarkContext(contexts[i].node, kEstimated);
      ++result_.estimated_contexts;
    }
  }

  const CallGraph& graph_;
  const CallOrder& order_;
  const UnfoldPlan& plan_;
  const uint64_t cut_size_;
  CctBuilder* const builder_;
  JobControl& job_;

  std::vector<size_t> metrics_;  // of the graph, by column
  size_t columns_ = 0;
  size_t weight_column_ = 0;
  std::vector<UnfoldedContexts> contexts_;
  std::vector<uint32_t> inflow_;       // by function: forward arcs into it
  std::vector<uint64_t> extra_calls_;  // by function: calls on arcs that lead back
  CallGraphShares shares_;
  std::vector<Wide> outflow_;     // of the current function, by column: self cost and forward arcs
  std::vector<Wide> calls_out_;   // of the current function, by column: all arcs
  std::vector<uint64_t> values_;  // of the current arc, by column
  std::vector<uint64_t> given_;   // of the current arc, by column: the cost divided so far
  std::vector<uint64_t> part_;    // of the current arc and context, by column
  std::vector<bool> divided_;     // by context of the current function: it has a part of a divided self cost
  uint64_t steps_ = 0;
  uint64_t max_steps_ = 0;
  UnfoldResult result_;
};

Result<uint64_t> FindCutSize(const CallGraph& graph, const CallOrder& order, const UnfoldPlan& plan,
                             uint64_t& steps, JobControl& job) {
  // Each arc always makes a context.
  const uint64_t max_steps = plan.max_contexts + graph.arc_count() + graph.function_count();
  const auto fits = [&](uint64_t cut_size, bool all_metrics) -> Result<bool> {
    Unfolding counting(graph, order, plan, cut_size, all_metrics, nullptr, job);
    RINGSCOPE_TRY(counting.Run(max_steps));
    steps += counting.steps();
    return counting.steps() <= max_steps;
  };
  Wide total = 0;
  for (uint32_t f = 0; f < graph.function_count(); ++f) total += Magnitude(graph.self(f)[plan.weight_metric]);
  // A file may say that calls cost more than all functions do. No context is larger than the coarsest size,
  // which leaves a function at most two contexts, its largest one and the group of the others: a few steps
  // for each arc.
  Wide largest = total + 1;
  for (uint32_t a = 0; a < graph.arc_count(); ++a)
    largest += Magnitude(graph.inclusive(a)[plan.weight_metric]);
  const auto size_of = [&](uint32_t step) {
    return static_cast<uint64_t>(step == 0 ? std::min<Wide>(largest, UINT64_MAX) : (total >> (step - 1)) + 1);
  };
  const auto find = [&](bool all_metrics) -> Result<uint64_t> {
    RINGSCOPE_ASSIGN(const bool all_fit, fits(0, all_metrics));
    if (all_fit) return 0;
    uint32_t coarse = 0;  // fits, or is the coarsest
    uint32_t fine = kSizeSteps;
    while (fine - coarse > 1) {
      const uint32_t middle = (coarse + fine) / 2;
      RINGSCOPE_ASSIGN(const bool middle_fits, fits(size_of(middle), all_metrics));
      (middle_fits ? coarse : fine) = middle;
    }
    return size_of(coarse);
  };
  // The main metric makes nearly all contexts, so it mostly suffices to try all metrics once.
  RINGSCOPE_ASSIGN(const uint64_t size, find(false));
  if (graph.metric_count() == 1) return size;
  RINGSCOPE_ASSIGN(const bool size_fits, fits(size, true));
  return size_fits ? Result<uint64_t>(size) : find(true);
}

}  // namespace

Result<UnfoldResult> UnfoldCallGraph(const CallGraph& graph, const UnfoldPlan& plan, CctBuilder& builder,
                                     JobControl& job, ImportPreview* preview) {
  RINGSCOPE_ASSIGN(CallOrder order, OrderCalls(graph, plan.weight_metric, job));
  uint64_t steps = 0;
  RINGSCOPE_ASSIGN(const uint64_t cut_size, FindCutSize(graph, order, plan, steps, job));
  Unfolding unfolding(graph, order, plan, cut_size, true, &builder, job);
  RINGSCOPE_TRY(unfolding.Run(UINT64_MAX, preview));
  UnfoldResult& result = unfolding.result();
  result.steps = steps + unfolding.steps();
  result.order = std::move(order);
  return std::move(result);
}

}  // namespace ringscope
