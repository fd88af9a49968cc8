#include "agents/java/counting_plan.h"

#include <algorithm>
#include <utility>

namespace ringscope::java {

namespace {

bool StoresThis(const Code& code, const Instruction& instruction) {
  const uint8_t opcode = instruction.opcode;
  const uint32_t pc = instruction.pc;
  return opcode == kAstore0 || (opcode == kAstore && code.bytes[pc + 1] == 0) ||
         (opcode == kWide && code.bytes[pc + 1] == kAstore && U2At(code.bytes, pc + 2) == 0);
}

bool EndsBlock(const Code& code, const Instruction& instruction) {
  const uint8_t opcode = instruction.opcode;
  return IsShortJump(opcode) || IsLongJump(opcode) || IsSwitch(opcode) || IsReturn(opcode) ||
         IsRet(code.bytes, instruction);
}

// Which instructions may throw.
std::vector<bool> FindThrowing(const Code& code, const ConstantPool& pool, bool keeps_this, bool is_exact) {
  std::vector<bool> throws(code.count());
  for (size_t i = 0; i < code.count(); ++i) {
    const Instruction& instruction = code[i];
    const bool is_field_of_this = instruction.opcode == kGetfield && keeps_this && i != 0 &&
                                  code[i - 1].opcode == kAload0 && !instruction.is_target;
    throws[i] = is_exact ? !is_field_of_this && MayThrow(code.bytes, pool, instruction)
                         : instruction.opcode == kAthrow;
  }
  return throws;
}

// The call of the superclass's constructor, or of another constructor of the class; count() if none is found.
// Objects made with `new` before it have their constructors called, too.
size_t FindSuperCall(const Code& code, const ClassFile& file) {
  size_t made = 0;
  for (size_t i = 0; i < code.count(); ++i) {
    if (code[i].opcode == kNew) ++made;
    if (code[i].opcode != kInvokespecial) continue;
    const MemberName called = file.pool.Member(U2At(code.bytes, code[i].pc + 1));
    if (called.name != "<init>") continue;
    if (made == 0) {
      return called.owner == file.superclass || called.owner == file.name ? i : code.count();
    }
    --made;
  }
  return code.count();
}

}  // namespace

CountingPlan PlanCounting(const Code& code, const ClassFile& file, const PlannedMethod& method) {
  CountingPlan plan;
  plan.keeps_this =
      !method.is_static &&
      std::none_of(code.list.instructions.begin(), code.list.instructions.end(),
                   [&](const Instruction& instruction) { return StoresThis(code, instruction); });
  plan.before.assign(code.count(), 0);
  plan.before_label.assign(code.count(), 0);
  if (!method.follows) return plan;
  const std::vector<bool> throws = FindThrowing(code, file.pool, plan.keeps_this, method.is_exact);
  uint32_t pending = 0;
  size_t throwing = 0;
  bool is_one_block = IsReturn(code[code.count() - 1].opcode);
  for (size_t i = 0; i < code.count(); ++i) {
    if (code[i].is_target) plan.before_label[i] = std::exchange(pending, 0);
    ++pending;
    throwing += throws[i] ? 1 : 0;
    const bool ends_block = EndsBlock(code, code[i]);
    is_one_block = is_one_block && !code[i].is_target && (!ends_block || i + 1 == code.count());
    if (throws[i] || ends_block) plan.before[i] = std::exchange(pending, 0);
  }
  plan.has_throwing = throwing != 0;
  if (is_one_block && throwing <= 1) {
    plan.counting = Counting::kAtEnds;
    return plan;
  }
  plan.counting = Counting::kInVariable;
  if (method.is_constructor) {
    const size_t call = FindSuperCall(code, file);
    plan.safe_from = call + 1;
    if (call == code.count()) plan.counting = Counting::kAtOnce;
  }
  return plan;
}

}  // namespace ringscope::java
