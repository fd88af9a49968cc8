#pragma once

#include <string>

#include "cct/tree/frame_table.h"

namespace ringscope {

// Appends what a line of folded stacks calls the frame: its name, ';' written ':' and line breaks blanks,
// byte for byte, and the annotation of its kind where there is one ("_[k]").
void AppendFoldedFrame(std::string& out, const Frame& frame);

}  // namespace ringscope
