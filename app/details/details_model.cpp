#include "app/details/details_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <span>
#include <string_view>

#include "app/core/display_text.h"
#include "app/details/members.h"
#include "app/search/lighting.h"
#include "app/view/colors/derived_model.h"
#include "app/view/difference/angle.h"
#include "app/view/difference/difference_model.h"
#include "cct/base/text/number_text.h"
#include "cct/names/shown_name.h"
#include "cct/tree/frame_table.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {
namespace {

constexpr std::string_view kBetween = "  \xC2\xB7  ";

std::string KindText(FrameKind kind) {
  return kind == FrameKind::kUser ? std::string() : std::string(FrameKindName(kind));
}

std::string ChildrenText(const Cct& tree, ContextId context, bool callers_first) {
  const uint32_t count = tree.ChildrenOf(context).size();
  const std::string_view one = !callers_first ? "callee" : context == kRootContext ? "function" : "caller";
  return count == 0 ? fmt::format("no {}s", one) : CountedText(count, one);
}

// Whether the last context of a call path lies at or below the centre, and so has a share of it.
bool IsInView(const Cct& tree, const ViewRoot& root, std::span<const ContextId> path) {
  const size_t layer = size_t{tree.LayerOf(root.context)} + (root.is_run() ? 1 : 0);
  if (layer == 0) return true;
  if (path.size() < layer) return false;
  const ContextId on_path = path[layer - 1];
  if (!root.is_run()) return on_path == root.context;
  return on_path >= root.run.begin && on_path < root.run.end;
}

std::vector<std::string> DescribeTypes(const TypeColumns& types, const TypeSumsByRole& sums) {
  const auto text_of = [&](TypeRole role) { return TypesText(types, sums[role].Shares()); };
  const std::string receiver = text_of(kReceiverRole), result = text_of(kResultRole);
  std::string arguments;
  for (uint32_t i = 0; i < kMostTypedArguments; ++i) {
    const std::string its = text_of(static_cast<TypeRole>(kFirstArgument + i));
    if (!its.empty())
      arguments +=
          fmt::format("{}argument {}: {}", arguments.empty() ? std::string_view() : kBetween, i + 1, its);
  }
  return {receiver.empty() ? "" : "called on " + receiver, result.empty() ? "" : "returns " + result,
          std::move(arguments)};
}

std::string_view WordOfKind(ClassKind kind) { return kind == ClassKind::kInterface ? "interface" : "class"; }

std::string ClassLine(const FrameFacts& facts, ClassId id) {
  if (id == kNoClass) return {};
  const FrameClass its = facts[id];
  std::string line = fmt::format("{} {}", WordOfKind(its.kind), DisplayText(FullNameOf(its)));
  if (its.superclass != kNoClass)
    line += fmt::format(", superclass {}", DisplayText(FullNameOf(facts[its.superclass])));
  return line;
}

// "receivers@before" -> "receivers before".
std::string NameText(std::string_view name) {
  std::string text = DisplayText(name);
  if (const size_t at = text.find('@'); at != std::string::npos) text[at] = ' ';
  return text;
}

// "1,000", "at least 1,000"; "yes" and "no" for a quantity without unit that is 0 or 1 in all executions.
std::string AmountText(const FrameValueInfo& value, FrameAmount amount) {
  const bool is_answer =
      value.rule == FrameValueRule::kLeast && value.unit.empty() && value.scale == 1 && amount.amount <= 1;
  if (is_answer && !amount.at_least) return amount.amount == 1 ? "yes" : "no";
  return (amount.at_least ? "at least " : "") + ValueText(amount.amount, value.unit, value.scale);
}

// std::nullopt if the tree has no facts of any function; empty lines if it lacks those of this one.
std::optional<FrameFactLines> DescribeFacts(const FrameTable& frames, FrameId frame) {
  const FrameFacts& facts = frames.facts();
  if (facts.empty()) return std::nullopt;
  FrameFactLines lines{ClassLine(facts, facts.ClassOf(frame)), {}};
  for (uint32_t v = 0; v < facts.values().size(); ++v) {
    const std::optional<FrameAmount> amount = facts.ValueOf(frame, v);
    if (!amount) continue;
    if (!lines.values.empty()) lines.values += kBetween;
    lines.values += NameText(facts.values()[v].name) + ": " + AmountText(facts.values()[v], *amount);
  }
  return lines;
}

void DescribeContext(const ViewState& view, ContextId context, DetailsModel& model) {
  const Cct& tree = view.tree();
  const bool callers_first = CallersComeFirst(view);
  model.context = context;
  model.name = ContextName(tree, context);
  if (context != kRootContext) {
    const Frame frame = tree.FrameAt(context);
    model.module = DisplayText(frame.module);
    model.place = PlaceText(frame);
    model.kind = KindText(frame.kind);
  }
  model.facts = DescribeFacts(tree.frames(), tree.FrameOf(context));
  if (!tree.types().empty()) {
    TypeSumsByRole sums;
    AddEveryRole(tree.types(), context, sums);
    model.types = DescribeTypes(tree.types(), sums);
  }
  model.children = ChildrenText(tree, context, callers_first);
  if (callers_first) model.self_title = kOutermostTitle;
  model.callers_cut_off = (tree.FlagsOf(context) & kCallersCutOff) != 0;
  model.estimated = (tree.FlagsOf(context) & kEstimated) != 0;
  model.stack = tree.PathTo(context);
}

void DescribeRest(const Cct& tree, const ViewState& view, ContextRange run, DetailsModel& model) {
  const uint64_t value = tree.Inclusive(run, view.metric);
  model.is_rest = true;
  model.rest_count = SmallerContextsText(tree, view.functions(), run);
  model.rest_share = ShareText(value, tree.Total(view.metric));
  model.rest_of_view = ShareText(value, ViewTotal(tree, view));
}

DetailsCosts CostsOf(const Cct& tree, const ViewRoot& root, bool in_view, MetricIndex index,
                     uint64_t inclusive, uint64_t self) {
  const Metric& metric = tree.metrics()[index];
  const uint64_t total = tree.Total(index), view_total = ViewTotal(tree, root, index);
  return {ValueText(inclusive, metric.unit, metric.scale),
          ShareText(inclusive, total),
          in_view ? ShareText(inclusive, view_total) : std::string(),
          ValueText(self, metric.unit, metric.scale),
          ShareText(self, total),
          in_view ? ShareText(self, view_total) : std::string(),
          {}};
}

// Whether a metric adds up changes of costs. A sum of changes of shares has no values on the sides.
bool IsChangeOfCosts(const Metric& metric) {
  return metric.role == MetricRole::kChange && metric.scale != kShareUnits;
}

// "Before" if all columns are of one metric, else "time, before". A change that is not drawn is called
// "difference", because its row shows one, see ShowDifference().
std::string LabelOf(const Cct& tree, const Metric& metric, bool is_drawn) {
  const std::string_view name = metric.name, of = NameOfCompared(metric);
  if (tree.report().executions.empty() || of.size() == name.size() || of.empty())
    return DisplayText(ColumnTitle(metric), 80);
  const bool is_difference = IsChangeOfCosts(metric) && !is_drawn;
  std::string side(is_difference ? "difference" : name.substr(of.size() + 1));
  const bool is_only =
      std::ranges::all_of(tree.metrics(), [&](const Metric& one) { return NameOfCompared(one) == of; });
  if (!is_only) return DisplayText(std::string(of) + ", " + side, 80);
  if (!side.empty()) side[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(side[0])));
  return DisplayText(side, 80);
}

