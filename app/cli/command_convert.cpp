#include "app/cli/commands.h"
#include "app/cli/job_watch.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/summary.h"
#include "cct/cct_file.h"

namespace ringscope {

int RunConvert(const ConvertOptions& options) {
  if (options.inputs.size() != 1) {
    return ReportError(fmt::format("convert: expected one input file, found {}", options.inputs.size()));
  }
  InputOptions from = options.input;
  from.file = options.inputs.front();
  const OrLine<Input> input = LoadInput(from);
  if (!input) return ReportError(input.error());
  const Cct& tree = *input->tree;
  {
    JobControl job;
    const JobWatch watch(job, fmt::format("writing {}", options.output.filename().string()));
    if (const Result<void> written = WriteCctFile(tree, options.output, {}, &job); !written) {
      return ReportOutputError(options.output, written.error());
    }
  }
  Output out;
  out.Print("{}: ", options.output.string());
  PrintSummary(tree, out);
  return out.Finish();
}

}  // namespace ringscope
