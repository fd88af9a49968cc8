#include "cct/symbols/jit_map.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace ringscope {
namespace {

constexpr size_t kMaxFileBytes = size_t{256} << 20;
constexpr size_t kMaxNameBytes = 4096;

// Takes a number and the blank behind it off `line`.
bool TakeNumber(std::string_view& line, uint64_t& number) {
  if (line.starts_with("0x")) line.remove_prefix(2);
  const auto read = std::from_chars(line.data(), line.data() + line.size(), number, 16);
  const auto digits = static_cast<size_t>(read.ptr - line.data());
  if (read.ec != std::errc() || digits >= line.size() || line[digits] != ' ') return false;
  line.remove_prefix(digits + 1);
  return true;
}

}  // namespace

JitMap::JitMap(std::string text) : text_(std::move(text)) {
  for (size_t begin = 0; begin < text_.size();) {
    const size_t end = std::min(text_.find('\n', begin), text_.size());
    std::string_view line = std::string_view(text_).substr(begin, end - begin);
    begin = end + 1;
    Function function;
    uint64_t size = 0;
    if (!TakeNumber(line, function.begin) || !TakeNumber(line, size) || line.empty()) continue;
    function.end = size > ~uint64_t{0} - function.begin ? ~uint64_t{0} : function.begin + size;
    function.name_begin = static_cast<uint64_t>(line.data() - text_.data());
    function.name_bytes = static_cast<uint32_t>(std::min(line.size(), kMaxNameBytes));
    functions_.push_back(function);
  }
  // The last one of those that begin at one place comes first.
  std::reverse(functions_.begin(), functions_.end());
  std::stable_sort(functions_.begin(), functions_.end(),
                   [](const Function& a, const Function& b) { return a.begin < b.begin; });
  const auto behind = std::unique(functions_.begin(), functions_.end(),
                                  [](const Function& a, const Function& b) { return a.begin == b.begin; });
  functions_.erase(behind, functions_.end());
}

std::string_view JitMap::NameAt(uint64_t address) const {
  const auto behind = std::upper_bound(functions_.begin(), functions_.end(), address,
                                       [](uint64_t at, const Function& each) { return at < each.begin; });
  if (behind == functions_.begin() || address >= std::prev(behind)->end) return {};
  return std::string_view(text_).substr(std::prev(behind)->name_begin, std::prev(behind)->name_bytes);
}

std::string ReadJitMap(uint32_t pid) {
  const std::string path = fmt::format("/tmp/perf-{}.map", pid);
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  if (file < 0) return {};
  std::string text;
  struct stat status {};
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
      (status.st_uid == geteuid() || status.st_uid == 0)) {
    char buffer[1 << 16];
    for (ssize_t size = 0; text.size() < kMaxFileBytes && (size = read(file, buffer, sizeof buffer)) > 0;)
      text.append(buffer, static_cast<size_t>(size));
  }
  close(file);
  return text;
}

}  // namespace ringscope
