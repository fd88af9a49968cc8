#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ringscope {

struct FolderEntry {
  std::filesystem::path path;
  std::string name;  // as it can be shown
  bool is_folder = false;
  std::string size;  // of files
};

// What the open dialog shows of one folder: folders first, then files, both by name without regard to case.
struct FolderListing {
  std::filesystem::path folder;
  std::vector<FolderEntry> entries;
  std::string error;  // why the folder cannot be read
};

inline constexpr size_t kMaxFolderEntries = 20000;

// Hidden entries are left out unless asked for. Never throws; what cannot be looked at is left out.
[[nodiscard]] FolderListing ListFolder(const std::filesystem::path& folder, bool with_hidden);

}  // namespace ringscope
