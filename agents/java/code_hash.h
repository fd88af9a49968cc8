#pragma once

#include <cstdint>

#include "agents/java/class_file/class_file.h"

namespace ringscope::java {

// A hash of a method's bytecode and handlers. Constants count by what they are, not by where they stand in
// the pool, so it is the same wherever the class was compiled. 0: no code, or none that can be read.
[[nodiscard]] uint64_t CodeHashOf(const ConstantPool& pool, const MethodInfo& method);

// The line of a method's first instruction; 0: unknown.
[[nodiscard]] uint32_t FirstLineOf(const ConstantPool& pool, const MethodInfo& method);

}  // namespace ringscope::java
