#pragma once

#include "cct/tree/cct.h"

namespace ringscope {

// The same tree with another report. Shares the columns. O(metrics).
[[nodiscard]] CctPtr WithReport(const CctPtr& tree, ImportReport report);

}  // namespace ringscope
