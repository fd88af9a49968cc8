#include "cct/import/pprof/address_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "cct/base/text/ascii.h"
#include "cct/base/text/number_text.h"
#include "cct/import/frame_names.h"
#include "cct/import/report_notes.h"

namespace ringscope {
namespace {

// Writers use one; a text with more is no map.
constexpr size_t kMaxReplacements = 16;
constexpr size_t kMaxReplacedPaths = 4096;
// Regions in memory; the kernel allows a process 65530 by default.
constexpr size_t kMaxRegions = size_t{1} << 20;

// Takes a number and the character behind it off `text`.
std::optional<uint64_t> TakeMapNumber(std::string_view& text, char behind, int base) {
  uint64_t value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  const auto size = static_cast<size_t>(end - text.data());
  if (status != std::errc() || size == text.size() || text[size] != behind) return std::nullopt;
  text.remove_prefix(size + 1);
  return value;
}

// Takes a word and the blanks behind it off `text`.
void SkipWord(std::string_view& text) {
  text.remove_prefix(std::min(text.find(' '), text.size()));
  text = TrimmedFront(text);
}

// "BEGIN-END PERMISSIONS OFFSET DEVICE INODE PATH" or "BEGIN-END: PATH"; without blanks around it.
std::optional<MemoryMap::Region> ParseRegion(std::string_view line) {
  MemoryMap::Region region;
  const std::optional<uint64_t> begin = TakeMapNumber(line, '-', 16);
  if (!begin) return std::nullopt;
  region.begin = *begin;
  if (const std::optional<uint64_t> short_end = TakeMapNumber(line, ':', 16)) {
    region.end = *short_end;
    line = TrimmedFront(line);
  } else {
    const std::optional<uint64_t> end = TakeMapNumber(line, ' ', 16);
    SkipWord(line);
    const std::optional<uint64_t> offset = TakeMapNumber(line, ' ', 16);
    if (!end || !offset) return std::nullopt;
    region.end = *end;
    region.file_offset = *offset;
    SkipWord(line);
    const std::optional<uint64_t> inode = TakeMapNumber(line, ' ', 10);
    region.inode = inode.value_or(0);
    if (!inode) SkipWord(line);
    line = TrimmedFront(line);
  }
  region.path = line;
  if (region.end <= region.begin || line.empty()) return std::nullopt;
  return region;
}

}  // namespace

BuildNode AddressFrames::Child(BuildNode parent, uint64_t address, AddressUse use) {
  const auto [at, is_new] = known_[static_cast<size_t>(use)].try_emplace(address);
  if (is_new) {
    at->second.begin = static_cast<uint32_t>(frames_.size());
    AppendFrames(address, use);
    at->second.count = static_cast<uint32_t>(frames_.size()) - at->second.begin;
  }
  for (uint32_t i = 0; i < at->second.count; ++i)
    parent = builder_.Child(parent, frames_[at->second.begin + i]);
  return parent;
}

const std::vector<Frame>* AddressFrames::NameOf(uint64_t address) const {
  if (names_.empty()) return nullptr;
  auto found = names_.find(address);
  // Some writers name the call instead of the return address.
  if (found == names_.end() && address > 0) found = names_.find(address - 1);
  return found == names_.end() ? nullptr : &found->second;
}

void AddressFrames::AppendFrames(uint64_t address, AddressUse use) {
  const MemoryMap::Region* const region = map_.Find(address);
  const std::string_view module = region == nullptr ? std::string_view() : region->path;
  if (const std::vector<Frame>* names = NameOf(address)) {
    ++named_count_;
    for (size_t i = names->size(); i-- > 0;) {
      Frame frame = (*names)[i];
      frame.kind = i + 1 < names->size() ? FrameKind::kInlined : KindOfModule(module);
      if (frame.module.empty()) frame.module = module;
      frames_.push_back(builder_.InternFrame(frame));
    }
    return;
  }
  if (region != nullptr && symbolizer_ != nullptr && !job_.cancelled()) {
    const uint64_t instruction =
        use == AddressUse::kReturn && address > region->begin ? address - 1 : address;
    const std::vector<SymbolFrame> symbols = symbolizer_->FramesAt(*region, instruction);
    if (!symbols.empty()) ++named_count_;
    AppendSymbolFrames(symbols, module, FrameKind::kUser, builder_, frames_);
    if (!symbols.empty()) return;
  }
  ++(region == nullptr ? bare_count_ : module_count_);
  if (region == nullptr) {
    frames_.push_back(builder_.InternFrame({.name = fmt::format("0x{:x}", address)}));
    return;
  }
  const std::string name =
      fmt::format("{}+0x{:x}", BaseName(module), address - region->begin + region->file_offset);
  frames_.push_back(builder_.InternFrame({.name = name, .module = module, .kind = KindOfModule(module)}));
}

void AddressFrames::AddNotes(ImportReport& report) const {
  if (symbolizer_ != nullptr) symbolizer_->AddNotes(report.notes);
  if (named_count_ > 0) {
    const uint64_t nameless = module_count_ + bare_count_;
    if (nameless > 0)
      Note(report, "Without a name: {} of {}.", CountText(nameless),
           CountedText(nameless + named_count_, "address", "addresses"));
  } else if (module_count_ > 0) {
    Note(report,
         "The profile has addresses, no names: a frame is its module and the offset in it. Offsets of "
         "callers are return addresses.");
  } else if (bare_count_ > 0) {
    Note(report, "The profile has addresses, no names, and does not say in which modules they lie.");
  }
}

MemoryMap::MemoryMap(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = Trimmed(TakeLine(text));
    if (regions_.size() >= kMaxRegions) break;
    if (std::optional<Region> region = ParseRegion(line)) {
      region->path = Replaced(region->path);
      regions_.push_back(*region);
    } else if (const size_t equals = line.find('=');
               equals != std::string_view::npos && replacements_.size() < kMaxReplacements) {
      const std::string_view name = Trimmed(line.substr(0, equals));
      if (!name.empty()) replacements_.emplace_back(name, Trimmed(line.substr(equals + 1)));
    }
  }
  std::ranges::stable_sort(regions_, {}, &Region::begin);
}

std::string_view MemoryMap::Replaced(std::string_view path) {
  const size_t dollar = path.find('$');
  if (dollar == std::string_view::npos || replaced_paths_.size() >= kMaxReplacedPaths) return path;
  const std::string_view behind = path.substr(dollar + 1);
  for (const auto& [name, text] : replacements_) {
    if (!behind.starts_with(name)) continue;
    std::string& replaced = replaced_paths_.emplace_back(path.substr(0, dollar));
    replaced += text;
    replaced += behind.substr(name.size());
    return replaced;
  }
  return path;
}

const MemoryMap::Region* MemoryMap::Find(uint64_t address) const {
  const auto behind = std::ranges::upper_bound(regions_, address, {}, &Region::begin);
  if (behind == regions_.begin() || address >= std::prev(behind)->end) return nullptr;
  return &*std::prev(behind);
}

}  // namespace ringscope
