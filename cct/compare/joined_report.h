#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Errors: kLimit (more than kMaxExecutions).
[[nodiscard]] Result<void> CheckExecutionCount(size_t count);

// The report of a tree that holds these executions: their counts added up, `notes`, to which it is added if points were
// left out.
[[nodiscard]] ImportReport JoinedReport(std::string_view format, std::span<const CctPtr> trees,
                                        std::vector<Execution> executions, bool keeps_points,
                                        std::vector<std::string>& notes);

}  // namespace ringscope
