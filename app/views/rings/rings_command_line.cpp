#include "app/cli/syntax.h"

namespace ringscope::rings {

void AddCommands(CommandTable& commands);
void AddCommands(CommandTable& commands) { AddPictureCommands(commands); }

}  // namespace ringscope::rings
