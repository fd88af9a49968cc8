#include "renderer/color/palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "cct/base/check.h"
#include "renderer/color/frame_groups.h"

namespace ringscope {
namespace {

// Found by maximising the smallest OKLab distance of any two, seen normally and with each of the three colour
// vision deficiencies (Machado et al. 2009, full severity), within the lightness and chroma of calm medium
// tones.
constexpr std::array<OkLch, kGroupToneCount> kGroupTones{{
    {0.540, 0.088, 32.0},   // terracotta
    {0.647, 0.088, 77.5},   // ochre
    {0.755, 0.080, 106.9},  // khaki
    {0.653, 0.088, 175.9},  // teal
    {0.755, 0.060, 209.7},  // sky
    {0.681, 0.088, 285.2},  // periwinkle
    {0.540, 0.082, 312.6},  // mauve
}};
enum ToneName : uint8_t { kTerracotta, kOchre, kKhaki, kTeal, kSky, kPeriwinkle, kMauve };

// The range of lightness of functions of one hue, where each function has a tone of its own.
constexpr double kNameLightness = 0.06;

// Found in the same way, with the distances to the tones above and to everything else in a chart: paler, and
// as far apart as the room left allows.
constexpr std::array<OkLch, kPaleToneCount> kPaleTones{{
    {0.800, 0.031, 67.9},   // sand
    {0.460, 0.049, 105.6},  // olive
    {0.625, 0.047, 125.2},  // moss
    {0.539, 0.033, 168.4},  // pine
    {0.629, 0.044, 239.4},  // steel
    {0.705, 0.048, 336.9},  // rose
    {0.488, 0.041, 354.1},  // plum
}};

// Between the rest segments and the group tones in lightness, so that the eye passes over them.
constexpr std::array<OkLch, kMutedToneCount> kMutedDark{
    {{0.410, 0.020, 255}, {0.455, 0.020, 200}, {0.500, 0.020, 300}}};
constexpr std::array<OkLch, kMutedToneCount> kMutedLight{
    {{0.862, 0.018, 255}, {0.850, 0.020, 150}, {0.835, 0.020, 75}}};

// Lighter on a light background, so that arcs do not look heavy; dark tones stay, as they carry light text.
// The tones keep a distance from kDarkTextFrom, so that all functions of a group carry the same text.
OkLch ToneFor(OkLch tone, Theme theme) {
  if (theme == Theme::kLight && tone.lightness > kDarkTextFrom) tone.lightness = 0.10 + 0.90 * tone.lightness;
  return tone;
}

// Control points at equal distances, joined by the cubic through all four. Hues may pass 360.
using SequentialPath = std::array<OkLch, 4>;
constexpr SequentialPath kSequentialDark{
    {{0.385, 0.065, 268}, {0.510, 0.105, 318}, {0.650, 0.120, 372}, {0.800, 0.100, 420}}};
constexpr SequentialPath kSequentialLight{
    {{0.870, 0.050, 95}, {0.730, 0.060, 180}, {0.560, 0.085, 275}, {0.400, 0.115, 355}}};

OkLab LabOf(const OkLch& tone) {
  const double hue = tone.hue_degrees * std::numbers::pi / 180;
  return {tone.lightness, tone.chroma * std::cos(hue), tone.chroma * std::sin(hue)};
}

OkLab PointOn(const SequentialPath& path, double t) {
  const double x = 3 * t;
  const std::array<double, 4> weight{-(x - 1) * (x - 2) * (x - 3) / 6, x * (x - 2) * (x - 3) / 2,
                                     -x * (x - 1) * (x - 3) / 2, x * (x - 1) * (x - 2) / 6};
  OkLch point;
  for (size_t i = 0; i < path.size(); ++i) {
    point.lightness += weight[i] * path[i].lightness;
    point.chroma += weight[i] * path[i].chroma;
    point.hue_degrees += weight[i] * path[i].hue_degrees;
  }
  return LabOf(point);
}

constexpr size_t kSequentialSteps = 256;
using SequentialTable = std::array<Color, kSequentialSteps>;

// Walks along the path and drops a colour after every equal distance.
SequentialTable BuildSequentialTable(const SequentialPath& path) {
  constexpr int kSamples = 1024;
  std::array<double, kSamples + 1> distance{};
  OkLab last = PointOn(path, 0);
  for (int i = 1; i <= kSamples; ++i) {
    const OkLab point = PointOn(path, static_cast<double>(i) / kSamples);
    distance[i] = distance[i - 1] + OkLabDistance(last, point);
    last = point;
  }
  SequentialTable table{};
  int sample = 1;
  for (size_t step = 0; step < kSequentialSteps; ++step) {
    const double wanted = distance[kSamples] * static_cast<double>(step) / (kSequentialSteps - 1);
    while (sample < kSamples && distance[sample] < wanted) ++sample;
    const double between = (wanted - distance[sample - 1]) / (distance[sample] - distance[sample - 1]);
    table[step] = SrgbFromLinear(LinearFromOkLab(PointOn(path, (sample - 1 + between) / kSamples)));
  }
  return table;
}

// The middle and the ends of the diverging map, then the colours beyond its ends.
struct DivergingTones {
  OkLch middle, less, more, gone, fresh;
};
constexpr DivergingTones kDivergingDark{
    {0.480, 0.008, 260}, {0.640, 0.125, 250}, {0.690, 0.135, 52}, {0.780, 0.110, 285}, {0.790, 0.110, 5}};
constexpr DivergingTones kDivergingLight{
    {0.845, 0.010, 260}, {0.590, 0.120, 245}, {0.610, 0.145, 45}, {0.420, 0.110, 300}, {0.440, 0.140, 5}};

}  // namespace

uint64_t StableHash(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111eb;
  return hash ^ (hash >> 31);
}

OkLch GroupTone(uint32_t index, Theme theme) {
  RINGSCOPE_CHECK(index < kGroupToneCount);
  return ToneFor(kGroupTones[index], theme);
}

OkLch MutedTone(uint32_t index, Theme theme) {
  RINGSCOPE_CHECK(index < kMutedToneCount);
  return theme == Theme::kDark ? kMutedDark[index] : kMutedLight[index];
}

OkLch PaleTone(uint32_t index, Theme theme) {
  RINGSCOPE_CHECK(index < kPaleToneCount);
  return ToneFor(kPaleTones[index], theme);
}

std::span<const Color> GroupColors(Theme theme) {
  static const auto kColors = [] {
    std::array<std::array<Color, kGroupToneCount>, 2> colors{};
    for (uint32_t i = 0; i < kGroupToneCount; ++i) {
      colors[0][i] = SrgbFromOkLch(GroupTone(i, Theme::kDark));
      colors[1][i] = SrgbFromOkLch(GroupTone(i, Theme::kLight));
    }
    return colors;
  }();
  return kColors[theme == Theme::kDark ? 0 : 1];
}

OkLch NameTone(std::string_view name, Theme theme) {
  const uint64_t hash = StableHash(name);
  const auto part = [hash](int shift) { return static_cast<double>(hash >> shift & 0xfff) / 4095; };
  const double first_hue = kGroupTones[0].hue_degrees;
  const double hue = first_hue + 360 * part(0);
  uint32_t below = 0;
  while (below + 1 < kGroupToneCount && kGroupTones[below + 1].hue_degrees <= hue) ++below;
  const OkLch from = GroupTone(below, theme);
  OkLch to = GroupTone((below + 1) % kGroupToneCount, theme);
  if (below + 1 == kGroupToneCount) to.hue_degrees += 360;
  const double share = (hue - from.hue_degrees) / (to.hue_degrees - from.hue_degrees);
  // Equal hues still differ in lightness.
  return {std::lerp(from.lightness, to.lightness, share) + (part(12) - 0.5) * kNameLightness,
          std::lerp(from.chroma, to.chroma, share), hue};
}

OkLch KindTone(FrameKind kind, Theme theme) {
  if (kind == FrameKind::kUser) return ToneFor({0.620, 0.050, 205.0}, theme);  // most of most charts: calm
  constexpr std::pair<FrameKind, ToneName> kTones[] = {
      {FrameKind::kKernel, kTerracotta}, {FrameKind::kInlined, kSky},  {FrameKind::kJit, kPeriwinkle},
      {FrameKind::kInterpreted, kKhaki}, {FrameKind::kThread, kMauve}, {FrameKind::kProcess, kMauve}};
  for (const auto& [of, tone] : kTones)
    if (kind == of) return GroupTone(tone, theme);
  return MutedTone(0, theme);
}

Color NeutralColor(Theme theme) {
  return SrgbFromOkLch(theme == Theme::kDark ? OkLch{0.430, 0.012, 260} : OkLch{0.845, 0.010, 260});
}

OkLch VariedTone(OkLch tone, std::string_view name, double strength) {
  const uint64_t hash = StableHash(name);
  const auto part = [hash](int shift) { return static_cast<double>(hash >> shift & 0xffff) / 65535; };
  tone.lightness += (part(8) - 0.5) * 0.07 * strength;
  tone.chroma *= 1 + (0.18 * part(24) - 0.12) * strength;
  tone.hue_degrees += (part(40) - 0.5) * 12 * strength;
  return tone;
}

Color SequentialColor(double position, Theme theme) {
  static const SequentialTable kDark = BuildSequentialTable(kSequentialDark);
  static const SequentialTable kLight = BuildSequentialTable(kSequentialLight);
  // NaN counts as the lowest.
  const double step = (position > 0 ? std::min(position, 1.0) : 0.0) * (kSequentialSteps - 1);
  return (theme == Theme::kDark ? kDark : kLight)[static_cast<size_t>(std::lround(step))];
}

Color DivergingColor(double position, Theme theme) {
  const DivergingTones& tones = theme == Theme::kDark ? kDivergingDark : kDivergingLight;
  // NaN counts as the middle.
  const double end = position < 0 ? std::max(position, -1.0) : position > 0 ? std::min(position, 1.0) : 0;
  const OkLab from = LabOf(tones.middle), to = LabOf(end < 0 ? tones.less : tones.more);
  const double t = std::abs(end);
  return SrgbFromLinear(LinearFromOkLab({from.lightness + t * (to.lightness - from.lightness),
                                         from.a + t * (to.a - from.a), from.b + t * (to.b - from.b)}));
}

Color DifferenceColor(const ContextDifference& difference, SourceChange source, DifferenceColors colors,
                      Theme theme) {
  const bool is_dark = theme == Theme::kDark;
  if (colors == DifferenceColors::kMap) {
    const DivergingTones& tones = is_dark ? kDivergingDark : kDivergingLight;
    if (difference.kind == DifferenceKind::kNew) return SrgbFromOkLch(tones.fresh);
    if (difference.kind == DifferenceKind::kGone) return SrgbFromOkLch(tones.gone);
    return DivergingColor(difference.kind == DifferenceKind::kWithinNoise ? 0 : difference.part, theme);
  }
  const bool is_changed = source == SourceChange::kChanged;
  switch (difference.kind) {
    case DifferenceKind::kMore:
      if (is_changed) return SrgbFromOkLch(is_dark ? OkLch{0.53, 0.200, 27} : OkLch{0.50, 0.200, 27});
      return SrgbFromOkLch(is_dark ? OkLch{0.72, 0.130, 5} : OkLch{0.70, 0.130, 5});
    case DifferenceKind::kLess:
      if (is_changed) return SrgbFromOkLch(is_dark ? OkLch{0.65, 0.170, 145} : OkLch{0.62, 0.170, 145});
      return SrgbFromOkLch(is_dark ? OkLch{0.82, 0.125, 150} : OkLch{0.78, 0.125, 150});
    case DifferenceKind::kNew:
      return SrgbFromOkLch(is_dark ? OkLch{0.90, 0.150, 98} : OkLch{0.90, 0.165, 98});
    case DifferenceKind::kGone:
      return SrgbFromOkLch(is_dark ? OkLch{0.58, 0.005, 260} : OkLch{0.54, 0.005, 260});
    case DifferenceKind::kWithinNoise:
      break;
  }
  return PaletteOf(theme).center;
}

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
  const std::string_view group = MainGroup(frame).text;
  if (group.empty()) return ColorInGroup(frame, NameTone(frame.name, theme));
  return ColorInGroup(frame, GroupTone(static_cast<uint32_t>(StableHash(group) % kGroupToneCount), theme));
}

}  // namespace ringscope
