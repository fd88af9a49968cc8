#include "renderer/color/frame_groups.h"
#include "renderer/color/oklab.h"
#include "renderer/color/palette.h"

namespace ringscope {
namespace {

Color ColorInGroup(const Frame& frame, std::string_view group, Theme theme) {
  if (group.empty()) return ColorInGroup(frame, NameTone(frame.name, theme));
  return ColorInGroup(frame, GroupTone(static_cast<uint32_t>(StableHash(group) % kGroupToneCount), theme));
}

}  // namespace

OkLch DulledByKind(OkLch tone, FrameKind kind) {
  if (kind == FrameKind::kKernel) {
    tone.chroma *= 0.45;
    tone.lightness -= 0.03;
  } else if (kind == FrameKind::kSynthetic || IsThread(kind)) {
    tone.chroma *= 0.25;
  }
  return tone;
}

Color ColorInGroup(const Frame& frame, OkLch group_tone, double variation) {
  // A range of lightness, chroma and hue inside a group; small enough to keep the groups apart.
  return SrgbFromOkLch(DulledByKind(VariedTone(group_tone, frame.name, variation), frame.kind));
}

Color FrameColor(const Frame& frame, Theme theme) {
  return ColorInGroup(frame, MainGroup(frame).text, theme);
}

}  // namespace ringscope
