#include "app/cli/aggregating/members_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/comparing/comparison_values.h"
#include "app/cli/tree_info.h"
#include "app/core/display_text.h"
#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

// What the members differ by in one context.
struct Difference {
  ContextId context;
  MemberSpread spread;
  [[nodiscard]] double imbalance() const { return static_cast<double>(spread.most) - spread.mean; }
};

std::vector<Difference> LargestDifferences(const Cct& tree, MetricIndex metric, uint32_t limit) {
  const auto is_before = [](const Difference& a, const Difference& b) {
    return a.imbalance() != b.imbalance() ? a.imbalance() > b.imbalance() : a.context < b.context;
  };
  std::vector<Difference> found;
  const size_t kept = std::max<size_t>(limit, 1) * 2;
  const auto cut = [&] {
    std::sort(found.begin(), found.end(), is_before);
    found.resize(std::min<size_t>(found.size(), limit));
  };
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    const Difference one{context, tree.SpreadOf(context, metric, CostKind::kSelf)};
    if (one.imbalance() <= 0) continue;
    found.push_back(one);
    if (found.size() >= kept) cut();
  }
  cut();
  return found;
}

std::string Cost(double value, const Metric& metric) {
  return ValueText(static_cast<uint64_t>(std::max(0.0, value) + 0.5), metric.unit, metric.scale);
}

ReportValue::Object SpreadValue(const Cct& tree, ContextId context, MetricIndex metric, CostKind kind) {
  const MemberSpread spread = tree.SpreadOf(context, metric, kind);
  const uint64_t sum = kind == CostKind::kSelf ? tree.Self(context, metric) : tree.Inclusive(context, metric);
  const uint64_t scale = tree.metrics()[metric].scale;
  const auto real = [scale](double value) { return value / static_cast<double>(scale); };
  const std::vector<Execution>& members = *tree.members().members;
  ReportValue::Object quantiles;
  for (const MemberQuantile one : tree.members().quantiles)
    quantiles.push_back(
        {QuantileName(one), ExactDecimal{tree.QuantileOf(context, metric, kind, one).value_or(0), scale}});
  ReportValue::Object object{{"sum", ExactDecimal{sum, scale}},
                             {"count", spread.having},
                             {"mean", real(spread.mean)},
                             {"min", ExactDecimal{spread.least, scale}},
                             {"min_member", members[spread.least_member].name},
                             {"max", ExactDecimal{spread.most, scale}},
                             {"max_member", members[spread.most_member].name},
                             {"stddev", real(spread.deviation)},
                             {"imbalance", real(static_cast<double>(spread.most) - spread.mean)}};
  if (!quantiles.empty()) object.push_back({"quantiles", std::move(quantiles)});
  return object;
}

}  // namespace

Report MembersReport(const Cct& tree, MetricIndex metric, uint32_t limit) {
  const Metric& measured = tree.metrics()[metric];
  const std::vector<Execution>& members = *tree.members().members;
  const std::string over = DisplayText(tree.members().over);
  const MemberSpread whole = tree.SpreadOf(kRootContext, metric, CostKind::kInclusive);
  Report report;
  report.Line(fmt::format(
      "{}: {} a {} on average, from {} ({}) to {} ({}), {:.1f} % more than on average",
      DisplayText(measured.name), Cost(whole.mean, measured), over,
      Cost(static_cast<double>(whole.least), measured), DisplayText(members[whole.least_member].name),
      Cost(static_cast<double>(whole.most), measured), DisplayText(members[whole.most_member].name),
      whole.mean == 0 ? 0 : 100 * (static_cast<double>(whole.most) / whole.mean - 1)));
  report.Field("over", tree.members().over);
  report.Field("members", members.size());
  report.Field("absent", tree.members().absent_is_zero ? "zero" : "skip");
  report.Field("metric", measured.name);
  report.Field("unit", measured.unit);
  report.Field("inclusive", SpreadValue(tree, kRootContext, metric, CostKind::kInclusive));

  // Shared, as cells are made when the table is written.
  const auto rows = std::make_shared<const std::vector<Difference>>(LargestDifferences(tree, metric, limit));
  ReportTable table{.key = "contexts", .rows = rows->size()};
  table.hides_empty = true;
  table.empty = fmt::format("all {}s cost the same in every context", over);
  const auto text = [&](std::string title, auto cell) {
    table.Text({std::move(title)}, [rows, cell](size_t row) { return cell((*rows)[row]); });
  };
  text("could be won", [measured](const Difference& one) { return Cost(one.imbalance(), measured); });
  const double slowest = static_cast<double>(std::max<uint64_t>(1, whole.most));
  text("of the slowest",
       [slowest](const Difference& one) { return fmt::format("{:.1f} %", 100 * one.imbalance() / slowest); });
  text("mean", [measured](const Difference& one) { return Cost(one.spread.mean, measured); });
  for (const MemberQuantile quantile : tree.members().quantiles) {
    text(QuantileName(quantile), [measured, metric, quantile, &tree](const Difference& one) {
      return Cost(
          static_cast<double>(tree.QuantileOf(one.context, metric, CostKind::kSelf, quantile).value_or(0)),
          measured);
    });
  }
  text("most",
       [measured](const Difference& one) { return Cost(static_cast<double>(one.spread.most), measured); });
  table.Text({over, TextTable::Align::kLeft}, [rows, &members](size_t row) {
    return DisplayText(members[(*rows)[row].spread.most_member].name);
  });
  text("have it", [&members](const Difference& one) {
    return fmt::format("{} of {}", CountText(one.spread.having), CountText(members.size()));
  });
  table.Text({"itself in", TextTable::Align::kLeft},
             [rows, &tree](size_t row) { return WhereText(tree, (*rows)[row].context); });
  table.object = [rows, &tree, metric](size_t row) {
    const ContextId context = (*rows)[row].context;
    return ReportValue::Object{{"path", PathValue(tree, context)},
                               {"self", SpreadValue(tree, context, metric, CostKind::kSelf)},
                               {"inclusive", SpreadValue(tree, context, metric, CostKind::kInclusive)}};
  };
  report.Add(std::move(table));
  return report;
}

}  // namespace ringscope
