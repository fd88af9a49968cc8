#include <algorithm>

#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/syntax.h"
#include "app/cli/tree_info.h"
#include "app/core/display_text.h"
#include "app/report/report.h"
#include "app/view/document.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/answers/explanation.h"
#include "cct/query/sets/select.h"

namespace ringscope {
namespace {

struct SearchOptions : ProfileOptions {
  std::string query;
  uint32_t list = 0;  // also list this many of the most expensive matches
};

struct Found {
  MatchTotals totals;
  std::vector<ContextId> listed;  // the most expensive matches, largest inclusive value first
};

Result<Found> Search(const InputView& view, const Query& query, uint32_t list) {
  const Cct& tree = view.tree();
  const FunctionIndex functions(tree.frames());
  WatchedJob job("searching");
  const SelectScope scope{view.view.metric, view.roots(), view.input.derived, &ContextDifferences};
  RINGSCOPE_ASSIGN(const ContextSet matches, SelectContexts(tree, functions, query, scope, &job));
  Found found;
  RINGSCOPE_ASSIGN(found.totals,
                   CountMatches(tree, functions, matches, view.roots(), view.view.metric, &job));
  found.listed = DearestOf(tree, matches, view.roots(), view.view.metric, CostKind::kInclusive, list);
  return found;
}

Report ReportOf(const InputView& view, const Found& found, bool with_list) {
  const Cct& tree = view.tree();
  const MetricIndex index = view.view.metric;
  const Metric& metric = tree.metrics()[index];
  const uint64_t whole = tree.Inclusive(view.roots(), index);
  const MatchTotals& totals = found.totals;
  // The sums are at least as large as every value of the list.
  const ValueColumn values(std::max(totals.self, totals.inclusive), metric.unit, metric.scale);
  Report report;
  report.Line("{} in {}", CountedText(totals.functions, "function"), CountedText(totals.contexts, "context"));
  report.Line("  self       {} ({})", values.Text(totals.self), ShareText(totals.self, whole));
  report.Line("  inclusive  {} ({})", values.Text(totals.inclusive), ShareText(totals.inclusive, whole));
  report.Field("contexts", totals.contexts);
  report.Field("self", ExactDecimal{totals.self, metric.scale});
  report.Field("inclusive", ExactDecimal{totals.inclusive, metric.scale});
  report.Field("frames", totals.functions);
  if (!with_list) return report;
  if (!found.listed.empty()) report.Line({});
  ReportTable list{.key = "list", .rows = found.listed.size(), .hides_empty = true};
  list.object = [&, index](size_t row) -> ReportValue::Object {
    const ContextId context = found.listed[row];
    return {{"path", PathValue(tree, context)},
            {"self", ExactDecimal{tree.Self(context, index), metric.scale}},
            {"inclusive", ExactDecimal{tree.Inclusive(context, index), metric.scale}}};
  };
  const auto inclusive = [&, index](size_t row) { return tree.Inclusive(found.listed[row], index); };
  list.Text({"self"},
            [&, index, values](size_t row) { return values.Text(tree.Self(found.listed[row], index)); });
  list.Text({"inclusive"}, [=](size_t row) { return values.Text(inclusive(row)); });
  list.Text({"share"}, [=](size_t row) { return ShareText(inclusive(row), whole); });
  list.Text({"call path", TextTable::Align::kLeft},
            [&](size_t row) { return DisplayText(PathText(tree, found.listed[row])); });
  report.Add(std::move(list));
  return report;
}

Result<int> RunSearch(const SearchOptions& options) {
  RINGSCOPE_ASSIGN(const Query query, AboutOption("QUERY", ParseQuery(options.query), options.query));
  RINGSCOPE_ASSIGN(const InputView view, LoadInputView(options.input, options.view, DefaultRoot::kWholeTree));
  RINGSCOPE_ASSIGN(const Found found, AboutOption("QUERY", Search(view, query, options.list), options.query));
  NoteUnknownFields(query, found.totals.contexts == 0);
  return Deliver(ReportOf(view, found, options.list != 0), options.format);
}

}  // namespace

void AddSearch(CommandTable& commands) {
  const auto [command, options] =
      AddQuestion(commands, "search", "Count the contexts that a query selects", &RunSearch);
  command
      ->AddOption("QUERY", options->query,
                  "A query: words, fn: mod: file: class:, self>5%, under:, ... (docs/query.md)")
      ->Required()
      ->Query();
  command->AddOption("--list N", options->list, "Also print the N most expensive of them", WholeNumber(0));
  AddJsonOrMarkdown(command, options->format);
  command
      ->Example("ringscope search run.cct 'fn:parse self>1%' --list 10",
                "The ten dearest contexts of functions with parse in their names")
      ->Example("ringscope search run.cct '-[NSObject init]'", "A name, as it stands in a table");
}

}  // namespace ringscope
