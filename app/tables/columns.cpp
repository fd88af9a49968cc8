#include "app/tables/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <span>
#include <utility>

#include "app/core/display_text.h"
#include "app/tables/tables.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/answers/function_changes.h"
#include "cct/query/metrics/metric_lookup.h"
#include "cct/table/subtree_walk.h"
#include "renderer/color/frame_groups.h"

namespace ringscope {
namespace {

constexpr size_t kMaxMetricBytes = 80;

bool IsNamed(const std::vector<std::string>& names, std::string_view metric) {
  return std::ranges::find(names, metric) != names.end();
}

struct Sides {
  uint64_t before = 0, after = 0;
};

Sides CostsOf(const MetricSides& sides, bool is_self, const CostOfRow& cost) {
  return {cost(sides.before, is_self), cost(sides.after, is_self)};
}

// The columns that count calls, if `drawn` is not their own metric.
std::optional<MetricSides> CallsOf(const Cct& tree, MetricIndex drawn) {
  const auto calls = ComparedCalls(tree);
  const bool is_other =
      calls && NameOfCompared(tree.metrics()[calls->before]) != NameOfCompared(tree.metrics()[drawn]);
  return is_other ? calls : std::nullopt;
}

double ShareDifference(const Cct& tree, const MetricSides& sides, const Sides& costs) {
  return PartOf(costs.after, tree.Total(sides.after)) - PartOf(costs.before, tree.Total(sides.before));
}

CostSplit SplitOf(const DifferenceSides& sides, const CostOfRow& cost, const MoreCallsOfRow& more_calls) {
  if (!sides.calls) return {};
  const Sides costs = CostsOf(*sides.cost, true, cost), counts = CostsOf(*sides.calls, true, cost);
  if (more_calls != nullptr) {
    const double part = more_calls(sides.cost->before);
    return {part, static_cast<double>(costs.after) - static_cast<double>(costs.before) - part};
  }
  return SplitCost(costs.before, costs.after, counts.before, counts.after);
}

constexpr bool IsOfSelf(TableKey key) {
  return key == TableKey::kSelfDifference || key == TableKey::kSelfPercent;
}
constexpr bool IsInPercent(TableKey key) {
  return key == TableKey::kPercent || key == TableKey::kSelfPercent;
}

// Adds up the split of each context that a walk visits.
class SplitVisitor {
 public:
  SplitVisitor(const Cct& tree, const MetricSides& calls, uint32_t row_count, const RowOfContext& row_of,
               SplitSums& sums)
      : tree_(tree), calls_(calls), row_count_(row_count), row_of_(row_of), sums_(sums) {
    sums_.more_calls.resize(tree.metric_count());
    for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric) {
      const auto sides = SidesOf(tree.metrics(), metric);
      if (!sides || sides->before != metric || metric == calls.before) continue;
      split_.push_back(*sides);
      sums_.more_calls[metric].resize(row_count);
    }
  }

  bool Visit(ContextId context, ContextRange callees) {
    if (const uint32_t row = row_of_(context); row < row_count_) Add(context, row);
    return !callees.empty();
  }
  void Close() {}
  void Open(ContextId) {}

 private:
  void Add(ContextId context, uint32_t row) {
    const uint64_t calls_before = tree_.Self(context, calls_.before),
                   calls_after = tree_.Self(context, calls_.after);
    for (const MetricSides& sides : split_) {
      const uint64_t before = tree_.Self(context, sides.before), after = tree_.Self(context, sides.after);
      if (before == 0 && after == 0) continue;
      sums_.more_calls[sides.before][row] += SplitCost(before, after, calls_before, calls_after).more_calls;
    }
  }

  const Cct& tree_;
  const MetricSides calls_;
  const uint32_t row_count_;
  const RowOfContext& row_of_;
  SplitSums& sums_;
  std::vector<MetricSides> split_;
};

}  // namespace

TableColumns Settings::*ColumnsOfTables(const Cct& tree, MetricIndex drawn) {
  return SidesOf(tree.metrics(), drawn) ? &Settings::compared_columns : &Settings::table_columns;
}

const TableColumns& ShownColumns(const AppState& state) {
  const ViewState* view = ActiveView(state);
  return view == nullptr ? state.settings.table_columns
                         : state.settings.*ColumnsOfTables(view->tree(), view->metric);
}

std::vector<MetricIndex> TableMetrics(const Settings& settings, const Cct& tree, MetricIndex drawn) {
  std::vector<MetricIndex> shown{drawn};
  if (const auto sides = SidesOf(tree.metrics(), drawn)) shown = {sides->before, sides->after};
  const std::vector<std::string>& named = (settings.*ColumnsOfTables(tree, drawn)).metrics;
  for (MetricIndex i = 0; i < tree.metric_count(); ++i) {
    const bool is_new = std::ranges::find(shown, i) == shown.end();
    if (is_new && IsNamed(named, tree.metrics()[i].name)) shown.push_back(i);
  }
  return shown;
}

