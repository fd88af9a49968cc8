#include "agents/java/instrument_code.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "agents/java/class_file/code_attribute.h"
#include "agents/java/code_writer.h"
#include "agents/java/counting_plan.h"

namespace ringscope::java {

namespace {

constexpr uint32_t kMostCodeBytes = 65535;
constexpr uint32_t kMostSlots = 65535;
// The most places that probes take on the operand stack.
constexpr uint32_t kProbeStack = 6;
constexpr uint16_t kVersionWithStackMaps = 50;
constexpr uint16_t kVersionWithClassConstants = 49;

class Instrumenter {
 public:
  Instrumenter(ClassFile& file, const MethodInfo& method, const Code& code, const CodeOptions& options,
               const InstrumentOptions& settings, FunctionRegistry& functions)
      : file_(file),
        method_(method),
        code_(code),
        options_(options),
        settings_(settings),
        functions_(functions),
        to_(file.pool),
        move_(code) {}

  bool Run(bool is_exact, BigEndianWriter& out) {
    if (!options_.follows && code_.ranges.empty() && options_.class_bytes_slot == 0 && !options_.ends_thread)
      return false;
    is_static_ = (method_.access & kAccStatic) != 0;
    is_constructor_ = method_.name == "<init>" && file_.name != "java/lang/Object";
    plan_ = PlanCounting(code_, file_,
                         {.is_static = is_static_,
                          .is_constructor = is_constructor_,
                          .follows = options_.follows,
                          .is_exact = is_exact});
    node_slot_ = code_.max_locals;
    count_slot_ = node_slot_ + 2;
    if (count_slot_ + 1 > kMostSlots) return false;
    added_ = {.first_slot = node_slot_, .has_count = CountsInVariable()};
    WriteCode();
    return !is_bad_ && Finish(out);
  }

 private:
  [[nodiscard]] bool CountsInVariable() const { return plan_.counting == Counting::kInVariable; }
  [[nodiscard]] bool MayGuard(size_t i) const { return CountsInVariable() && i >= plan_.safe_from; }

  void WriteCode() {
    if (options_.tells_call_sites && options_.follows && options_.has_context) lines_ = LinesOf(code_);
    WriteEntry();
    for (size_t i = 0; i < code_.count(); ++i) {
      const Instruction& instruction = code_[i];
      Count(i, plan_.before_label[i]);
      move_.new_pc[instruction.pc] = to_.pc();
      if (instruction.is_target) line_ = 0;
      if (instruction.is_handler) {
        to_.Load(kLload, node_slot_);
        to_.Call("caught", "(J)V");
      }
      Count(i, plan_.before[i]);
      if (instruction.jumps_back && MayGuard(i)) {
        to_.Load(kIload, count_slot_);
        to_.Load(kLload, node_slot_);
        to_.Call("written", "(IJ)I");
        to_.Store(kIstore, count_slot_);
      }
      if (IsReturn(instruction.opcode) && options_.follows) {
        WriteReturned(instruction.opcode);
        WriteLeave(plan_.before[i]);
      }
      if (IsReturn(instruction.opcode) && options_.ends_thread) to_.Call("threadEnded", "()V");
      if (!lines_.empty()) WriteCallLine(instruction, lines_[i]);
      WriteInstruction(instruction);
      if (plan_.safe_from == i + 1) guarded_from_ = to_.pc();
    }
    move_.new_pc[code_.bytes.size()] = to_.pc();
    SetJumps();
  }

  // Adds bytecodes to the count, before instruction i.
  void Count(size_t i, uint32_t bytecodes) {
    if (bytecodes == 0) return;
    if (MayGuard(i)) {
      to_.Increase(count_slot_, bytecodes);
    } else if (CountsInVariable() || plan_.counting == Counting::kAtOnce) {
      to_.Load(kLload, node_slot_);
      to_.Push(bytecodes);
      to_.Call("add", "(JI)V");
    }
  }

  void WriteEntry() {
    if (options_.class_bytes_slot != 0) {
      to_.Load(kAload, options_.class_bytes_slot);
      to_.Call("instrumented", "([B)[B");
      to_.Store(kAstore, options_.class_bytes_slot);
    }
    if (options_.starts_at_root) to_.Call("startAtRoot", "()V");
    if (!options_.follows) {
      to_.Call("current", "()J");
      to_.Store(kLstore, node_slot_);
      return;
    }
    WriteEnter();
    if (CountsInVariable()) {
      to_.Push(plan_.safe_from == 0 ? TakeFirstCount() : 0);
      to_.Store(kIstore, count_slot_);
    }
    if (plan_.safe_from == 0) guarded_from_ = to_.pc();
    if (KnowsReceiver()) {
      to_.Plain(kAload0);
      to_.Push(options_.function);
      to_.Call("receiver", "(Ljava/lang/Object;I)V");
    }
    WriteTypes();
  }

