#include "agents/python/types.h"

#include <new>
#include <string>

#include "agents/python/classes.h"

namespace ringscope {
namespace {

constexpr size_t kKnownTypes = 4096;

// "module.Outer.Inner", without the module where that is Python's own; "None" of None.
std::string NameOf(PyTypeObject* type) {
  if (type == Py_TYPE(Py_None)) {
    return "None";
  }
  std::string module = ModuleName(type);
  return module == "builtins" ? QualifiedName(type) : module + '.' + QualifiedName(type);
}

}  // namespace

TypeTable::TypeTable(TraceMemory& memory) : names_(memory), known_(std::make_unique<Known[]>(kKnownTypes)) {}

// As the interpreter does where it looks up an attribute.
void TypeTable::GiveVersion(PyTypeObject* type) {
  if (VersionOf(type) != 0) {
    return;
  }
#if PY_VERSION_HEX >= 0x030C0000
  PyUnstable_Type_AssignVersionTag(type);
#else
  _PyType_Lookup(type, reinterpret_cast<PyHeapTypeObject*>(type)->ht_name);
#endif
}

uint32_t TypeTable::Meet(PyTypeObject* type, Known& known) {
  try {
    const uint32_t id = names_.IdOf(NameOf(type));
    GiveVersion(type);
    const uint32_t version = VersionOf(type);
    known = {.type = version == 0 ? nullptr : type, .version = version, .id = id};
    return id;
  } catch (const std::bad_alloc&) {
    return 0;
  }
}

}  // namespace ringscope
