#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cct/tree/building/builder.h"

namespace ringscope {

// The metrics of profiles of GHC.
inline constexpr std::string_view kGhcTicks = "ticks";
inline constexpr std::string_view kGhcAllocated = "allocated";
inline constexpr std::string_view kGhcEntries = "entries";

// A cost centre: its name, the module it is in, and where in the source it stands: "Main.hs:12:1-20",
// "Main.hs:(12,1)-(14,20)", "<built-in>".
[[nodiscard]] FrameId GhcFrame(CctBuilder& builder, std::string_view label, std::string_view module,
                               std::string_view place);

// How long a tick is.
[[nodiscard]] std::string GhcTickNote(int64_t tick_us);

}  // namespace ringscope
