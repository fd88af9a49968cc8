#pragma once

namespace ringscope {
struct ViewKind;
}  // namespace ringscope

namespace ringscope::summary {

// What one wants to know first of a profile, as a page: totals, where the cost is by function, package,
// module and thread, the deepest stack, recursion, and what its import left out.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::summary
