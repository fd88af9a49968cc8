#include "cct/base/check.h"
#include "cct/base/job_control.h"
#include "cct/import/import_profile.h"
#include "cct/tree/verify.h"
#include "fuzz/targets.h"

namespace ringscope::fuzz {

void FuzzDetection(Input bytes) {
  ImportOptions options;
  options.build.max_contexts = 1 << 16;
  options.build.max_string_bytes = 1 << 22;
  options.max_stack_depth = 1 << 14;
  options.max_record_bytes = 1 << 20;
  options.max_inflated_bytes = 1 << 24;
  options.worker_count = 1;
  JobControl job;
  const auto tree = ImportProfileBytes(bytes, options, job);
  if (tree) RINGSCOPE_CHECK(VerifyCct(**tree).has_value());
}

}  // namespace ringscope::fuzz
