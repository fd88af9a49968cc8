#pragma once

#include <cstdint>
#include <vector>

#include "agents/java/class_file/code_attribute.h"
#include "agents/java/class_file/stack_map.h"

namespace ringscope::java {

// Where instructions are after more were put between them, by where they were.
struct CodeMove {
  const Code& code;
  std::vector<uint32_t> new_pc;     // what jumps there go to; of code.bytes.size() too
  std::vector<uint32_t> opcode_pc;  // the instruction itself

  explicit CodeMove(const Code& of) : code(of), new_pc(of.bytes.size() + 1), opcode_pc(of.bytes.size() + 1) {}
  // What is put in front of the first instruction belongs to it.
  [[nodiscard]] uint32_t Begin(uint32_t pc) const { return pc == 0 ? 0 : new_pc[pc]; }
};

// The local variables that are added behind the others: a node, and a count.
struct AddedLocals {
  uint32_t first_slot = 0;
  bool has_count = false;

  // Fills the locals of a frame up to them, and adds them.
  void AddTo(StackMapFrame& frame) const;
};

// Attributes of the code as they are after the move. False where the content is none.
[[nodiscard]] bool MoveLines(Bytes content, const CodeMove& move, BigEndianWriter& out);
[[nodiscard]] bool MoveVariables(Bytes content, const CodeMove& move, BigEndianWriter& out);
// With a last frame, where there is one.
[[nodiscard]] bool MoveFrames(Bytes content, const StackMapFrame& first, const CodeMove& move,
                              const AddedLocals& added, const StackMapFrame* last, BigEndianWriter& out);

}  // namespace ringscope::java
