#include "app/details/details_model.h"

#include <fmt/format.h>

#include <span>

#include "app/core/display_text.h"
#include "app/search/lighting.h"
#include "cct/base/text/number_text.h"
#include "cct/names/shown_name.h"

namespace ringscope {
namespace {

std::string KindText(FrameKind kind) {
  return kind == FrameKind::kUser ? std::string() : std::string(FrameKindName(kind));
}

std::string ChildrenText(const Cct& tree, ContextId context, bool callers_first) {
  const uint32_t count = tree.ChildrenOf(context).size();
  const std::string_view one = !callers_first ? "callee" : context == kRootContext ? "function" : "caller";
  return count == 0 ? fmt::format("no {}s", one) : CountedText(count, one);
}

// Whether the last of this call path lies at the centre or below it: only then it has a share of the centre.
bool IsInView(const Cct& tree, const ViewRoot& root, std::span<const ContextId> path) {
  const size_t layer = size_t{tree.LayerOf(root.context)} + (root.is_run() ? 1 : 0);
  if (layer == 0) return true;
  if (path.size() < layer) return false;
  const ContextId on_path = path[layer - 1];
  if (!root.is_run()) return on_path == root.context;
  return on_path >= root.run.begin && on_path < root.run.end;
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
          in_view ? ShareText(self, view_total) : std::string()};
}

// A row for each metric, still without costs.
void ListMetrics(const Cct& tree, const ViewState& view, DetailsModel& model) {
  for (MetricIndex i = 0; i < tree.metric_count(); ++i) {
    const Metric& metric = tree.metrics()[i];
    const uint64_t centre = ViewTotal(tree, view.history.current().root, i);
    DetailsMetric& row = model.metrics.emplace_back();
    row.metric = i;
    row.name = metric.name.empty() ? "(unnamed)" : DisplayText(metric.name, 80);
    row.totals = fmt::format("{}: {} in total, {} ({}) in the centre", row.name,
                             ValueText(tree.Total(i), metric.unit, metric.scale),
                             ValueText(centre, metric.unit, metric.scale), ShareText(centre, tree.Total(i)));
    row.active = i == view.metric;
  }
}

void DescribeMetrics(const Cct& tree, const ViewState& view, ContextRange run, DetailsModel& model) {
  const ViewRoot& root = view.history.current().root;
  const bool in_view = !run.empty() || IsInView(tree, root, model.stack);
  ListMetrics(tree, view, model);
  for (MetricIndex i = 0; i < tree.metric_count(); ++i) {
    const uint64_t inclusive = run.empty() ? tree.Inclusive(model.context, i) : tree.Inclusive(run, i);
    // The self value of a run of siblings: their inclusive value without that of their callees.
    const uint64_t self =
        run.empty() ? tree.Self(model.context, i) : inclusive - tree.Inclusive(tree.ChildrenOfRun(run), i);
    static_cast<DetailsCosts&>(model.metrics[i]) = CostsOf(tree, root, in_view, i, inclusive, self);
  }
}

// All its contexts below the view root together, once they are found.
void DescribeFunction(const ViewState& view, FrameId id, DetailsModel& model) {
  const Cct& tree = view.tree();
  const Frame frame = tree.frames()[id];
  model.function = id;
  model.name = DisplayText(ShownName(frame.name));
  model.module = DisplayText(frame.module);
  model.place = PlaceText(frame);
  model.kind = KindText(frame.kind);
  model.facts = DescribeFacts(tree.frames(), id);
  if (CallersComeFirst(view)) model.self_title = kOutermostTitle;
  ListMetrics(tree, view, model);
  const LitContexts* lit = view.slots.Get<LightingState>().task.answer();
  if (lit == nullptr || lit->request.function != view.functions().FunctionOf(id)) return;
  model.children = CountedText(lit->totals.contexts, "context");
  const auto show = [&](MetricIndex metric, const MatchTotals& totals) {
    static_cast<DetailsCosts&>(model.metrics[metric]) =
        CostsOf(tree, view.history.current().root, true, metric, totals.inclusive, totals.self);
  };
  show(view.metric, lit->totals);
  for (MetricIndex metric = 0; metric < lit->of_metrics.size(); ++metric)
    show(metric, lit->of_metrics[metric]);
}

}  // namespace

DetailsModel BuildDetailsModel(const AppState& state) {
  DetailsModel model;
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return model;
  const Cct& tree = view->tree();
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
  if (!run.empty()) DescribeRest(tree, *view, run, model);
  DescribeMetrics(tree, *view, run, model);
  return model;
}

DetailsFrame BuildDetailsFrame(const AppState& state, const DetailsModel& model, size_t row) {
  DetailsFrame frame;
  const ViewState* view = ActiveView(state);
  if (view == nullptr || row >= model.stack.size()) return frame;
  const Cct& tree = view->tree();
  const ContextId context = model.stack[row];
  const ViewRoot& root = view->history.current().root;
  const uint64_t inclusive = tree.Inclusive(context, view->metric);
  const bool in_view = IsInView(tree, root, std::span(model.stack).first(row + 1));
  static_cast<DetailsCosts&>(frame) =
      CostsOf(tree, root, in_view, view->metric, inclusive, tree.Self(context, view->metric));
  const Metric& metric = tree.metrics()[view->metric];
  const ValueColumn values(tree.Total(view->metric), metric.unit, metric.scale);
  frame.inclusive = values.Text(inclusive);
  frame.self = values.Text(tree.Self(context, view->metric));
  const Frame source = tree.FrameAt(context);
  frame.context = context;
  frame.name = ContextName(tree, context);
  frame.module = DisplayText(source.module);
  frame.place = PlaceText(source);
  frame.share_of_total = static_cast<float>(PartOf(inclusive, tree.Total(view->metric)));
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

namespace {

constexpr std::string_view kBetween = "  \xC2\xB7  ";

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

}  // namespace

std::string AmountText(const FrameValueInfo& value, FrameAmount amount) {
  const bool is_answer =
      value.rule == FrameValueRule::kLeast && value.unit.empty() && value.scale == 1 && amount.amount <= 1;
  if (is_answer && !amount.at_least) return amount.amount == 1 ? "yes" : "no";
  return (amount.at_least ? "at least " : "") + ValueText(amount.amount, value.unit, value.scale);
}

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

}  // namespace ringscope
