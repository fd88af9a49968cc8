#pragma once

#include <cstdint>
#include <string>

namespace ringscope {

// Frames with neither a symbol nor a module.
struct PerfUnknown {
  uint64_t frame_count = 0;
  uint64_t sample_count = 0;  // that have some
  bool in_kernel = false;
  bool in_user_code = false;
  bool prints_modules = false;  // of any frame, known or not
  void Add(const PerfUnknown& other);
  // What to tell the user of them; empty where there are none.
  [[nodiscard]] std::string Note() const;
};

}  // namespace ringscope
