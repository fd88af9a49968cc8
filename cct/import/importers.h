#pragma once

#include "cct/import/importer.h"

// The importers of all formats. The folder of a format defines its importer; docs/importers.md describes all.
namespace ringscope {

extern const Importer kJfrImporter;          // Java Flight Recorder (.jfr): the JDK from 9 on, async-profiler
extern const Importer kPerfDataImporter;     // perf.data: by `perf script` if installed, else the file itself
extern const Importer kPerfImporter;         // the text that `perf script` prints
extern const Importer kOtlpImporter;         // OpenTelemetry's profiles signal, as a message
extern const Importer kOtlpJsonImporter;     // OpenTelemetry's profiles signal, as JSON
extern const Importer kPprofImporter;        // pprof's profile.proto: Go and many others
extern const Importer kGperftoolsImporter;   // binary CPU profiles of gperftools, early Go and Java
extern const Importer kPprofTextImporter;    // text that pprof reads: heaps, contention, goroutines, threads
extern const Importer kTraceMemoryImporter;  // trace memories of agents/, also while they are written
extern const Importer kPstatsImporter;       // Python's cProfile and profile, a call graph
extern const Importer kFirefoxImporter;      // Firefox Profiler, processed or raw, and Cleopatra before it
extern const Importer kPyinstrumentImporter;  // the JSON of pyinstrument
extern const Importer kSafariImporter;        // timeline recordings of Safari's Web Inspector
extern const Importer kTraceImporter;         // Chrome trace JSON, also without its closing bracket
extern const Importer kCpuProfileImporter;    // V8's .cpuprofile (Node.js, Chrome)
extern const Importer kHeapProfileImporter;   // V8's .heapprofile: sampled allocations still alive
extern const Importer kV8LogImporter;         // the JSON that `node --prof-process --preprocess` makes
extern const Importer kSpeedscopeImporter;    // speedscope's file format, which many profilers write
extern const Importer kDhatImporter;          // the JSON of Valgrind's DHAT and of Rust's crate dhat
extern const Importer kStackprofImporter;     // the JSON of Ruby's stackprof
extern const Importer kTimemoryImporter;      // timemory, Omnitrace, rocprof-sys: flat lists and trees
extern const Importer kCaliperImporter;       // the JSON of Caliper's cali-query: json-split and json
extern const Importer kCaliImporter;          // Caliper's own files (.cali), records of text
extern const Importer kHatchetImporter;       // Hatchet's JSON: graph with a data frame, and literal
extern const Importer kHpctoolkitImporter;    // experiment.xml of HPCToolkit's databases up to version 2
extern const Importer kHeaptrackImporter;     // heaptrack: every allocation and free, by call trace
extern const Importer kAprofImporter;         // reports of aprof, versions 1 to 6, with or without contexts
extern const Importer kCallgrindImporter;  // Valgrind's callgrind and cachegrind, and others in their format
extern const Importer kGprofImporter;      // the call graph that gprof prints
extern const Importer kGhcProfImporter;    // cost centre stacks of GHC's programs (`+RTS -p`, `-P`)
extern const Importer kGhcJsonImporter;    // cost centre stacks of GHC's programs as JSON (`-pj`)
extern const Importer kHprofImporter;      // the text of Java's old agent (`java -agentlib:hprof`)
extern const Importer kSampleImporter;     // the text that macOS's `sample` prints
extern const Importer kInstrumentsImporter;  // rows of a call tree that Instruments copies ("Deep Copy")
extern const Importer kSimpleperfImporter;   // text of Android's `simpleperf report-sample --show-callchain`
extern const Importer kSimpleperfProtoImporter;  // the file that it writes with `--protobuf`
extern const Importer kPmcstatImporter;          // call graphs of FreeBSD's `pmcstat -G`
extern const Importer kDtraceImporter;           // aggregations of DTrace with a stack among their keys
extern const Importer kBpftraceImporter;         // maps of bpftrace with a stack among their keys
extern const Importer kFoldedImporter;           // folded stacks: "frame;frame;leaf COUNT", root first
extern const Importer kAustinImporter;  // folded stacks with Austin's processes, threads, frames and values

}  // namespace ringscope
