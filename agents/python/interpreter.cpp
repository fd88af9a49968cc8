#include "agents/python/interpreter.h"

#include "cct/base/text/utf8.h"

namespace ringscope {

std::string Utf8Of(PyObject* text) {
  std::string utf8;
  if (text == nullptr || !PyUnicode_Check(text) || PyUnicode_READY(text) != 0) {
    return utf8;
  }
  const Py_ssize_t length = PyUnicode_GET_LENGTH(text);
  const int kind = static_cast<int>(PyUnicode_KIND(text));
  const void* data = PyUnicode_DATA(text);
  utf8.reserve(static_cast<size_t>(length));
  for (Py_ssize_t i = 0; i < length; ++i) {
    const uint32_t c = PyUnicode_READ(kind, data, i);
    AppendUtf8(c >= 0xD800 && c < 0xE000 ? 0xFFFD : c, utf8);
  }
  return utf8;
}

PyObject* FindInDict(PyObject* dict, const char* name) {
  if (dict == nullptr || !PyDict_Check(dict)) {
    return nullptr;
  }
  PyObject* key = PyUnicode_InternFromString(name);
  PyObject* value = key == nullptr ? nullptr : PyDict_GetItemWithError(dict, key);
  Py_XDECREF(key);
  PyErr_Clear();
  return value;
}

}  // namespace ringscope
