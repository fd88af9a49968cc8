#pragma once

#include "agents/python/interpreter.h"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace ringscope {

class TraceMemory;

// The classes that functions were found in, told to the trace memory once each, with their superclasses: of
// several the first one, as classes have one superclass there. `object` is left out. A class is known by its
// module and its qualified name: classes made again under one name are one. With the GIL held; runs no Python
// code. May throw std::bad_alloc.
class ClassTable {
 public:
  explicit ClassTable(TraceMemory& memory) : memory_(memory) {}

  // The class of that qualified name that a function is defined in. It is looked for where `receiver`, the
  // function's first argument or null, comes from, then from the module's variables on. Null where it is in
  // none of them, as for classes inside of functions that no object was made of. Borrowed.
  static PyTypeObject* FindOwner(const std::string& class_name, PyObject* receiver, PyObject* globals);

  // From 1; 0 for `object` and for null.
  uint32_t IdOf(PyTypeObject* type);

 private:
  TraceMemory& memory_;
  std::unordered_map<std::string, uint32_t> ids_;  // by module, newline, qualified name
};

// As a user would write it: "Outer.Inner".
std::string QualifiedName(PyTypeObject* type);
std::string ModuleName(PyTypeObject* type);

}  // namespace ringscope
