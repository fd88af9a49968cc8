#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "cct/base/check.h"
#include "cct/file/cct_file.h"
#include "cct/tree/verify.h"
#include "fuzz/import_fuzzing.h"

// The reader of .cct files: whatever opens must be safe to read in full, checked or not, and the check must
// end.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const int fd = memfd_create("input.cct", MFD_CLOEXEC);
  RINGSCOPE_CHECK(fd >= 0);
  for (size_t written = 0; written < size;) {
    const ssize_t count = write(fd, data + written, size - written);
    RINGSCOPE_CHECK(count > 0);
    written += static_cast<size_t>(count);
  }
  const auto tree = ringscope::OpenCctFile("/proc/self/fd/" + std::to_string(fd));
  if (tree) {
    volatile uint64_t sink = ringscope::fuzz::ReadEverything(**tree);
    static_cast<void>(sink);
    static_cast<void>(ringscope::VerifyCct(**tree));
  }
  close(fd);
  return 0;
}
