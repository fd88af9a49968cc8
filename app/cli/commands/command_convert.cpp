#include <algorithm>

#include "app/cli/commands/commands.h"
#include "app/cli/job_watch.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/tree_info.h"
#include "cct/file/cct_file.h"

namespace ringscope {

int RunConvert(const ConvertOptions& options) {
  if (const auto problem = UnusedDefineProblem(options.input)) return ReportError(*problem);
  if (std::count(options.inputs.begin(), options.inputs.end(), "-") > 1)
    return ReportError("-: expected the standard input once, found it twice");
  if (const auto problem = OutputProblem(options.inputs, options.output)) return ReportError(*problem);
  if (const auto problem = CctNameProblem(options.output)) return ReportError(*problem);
  const OrLine<Input> input = LoadMergedInput(options.inputs, options.input);
  if (!input) return ReportError(input.error());
  const Cct& tree = *input->tree;
  {
    JobControl job;
    const JobWatch watch(job, fmt::format("writing {}", options.output.filename().string()));
    if (const Result<void> written = WriteCctFile(tree, options.output, {}, &job); !written) {
      return ReportOutputError(options.output, written.error());
    }
  }
  TellLosses(*input);
  Output out;
  out.Print("{}: ", options.output.string());
  PrintTreeInfo(tree, out);
  return out.Finish();
}

}  // namespace ringscope
