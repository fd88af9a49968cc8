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

// The name of the result where none was asked for: "prog.cct" of "./prog", with a number where `is_taken`
// says that there is such a file.
[[nodiscard]] std::filesystem::path DefaultOutput(const CommandLook& look,
                                                  const std::vector<std::string>& command,
                                                  bool (*is_taken)(const std::filesystem::path&));

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

enum class NameTaken : uint8_t { kByUs, kByOthers, kByNobody };
// Makes an empty file of that name, unless there is one (kByOthers) or none can be made for another reason,
// which writing it will tell (kByNobody).
[[nodiscard]] NameTaken TakeName(const std::filesystem::path& output);

// Whether the result may be written to `output`. Errors: it is a folder or a device, a file that the command
// names, or one that is no .cct file and would be lost.
[[nodiscard]] Result<void> CheckReplaceable(const std::filesystem::path& output,
                                            const std::vector<std::string>& command);

// A folder for what recorders write, beside the result, or where temporary files are. The object removes the
// folder, with all that is in it, when it ends.
class WorkFolder {
 public:
  // For a result at `output`. `is_shared`: many write there at a time, so that the folder is rather made
  // where temporary files are. Errors: the result, or the folder, cannot be made.
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
