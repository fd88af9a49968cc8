#pragma once

#include "agents/python/interpreter.h"

namespace ringscope {

struct Recording;

// Has the interpreter tell the calls of all threads to the recorder, from now on until the process ends: by
// sys.monitoring where there is one, else by the profile function of each thread. Borrows `recording`, which
// is there until the process ends. False with a Python error set.
//
// A program that sets a profile function of its own takes the place of the recorder's in that thread (not
// where there is sys.monitoring): what is called from then on is not counted.
bool ObserveCalls(const Recording& recording);

}  // namespace ringscope
