#pragma once

#include <cstdint>
#include <string_view>

namespace ringscope {

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

}  // namespace ringscope
