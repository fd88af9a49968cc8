#pragma once

#include <optional>

#include "cct/cct.h"
#include "renderer/layout/view.h"

namespace ringscope {

// The view root a profile opens with and that "whole tree" means.
[[nodiscard]] ViewRoot WholeTreeRoot(const Cct& tree);

// Whether nothing worth showing lies above: the whole tree's root or one of its callers.
[[nodiscard]] bool IsOverallRoot(const Cct& tree, const ViewRoot& root);

// One step towards the callers: from an opened run to the context it belongs to, from a context to its
// caller. Nothing at the top; a synthetic root above a single context counts as nothing.
[[nodiscard]] std::optional<ViewRoot> CallerOf(const Cct& tree, const ViewRoot& root);

// Whether a root can be shown: inside the tree, and a run is children of its context.
[[nodiscard]] bool IsValidRoot(const Cct& tree, const ViewRoot& root);

// The context with the same call path in another tree, threads and processes left out where the other has
// none; the nearest caller that exists there otherwise. For keeping the view across merging of threads and
// reloading.
[[nodiscard]] ContextId FindCounterpart(const Cct& from, ContextId context, const Cct& to);

}  // namespace ringscope
