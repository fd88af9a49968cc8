#include "app/cli/comparing/command_series.h"

#include <fmt/format.h>

#include "app/cli/comparing/series_report.h"
#include "app/cli/comparing/shapes.h"
#include "app/cli/job_watch.h"
#include "cct/file/cct_file.h"

namespace ringscope {

Result<int> RunSeries(const SeriesOptions& options) {
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.inputs.input));
  if (!options.output.empty()) {
    Files read = options.inputs.files;
    read.push_back(options.inputs.rules);
    RINGSCOPE_TRY(CheckOutput(read, options.output));
    RINGSCOPE_TRY(CheckCctName(options.output));
  }
  RINGSCOPE_ASSIGN(Series series, LoadSeries("series", options.inputs));
  const size_t count = series.executions().size();
  if (options.at_least.value_or(0) > count) {
    return Refuse(fmt::format("--at-least: expected at most the {} executions that there are, found {}",
                              count, *options.at_least));
  }
  JobControl job;
  const JobWatch watch(job, "adding up");
  if (options.at_least) RINGSCOPE_TRY(About("series", TakeAtLeast(*options.at_least, series, &job)));
  if (!options.output.empty()) {
    RINGSCOPE_TRY(AboutOutput(options.output, WriteCctFile(*series.tree, options.output, {}, &job)));
  }
  RINGSCOPE_ASSIGN(
      const SeriesChanges changes,
      About("series", BuildSeriesChanges(series, series.metrics.front(), options.by_share, &job)));
  const SeriesReport report{series, changes, options.by_share};
  Output out;
  if (options.json)
    WriteSeries(report, options.limit, out);
  else
    PrintSeries(report, options.limit, out);
  return out.Finish();
}

}  // namespace ringscope
