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

// A kernel's list has about ten megabytes.
constexpr size_t kMaxListBytes = size_t{256} << 20;
constexpr size_t kMaxNameBytes = 4096;  // of names of code made at run time

// Reads to the end: files below /proc and /sys do not tell their size.
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

// Removes a number and the blank behind it from the front of `line`.
bool TakeNumber(std::string_view& line, uint64_t& number) {
  if (line.starts_with("0x")) line.remove_prefix(2);
  const auto read = std::from_chars(line.data(), line.data() + line.size(), number, 16);
  const auto digits = static_cast<size_t>(read.ptr - line.data());
  if (read.ec != std::errc() || digits >= line.size() || line[digits] != ' ') return false;
  line.remove_prefix(digits + 1);
  return true;
}

}  // namespace

template <typename Read>
void ListedSymbols::ReadLines(Read read) {
  for (std::string_view rest = text_; !rest.empty();) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    Symbol symbol;
    if (!read(line, symbol)) continue;
    symbol.name_begin = static_cast<uint64_t>(line.data() - text_.data());
    symbol.name_bytes = static_cast<uint32_t>(line.size());
    symbols_.push_back(symbol);
  }
}

template <typename Key>
void ListedSymbols::SortBy(Key key) {
  std::ranges::stable_sort(symbols_, {}, key);
  const auto is_same = [](const Symbol& a, const Symbol& b) { return a.begin == b.begin; };
  symbols_.erase(std::unique(symbols_.begin(), symbols_.end(), is_same), symbols_.end());
}

std::string_view ListedSymbols::NameAt(uint64_t address) const {
  const auto behind = std::ranges::upper_bound(symbols_, address, {}, &Symbol::begin);
  if (behind == symbols_.begin() || address - std::prev(behind)->begin >= std::prev(behind)->bytes) return {};
  return NameOf(*std::prev(behind));
}

KernelSymbols::KernelSymbols(std::string text) : ListedSymbols(std::move(text)) {
  // "ffffffff81000000 T _text"; symbols of modules have "\t[module]" behind the name.
  ReadLines([](std::string_view& line, Symbol& symbol) {
    if (line.starts_with("0x") || !TakeNumber(line, symbol.begin) || symbol.begin == 0 || line.size() < 3 ||
        line[1] != ' ' || line.find('\t') != std::string_view::npos)
      return false;
    const char type = line[0];
    symbol.rank = static_cast<uint8_t>(type == 'T' ? 2 : type == 't' ? 1 : 0);
    symbol.bytes = ~uint64_t{0};
    line.remove_prefix(2);
    return std::string_view("tTwW").find(type) != std::string_view::npos;
  });
  SortBy([this](const Symbol& symbol) {
    const std::string_view name = NameOf(symbol);
    return std::tuple(symbol.begin, -int{symbol.rank}, UnderscoresOf(name),
                      -static_cast<int64_t>(name.size()));
  });
}

std::optional<uint64_t> KernelSymbols::AddressOf(std::string_view name) const {
  // Searches the text, as `symbols_` has only one of the symbols at an address.
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
      const auto* const bytes = reinterpret_cast<const unsigned char*>(id.data());
      return fmt::format("{:02x}", fmt::join(bytes, bytes + id.size(), ""));
    }
    notes.remove_prefix(std::min(notes.size(), padded(name_bytes) + padded(id_bytes)));
  }
  return {};
}

JitMap::JitMap(std::string text) : ListedSymbols(std::move(text)) {
  ReadLines([](std::string_view& line, Symbol& symbol) {
    if (!TakeNumber(line, symbol.begin) || !TakeNumber(line, symbol.bytes) || line.empty()) return false;
    line = line.substr(0, kMaxNameBytes);
    return true;
  });
  // Of symbols with one address the last must come first.
  std::reverse(symbols_.begin(), symbols_.end());
  SortBy(&Symbol::begin);
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
