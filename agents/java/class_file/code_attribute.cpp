#include "agents/java/class_file/code_attribute.h"

#include "agents/java/class_file/bytecode.h"

namespace ringscope::java {

namespace {

// FNV-1a with a final mix.
class Hash {
 public:
  void Add(Bytes bytes) {
    for (const uint8_t byte : bytes) Add(byte);
  }
  void Add(std::string_view text) {
    for (const char c : text) Add(static_cast<uint8_t>(c));
    Add(uint8_t{0});
  }
  void Add(uint8_t byte) { state_ = (state_ ^ byte) * 0x100000001b3; }
  [[nodiscard]] uint64_t Value() const {
    const uint64_t mixed = (state_ ^ state_ >> 32) * 0x9E3779B97F4A7C15;
    return (mixed ^ mixed >> 29) | 1;
  }

 private:
  uint64_t state_ = 0xcbf29ce484222325;
};

void AddConstant(const ConstantPool& pool, uint32_t index, Hash& hash) {
  const ConstantTag tag = pool.TagOf(index);
  hash.Add(static_cast<uint8_t>(tag));
  const auto add_member = [&](uint32_t number) {
    const MemberName member = pool.Member(number);
    for (const std::string_view text : {member.owner, member.name, member.descriptor}) hash.Add(text);
  };
  if (tag == ConstantTag::kClass || tag == ConstantTag::kString || tag == ConstantTag::kMethodType) {
    hash.Add(pool.Name(index));
  } else if (IsMember(tag)) {
    add_member(index);
  } else if (const Bytes content = pool.Content(index); tag != ConstantTag::kMethodHandle) {
    hash.Add(content);
  } else if (content.size() == 3) {
    hash.Add(content[0]);
    add_member(U2At(content, 1));
  }
}

// Whether the two bytes after the opcode are the index of a constant.
bool HasConstant(uint8_t opcode) {
  return opcode == kLdcW || opcode == kLdc2W || (opcode >= kGetstatic && opcode <= kNew) ||
         opcode == kAnewarray || opcode == kCheckcast || opcode == kInstanceof || opcode == kMultianewarray;
}

}  // namespace

bool ReadCode(Bytes content, const ConstantPool& pool, Code& read) {
  BigEndianReader reader(content);
  read.max_stack = reader.U2();
  read.max_locals = reader.U2();
  read.bytes = reader.Take(reader.U4());
  if (reader.is_bad() || !ReadInstructions(read.bytes, read.list)) return false;
  for (uint32_t left = reader.U2(); left != 0 && !reader.is_bad(); --left) {
    ExceptionRange range;
    range.begin = reader.U2();
    range.end = reader.U2();
    range.handler = reader.U2();
    range.caught = reader.U2();
    if (!read.IsPlace(range.begin) || !read.IsEnd(range.end) || !read.IsPlace(range.handler)) return false;
    Instruction& handler = read.list.instructions[read.list.IndexOf(range.handler)];
    handler.is_target = true;
    handler.is_handler = true;
    read.ranges.push_back(range);
  }
  ReadAttributes(reader, pool, read.attributes);
  return !reader.is_bad() && reader.is_at_end();
}

const Attribute* CodeAttributeOf(const MethodInfo& method) {
  for (const Attribute& attribute : method.attributes) {
    if (attribute.name == "Code") return &attribute;
  }
  return nullptr;
}

uint64_t CodeHashOf(const ConstantPool& pool, const MethodInfo& method) {
  const Attribute* attribute = CodeAttributeOf(method);
  if (attribute == nullptr) return 0;
  BigEndianReader reader(attribute->content);
  reader.Take(4);
  const Bytes code = reader.Take(reader.U4());
  InstructionList list;
  if (!ReadInstructions(code, list)) return 0;
  Hash hash;
  for (const Instruction& instruction : list.instructions) {
    const Bytes bytes = code.subspan(instruction.pc, instruction.size);
    hash.Add(bytes[0]);
    if (instruction.opcode == kLdc) {
      AddConstant(pool, bytes[1], hash);
    } else if (HasConstant(instruction.opcode)) {
      AddConstant(pool, U2At(bytes, 1), hash);
      hash.Add(bytes.subspan(3));
    } else {
      hash.Add(bytes.subspan(1));
    }
  }
  for (uint32_t left = reader.U2(); left != 0 && !reader.is_bad(); --left) {
    hash.Add(reader.Take(6));
    AddConstant(pool, reader.U2(), hash);
  }
  return hash.Value();
}

std::vector<uint32_t> LinesOf(const Code& code) {
  std::vector<uint32_t> lines(code.count(), 0);
  for (const Attribute& attribute : code.attributes) {
    if (attribute.name != "LineNumberTable") continue;
    BigEndianReader reader(attribute.content);
    for (uint32_t left = reader.U2(); left != 0; --left) {
      const uint32_t pc = reader.U2(), line = reader.U2();
      if (reader.is_bad()) break;
      if (code.IsPlace(pc)) lines[code.list.IndexOf(pc)] = line;
    }
  }
  for (size_t i = 1; i < lines.size(); ++i)
    if (lines[i] == 0) lines[i] = lines[i - 1];
  return lines;
}

uint32_t FirstLineOf(const ConstantPool& pool, const MethodInfo& method) {
  const Attribute* attribute = CodeAttributeOf(method);
  if (attribute == nullptr) return 0;
  BigEndianReader reader(attribute->content);
  reader.Take(4);
  reader.Take(reader.U4());
  reader.Take(size_t{reader.U2()} * 8);
  for (uint32_t left = reader.U2(); left != 0 && !reader.is_bad(); --left) {
    const std::string_view name = pool.Text(reader.U2());
    BigEndianReader lines(reader.Take(reader.U4()));
    if (name != "LineNumberTable" || lines.U2() == 0) continue;
    lines.U2();
    return lines.U2();
  }
  return 0;
}

}  // namespace ringscope::java
