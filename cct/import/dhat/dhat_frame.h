#pragma once

#include <string_view>

#include "cct/tree/frame_table.h"

namespace ringscope {

// An entry of DHAT's table of frames, "0xADDRESS: NAME (FILE:LINE)" or "0xADDRESS: NAME (in MODULE)".
struct DhatFrame {
  std::string_view address;  // "0x1094BF", or nothing
  Frame frame;               // borrows from the text; the line is that of the call, and left out
};

// Accepts any text: what does not have this form is a name.
[[nodiscard]] DhatFrame ParseDhatFrame(std::string_view text);

}  // namespace ringscope
