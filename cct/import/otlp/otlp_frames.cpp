#include "cct/import/otlp/otlp_frames.h"

#include "cct/import/frame_names.h"

namespace ringscope {

OtlpFrames::OtlpFrames(const OtlpDictionary& dictionary, CctBuilder& builder, ImportReport& report)
    : dictionary_(dictionary), builder_(builder), report_(report), memo_(dictionary.locations.size()) {
  unknown_.push_back(UnknownFrame(builder));
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
    frames_.push_back(FrameOfAddress(location, kind));
    return;
  }
  // The first line is the innermost function, inlined into the next, and so on.
  for (uint64_t k = location.line_count; k-- > 0;) {
    frames_.push_back(LineFrame(dictionary_.line_functions[location.lines_begin + k], location,
                                k + 1 < location.line_count ? FrameKind::kInlined : kind));
  }
}

FrameId OtlpFrames::LineFrame(OtlpIndex index, const OtlpLocation& location, FrameKind kind) {
  if (index == 0 || index >= dictionary_.functions.size()) {
    if (index != 0) report_.Keep("a line without a function of the dictionary", location.offset_bytes);
    return FrameOfAddress(location, kind);
  }
  const OtlpFunction& function = dictionary_.functions[index];
  std::string_view name = dictionary_.texts[function.name];
  if (name.empty()) name = dictionary_.texts[function.system_name];
  if (name.empty()) return FrameOfAddress(location, kind);
  // A line tells where a call is made, which is not what a function is.
  return builder_.InternFrame({.name = name,
                               .module = dictionary_.texts[MappingOf(location).filename],
                               .file = dictionary_.texts[function.filename],
                               .line = PlaceOf(function.start_line),
                               .kind = kind});
}

FrameId OtlpFrames::FrameOfAddress(const OtlpLocation& location, FrameKind kind) {
  const OtlpMapping mapping = MappingOf(location);
  return AddressFrame(builder_, dictionary_.texts[mapping.filename], location.address,
                      location.address - mapping.start + mapping.offset, kind);
}

}  // namespace ringscope
