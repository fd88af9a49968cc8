#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "cct/tree/execution.h"

namespace ringscope {

// Which of many processes of one job this is, as its launcher says: srun of Slurm, or mpirun of Open MPI and
// MPICH.
struct JobPlace {
  std::string host;
  std::string rank;
  std::string job;  // empty: not known, as may be the next
  std::string step;

  // Nothing outside of such a job. `environment` gives variables, an empty text for those that are not set.
  [[nodiscard]] static std::optional<JobPlace> Find(std::string (*environment)(const char* name));

  // Where its recording goes: a folder for each host, so that no folder has all ranks. `asked` is a folder,
  // or a name that a folder is called by; without one it is called by the job. "job-42.0/node7/rank-12.cct".
  [[nodiscard]] std::filesystem::path OutputBelow(const std::filesystem::path& asked) const;
  // As attributes of what was recorded.
  void Describe(Execution& execution) const;
};

}  // namespace ringscope
