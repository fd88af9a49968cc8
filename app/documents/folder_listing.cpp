#include "app/documents/folder_listing.h"

#include <algorithm>
#include <cctype>

#include "app/core/display_text.h"
#include "cct/base/number_text.h"

namespace ringscope {
namespace {

bool LessWithoutCase(const std::string& a, const std::string& b) {
  return std::lexicographical_compare(
      a.begin(), a.end(), b.begin(), b.end(),
      [](unsigned char x, unsigned char y) { return std::tolower(x) < std::tolower(y); });
}

}  // namespace

FolderListing ListFolder(const std::filesystem::path& folder, bool with_hidden) {
  FolderListing listing;
  std::error_code error;
  listing.folder = std::filesystem::absolute(folder, error).lexically_normal();
  if (error) listing.folder = folder;
  std::filesystem::directory_iterator entry(listing.folder, error);
  if (error) {
    listing.error = error.message();
    return listing;
  }
  for (; entry != std::filesystem::directory_iterator() && listing.entries.size() < kMaxFolderEntries;
       entry.increment(error)) {
    if (error) break;
    const std::string name = entry->path().filename().string();
    if (!with_hidden && !name.empty() && name.front() == '.') continue;
    std::error_code ignored;
    FolderEntry one{entry->path(), DisplayText(name), entry->is_directory(ignored), {}};
    if (!one.is_folder) {
      // Pipes and devices would block or never end.
      if (!entry->is_regular_file(ignored)) continue;
      if (const auto size = entry->file_size(ignored); !ignored) one.size = ValueText(size, "bytes", 1);
    }
    listing.entries.push_back(std::move(one));
  }
  std::sort(listing.entries.begin(), listing.entries.end(), [](const FolderEntry& a, const FolderEntry& b) {
    if (a.is_folder != b.is_folder) return a.is_folder;
    if (a.name != b.name && LessWithoutCase(a.name, b.name) != LessWithoutCase(b.name, a.name)) {
      return LessWithoutCase(a.name, b.name);
    }
    return a.name < b.name;
  });
  return listing;
}

}  // namespace ringscope
