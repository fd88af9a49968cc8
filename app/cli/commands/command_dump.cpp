#include <fmt/format.h>

#include "app/cli/commands/commands.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "cct/base/text/number_text.h"
#include "cct/export/dump.h"

namespace ringscope {
namespace {

constexpr uint64_t kMuchTextBytes = uint64_t{1} << 30;

}  // namespace

int RunDump(const DumpOptions& options) {
  if (const auto problem = UnusedDefineProblem(options.input)) return ReportError(*problem);
  const OrLine<Input> input = LoadInput(options.input);
  if (!input) return ReportError(input.error());
  const Cct& tree = *input->tree;
  if (options.samples) {
    if (!tree.has_times())
      PrintNote(input->lost_times ? std::string(kLostTimes)
                                  : options.input.file.string() + " has no samples with times");
  } else if (!options.points) {
    if (!options.frames) TellEstimate(tree);
  } else if (tree.point_count() == 0) {
    PrintNote(input->lost_points ? std::string(kLostPoints)
                                 : options.input.file.string() + " has no points of cost by input size");
  }
  if (!options.samples && !options.points && !options.frames && !options.tsv) {
    const uint64_t least_bytes = LeastDumpTextBytes(tree);
    const std::string size = ValueText(least_bytes, "bytes", 1);
    if (least_bytes > kMaxExportBytes) {
      return ReportError(fmt::format(
          "{}: writes more than {}, as each layer is indented more than the one above: 'dump --tsv' "
          "indents nothing, and --apply 'prune ...' or 'fold-recursion' makes a tree of less layers",
          options.input.file.string(), size));
    }
    if (least_bytes >= kMuchTextBytes)
      PrintNote(fmt::format("writes more than {}; 'dump --tsv' indents nothing", size));
  }
  Output out;
  const auto dump = options.samples  ? &DumpSamples
                    : options.points ? &DumpPoints
                    : options.frames ? &DumpFrames
                    : options.tsv    ? &DumpTsv
                                     : &DumpText;
  const Result<void> dumped = dump(tree, out.Sink());
  if (!dumped && !out.stopped()) return ReportError(options.input.file, dumped.error());
  return out.Finish();
}

}  // namespace ringscope
