#include <cstddef>
#include <cstdint>
#include <span>

#include "cct/base/check.h"
#include "cct/base/job_control.h"
#include "cct/import/import_profile.h"
#include "cct/tree/verify.h"

// Any bytes as a user may drop them on the window: detection, decompression, UTF-16, then the importer that
// said yes.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  ringscope::ImportOptions options;
  options.build.max_contexts = 1 << 16;
  options.build.max_string_bytes = 1 << 22;
  options.max_stack_depth = 1 << 14;
  options.max_record_bytes = 1 << 20;
  options.max_inflated_bytes = 1 << 24;
  options.worker_count = 1;
  ringscope::JobControl job;
  const auto tree = ringscope::ImportProfileBytes(std::as_bytes(std::span(data, size)), options, job);
  if (tree) RINGSCOPE_CHECK(ringscope::VerifyCct(**tree).has_value());
  return 0;
}
