#pragma once

namespace ringscope {

// As long as one lives, a MemoryLimit counts what all threads take and refuses nothing: for libraries that
// call `operator new` and do not bear it that it throws, as those that draw, which keep locks then that they
// wait for later.
class MemoryLimitPause {
 public:
  MemoryLimitPause();
  ~MemoryLimitPause();
  MemoryLimitPause(const MemoryLimitPause&) = delete;
  MemoryLimitPause& operator=(const MemoryLimitPause&) = delete;
};

}  // namespace ringscope
