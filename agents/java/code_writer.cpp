#include "agents/java/code_writer.h"

namespace ringscope::java {

void AddedLocals::AddTo(StackMapFrame& frame) const {
  uint32_t slots = 0;
  for (const VerificationType& type : frame.locals) slots += type.slots();
  for (; slots < first_slot; ++slots) frame.locals.push_back({});
  frame.locals.push_back({VerificationType::kLong});
  if (has_count) frame.locals.push_back({VerificationType::kInteger});
}

bool MoveLines(Bytes content, const CodeMove& move, BigEndianWriter& out) {
  BigEndianReader reader(content);
  const uint32_t count = reader.U2();
  out.U2(count);
  for (uint32_t i = 0; i < count && !reader.is_bad(); ++i) {
    const uint32_t pc = reader.U2();
    if (!move.code.IsPlace(pc)) return false;
    out.U2(move.Begin(pc));
    out.U2(reader.U2());
  }
  return !reader.is_bad();
}

bool MoveVariables(Bytes content, const CodeMove& move, BigEndianWriter& out) {
  BigEndianReader reader(content);
  const uint32_t count = reader.U2();
  out.U2(count);
  for (uint32_t i = 0; i < count && !reader.is_bad(); ++i) {
    const uint32_t begin = reader.U2();
    const uint32_t end = begin + reader.U2();
    if (!move.code.IsEnd(begin) || !move.code.IsEnd(end)) return false;
    out.U2(move.Begin(begin));
    out.U2(move.new_pc[end] - move.Begin(begin));
    out.Append(reader.Take(6));
  }
  return !reader.is_bad();
}

bool MoveFrames(Bytes content, const StackMapFrame& first, const CodeMove& move, const AddedLocals& added,
                const StackMapFrame* last, BigEndianWriter& out) {
  std::vector<StackMapFrame> frames;
  if (!ReadStackMap(content, first, frames)) return false;
  for (StackMapFrame& frame : frames) {
    if (!move.code.IsPlace(frame.pc)) return false;
    frame.pc = move.new_pc[frame.pc];
    for (std::vector<VerificationType>* types : {&frame.locals, &frame.stack}) {
      for (VerificationType& type : *types) {
        if (type.tag != VerificationType::kUninitialized) continue;
        if (!move.code.IsPlace(type.operand)) return false;
        type.operand = static_cast<uint16_t>(move.opcode_pc[type.operand]);
      }
    }
    added.AddTo(frame);
  }
  if (last != nullptr) frames.push_back(*last);
  WriteStackMap(frames, out);
  return true;
}

}  // namespace ringscope::java
