#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "agents/java/class_file/big_endian.h"
#include "agents/java/class_file/constant_pool.h"

namespace ringscope::java {

// What the verifier knows of a local variable or of a place on the operand stack (The Java Virtual Machine
// Specification, 4.7.4).
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

// The frames of an attribute StackMapTable, in full. False where it is none.
[[nodiscard]] bool ReadStackMap(Bytes content, const StackMapFrame& first, std::vector<StackMapFrame>& read);

// An attribute's content. Frames are by rising pc, each pc once.
void WriteStackMap(const std::vector<StackMapFrame>& frames, BigEndianWriter& out);

// Slots of local variables that the arguments of a method take, without `this`; and calls visit(slots, text)
// for each.
template <typename Visit>
void ForEachArgument(std::string_view descriptor, const Visit& visit) {
  size_t at = 1;
  while (at < descriptor.size() && descriptor[at] != ')') {
    const size_t begin = at;
    while (at < descriptor.size() && descriptor[at] == '[') ++at;
    if (at < descriptor.size() && descriptor[at] == 'L') {
      at = descriptor.find(';', at);
      if (at == std::string_view::npos) return;
    }
    ++at;
    const std::string_view text = descriptor.substr(begin, at - begin);
    visit(text == "J" || text == "D" ? 2u : 1u, text);
  }
}

}  // namespace ringscope::java
