#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "cct/import/frame_names.h"
#include "cct/import/jfr/jfr_tree.h"
#include "cct/names/java_class_name.h"
#include "cct/tree/building/frame_interner.h"

namespace ringscope {
namespace {

// Bytes of a new name that take as long as finding a known frame.
constexpr uint64_t kNameBytesPerFrame = 16;

// Wanted fields of a constant, by slot.
enum MethodSlot : uint8_t { kClass, kName, kDescriptor };
enum ClassSlot : uint8_t { kClassName, kModifiers };
enum ThreadSlot : uint8_t { kOsName, kOsId, kJavaName, kJavaId };

// async-profiler's descriptor of functions that are no Java methods; no method has it.
constexpr std::string_view kNativeDescriptor = "()L;";

// A bit of the modifiers of a class.
constexpr uint64_t kIsInterface = 0x200;

// The class of a stable name (StableJavaClassName).
ClassId InternClass(std::string_view name, ClassKind kind, FrameInterner& frames) {
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return frames.InternClass({name, {}, kNoClass, kind});
  return frames.InternClass({name.substr(dot + 1), name.substr(0, dot), kNoClass, kind});
}

uint64_t KeyOf(uint32_t high, uint32_t low) { return uint64_t{high} << 32 | low; }

}  // namespace

void JfrFrames::BeginChunk() {
  threads_.clear();
  states_.clear();
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
  static_cast<void>(chunk.ReadConstant(thread.type, number, JfrChunk::Role::kThread,
                                       [&](uint8_t slot, const JfrValue& value) { fields[slot] = value; }));
  std::string name = chunk.TextOf(fields[kJavaName]);
  if (name.empty()) name = chunk.TextOf(fields[kOsName]);
  // Virtual threads have no id of the operating system.
  const uint64_t id = fields[kOsId].number != 0 ? fields[kOsId].number : fields[kJavaId].number;
  name = name.empty() && id == 0 ? "(no thread)" : RingName(name, "tid", id == 0 ? "" : fmt::to_string(id));
  known->second = builder_.InternFrame({.name = name, .kind = FrameKind::kThread});
  threads_of_all_.insert(known->second);
  return known->second;
}

FrameId JfrFrames::OfState(JfrChunk& chunk, JfrReference state) {
  const uint32_t number = chunk.FindConstant(state.type, state.id);
  const auto [known, is_new] =
      states_.try_emplace(number == JfrChunk::kNone ? UINT64_MAX : KeyOf(state.type, number), kNone);
  if (!is_new) return known->second;
  std::string text = chunk.TextOfConstant(state.type, number, JfrChunk::Role::kThreadState);
  if (text.empty()) text = "(none)";
  known->second = builder_.InternFrame({.name = "state: " + text, .kind = FrameKind::kThread});
  return known->second;
}

FrameKind JfrFrames::KindOf(JfrChunk& chunk, JfrReference frame_type) {
  const uint32_t number = chunk.FindConstant(frame_type.type, frame_type.id);
  const auto [known, is_new] = kinds_.try_emplace(KeyOf(frame_type.type, number), FrameKind::kUser);
  if (!is_new) return known->second;
  const std::string text = chunk.TextOfConstant(frame_type.type, number, JfrChunk::Role::kFrameType);
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
  ClassKind class_kind = ClassKind::kUnknown;
  const JfrValue& holder = fields[kClass];
  JfrValue class_text;
  static_cast<void>(chunk.ReadConstant(holder.type, chunk.FindConstant(holder.type, holder.number),
                                       JfrChunk::Role::kClass, [&](uint8_t slot, const JfrValue& value) {
                                         if (slot == kClassName) class_text = value;
                                         if (slot == kModifiers)
                                           class_kind = (value.number & kIsInterface) != 0
                                                            ? ClassKind::kInterface
                                                            : ClassKind::kClass;
                                       }));
  std::string class_name = chunk.TextOf(class_text);
  std::string name = chunk.TextOf(fields[kName]);
  if (name.empty() && class_name.empty()) return UnknownFrame(builder_);
  Frame frame{.kind = kind};
  // The class of a native function is its library.
  const bool is_native = !class_name.empty() && chunk.TextOf(fields[kDescriptor]) == kNativeDescriptor;
  if (!is_native) class_name = StableJavaClassName(class_name);
  if (is_native) {
    frame.module = class_name;
    if (name.empty()) name = class_name;
  } else if (name.empty()) {
    name = class_name;
  } else if (!class_name.empty()) {
    name = class_name + "." + name;
  }
  frame.name = name;
  work_ += name.size() / kNameBytesPerFrame;
  const FrameId made = builder_.InternFrame(frame);
  if (!is_native && !class_name.empty())
    builder_.frames().SetClass(made, InternClass(class_name, class_kind, builder_.frames()));
  return made;
}

}  // namespace ringscope
