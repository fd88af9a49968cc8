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

// Whether the threads of a trace memory become the first ring.
enum class TraceThreadRing : uint8_t { kWhenSeveral, kAlways, kNever };

// Gives a function that a recorder knew by its place in a file alone its name, file and line, or nothing.
using NameCode = std::function<std::optional<TracedFunction>(const TracedModule& module, uint64_t offset)>;

// What a note begins with of a pattern of functions to leave out that no function has.
inline constexpr std::string_view kNothingLeftOut = "--leave-out ";

// Reads a trace memory (trace_layout.h) into an empty builder: the contexts of all threads, what is known of
// functions, and the execution. The metric of time comes first, and behind it the same without what the
// recorder itself cost, where that was calibrated. Functions that the file has no names for are asked of
// `name_code`, which may be empty, and else called after their place. The report names functions of which the
// recorder's own cost is the larger part, and patterns that leave nothing out.
//
// The file may be one that is still being written; then the tree is one of what has been counted so far.
// Memory: 20 bytes a cell of 64. Errors: those of ReadTraceContent, and limits of the builder.
[[nodiscard]] Result<void> ReadTrace(std::span<const std::byte> bytes, TraceThreadRing ring,
                                     CctBuilder& builder, ImportReport& report, JobControl& job,
                                     const NameCode& name_code = {});

}  // namespace ringscope
