#pragma once

#include <memory>

#include "app/core/effect.h"
#include "app/tables/table_state.h"
#include "cct/base/job_control.h"

namespace ringscope {

// What the tables show, on the calling (job) thread: adds up unless that is known, then filters and sorts.
// Null when cancelled.
[[nodiscard]] std::shared_ptr<const TableOutcome> RunTable(const effect::StartTable& start, JobControl& job);
[[nodiscard]] std::shared_ptr<const NeighbourOutcome> RunNeighbours(const effect::StartNeighbours& start,
                                                                    JobControl& job);

// Which groups a filter lets through, one entry a group: a query about functions where rows are functions;
// elsewhere words are about the rows' own names and fields (`mod:`, `file:`) about the functions in them.
// What is no query is looked for as it stands. Errors: kInvalidArgument for queries about costs or callers.
[[nodiscard]] Result<std::vector<uint8_t>> FilterGroups(const LoadedTree& tree, const FrameGrouping& grouping,
                                                        std::string_view filter);

}  // namespace ringscope
