#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "cct/tree/context_difference.h"
#include "cct/tree/frame_table.h"
#include "renderer/color/color.h"
#include "renderer/color/color_mode.h"

namespace ringscope {

// The colours that stand for something in the profile. All of them differ from each other, from rest segments
// and from the highlight and match colours for people with protanopia, deuteranopia and tritanopia too.

// FNV-1a, then mixed so that every bit depends on all bytes. Part of what makes colours stable: never
// changes.
[[nodiscard]] uint64_t StableHash(std::string_view text);

// Groups of functions (modules, packages, files): medium tones of seven hues, each with its own lightness,
// then seven paler ones for less important groups. All summed-up groups share a few nearly grey tones.
inline constexpr uint32_t kGroupToneCount = 7;
inline constexpr uint32_t kPaleToneCount = 7;
inline constexpr uint32_t kMutedToneCount = 3;
[[nodiscard]] OkLch GroupTone(uint32_t index, Theme theme);  // index < kGroupToneCount
[[nodiscard]] OkLch MutedTone(uint32_t index, Theme theme);  // index < kMutedToneCount
[[nodiscard]] OkLch PaleTone(uint32_t index, Theme theme);   // index < kPaleToneCount
[[nodiscard]] std::span<const Color> GroupColors(Theme theme);
// A function without a group has a tone from its own name: any hue, as light and colourful as the group tones
// on both sides of that hue, so that two functions are rarely alike.
[[nodiscard]] OkLch NameTone(std::string_view name, Theme theme);

// The stable colour of a frame: one of the group colours from a hash of its group (without a group: any hue
// from a hash of its name), a little lighter or darker and more or less colourful from a hash of its name.
// Equal in every run, file and machine. Kernel and synthetic frames, threads and processes are greyer.
[[nodiscard]] Color FrameColor(const Frame& frame, Theme theme);

// The tone for functions of a kind: greyer for kernel and synthetic functions, threads and processes.
[[nodiscard]] OkLch DulledByKind(OkLch tone, FrameKind kind);

// The colour of a function whose group has `group_tone`: FrameColor for that tone. `variation`: how much
// functions of one group differ, see VariedTone().
[[nodiscard]] Color ColorInGroup(const Frame& frame, OkLch group_tone, double variation = 1);

// Kinds of frames. Threads and processes share a tone; kinds that are no code are nearly grey.
[[nodiscard]] OkLch KindTone(FrameKind kind, Theme theme);

// A context whose colour means nothing: without value, without group, or while only the search counts.
[[nodiscard]] Color NeutralColor(Theme theme);

// A tone a little lighter or darker, more or less colourful, depending on a function's name, so that
// neighbours of one group differ. `strength` 1 is the most that keeps groups apart and the text colour the
// same within a group.
[[nodiscard]] OkLch VariedTone(OkLch tone, std::string_view name, double strength);

// The sequential map: position 0 (lowest) to 1 (highest), clamped. Equal steps are equal distances in OKLab,
// and lightness is strictly monotone, so that the order is seen without any colour. Low values lie near the
// background: dark to light on dark (slate, plum, rose, apricot), light to dark on light (sand, sea, slate,
// wine).
[[nodiscard]] Color SequentialColor(double position, Theme theme);

// The diverging map: -1 (less) to 1 (more), clamped; 0 is nearly grey. Blue and orange, which every eye tells
// apart.
[[nodiscard]] Color DivergingColor(double position, Theme theme);
// New and gone contexts have colours of their own, beyond the ends of the map.
[[nodiscard]] Color DifferenceColor(const ContextDifference& difference, Theme theme);
// The colours of the performance evolution blueprint: higher cost is red if the source changed, else pink;
// lower cost is green or light green; yellow is new, gray is gone. Unknown source counts as unchanged. Or the
// colours of the map.
[[nodiscard]] Color DifferenceColor(const ContextDifference& difference, SourceChange source, DifferenceColors colors,
                                    Theme theme);

}  // namespace ringscope
