#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/text/text_sink.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Exports write the tree in formats of other tools, piece by piece into `sink` (dump.h has folded stacks),
// with all metrics if the format allows several. job: units are contexts times passes. Errors: those of the
// sink; kCancelled; kLimit if more than a number of bytes would be written; kMalformed for a hostile tree
// that lists contexts twice. Formats that repeat the whole stack with each context take as many bytes as the
// sum of the contexts' depths, however small the tree is. Such exports check the limit before they write,
// without the bytes that escapes and long numbers add.
inline constexpr uint64_t kMaxExportBytes = uint64_t{8} << 30;

// speedscope's file format (https://www.speedscope.app/file-format-schema.json): one profile a metric. Stacks
// with cost are samples with weights; if these would take more than `max_sampled_bytes`, which speedscope
// itself could not open, they are events, two a context however deep the tree is. Written: names as UTF-8,
// files, lines, columns; values in displayed units, with a unit speedscope knows or "none". Not written, as
// the format has no place for them: modules, kinds, marks, contexts without cost.
inline constexpr uint64_t kMaxSampledBytes = uint64_t{256} << 20;
[[nodiscard]] Result<void> ExportSpeedscope(const Cct& tree, std::string_view name, const TextSink& sink,
                                            JobControl* job = nullptr,
                                            uint64_t max_sampled_bytes = kMaxSampledBytes);

// pprof's profile.proto (https://github.com/google/pprof/blob/main/proto/profile.proto), gzip-compressed or
// plain: one sample a context that has self cost or no callees, every metric a sample type, modules as
// mappings, an inlined frame as one more line of its caller's location. A unit of time is written by its long
// name and made finer where values have decimals; other metrics with decimals get the unit "unit/scale". A
// comment says of which metrics a part is an estimate. Not written: other kinds of frames, marks.
enum class PprofBytes : uint8_t { kGzip, kPlain };
[[nodiscard]] Result<void> ExportPprof(const Cct& tree, const TextSink& sink, JobControl* job = nullptr,
                                       PprofBytes bytes = PprofBytes::kGzip,
                                       uint64_t max_bytes = kMaxExportBytes);

// One line a context in depth-first order, under a line of titles: path (names joined by ';', which is
// written "\;" inside a name, and '\' "\\"), name, module, file, line, then self and inclusive value of every
// metric in displayed units. Cost outside of any function is the first line, with an empty path. separator:
// ',' (fields quoted as in RFC 4180) or '\t' (tabs, line breaks and backslashes written \t \n \r \\).
[[nodiscard]] Result<void> ExportContexts(const Cct& tree, char separator, const TextSink& sink,
                                          JobControl* job = nullptr, uint64_t max_bytes = kMaxExportBytes);

// The title of a column of values: "cpu time self (ns)".
[[nodiscard]] std::string MetricTitle(const Metric& metric, std::string_view which);

}  // namespace ringscope
