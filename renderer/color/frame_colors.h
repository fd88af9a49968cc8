#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cct/tree/frame_table.h"
#include "renderer/color/color.h"
#include "renderer/color/oklab.h"

namespace ringscope {

// The stable colour of a frame: one of the group colours from a hash of its group (where it has none any hue,
// from a hash of its name), a little lighter or darker and more or less colourful from a hash of its name.
// Equal in every run, file and machine. Kernel and synthetic frames, threads and processes are greyer.
[[nodiscard]] Color FrameColor(const Frame& frame, Theme theme);

// What becomes of a tone for functions of a kind: kernel and synthetic ones, threads and processes are
// greyer.
[[nodiscard]] OkLch DulledByKind(OkLch tone, FrameKind kind);

// The colour of a function whose group has `group_tone`: what FrameColor makes of the tone. `variation`: how
// much functions of one group differ, see VariedTone().
[[nodiscard]] Color ColorInGroup(const Frame& frame, OkLch group_tone, double variation = 1);

}  // namespace ringscope
