#pragma once

#include "agents/python/functions.h"
#include "agents/python/interpreter.h"

#include <cstdint>

namespace ringscope {

// No argument has a size.
inline constexpr uint64_t kNoSize = ~uint64_t{0};

// The length of an object, where it is one of Python's own containers or inherits from one: list, tuple, str,
// bytes, bytearray, dict, set and frozenset. Nothing of the program's is called, so __len__ does not count.
uint64_t LengthOf(PyObject* object);

// The size of a call's input: the length of its largest argument. Each of *args is an argument; **kwargs are
// left out. Where none has a length it is the largest argument that is an int, not a bool and not below 0.
uint64_t InputSizeOf(const InterpreterFrame* frame, const KnownCode& known);

}  // namespace ringscope
