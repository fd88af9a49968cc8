#pragma once

#include <memory>
#include <string_view>

#include "cct/base/result.h"
#include "cct/tree/building/level_order.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The same tree with other columns, frames and report. Keeps `tree` and `owner` alive, from which the columns
// and frames may borrow. O(metrics).
[[nodiscard]] CctPtr WithColumns(const CctPtr& tree, CctColumns columns, FrameTable frames,
                                 ImportReport report, std::shared_ptr<const void> owner);

// The same tree with an equal number of other frames and another report. Shares all other columns.
// O(metrics).
[[nodiscard]] CctPtr WithFrames(const CctPtr& tree, OwnedFrames frames, ImportReport report);

// The same tree with another report. Shares the columns. O(metrics).
[[nodiscard]] CctPtr WithReport(const CctPtr& tree, ImportReport report);

// The outermost layers that have at most `most_contexts` contexts together, at least the root's layer.
// Inclusive values stay: cost below the kept layers becomes self cost of the last layer. Ids and frames are
// those of `tree`; points, samples, members and types are left out. O(contexts of the result * metrics).
[[nodiscard]] CctPtr OutermostLayers(const CctPtr& tree, uint32_t most_contexts);

// The same tree below one additional context for a process (FrameKind::kProcess) of that name, so that trees
// of several processes can be merged and stay apart. Points and types stay; samples with times are left out.
// `tree` is sound (VerifyCct). O(contexts * metrics + frames). Errors: kLimit (contexts, names).
[[nodiscard]] Result<CctPtr> BelowProcess(const Cct& tree, std::string_view process);

}  // namespace ringscope
