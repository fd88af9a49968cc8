#include "app/cli/commands.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "cct/dump.h"

namespace ringscope {

int RunDump(const DumpOptions& options) {
  const Result<CctPtr> tree = LoadInput(options.input);
  if (!tree) return ReportError(options.input.file, tree.error());
  Output out;
  const Result<void> dumped = options.tsv ? DumpTsv(**tree, out.Sink()) : DumpText(**tree, out.Sink());
  if (!dumped && !out.stopped()) return ReportError(options.input.file, dumped.error());
  return out.Finish();
}

}  // namespace ringscope
