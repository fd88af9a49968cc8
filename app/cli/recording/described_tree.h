#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/recording/recorders/recorder.h"
#include "app/cli/recording/run_recording.h"
#include "cct/tree/cct.h"

namespace ringscope {

// What is told of a run beside its tree.
struct RunDescription {
  std::vector<std::string> command;
  std::optional<int> process;             // instead of a command
  std::vector<std::string> shortcomings;  // clauses, which become the first notes
  std::string finding;                    // likewise, behind them; empty: none
  std::string processor, tool;            // empty: unknown
};

// The tree with a report that tells of its run: one execution with its time and attributes.
[[nodiscard]] CctPtr DescribedTree(const CctPtr& tree, const RecordingEnd& end, const RunDescription& run);

// The recorder and, of others' tools, the version: "perf-fp, perf version 6.1.187". Runs the tool.
[[nodiscard]] std::string ToolText(const Recorder& recorder, const MachineFacts& machine);

}  // namespace ringscope
