#include "renderer/layout/color.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <unordered_map>

#include "renderer/layout/oklab.h"

namespace ringscope {
namespace {

constexpr Color Rgb(uint32_t hex) {
  return {static_cast<uint8_t>(hex >> 16), static_cast<uint8_t>(hex >> 8), static_cast<uint8_t>(hex), 255};
}

// Found by maximising the smallest OKLab distance of any two, seen normally and with each of the three colour
// vision deficiencies (Machado et al. 2009, full severity), within the lightness and chroma of calm medium
// tones.
constexpr std::array<OkLch, 7> kGroupTones{{
    {0.540, 0.088, 32.0},   // terracotta
    {0.647, 0.088, 77.5},   // ochre
    {0.755, 0.080, 106.9},  // khaki
    {0.653, 0.088, 175.9},  // teal
    {0.755, 0.060, 209.7},  // sky
    {0.681, 0.088, 285.2},  // periwinkle
    {0.540, 0.082, 312.6},  // mauve
}};

// Fills darker than this carry light text, lighter ones dark text: here both have the same contrast. The
// tones keep a distance from it, so that all functions of a group carry the same.
constexpr double kDarkTextFrom = 0.58;

// Lighter on a light background, so that arcs do not look heavy; dark tones stay, as light text is to be read
// on them.
OkLch ToneFor(OkLch tone, Theme theme) {
  if (theme == Theme::kLight && tone.lightness > kDarkTextFrom) tone.lightness = 0.10 + 0.90 * tone.lightness;
  return tone;
}

// FNV-1a, then mixed so that every bit depends on all bytes. Part of what makes colours stable: never change.
uint64_t StableHash(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111eb;
  return hash ^ (hash >> 31);
}

// The name without what stands behind its first '(' or '<' (not counting one at its very start).
std::string_view QualifiedPart(std::string_view name) {
  const size_t end = name.find_first_of("(<[ ", 1);
  return name.substr(0, end);
}

bool StartsUpper(std::string_view word) { return !word.empty() && word[0] >= 'A' && word[0] <= 'Z'; }

// Cuts the last component off a qualified name; empty when there is no separator.
std::string_view WithoutLastComponent(std::string_view name) {
  const size_t at = name.find_last_of("./:");
  if (at == std::string_view::npos) return {};
  std::string_view rest = name.substr(0, at);
  while (!rest.empty() && rest.back() == ':') rest.remove_suffix(1);
  return rest;
}

std::string_view LastComponent(std::string_view name) {
  const size_t at = name.find_last_of("./:");
  return at == std::string_view::npos ? name : name.substr(at + 1);
}

}  // namespace

const ChartPalette& PaletteOf(Theme theme) {
  static constexpr ChartPalette kDark{
      .background = Rgb(0x14171c),
      .rest = Rgb(0x272c35),
      .rest_hatch = Rgb(0x343b47),
      .center = Rgb(0x20252d),
      .text = Rgb(0xdfe3ea),
      .text_on_arc_dark = Rgb(0x12151a),
      .text_on_arc_light = Rgb(0xf6f8fb),
      .highlight = Rgb(0x86e6ff),
      .outline = Rgb(0xffffff),
      .search_match = Rgb(0xffcf4d),
  };
  static constexpr ChartPalette kLight{
      .background = Rgb(0xf7f8fa),
      .rest = Rgb(0xe3e6eb),
      .rest_hatch = Rgb(0xd2d7de),
      .center = Rgb(0xeceff3),
      .text = Rgb(0x22272f),
      .text_on_arc_dark = Rgb(0x14171c),
      .text_on_arc_light = Rgb(0xffffff),
      .highlight = Rgb(0x0a3fd0),
      .outline = Rgb(0x0d1117),
      .search_match = Rgb(0xf29a00),
  };
  return theme == Theme::kDark ? kDark : kLight;
}

std::span<const Color> GroupColors(Theme theme) {
  static const auto kColors = [] {
    std::array<std::array<Color, kGroupTones.size()>, 2> colors{};
    for (size_t i = 0; i < kGroupTones.size(); ++i) {
      colors[0][i] = SrgbFromOkLch(ToneFor(kGroupTones[i], Theme::kDark));
      colors[1][i] = SrgbFromOkLch(ToneFor(kGroupTones[i], Theme::kLight));
    }
    return colors;
  }();
  return kColors[theme == Theme::kDark ? 0 : 1];
}

namespace {

// The package or namespace of a qualified name; empty where it has none.
std::string_view PackageOf(std::string_view name) {
  std::string_view package = WithoutLastComponent(QualifiedPart(name));
  // Classes go into their package's group, nested ones too; a class without a package is its own group.
  while (StartsUpper(LastComponent(package))) {
    const std::string_view outer = WithoutLastComponent(package);
    if (outer.empty()) break;
    package = outer;
  }
  return package;
}

Color ColorInGroup(const Frame& frame, std::string_view group, Theme theme) {
  const uint64_t name_hash = StableHash(frame.name);
  const uint64_t group_hash = group.empty() ? name_hash : StableHash(group);
  OkLch tone = ToneFor(kGroupTones[group_hash % kGroupTones.size()], theme);
  // A range of lightness, chroma and hue inside a group; small enough to keep the groups apart.
  tone.lightness += (static_cast<double>(name_hash >> 8 & 0xffff) / 65535 - 0.5) * 0.07;
  tone.chroma *= 0.88 + 0.18 * static_cast<double>(name_hash >> 24 & 0xffff) / 65535;
  tone.hue_degrees += (static_cast<double>(name_hash >> 40 & 0xffff) / 65535 - 0.5) * 12;
  switch (frame.kind) {
    case FrameKind::kKernel:
      tone.chroma *= 0.45;
      tone.lightness -= 0.03;
      break;
    case FrameKind::kSynthetic:
    case FrameKind::kThread:
    case FrameKind::kProcess:
      tone.chroma *= 0.25;
      break;
    default:
      break;
  }
  return SrgbFromOkLch(tone);
}

// The group that most frames belong to, empty where none holds more than this share of them.
constexpr double kDominantShare = 0.6;
std::string DominantGroup(const FrameTable& frames) {
  // A sample tells enough, and keeps the cost of a new document small.
  constexpr uint32_t kSampledFrames = 4096;
  const uint32_t step = std::max(1u, frames.size() / kSampledFrames);
  std::unordered_map<std::string_view, uint32_t> counts;
  uint32_t sampled = 0;
  for (uint32_t id = 0; id < frames.size(); id += step) {
    const Frame frame = frames[id];
    if (frame.name.empty()) continue;
    ++counts[FrameGroup(frame)];
    ++sampled;
  }
  for (const auto& [group, count] : counts) {
    if (count > kDominantShare * sampled) return std::string(group);
  }
  return {};
}

}  // namespace

std::string_view FrameGroup(const Frame& frame) {
  if (!frame.module.empty()) {
    const size_t slash = frame.module.find_last_of('/');
    return slash + 1 < frame.module.size() ? frame.module.substr(slash + 1) : frame.module;
  }
  const std::string_view package = PackageOf(frame.name);
  return package.empty() ? frame.file : package;
}

Color FrameColor(const Frame& frame, Theme theme) { return ColorInGroup(frame, FrameGroup(frame), theme); }

FrameColors::FrameColors(const FrameTable& frames, Theme theme)
    : frames_(&frames),
      theme_(theme),
      dominant_group_(DominantGroup(frames)),
      known_(frames.size(), Color{0, 0, 0, 0}) {}

Color FrameColors::Of(FrameId frame) {
  if (frame >= known_.size()) return FrameColor({}, theme_);
  Color& color = known_[frame];
  if (color.a != 0) return color;
  const Frame described = (*frames_)[frame];
  std::string_view group = FrameGroup(described);
  // One colour for nearly everything would tell nothing apart: the functions of such a module or file are
  // grouped by namespace, or each is its own group.
  if (!group.empty() && group == dominant_group_) group = PackageOf(described.name);
  color = ColorInGroup(described, group, theme_);
  return color;
}

Color MixColors(Color from, Color to, float share) {
  const auto mix = [share](uint8_t x, uint8_t y) {
    return static_cast<uint8_t>(
        std::lround(static_cast<float>(x) + (static_cast<float>(y) - static_cast<float>(x)) * share));
  };
  return {mix(from.r, to.r), mix(from.g, to.g), mix(from.b, to.b), mix(from.a, to.a)};
}

Color TextColorOn(Color fill, Theme theme) {
  const ChartPalette& palette = PaletteOf(theme);
  const bool bright = OkLabFromLinear(LinearFromSrgb(fill)).lightness > kDarkTextFrom;
  return bright ? palette.text_on_arc_dark : palette.text_on_arc_light;
}

}  // namespace ringscope
