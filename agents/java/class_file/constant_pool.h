#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "agents/java/class_file/big_endian.h"

namespace ringscope::java {

// Tags of constants (The Java Virtual Machine Specification, 4.4).
enum class ConstantTag : uint8_t {
  kNone = 0,  // no constant: index 0, and behind a long or double
  kUtf8 = 1,
  kInteger = 3,
  kFloat = 4,
  kLong = 5,
  kDouble = 6,
  kClass = 7,
  kString = 8,
  kFieldref = 9,
  kMethodref = 10,
  kInterfaceMethodref = 11,
  kNameAndType = 12,
  kMethodHandle = 15,
  kMethodType = 16,
  kDynamic = 17,
  kInvokeDynamic = 18,
  kModule = 19,
  kPackage = 20,
};
// Whether a constant names a member, as ConstantPool::Member() gives it.
[[nodiscard]] constexpr bool IsMember(ConstantTag tag) {
  return (tag >= ConstantTag::kFieldref && tag <= ConstantTag::kInterfaceMethodref) ||
         tag == ConstantTag::kDynamic || tag == ConstantTag::kInvokeDynamic;
}

// A field or method named in code: "java/lang/String", "length", "()I". The owner is empty for invokedynamic.
struct MemberName {
  std::string_view owner, name, descriptor;
};

// The constants of a class, and more that are appended. Texts borrow from the bytes of the class. An index
// that is out of range or of another kind gives empty texts.
class ConstantPool {
 public:
  // False if the bytes are no constants.
  [[nodiscard]] bool Read(BigEndianReader& reader);

  [[nodiscard]] ConstantTag TagOf(uint32_t index) const {
    return index < tags_.size() ? tags_[index] : ConstantTag::kNone;
  }
  [[nodiscard]] std::string_view Text(uint32_t index) const;
  // The name of a class, string, module, package or method type.
  [[nodiscard]] std::string_view Name(uint32_t index) const;
  [[nodiscard]] MemberName Member(uint32_t index) const;
  // The bytes of a constant behind its tag.
  [[nodiscard]] Bytes Content(uint32_t index) const;

  // Append a constant, each once. 0 when the pool is full, and then is_full(). Texts must live as long as
  // this.
  uint32_t AddText(std::string_view text);
  uint32_t AddInteger(uint32_t value);
  uint32_t AddClass(std::string_view name);
  uint32_t AddMethod(std::string_view owner, std::string_view name, std::string_view descriptor);
  [[nodiscard]] bool is_full() const { return is_full_; }

  void Write(BigEndianWriter& out) const;

 private:
  uint32_t Take(ConstantTag tag, Bytes content);
  [[nodiscard]] uint16_t U2At(uint32_t index, uint32_t offset) const;

  std::vector<ConstantTag> tags_;
  std::vector<uint32_t> offsets_;  // of contents, in bytes_
  Bytes bytes_;                    // of the constants that were read
  size_t read_count_ = 0;
  BigEndianWriter added_;
  std::unordered_map<std::string_view, uint32_t> texts_, classes_;  // of the appended constants
  std::unordered_map<std::string, uint32_t> methods_;               // by name and descriptor
  std::unordered_map<uint32_t, uint32_t> integers_;
  bool is_full_ = false;
};

}  // namespace ringscope::java
