#pragma once

#include <cstdint>
#include <vector>

#include "agents/java/class_file/big_endian.h"
#include "agents/java/class_file/bytecode.h"
#include "agents/java/class_file/class_file.h"

namespace ringscope::java {

// Instructions [begin, end) whose exceptions go to a handler.
struct ExceptionRange {
  uint32_t begin = 0, end = 0, handler = 0;
  uint32_t caught = 0;  // a class of the pool; 0: all
};

// An attribute Code (The Java Virtual Machine Specification, 4.7.3).
struct Code {
  uint32_t max_stack = 0, max_locals = 0;
  Bytes bytes;
  std::vector<ExceptionRange> ranges;
  std::vector<Attribute> attributes;
  InstructionList list;

  [[nodiscard]] size_t count() const { return list.instructions.size(); }
  [[nodiscard]] const Instruction& operator[](size_t index) const { return list.instructions[index]; }
  // Whether an instruction begins there.
  [[nodiscard]] bool IsPlace(uint32_t pc) const { return list.IndexOf(pc) != InstructionList::kNone; }
  // Whether an instruction begins or the code ends there.
  [[nodiscard]] bool IsEnd(uint32_t pc) const { return pc == bytes.size() || IsPlace(pc); }
};

// False if the content is no such attribute, or a range or handler lies in the middle of an instruction.
[[nodiscard]] bool ReadCode(Bytes content, const ConstantPool& pool, Code& read);

// The attribute Code of a method, or null.
[[nodiscard]] const Attribute* CodeAttributeOf(const MethodInfo& method);

// A hash of a method's bytecode and handlers. Constants count by value, not by index in the pool, so the hash
// is the same wherever the class was compiled. 0: no code, or code that cannot be read.
[[nodiscard]] uint64_t CodeHashOf(const ConstantPool& pool, const MethodInfo& method);

// The line of each instruction, by its index; 0: unknown.
[[nodiscard]] std::vector<uint32_t> LinesOf(const Code& code);

// The line of a method's first instruction; 0: unknown.
[[nodiscard]] uint32_t FirstLineOf(const ConstantPool& pool, const MethodInfo& method);

}  // namespace ringscope::java
