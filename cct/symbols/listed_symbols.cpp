#include "cct/symbols/listed_symbols.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>
#include <tuple>
#include <utility>

namespace ringscope {
namespace {

// A kernel's list has some ten megabytes.
constexpr size_t kMaxListBytes = size_t{256} << 20;
constexpr size_t kMaxNameBytes = 4096;  // of code made at run time

// Files below /proc and /sys have no size that could be asked for.
std::string ReadAll(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  char buffer[1 << 16];
  while (file && text.size() < kMaxListBytes) {
    file.read(buffer, sizeof buffer);
    text.append(buffer, static_cast<size_t>(file.gcount()));
  }
  return text;
}

size_t UnderscoresOf(std::string_view name) { return std::min(name.find_first_not_of('_'), name.size()); }

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

KernelSymbols::KernelSymbols(std::string text) : text_(std::move(text)) {
  // "ffffffff81000000 T _text", with "\t[module]" behind those of modules.
  for (size_t begin = 0; begin < text_.size();) {
    const size_t end = std::min(text_.find('\n', begin), text_.size());
    const std::string_view line = std::string_view(text_).substr(begin, end - begin);
    const size_t line_begin = std::exchange(begin, end + 1);
    Symbol symbol;
    const auto read = std::from_chars(line.data(), line.data() + line.size(), symbol.address, 16);
    const auto digits = static_cast<size_t>(read.ptr - line.data());
    if (read.ec != std::errc() || symbol.address == 0 || line.size() < digits + 4 || line[digits] != ' ' ||
        line[digits + 2] != ' ' || line.find('\t') != std::string_view::npos)
      continue;
    const char type = line[digits + 1];
    if (std::string_view("tTwW").find(type) == std::string_view::npos) continue;
    symbol.rank = static_cast<uint8_t>(type == 'T' ? 2 : type == 't' ? 1 : 0);
    symbol.name_begin = line_begin + digits + 3;
    symbol.name_bytes = static_cast<uint32_t>(line.size() - digits - 3);
    symbols_.push_back(symbol);
  }
  const auto key = [this](const Symbol& symbol) {
    const std::string_view name = NameOf(symbol);
    return std::tuple(symbol.address, -int{symbol.rank}, UnderscoresOf(name),
                      -static_cast<int64_t>(name.size()));
  };
  std::stable_sort(symbols_.begin(), symbols_.end(),
                   [&](const Symbol& a, const Symbol& b) { return key(a) < key(b); });
  const auto behind = std::unique(symbols_.begin(), symbols_.end(),
                                  [](const Symbol& a, const Symbol& b) { return a.address == b.address; });
  symbols_.erase(behind, symbols_.end());
}

std::string_view KernelSymbols::NameAt(uint64_t address) const {
  const auto behind = std::upper_bound(symbols_.begin(), symbols_.end(), address,
                                       [](uint64_t at, const Symbol& symbol) { return at < symbol.address; });
  return behind == symbols_.begin() ? std::string_view() : NameOf(*std::prev(behind));
}

std::optional<uint64_t> KernelSymbols::AddressOf(std::string_view name) const {
  // Of all lines, as others may begin where the symbol does.
  const std::string line_end = fmt::format(" {}\n", name);
  const size_t at = text_.find(line_end);
  if (at == std::string::npos) return std::nullopt;
  const size_t line_begin = text_.rfind('\n', at) + 1;  // 0 behind npos
  uint64_t address = 0;
  std::from_chars(text_.data() + line_begin, text_.data() + at, address, 16);
  if (address == 0) return std::nullopt;
  return address;
}

std::string ReadKernelSymbols() { return ReadAll("/proc/kallsyms"); }

std::string ReadKernelBuildId() { return BuildIdOfNotes(ReadAll("/sys/kernel/notes")); }

std::string BuildIdOfNotes(std::string_view notes) {
  constexpr uint32_t kGnuBuildId = 3;
  constexpr size_t kMaxIdBytes = 64;
  const auto padded = [](uint32_t size) { return (size_t{size} + 3) / 4 * 4; };
  while (notes.size() >= 12) {
    uint32_t header[3];
    std::memcpy(header, notes.data(), sizeof header);
    notes.remove_prefix(sizeof header);
    const auto [name_bytes, id_bytes, type] = header;
    if (padded(name_bytes) > notes.size() || id_bytes > notes.size() - padded(name_bytes)) break;
    const std::string_view id = notes.substr(padded(name_bytes), id_bytes);
    if (type == kGnuBuildId && notes.starts_with(std::string_view("GNU\0", 4)) && id.size() <= kMaxIdBytes) {
      std::string text;
      for (const char byte : id)
        text += fmt::format("{:02x}", static_cast<unsigned>(static_cast<unsigned char>(byte)));
      return text;
    }
    notes.remove_prefix(std::min(notes.size(), padded(name_bytes) + padded(id_bytes)));
  }
  return {};
}

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
    for (ssize_t size = 0; text.size() < kMaxListBytes && (size = read(file, buffer, sizeof buffer)) > 0;)
      text.append(buffer, static_cast<size_t>(size));
  }
  close(file);
  return text;
}

}  // namespace ringscope
