#include "app/cli/recording/program_files.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "app/cli/recording/recorders/machine_facts.h"

namespace ringscope {

std::optional<FoundProgram> ProgramFiles::Find(const std::string& name) {
  auto path = FindOnPath(name);
  // What `sh FILE` reads need not be executable.
  std::error_code error;
  if (!path && name.find('/') != std::string::npos && std::filesystem::is_regular_file(name, error))
    path = name;
  if (!path) return std::nullopt;
  // What cannot be read, or mapped with few addresses, can be started nevertheless.
  if (auto opened = Open(*path)) return opened;
  return FoundProgram{*path, {}, false};
}

std::optional<FoundProgram> ProgramFiles::Open(const std::filesystem::path& path) {
  for (const Known& known : files_) {
    if (known.path == path) return known.program;
  }
  auto mapped = MappedFile::Open(path, MappedFile::Access::kRandom);
  if (!mapped) return std::nullopt;
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(path, error);
  struct stat status {};
  const bool has_other_rights = stat(path.c_str(), &status) == 0 &&
                                (((status.st_mode & S_ISUID) != 0 && status.st_uid != geteuid()) ||
                                 ((status.st_mode & S_ISGID) != 0 && status.st_gid != getegid()));
  const FoundProgram program{error ? path : real, mapped->bytes(), has_other_rights};
  files_.push_back({path, program, std::move(*mapped)});
  return program;
}

CommandLook LookAtProcess(int process, ProgramFiles& files) {
  std::ifstream file(fmt::format("/proc/{}/cmdline", process), std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  std::vector<std::string> words;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\0', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  const std::filesystem::path link = fmt::format("/proc/{}/exe", process);
  const auto program = files.Open(link);
  if (program) return InspectProcess(words, *program);
  CommandLook look;
  look.program = words.empty() ? fmt::format("process {}", process) : words[0];
  return look;
}

}  // namespace ringscope
