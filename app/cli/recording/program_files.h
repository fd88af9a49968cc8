#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/recording/recorders/command_look.h"
#include "cct/base/system/mapped_file.h"

namespace ringscope {

// Finds the files of programs on the disk. Those that are looked at stay mapped meanwhile.
class ProgramFiles {
 public:
  // What starting the name starts, or a shell reads.
  [[nodiscard]] std::optional<FoundProgram> Find(const std::string& name);
  // The file of a program; nothing where it cannot be read.
  [[nodiscard]] std::optional<FoundProgram> Open(const std::filesystem::path& path);

 private:
  struct Known {
    std::filesystem::path path;
    FoundProgram program;
    MappedFile file;
  };
  std::vector<Known> files_;
};

// What runs in a process.
[[nodiscard]] CommandLook LookAtProcess(int process, ProgramFiles& files);

}  // namespace ringscope
