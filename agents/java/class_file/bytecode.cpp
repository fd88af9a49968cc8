#include "agents/java/class_file/bytecode.h"

namespace ringscope::java {

namespace {

constexpr uint32_t kMostBytecodeBytes = 65535;

// Sizes of instructions by opcode; 0: no instruction, or one of varying size.
constexpr auto kSizes = [] {
  struct Sizes {
    uint8_t of[256] = {};
  } sizes;
  for (int opcode = 0; opcode <= 0xc9; ++opcode) sizes.of[opcode] = 1;
  for (int opcode = kIload; opcode <= kAload; ++opcode) sizes.of[opcode] = 2;
  for (int opcode = kIstore; opcode <= kAstore; ++opcode) sizes.of[opcode] = 2;
  for (int opcode = kIfeq; opcode <= kJsr; ++opcode) sizes.of[opcode] = 3;
  for (int opcode = kGetstatic; opcode <= kInvokestatic; ++opcode) sizes.of[opcode] = 3;
  for (int opcode : {kBipush, kLdc, kRet, kNewarray}) sizes.of[opcode] = 2;
  for (int opcode :
       {kSipush, kLdcW, kLdc2W, kIinc, kNew, kAnewarray, kCheckcast, kInstanceof, kIfnull, kIfnonnull}) {
    sizes.of[opcode] = 3;
  }
  for (int opcode : {kInvokeinterface, kInvokedynamic, kGotoW, kJsrW}) sizes.of[opcode] = 5;
  sizes.of[kMultianewarray] = 4;
  for (int opcode : {kTableswitch, kLookupswitch, kWide}) sizes.of[opcode] = 0;
  return sizes;
}();

// The size of the instruction at `pc`; 0: none that fits.
uint32_t SizeAt(Bytes code, uint32_t pc) {
  const uint8_t opcode = code[pc];
  if (kSizes.of[opcode] != 0) return kSizes.of[opcode];
  const auto left = static_cast<uint32_t>(code.size() - pc);
  if (opcode == kWide) return left < 2 ? 0 : code[pc + 1] == kIinc ? 6 : 4;
  if (!IsSwitch(opcode)) return 0;
  const uint32_t pad = 3 - pc % 4;
  if (left < 1 + pad + 12)
    return opcode == kLookupswitch && left >= 1 + pad + 8 && U4At(code, pc + 1 + pad + 4) == 0 ? 1 + pad + 8
                                                                                               : 0;
  if (opcode == kTableswitch) {
    const auto low = static_cast<int32_t>(U4At(code, pc + 1 + pad + 4));
    const auto high = static_cast<int32_t>(U4At(code, pc + 1 + pad + 8));
    const int64_t count = int64_t{high} - low + 1;
    if (count < 0 || count > kMostBytecodeBytes) return 0;
    return 1 + pad + 12 + 4 * static_cast<uint32_t>(count);
  }
  const uint32_t count = U4At(code, pc + 1 + pad + 4);
  return count > kMostBytecodeBytes ? 0 : 1 + pad + 8 + 8 * count;
}

}  // namespace

bool IsRet(Bytes code, const Instruction& instruction) {
  return instruction.opcode == kRet || (instruction.opcode == kWide && code[instruction.pc + 1] == kRet);
}

bool ReadInstructions(Bytes code, InstructionList& read) {
  if (code.empty() || code.size() > kMostBytecodeBytes) return false;
  const auto code_size = static_cast<uint32_t>(code.size());
  read.index_of_pc.assign(code.size() + 1, InstructionList::kNone);
  for (uint32_t pc = 0; pc < code_size;) {
    const uint32_t size = SizeAt(code, pc);
    if (size == 0 || size > code_size - pc) return false;
    read.index_of_pc[pc] = static_cast<uint32_t>(read.instructions.size());
    read.instructions.push_back({.pc = pc, .size = size, .opcode = code[pc]});
    pc += size;
  }
  bool is_good = true;
  for (Instruction& instruction : read.instructions) {
    ForEachTarget(code, instruction, [&](uint32_t target) {
      const uint32_t index = read.IndexOf(target);
      if (index == InstructionList::kNone) {
        is_good = false;
        return;
      }
      read.instructions[index].is_target = true;
      instruction.jumps_back = instruction.jumps_back || target <= instruction.pc;
    });
  }
  return is_good;
}

bool MayThrow(Bytes code, const ConstantPool& pool, const Instruction& instruction) {
  const uint8_t opcode = instruction.opcode;
  if ((opcode >= kIaload && opcode <= kSaload) || (opcode >= kIastore && opcode <= kSastore)) return true;
  if (opcode >= kGetstatic && opcode <= kCheckcast) return true;
  if (opcode == kIdiv || opcode == kLdiv || opcode == kIrem || opcode == kLrem || opcode == kMonitorenter ||
      opcode == kMonitorexit || opcode == kMultianewarray)
    return true;
  if (opcode != kLdc && opcode != kLdcW) return false;
  // These constants have to be resolved first, which may throw.
  const ConstantTag tag =
      pool.TagOf(opcode == kLdc ? code[instruction.pc + 1] : U2At(code, instruction.pc + 1));
  return tag == ConstantTag::kClass || tag == ConstantTag::kMethodHandle || tag == ConstantTag::kMethodType ||
         tag == ConstantTag::kDynamic;
}

}  // namespace ringscope::java
