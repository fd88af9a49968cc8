#pragma once

#include "app/cli/commands.h"
#include "cct/base/result.h"
#include "cct/cct.h"
#include "renderer/layout/view.h"

namespace ringscope {

// Reads the input of a command, with a progress bar on a terminal. Errors as LoadTree.
[[nodiscard]] Result<CctPtr> LoadInput(const InputOptions& options);

// Finds metric and root in the tree. Errors: kNotFound.
[[nodiscard]] Result<ViewSpec> ResolveView(const Cct& tree, const ViewOptions& options);

}  // namespace ringscope
