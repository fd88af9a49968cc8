#pragma once

#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <string>

namespace ringscope {

struct EndDwfl {
  void operator()(Dwfl* dwfl) const { dwfl_end(dwfl); }
};

// Finds debug files by build id in the usual folders, never on a server.
inline constexpr Dwfl_Callbacks kOfflineDwfl = {
    .find_elf = &dwfl_build_id_find_elf,
    .find_debuginfo = &dwfl_build_id_find_debuginfo,
    .section_address = &dwfl_offline_section_address,
    .debuginfo_path = nullptr,
};

// The inode of the regular file at an absolute path; std::nullopt if there is none.
[[nodiscard]] inline std::optional<ino_t> InodeOfRegularFile(const std::string& path) {
  struct stat status {};
  if (path.empty() || path[0] != '/' || path.find('\0') != std::string::npos ||
      stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
    return std::nullopt;
  return status.st_ino;
}

// A file in its own libdwfl session.
struct OfflineModule {
  std::unique_ptr<Dwfl, EndDwfl> dwfl;
  Dwfl_Module* module = nullptr;
};
// Opens regular files only; `module` is null if it fails.
[[nodiscard]] inline OfflineModule OpenOfflineModule(const std::string& path) {
  if (!InodeOfRegularFile(path)) return {};
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return {};
  struct stat status {};
  OfflineModule opened{std::unique_ptr<Dwfl, EndDwfl>(dwfl_begin(&kOfflineDwfl))};
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && opened.dwfl != nullptr)
    opened.module = dwfl_report_offline(opened.dwfl.get(), path.c_str(), path.c_str(), file);
  if (opened.module == nullptr)
    close(file);
  else
    (void)dwfl_report_end(opened.dwfl.get(), nullptr, nullptr);
  return opened;
}

}  // namespace ringscope
