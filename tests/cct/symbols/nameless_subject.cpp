#include "tests/cct/symbols/subject.h"

namespace {

volatile int sink = 0;

[[gnu::noinline]] uint64_t AddressBehindCall() {
  return reinterpret_cast<uint64_t>(__builtin_return_address(0));
}

}  // namespace

extern "C" [[gnu::noinline]] uint64_t ringscope_nameless_subject(int value) {
  const uint64_t address = AddressBehindCall();
  sink = sink + value;
  return address;
}
