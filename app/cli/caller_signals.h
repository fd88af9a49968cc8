#pragma once

namespace ringscope {

// Remembers which signals this program was started to ignore. Called once, before it changes any of them.
void RememberCallerSignals();

// Lets signals do what they did when this program was started: be ignored, or their default. For a process that is
// about to start another program, in which nothing may take memory.
void RestoreCallerSignals();

}  // namespace ringscope
