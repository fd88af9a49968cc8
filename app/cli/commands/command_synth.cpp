#include <algorithm>

#include "app/cli/commands/commands.h"
#include "app/cli/job_watch.h"
#include "app/cli/output.h"
#include "app/cli/tree_info.h"
#include "cct/file/cct_file.h"

namespace ringscope {

int RunSynth(const SynthOptions& options) {
  if (const auto problem = CctNameProblem(options.output)) return ReportError(*problem);
  JobControl job;
  const JobWatch watch(job, "generating");
  SynthSpec spec = options.spec;
  const uint64_t fitting = (spec.nodes + 1) / 2;
  spec.layers = options.layers.value_or(static_cast<uint32_t>(std::min<uint64_t>(spec.layers, fitting)));
  const Result<CctPtr> tree = BuildSynthetic(spec, &job);
  if (!tree) return ReportError(fmt::format("synth: {}", tree.error().message));
  if (const Result<void> written = WriteCctFile(**tree, options.output, {}, &job); !written) {
    return ReportOutputError(options.output, written.error());
  }
  Output out;
  out.Print("{}: ", options.output.string());
  PrintTreeInfo(**tree, out);
  return out.Finish();
}

}  // namespace ringscope
