#pragma once

#include <cstdint>

#include "cct/import/callgrind/callgrind_file.h"
#include "cct/tree/cct.h"

namespace ringscope {

struct MetricOfEvent {
  Metric metric;
  int64_t factor = 1;  // what a cost is multiplied by to be in its unit
};

// By the unit that the file tells, or by the name.
[[nodiscard]] MetricOfEvent DescribeEvent(const CallgrindFile::Event& event);

}  // namespace ringscope
