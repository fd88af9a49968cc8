#include "agents/python/interpreter.h"

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
  const auto append = [&utf8](uint32_t byte) { utf8.push_back(static_cast<char>(byte)); };
  for (Py_ssize_t i = 0; i < length; ++i) {
    uint32_t c = PyUnicode_READ(kind, data, i);
    if (c >= 0xD800 && c < 0xE000) {
      c = 0xFFFD;
    }
    if (c < 0x80) {
      append(c);
    } else if (c < 0x800) {
      append(0xC0 | c >> 6);
      append(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
      append(0xE0 | c >> 12);
      append(0x80 | (c >> 6 & 0x3F));
      append(0x80 | (c & 0x3F));
    } else {
      append(0xF0 | c >> 18);
      append(0x80 | (c >> 12 & 0x3F));
      append(0x80 | (c >> 6 & 0x3F));
      append(0x80 | (c & 0x3F));
    }
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
