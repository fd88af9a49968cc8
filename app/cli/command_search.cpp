#include "app/cli/commands.h"
#include "app/cli/job_watch.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "cct/base/json_writer.h"
#include "cct/base/number_text.h"
#include "cct/query/search.h"

namespace ringscope {
namespace {

Result<MatchTotals> Search(const Cct& tree, const ViewSpec& view, const std::string& query) {
  const FunctionIndex functions(tree.frames());
  const FrameMatches matches = MatchFrames(tree.frames(), functions, query);
  JobControl job;
  const JobWatch watch(job, "searching");
  const ContextId root = view.root.context;
  return CountMatches(tree, functions, matches, {root, root + 1}, view.metric, &job);
}

void PrintTotals(const Cct& tree, const ViewSpec& view, const MatchTotals& totals, Output& out) {
  const Metric& metric = tree.metrics()[view.metric];
  const uint64_t whole = tree.Inclusive(view.root.context, view.metric);
  out.Print("{} functions in {} contexts\n", CountText(totals.functions), CountText(totals.contexts));
  out.Print("  self       {} ({})\n", ValueText(totals.self, metric.unit, metric.scale),
            ShareText(totals.self, whole));
  out.Print("  inclusive  {} ({})\n", ValueText(totals.inclusive, metric.unit, metric.scale),
            ShareText(totals.inclusive, whole));
}

}  // namespace

int RunSearch(const SearchOptions& options) {
  const Result<CctPtr> tree = LoadInput(options.input);
  if (!tree) return ReportError(options.input.file, tree.error());
  const Result<ViewSpec> view = ResolveView(**tree, options.view);
  if (!view) return ReportError(options.input.file, view.error());
  const Result<MatchTotals> totals = Search(**tree, *view, options.query);
  if (!totals) return ReportError(options.input.file, totals.error());
  Output out;
  if (options.json) {
    JsonWriter json([&out](std::string_view text) { out.Write(text); });
    json.BeginObject();
    json.Key("contexts").Number(totals->contexts);
    json.Key("self").Number(totals->self);
    json.Key("inclusive").Number(totals->inclusive);
    json.Key("frames").Number(totals->functions);
    json.EndObject().Finish();
  } else {
    PrintTotals(**tree, *view, *totals, out);
  }
  return out.Finish();
}

}  // namespace ringscope
