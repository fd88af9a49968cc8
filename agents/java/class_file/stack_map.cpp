#include "agents/java/class_file/stack_map.h"

#include "agents/java/class_file/class_file.h"

namespace ringscope::java {

namespace {

VerificationType ReadType(BigEndianReader& reader) {
  VerificationType type{.tag = reader.U1()};
  if (type.tag == VerificationType::kObject || type.tag == VerificationType::kUninitialized) {
    type.operand = reader.U2();
  }
  return type;
}

void WriteType(const VerificationType& type, BigEndianWriter& out) {
  out.U1(type.tag);
  if (type.tag == VerificationType::kObject || type.tag == VerificationType::kUninitialized) {
    out.U2(type.operand);
  }
}

VerificationType TypeOf(ConstantPool& pool, std::string_view descriptor) {
  const char kind = descriptor.empty() ? 'V' : descriptor[0];
  if (std::string_view("ZBCSI").find(kind) != std::string_view::npos) return {VerificationType::kInteger};
  if (kind == 'F') return {VerificationType::kFloat};
  if (kind == 'J') return {VerificationType::kLong};
  if (kind == 'D') return {VerificationType::kDouble};
  if (kind == 'L') descriptor = descriptor.substr(1, descriptor.size() - 2);
  return {VerificationType::kObject, static_cast<uint16_t>(pool.AddClass(descriptor))};
}

}  // namespace

StackMapFrame FirstFrame(ConstantPool& pool, std::string_view class_name, bool is_static, bool is_constructor,
                         std::string_view descriptor) {
  StackMapFrame first;
  if (is_constructor && class_name != "java/lang/Object") {
    first.locals.push_back({VerificationType::kUninitializedThis});
  } else if (!is_static) {
    first.locals.push_back({VerificationType::kObject, static_cast<uint16_t>(pool.AddClass(class_name))});
  }
  ForEachArgument(descriptor, [&](std::string_view text) { first.locals.push_back(TypeOf(pool, text)); });
  return first;
}

bool ReadStackMap(Bytes content, const StackMapFrame& first, std::vector<StackMapFrame>& read) {
  BigEndianReader reader(content);
  const uint32_t count = reader.U2();
  StackMapFrame frame = first;
  for (uint32_t i = 0; i < count && !reader.is_bad(); ++i) {
    const uint32_t kind = reader.U1();
    const uint32_t delta = kind < 64 ? kind : kind < 128 ? kind - 64 : reader.U2();
    frame.stack.clear();
    if ((kind >= 64 && kind < 128) || kind == 247) {
      frame.stack.push_back(ReadType(reader));
    } else if (kind >= 248 && kind <= 250) {
      const uint32_t gone = 251 - kind;
      if (gone > frame.locals.size()) return false;
      frame.locals.resize(frame.locals.size() - gone);
    } else if (kind >= 252 && kind <= 254) {
      for (uint32_t added = kind - 251; added != 0; --added) frame.locals.push_back(ReadType(reader));
    } else if (kind == 255) {
      frame.locals.clear();
      for (std::vector<VerificationType>* types : {&frame.locals, &frame.stack}) {
        for (uint32_t left = reader.U2(); left != 0 && !reader.is_bad(); --left) {
          types->push_back(ReadType(reader));
        }
      }
    } else if (kind >= 64 && kind != 251) {
      return false;
    }
    frame.pc = i == 0 ? delta : frame.pc + delta + 1;
    read.push_back(frame);
  }
  return !reader.is_bad() && reader.is_at_end();
}

void WriteStackMap(const std::vector<StackMapFrame>& frames, BigEndianWriter& out) {
  out.U2(static_cast<uint32_t>(frames.size()));
  uint32_t next_pc = 0;
  for (const StackMapFrame& frame : frames) {
    out.U1(255);
    out.U2(frame.pc - next_pc);
    next_pc = frame.pc + 1;
    out.U2(static_cast<uint32_t>(frame.locals.size()));
    for (const VerificationType& type : frame.locals) WriteType(type, out);
    out.U2(static_cast<uint32_t>(frame.stack.size()));
    for (const VerificationType& type : frame.stack) WriteType(type, out);
  }
}

}  // namespace ringscope::java