  void WriteEnter() {
    const bool counts_first = plan_.counting == Counting::kAtEnds;
    const uint32_t first = counts_first ? *std::find_if(plan_.before.begin(), plan_.before.end(),
                                                        [](uint32_t count) { return count != 0; })
                                        : 0;
    if (!options_.has_context) {
      to_.Call("current", "()J");
      to_.Store(kLstore, node_slot_);
      if (!counts_first) return;
      to_.Load(kLload, node_slot_);
      to_.Push(first);
      to_.Call("add", "(JI)V");
      return;
    }
    to_.Push(options_.function);
    if (counts_first) to_.Push(first);
    to_.Call("enter", counts_first ? "(II)J" : "(I)J");
    to_.Store(kLstore, node_slot_);
  }

  // The count begins with the bytecodes that come first in every call.
  uint32_t TakeFirstCount() {
    for (size_t i = 0; i < code_.count() && !code_[i].is_target; ++i) {
      if (const uint32_t first = plan_.before[i]; first != 0) {
        plan_.before[i] = 0;
        return first;
      }
    }
    return 0;
  }

  [[nodiscard]] bool KnowsReceiver() const {
    return settings_.counts_receivers && !settings_.tells_call_sites && options_.has_context &&
           plan_.keeps_this && method_.name != "<init>";
  }

  // Counts the types of the arguments.
  void WriteTypes() {
    const CallRoles& roles = options_.typed;
    if (roles.count == 0 || roles.all[0].role == kTraceResult) return;
    to_.Load(kLload, node_slot_);
    to_.Call("types", "(J)J");
    for (const CallRole& role : roles) {
      if (role.role == kTraceResult) break;
      if (role.kind == CallRole::kObject) {
        to_.Load(kAload, role.slot);
        to_.Call("seen", "(JLjava/lang/Object;)J");
      } else {
        to_.Call("given", "(J)J");
      }
    }
    to_.Plain(kPop2);
  }

  void WriteReturned(uint8_t opcode) {
    WriteResultType(opcode);
    if (!KnowsReceiver() || opcode == kReturn) return;
    struct Probe {
      std::string_view name, descriptor;
      uint8_t copy;
    };
    static constexpr Probe kProbes[] = {
        {"returnedInt", "(ILjava/lang/Object;I)V", kDup},
        {"returnedLong", "(JLjava/lang/Object;I)V", kDup2},
        {"returnedFloat", "(FLjava/lang/Object;I)V", kDup},
        {"returnedDouble", "(DLjava/lang/Object;I)V", kDup2},
        {"returned", "(Ljava/lang/Object;Ljava/lang/Object;I)V", kDup},
    };
    const Probe& probe = kProbes[opcode - kIreturn];
    to_.Plain(probe.copy);
    to_.Plain(kAload0);
    to_.Push(options_.function);
    to_.Call(probe.name, probe.descriptor);
  }

  void WriteResultType(uint8_t opcode) {
    const CallRoles& roles = options_.typed;
    if (opcode != kAreturn || roles.count == 0 || roles.all[roles.count - 1].role != kTraceResult) return;
    to_.Plain(kDup);
    to_.Load(kLload, node_slot_);
    to_.Push(static_cast<uint32_t>((roles.count - 1) * sizeof(TraceTypes)));
    to_.Call("result", "(Ljava/lang/Object;JI)V");
  }

  // A call returns to the context of the line, so further calls of the line need no probe.
  void WriteCallLine(const Instruction& instruction, uint32_t line) {
    if (instruction.opcode < kInvokevirtual || instruction.opcode > kInvokedynamic) return;
    if (line == line_ || line == 0) return;
    to_.Load(kLload, node_slot_);
    to_.Push(line);
    to_.Call("line", "(JI)V");
    line_ = line;
  }

  // `last`: the bytecodes from the instruction that may throw to the return.
  void WriteLeave(uint32_t last) {
    const bool counts_last = plan_.counting == Counting::kAtEnds && plan_.has_throwing;
    if (!options_.has_context && !CountsInVariable() && !counts_last) return;
    to_.Load(kLload, node_slot_);
    if (CountsInVariable()) {
      WriteLastCount();
    } else if (counts_last) {
      to_.Push(last);
      to_.Call(LeaveProbe(), "(JI)V");
    } else {
      to_.Call("leave", "(J)V");
    }
  }
  [[nodiscard]] std::string_view LeaveProbe() const { return options_.has_context ? "leave" : "add"; }
  // The node is on the stack.
  void WriteLastCount() {
    to_.Load(kIload, count_slot_);
    to_.Call(LeaveProbe(), "(JI)V");
  }

