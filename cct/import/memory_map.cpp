#include "cct/import/memory_map.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace ringscope {
namespace {

// Takes a hexadecimal number and the character behind it off `text`.
std::optional<uint64_t> TakeHex(std::string_view& text, char behind) {
  uint64_t value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  const auto size = static_cast<size_t>(end - text.data());
  if (status != std::errc() || size == text.size() || text[size] != behind) return std::nullopt;
  text.remove_prefix(size + 1);
  return value;
}

// Takes a word and the blanks behind it off `text`.
void SkipWord(std::string_view& text) {
  text.remove_prefix(std::min(text.find(' '), text.size()));
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
}

// "BEGIN-END PERMISSIONS OFFSET DEVICE INODE PATH"
std::optional<MemoryMap::Region> ParseRegion(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const std::optional<uint64_t> begin = TakeHex(line, '-');
  const std::optional<uint64_t> end = begin ? TakeHex(line, ' ') : std::nullopt;
  if (!end || *end <= *begin) return std::nullopt;
  SkipWord(line);
  const std::optional<uint64_t> offset = TakeHex(line, ' ');
  if (!offset) return std::nullopt;
  SkipWord(line);
  SkipWord(line);
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  if (line.empty()) return std::nullopt;
  return MemoryMap::Region{*begin, *end, *offset, line};
}

}  // namespace

MemoryMap::MemoryMap(std::string_view text) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    if (const std::optional<Region> region = ParseRegion(text.substr(0, end))) regions_.push_back(*region);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  std::stable_sort(regions_.begin(), regions_.end(),
                   [](const Region& a, const Region& b) { return a.begin < b.begin; });
}

const MemoryMap::Region* MemoryMap::Find(uint64_t address) const {
  const auto behind =
      std::upper_bound(regions_.begin(), regions_.end(), address,
                       [](uint64_t value, const Region& region) { return value < region.begin; });
  if (behind == regions_.begin() || address >= std::prev(behind)->end) return nullptr;
  return &*std::prev(behind);
}

}  // namespace ringscope
