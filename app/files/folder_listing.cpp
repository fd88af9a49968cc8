#include "app/files/folder_listing.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "app/core/display_text.h"
#include "app/files/file_facts.h"
#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

namespace fs = std::filesystem;

bool LessWithoutCase(const std::string& a, const std::string& b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [](char x, char y) { return ToLower(x) < ToLower(y); });
}

bool Precedes(const FolderEntry& a, const FolderEntry& b) {
  if (a.is_folder != b.is_folder) return a.is_folder;
  if (LessWithoutCase(a.name, b.name) != LessWithoutCase(b.name, a.name))
    return LessWithoutCase(a.name, b.name);
  return a.name < b.name;
}

fs::path Normal(const fs::path& path) {
  std::error_code error;
  fs::path normal = fs::absolute(path, error).lexically_normal();
  return error ? path : normal;
}

// False where it was cancelled.
bool ReadEntries(FolderListing& listing, bool with_hidden, const JobControl& job) {
  std::error_code error;
  fs::directory_iterator entry(listing.folder, error);
  if (error) {
    listing.error = error.message();
    return true;
  }
  for (; entry != fs::directory_iterator() && listing.entries.size() < kMaxFolderEntries;
       entry.increment(error)) {
    if (job.cancelled()) return false;
    if (error) break;
    const std::string name = entry->path().filename().string();
    if (!with_hidden && !name.empty() && name.front() == '.') continue;
    std::error_code ignored;
    FolderEntry one{entry->path(), DisplayText(name), {}, entry->is_directory(ignored), {}, {}};
    if (!one.is_folder) {
      const FileFacts facts = FactsOf(entry->path().string());
      // Pipes and devices would block or never end.
      if (!facts.exists) continue;
      one.size = FileSizeText(facts);
      one.changed = FileDateText(facts);
    }
    listing.entries.push_back(std::move(one));
  }
  return true;
}

}  // namespace

std::shared_ptr<const FolderListing> RunListFolder(const FolderRequest& request, JobControl& job) {
  auto listing = std::make_shared<FolderListing>();
  std::error_code error;
  if (request.opens_file && !request.places.empty() && !fs::is_directory(request.places.front(), error)) {
    const bool exists = fs::exists(request.places.front(), error);
    (exists ? listing->file : listing->missing) = Normal(request.places.front());
    if (exists) return job.cancelled() ? nullptr : listing;
  }
  const auto place = std::find_if(request.places.begin(), request.places.end(), [&](const fs::path& one) {
    return !job.cancelled() && fs::is_directory(one, error);
  });
  if (place != request.places.end()) {
    listing->folder = Normal(*place);
  } else {
    listing->folder = Normal(request.places.empty() ? fs::path(".") : request.places.front());
  }
  if (!ReadEntries(*listing, request.with_hidden, job) || job.cancelled()) return nullptr;
  std::sort(listing->entries.begin(), listing->entries.end(), Precedes);
  return listing;
}

}  // namespace ringscope
