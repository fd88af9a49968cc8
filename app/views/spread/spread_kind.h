#pragma once

namespace ringscope {
struct ViewKind;
}  // namespace ringscope

namespace ringscope::spread {

// How the cost of one function is spread over its contexts, and which of them are unlike the others.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::spread
