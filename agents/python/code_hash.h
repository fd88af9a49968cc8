#pragma once

#include "agents/python/interpreter.h"

#include <cstdint>

namespace ringscope {

// A number for what a code object does: its instructions without what the interpreter learnt while it ran,
// the names that they use, and its constants. The same in every run and for every place of the file; a
// comment or another line number changes nothing. Of a function inside it counts the name alone, as that has
// code of its own. FNV-1a with 64 bits, never 0; 0 without memory. O(size of the code).
uint64_t CodeHash(PyCodeObject* code);

}  // namespace ringscope
