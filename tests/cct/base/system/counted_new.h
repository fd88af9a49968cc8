#pragma once

#include <cstdint>
#include <string>

#include "cct/base/system/memory_limit.h"

namespace ringscope::test {

// Whether a MemoryLimit counts what `operator new` gives here: the thread sanitizer has one of its own.
inline bool IsNewCounted() {
  const MemoryLimit limit(uint64_t{1} << 20);
  const std::string text(1000, 'x');
  return MemoryLimit::held_bytes() > 0;
}

}  // namespace ringscope::test
