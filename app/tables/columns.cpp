#include "app/tables/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/core/display_text.h"
#include "app/tables/tables.h"
#include "app/view/difference/difference_model.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/answers/function_changes.h"
#include "cct/query/metrics/metric_lookup.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {
namespace {

constexpr size_t kMaxMetricBytes = 80;

bool IsNamed(const Settings& settings, std::string_view metric) {
  const auto& names = settings.table_columns.metrics;
  return std::find(names.begin(), names.end(), metric) != names.end();
}

}  // namespace

std::vector<MetricIndex> TableMetrics(const Settings& settings, const Cct& tree, MetricIndex drawn) {
  std::vector<MetricIndex> shown{drawn};
  // Of a comparison both sides belong together.
  if (const auto sides = SidesOf(tree.metrics(), drawn)) shown = {sides->before, sides->after};
  if (std::find(shown.begin(), shown.end(), drawn) == shown.end()) shown.insert(shown.begin(), drawn);
  for (MetricIndex i = 0; i < tree.metric_count(); ++i) {
    const bool is_new = std::find(shown.begin(), shown.end(), i) == shown.end();
    if (is_new && IsNamed(settings, tree.metrics()[i].name)) shown.push_back(i);
  }
  return shown;
}

void AddCostColumns(const Settings& settings, const Cct& tree, MetricIndex drawn,
                    const CostColumnTexts& texts, TableHead& head) {
  const auto sides = SidesOf(tree.metrics(), drawn);
  for (const MetricIndex index : TableMetrics(settings, tree, drawn)) {
    const std::string& metric = tree.metrics()[index].name;
    const bool estimated = tree.report().EstimateOf(metric) != nullptr;
    const std::string name = DisplayText(metric, kMaxMetricBytes);
    const auto add = [&](bool self) {
      const std::string_view id = self ? "self" : "inclusive";
      std::string title = self ? texts.self_title : "Inclusive";
      if (sides && (index == sides->before || index == sides->after))
        title += index == sides->before ? " before" : " after";
      else if (index != drawn)
        title = self ? name + " " + texts.self_title : name;
      std::string tooltip = (index == drawn || sides ? name : title) + ": " + (self ? texts.self_means : texts.inclusive_means);
      if (estimated) {
        title += " ~";
        tooltip += " (in part an estimate)";
      }
      head.Add(index == drawn ? std::string(id) : std::string(id) + "/" + metric, std::move(title),
               std::move(tooltip), self ? TableKey::kSelf : TableKey::kInclusive,
               index == drawn ? std::string() : metric);
      head.columns.back().index = index;
    };
    add(texts.self_first);
    add(!texts.self_first);
  }
}

TableCellModel CostCell(const Cct& tree, MetricIndex metric, uint64_t value, uint64_t view_total,
                        std::optional<uint64_t> largest) {
  TableCellModel cell = ValueCell(value, view_total, largest.value_or(view_total), tree.metrics()[metric]);
  cell.share_of_total = ShareText(value, tree.Total(metric));
  return cell;
}

std::vector<ColumnChoice> ColumnChoices(const Settings& settings, const Cct& tree, MetricIndex drawn) {
  std::vector<ColumnChoice> choices;
  const auto add = [&](std::string mark, std::string label, bool on, auto change) {
    TableColumns columns = settings.table_columns;
    change(columns);
    choices.push_back(
        {std::move(mark), std::move(label), on, action::SetTableColumns{std::move(columns)}, false});
  };
  const TableColumns& now = settings.table_columns;
  add("share-total", "Share of the total", now.of_total, [](TableColumns& c) { c.of_total = !c.of_total; });
  add("share-centre", "Share of the centre", now.of_centre,
      [](TableColumns& c) { c.of_centre = !c.of_centre; });
  add("bars", "Bars", now.bars, [](TableColumns& c) { c.bars = !c.bars; });
  const size_t first = choices.size();
  for (MetricIndex i = 0; i < tree.metric_count(); ++i) {
    const std::string& name = tree.metrics()[i].name;
    const std::string label = DisplayText(name, kMaxMetricBytes);
    if (i == drawn) continue;
    add("metric/" + name, label, IsNamed(settings, name), [&](TableColumns& c) {
      if (std::erase(c.metrics, name) == 0) c.metrics.push_back(name);
    });
  }
  if (choices.size() > first) choices[first].begins_group = true;
  if (choices.size() > first + 1) {
    const bool all = TableMetrics(settings, tree, drawn).size() == tree.metric_count();
    add("metric-all", all ? "No other metric" : "All metrics", false, [&](TableColumns& c) {
      for (const Metric& metric : tree.metrics()) {
        if (all || !IsNamed(settings, metric.name)) std::erase(c.metrics, metric.name);
        if (!all && !IsNamed(settings, metric.name)) c.metrics.push_back(metric.name);
      }
    });
  }
  return choices;
}

