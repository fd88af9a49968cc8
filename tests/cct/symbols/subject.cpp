#include "tests/cct/symbols/subject.h"

namespace ringscope::subject {
namespace {

volatile int sink = 0;

[[gnu::noinline]] uint64_t AddressBehindCall() {
  return reinterpret_cast<uint64_t>(__builtin_return_address(0));
}

[[gnu::always_inline]] inline uint64_t Inner(int value) {
  const uint64_t address = AddressBehindCall();
  sink = sink + value;
  return address;
}

}  // namespace

// The test knows the lines of these two.
[[gnu::noinline]] uint64_t Outer(int value) {
  const uint64_t address = Inner(value);
  sink = sink - value;
  return address;
}

}  // namespace ringscope::subject
