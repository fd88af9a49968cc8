#include "agents/python/classes.h"

#include <string_view>
#include <vector>

#include "agents/common/trace_memory.h"
#include "agents/python/interpreter.h"

namespace ringscope {
namespace {

constexpr size_t kLongestLine = 1000;  // of superclasses

bool IsHeapType(PyTypeObject* type) { return PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE) != 0; }

// Among a type and what it inherits from.
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

// "Outer.Inner" from a module's variables.
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
  // From the first class that is not known down to `type`, so that a superclass is told before its classes.
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
      memory_.AddClass({.id = id, .superclass_id = superclass_id, .name = name, .module = module});
    }
  }
  return id;
}

}  // namespace ringscope
