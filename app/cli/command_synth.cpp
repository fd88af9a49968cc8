#include "app/cli/commands.h"
#include "app/cli/job_watch.h"
#include "app/cli/output.h"
#include "app/cli/summary.h"
#include "cct/cct_file.h"

namespace ringscope {

int RunSynth(const SynthOptions& options) {
  JobControl job;
  const JobWatch watch(job, "generating");
  const Result<CctPtr> tree = BuildSynthetic(options.spec, &job);
  if (!tree) return ReportError(fmt::format("synth: {}", tree.error().message));
  if (const Result<void> written = WriteCctFile(**tree, options.output, {}, &job); !written) {
    return ReportOutputError(options.output, written.error());
  }
  Output out;
  out.Print("{}: ", options.output.string());
  PrintSummary(**tree, out);
  return out.Finish();
}

}  // namespace ringscope
