#pragma once

#include "app/cli/commands/commands.h"
#include "app/cli/load.h"
#include "app/cli/output.h"

namespace ringscope {

// The table of groups with a column an execution: what each group costs in each of them, in the metric of the
// view. An error where the tree does not hold several executions.
[[nodiscard]] Result<int> RunExecutionsTable(const InputView& view, const TableOptions& options);

}  // namespace ringscope
