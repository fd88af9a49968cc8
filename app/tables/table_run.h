#pragma once

#include <memory>

#include "app/documents/loaded_tree.h"
#include "app/tables/table_state.h"
#include "cct/base/job_control.h"

namespace ringscope {

// What the tables show, on the calling (job) thread: adds up, unless `before` has it, then filters and sorts.
// Null when cancelled.
[[nodiscard]] std::shared_ptr<const TableOutcome> RunTable(const TableRequest& request,
                                                           const TableOutcome* before, JobControl& job);
[[nodiscard]] std::shared_ptr<const NeighbourOutcome> RunNeighbours(const NeighbourRequest& request,
                                                                    const NeighbourOutcome* before,
                                                                    JobControl& job);

// Which groups a filter lets through, one entry a group: a query about functions where rows are functions;
// elsewhere words are about the rows' own names and fields (`mod:`, `file:`) about the functions in them.
// What is no query is looked for as it stands. Errors: kInvalidArgument for queries about costs or callers.
[[nodiscard]] Result<std::vector<uint8_t>> FilterGroups(const LoadedTree& tree, const FrameGrouping& grouping,
                                                        std::string_view filter);

}  // namespace ringscope
