#pragma once

#include <string_view>

namespace ringscope {

// What a recording of a Python program counts beside calls. Given in the environment as RINGSCOPE_PYTHON, so
// that children have it too: words with commas between them, "no-time,sizes".
struct RecorderOptions {
  bool has_time = true;       // "no-time"
  bool has_cpu_time = false;  // "cpu": the thread's clock, whose reading is a system call
  bool has_receivers = true;  // "no-receivers"
  bool has_sizes = false;     // "sizes": points of the cost over the length of the largest argument

  // Says on stderr which word it does not know, and leaves it out.
  static RecorderOptions Read(std::string_view text);
};

}  // namespace ringscope
