#pragma once

#include <cstdint>
#include <string>

#include "cct/base/text/text_sink.h"
#include "cct/export/export.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Canonical text, one line a context in depth-first order, indented by two spaces for each layer below the
// first: "name [module] (file:line:column) {kind}  inclusive/self inclusive/self ...", without unknown parts.
// Lines for the metrics come first: "# name unit scale total". For reading: control characters and bytes that
// are not UTF-8 are spelled out (AppendTerminalText), backslashes are not escaped. The format of goldens.
[[nodiscard]] Result<void> DumpText(const Cct& tree, const TextSink& sink);

// One line a context in level order below the synthetic root, tab-separated: layer (1 = first below the
// root), self values joined by commas in metric order (raw integers), inclusive values likewise, name,
// module, file, line, column, line number of the parent (1-based, 0 = root). Tabs, newlines and backslashes
// in strings are written \t \n \\.
[[nodiscard]] Result<void> DumpTsv(const Cct& tree, const TextSink& sink);

// One line a frame except that of the root, tab-separated, after a line of column titles: the fields of the
// frame; whether its source changed ("unknown", "same", "changed"); its class with the package, the kind of
// the class, and its superclasses, nearest first, joined by commas; the hash of its code in hexadecimal, or
// "several"; and each value of frames, ">=1000" if counting stopped there. Unknown fields are empty.
[[nodiscard]] Result<void> DumpFrames(const Cct& tree, const TextSink& sink);

// The points of all contexts, tab-separated: a line of "context" and the names of their fields, then one line
// a point with the number of its context as DumpTsv() counts them. Integers are exact, real numbers the
// shortest text that reads back the same. Writes nothing for a tree without points. Errors: those of
// CheckPointRanges().
[[nodiscard]] Result<void> DumpPoints(const Cct& tree, const TextSink& sink);

// The types of objects of calls, tab-separated, after a line of column titles: one line for each context,
// role (such as "receiver", "result", "argument 1") and type, with the number of the context as DumpTsv()
// counts them and the number of calls. Types not told apart are "(others)". Writes nothing without types.
// Errors: those of CheckTypeRanges().
[[nodiscard]] Result<void> DumpTypes(const Cct& tree, const TextSink& sink);

// The samples with times, tab-separated, after a line of column titles, series by series: one line a sample
// with its time in ns, the number of its context as DumpTsv() counts them, and its value in each metric, "-"
// if its series does not measure the metric. Writes nothing for a tree without times.
[[nodiscard]] Result<void> DumpSamples(const Cct& tree, const TextSink& sink);

// Appends the frame as in a line of folded stacks: its name, byte for byte except that ';' becomes ':' and
// line breaks become blanks, and the annotation of its kind if it has one ("_[k]").
void AppendFoldedFrame(std::string& out, const Frame& frame);

// Folded stacks of one metric: "a;b;c value" for each context with self value > 0, callees after their
// callers. Names are written by AppendFoldedFrame(), as the format has no escapes; values by
// ExactDecimalText(). job: units are contexts. Errors: those of exports (export.h), but kLimit only after so
// many bytes were written.
[[nodiscard]] Result<void> DumpFolded(const Cct& tree, MetricIndex metric, const TextSink& sink,
                                      JobControl* job = nullptr, uint64_t max_bytes = kMaxExportBytes);

// A lower bound of the bytes that DumpText() writes; for deep trees they are mostly blanks. O(layers).
[[nodiscard]] uint64_t LeastDumpTextBytes(const Cct& tree);

}  // namespace ringscope