// Which columns have a row. In a comparison the drawn metric has rows for both sides and their difference,
// any other metric one for the difference alone: three rows each would leave no room for the call stack. Of
// columns that are made to be drawn, and of those of many executions, only the drawn one has a row.
class ListedMetrics {
 public:
  ListedMetrics(const DrawnAngle& drawn, const ViewState& view) : drawn_(drawn) {
    for (const Metric& metric : drawn.tree->metrics())
      if (IsChangeOfCosts(metric)) only_difference_.insert(NameOfCompared(metric));
    only_difference_.erase(NameOfCompared(drawn.tree->metrics()[drawn.metric]));
    if (only_difference_.empty()) return;
    const auto columns = view.tree().metrics();
    for (MetricIndex i = 0; i < columns.size(); ++i)
      if (columns[i].role == columns[view.metric].role &&
          columns[i].execution == columns[view.metric].execution)
        alike_[NameOfCompared(columns[i])] = i;
  }

  [[nodiscard]] bool Has(MetricIndex index) const {
    const Metric& metric = drawn_.tree->metrics()[index];
    if (index == drawn_.metric) return true;
    if (metric.role == MetricRole::kBefore || metric.role == MetricRole::kAfter)
      return !only_difference_.contains(NameOfCompared(metric));
    return metric.role != MetricRole::kCombined && metric.role != MetricRole::kExecution;
  }

