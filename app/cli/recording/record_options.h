#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/recording/recorders/recorder.h"
#include "cct/base/result.h"

namespace ringscope {

// ringscope record: runs a command, or attaches to a process, and makes a .cct file of what it did.
struct RecordOptions {
  std::vector<std::string> command;
  std::vector<Measure> measures;       // at most one
  std::string tool;                    // name or family of a recorder; empty: the best one
  std::vector<std::string> leave_out;  // patterns of functions; only recorders of every call can
  bool sizes = false;                  // also what calls cost by the size of their input
  bool types = false;                  // also the types of receivers, arguments and results
  bool call_sites = false;             // contexts by the line that calls them
  std::optional<uint32_t> frequency, duration_s, runs;
  std::optional<int32_t> process;
  std::filesystem::path output;  // empty: named after the command
  std::filesystem::path live;    // gets the tree now and then while the program runs; empty: no file does
  bool open = false;             // a window with the result
  bool list = false;
  bool elevate = false;
  bool quiet = false;  // says nothing but what went wrong
};
[[nodiscard]] Result<int> RunRecord(const RecordOptions& options);

}  // namespace ringscope
