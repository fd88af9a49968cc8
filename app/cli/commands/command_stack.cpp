#include "app/cli/commands/commands.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/view/stack_text.h"

namespace ringscope {

Result<int> RunStack(const ProfileOptions& options) {
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  RINGSCOPE_ASSIGN(const InputView view, LoadInputView(options.input, options.view, DefaultRoot::kWholeTree));
  Output out;
  out.Write(StackText(view.tree(), view.view.root.context));
  return out.Finish();
}

}  // namespace ringscope
