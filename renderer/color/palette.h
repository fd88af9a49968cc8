#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "cct/tree/frame_table.h"
#include "cct/tree/metric_sides.h"
#include "renderer/color/color.h"
#include "renderer/color/color_mode.h"

namespace ringscope {

// The colours that stand for something in the profile. All of them keep apart from each other, from rest
// segments and from the highlight and match colours, also for people with protanopia, deuteranopia and
// tritanopia.

// FNV-1a, then mixed so that every bit depends on all bytes. Part of what makes colours stable: never
// changes.
[[nodiscard]] uint64_t StableHash(std::string_view text);

// Groups of functions (modules, packages, files): medium tones of seven hues, each with its own lightness,
// then seven paler ones for groups that matter less. Entries that sum up others have one of a few nearly grey
// tones.
inline constexpr uint32_t kGroupToneCount = 7;
inline constexpr uint32_t kPaleToneCount = 7;
inline constexpr uint32_t kMutedToneCount = 3;
[[nodiscard]] OkLch GroupTone(uint32_t index, Theme theme);  // index < kGroupToneCount
[[nodiscard]] OkLch MutedTone(uint32_t index, Theme theme);  // index < kMutedToneCount
[[nodiscard]] OkLch PaleTone(uint32_t index, Theme theme);   // index < kPaleToneCount
[[nodiscard]] std::span<const Color> GroupColors(Theme theme);
// A function that belongs to no group has a tone of its own name: any hue, as light and colourful as the
// group tones on both sides of it, so that two of them are rarely alike.
[[nodiscard]] OkLch NameTone(std::string_view name, Theme theme);

// The stable colour of a frame: one of the group colours from a hash of its group (any hue from a hash of its
// name if it has no group), a little lighter or darker and more or less colourful from a hash of its name.
// Equal in every run, file and machine. Kernel and synthetic frames, threads and processes are greyer.
[[nodiscard]] Color FrameColor(const Frame& frame, Theme theme);

// The tone of functions of a kind: greyer for kernel and synthetic functions, threads and processes.
[[nodiscard]] OkLch DulledByKind(OkLch tone, FrameKind kind);

// The colour of a function whose group has `group_tone`: what FrameColor makes of the tone. `variation`: how
// much functions of one group differ, see VariedTone().
[[nodiscard]] Color ColorInGroup(const Frame& frame, OkLch group_tone, double variation = 1);

// Kinds of frames. Threads and processes share a tone; kinds that are no code are nearly grey.
[[nodiscard]] OkLch KindTone(FrameKind kind, Theme theme);

// The colour of a context without a value or a group, and of every context while only the search counts.
[[nodiscard]] Color NeutralColor(Theme theme);

// A tone a little lighter or darker, more or less colourful, depending on a function's name, so that
// neighbours of one group tell apart. `strength` 1 is the most that keeps groups apart and text colours equal
// within one.
[[nodiscard]] OkLch VariedTone(OkLch tone, std::string_view name, double strength);

// The sequential map: position 0 (lowest) to 1 (highest), clamped. Equal steps are equal distances in OKLab,
// and lightness is strictly monotone, so that the order is seen without any colour. Low values lie near the
// background: dark to light on dark (slate, plum, rose, apricot), light to dark on light (sand, sea, slate,
// wine).
[[nodiscard]] Color SequentialColor(double position, Theme theme);

// The diverging map: -1 (less) to 1 (more), clamped; 0 is nearly grey. Blue and orange, which every eye tells
// apart.
[[nodiscard]] Color DivergingColor(double position, Theme theme);
// A difference on the map, where new and gone contexts have colours of their own, beyond its ends; or in the
// colours of the performance evolution blueprint: more cost is red if the source changed, else pink; less
// cost is green if the source changed, else light green; yellow is new, grey is gone. Unknown source counts
// as unchanged. Within noise: the middle of the map, in the blueprint the colour of the centre, which is not
// that of gone.
[[nodiscard]] Color DifferenceColor(const ContextDifference& difference, SourceChange source,
                                    DifferenceColors colors, Theme theme);

}  // namespace ringscope
