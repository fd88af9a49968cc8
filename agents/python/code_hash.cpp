#include "agents/python/code_hash.h"

#include <cstring>
#include <string_view>
#include <vector>

#include "agents/python/text.h"

namespace ringscope {
namespace {

class Fnv {
 public:
  void Add(std::string_view bytes) {
    Number(bytes.size());
    for (const char byte : bytes) {
      hash_ = (hash_ ^ static_cast<unsigned char>(byte)) * 0x100000001B3u;
    }
  }
  void Number(uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) {
      hash_ = (hash_ ^ (number >> shift & 0xFF)) * 0x100000001B3u;
    }
  }
  [[nodiscard]] uint64_t hash() const { return hash_; }

 private:
  uint64_t hash_ = 0xCBF29CE484222325u;
};

uint64_t Bits(double value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

// A constant that holds no others, of one of the types that a compiler makes.
uint64_t HashOfPlain(PyObject* constant) {
  Fnv fnv;
  fnv.Add(Py_TYPE(constant)->tp_name);
  if (PyUnicode_CheckExact(constant)) {
    fnv.Add(Utf8Of(constant));
  } else if (PyBytes_CheckExact(constant)) {
    fnv.Add({PyBytes_AS_STRING(constant), static_cast<size_t>(PyBytes_GET_SIZE(constant))});
  } else if (PyFloat_CheckExact(constant)) {
    fnv.Number(Bits(PyFloat_AS_DOUBLE(constant)));
  } else if (PyComplex_CheckExact(constant)) {
    fnv.Number(Bits(PyComplex_RealAsDouble(constant)));
    fnv.Number(Bits(PyComplex_ImagAsDouble(constant)));
  } else if (PyBool_Check(constant)) {
    fnv.Number(constant == Py_True ? 1 : 0);
  } else if (PyLong_CheckExact(constant)) {
    // Numbers that differ by a multiple of 2^61 - 1 have one hash; their sizes tell most of them apart.
    fnv.Number(static_cast<uint64_t>(PyObject_Hash(constant)));
    fnv.Number(_PyLong_NumBits(constant));
    fnv.Number(static_cast<uint64_t>(_PyLong_Sign(constant)));
  } else if (PyCode_Check(constant)) {
    fnv.Add(Utf8Of(reinterpret_cast<PyCodeObject*>(constant)->co_name));
  }
  return fnv.hash();
}

// Tuples and frozen sets hold others. What is in them is told in the order of a tuple; of a set, whose order
// changes from run to run, the sum counts. The parser allows no deep nesting, so a short way down is enough.
constexpr int kDeepestConstant = 16;

uint64_t HashOfConstant(PyObject* constant, int depth) {
  if (depth < kDeepestConstant && PyTuple_CheckExact(constant)) {
    Fnv fnv;
    fnv.Add("tuple of");
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(constant); ++i) {
      fnv.Number(HashOfConstant(PyTuple_GET_ITEM(constant, i), depth + 1));
    }
    return fnv.hash();
  }
  if (depth < kDeepestConstant && PyFrozenSet_CheckExact(constant)) {
    Fnv fnv;
    fnv.Add("set of");
    uint64_t sum = 0;
    PyObject* member = nullptr;
    PyObject* iterator = PyObject_GetIter(constant);
    while (iterator != nullptr && (member = PyIter_Next(iterator)) != nullptr) {
      sum += HashOfConstant(member, depth + 1);
      Py_DECREF(member);
    }
    Py_XDECREF(iterator);
    fnv.Number(sum);
    return fnv.hash();
  }
  return HashOfPlain(constant);
}

}  // namespace

uint64_t CodeHash(PyCodeObject* code) {
  // As it was compiled.
  PyObject* instructions = PyCode_GetCode(code);
  if (instructions == nullptr) {
    PyErr_Clear();
    return 0;
  }
  Fnv fnv;
  fnv.Add({PyBytes_AS_STRING(instructions), static_cast<size_t>(PyBytes_GET_SIZE(instructions))});
  Py_DECREF(instructions);
  fnv.Number(HashOfConstant(code->co_consts, 0));
  fnv.Number(HashOfConstant(code->co_names, 0));
  fnv.Number(static_cast<uint64_t>(code->co_flags & ~CO_NESTED));
  const uint64_t hash = fnv.hash();
  return hash == 0 ? 1 : hash;
}

}  // namespace ringscope
