#include "agents/python/classes.h"

#include <new>
#include <string_view>
#include <vector>

namespace ringscope {
namespace {

constexpr size_t kLongestLine = 1000;  // of superclasses
constexpr size_t kKnownTypes = 4096;

bool IsHeapType(PyTypeObject* type) { return PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE) != 0; }

// Finds a class among a type and its superclasses.
PyTypeObject* FindInOrder(const std::string& class_name, PyTypeObject* type) {
  PyObject* order = type->tp_mro;
  if (order == nullptr || !PyTuple_Check(order)) {
    return nullptr;
  }
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(order); ++i) {
    PyObject* candidate = PyTuple_GET_ITEM(order, i);
    if (PyType_Check(candidate) && QualifiedName(reinterpret_cast<PyTypeObject*>(candidate)) == class_name) {
      return reinterpret_cast<PyTypeObject*>(candidate);
    }
  }
  return nullptr;
}

// Finds "Outer.Inner" from a module's variables.
PyTypeObject* FindFromGlobals(const std::string& class_name, PyObject* globals) {
  PyObject* place = globals;
  PyTypeObject* type = nullptr;
  for (size_t begin = 0; begin <= class_name.size();) {
    const size_t end = std::min(class_name.find('.', begin), class_name.size());
    PyObject* found = FindInDict(place, class_name.substr(begin, end - begin).c_str());
    if (found == nullptr || !PyType_Check(found)) {
      return nullptr;
    }
    type = reinterpret_cast<PyTypeObject*>(found);
    place = type->tp_dict;
    begin = end + 1;
  }
  // A variable of that name may hold another class.
  return type != nullptr && QualifiedName(type) == class_name ? type : nullptr;
}

PyTypeObject* SuperclassOf(PyTypeObject* type) {
  PyObject* bases = type->tp_bases;
  if (bases != nullptr && PyTuple_Check(bases) && PyTuple_GET_SIZE(bases) != 0 &&
      PyType_Check(PyTuple_GET_ITEM(bases, 0))) {
    return reinterpret_cast<PyTypeObject*>(PyTuple_GET_ITEM(bases, 0));
  }
  return type->tp_base;
}

// "module.Outer.Inner", without the module for Python's own types; "None" for None.
std::string NameOf(PyTypeObject* type) {
  if (type == Py_TYPE(Py_None)) {
    return "None";
  }
  std::string module = ModuleName(type);
  return module == "builtins" ? QualifiedName(type) : module + '.' + QualifiedName(type);
}

}  // namespace

std::string QualifiedName(PyTypeObject* type) {
  if (IsHeapType(type)) {
    return Utf8Of(reinterpret_cast<PyHeapTypeObject*>(type)->ht_qualname);
  }
  const std::string_view name = type->tp_name;
  return std::string(name.substr(name.rfind('.') + 1));
}

std::string ModuleName(PyTypeObject* type) {
  if (IsHeapType(type)) {
    std::string module = Utf8Of(FindInDict(type->tp_dict, "__module__"));
    if (!module.empty()) {
      return module;
    }
  }
  const std::string_view name = type->tp_name;
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? "builtins" : std::string(name.substr(0, dot));
}

PyTypeObject* ClassTable::FindOwner(const std::string& class_name, PyObject* receiver, PyObject* globals) {
  if (receiver != nullptr) {
    if (PyTypeObject* type = FindInOrder(class_name, Py_TYPE(receiver))) {
      return type;
    }
    if (PyType_Check(receiver)) {  // of a class method, or of __new__
      if (PyTypeObject* type = FindInOrder(class_name, reinterpret_cast<PyTypeObject*>(receiver))) {
        return type;
      }
    }
  }
  return FindFromGlobals(class_name, globals);
}

uint32_t ClassTable::IdOf(PyTypeObject* type) {
  // From the topmost class down to `type`, so that a superclass is added before its subclasses.
  std::vector<PyTypeObject*> line;
  while (type != nullptr && type != &PyBaseObject_Type && line.size() < kLongestLine) {
    line.push_back(type);
    type = SuperclassOf(type);
  }
  uint32_t id = 0;
  for (auto member = line.rbegin(); member != line.rend(); ++member) {
    const std::string module = ModuleName(*member);
    const std::string name = QualifiedName(*member);
    const uint32_t superclass_id = id;
    const auto [place, is_new] =
        ids_.try_emplace(module + '\n' + name, static_cast<uint32_t>(ids_.size() + 1));
    id = place->second;
    if (is_new) {
      memory_.AddClass({.id = id, .superclass_id = superclass_id}, name, module);
    }
  }
  return id;
}

TypeTable::TypeTable(TraceMemory& memory) : names_(memory), known_(std::make_unique<Known[]>(kKnownTypes)) {}

// Gives a version in the same way as the interpreter when it looks up an attribute.
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
