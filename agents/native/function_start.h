#pragma once

#include <cstdint>

namespace ringscope {

// Where the code begins that an address lies in, by the table that exceptions are unwound by: the function,
// or the part of it that the compiler put elsewhere. 0 where there is no table. O(log functions). Safe in
// handlers of signals.
[[nodiscard]] uintptr_t FunctionStart(uintptr_t address);

}  // namespace ringscope