namespace {

struct Sides {
  uint64_t before = 0, after = 0;
};

Sides CostsOf(const MetricSides& sides, bool is_self, const CostOfRow& cost) {
  return {cost(sides.before, is_self), cost(sides.after, is_self)};
}

// The columns that count calls, where `drawn` is another metric beside them.
std::optional<MetricSides> CallsOf(const Cct& tree, MetricIndex drawn) {
  const auto calls = ComparedCalls(tree);
  const bool is_other =
      calls && NameOfCompared(tree.metrics()[calls->before]) != NameOfCompared(tree.metrics()[drawn]);
  return is_other ? calls : std::nullopt;
}

double ShareDifference(const Cct& tree, const MetricSides& sides, const Sides& costs) {
  return PartOf(costs.after, tree.Total(sides.after)) - PartOf(costs.before, tree.Total(sides.before));
}

CostSplit SplitOf(const Cct& tree, MetricIndex drawn, const MetricSides& sides, const CostOfRow& cost,
                  const MoreCallsOfRow& more_calls) {
  const auto calls = CallsOf(tree, drawn);
  if (!calls) return {};
  const Sides costs = CostsOf(sides, true, cost), counts = CostsOf(*calls, true, cost);
  if (more_calls != nullptr) {
    const double part = more_calls(sides.before);
    return {part, static_cast<double>(costs.after) - static_cast<double>(costs.before) - part};
  }
  return SplitCost(costs.before, costs.after, counts.before, counts.after);
}

std::string SignedText(double value, const std::string& size) {
  constexpr const char* kMinus = "\xE2\x88\x92";
  return (value > 0 ? "+" : value < 0 ? kMinus : "") + size;
}

}  // namespace

void AddDifferenceColumns(const Cct& tree, MetricIndex drawn, bool splits, TableHead& head) {
  if (!SidesOf(tree.metrics(), drawn)) return;
  const std::string name = DisplayText(std::string(NameOfCompared(tree.metrics()[drawn])), 80);
  head.Add("self-difference", "Self delta", name + ": own cost after less own cost before",
           TableKey::kSelfDifference);
  head.Add("difference", "Delta", name + ": cost with what it calls, after less before",
           TableKey::kDifference);
  head.Add("share-difference", "By share",
           name + ": share of the total after less that before, with what it calls",
           TableKey::kShareDifference);
  if (!splits || !CallsOf(tree, drawn)) return;
  head.Add("split-calls", "By calls",
           "The part of the own difference that comes of more or fewer calls, at the cost of a call before",
           TableKey::kSplitCalls);
  head.Add("split-cost", "By cost a call",
           "The part of the own difference that comes of dearer or cheaper calls", TableKey::kSplitCost);
}

std::optional<MetricSides> ComparedCalls(const Cct& tree) {
  const auto metrics = tree.metrics();
  for (MetricIndex metric = 0; metric < metrics.size(); ++metric) {
    if (metrics[metric].role == MetricRole::kBefore && IsCallsName(NameOfCompared(metrics[metric])))
      return SidesOf(metrics, metric);
  }
  return std::nullopt;
}

TableCellModel DifferenceCell(const Cct& tree, MetricIndex drawn, TableKey key, const CostOfRow& cost,
                              const MoreCallsOfRow& more_calls) {
  const auto sides = SidesOf(tree.metrics(), drawn);
  if (!sides) return {};
  const Metric& metric = tree.metrics()[sides->after];
  if (key == TableKey::kShareDifference) {
    const double share = ShareDifference(tree, *sides, CostsOf(*sides, false, cost));
    const std::string text = fmt::format("{:.2f}", 100 * std::abs(share));
    return {.text = SignedText(text == "0.00" ? 0 : share, text + " %")};
  }
  if (key == TableKey::kSplitCalls || key == TableKey::kSplitCost) {
    const CostSplit split = SplitOf(tree, drawn, *sides, cost, more_calls);
    const double value = key == TableKey::kSplitCalls ? split.more_calls : split.cost_a_call;
    const double shown = std::abs(value) / static_cast<double>(std::max<uint64_t>(metric.scale, 1));
    return {.text = SignedText(value, QuantityText(shown, metric.unit))};
  }
  const Sides costs = CostsOf(*sides, key == TableKey::kSelfDifference, cost);
  return {.text = SignedDifferenceText(costs.before, costs.after, metric)};
}

double SizeOfDifference(const Cct& tree, MetricIndex drawn, TableKey key, const CostOfRow& cost,
                        const MoreCallsOfRow& more_calls) {
  const auto sides = SidesOf(tree.metrics(), drawn);
  if (!sides) return 0;
  if (key == TableKey::kShareDifference)
    return std::abs(ShareDifference(tree, *sides, CostsOf(*sides, false, cost)));
  if (key == TableKey::kSplitCalls || key == TableKey::kSplitCost) {
    const CostSplit split = SplitOf(tree, drawn, *sides, cost, more_calls);
    return std::abs(key == TableKey::kSplitCalls ? split.more_calls : split.cost_a_call);
  }
  const Sides costs = CostsOf(*sides, key == TableKey::kSelfDifference, cost);
  return static_cast<double>(std::max(costs.before, costs.after) - std::min(costs.before, costs.after));
}

void SortByContextOrder(const ContextOrder& order, TableHead& head) {
  const TableKey key = order.is_of_difference() ? TableKey::kDifference : TableKey::kInclusive;
  head.SortBy({key, true, {}});
}

TableOrder Settings::*OrderOfTable(const ViewState& view) {
  return SidesOf(view.tree().metrics(), view.metric) ? &Settings::compared_table_order
                                                     : &Settings::table_order;
}

TableOrder Settings::*OrderOfNeighbours(const ViewState& view) {
  return SidesOf(view.tree().metrics(), view.metric) ? &Settings::compared_neighbour_order
                                                     : &Settings::neighbour_order;
}

}  // namespace ringscope
