// What libFuzzer calls: `ringscope_fuzz TARGET [ARGUMENTS OF LIBFUZZER...]`.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>
#include <utility>

#include "fuzz/targets.h"

namespace {
// libFuzzer calls functions without a state of their own.
ringscope::fuzz::Target g_target;
}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argument_count, char*** arguments) {
  const std::string_view wanted = *argument_count > 1 ? (*arguments)[1] : "";
  for (ringscope::fuzz::Target& target : ringscope::fuzz::AllTargets()) {
    if (target.name == wanted) g_target = std::move(target);
  }
  if (!g_target.run) {
    std::fprintf(stderr,
                 "usage: %s TARGET [ARGUMENTS OF LIBFUZZER...]; the targets are the folders in fuzz/corpus\n",
                 (*arguments)[0]);
    std::exit(2);
  }
  // libFuzzer sees the arguments behind the target's name.
  (*arguments)[1] = (*arguments)[0];
  ++*arguments;
  --*argument_count;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  g_target.run(std::as_bytes(std::span(data, size)));
  return 0;
}
