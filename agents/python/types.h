#pragma once

#include "agents/python/interpreter.h"

#include <cstdint>
#include <memory>

#include "agents/common/trace_memory.h"
#include "agents/common/type_names.h"

namespace ringscope {

// The types of objects in calls, by their names. With the GIL held; runs no Python code and keeps no type
// alive.
class TypeTable {
 public:
  explicit TypeTable(TraceMemory& memory);

  // For ThreadTree::AddType(). Two loads where the type was met lately.
  [[nodiscard]] uint32_t IdOf(PyTypeObject* type) {
    const uint64_t hash = reinterpret_cast<uintptr_t>(type) * 0x9E3779B97F4A7C15u;
    Known& known = known_[hash >> 52];
    return known.type == type && known.version == VersionOf(type) ? known.id : Meet(type, known);
  }

 private:
  // A type may end, and another one lie in its place, which has another version. 0 is none, and not known.
  struct Known {
    PyTypeObject* type;
    uint32_t version;
    uint32_t id;
  };
  // Versions are of one type alone. Types that are not made by the program do not end.
  static constexpr uint32_t kLasting = ~uint32_t{0};
  [[nodiscard]] static uint32_t VersionOf(const PyTypeObject* type) {
    return (type->tp_flags & Py_TPFLAGS_HEAPTYPE) != 0 ? type->tp_version_tag : kLasting;
  }
  static void GiveVersion(PyTypeObject* type);

  [[nodiscard]] uint32_t Meet(PyTypeObject* type, Known& known);

  TypeNames names_;
  std::unique_ptr<Known[]> known_;
};

}  // namespace ringscope