  // The metric that a click on the row draws: for a difference alone, the column of the side that the view
  // shows.
  [[nodiscard]] MetricIndex ChosenBy(MetricIndex index) const {
    const std::string_view name = NameOfCompared(drawn_.tree->metrics()[index]);
    if (!only_difference_.contains(name)) return index;
    const auto alike = alike_.find(name);
    return alike == alike_.end() ? index : alike->second;
  }

 private:
  const DrawnAngle& drawn_;
  std::set<std::string_view> only_difference_;
  std::map<std::string_view, MetricIndex> alike_;  // by metric, the column of the side that the view shows
};

// Adds a row for each listed metric, without its costs.
void ListMetrics(const DrawnAngle& drawn, const ViewState& view, DetailsModel& model) {
  const Cct& tree = *drawn.tree;
  const ListedMetrics listed(drawn, view);
  for (MetricIndex i = 0; i < tree.metric_count(); ++i) {
    if (!listed.Has(i)) continue;
    const Metric& metric = tree.metrics()[i];
    const uint64_t centre = ViewTotal(tree, view.history.current().root, i);
    DetailsMetric& row = model.metrics.emplace_back();
    row.metric = i;
    row.chosen = listed.ChosenBy(i);
    row.name = metric.name.empty() ? "(unnamed)" : DisplayText(metric.name, 80);
    row.label = metric.name.empty() ? row.name : LabelOf(tree, metric, i == drawn.metric);
    row.totals = fmt::format("{}: {} in total, {} ({}) in the centre", row.label,
                             ValueText(tree.Total(i), metric.unit, metric.scale),
                             ValueText(centre, metric.unit, metric.scale), ShareText(centre, tree.Total(i)));
    row.active = i == drawn.metric;
  }
}

// The costs of a subject in a metric.
struct SubjectCost {
  uint64_t inclusive = 0, self = 0;
};

// A comparison's change is a sum without signs. Unless it is drawn, its row shows the difference between the
// sides instead.
void ShowDifference(const Cct& tree, DetailsMetric& row, const auto& cost_of) {
  if (row.active || !IsChangeOfCosts(tree.metrics()[row.metric])) return;
  const auto sides = SidesOf(tree.metrics(), row.metric);
  if (!sides) return;
  const std::optional<SubjectCost> before = cost_of(sides->before), after = cost_of(sides->after);
  if (!before || !after) return;
  const Metric& metric = tree.metrics()[sides->after];
  static_cast<DetailsCosts&>(row) = {};
  row.inclusive = SignedDifferenceText(before->inclusive, after->inclusive, metric);
  row.self = SignedDifferenceText(before->self, after->self, metric);
  row.totals = fmt::format("{}: {} before, {} after; {} in total", row.label,
                           ValueText(before->inclusive, metric.unit, metric.scale),
                           ValueText(after->inclusive, metric.unit, metric.scale),
                           SignedDifferenceText(tree.Total(sides->before), tree.Total(sides->after), metric));
}

