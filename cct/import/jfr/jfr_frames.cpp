#include "cct/import/jfr/jfr_frames.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "cct/import/frame_names.h"

namespace ringscope {
namespace {

// Of a new name, that take as long as a frame that is known.
constexpr uint64_t kNameBytesPerFrame = 16;

// Wanted fields of a constant, by slot.
enum MethodSlot : uint8_t { kClass, kName, kDescriptor };
enum ThreadSlot : uint8_t { kOsName, kOsId, kJavaName, kJavaId };

// What async-profiler gives to functions that are no Java methods; no method has it.
constexpr std::string_view kNativeDescriptor = "()L;";

uint64_t KeyOf(uint32_t high, uint32_t low) { return uint64_t{high} << 32 | low; }

}  // namespace

void JfrFrames::BeginChunk() {
  threads_.clear();
  kinds_.clear();
  methods_.clear();
  last_frame_type_ = {};
  last_kind_ = FrameKind::kUser;
}

FrameId JfrFrames::OfThread(JfrChunk& chunk, JfrReference thread) {
  const uint32_t number = chunk.FindConstant(thread.type, thread.id);
  const auto [known, is_new] =
      threads_.try_emplace(number == JfrChunk::kNone ? UINT64_MAX : KeyOf(thread.type, number), kNone);
  if (!is_new) return known->second;
  std::array<JfrValue, 4> fields;
  if (number != JfrChunk::kNone) {
    static_cast<void>(chunk.ReadConstant(thread.type, number, JfrChunk::Role::kThread,
                                         [&](uint8_t slot, const JfrValue& value) { fields[slot] = value; }));
  }
  std::string name = chunk.TextOf(fields[kJavaName]);
  if (name.empty()) name = chunk.TextOf(fields[kOsName]);
  // Virtual threads have no number of the system.
  const uint64_t id = fields[kOsId].number != 0 ? fields[kOsId].number : fields[kJavaId].number;
  if (name.empty()) {
    name = id == 0 ? "(no thread)" : fmt::format("tid {}", id);
  } else if (id != 0) {
    name += fmt::format(" (tid {})", id);
  }
  known->second = builder_.InternFrame({.name = name, .kind = FrameKind::kThread});
  threads_of_all_.insert(known->second);
  return known->second;
}

FrameKind JfrFrames::KindOf(JfrChunk& chunk, JfrReference frame_type) {
  const uint32_t number = chunk.FindConstant(frame_type.type, frame_type.id);
  if (number == JfrChunk::kNone) return FrameKind::kUser;
  const auto [known, is_new] = kinds_.try_emplace(KeyOf(frame_type.type, number), FrameKind::kUser);
  if (!is_new) return known->second;
  JfrValue description;
  static_cast<void>(chunk.ReadConstant(frame_type.type, number, JfrChunk::Role::kFrameType,
                                       [&](uint8_t, const JfrValue& value) { description = value; }));
  const std::string text = chunk.TextOf(description);
  if (text == "Interpreted") known->second = FrameKind::kInterpreted;
  if (text == "JIT compiled" || text == "C1 compiled") known->second = FrameKind::kJit;
  if (text == "Inlined") known->second = FrameKind::kInlined;
  if (text == "Kernel") known->second = FrameKind::kKernel;
  return known->second;
}

FrameId JfrFrames::OfMethod(JfrChunk& chunk, JfrReference method, JfrReference frame_type, uint64_t offset) {
  ++work_;
  const uint32_t number = chunk.FindConstant(method.type, method.id);
  if (number == JfrChunk::kNone) {
    report_.Keep("a method that is not in its chunk", offset);
    return UnknownFrame(builder_);
  }
  if (last_frame_type_ != frame_type) {
    last_kind_ = KindOf(chunk, frame_type);
    last_frame_type_ = frame_type;
  }
  const FrameKind kind = last_kind_;
  std::vector<FrameId>& frames = methods_[method.type];
  if (frames.empty()) {
    const size_t count = chunk.ConstantCount(method.type) * kFrameKindCount;
    frames.assign(count, kNone);
  }
  FrameId& frame = frames[size_t{number} * kFrameKindCount + static_cast<size_t>(kind)];
  if (frame == kNone) frame = Make(chunk, method.type, number, kind);
  return frame;
}

FrameId JfrFrames::Make(JfrChunk& chunk, uint32_t type, uint32_t method, FrameKind kind) {
  std::array<JfrValue, 3> fields;
  static_cast<void>(chunk.ReadConstant(type, method, JfrChunk::Role::kMethod,
                                       [&](uint8_t slot, const JfrValue& value) { fields[slot] = value; }));
  std::string class_name;
  const JfrValue& holder = fields[kClass];
  if (const uint32_t number = chunk.FindConstant(holder.type, holder.number); number != JfrChunk::kNone) {
    JfrValue class_text;
    static_cast<void>(chunk.ReadConstant(holder.type, number, JfrChunk::Role::kClass,
                                         [&](uint8_t, const JfrValue& value) { class_text = value; }));
    class_name = chunk.TextOf(class_text);
  }
  std::string name = chunk.TextOf(fields[kName]);
  if (name.empty() && class_name.empty()) return UnknownFrame(builder_);
  Frame frame{.kind = kind};
  // Of native functions the library stands for the class.
  if (!class_name.empty() && chunk.TextOf(fields[kDescriptor]) == kNativeDescriptor) {
    frame.module = class_name;
    if (name.empty()) name = class_name;
  } else if (name.empty()) {
    name = class_name;
  } else if (!class_name.empty()) {
    name = class_name + "." + name;
  }
  frame.name = name;
  work_ += name.size() / kNameBytesPerFrame;
  return builder_.InternFrame(frame);
}

}  // namespace ringscope
