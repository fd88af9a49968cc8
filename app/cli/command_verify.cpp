#include "app/cli/commands.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/summary.h"
#include "cct/base/number_text.h"
#include "cct/verify.h"

namespace ringscope {

int RunVerify(const VerifyOptions& options) {
  InputOptions input = options.input;
  input.verify = false;  // done here, for imported trees too
  const OrLine<Input> loaded = LoadInput(input);
  if (!loaded) return ReportError(loaded.error());
  const Cct& tree = *loaded->tree;
  if (const Result<void> verified = VerifyCct(tree); !verified)
    return ReportError(input.file, verified.error());
  const TreeSizes sizes = SizesOf(tree);
  Output out;
  out.Print("{}: every column is sound ({}, {}, {})\n", input.file.string(),
            CountedText(sizes.nodes, "context"), CountedText(sizes.layers, "layer"),
            CountedText(tree.metric_count(), "metric"));
  return out.Finish();
}

}  // namespace ringscope
