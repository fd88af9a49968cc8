#include "agents/java/class_file/class_file.h"

namespace ringscope::java {

namespace {

constexpr uint32_t kClassMagic = 0xCAFEBABE;

// Skips an element's value (4.7.16.1). False for values nested deeper than any compiler nests them.
bool SkipElementValue(BigEndianReader& reader, int depth);

bool SkipAnnotation(BigEndianReader& reader, int depth) {
  const uint32_t pairs = reader.U2();
  for (uint32_t i = 0; i < pairs; ++i) {
    reader.U2();
    if (!SkipElementValue(reader, depth)) return false;
  }
  return true;
}

bool SkipElementValue(BigEndianReader& reader, int depth) {
  constexpr int kDeepest = 16;
  if (depth > kDeepest || reader.is_bad()) return false;
  const uint8_t kind = reader.U1();
  if (kind == '@') {
    reader.U2();
    return SkipAnnotation(reader, depth + 1);
  }
  if (kind != '[') {
    reader.Take(kind == 'e' ? 4 : 2);
    return true;
  }
  const uint32_t count = reader.U2();
  for (uint32_t i = 0; i < count; ++i)
    if (!SkipElementValue(reader, depth + 1)) return false;
  return true;
}

}  // namespace

void ReadAttributes(BigEndianReader& reader, const ConstantPool& pool, std::vector<Attribute>& read) {
  const uint32_t count = reader.U2();
  for (uint32_t i = 0; i < count && !reader.is_bad(); ++i) {
    Attribute attribute;
    attribute.name_index = reader.U2();
    attribute.name = pool.Text(attribute.name_index);
    attribute.content = reader.Take(reader.U4());
    read.push_back(attribute);
  }
}

bool ReadClassFile(Bytes bytes, ClassFile& read) {
  BigEndianReader reader(bytes);
  if (reader.U4() != kClassMagic) return false;
  read.minor_version = reader.U2();
  read.major_version = reader.U2();
  if (!read.pool.Read(reader)) return false;
  const size_t head = reader.position();
  read.access = reader.U2();
  read.name = read.pool.Name(reader.U2());
  read.superclass = read.pool.Name(reader.U2());
  reader.Take(size_t{reader.U2()} * 2);
  std::vector<Attribute> attributes;
  const uint32_t field_count = reader.U2();
  for (uint32_t i = 0; i < field_count && !reader.is_bad(); ++i) {
    reader.Take(6);
    attributes.clear();
    ReadAttributes(reader, read.pool, attributes);
  }
  if (reader.is_bad() || read.name.empty()) return false;
  read.head = bytes.subspan(head, reader.position() - head);
  const uint32_t method_count = reader.U2();
  for (uint32_t i = 0; i < method_count && !reader.is_bad(); ++i) {
    MethodInfo method;
    method.access = reader.U2();
    method.name_index = reader.U2();
    method.descriptor_index = reader.U2();
    method.name = read.pool.Text(method.name_index);
    method.descriptor = read.pool.Text(method.descriptor_index);
    ReadAttributes(reader, read.pool, method.attributes);
    read.methods.push_back(std::move(method));
  }
  const size_t tail = reader.position();
  attributes.clear();
  ReadAttributes(reader, read.pool, attributes);
  if (reader.is_bad() || !reader.is_at_end()) return false;
  read.tail = bytes.subspan(tail);
  for (const Attribute& attribute : attributes) {
    if (attribute.name == "SourceFile" && attribute.content.size() == 2) {
      read.source_file = read.pool.Text(uint32_t{attribute.content[0]} << 8 | attribute.content[1]);
    }
  }
  return true;
}

bool HasAnnotation(const ConstantPool& pool, const std::vector<Attribute>& attributes,
                   std::string_view type) {
  for (const Attribute& attribute : attributes) {
    if (attribute.name != "RuntimeVisibleAnnotations") continue;
    BigEndianReader reader(attribute.content);
    const uint32_t count = reader.U2();
    for (uint32_t i = 0; i < count && !reader.is_bad(); ++i) {
      if (pool.Text(reader.U2()) == type) return true;
      if (!SkipAnnotation(reader, 0)) return false;
    }
  }
  return false;
}

}  // namespace ringscope::java
