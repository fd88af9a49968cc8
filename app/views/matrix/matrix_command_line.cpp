#include "app/cli/syntax.h"

namespace ringscope::matrix {

// `ringscope track` prints the matrix of a folder.
void AddCommands(CLI::App& app, Run& run);
void AddCommands(CLI::App&, Run&) {}

}  // namespace ringscope::matrix
