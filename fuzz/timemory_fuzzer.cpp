#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/import_fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  ringscope::fuzz::ImportWith("timemory", std::as_bytes(std::span(data, size)));
  return 0;
}
