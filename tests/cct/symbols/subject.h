#pragma once

#include <cstdint>

namespace ringscope::subject {

// The address behind a call that Inner() makes, which is inlined into Outer().
[[nodiscard]] uint64_t Outer(int value);

}  // namespace ringscope::subject

// The address behind a call in a function without debug information.
extern "C" uint64_t ringscope_nameless_subject(int value);
