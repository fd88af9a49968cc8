#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/cli/recording/recorders/command_look.h"
#include "cct/base/result.h"
#include "cct/tree/execution.h"

namespace ringscope {

// The default name of the result: "prog.cct" of "./prog", with a number if `is_taken` says that the file
// exists.
[[nodiscard]] std::filesystem::path DefaultOutput(const CommandLook& look,
                                                  const std::vector<std::string>& command,
                                                  bool (*is_taken)(const std::filesystem::path&));

// The place of this process among those of one job, as its launcher tells: srun of Slurm, or mpirun of Open
// MPI and MPICH.
struct JobPlace {
  std::string host;
  std::string rank;
  std::string job;  // empty: unknown, as may be `step`
  std::string step;

  // std::nullopt outside of such a job. `environment` returns variables, an empty text for an unset one.
  [[nodiscard]] static std::optional<JobPlace> Find(std::string (*environment)(const char* name));

  // The file of the recording, "job-42.0/node7/rank-12.cct": a folder for each host, so that no folder has
  // all ranks. `asked` is the job's folder, with or without ".cct"; empty: the folder is named after the job.
  [[nodiscard]] std::filesystem::path OutputBelow(const std::filesystem::path& asked) const;
  // Adds rank, host, job and step as attributes.
  void Describe(Execution& execution) const;
};

enum class NameTaken : uint8_t { kByUs, kByOthers, kByNobody };
// Makes an empty file of that name. kByOthers: the file exists; kByNobody: it cannot be made, which writing
// it will report.
[[nodiscard]] NameTaken TakeName(const std::filesystem::path& output);

// Checks that the result may be written to `output`. Errors: it is a folder or a device, a file that the
// command names, or a file that is no .cct file and would be lost.
[[nodiscard]] Result<void> CheckReplaceable(const std::filesystem::path& output,
                                            const std::vector<std::string>& command);

// A folder for the files of recorders, beside the result, or among temporary files. The object removes the
// folder with everything in it.
class WorkFolder {
 public:
  // Makes a folder for a result at `output`. `is_shared`: many processes write there at a time, so temporary
  // files are preferred. Errors: the result, or the folder, cannot be made.
  [[nodiscard]] static Result<WorkFolder> Make(const std::filesystem::path& output, bool is_shared);
  WorkFolder(WorkFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  WorkFolder& operator=(WorkFolder&&) = delete;
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder() {
    std::error_code error;
    if (!path_.empty()) std::filesystem::remove_all(path_, error);
  }
  // Leaves the folder where it is.
  void Keep() { path_.clear(); }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  explicit WorkFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace ringscope
