#include "app/files/files_on_disk.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <sys/stat.h>
#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "app/core/display_text.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/number_text.h"
#include "cct/track/track_series.h"

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

// False if cancelled.
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
  const auto place = std::ranges::find_if(
      request.places, [&](const fs::path& one) { return !job.cancelled() && fs::is_directory(one, error); });
  if (place != request.places.end()) {
    listing->folder = Normal(*place);
  } else {
    listing->folder = Normal(request.places.empty() ? fs::path(".") : request.places.front());
  }
  if (!ReadEntries(*listing, request.with_hidden, job) || job.cancelled()) return nullptr;
  std::ranges::sort(listing->entries, Precedes);
  return listing;
}

FileFacts FactsOf(std::string path) {
  FileFacts facts;
  struct stat status = {};
  const bool is_folder = IsTrackFolder(path);
  // The date of a `track` folder is that of its manifest: the last measurement.
  const std::string file = is_folder ? path + "/" + kTrackManifestName : path;
  if (stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
    facts.exists = true;
    facts.bytes = is_folder ? kFolderBytes : static_cast<uint64_t>(status.st_size);
    facts.changed = status.st_mtime;
  }
  facts.path = std::move(path);
  return facts;
}

std::string FileSizeText(const FileFacts& file) {
  return file.bytes == kFolderBytes ? "folder" : ValueText(file.bytes, "bytes", 1);
}

std::string FileDateText(const FileFacts& file) {
  std::tm local = {};
  // A damaged disk can have dates outside the calendar.
  if (localtime_r(&file.changed, &local) == nullptr) return {};
  return fmt::format("{:%Y-%m-%d %H:%M}", local);
}

namespace {

struct Example {
  std::string_view name, description;
};
constexpr std::array kExamples{
    Example{"javac.folded.gz", "The Java compiler at its own library"},
    Example{"tsc.cpuprofile.gz", "The TypeScript compiler in Node.js"},
    Example{"worked_example.folded", "18 contexts, to learn how a chart is read"},
};

}  // namespace

std::vector<ExampleFile> FindExamples(const std::filesystem::path& program) {
  const std::filesystem::path folder = program.parent_path();
  std::vector<ExampleFile> found;
  // The places of an installed program, and of one in a build folder.
  for (const char* place : {"../share/ringscope/examples", "../../examples"}) {
    for (const Example& example : kExamples) {
      FileFacts facts = FactsOf((folder / place / example.name).lexically_normal().string());
      if (facts.exists) found.push_back({std::move(facts), example.description});
    }
    if (!found.empty()) break;
  }
  return found;
}

std::shared_ptr<const StartFiles> RunStartFiles(const StartFilesRequest& request, JobControl& job) {
  auto files = std::make_shared<StartFiles>();
  std::error_code error;
  files->examples = FindExamples(std::filesystem::read_symlink("/proc/self/exe", error));
  for (const std::string& path : request.recent) {
    if (job.cancelled()) return nullptr;
    files->recent.push_back(FactsOf(path));
  }
  return files;
}

}  // namespace ringscope
