#pragma once

#include <cstdint>
#include <string>

#include "cct/base/text/text_sink.h"
#include "cct/export/export.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Canonical text, one line a context in depth-first order, two spaces a layer below the first:
// "name [module] (file:line:column) {kind}  inclusive/self inclusive/self ...", parts that are unknown left
// out. Preceded by one line a metric: "# metric name unit scale total". For the eye: what acts on text
// instead of being shown, and bytes that are no UTF-8, are spelled out (AppendTerminalText), backslashes stay
// as they are. Golden files are made of this.
[[nodiscard]] Result<void> DumpText(const Cct& tree, const TextSink& sink);

// One line a context in level order below the synthetic root, tab-separated: layer (1 = first below the
// root), self values joined by commas in metric order (raw integers), inclusive values likewise, name,
// module, file, line, column, line number of the parent (1-based, 0 = root). Tabs, newlines and backslashes
// in strings are written \t \n \\.
[[nodiscard]] Result<void> DumpTsv(const Cct& tree, const TextSink& sink);

// One line a frame but that of the root, tab-separated, behind a line of what the columns are called: the
// fields of the frame; whether its source changed ("unknown", "same", "changed"); its class with the package,
// what that is and its superclasses, nearest first, with commas between; the hash of its code in hexadecimal,
// or "several"; and each value of frames, ">=1000" where counting stopped there. What is not known is empty.
[[nodiscard]] Result<void> DumpFrames(const Cct& tree, const TextSink& sink);

// The points of all contexts, tab-separated: a line of the names of their fields, behind "context", then one
// line a point with the number of its context as DumpTsv counts them. Whole numbers are exact, real ones the
// shortest text that reads back the same. Nothing for a tree without points.
[[nodiscard]] Result<void> DumpPoints(const Cct& tree, const TextSink& sink);

// The types that objects of calls had, tab-separated: one line a context, role ("receiver", "result",
// "argument 1", ...) and type, with the number of the context as DumpTsv counts them and that of the calls,
// behind a line of what the columns are called. Types that were not told apart are "(others)". Nothing for a
// tree without types.
[[nodiscard]] Result<void> DumpTypes(const Cct& tree, const TextSink& sink);

// The samples with times, tab-separated: one line a sample with its time in ns, the number of its context as
// DumpTsv counts them, and its value in each metric, "-" where its series does not measure it; series one
// after the other, behind a line of what the columns are called. Nothing for a tree without times.
[[nodiscard]] Result<void> DumpSamples(const Cct& tree, const TextSink& sink);

// Appends what a line of folded stacks calls the frame: its name, ';' written ':' and line breaks blanks,
// byte for byte, and the annotation of its kind where there is one ("_[k]").
void AppendFoldedFrame(std::string& out, const Frame& frame);

// Folded stacks of one metric: "a;b;c value" per context with self value > 0, children after their callers.
// ';' in names is written ':' and newlines blanks, as the format has no escapes; values are ExactDecimalText.
// job: units are contexts. Errors: as exports (export.h), kLimit only once so much is written.
[[nodiscard]] Result<void> DumpFolded(const Cct& tree, MetricIndex metric, const TextSink& sink,
                                      JobControl* job = nullptr, uint64_t max_bytes = kMaxExportBytes);

// What DumpText() of a tree takes at least: those of deep trees are mostly blanks. O(layers).
[[nodiscard]] uint64_t LeastDumpTextBytes(const Cct& tree);

}  // namespace ringscope
