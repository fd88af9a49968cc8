#include "app/cli/comparing/command_series.h"

#include <fmt/format.h>

#include "app/cli/comparing/series_report.h"
#include "app/cli/comparing/shapes.h"
#include "app/cli/job_watch.h"
#include "cct/file/cct_file.h"

namespace ringscope {

int RunSeries(const SeriesOptions& options) {
  if (const auto problem = UnusedDefineProblem(options.inputs.input)) return ReportError(*problem);
  if (!options.output.empty()) {
    Files read = options.inputs.files;
    read.push_back(options.inputs.rules);
    if (const auto problem = OutputProblem(read, options.output)) return ReportError(*problem);
    if (const auto problem = CctNameProblem(options.output)) return ReportError(*problem);
  }
  OrLine<Series> series = LoadSeries("series", options.inputs);
  if (!series) return ReportError(series.error());
  const size_t count = series->executions().size();
  if (options.at_least.value_or(0) > count) {
    return ReportError(fmt::format("--at-least: expected at most the {} executions that there are, found {}",
                                   count, *options.at_least));
  }
  JobControl job;
  const JobWatch watch(job, "adding up");
  if (options.at_least) {
    if (const Result<void> taken = TakeAtLeast(*options.at_least, *series, &job); !taken)
      return ReportError(fmt::format("series: {}", DescribeError(taken.error())));
  }
  if (!options.output.empty()) {
    if (const Result<void> written = WriteCctFile(*series->tree, options.output, {}, &job); !written)
      return ReportOutputError(options.output, written.error());
  }
  const Result<SeriesChanges> changes =
      BuildSeriesChanges(*series, series->metrics.front(), options.by_share, &job);
  if (!changes) return ReportError(fmt::format("series: {}", DescribeError(changes.error())));
  const SeriesReport report{*series, *changes, options.by_share};
  Output out;
  if (options.json)
    WriteSeries(report, options.limit, out);
  else
    PrintSeries(report, options.limit, out);
  return out.Finish();
}

}  // namespace ringscope
