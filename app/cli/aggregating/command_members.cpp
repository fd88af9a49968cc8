#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/aggregating/members_report.h"
#include "app/cli/job_watch.h"
#include "app/cli/output.h"
#include "app/cli/syntax.h"
#include "app/cli/tree_info.h"
#include "app/core/display_text.h"
#include "cct/base/text/number_text.h"
#include "cct/open/member_values.h"

namespace ringscope {
namespace {

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
    JobControl job;
    const JobWatch watch(job, "reading members");
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
  report.Line(fmt::format("{} of {}, {}", DisplayText(metric.name),
                          DisplayText(options.view.root.value_or("everything")),
                          options.self ? "by itself" : "with all that it calls"));
  report.Add(std::move(histogram));
  const size_t shown = std::min<size_t>(all.size(), options.limit.value_or(kWorstMembers));
  report.Line(fmt::format("\nthe {} that cost most", shown));
  ReportTable worst{.key = "members", .rows = options.json ? all.size() : shown};
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
  return Deliver(report, options.json);
}

Result<int> RunMembers(const MembersOptions& options) {
  RINGSCOPE_ASSIGN(const InputView view, LoadInputView(options.input, options.view, DefaultRoot::kWholeTree));
  if (view.tree().members().empty()) {
    return Refuse(fmt::format(
        "{}: expected a tree with members, as 'ringscope aggregate' writes it, found one without{}",
        options.input.file.string(),
        view.input.recorded->members().empty() ? "" : ": transforms leave them out"));
  }
  if (options.view.root) return ReportContext(options, view);
  return Deliver(MembersReport(view.tree(), view.view.metric, options.limit.value_or(kContexts)),
                 options.json);
}

}  // namespace

void AddMembers(CommandTable& commands) {
  const auto [command, options] =
      AddQuestion(commands, "members",
                  "Where the ranks, hosts or files of an aggregate differ, and which cost most in a context",
                  &RunMembers);
  command->AddFlag("--self", options->self, "With --root: what the context costs itself");
  AddLimit(command, options->limit);
  AddJson(command, options->json);
  command->Example("ringscope members job-42.cct", "The contexts in which the slowest rank loses most")
      ->Example("ringscope members job-42.cct --root 'main;solve'",
                "Which ranks cost most there, out of their profiles");
}

}  // namespace ringscope
