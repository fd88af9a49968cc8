#include "app/cli/syntax.h"
#include "app/views/kind_list.h"

namespace ringscope {

#define RINGSCOPE_DECLARE(kind)              \
  namespace kind {                           \
  void AddCommands(CLI::App& app, Run& run); \
  }
RINGSCOPE_VIEW_KINDS(RINGSCOPE_DECLARE)
#undef RINGSCOPE_DECLARE

void AddKindCommands(CLI::App& app, Run& run) {
#define RINGSCOPE_ROW(kind) kind::AddCommands(app, run);
  RINGSCOPE_VIEW_KINDS(RINGSCOPE_ROW)
#undef RINGSCOPE_ROW
}

}  // namespace ringscope
