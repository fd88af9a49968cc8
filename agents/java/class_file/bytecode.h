#pragma once

#include <cstdint>
#include <vector>

#include "agents/java/class_file/big_endian.h"
#include "agents/java/class_file/constant_pool.h"

namespace ringscope::java {

// The instructions that the agent tells apart (The Java Virtual Machine Specification, 6.5).
enum Opcode : uint8_t {
  kAconstNull = 0x01,
  kIconst0 = 0x03,
  kBipush = 0x10,
  kSipush = 0x11,
  kLdc = 0x12,
  kLdcW = 0x13,
  kLdc2W = 0x14,
  kIload = 0x15,
  kLload = 0x16,
  kAload = 0x19,
  kAload0 = 0x2a,
  kIaload = 0x2e,
  kSaload = 0x35,
  kIstore = 0x36,
  kLstore = 0x37,
  kAstore = 0x3a,
  kAstore0 = 0x4b,
  kIastore = 0x4f,
  kSastore = 0x56,
  kPop2 = 0x58,
  kDup = 0x59,
  kDup2 = 0x5c,
  kIdiv = 0x6c,
  kLdiv = 0x6d,
  kIrem = 0x70,
  kLrem = 0x71,
  kIinc = 0x84,
  kIfeq = 0x99,
  kJsr = 0xa8,
  kRet = 0xa9,
  kTableswitch = 0xaa,
  kLookupswitch = 0xab,
  kIreturn = 0xac,
  kAreturn = 0xb0,
  kReturn = 0xb1,
  kGetstatic = 0xb2,
  kGetfield = 0xb4,
  kInvokevirtual = 0xb6,
  kInvokespecial = 0xb7,
  kInvokestatic = 0xb8,
  kInvokeinterface = 0xb9,
  kInvokedynamic = 0xba,
  kNew = 0xbb,
  kNewarray = 0xbc,
  kAnewarray = 0xbd,
  kAthrow = 0xbf,
  kCheckcast = 0xc0,
  kInstanceof = 0xc1,
  kMonitorenter = 0xc2,
  kMonitorexit = 0xc3,
  kWide = 0xc4,
  kMultianewarray = 0xc5,
  kIfnull = 0xc6,
  kIfnonnull = 0xc7,
  kGotoW = 0xc8,
  kJsrW = 0xc9,
};

struct Instruction {
  uint32_t pc = 0;
  uint32_t size = 0;
  uint8_t opcode = 0;
  bool is_target = false;   // jumps, switches or handlers lead here
  bool is_handler = false;  // handlers begin here
  bool jumps_back = false;  // to itself or an earlier instruction
};

// The instructions of a method, in order. `index_of_pc` finds an instruction by pc, with n + 1 entries for n
// bytes of code.
struct InstructionList {
  std::vector<Instruction> instructions;
  std::vector<uint32_t> index_of_pc;  // kNone where no instruction begins
  static constexpr uint32_t kNone = 0xffffffff;

  [[nodiscard]] uint32_t IndexOf(uint32_t pc) const {
    return pc < index_of_pc.size() ? index_of_pc[pc] : kNone;
  }
};

// False if the bytes are no instructions, or a jump leads out of the code or into an instruction.
[[nodiscard]] bool ReadInstructions(Bytes code, InstructionList& read);

[[nodiscard]] inline uint32_t U2At(Bytes code, uint32_t pc) { return uint32_t{code[pc]} << 8 | code[pc + 1]; }
[[nodiscard]] inline uint32_t U4At(Bytes code, uint32_t pc) {
  return U2At(code, pc) << 16 | U2At(code, pc + 2);
}

[[nodiscard]] constexpr bool IsReturn(uint8_t opcode) { return opcode >= kIreturn && opcode <= kReturn; }
[[nodiscard]] constexpr bool IsSwitch(uint8_t opcode) {
  return opcode == kTableswitch || opcode == kLookupswitch;
}
// Whether the jump has one target, of 16 bits.
[[nodiscard]] constexpr bool IsShortJump(uint8_t opcode) {
  return (opcode >= kIfeq && opcode <= kJsr) || opcode == kIfnull || opcode == kIfnonnull;
}
[[nodiscard]] constexpr bool IsLongJump(uint8_t opcode) { return opcode == kGotoW || opcode == kJsrW; }
[[nodiscard]] bool IsRet(Bytes code, const Instruction& instruction);

// Calls visit(pc) for each target of a jump or switch that ReadInstructions() has read.
template <typename Visit>
void ForEachTarget(Bytes code, const Instruction& instruction, const Visit& visit) {
  const uint32_t pc = instruction.pc;
  if (IsShortJump(instruction.opcode)) {
    visit(pc + static_cast<uint32_t>(static_cast<int16_t>(U2At(code, pc + 1))));
  } else if (IsLongJump(instruction.opcode)) {
    visit(pc + U4At(code, pc + 1));
  } else if (IsSwitch(instruction.opcode)) {
    const uint32_t base = (pc + 4) & ~3u;
    visit(pc + U4At(code, base));
    if (instruction.opcode == kTableswitch) {
      const uint32_t count = U4At(code, base + 8) - U4At(code, base + 4) + 1;
      for (uint32_t i = 0; i < count; ++i) visit(pc + U4At(code, base + 12 + 4 * i));
    } else {
      const uint32_t count = U4At(code, base + 4);
      for (uint32_t i = 0; i < count; ++i) visit(pc + U4At(code, base + 12 + 8 * i));
    }
  }
}

// Whether an instruction may throw, without regard to the instructions before it.
[[nodiscard]] bool MayThrow(Bytes code, const ConstantPool& pool, const Instruction& instruction);

}  // namespace ringscope::java
