#include "app/tables/cost_columns.h"

#include <algorithm>
#include <utility>

#include "app/core/display_text.h"
#include "app/tables/tables_actions.h"
#include "cct/base/text/number_text.h"
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

}  // namespace ringscope
