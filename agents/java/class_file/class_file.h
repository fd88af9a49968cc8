#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "agents/java/class_file/big_endian.h"
#include "agents/java/class_file/constant_pool.h"

namespace ringscope::java {

inline constexpr uint16_t kAccStatic = 0x0008;
inline constexpr uint16_t kAccFinal = 0x0010;
inline constexpr uint16_t kAccPrivate = 0x0002;
inline constexpr uint16_t kAccNative = 0x0100;

struct Attribute {
  uint16_t name_index = 0;
  std::string_view name;
  Bytes content;
};

struct MethodInfo {
  uint16_t access = 0;
  uint16_t name_index = 0;
  uint16_t descriptor_index = 0;
  std::string_view name, descriptor;
  std::vector<Attribute> attributes;
};

// A class as its file holds it (The Java Virtual Machine Specification, 4.1). Everything borrows from the
// bytes.
struct ClassFile {
  uint16_t minor_version = 0;
  uint16_t major_version = 0;
  ConstantPool pool;
  uint16_t access = 0;
  std::string_view name;        // "java/lang/String"
  std::string_view superclass;  // empty: java.lang.Object itself
  std::string_view source_file;
  Bytes head;  // access flags to fields
  std::vector<MethodInfo> methods;
  Bytes tail;  // attributes
};

// False if the bytes are no class. Its limits are those of the format.
[[nodiscard]] bool ReadClassFile(Bytes bytes, ClassFile& read);

// Appends the attributes that follow.
void ReadAttributes(BigEndianReader& reader, const ConstantPool& pool, std::vector<Attribute>& read);

// Whether one of the annotations visible at run time has this type: "Ljdk/internal/.../IntrinsicCandidate;".
[[nodiscard]] bool HasAnnotation(const ConstantPool& pool, const std::vector<Attribute>& attributes,
                                 std::string_view type);

// Calls visit(text) for each argument of a method: "(I[Ljava/lang/String;)V" has "I" and
// "[Ljava/lang/String;".
template <typename Visit>
void ForEachArgument(std::string_view descriptor, const Visit& visit) {
  size_t at = 1;
  while (at < descriptor.size() && descriptor[at] != ')') {
    const size_t begin = at;
    while (at < descriptor.size() && descriptor[at] == '[') ++at;
    if (at < descriptor.size() && descriptor[at] == 'L') {
      at = descriptor.find(';', at);
      if (at == std::string_view::npos) return;
    }
    ++at;
    visit(descriptor.substr(begin, at - begin));
  }
}

}  // namespace ringscope::java
