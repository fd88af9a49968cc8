#pragma once

#include <string>
#include <string_view>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/import/bytes/byte_source.h"

namespace ringscope {

// All bytes of an input, for formats that are read out of order: those that lie in memory anyway, else
// inflated into `memory`, which has to stay with the result. `progress_share` is the part of the job's units
// that inflating counts for. Errors: kLimit (more than 8 GiB when inflated), kCancelled, and those of
// ByteSource::Next.
[[nodiscard]] Result<std::string_view> ReadWhole(ByteSource& source, double progress_share, JobControl& job,
                                                 std::string& memory);

}  // namespace ringscope