void DescribeMetrics(const ViewState& view, ContextRange run, DetailsModel& model) {
  const DrawnAngle drawn = DrawnAngleOf(view);
  const Cct& tree = *drawn.tree;
  const ViewRoot& root = view.history.current().root;
  const bool in_view = !run.empty() || IsInView(tree, root, model.stack);
  ListMetrics(drawn, view, model);
  const auto cost_of = [&](MetricIndex i) -> std::optional<SubjectCost> {
    if (run.empty()) return SubjectCost{tree.Inclusive(model.context, i), tree.Self(model.context, i)};
    // The self value of a run of siblings: their inclusive value without that of their callees.
    const uint64_t inclusive = tree.Inclusive(run, i);
    return SubjectCost{inclusive, inclusive - tree.Inclusive(tree.ChildrenOfRun(run), i)};
  };
  for (DetailsMetric& row : model.metrics) {
    const SubjectCost cost = *cost_of(row.metric);
    static_cast<DetailsCosts&>(row) = CostsOf(tree, root, in_view, row.metric, cost.inclusive, cost.self);
    ShowDifference(tree, row, cost_of);
  }
}

// Describes all contexts of a function below the view root together, once they are found.
void DescribeFunction(const ViewState& view, FrameId id, DetailsModel& model) {
  const Cct& tree = view.tree();
  const Frame frame = tree.frames()[id];
  model.function = id;
  model.name = DisplayText(ShownName(frame.name));
  model.module = DisplayText(frame.module);
  model.place = PlaceText(frame);
  model.kind = KindText(frame.kind);
  model.facts = DescribeFacts(tree.frames(), id);
  if (!tree.types().empty()) model.types.resize(3);
  if (CallersComeFirst(view)) model.self_title = kOutermostTitle;
  // The contexts of a function are added up in the columns of the shown tree, not in those of DrawnAngleOf().
  ListMetrics({view.shown.tree, view.metric, {}}, view, model);
  const LitContexts* lit = view.slots.Get<LightingState>().task.answer();
  if (lit == nullptr || lit->request.function != view.functions().FunctionOf(id)) return;
  model.children = CountedText(lit->totals.contexts, "context");
  if (!tree.types().empty()) model.types = DescribeTypes(tree.types(), lit->types);
  const auto cost_of = [&](MetricIndex i) -> std::optional<SubjectCost> {
    if (i == view.metric) return SubjectCost{lit->totals.inclusive, lit->totals.self};
    if (i >= lit->of_metrics.size()) return std::nullopt;
    return SubjectCost{lit->of_metrics[i].inclusive, lit->of_metrics[i].self};
  };
  for (DetailsMetric& row : model.metrics) {
    const std::optional<SubjectCost> cost = cost_of(row.metric);
    if (!cost) continue;
    static_cast<DetailsCosts&>(row) =
        CostsOf(tree, view.history.current().root, true, row.metric, cost->inclusive, cost->self);
    ShowDifference(tree, row, cost_of);
  }
}

}  // namespace

