#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/trace/trace_content.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// When the threads of a trace memory become the first ring.
enum class TraceThreadRing : uint8_t { kWhenSeveral, kAlways, kNever };

// Finds the name, file and line of a function that the recorder knew only by its place in a file;
// std::nullopt if unknown.
using NameCode = std::function<std::optional<TracedFunction>(const TracedModule& module, uint64_t offset)>;

// The begin of a note about a pattern of functions to leave out that no function matches.
inline constexpr std::string_view kNothingLeftOut = "--leave-out ";

// Reads a trace memory (trace_layout.h) into an empty builder: the contexts of all threads, the facts about
// functions, and the execution. If the recorder's own cost was calibrated, the metric of time without it
// comes first (behind the measured time if it is 0 everywhere), then the measured time. Functions without a
// name in the file get one from `name_code`, which may be empty, or else from their place. The report names
// functions of which the recorder's own cost is the larger part, and patterns that leave nothing out.
//
// The file may still be written; then the tree has the counts so far. Memory: 20 bytes for each cell of 64.
// Errors: those of ReadTraceContent, and limits of the builder.
[[nodiscard]] Result<void> ReadTrace(std::span<const std::byte> bytes, TraceThreadRing ring,
                                     CctBuilder& builder, ImportReport& report, JobControl& job,
                                     const NameCode& name_code = {});

}  // namespace ringscope
