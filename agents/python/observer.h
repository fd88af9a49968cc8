#pragma once

#include "agents/python/interpreter.h"

namespace ringscope {

class ThreadRecorder;
struct Recording;

// Has the interpreter tell the calls of all threads to the recorder, from now on until the process ends: by
// sys.monitoring where there is one, else by the profile function of each thread. Borrows `recording`, which
// is there until the process ends. False with a Python error set.
//
// A program that sets a profile function of its own takes the place of the recorder's in that thread (not
// where there is sys.monitoring): what is called from then on is not counted.
bool ObserveCalls(const Recording& recording);

// Begins to observe calls as ObserveCalls() does, and finds out what that costs a call: some ms, with calls
// of an empty function in Python and of a short one in C by this thread, whose recorder is `recorder`, before
// and after. The trace memory is told the smaller one of the two costs: time that is corrected by it is never
// less than it was. The contexts of these calls stay, with values of 0. Nothing is told where time is not
// counted.
bool ObserveCalibrated(const Recording& recording, ThreadRecorder& recorder);

}  // namespace ringscope
