#pragma once

#include <cstdint>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/query/sets/context_set.h"
#include "cct/query/sets/frame_grouping.h"
#include "cct/query/sets/function_index.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Trees of coarser frames. Totals and marks are kept. Frames of threads and processes are no functions and
// stay what they are. O(n * metrics + frames). Errors: kMalformed (a damaged file), kCancelled.

// Every frame is replaced by its group, and a context of its caller's group becomes one with it; equal
// siblings become one. `by` is kModule, kPackage, kClass, kFile or kKind. The new frames (kind user) are
// named after their group and carry the module and file that all frames of the group have in common; frames
// without one are the group "(unknown)", kind synthetic.
[[nodiscard]] Result<CctPtr> GroupContexts(const CctPtr& tree, const FunctionIndex& functions, GroupBy by,
                                           JobControl* job = nullptr);

// A run of matches, caller after callee, of one module becomes one context, whose frame (kind user) is named
// after the module; matches without a module become "(unknown)", kind synthetic. Equal siblings become one.
// Returns `tree` itself where nothing matches.
[[nodiscard]] Result<CctPtr> CollapseModules(const CctPtr& tree, const ContextSet& matches, JobControl* job = nullptr);

// One layer: each function of the tree with its self cost. Frames that differ in kind alone are one function,
// shown as the first of them. What threads and processes cost themselves goes to their caller, mostly the
// synthetic root.
[[nodiscard]] Result<CctPtr> AggregateFunctions(const CctPtr& tree, const FunctionIndex& functions,
                                                JobControl* job = nullptr);

}  // namespace ringscope
