#pragma once

#include <cstdint>

#include "app/core/ids.h"

namespace ringscope::action {

struct CancelJob {
  JobId job = kNoJob;
};
struct JobProgressed {
  JobId job = kNoJob;
  uint64_t done_units = 0;
  uint64_t total_units = 0;
};

}  // namespace ringscope::action
