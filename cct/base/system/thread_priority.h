#pragma once

namespace ringscope {

// From now on the calling thread, and threads that it starts, take the processors and the disk only while nobody else
// wants them. For good: a thread may not raise itself again. Where the system refuses, nothing changes.
void UseIdleTimeOnly();

}  // namespace ringscope
