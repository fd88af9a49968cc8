#include "app/cli/recording/work_folder.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

// Recorders take paths in lists of several forms, so only such as need no quotes in any of them.
bool IsPlain(const std::filesystem::path& path) {
  const std::string& text = path.native();
  return std::all_of(text.begin(), text.end(), [](char c) {
    return IsLetterOrDigit(c) || c == '/' || c == '.' || c == '_' || c == '-' || c == '+';
  });
}

// For the beginning of a recording: what recorders write is larger than the result.
bool HasRoom(const std::filesystem::path& folder) {
  constexpr uint64_t kFewestBytes = uint64_t{8} << 20;
  struct statvfs status {};
  return statvfs(folder.c_str(), &status) == 0 &&
         uint64_t{status.f_bavail} * status.f_frsize >= kFewestBytes;
}

}  // namespace

Result<WorkFolder> WorkFolder::Make(const std::filesystem::path& output) {
  std::error_code error;
  const std::filesystem::path beside = std::filesystem::absolute(output, error).parent_path();
  if (error || access(beside.c_str(), W_OK) != 0) {
    return Refuse(fmt::format(
        "{}: cannot write: {}", output.string(),
        std::filesystem::is_directory(beside, error) ? "the folder is read-only" : "no such folder"));
  }
  const char* const variable = std::getenv("TMPDIR");
  const std::string told = variable == nullptr ? "" : variable;
  for (const bool needs_room : {true, false}) {
    for (const std::filesystem::path& root :
         {beside, std::filesystem::path(told.empty() ? "/tmp" : told), std::filesystem::path("/tmp")}) {
      if (!IsPlain(root) || (needs_room && !HasRoom(root))) continue;
      std::string name = (root / ".ringscope-recording-XXXXXX").string();
      if (mkdtemp(name.data()) != nullptr) return WorkFolder(name);
    }
  }
  return Refuse(fmt::format("record: cannot make a folder for what is recorded: {}", std::strerror(errno)));
}

}  // namespace ringscope
