#include "cct/base/system/large_array.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace ringscope::large_array_test {
namespace {

// Whether the system knows that the memory at `address` is to be of huge pages: "hg" in the mapping's flags.
[[maybe_unused]] bool IsAdvised(const void* address) {
  std::ifstream mappings("/proc/self/smaps");
  bool is_in_it = false;
  for (std::string line; std::getline(mappings, line);) {
    uintptr_t begin = 0, end = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx ", &begin, &end) == 2) {
      const auto at = reinterpret_cast<uintptr_t>(address);
      is_in_it = at >= begin && at < end;
    }
    if (is_in_it && line.starts_with("VmFlags:")) return line.find(" hg") != std::string::npos;
  }
  return false;
}

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && \
    !defined(RINGSCOPE_SANITIZED)
// In a process of its own, as it is for all of a program.
TEST(LargeArray, HeapAndLargeBlocksAreOfHugePages) {
  if (!std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled"))
    GTEST_SKIP() << "this system has no huge pages";
  const auto use = [] {
    UseHugePagesInHeap();
    char* const small = static_cast<char*>(std::malloc(kLargeBlockBytes - 64));
    char* const large = static_cast<char*>(operator new(2 * kLargeBlockBytes));
    const bool is_small_advised = IsAdvised(small + kLargeBlockBytes / 2);
    const bool is_large_advised = IsAdvised(large + kLargeBlockBytes);
    std::free(small);
    operator delete(large);
    std::fprintf(stderr, "heap %d, large block %d\n", is_small_advised, is_large_advised);
    std::_Exit(0);
  };
  EXPECT_EXIT(use(), testing::ExitedWithCode(0), "heap 1, large block 1");
}
#endif

}  // namespace
}  // namespace ringscope::large_array_test
