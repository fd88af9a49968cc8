#pragma once

namespace ringscope::test {

// Whether a MemoryLimit counts what `operator new` gives here: the thread sanitizer has one of its own.
constexpr bool IsNewCounted() {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
  return false;
#endif
#endif
  return true;
}

}  // namespace ringscope::test
