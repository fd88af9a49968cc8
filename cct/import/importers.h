#pragma once

#include "cct/import/importer.h"

// The importers of all formats. Each is defined in the folder of its format; docs/importers.md describes
// them.
namespace ringscope {

// Java Flight Recorder's recordings (.jfr), as the JDK from 9 on and async-profiler write them.
extern const Importer kJfrImporter;
// perf.data, the recordings of Linux perf: where it is installed `perf script` reads them, and its output is
// read here, else the file itself is.
extern const Importer kPerfDataImporter;
// The text that `perf script` prints.
extern const Importer kPerfImporter;
// OpenTelemetry's profiles signal (OTLP), as a message and as JSON.
extern const Importer kOtlpImporter;
extern const Importer kOtlpJsonImporter;
// pprof's profile.proto: Go, and what many other profilers and continuous profilers write.
extern const Importer kPprofImporter;
// The binary CPU profiles of gperftools (google-perftools) and of early Go, in words of 4 or 8 bytes of
// either byte order, and Java's variant of them.
extern const Importer kGperftoolsImporter;
// The text profiles that pprof reads besides its own format: heaps of gperftools, tcmalloc, jemalloc, Go and
// Java, contention and mutexes, goroutines and other counts of Go, stacks of threads.
extern const Importer kPprofTextImporter;
// Trace memories of the recorders in agents/, also while they are written (cct/trace/trace_layout.h).
extern const Importer kTraceMemoryImporter;
// The file of Python's cProfile and profile (`python3 -m cProfile -o`), a call graph.
extern const Importer kPstatsImporter;
// Profiles of the Firefox Profiler, as it, Firefox, samply and others write them: processed ones of all
// versions and Gecko's raw ones, and those of Cleopatra before it.
extern const Importer kFirefoxImporter;
// The JSON of pyinstrument.
extern const Importer kPyinstrumentImporter;
// The timeline recordings that Safari's Web Inspector exports.
extern const Importer kSafariImporter;
// Chrome trace JSON (the Trace Event Format), also without its closing bracket.
extern const Importer kTraceImporter;
// V8's .cpuprofile (Node.js, Chrome), and .heapprofile: the sampled allocations that are still alive.
extern const Importer kCpuProfileImporter;
extern const Importer kHeapProfileImporter;
// What `node --prof-process --preprocess` makes of a log of V8 (`node --prof`).
extern const Importer kV8LogImporter;
// speedscope's file format (https://www.speedscope.app/file-format-schema.json), which many profilers write.
extern const Importer kSpeedscopeImporter;
// The JSON of Valgrind's DHAT and of Rust's crate dhat.
extern const Importer kDhatImporter;
// The JSON of Ruby's stackprof.
extern const Importer kStackprofImporter;
// The JSON of timemory and of what is built with it (Omnitrace, rocprof-sys): flat lists and trees.
extern const Importer kTimemoryImporter;
// The JSON that Caliper's cali-query writes: json-split, with a table of regions, and json, with the regions
// of each record in its path.
extern const Importer kCaliperImporter;
// Caliper's own files (.cali), with their regions and values as records of text.
extern const Importer kCaliImporter;
// The JSON of Hatchet: its graph with a data frame, and its literal, nested nodes.
extern const Importer kHatchetImporter;
// The experiment.xml of HPCToolkit's databases up to version 2, with its metrics.
extern const Importer kHpctoolkitImporter;
// What heaptrack writes: every allocation and free of a program, by call trace.
extern const Importer kHeaptrackImporter;
// Reports of aprof, the input-sensitive profiler, versions 1 to 6, with or without contexts.
extern const Importer kAprofImporter;
// What Valgrind's callgrind and cachegrind write, and other tools in their format.
extern const Importer kCallgrindImporter;
// The call graph that gprof prints.
extern const Importer kGprofImporter;
// The cost centre stacks of programs that GHC compiled for profiling, as text (`+RTS -p`, `-P`) and JSON
// (`-pj`).
extern const Importer kGhcProfImporter;
extern const Importer kGhcJsonImporter;
// The text of Java's old agent hprof (`java -agentlib:hprof`).
extern const Importer kHprofImporter;
// What macOS's sample prints, and the rows of a call tree that Instruments copies ("Deep Copy").
extern const Importer kSampleImporter;
extern const Importer kInstrumentsImporter;
// What Android's `simpleperf report-sample --show-callchain` prints.
extern const Importer kSimpleperfImporter;
// And what it writes with `--protobuf`.
extern const Importer kSimpleperfProtoImporter;
// The call graphs that FreeBSD's `pmcstat -G` writes.
extern const Importer kPmcstatImporter;
// What DTrace prints of aggregations that have a stack among their keys.
extern const Importer kDtraceImporter;
// What bpftrace prints of maps that have a stack among their keys.
extern const Importer kBpftraceImporter;
// Folded (collapsed) stacks: a line a stack, "frame;frame;leaf COUNT", root first; and the same with Austin's
// processes, threads, frames and values.
extern const Importer kFoldedImporter;
extern const Importer kAustinImporter;

}  // namespace ringscope
