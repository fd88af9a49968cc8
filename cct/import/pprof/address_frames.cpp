#include "cct/import/pprof/address_frames.h"

#include <fmt/format.h>

#include <string>

#include "cct/base/text/number_text.h"
#include "cct/import/frame_names.h"

namespace ringscope {

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

const std::vector<AddressName>* AddressFrames::NameOf(uint64_t address) const {
  if (names_.empty()) return nullptr;
  auto found = names_.find(address);
  // Some writers name the call and not where it returns to.
  if (found == names_.end() && address > 0) found = names_.find(address - 1);
  return found == names_.end() ? nullptr : &found->second;
}

void AddressFrames::AppendFrames(uint64_t address, AddressUse use) {
  const MemoryMap::Region* const region = map_.Find(address);
  const std::string_view module = region == nullptr ? std::string_view() : region->path;
  if (const std::vector<AddressName>* names = NameOf(address)) {
    ++named_count_;
    for (size_t i = names->size(); i-- > 0;) {
      const AddressName& name = (*names)[i];
      const FrameKind kind = i + 1 < names->size() ? FrameKind::kInlined : KindOfModule(module);
      frames_.push_back(builder_.InternFrame({.name = name.name,
                                              .module = name.module.empty() ? module : name.module,
                                              .file = name.file,
                                              .kind = kind}));
    }
    return;
  }
  if (region != nullptr && symbolizer_ != nullptr && !job_.cancelled()) {
    const MappedCode code{region->path, region->begin, region->end, region->file_offset, region->inode, {}};
    const uint64_t instruction =
        use == AddressUse::kReturn && address > region->begin ? address - 1 : address;
    const std::vector<SymbolFrame> symbols = symbolizer_->FramesAt(code, instruction);
    if (!symbols.empty()) ++named_count_;
    AppendSymbolFrames(symbols, module, builder_, frames_);
    if (!symbols.empty()) return;
  }
  ++(region == nullptr ? bare_count_ : module_count_);
  const std::string name = region == nullptr ? fmt::format("0x{:x}", address)
                                             : fmt::format("{}+0x{:x}", BaseName(region->path),
                                                           address - region->begin + region->file_offset);
  Frame frame{.name = name, .module = module};
  if (region != nullptr) frame.kind = KindOfModule(module);
  frames_.push_back(builder_.InternFrame(frame));
}

void AddressFrames::AddNotes(ImportReport& report) const {
  if (symbolizer_ != nullptr) {
    for (std::string& note : symbolizer_->Notes()) report.notes.push_back(std::move(note));
  }
  if (named_count_ > 0) {
    const uint64_t nameless = module_count_ + bare_count_;
    if (nameless > 0) {
      report.notes.push_back(fmt::format("Without a name: {} of {}.", CountText(nameless),
                                         CountedText(nameless + named_count_, "address", "addresses")));
    }
    return;
  }
  if (module_count_ > 0) {
    report.notes.push_back(
        "The profile has addresses, no names: a frame is its module and the offset in it. Those of callers "
        "are return addresses.");
  } else if (bare_count_ > 0) {
    report.notes.push_back(
        "The profile has addresses, no names, and does not say in which modules they lie.");
  }
}

}  // namespace ringscope
