#pragma once

#include "app/cli/syntax.h"

namespace ringscope {

// The commands that draw or print one kind of view.
namespace evolution {
void AddCommands(CommandTable& commands);
}
namespace polymetric {
void AddCommands(CommandTable& commands);
}
namespace spread {
void AddCommands(CommandTable& commands);
}
namespace summary {
void AddCommands(CommandTable& commands);
}
namespace threads {
void AddCommands(CommandTable& commands);
}

}  // namespace ringscope
