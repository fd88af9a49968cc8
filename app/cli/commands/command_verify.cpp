#include "app/cli/commands/commands.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/tree_info.h"
#include "cct/base/system/mapped_file.h"
#include "cct/base/text/number_text.h"
#include "cct/file/cct_file.h"
#include "cct/tree/verify.h"

namespace ringscope {

Result<int> RunVerify(const ProfileOptions& options) {
  if (options.input.file == "-")
    return Refuse("-: expected the name of a .cct file, found the standard input");
  {
    RINGSCOPE_ASSIGN(
        const auto file,
        About(options.input.file, MappedFile::Open(options.input.file, MappedFile::Access::kRandom)));
    if (!LooksLikeCctFile(file.bytes())) {
      return Refuse(options.input.file.string() +
                    ": expected a .cct file, found another one: verify checks .cct files; 'ringscope info' "
                    "says what of a profile could not be read");
    }
  }
  InputOptions input = options.input;
  input.open.verify = false;  // done here
  RINGSCOPE_ASSIGN(const Input loaded, LoadInput(input));
  const Cct& tree = *loaded.tree;
  RINGSCOPE_TRY(About(input.file, VerifyCct(tree)));
  const TreeSizes sizes = SizesOf(tree);
  Output out;
  out.Print("{}: every column is sound ({}, {}, {})\n", input.file.string(),
            CountedText(sizes.nodes, "context"), CountedText(sizes.layers, "layer"),
            CountedText(tree.metric_count(), "metric"));
  return out.Finish();
}

}  // namespace ringscope
