#pragma once

namespace ringscope {

class ThreadRecorder;
struct Recording;

// Begins to observe calls as ObserveCalls() does, and finds out what that costs a call: some ms, with calls
// of an empty function in Python and of a short one in C by this thread, whose recorder is `recorder`, before
// and after. The trace memory is told the smaller one of the two costs: time that is corrected by it is never
// less than it was. The contexts of these calls stay, with values of 0. Nothing is told where time is not
// counted.
bool ObserveCalibrated(const Recording& recording, ThreadRecorder& recorder);

}  // namespace ringscope
