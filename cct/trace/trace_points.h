#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "cct/trace/trace_layout.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// Gives the builder the points of a trace memory: by context and input size, with the fields that reports of
// aprof have, so that whatever reads those reads these. `node_of` is by cell; points of cells without a node
// are counted in `report`.
void SetTracePoints(std::span<const TracePoint> points, std::span<const BuildNode> node_of,
                    std::string_view cost_unit, CctBuilder& builder, ImportReport& report);

}  // namespace ringscope
