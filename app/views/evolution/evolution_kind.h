#pragma once

namespace ringscope {
struct ViewKind;
}  // namespace ringscope

namespace ringscope::evolution {

// A comparison as a tree of boxes that tell which calls made one side slower than the other.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::evolution
