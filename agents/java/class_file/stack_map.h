#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "agents/java/class_file/big_endian.h"
#include "agents/java/class_file/constant_pool.h"

namespace ringscope::java {

// The type that the verifier knows of a local variable or of a place on the operand stack (The Java Virtual
// Machine Specification, 4.7.4).
struct VerificationType {
  static constexpr uint8_t kTop = 0, kInteger = 1, kFloat = 2, kDouble = 3, kLong = 4, kNull = 5,
                           kUninitializedThis = 6, kObject = 7, kUninitialized = 8;
  uint8_t tag = kTop;
  uint16_t operand = 0;  // kObject: a class of the pool; kUninitialized: pc of its `new`

  [[nodiscard]] uint32_t slots() const { return tag == kLong || tag == kDouble ? 2 : 1; }
};

struct StackMapFrame {
  uint32_t pc = 0;
  std::vector<VerificationType> locals, stack;
};

// The frame that a method begins with. Classes of arguments are added to the pool.
[[nodiscard]] StackMapFrame FirstFrame(ConstantPool& pool, std::string_view class_name, bool is_static,
                                       bool is_constructor, std::string_view descriptor);

// Reads all frames of an attribute StackMapTable, written out in full. False if the content is no such
// attribute.
[[nodiscard]] bool ReadStackMap(Bytes content, const StackMapFrame& first, std::vector<StackMapFrame>& read);

// Writes an attribute's content. Frames have rising pcs, each pc once.
void WriteStackMap(const std::vector<StackMapFrame>& frames, BigEndianWriter& out);

}  // namespace ringscope::java