  void WriteInstruction(const Instruction& instruction) {
    const uint8_t opcode = instruction.opcode;
    const bool counts_made = settings_.counts_allocations && options_.follows;
    const uint32_t native = NativeFunctionOf(instruction);
    if (native != 0) {
      to_.Push(native);
      to_.Call("enter", "(I)J");
      to_.Plain(kPop2);
    }
    if (counts_made) WriteArrayProbe(instruction);
    move_.opcode_pc[instruction.pc] = to_.pc();
    if (IsShortJump(opcode) || IsLongJump(opcode) || IsSwitch(opcode)) {
      WriteJump(instruction);
    } else {
      to_.out().Append(code_.bytes.subspan(instruction.pc, instruction.size));
    }
    if (counts_made) WriteAllocationProbe(instruction);
    if (native != 0) {
      to_.Load(kLload, node_slot_);
      to_.Call("caught", "(J)V");
      line_ = 0;
    }
  }

  // The function of the native method that a call certainly leads to; 0: not native, or not certain.
  [[nodiscard]] uint32_t NativeFunctionOf(const Instruction& instruction) {
    const uint8_t opcode = instruction.opcode;
    if (!options_.follows || !settings_.counts_natives || opcode < kInvokevirtual || opcode > kInvokestatic)
      return 0;
    const MemberName called = file_.pool.Member(U2At(code_.bytes, instruction.pc + 1));
    if (!settings_.left_out.IsEmpty() &&
        settings_.left_out.Match(ShownClassName(called.owner) + "." + std::string(called.name)))
      return 0;
    return functions_.FunctionOfNative(opcode, called);
  }

  // Counts an array of one dimension before it is made, while its length is on the stack.
  void WriteArrayProbe(const Instruction& instruction) {
    if (instruction.opcode != kNewarray && instruction.opcode != kAnewarray) return;
    to_.Plain(kDup);
    to_.Load(kLload, node_slot_);
    if (instruction.opcode == kAnewarray) {
      to_.Call("objectsMade", "(IJ)V");
      return;
    }
    // Array types from 4 on: boolean, char, float, double, byte, short, int, long.
    static constexpr uint8_t kShifts[] = {0, 1, 2, 3, 0, 1, 2, 3};
    to_.Push(kShifts[(code_.bytes[instruction.pc + 1] - 4u) & 7]);
    to_.Call("arrayMade", "(IJI)V");
  }

  void WriteAllocationProbe(const Instruction& instruction) {
    if (instruction.opcode == kNew) {
      const uint32_t class_index = U2At(code_.bytes, instruction.pc + 1);
      to_.Load(kLload, node_slot_);
      to_.Push(functions_.ClassOf(ShownClassName(file_.pool.Name(class_index))));
      if (file_.major_version >= kVersionWithClassConstants) {
        to_.PushConstant(class_index);
      } else {
        to_.Plain(kAconstNull);
      }
      to_.Call("made", "(JILjava/lang/Class;)V");
    } else if (instruction.opcode == kMultianewarray) {
      to_.Plain(kDup);
      to_.Load(kLload, node_slot_);
      to_.Call("arraysMade", "(Ljava/lang/Object;J)V");
    }
  }

  struct Jump {
    uint32_t at;    // place of its offset
    uint32_t from;  // base of its offset
    uint32_t target;
    bool is_wide;
  };

  void WriteJump(const Instruction& instruction) {
    const uint8_t opcode = instruction.opcode;
    const uint32_t from = to_.pc();
    BigEndianWriter& out = to_.out();
    out.U1(opcode);
    if (IsShortJump(opcode)) {
      ForEachTarget(code_.bytes, instruction, [&](uint32_t target) {
        jumps_.push_back({to_.pc(), from, target, false});
      });
      out.U2(0);
      return;
    }
    const auto add = [&](uint32_t target) {
      jumps_.push_back({to_.pc(), from, target, true});
      out.U4(0);
    };
    if (IsLongJump(opcode)) {
      ForEachTarget(code_.bytes, instruction, add);
      return;
    }
    while (to_.pc() % 4 != 0) out.U1(0);
    const uint32_t base = (instruction.pc + 4) & ~3u;
    uint32_t number = 0;
    ForEachTarget(code_.bytes, instruction, [&](uint32_t target) {
      if (opcode == kLookupswitch && number != 0) {
        out.U4(U4At(code_.bytes, base + 8 + 8 * (number - 1)));
      }
      add(target);
      if (number == 0) out.Append(code_.bytes.subspan(base + 4, opcode == kTableswitch ? 8 : 4));
      ++number;
    });
  }

  void SetJumps() {
    for (const Jump& jump : jumps_) {
      const int64_t offset = static_cast<int64_t>(move_.new_pc[jump.target]) - jump.from;
      if (jump.is_wide) {
        to_.out().SetU4(jump.at, static_cast<uint32_t>(offset));
      } else if (offset < -32768 || offset > 32767) {
        is_bad_ = true;
      } else {
        to_.out().SetU2(jump.at, static_cast<uint32_t>(offset));
      }
    }
  }

