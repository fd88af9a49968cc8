#pragma once

#include "agents/common/trace_memory.h"

namespace ringscope {

// For a recorder that writes a .cct file itself (the setting `out`): ends the trace memory, writes its
// content to that file and removes the file of the trace memory, unless that was asked for too. Children that
// the program forked off write beside it, with their number before the extension. Returns false if no file
// was asked for or it cannot be written: then the reason is on stderr and the trace memory stays, which can
// be read as well.
//
// Memory: about as much as the trace memory. Other threads may go on counting meanwhile; their latest counts
// may then be missing. Allocates from the heap, so not for signal handlers.
bool FinishAsCct(TraceMemory& memory);

}  // namespace ringscope
