#include "cct/import/otlp/otlp_frames.h"

#include <fmt/format.h>

#include "cct/import/module_name.h"

namespace ringscope {
namespace {

uint32_t PositiveOr0(int64_t value) {
  return value > 0 && value <= 0xffffffff ? static_cast<uint32_t>(value) : 0;
}

}  // namespace

OtlpFrames::OtlpFrames(const OtlpDictionary& dictionary, CctBuilder& builder, ImportReport& report)
    : dictionary_(dictionary), builder_(builder), report_(report), memo_(dictionary.locations.size()) {
  unknown_.push_back(builder.InternFrame({.name = "[unknown]", .kind = FrameKind::kSynthetic}));
}

std::span<const FrameId> OtlpFrames::FramesOf(OtlpIndex index, uint64_t offset_bytes) {
  if (index == 0 || index >= memo_.size()) {
    report_.Keep("a location that is not in the dictionary", offset_bytes);
    return unknown_;
  }
  Memo& memo = memo_[index];
  if (memo.count == 0) {
    memo.begin = frames_.size();
    AppendFrames(dictionary_.locations[index]);
    memo.count = static_cast<uint32_t>(frames_.size() - memo.begin);
  }
  return std::span(frames_).subspan(memo.begin, memo.count);
}

OtlpMapping OtlpFrames::MappingOf(const OtlpLocation& location) const {
  const bool known = location.mapping != 0 && location.mapping < dictionary_.mappings.size();
  return known ? dictionary_.mappings[location.mapping] : OtlpMapping{};
}

// What the writer says of the code, else what its module tells.
FrameKind OtlpFrames::KindOf(const OtlpLocation& location) const {
  for (uint64_t i = 0; i < location.attribute_count; ++i) {
    const OtlpIndex attribute = dictionary_.location_attributes[location.attributes_begin + i];
    if (attribute >= dictionary_.attribute_keys.size()) continue;
    if (dictionary_.texts[dictionary_.attribute_keys[attribute]] != "profile.frame.type") continue;
    const std::string_view type = dictionary_.attribute_values[attribute];
    if (type == "kernel") return FrameKind::kKernel;
    if (type == "phpjit") return FrameKind::kJit;
    for (const std::string_view interpreted : {"cpython", "perl", "php", "ruby", "beam"}) {
      if (type == interpreted) return FrameKind::kInterpreted;
    }
  }
  if (location.address >> 48 == 0xffff) return FrameKind::kKernel;
  return KindOfModule(dictionary_.texts[MappingOf(location).filename]);
}

void OtlpFrames::AppendFrames(const OtlpLocation& location) {
  const FrameKind kind = KindOf(location);
  if (location.line_count == 0) {
    frames_.push_back(AddressFrame(location, kind));
    return;
  }
  // The first line is the innermost function, inlined into the next, and so on.
  for (uint64_t k = location.line_count; k-- > 0;) {
    frames_.push_back(LineFrame(dictionary_.lines[location.lines_begin + k], location,
                                k + 1 < location.line_count ? FrameKind::kInlined : kind));
  }
}

FrameId OtlpFrames::LineFrame(const OtlpLine& line, const OtlpLocation& location, FrameKind kind) {
  if (line.function == 0 || line.function >= dictionary_.functions.size()) {
    if (line.function != 0)
      report_.Keep("a line without a function of the dictionary", location.offset_bytes);
    return AddressFrame(location, kind);
  }
  const OtlpFunction& function = dictionary_.functions[line.function];
  std::string_view name = dictionary_.texts[function.name];
  if (name.empty()) name = dictionary_.texts[function.system_name];
  if (name.empty()) return AddressFrame(location, kind);
  // A line tells where a call is made, which is not what a function is.
  return builder_.InternFrame({.name = name,
                               .module = dictionary_.texts[MappingOf(location).filename],
                               .file = dictionary_.texts[function.filename],
                               .line = PositiveOr0(function.start_line),
                               .kind = kind});
}

// Code without a name: where it lies in its module tells it apart in every run.
FrameId OtlpFrames::AddressFrame(const OtlpLocation& location, FrameKind kind) {
  const OtlpMapping mapping = MappingOf(location);
  const std::string_view module = dictionary_.texts[mapping.filename];
  if (location.address == 0) {
    if (module.empty()) return unknown_[0];
    name_ = fmt::format("[{}]", BaseName(module));
  } else if (module.empty()) {
    name_ = fmt::format("0x{:x}", location.address);
  } else {
    name_ = fmt::format("{}+0x{:x}", BaseName(module), location.address - mapping.start + mapping.offset);
  }
  return builder_.InternFrame({.name = name_, .module = module, .kind = kind});
}

}  // namespace ringscope
