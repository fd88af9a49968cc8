#pragma once

#include "agents/python/interpreter.h"

#include <string>

namespace ringscope {

// A Python string as UTF-8; "" for what is none. Half surrogates, which UTF-8 has no form for, become U+FFFD.
// Unlike PyUnicode_AsUTF8() it leaves nothing in the string, so that the program's sizes stay as they are.
std::string Utf8Of(PyObject* text);

// A string as one of the places where code lives, without the program's own hash functions being called: the
// value of `name` in a dict, borrowed, or null. Leaves no error.
PyObject* FindInDict(PyObject* dict, const char* name);

}  // namespace ringscope
