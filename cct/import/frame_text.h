#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cct/tree/building/index_table.h"
#include "cct/tree/frame_table.h"

namespace ringscope {

// Distinct pieces of input text in order of first appearance, each with the frame it stands for. Looking a
// piece up by its bytes is what importers do most, so it is cheaper than interning the frame: one hash, one
// compare.
class FrameTexts {
 public:
  struct Entry {
    uint64_t offset_bytes;
    uint32_t size_bytes;
    FrameId frame;
  };
  static constexpr uint32_t kNotFound = IndexTable::kNone;

  // The index of `text`, or kNotFound. `hash` is Hash(text).
  [[nodiscard]] uint32_t Find(std::string_view text, uint64_t hash) const;
  // `text` must be new. Returns its index.
  uint32_t Add(std::string_view text, uint64_t hash, FrameId frame);

  // The index of `text`, which becomes one for make_frame() where it is new.
  template <typename MakeFrame>
  uint32_t Intern(std::string_view text, MakeFrame make_frame) {
    return Intern(text, Hash(text), make_frame);
  }
  template <typename MakeFrame>
  uint32_t Intern(std::string_view text, uint64_t hash, MakeFrame make_frame) {
    const uint32_t known = Find(text, hash);
    return known != kNotFound ? known : Add(text, hash, make_frame());
  }

  [[nodiscard]] const Entry& entry(uint32_t index) const { return entries_[index]; }
  [[nodiscard]] std::string_view text(uint32_t index) const {
    return {bytes_.data() + entries_[index].offset_bytes, entries_[index].size_bytes};
  }
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(entries_.size()); }

  // Of all of them together.
  [[nodiscard]] uint64_t text_bytes() const { return bytes_.size(); }

  [[nodiscard]] static uint64_t Hash(std::string_view text);

 private:
  std::vector<Entry> entries_;
  IndexTable table_;
  std::string bytes_;
};

}  // namespace ringscope