void AddCostColumns(const Settings& settings, const Cct& tree, MetricIndex drawn,
                    const CostColumnTexts& texts, TableHead& head) {
  const auto sides = SidesOf(tree.metrics(), drawn);
  const TableColumns& shown = settings.*ColumnsOfTables(tree, drawn);
  const auto is_side = [&](MetricIndex index) {
    return sides && (index == sides->before || index == sides->after);
  };
  // Without self costs, titles leave out "Inclusive".
  const auto title_of = [&](bool self, std::string_view what) {
    std::string title = self                                   ? texts.self_title + " "
                        : texts.self_first || shown.both_costs ? "Inclusive "
                                                               : "";
    title += what;
    title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
    return title;
  };
  const auto add = [&](MetricIndex index, bool self) {
    const std::string& metric = tree.metrics()[index].name;
    const std::string name = DisplayText(metric, kMaxMetricBytes);
    // In a comparison the drawn metric changes with the angle: there each metric has its own id and name.
    const bool is_drawn = index == drawn && !sides;
    const std::string_view id = self ? "self" : "inclusive";
    std::string title = self ? texts.self_title : "Inclusive";
    if (is_side(index))
      title = title_of(self, index == sides->before ? "before" : "after");
    else if (!is_drawn)
      title = self ? name + " " + texts.self_title : name;
    std::string tooltip =
        (is_drawn || sides ? name : title) + ": " + (self ? texts.self_means : texts.inclusive_means);
    if (tree.report().EstimateOf(metric) != nullptr) {
      title += " ~";
      tooltip += " (in part an estimate)";
    }
    head.Add(is_drawn ? std::string(id) : std::string(id) + "/" + metric, std::move(title),
             std::move(tooltip), self ? TableKey::kSelf : TableKey::kInclusive,
             is_drawn ? std::string() : metric);
    head.columns.back().index = index;
  };
  const std::string name = DisplayText(NameOfCompared(tree.metrics()[drawn]), kMaxMetricBytes);
  const auto kinds = {texts.self_first, !texts.self_first};
  for (const bool self : kinds) {
    if (!sides || (self != texts.self_first && !shown.both_costs)) continue;
    add(sides->before, self);
    add(sides->after, self);
    const std::string cost = self ? "self cost" : "inclusive cost";
    head.Add(self ? "self-difference" : "difference", title_of(self, "difference"),
             name + ": " + cost + " after minus before",
             self ? TableKey::kSelfDifference : TableKey::kDifference);
    head.Add(self ? "self-percent" : "percent", title_of(self, "%"),
             name + ": " + cost + " after minus before, in per cent of that before",
             self ? TableKey::kSelfPercent : TableKey::kPercent);
  }
  if (sides && shown.by_share) {
    head.Add("share-difference", "By share", name + ": inclusive share of the total after minus that before",
             TableKey::kShareDifference);
  }
  if (sides && shown.splits && CallsOf(tree, drawn)) {
    head.Add("split-calls", "By calls",
             "The part of the self difference due to more or fewer calls, at the cost of a call before",
             TableKey::kSplitCalls);
    head.Add("split-cost", "By cost a call", "The part of the self difference due to dearer or cheaper calls",
             TableKey::kSplitCost);
  }
  for (const MetricIndex index : TableMetrics(settings, tree, drawn)) {
    for (const bool self : kinds)
      if (!is_side(index) && (self == texts.self_first || shown.both_costs)) add(index, self);
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
  const auto of_tables = ColumnsOfTables(tree, drawn);
  const TableColumns& now = settings.*of_tables;
  const auto add = [&](std::string mark, std::string label, bool on, auto change) {
    TableColumns columns = now;
    change(columns);
    choices.push_back(
        {std::move(mark), std::move(label), on, action::SetTableColumns{std::move(columns)}, false});
  };
  const auto add_switch = [&](std::string mark, std::string label, bool TableColumns::*shown) {
    add(std::move(mark), std::move(label), now.*shown, [&](TableColumns& c) { c.*shown = !(c.*shown); });
  };
  if (of_tables == &Settings::compared_columns) {
    add_switch("both-costs", "Self and inclusive costs", &TableColumns::both_costs);
    add_switch("by-share", "Differences of shares", &TableColumns::by_share);
    if (CallsOf(tree, drawn))
      add_switch("splits", "Differences by calls and by cost a call", &TableColumns::splits);
    add_switch("places", "Module, layer, calls, contexts, ratios", &TableColumns::places);
  }
  add_switch("share-total", "Share of the total", &TableColumns::of_total);
  add_switch("share-centre", "Share of the centre", &TableColumns::of_centre);
  add_switch("bars", "Bars", &TableColumns::bars);
  const size_t first = choices.size();
  const auto sides = SidesOf(tree.metrics(), drawn);
  for (MetricIndex i = 0; i < tree.metric_count(); ++i) {
    const std::string& name = tree.metrics()[i].name;
    const std::string label = DisplayText(name, kMaxMetricBytes);
    if (sides ? i == sides->before || i == sides->after : i == drawn) continue;
    add("metric/" + name, label, IsNamed(now.metrics, name), [&](TableColumns& c) {
      if (std::erase(c.metrics, name) == 0) c.metrics.push_back(name);
    });
  }
  if (choices.size() > first) choices[first].begins_group = true;
  if (choices.size() > first + 1) {
    const bool all = TableMetrics(settings, tree, drawn).size() == tree.metric_count();
    add("metric-all", all ? "No other metric" : "All metrics", false, [&](TableColumns& c) {
      for (const Metric& metric : tree.metrics()) {
        if (all || !IsNamed(now.metrics, metric.name)) std::erase(c.metrics, metric.name);
        if (!all && !IsNamed(now.metrics, metric.name)) c.metrics.push_back(metric.name);
      }
    });
  }
  return choices;
}

std::optional<MetricSides> ComparedCalls(const Cct& tree) {
  const auto metrics = tree.metrics();
  for (MetricIndex metric = 0; metric < metrics.size(); ++metric) {
    if (metrics[metric].role == MetricRole::kBefore && IsCallsName(NameOfCompared(metrics[metric])))
      return SidesOf(metrics, metric);
  }
  return std::nullopt;
}

DifferenceSides::DifferenceSides(const Cct& tree, MetricIndex drawn)
    : cost(SidesOf(tree.metrics(), drawn)), calls(cost ? CallsOf(tree, drawn) : std::nullopt) {}

TableCellModel DifferenceCell(const Cct& tree, const DifferenceSides& both, TableKey key,
                              const std::vector<uint64_t>& largest, const CostOfRow& cost,
                              const MoreCallsOfRow& more_calls) {
  const auto& sides = both.cost;
  if (!sides) return {};
  const Sides costs = CostsOf(*sides, IsOfSelf(key), cost);
  if (key == TableKey::kShareDifference) {
    const double share = ShareDifference(tree, *sides, costs);
    return {.text = WithSign(share, fmt::format("{:.2f} %", 100 * std::abs(share))), .is_cost = true};
  }
  if (IsInPercent(key)) return {.text = ChangeShareText(costs.before, costs.after), .is_cost = true};
  double value = static_cast<double>(costs.after) - static_cast<double>(costs.before);
  if (key == TableKey::kSplitCalls || key == TableKey::kSplitCost) {
    const CostSplit split = SplitOf(both, cost, more_calls);
    value = key == TableKey::kSplitCalls ? split.more_calls : split.cost_a_call;
  }
  // The unit is that of the columns before and after.
  const uint64_t most = std::max(largest[sides->before], largest[sides->after]);
  value = std::round(value);
  TableCellModel cell =
      ValueCell(static_cast<uint64_t>(std::abs(value)), 0, most, tree.metrics()[sides->after]);
  cell.share.clear();
  for (std::string* const text : {&cell.text, &cell.tooltip})
    if (!text->empty()) *text = WithSign(value, *text);
  return cell;
}

TableCellModel ContextCell(const Cct& tree, MetricIndex drawn, const TableColumnModel& column,
                           ContextId context, const std::vector<uint64_t>& totals) {
  const auto cost = [&](MetricIndex metric, bool is_self) {
    return is_self ? tree.Self(context, metric) : tree.Inclusive(context, metric);
  };
  if (IsOfDifference(column.key)) return DifferenceCell(tree, {tree, drawn}, column.key, totals, cost);
  if (column.key == TableKey::kSelf || column.key == TableKey::kInclusive)
    return CostCell(tree, column.index, cost(column.index, column.key == TableKey::kSelf),
                    totals[column.index]);
  if (column.key != TableKey::kModule) return {.text = ContextName(tree, context)};
  if (context == kRootContext) return {};
  const std::string_view module = tree.FrameAt(context).module;
  return {.text = DisplayText(ModuleNameOf(module)), .tooltip = DisplayText(module)};
}

double SizeOfDifference(const Cct& tree, const DifferenceSides& both, TableKey key, const CostOfRow& cost,
                        const MoreCallsOfRow& more_calls) {
  const auto& sides = both.cost;
  if (!sides) return 0;
  const Sides costs = CostsOf(*sides, IsOfSelf(key), cost);
  if (key == TableKey::kShareDifference) return std::abs(ShareDifference(tree, *sides, costs));
  if (key == TableKey::kSplitCalls || key == TableKey::kSplitCost) {
    const CostSplit split = SplitOf(both, cost, more_calls);
    return std::abs(key == TableKey::kSplitCalls ? split.more_calls : split.cost_a_call);
  }
  const auto size =
      static_cast<double>(std::max(costs.before, costs.after) - std::min(costs.before, costs.after));
  if (!IsInPercent(key) || size == 0) return size;
  // A cost of 0 before gives infinity: a new cost comes before every change in per cent.
  return size / static_cast<double>(costs.before);
}

Result<SplitSums> BuildSplitSums(const Cct& tree, ContextRange roots, uint32_t row_count,
                                 const RowOfContext& row_of, JobControl& job) {
  SplitSums sums;
  const std::optional<MetricSides> calls = ComparedCalls(tree);
  if (!calls) return sums;
  SplitVisitor visitor(tree, *calls, row_count, row_of, sums);
  SubtreeWalk<SplitVisitor> walk(tree, &job);
  RINGSCOPE_TRY(walk.Run(roots, std::span(&visitor, 1)));
  return sums;
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
