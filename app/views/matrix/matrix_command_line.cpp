#include "app/cli/syntax.h"

namespace ringscope::matrix {

// `ringscope track` prints the matrix of a folder.
void AddCommands(CommandTable& commands);
void AddCommands(CommandTable&) {}

}  // namespace ringscope::matrix
