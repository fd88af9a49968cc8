#pragma once

#include <cstdint>
#include <string_view>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/query/language/query.h"
#include "cct/query/sets/context_set.h"
#include "cct/tree/cct.h"

namespace ringscope {

// What a query says that asks for types of a tree without any.
inline constexpr std::string_view kNoTypesText =
    "expected a profile with the types of receivers, arguments and results; `record --calls --types` records "
    "them of Python programs";

// How many types the objects have that a context is called on; other types count as one. O(its types).
[[nodiscard]] uint64_t ReceiverTypesOf(const TypeColumns& types, ContextId context);

// The contexts of calls in which an object of the condition's role (QueryNode::field, one of types) was of a
// type that its text matches: in one of them, or in such a share of those whose types in this role are known.
// O(contexts + types seen). Errors: kNotFound (a tree without types), kCancelled.
[[nodiscard]] Result<ContextSet> SelectByType(const Cct& tree, const QueryNode& condition, JobControl* job);

}  // namespace ringscope