DetailsModel BuildDetailsModel(const AppState& state) {
  DetailsModel model;
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return model;
  const Cct& tree = view->tree();
  model.has_members = !tree.members().empty();
  model.member_lines += tree.members().quantiles.empty() ? 0 : 1;
  if (model.has_members) model.ranking = DescribeMembersToShow(*view);
  const ViewRoot& root = view->history.current().root;
  ContextRange run;
  ContextId context = root.context;
  if (view->pointed && view->pointed->context < tree.context_count()) {
    model.subject = DetailsModel::Subject::kPointed;
    context = view->pointed->context;
    if (!view->pointed->rest.empty()) {
      run = view->pointed->rest;
      model.exact_name = ContextName(tree, context);
      context = view->pointed->rest_parent;
    } else if (root.is_run() && context == root.context) {
      run = root.run;
    }
  } else if (const auto frame = view->hovered_function ? view->hovered_function : view->chosen_function;
             frame && *frame < tree.frames().size()) {
    model.subject = DetailsModel::Subject::kFunction;
    DescribeFunction(*view, *frame, model);
    return model;
  } else if (view->selected != kNoContext && view->selected < tree.context_count()) {
    model.subject = DetailsModel::Subject::kSelected;
    context = view->selected;
  } else {
    model.subject = DetailsModel::Subject::kViewRoot;
    run = root.run;
  }
  if (context >= tree.context_count()) return DetailsModel{};
  DescribeContext(*view, context, model);
  if (view->color.mode == ColorMode::kMetric && !view->color.derived.empty())
    model.colored = ColoredValueText(state.settings, *view, context);
  if (!run.empty())
    DescribeRest(tree, *view, run, model);
  else if (model.has_members)
    DescribeMembers(tree, *view, model);
  DescribeMetrics(*view, run, model);
  return model;
}

DetailsFrame BuildDetailsFrame(const AppState& state, const DetailsModel& model, size_t row) {
  DetailsFrame frame;
  const ViewState* view = ActiveView(state);
  if (view == nullptr || row >= model.stack.size()) return frame;
  const DrawnAngle drawn = DrawnAngleOf(*view);
  const Cct& tree = *drawn.tree;
  const ContextId context = model.stack[row];
  const ViewRoot& root = view->history.current().root;
  const uint64_t inclusive = tree.Inclusive(context, drawn.metric), self = tree.Self(context, drawn.metric);
  const bool in_view = IsInView(tree, root, std::span(model.stack).first(row + 1));
  static_cast<DetailsCosts&>(frame) = CostsOf(tree, root, in_view, drawn.metric, inclusive, self);
  const Metric& metric = tree.metrics()[drawn.metric];
  const ValueColumn values(tree.Total(drawn.metric), metric.unit, metric.scale);
  frame.inclusive = values.Text(inclusive);
  frame.self = values.Text(self);
  // A single row is compared with no other.
  if (model.stack.size() > 1) frame.largest = values.Text(tree.Total(drawn.metric));
  const Frame source = tree.FrameAt(context);
  frame.context = context;
  frame.name = ContextName(tree, context);
  frame.module = DisplayText(source.module);
  frame.place = PlaceText(source);
  frame.share_of_total = static_cast<float>(PartOf(inclusive, tree.Total(drawn.metric)));
  frame.is_view_root = context == root.context;
  frame.is_subject = context == model.context;
  return frame;
}

std::vector<CopyOffer> CopiesOf(const DetailsMetric& metric) {
  std::vector<CopyOffer> offers;
  const auto add = [&](std::string_view what, const std::string& text) {
    if (!text.empty()) offers.push_back({std::string(what), text});
  };
  add("inclusive", metric.inclusive);
  add("inclusive, of total", metric.inclusive_of_total);
  add("inclusive, of centre", metric.inclusive_of_view);
  add("self", metric.self);
  add("self, of total", metric.self_of_total);
  add("self, of centre", metric.self_of_view);
  add("all",
      fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}", metric.name, metric.inclusive, metric.inclusive_of_total,
                  metric.inclusive_of_view, metric.self, metric.self_of_total, metric.self_of_view));
  return offers;
}

std::string StackRowText(const DetailsFrame& frame) {
  const std::string module = frame.module.empty() ? std::string() : fmt::format(" ({})", frame.module);
  return fmt::format("{}{}\t{}\t{}", frame.name, module, frame.inclusive, frame.self);
}

std::string StackText(const AppState& state, const DetailsModel& model) {
  std::string text;
  for (size_t row = model.stack.size(); row-- > 0;)
    text += StackRowText(BuildDetailsFrame(state, model, row)) + '\n';
  return text;
}

}  // namespace ringscope
