#include <algorithm>
#include <queue>

#include "app/cli/job_watch.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/query_note.h"
#include "app/cli/syntax.h"
#include "app/cli/tree_info.h"
#include "app/core/display_text.h"
#include "app/report/text_table.h"
#include "app/view/document.h"
#include "cct/base/text/json_writer.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/answers/context_differences.h"
#include "cct/query/sets/select.h"

namespace ringscope {
namespace {

struct SearchOptions : ProfileOptions {
  std::string query;
  uint32_t list = 0;  // also the so many most expensive matches
};

struct Found {
  MatchTotals totals;
  std::vector<ContextId> listed;  // the most expensive matches, largest inclusive value first
};

// Of the members of the set in the subtrees of `roots`; equals in drawing order.
std::vector<ContextId> MostExpensive(const Cct& tree, const ContextSet& matches, ContextRange roots,
                                     MetricIndex metric, uint32_t count) {
  if (count == 0) return {};
  // Whether `a` comes before `b`; the queue keeps the one that comes last on top.
  const auto before = [&](ContextId a, ContextId b) {
    const uint64_t cost_a = tree.Inclusive(a, metric);
    const uint64_t cost_b = tree.Inclusive(b, metric);
    return cost_a != cost_b ? cost_a > cost_b : a < b;
  };
  std::priority_queue<ContextId, std::vector<ContextId>, decltype(before)> best(before);
  for (ContextRange layer = roots; !layer.empty(); layer = tree.ChildrenOfRun(layer)) {
    for (ContextId at = matches.FirstIn(layer); at != kNoContext; at = matches.FirstIn({at + 1, layer.end})) {
      if (best.size() < count) {
        best.push(at);
      } else if (before(at, best.top())) {
        best.pop();
        best.push(at);
      }
    }
  }
  std::vector<ContextId> listed;
  for (; !best.empty(); best.pop()) listed.push_back(best.top());
  std::reverse(listed.begin(), listed.end());
  return listed;
}

Result<Found> Search(const InputView& view, const Query& query, uint32_t list) {
  const Cct& tree = view.tree();
  const FunctionIndex functions(tree.frames());
  JobControl job;
  const JobWatch watch(job, "searching");
  const SelectScope scope{view.view.metric, view.roots(), view.input.derived, &ContextDifferences};
  RINGSCOPE_ASSIGN(const ContextSet matches, SelectContexts(tree, functions, query, scope, &job));
  Found found;
  RINGSCOPE_ASSIGN(found.totals,
                   CountMatches(tree, functions, matches, view.roots(), view.view.metric, &job));
  found.listed = MostExpensive(tree, matches, view.roots(), view.view.metric, list);
  return found;
}

void PrintFound(const InputView& view, const Found& found, Output& out) {
  const Cct& tree = view.tree();
  const Metric& metric = tree.metrics()[view.view.metric];
  const uint64_t whole = tree.Inclusive(view.roots(), view.view.metric);
  // The first of the list costs most.
  const uint64_t largest = std::max(found.totals.self, found.totals.inclusive);
  const ValueColumn values(largest, metric.unit, metric.scale);
  const MatchTotals& totals = found.totals;
  out.Print("{} in {}\n", CountedText(totals.functions, "function"), CountedText(totals.contexts, "context"));
  out.Print("  self       {} ({})\n", values.Text(totals.self), ShareText(totals.self, whole));
  out.Print("  inclusive  {} ({})\n", values.Text(totals.inclusive), ShareText(totals.inclusive, whole));
  if (found.listed.empty()) return;
  out.Print("\n");
  TextTable table({{"self"}, {"inclusive"}, {"share"}, {"call path", TextTable::Align::kLeft}});
  for (const ContextId context : found.listed) {
    const uint64_t inclusive = tree.Inclusive(context, view.view.metric);
    table.AddRow({values.Text(tree.Self(context, view.view.metric)), values.Text(inclusive),
                  ShareText(inclusive, whole), DisplayText(PathText(tree, context))});
  }
  out.Write(table.Text());
}

void WriteFound(const InputView& view, const Found& found, bool with_list, Output& out) {
  const Cct& tree = view.tree();
  const uint64_t scale = tree.metrics()[view.view.metric].scale;
  JsonWriter json = out.Json();
  json.BeginObject();
  json.Key("contexts").Number(found.totals.contexts);
  json.Key("self").Decimal(found.totals.self, scale);
  json.Key("inclusive").Decimal(found.totals.inclusive, scale);
  json.Key("frames").Number(found.totals.functions);
  if (with_list) {
    json.Key("list").BeginArray();
    for (const ContextId context : found.listed) {
      json.BeginObject();
      WritePath("path", tree, context, json);
      json.Key("self").Decimal(tree.Self(context, view.view.metric), scale);
      json.Key("inclusive").Decimal(tree.Inclusive(context, view.view.metric), scale);
      json.EndObject();
    }
    json.EndArray();
  }
  json.EndObject().Finish();
}

Result<int> RunSearch(const SearchOptions& options) {
  RINGSCOPE_ASSIGN(const Query query, AboutOption("QUERY", ParseQuery(options.query), options.query));
  RINGSCOPE_ASSIGN(const InputView view, LoadInputView(options.input, options.view, DefaultRoot::kWholeTree));
  RINGSCOPE_ASSIGN(const Found found, AboutOption("QUERY", Search(view, query, options.list), options.query));
  NoteUnknownFields(query, found.totals.contexts == 0);
  Output out;
  if (options.json)
    WriteFound(view, found, options.list != 0, out);
  else
    PrintFound(view, found, out);
  return out.Finish();
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
  command->AddOption("--list", options->list, "Also print the N most expensive of them")
      ->Value("N")
      ->Check(WholeNumber(0));
  AddJson(command, options->json);
  command
      ->Example("ringscope search run.cct 'fn:parse self>1%' --list 10",
                "The ten dearest contexts of functions with parse in their names")
      ->Example("ringscope search run.cct '-[NSObject init]'", "A name, as it stands in a table");
}

}  // namespace ringscope
