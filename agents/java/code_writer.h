#pragma once

#include <cstdint>
#include <vector>

#include "agents/java/class_file/bytecode.h"
#include "agents/java/class_file/code_attribute.h"
#include "agents/java/class_file/constant_pool.h"
#include "agents/java/class_file/stack_map.h"
#include "agents/java/instrument_code.h"

namespace ringscope::java {

// Writes instructions in their shortest form.
class CodeWriter {
 public:
  explicit CodeWriter(ConstantPool& pool) : pool_(pool) {}

  // Pushes an int, from 0.
  void Push(uint32_t value) {
    if (value <= 5) {
      out_.U1(kIconst0 + value);
    } else if (value < 128) {
      out_.U1(kBipush);
      out_.U1(value);
    } else if (value < 32768) {
      out_.U1(kSipush);
      out_.U2(value);
    } else {
      PushConstant(pool_.AddInteger(value));
    }
  }
  void PushConstant(uint32_t index) {
    if (index < 256) {
      out_.U1(kLdc);
      out_.U1(index);
    } else {
      out_.U1(kLdcW);
      out_.U2(index);
    }
  }
  // kIload to kAload.
  void Load(uint8_t opcode, uint32_t slot) { Variable(opcode, 0x1au + (opcode - kIload) * 4u, slot); }
  // kIstore to kAstore.
  void Store(uint8_t opcode, uint32_t slot) { Variable(opcode, 0x3bu + (opcode - kIstore) * 4u, slot); }
  void Increase(uint32_t slot, uint32_t by) {
    constexpr uint32_t kMost = 32767;
    for (; by > kMost; by -= kMost) Increase(slot, kMost);
    if (slot < 256 && by < 128) {
      out_.U1(kIinc);
      out_.U1(slot);
      out_.U1(by);
    } else {
      out_.U1(kWide);
      out_.U1(kIinc);
      out_.U2(slot);
      out_.U2(by);
    }
  }
  void Call(std::string_view method, std::string_view descriptor) {
    out_.U1(kInvokestatic);
    out_.U2(pool_.AddMethod(kProbeClass, method, descriptor));
  }
  void Plain(uint8_t opcode) { out_.U1(opcode); }

  [[nodiscard]] BigEndianWriter& out() { return out_; }
  [[nodiscard]] uint32_t pc() const { return out_.size(); }

 private:
  void Variable(uint8_t opcode, uint32_t short_form, uint32_t slot) {
    if (slot < 4) {
      out_.U1(short_form + slot);
    } else if (slot < 256) {
      out_.U1(opcode);
      out_.U1(slot);
    } else {
      out_.U1(kWide);
      out_.U1(opcode);
      out_.U2(slot);
    }
  }

  ConstantPool& pool_;
  BigEndianWriter out_;
};

// The new places of instructions after others were put between them, by their old places.
struct CodeMove {
  const Code& code;
  std::vector<uint32_t> new_pc;     // target of jumps there; with an entry for the end of the code
  std::vector<uint32_t> opcode_pc;  // the instruction itself

  explicit CodeMove(const Code& of) : code(of), new_pc(of.bytes.size() + 1), opcode_pc(of.bytes.size() + 1) {}
  // Instructions put in front of the first one belong to it.
  [[nodiscard]] uint32_t Begin(uint32_t pc) const { return pc == 0 ? 0 : new_pc[pc]; }
};

// The local variables that are added behind the method's own: a node, and a count.
struct AddedLocals {
  uint32_t first_slot = 0;
  bool has_count = false;

  // Fills the locals of a frame up to them, and adds them.
  void AddTo(StackMapFrame& frame) const;
};

// Write an attribute of the code for the code after the move. False if the content is no such attribute.
[[nodiscard]] bool MoveLines(Bytes content, const CodeMove& move, BigEndianWriter& out);
[[nodiscard]] bool MoveVariables(Bytes content, const CodeMove& move, BigEndianWriter& out);
// `last` is a last frame, or null.
[[nodiscard]] bool MoveFrames(Bytes content, const StackMapFrame& first, const CodeMove& move,
                              const AddedLocals& added, const StackMapFrame* last, BigEndianWriter& out);

}  // namespace ringscope::java
