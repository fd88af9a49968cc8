#include <algorithm>

#include "app/cli/commands/commands.h"
#include "app/cli/job_watch.h"
#include "app/cli/output.h"
#include "app/cli/tree_info.h"
#include "cct/file/cct_file.h"

namespace ringscope {

Result<int> RunSynth(const SynthOptions& options) {
  RINGSCOPE_TRY(CheckCctName(options.output));
  JobControl job;
  const JobWatch watch(job, "generating");
  SynthSpec spec = options.spec;
  const uint64_t fitting = (spec.nodes + 1) / 2;
  spec.layers = options.layers.value_or(static_cast<uint32_t>(std::min<uint64_t>(spec.layers, fitting)));
  RINGSCOPE_ASSIGN(const CctPtr tree, About("synth", BuildSynthetic(spec, &job)));
  RINGSCOPE_TRY(AboutOutput(options.output, WriteCctFile(*tree, options.output, {}, &job)));
  Output out;
  out.Print("{}: ", options.output.string());
  PrintTreeInfo(*tree, out);
  return out.Finish();
}

}  // namespace ringscope
