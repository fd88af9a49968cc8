#pragma once

#include "agents/python/thread_recorder.h"

namespace ringscope {

// The recorder of the calling thread, made at its first call. Null without memory. With the GIL held. It ends
// with the thread.
ThreadRecorder* ThisThreadRecorder(const Recording& recording);

// In the child of a fork, by the thread that forked: its recorder starts anew.
void RestartThisThread();

// Names the thread as the program does: `thread` is its threading.Thread, or anything else, which names
// nothing.
void NameThisThread(ThreadRecorder& recorder, PyObject* thread);

}  // namespace ringscope
