#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>

#include "cct/trace/trace_content.h"
#include "cct/trace/trace_layout.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/building/frame_interner.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// Gives frames what a trace memory knows of their functions: classes with their superclasses, the hash of the
// code, and what was found out in calls. `frame_of` has the frame of each function that the tree has.
// Functions that are one frame are joined (frame_table.h). Classes that are named without a record are left
// out.
void SetTraceFacts(const TraceContent& content, const std::unordered_map<uint32_t, FrameId>& frame_of,
                   FrameInterner& frames, ImportReport& report);

// Gives the builder the points of a trace memory: by context and input size, with the fields that reports of
// aprof have, so that whatever reads those reads these. `node_of` is by cell; points of cells without a node
// are counted in `report`.
void SetTracePoints(std::span<const TracePoint> points, std::span<const BuildNode> node_of,
                    std::string_view cost_unit, CctBuilder& builder, ImportReport& report);

// Gives the builder the types that objects of calls had, likewise.
void SetTraceTypes(const TraceContent& content, std::span<const BuildNode> node_of, CctBuilder& builder,
                   ImportReport& report);

}  // namespace ringscope
