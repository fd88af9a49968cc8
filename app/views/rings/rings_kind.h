#pragma once

namespace ringscope {
struct ViewKind;
}  // namespace ringscope

namespace ringscope::rings {

// Rings around a centre, or an icicle of rows.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::rings
