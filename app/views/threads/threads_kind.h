#pragma once

namespace ringscope {
struct ViewKind;
}  // namespace ringscope

namespace ringscope::threads {

// What each thread of a profile with times did when: a lane a thread.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::threads
