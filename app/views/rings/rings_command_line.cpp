#include "app/cli/syntax.h"

namespace ringscope::rings {

void AddCommands(CLI::App& app, Run& run);
void AddCommands(CLI::App& app, Run& run) { AddPictureCommands(app, run); }

}  // namespace ringscope::rings
