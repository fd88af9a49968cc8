#include "app/documents/file_facts.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <ctime>
#include <utility>

#include "cct/base/text/number_text.h"
#include "cct/track/track_series.h"

namespace ringscope {

FileFacts FactsOf(std::string path) {
  FileFacts facts;
  struct stat status = {};
  const bool is_folder = IsTrackFolder(path);
  // Of a folder the manifest tells when something was measured last.
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
  // A year that no calendar has comes from a damaged disk.
  if (localtime_r(&file.changed, &local) == nullptr) return {};
  return fmt::format("{:%Y-%m-%d %H:%M}", local);
}

}  // namespace ringscope
