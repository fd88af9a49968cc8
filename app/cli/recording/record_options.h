#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/recording/recorders/recorder.h"
#include "cct/base/result.h"

namespace ringscope {

// ringscope record: runs a command, or attaches to a process, and writes its recording as a .cct file.
struct RecordOptions : RecorderWishes {
  std::vector<std::string> command;
  std::vector<Measure> measures;  // at most one
  std::string tool;               // name or family of a recorder; empty: the best one
  std::optional<uint32_t> duration_s, runs;
  std::filesystem::path output;  // empty: named after the command
  std::filesystem::path live;    // gets the tree now and then while the program runs; empty: no file
  bool open = false;             // open a window with the result
  bool list = false;
  bool quiet = false;  // print errors alone
};
[[nodiscard]] Result<int> RunRecord(const RecordOptions& options);

}  // namespace ringscope
