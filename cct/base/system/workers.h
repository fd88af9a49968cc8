#pragma once

#include <cstdint>
#include <functional>

namespace ringscope {

// The number of threads that pays for `work` units, with at least `work_a_thread` units each: at least 1, at
// most `most`, and one a core.
[[nodiscard]] uint32_t ThreadsWorth(uint64_t work, uint64_t work_a_thread, uint32_t most);

// Calls work(worker) for worker 0 in the calling thread and for 1, 2, ... in one new thread each; returns
// when all have ended. If the system has no more threads, the last workers are not called: hence workers must
// take their tasks from a common store. An exception of a worker (std::bad_alloc) is rethrown when all have
// ended; `stop`, called when it is thrown, must tell the others to end.
void RunWorkers(uint32_t worker_count, const std::function<void(uint32_t)>& work,
                const std::function<void()>& stop);

// Calls work(i) once for each i in [0, task_count), from up to `thread_count` threads, and returns when all
// have ended. An exception of a task is rethrown then; tasks that have not begun are not called.
void RunTasks(uint32_t task_count, uint32_t thread_count, const std::function<void(uint32_t)>& work);

// Makes the calling thread, and threads that it starts, use the processors and the disk only while they are
// idle. Permanent: a thread may not raise its priority again. If the system refuses, the priority stays.
void UseIdleTimeOnly();

}  // namespace ringscope