  // Writes the code's attribute.
  bool Finish(BigEndianWriter& out) {
    const uint32_t handler = to_.pc();
    std::optional<StackMapFrame> handler_frame;
    if (CountsInVariable()) {
      to_.Load(kLload, node_slot_);
      WriteLastCount();
      to_.Plain(kAthrow);
      handler_frame = StackMapFrame{.pc = handler};
      added_.AddTo(*handler_frame);
      handler_frame->stack.push_back(
          {VerificationType::kObject, static_cast<uint16_t>(file_.pool.AddClass("java/lang/Throwable"))});
    }
    if (to_.pc() > kMostCodeBytes) return false;
    out.U2(std::min(code_.max_stack + kProbeStack, 65535u));
    out.U2(count_slot_ + (handler_frame ? 1 : 0));
    out.U4(to_.pc());
    out.Append(to_.out().bytes());
    out.U2(static_cast<uint32_t>(code_.ranges.size()) + (handler_frame ? 1 : 0));
    for (const ExceptionRange& range : code_.ranges) {
      out.U2(move_.new_pc[range.begin]);
      out.U2(move_.new_pc[range.end]);
      out.U2(move_.new_pc[range.handler]);
      out.U2(range.caught);
    }
    if (handler_frame) {
      out.U2(guarded_from_);
      out.U2(handler);
      out.U2(handler);
      out.U2(0);
    }
    return WriteAttributes(handler_frame ? &*handler_frame : nullptr, out) && !file_.pool.is_full();
  }

  bool WriteAttributes(const StackMapFrame* handler_frame, BigEndianWriter& out) {
    const uint32_t count_at = out.size();
    uint32_t count = 0;
    out.U2(0);
    const auto write = [&](uint32_t name_index, const BigEndianWriter& content) {
      out.U2(name_index);
      out.U4(content.size());
      out.Append(content.bytes());
      ++count;
    };
    bool has_frames = false;
    for (const Attribute& attribute : code_.attributes) {
      BigEndianWriter content;
      bool is_kept = false;
      if (attribute.name == "LineNumberTable") {
        is_kept = MoveLines(attribute.content, move_, content);
      } else if (attribute.name == "LocalVariableTable" || attribute.name == "LocalVariableTypeTable") {
        is_kept = MoveVariables(attribute.content, move_, content);
      } else if (attribute.name == "StackMapTable") {
        const StackMapFrame first =
            FirstFrame(file_.pool, file_.name, is_static_, is_constructor_, method_.descriptor);
        if (!MoveFrames(attribute.content, first, move_, added_, handler_frame, content)) return false;
        is_kept = has_frames = true;
      }
      // Other attributes, annotations of types inside the code, have no effect at run time.
      if (is_kept) write(attribute.name_index, content);
    }
    // Code of version 50 may lack frames; then the handler's frame is left out, too.
    const bool has_branches = !jumps_.empty() || !code_.ranges.empty();
    const bool needs_frames = file_.major_version > kVersionWithStackMaps ||
                              (file_.major_version == kVersionWithStackMaps && !has_branches);
    if (handler_frame != nullptr && !has_frames && needs_frames) {
      BigEndianWriter content;
      WriteStackMap({*handler_frame}, content);
      write(file_.pool.AddText("StackMapTable"), content);
    }
    out.SetU2(count_at, count);
    return true;
  }

  ClassFile& file_;
  const MethodInfo& method_;
  const Code& code_;
  const CodeOptions& options_;
  const InstrumentOptions& settings_;
  FunctionRegistry& functions_;
  CountingPlan plan_;
  CodeWriter to_;
  CodeMove move_;
  AddedLocals added_;
  std::vector<Jump> jumps_;
  uint32_t node_slot_ = 0, count_slot_ = 0;
  uint32_t guarded_from_ = 0;
  std::vector<uint32_t> lines_;  // by instruction, if calls are told apart by lines
  uint32_t line_ = 0;            // line of the thread's context before an instruction; 0: the method's own
  bool is_static_ = false, is_constructor_ = false;
  bool is_bad_ = false;
};

}  // namespace

bool InstrumentCode(ClassFile& file, const MethodInfo& method, Bytes content, const CodeOptions& options,
                    const InstrumentOptions& settings, FunctionRegistry& functions, BigEndianWriter& out) {
  Code code;
  if (!ReadCode(content, file.pool, code)) return false;
  for (const bool is_exact : {true, false}) {
    BigEndianWriter written;
    if (Instrumenter(file, method, code, options, settings, functions).Run(is_exact, written)) {
      out = std::move(written);
      return true;
    }
  }
  return false;
}

}  // namespace ringscope::java
