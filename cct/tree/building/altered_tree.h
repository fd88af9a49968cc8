#pragma once

#include <memory>
#include <string_view>

#include "cct/base/result.h"
#include "cct/tree/building/level_order.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The same tree with other columns, frames and report. Keeps `tree` and `owner` alive, which these may lie
// in. O(metrics).
[[nodiscard]] CctPtr WithColumns(const CctPtr& tree, CctColumns columns, FrameTable frames,
                                 ImportReport report, std::shared_ptr<const void> owner);

// The same tree with other frames, as many, and another report. Shares all other columns. O(metrics).
[[nodiscard]] CctPtr WithFrames(const CctPtr& tree, OwnedFrames frames, ImportReport report);

// The same tree with another report. Shares the columns. O(metrics).
[[nodiscard]] CctPtr WithReport(const CctPtr& tree, ImportReport report);

// As many of the outermost layers as have at most `most_contexts` together, at least the root's: what lies
// below them is the own cost of the innermost ones, so that inclusive values stay. Ids and frames are those
// of `tree`; points, samples, members and types are left out. O(contexts of the result * metrics).
[[nodiscard]] CctPtr OutermostLayers(const CctPtr& tree, uint32_t most_contexts);

// The same tree with all of it below one context more, of a process (FrameKind::kProcess) of that name, so
// that the trees of several processes can be merged and told apart. Points and types stay; samples with times
// are left out. `tree` is sound (VerifyCct). O(contexts * metrics + frames). Errors: kLimit (contexts,
// names).
[[nodiscard]] Result<CctPtr> BelowProcess(const Cct& tree, std::string_view process);

}  // namespace ringscope
