#include "app/documents/file_facts.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <ctime>
#include <utility>

#include "cct/base/text/number_text.h"

namespace ringscope {

FileFacts FactsOf(std::string path) {
  FileFacts facts;
  struct stat status = {};
  if (stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
    facts.exists = true;
    facts.bytes = static_cast<uint64_t>(status.st_size);
    facts.changed = status.st_mtime;
  }
  facts.path = std::move(path);
  return facts;
}

std::string FileSizeText(const FileFacts& file) { return ValueText(file.bytes, "bytes", 1); }

std::string FileDateText(const FileFacts& file) {
  std::tm local = {};
  // A year that no calendar has comes from a damaged disk.
  if (localtime_r(&file.changed, &local) == nullptr) return {};
  return fmt::format("{:%Y-%m-%d %H:%M}", local);
}

}  // namespace ringscope
