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

// The report of a tree that holds these executions: their counts added up, `notes`, to which what is left out
// of all such trees is added.
[[nodiscard]] ImportReport JoinedReport(std::string_view format, std::span<const CctPtr> trees,
                                        std::vector<Execution> executions, std::vector<std::string>& notes);

}  // namespace ringscope
