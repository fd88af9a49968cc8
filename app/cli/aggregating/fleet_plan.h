#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cct/base/result.h"

namespace ringscope {

// Work on a fleet cut into parts, each a command of its own, that any scheduler runs; their results lie
// beside the output until they are united.
struct FleetPlan {
  std::filesystem::path output;    // absolute
  std::vector<std::string> words;  // of the command, but for the parts and the output; paths absolute
  std::string fingerprint;         // of the files and of what is asked: parts of another one are of no use
  uint32_t parts = 1;

  [[nodiscard]] std::filesystem::path folder() const;
  [[nodiscard]] std::filesystem::path ResultOf(uint32_t part) const;  // from 1 on
};

// A line for a shell. `part`: its number, or a variable of the shell.
[[nodiscard]] std::string PartCommand(const FleetPlan& plan, const std::string& part);
[[nodiscard]] std::string UniteCommand(const FleetPlan& plan);

// Makes the folder of the parts. Those that an interrupted run of the same plan left stay, those of another
// plan go. Errors: the folder cannot be made, or holds what no plan has made.
[[nodiscard]] Result<void> Prepare(const FleetPlan& plan);
// Removes what plans make, and the folder where nothing else is in it.
void RemoveParts(const FleetPlan& plan);
// The parts whose results are not there.
[[nodiscard]] std::vector<uint32_t> MissingParts(const FleetPlan& plan);

// Hands the lines of the missing parts to a shell's command that takes one a job, such as `parallel -j8`, and
// waits for its end. Errors: it cannot be started. What parts failed MissingParts() tells.
[[nodiscard]] Result<void> RunByEngine(const FleetPlan& plan, const std::string& engine);

// Submits an array of the missing parts to Slurm, and a job that unites them when all have ended, however
// they did; waits for it, and cancels both when it is told to stop. `options`: of sbatch.
[[nodiscard]] Result<void> RunBySlurm(const FleetPlan& plan, const std::vector<std::string>& options);

}  // namespace ringscope
