#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cct/import/otlp/otlp_profile.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// The frames of the locations of a dictionary, made when they are first asked for.
class OtlpFrames {
 public:
  // All have to stay.
  OtlpFrames(const OtlpDictionary& dictionary, CctBuilder& builder, ImportReport& report);

  // Outermost first; "[unknown]", which is counted, where the dictionary does not have the
  // location that something at that offset refers to. Valid until the next call.
  [[nodiscard]] std::span<const FrameId> FramesOf(OtlpIndex location, uint64_t offset_bytes);

 private:
  struct Memo {
    uint64_t begin = 0;
    uint32_t count = 0;  // 0: not made yet
  };
  void AppendFrames(const OtlpLocation& location);
  [[nodiscard]] FrameId LineFrame(OtlpIndex function, const OtlpLocation& location, FrameKind kind);
  [[nodiscard]] FrameId FrameOfAddress(const OtlpLocation& location, FrameKind kind);
  [[nodiscard]] OtlpMapping MappingOf(const OtlpLocation& location) const;
  [[nodiscard]] FrameKind KindOf(const OtlpLocation& location) const;

  const OtlpDictionary& dictionary_;
  CctBuilder& builder_;
  ImportReport& report_;
  std::vector<Memo> memo_;  // by location
  std::vector<FrameId> frames_;
  std::vector<FrameId> unknown_;
};

}  // namespace ringscope
