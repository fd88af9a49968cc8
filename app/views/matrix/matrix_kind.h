#pragma once

namespace ringscope {
struct ViewKind;
}  // namespace ringscope

namespace ringscope::matrix {

// What each benchmark costs in each version of a program: the executions of a series as a table.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::matrix
