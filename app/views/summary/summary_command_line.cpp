#include "app/cli/syntax.h"

namespace ringscope::summary {

// `ringscope summary` is one of the questions to a profile, which need no view.
void AddCommands(CLI::App& app, Run& run);
void AddCommands(CLI::App&, Run&) {}

}  // namespace ringscope::summary
