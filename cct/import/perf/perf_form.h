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

// Events of one worker, and of all workers together. Each is two columns of the tree, and a hostile text
// could name a new event on each line. Only the first kMaxSampleSeries events get series of samples.
inline constexpr size_t kMaxPerfEvents = 4096;

inline constexpr uint64_t kDefaultPerfStackLimit = 127;  // of the kernel: kernel.perf_event_max_stack

// Two metrics for each event, in the order of `events`: the periods and the samples.
[[nodiscard]] std::vector<Metric> PerfMetricsOf(const std::vector<PerfEvent>& events);

// Notes that the events beyond the first kMaxSampleSeries have no times, if there are such events.
void NoteEventsWithoutTimes(size_t event_count, ImportReport& report);

// Notes that `count` samples have no frames, unless `count` is 0.
void NotePerfSamplesWithoutFrames(uint64_t count, ImportReport& report);

// Frames with neither a symbol nor a module.
struct PerfUnknown {
  uint64_t frame_count = 0;
  uint64_t sample_count = 0;  // with such frames
  bool in_kernel = false;
  bool in_user_code = false;
  bool prints_modules = false;  // some frame, known or not, has one

  void Add(const PerfUnknown& other) {
    frame_count += other.frame_count;
    sample_count += other.sample_count;
    in_kernel |= other.in_kernel;
    in_user_code |= other.in_user_code;
    prints_modules |= other.prints_modules;
  }
};

// Notes how many unknown frames there are, and what to do about them.
void NotePerfUnknown(const PerfUnknown& unknown, ImportReport& report);

// What the samples of a `perf script` text consist of, as chosen by its option -F.
enum class PerfForm : uint8_t {
  kNone,        // no such text
  kTasks,       // a first line with a thread, and a time or an event
  kTimeless,    // a first line with a thread and an event; a word like a time belongs to the command
  kFields,      // a first line with less, recognized by its place before its frames
  kLines,       // a line with less, which is a whole sample
  kFramesOnly,  // no first line: samples begin and end with a blank one
  kUnclear,     // a frame on each line, told from other text by the columns alone
};

// The form of a text by its beginning. `complete`: its last line is whole. All forms but kTasks and kTimeless
// require a text without other lines, and frames in perf's columns.
[[nodiscard]] PerfForm PerfFormOf(std::string_view start_of_file, bool complete);

// Reads the output of `perf script`. `has_other_text`: much other text may stand before the samples. Returns
// the number of samples without frames. Errors: those of ByteSource::Next, kUnsupported (a text whose columns
// have no clear meaning), kLimit, kOverflow, kCancelled.
[[nodiscard]] Result<uint64_t> ImportPerfText(const ImportRun& run, bool has_other_text);

// How much of a perf.data a reading without perf leaves open.
struct PerfDataGaps {
  uint64_t without_frames = 0;
  uint64_t stacks_for_perf = 0;      // whose callers only perf finds
  uint64_t named = 0, nameless = 0;  // addresses of user code
};

// Reads a perf.data without perf: as a file or as perf writes it to a pipe, of either byte order, with
// compressed records. Errors: those of ByteSource::Next and of ReadPerfDataHead(), kLimit, kOverflow,
// kCancelled.
[[nodiscard]] Result<PerfDataGaps> ReadPerfData(const ImportRun& run);

// Whether an event in the head of a perf.data, or in front of the samples from a pipe, has stacks whose
// callers only perf finds. False for a file that cannot be read.
[[nodiscard]] bool HasStacksForPerf(const ImportRun& run);

// Adds only the number of lost events to the report. The errors of ReadPerfData().
[[nodiscard]] Result<void> CountLostOfPerfData(const ImportRun& run);

}  // namespace ringscope
