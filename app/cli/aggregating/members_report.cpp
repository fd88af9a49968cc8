#include "app/cli/aggregating/fleet.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/comparing/comparison_values.h"
#include "app/cli/output.h"
#include "app/cli/syntax.h"
#include "app/cli/tree_info.h"
#include "app/core/display_text.h"
#include "cct/base/text/number_text.h"
#include "cct/open/member_ranking.h"

namespace ringscope {
namespace {

// The spread of the members' own costs in one context.
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

std::string CostText(double value, const Metric& metric) {
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

constexpr uint32_t kContexts = 20;
constexpr uint32_t kWorstMembers = 5;
constexpr size_t kBins = 10;
constexpr size_t kHistogramWidth = 40;

struct MembersOptions : ProfileOptions {
  bool self = false;
};

Result<int> ReportContext(const MembersOptions& options, const InputView& view) {
  const Cct& tree = view.tree();
  const ContextId context = view.view.root.context;
  const Metric& metric = tree.metrics()[view.view.metric];
  const CostKind kind = options.self ? CostKind::kSelf : CostKind::kInclusive;
  MemberRanking ranking;
  {
    WatchedJob job("reading members");
    RINGSCOPE_ASSIGN(ranking,
                     About(options.input.file, RankMembers(tree, context, view.view.metric, kind, &job)));
  }
  const std::vector<Execution>& members = *tree.members().members;
  const std::vector<RankedMember>& all = ranking.all;
  if (ranking.unknown > 0)
    PrintNote(fmt::format("the profiles of {} of {} members cannot be read: {}", ranking.unknown,
                          members.size(), ranking.problem));
  if (all.empty())
    return AnswerNo(fmt::format("{}: no profile of a member can be read", options.input.file.string()));
  if (ranking.has_changed)
    PrintNote("the members' profiles have changed since they were aggregated: their sum is another one");

  const auto cost = [&metric](uint64_t value) { return ValueText(value, metric.unit, metric.scale); };
  Report report;
  const std::string over = DisplayText(tree.members().over);
  const std::vector<uint32_t> bins = ranking.Bins(kBins);
  const size_t highest = *std::max_element(bins.begin(), bins.end());
  ReportTable histogram{.rows = bins.size()};
  histogram.Text({"from"}, [&](size_t bin) { return cost(ranking.BinBegin(bin, bins.size())); });
  histogram.Text({"to"}, [&](size_t bin) { return cost(ranking.BinBegin(bin + 1, bins.size())); });
  histogram.Text({over + "s"}, [&](size_t bin) { return CountText(bins[bin]); });
  histogram.Text({"", TextTable::Align::kLeft}, [&](size_t bin) {
    return std::string((bins[bin] * kHistogramWidth + highest - 1) / highest, '#');
  });
  report.Line("{} of {}, {}", DisplayText(metric.name), DisplayText(options.view.root.value_or("everything")),
              options.self ? "by itself" : "with all that it calls");
  report.Add(std::move(histogram));
  const size_t shown = std::min<size_t>(all.size(), options.limit.value_or(kWorstMembers));
  report.Line("\nthe {} that cost most", shown);
  ReportTable worst{.key = "members", .rows = options.as_json() ? all.size() : shown};
  worst.Text({"cost"}, [&](size_t row) { return cost(all[row].value); });
  worst.Text({over, TextTable::Align::kLeft},
             [&](size_t row) { return DisplayText(members[all[row].member].name); });
  worst.Text({"profile", TextTable::Align::kLeft},
             [&](size_t row) { return DisplayText(ProfileOf(members[all[row].member])); });
  worst.object = [&](size_t row) {
    ReportValue::Object object = ExecutionValue(members[all[row].member]);
    object.push_back({"has_context", all[row].has_context});
    object.push_back({"cost", ExactDecimal{all[row].value, metric.scale}});
    return object;
  };
  report.Add(std::move(worst));
  report.Field("path", PathValue(tree, context));
  report.Field("metric", metric.name);
  report.Field("unit", metric.unit);
  return Deliver(report, options.format);
}

Result<int> RunMembers(const MembersOptions& options) {
  RINGSCOPE_ASSIGN(const InputView view, LoadInputView(options.input, options.view, DefaultRoot::kWholeTree));
  if (view.tree().members().empty()) {
    return Refuse("{}: expected a tree with members, as 'ringscope aggregate' writes it, found one without{}",
                  options.input.file.string(),
                  view.input.recorded->members().empty() ? "" : ": transforms leave them out");
  }
  if (options.view.root) return ReportContext(options, view);
  return Deliver(MembersReport(view.tree(), view.view.metric, options.limit.value_or(kContexts)),
                 options.format);
}

}  // namespace

Report MembersReport(const Cct& tree, MetricIndex metric, uint32_t limit) {
  const Metric& measured = tree.metrics()[metric];
  const std::vector<Execution>& members = *tree.members().members;
  const std::string over = DisplayText(tree.members().over);
  const MemberSpread whole = tree.SpreadOf(kRootContext, metric, CostKind::kInclusive);
  Report report;
  report.Line(
      "{}: {} a {} on average, from {} ({}) to {} ({}), {:.1f} % more than on average",
      DisplayText(measured.name), CostText(whole.mean, measured), over,
      CostText(static_cast<double>(whole.least), measured), DisplayText(members[whole.least_member].name),
      CostText(static_cast<double>(whole.most), measured), DisplayText(members[whole.most_member].name),
      whole.mean == 0 ? 0 : 100 * (static_cast<double>(whole.most) / whole.mean - 1));
  report.Field("over", tree.members().over);
  report.Field("members", members.size());
  report.Field("absent", tree.members().absent_is_zero ? "zero" : "skip");
  report.Field("metric", measured.name);
  report.Field("unit", measured.unit);
  report.Field("inclusive", SpreadValue(tree, kRootContext, metric, CostKind::kInclusive));

  // Shared with the table's functions, which run when the table is written.
  const auto rows = std::make_shared<const std::vector<Difference>>(LargestDifferences(tree, metric, limit));
  ReportTable table{.key = "contexts", .rows = rows->size()};
  table.hides_empty = true;
  table.empty = fmt::format("all {}s cost the same in every context", over);
  const auto text = [&](std::string title, auto cell) {
    table.Text({std::move(title)}, [rows, cell](size_t row) { return cell((*rows)[row]); });
  };
  text("could be won", [measured](const Difference& one) { return CostText(one.imbalance(), measured); });
  const double slowest = static_cast<double>(std::max<uint64_t>(1, whole.most));
  text("of the slowest",
       [slowest](const Difference& one) { return fmt::format("{:.1f} %", 100 * one.imbalance() / slowest); });
  text("mean", [measured](const Difference& one) { return CostText(one.spread.mean, measured); });
  for (const MemberQuantile quantile : tree.members().quantiles) {
    text(QuantileName(quantile), [measured, metric, quantile, &tree](const Difference& one) {
      return CostText(
          static_cast<double>(tree.QuantileOf(one.context, metric, CostKind::kSelf, quantile).value_or(0)),
          measured);
    });
  }
  text("most", [measured](const Difference& one) {
    return CostText(static_cast<double>(one.spread.most), measured);
  });
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

void AddMembers(CommandTable& commands) {
  const auto [command, options] =
      AddQuestion(commands, "members",
                  "Where the ranks, hosts or files of an aggregate differ, and which cost most in a context",
                  &RunMembers);
  command->AddFlag("--self", options->self, "With --root: the self cost of the context");
  AddLimit(command, options->limit);
  AddJson(command, options->format);
  command->Example("ringscope members job-42.cct", "The contexts in which the slowest rank loses most")
      ->Example("ringscope members job-42.cct --root 'main;solve'",
                "Which ranks cost most there, out of their profiles");
}

}  // namespace ringscope
