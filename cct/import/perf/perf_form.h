#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cct/import/importer.h"
#include "cct/tree/import_report.h"
#include "cct/tree/metric.h"

namespace ringscope {

// An event of perf. Its metrics in the tree are 2 * index (periods) and 2 * index + 1 (samples).
struct PerfEvent {
  std::string name;  // with modifiers
  uint64_t first_offset_bytes = 0;
  bool has_period = false;
};

// Every event is two columns of the tree: names made up line by line must not multiply. Of one worker, and of
// all of them together. The first kMaxSampleSeries of them are series of samples.
inline constexpr size_t kMaxPerfEvents = 4096;

inline constexpr uint64_t kDefaultPerfStackLimit = 127;  // of the kernel: kernel.perf_event_max_stack

// Two an event, in the order of `events`: the periods and the samples.
[[nodiscard]] std::vector<Metric> PerfMetricsOf(const std::vector<PerfEvent>& events);

// That the events beyond those have no times, where there are some.
void NoteEventsWithoutTimes(size_t event_count, ImportReport& report);

// Says it where there are samples without frames.
void NotePerfSamplesWithoutFrames(uint64_t count, ImportReport& report);

// Frames with neither a symbol nor a module.
struct PerfUnknown {
  uint64_t frame_count = 0;
  uint64_t sample_count = 0;  // that have some
  bool in_kernel = false;
  bool in_user_code = false;
  bool prints_modules = false;  // of any frame, known or not

  void Add(const PerfUnknown& other) {
    frame_count += other.frame_count;
    sample_count += other.sample_count;
    in_kernel |= other.in_kernel;
    in_user_code |= other.in_user_code;
    prints_modules |= other.prints_modules;
  }
};

// Says what to do about such frames, if there are some.
void NotePerfUnknown(const PerfUnknown& unknown, ImportReport& report);

// How much the samples of a `perf script` text tell, which is up to its option -F.
enum class PerfForm : uint8_t {
  kNone,        // no such text
  kTasks,       // a first line with a thread, and a time or an event
  kTimeless,    // the same with an event and no time, whatever commands are called
  kFields,      // a first line with less: recognized by where it stands, in front of its frames
  kLines,       // a first line with less, which is all of a sample
  kFramesOnly,  // no first line: samples begin and end with a blank one
  kUnclear,     // frames on one line each that nothing but the columns tells from other text
};

// The form of a text by its beginning. `complete`: its last line is whole. All but kTasks and kTimeless take
// that nothing else stands in it, and that the frames stand in perf's columns.
[[nodiscard]] PerfForm PerfFormOf(std::string_view start_of_file, bool complete);

// Reads what `perf script` prints. `has_other_text`: there may be much in front of the samples that perf did
// not print. Says how many samples have no frames. Errors: those of ByteSource::Next, kUnsupported (a text of
// which nothing tells what its columns are), kLimit, kOverflow, kCancelled.
[[nodiscard]] Result<uint64_t> ImportPerfText(const ImportRun& run, bool has_other_text);

// Samples of a perf.data that are not told as well as they might be.
struct PerfDataGaps {
  uint64_t without_frames = 0;
  uint64_t stacks_for_perf = 0;      // whose callers perf alone finds
  uint64_t named = 0, nameless = 0;  // addresses of user code
};

// Reads a perf.data by itself: as a file, as perf writes it to a pipe, of either byte order, with compressed
// records. Errors: those of ByteSource::Next and of ReadPerfDataHead(), kLimit, kOverflow, kCancelled.
[[nodiscard]] Result<PerfDataGaps> ReadPerfData(const ImportRun& run);

// Whether the events that its head tells have stacks whose callers perf alone finds. Nothing is said of what
// cannot be read.
[[nodiscard]] bool HasStacksForPerf(const ImportRun& run);

// Only counts the events that were lost, and adds that to the report. The same errors.
[[nodiscard]] Result<void> CountLostOfPerfData(const ImportRun& run);

}  // namespace ringscope
