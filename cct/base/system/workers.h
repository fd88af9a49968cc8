#pragma once

#include <cstdint>
#include <functional>

namespace ringscope {

// How many threads are worth their start for `work`, of which each should have `work_a_thread` at least. At
// most `most`, and one a core.
[[nodiscard]] uint32_t ThreadsWorth(uint64_t work, uint64_t work_a_thread, uint32_t most);

// Calls work(worker) for the workers 0, 1, ..., each from a thread of its own, 0 from the calling one, and
// returns when all have ended. Where the system has no more threads to give the last ones are not called, so
// that workers take what is to be done from a common store. What a worker throws (std::bad_alloc) is thrown
// here when all have ended; `stop`, called when it throws, tells the others to end.
void RunWorkers(uint32_t worker_count, const std::function<void(uint32_t)>& work,
                const std::function<void()>& stop);

// Calls work(i) for i in [0, task_count), each once, from up to `thread_count` threads, and returns when all
// have ended. What a task throws is thrown here then; tasks that have not begun are left out.
void RunTasks(uint32_t task_count, uint32_t thread_count, const std::function<void(uint32_t)>& work);

// From now on the calling thread, and threads that it starts, take the processors and the disk only while nobody else
// wants them. For good: a thread may not raise itself again. Where the system refuses, nothing changes.
void UseIdleTimeOnly();

}  // namespace ringscope
