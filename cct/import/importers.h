#pragma once

#include "cct/import/importer.h"

// The importers of all formats. Each is defined in the folder of its format; docs/importers.md describes
// them.
namespace ringscope {

// Java Flight Recorder's recordings (.jfr), as the JDK from 9 on and async-profiler write them.
extern const Importer kJfrImporter;
// perf.data, the recordings of Linux perf: `perf script` reads them, and its output is read here. The file
// has to lie on disk as it is.
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
// Profiles of the Firefox Profiler, as it, Firefox, samply and others write them: processed ones of all
// versions and Gecko's raw ones.
extern const Importer kFirefoxImporter;
// Chrome trace JSON (the Trace Event Format), also without its closing bracket.
extern const Importer kTraceImporter;
// V8's .cpuprofile (Node.js, Chrome), and .heapprofile: the sampled allocations that are still alive.
extern const Importer kCpuProfileImporter;
extern const Importer kHeapProfileImporter;
// speedscope's file format (https://www.speedscope.app/file-format-schema.json), which many profilers write.
extern const Importer kSpeedscopeImporter;
// The JSON of Valgrind's DHAT and of Rust's crate dhat.
extern const Importer kDhatImporter;
// The JSON of Ruby's stackprof.
extern const Importer kStackprofImporter;
// The JSON that Caliper's cali-query writes: json-split, with a table of regions, and json, with the regions
// of each record in its path.
extern const Importer kCaliperImporter;
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
// What bpftrace prints of maps that have a stack among their keys.
extern const Importer kBpftraceImporter;
// Folded (collapsed) stacks: a line a stack, "frame;frame;leaf COUNT", root first; and the same with Austin's
// processes, threads, frames and values.
extern const Importer kFoldedImporter;
extern const Importer kAustinImporter;

}  // namespace ringscope
