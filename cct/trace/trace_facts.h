#pragma once

#include <cstdint>
#include <unordered_map>

#include "cct/trace/trace_content.h"
#include "cct/tree/building/frame_interner.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// Gives frames what a trace memory knows of their functions: classes with their superclasses, the hash of the
// code, and what was found out in calls. `frame_of` has the frame of each function that the tree has.
// Functions that are one frame are joined (frame_facts.h). Classes that are named without a record are left
// out.
void SetTraceFacts(const TraceContent& content, const std::unordered_map<uint32_t, FrameId>& frame_of,
                   FrameInterner& frames, ImportReport& report);

}  // namespace ringscope
