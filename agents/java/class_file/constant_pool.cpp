#include "agents/java/class_file/constant_pool.h"

#include <array>
#include <initializer_list>
#include <utility>

namespace ringscope::java {

namespace {

constexpr uint32_t kMostConstants = 65535;

// The bytes of a constant after its tag, by tag; 0: an unknown tag, or a text, which has its own size.
constexpr auto kConstantBytes = [] {
  using enum ConstantTag;
  std::array<uint8_t, 256> sizes{};
  const auto set = [&](uint8_t size, std::initializer_list<ConstantTag> tags) {
    for (const ConstantTag tag : tags) sizes[static_cast<size_t>(tag)] = size;
  };
  set(2, {kClass, kString, kMethodType, kModule, kPackage});
  set(3, {kMethodHandle});
  set(4,
      {kInteger, kFloat, kFieldref, kMethodref, kInterfaceMethodref, kNameAndType, kDynamic, kInvokeDynamic});
  set(8, {kLong, kDouble});
  return sizes;
}();

uint32_t SizeOf(ConstantTag tag) { return kConstantBytes[static_cast<size_t>(tag)]; }

}  // namespace

bool ConstantPool::Read(BigEndianReader& reader) {
  const uint32_t count = reader.U2();
  if (count == 0) return false;
  tags_.assign(count, ConstantTag::kNone);
  offsets_.assign(count, 0);
  BigEndianReader start = reader;
  const size_t begin = reader.position();
  for (uint32_t index = 1; index < count; ++index) {
    const auto tag = static_cast<ConstantTag>(reader.U1());
    tags_[index] = tag;
    offsets_[index] = static_cast<uint32_t>(reader.position() - begin);
    if (tag == ConstantTag::kUtf8) {
      reader.Take(reader.U2());
      continue;
    }
    const uint32_t size = SizeOf(tag);
    if (size == 0) return false;
    reader.Take(size);
    if (size == 8) ++index;
  }
  bytes_ = start.Take(reader.position() - begin);
  read_count_ = count;
  return !reader.is_bad();
}

Bytes ConstantPool::Content(uint32_t index) const {
  if (index >= tags_.size() || tags_[index] == ConstantTag::kNone) return {};
  const Bytes from = index < read_count_ ? bytes_ : added_.bytes();
  const uint32_t offset = offsets_[index];
  const uint32_t size = tags_[index] == ConstantTag::kUtf8
                            ? 2u + (uint32_t{from[offset]} << 8 | from[offset + 1])
                            : SizeOf(tags_[index]);
  return from.subspan(offset, size);
}

uint16_t ConstantPool::U2At(uint32_t index, uint32_t offset) const {
  const Bytes content = Content(index);
  if (offset + 2 > content.size()) return 0;
  return static_cast<uint16_t>(uint32_t{content[offset]} << 8 | content[offset + 1]);
}

std::string_view ConstantPool::Text(uint32_t index) const {
  if (TagOf(index) != ConstantTag::kUtf8) return {};
  const Bytes content = Content(index).subspan(2);
  return {reinterpret_cast<const char*>(content.data()), content.size()};
}

std::string_view ConstantPool::Name(uint32_t index) const {
  // Constants of two bytes are the index of a text.
  return SizeOf(TagOf(index)) == 2 ? Text(U2At(index, 0)) : std::string_view();
}

MemberName ConstantPool::Member(uint32_t index) const {
  if (!IsMember(TagOf(index))) return {};
  const uint32_t type = U2At(index, 2);
  if (TagOf(type) != ConstantTag::kNameAndType) return {};
  return {Name(U2At(index, 0)), Text(U2At(type, 0)), Text(U2At(type, 2))};
}

uint32_t ConstantPool::Take(ConstantTag tag, Bytes content) {
  if (tags_.size() >= kMostConstants) {
    is_full_ = true;
    return 0;
  }
  added_.U1(static_cast<uint32_t>(tag));
  tags_.push_back(tag);
  offsets_.push_back(added_.size());
  added_.Append(content);
  return static_cast<uint32_t>(tags_.size() - 1);
}

uint32_t ConstantPool::AddText(std::string_view text) {
  uint32_t& index = texts_[text];
  if (index == 0) {
    BigEndianWriter content;
    content.U2(static_cast<uint32_t>(text.size()));
    content.Append({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
    index = Take(ConstantTag::kUtf8, content.bytes());
  }
  return index;
}

uint32_t ConstantPool::AddInteger(uint32_t value) {
  uint32_t& index = integers_[value];
  if (index == 0) {
    BigEndianWriter content;
    content.U4(value);
    index = Take(ConstantTag::kInteger, content.bytes());
  }
  return index;
}

uint32_t ConstantPool::AddClass(std::string_view name) {
  uint32_t& index = classes_[name];
  if (index == 0) {
    BigEndianWriter content;
    content.U2(AddText(name));
    index = Take(ConstantTag::kClass, content.bytes());
  }
  return index;
}

uint32_t ConstantPool::AddMethod(std::string_view owner, std::string_view name, std::string_view descriptor) {
  std::string key(name);  // all methods are of one owner
  key += descriptor;
  uint32_t& index = methods_[std::move(key)];
  if (index == 0) {
    BigEndianWriter type;
    type.U2(AddText(name));
    type.U2(AddText(descriptor));
    BigEndianWriter content;
    content.U2(AddClass(owner));
    content.U2(Take(ConstantTag::kNameAndType, type.bytes()));
    index = Take(ConstantTag::kMethodref, content.bytes());
  }
  return index;
}

void ConstantPool::Write(BigEndianWriter& out) const {
  out.U2(static_cast<uint32_t>(tags_.size()));
  out.Append(bytes_);
  out.Append(added_.bytes());
}

}  // namespace ringscope::java
