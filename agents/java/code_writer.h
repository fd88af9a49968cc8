#pragma once

#include "agents/java/class_file/bytecode.h"
#include "agents/java/class_file/constant_pool.h"
#include "agents/java/instrument_code.h"

namespace ringscope::java {

// Writes instructions in their shortest form.
class CodeWriter {
 public:
  explicit CodeWriter(ConstantPool& pool) : pool_(pool) {}

  // An int, from 0.
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

}  // namespace ringscope::java
