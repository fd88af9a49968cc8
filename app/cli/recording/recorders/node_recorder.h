#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ringscope {

// A script that Node.js loads before the program (--require). It records what the program does, or allocates,
// and writes "node.PID.THREAD.NAME" into the folder when a process or a worker ends, also by SIGINT, SIGTERM
// or SIGHUP where the program has no answer to them: then the process ends by the same signal. What a program
// asks of its listeners leaves these three out. `folder` has no quotes in it.
[[nodiscard]] std::string NodeRecorder(std::string_view folder, bool is_heap, uint32_t interval_us);

}  // namespace ringscope
