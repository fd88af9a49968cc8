#pragma once

namespace ringscope {
struct ViewKind;
}  // namespace ringscope

namespace ringscope::versions {

// What functions and the whole cost in each execution of a series, as lines over the executions.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::versions
