#include "app/cli/commands/commands.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/view/stack_text.h"

namespace ringscope {

int RunStack(const ProfileOptions& options) {
  if (const auto problem = UnusedDefineProblem(options.input)) return ReportError(*problem);
  const OrLine<InputView> view = LoadInputView(options.input, options.view, DefaultRoot::kWholeTree);
  if (!view) return ReportError(view.error());
  Output out;
  out.Write(StackText(view->tree(), view->view.root.context));
  return out.Finish();
}

}  // namespace ringscope
