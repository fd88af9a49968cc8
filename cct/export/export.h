#pragma once

#include <string_view>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/cct.h"
#include "cct/dump.h"

namespace ringscope {

// The tree in formats of other tools, written piece by piece into `sink` (see dump.h for folded stacks). All
// metrics where the format has room for them. Errors: those of the sink, kCancelled.

// speedscope's file format, one "sampled" profile a metric:
// https://www.speedscope.app/file-format-schema.json
[[nodiscard]] Result<void> ExportSpeedscope(const Cct& tree, std::string_view name, const TextSink& sink,
                                            JobControl* job = nullptr);

// pprof's profile.proto, gzip-compressed: one sample a context with self cost, every metric a sample type:
// https://github.com/google/pprof/blob/main/proto/profile.proto
[[nodiscard]] Result<void> ExportPprof(const Cct& tree, const TextSink& sink, JobControl* job = nullptr);

// One line a context: path, name, module, file, line, then self and inclusive of every metric; separator ','
// (quoted as RFC 4180) or '\t'.
[[nodiscard]] Result<void> ExportContexts(const Cct& tree, char separator, const TextSink& sink,
                                          JobControl* job = nullptr);

}  // namespace ringscope
