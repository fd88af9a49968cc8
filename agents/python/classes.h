#pragma once

#include "agents/python/interpreter.h"

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include "agents/common/trace_memory.h"
#include "agents/common/type_names.h"

namespace ringscope {

// The classes in which functions were found, added to the trace memory once each, with their superclasses:
// the first one of several, as classes have one superclass there. `object` is left out. Module and qualified
// name identify a class: classes made again under one name are one. With the GIL held; runs no Python code.
// May throw std::bad_alloc.
class ClassTable {
 public:
  explicit ClassTable(TraceMemory& memory) : memory_(memory) {}

  // The class of that qualified name in which a function is defined. It is searched among the classes of
  // `receiver`, the function's first argument or null, then from the module's variables on. Null if it is in
  // none of these, as for classes inside of functions without an object. Borrowed.
  static PyTypeObject* FindOwner(const std::string& class_name, PyObject* receiver, PyObject* globals);

  // The id from 1; 0 for `object` and for null.
  uint32_t IdOf(PyTypeObject* type);

 private:
  TraceMemory& memory_;
  std::unordered_map<std::string, uint32_t> ids_;  // by module, newline, qualified name
};

// The types of objects in calls, by their names. With the GIL held; runs no Python code and keeps no type
// alive.
class TypeTable {
 public:
  explicit TypeTable(TraceMemory& memory);

  // An id for ThreadTree::AddType(). Two loads if the type was met lately.
  [[nodiscard]] uint32_t IdOf(PyTypeObject* type) {
    const uint64_t hash = reinterpret_cast<uintptr_t>(type) * 0x9E3779B97F4A7C15u;
    Known& known = known_[hash >> 52];
    return known.type == type && known.version == VersionOf(type) ? known.id : Meet(type, known);
  }

 private:
  // A type may end, and another one, with another version, take its place in memory. Version 0: unknown.
  struct Known {
    PyTypeObject* type;
    uint32_t version;
    uint32_t id;
  };
  // A version belongs to one type. Types that the program did not make never end.
  static constexpr uint32_t kLasting = ~uint32_t{0};
  [[nodiscard]] static uint32_t VersionOf(const PyTypeObject* type) {
    return (type->tp_flags & Py_TPFLAGS_HEAPTYPE) != 0 ? type->tp_version_tag : kLasting;
  }
  static void GiveVersion(PyTypeObject* type);

  [[nodiscard]] uint32_t Meet(PyTypeObject* type, Known& known);

  TypeNames names_;
  std::unique_ptr<Known[]> known_;
};

// The name as a user would write it: "Outer.Inner".
std::string QualifiedName(PyTypeObject* type);
std::string ModuleName(PyTypeObject* type);

}  // namespace ringscope
