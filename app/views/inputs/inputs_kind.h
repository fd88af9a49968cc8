#pragma once

namespace ringscope {
struct ViewKind;
}  // namespace ringscope

namespace ringscope::inputs {

// What functions cost by the size of their input: plots of one, and a table of all with how fast they grow.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::inputs
