#include "agents/java/class_file/code_attribute.h"

namespace ringscope::java {

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
  for (uint32_t left = reader.U2(); left != 0 && !reader.is_bad(); --left) {
    Attribute attribute;
    attribute.name_index = reader.U2();
    attribute.name = pool.Text(attribute.name_index);
    attribute.content = reader.Take(reader.U4());
    read.attributes.push_back(attribute);
  }
  return !reader.is_bad() && reader.is_at_end();
}

}  // namespace ringscope::java
