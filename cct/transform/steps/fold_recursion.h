#pragma once

#include <cstdint>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/query/sets/function_index.h"
#include "cct/tree/cct.h"

namespace ringscope {

enum class Recursion : uint8_t {
  kAny,     // through any callers in between
  kDirect,  // of a function that calls itself
};

// The tree without recursion, by the rule of Moret et al.: from the top down, a context whose function occurs
// among its callers in the new tree joins the caller of that function, with its cost and its callees; equal
// siblings become one. So a;b;a;c gives a with the callees b and c. kDirect: only where that caller is the
// context's own.
//
// Functions are the same where name, module, file, line and column are (FunctionIndex): the compiled and the
// interpreted form of a method are one recursion. Siblings stay apart by kind, as in any tree. Totals and
// marks are kept.
//
// O(n * metrics). `functions` is that of the tree. Returns `tree` itself where there is no recursion. Errors:
// kMalformed (a damaged file), kCancelled.
[[nodiscard]] Result<CctPtr> FoldRecursion(const CctPtr& tree, const FunctionIndex& functions,
                                           Recursion recursion, JobControl* job = nullptr);

}  // namespace ringscope
