#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/base/system/large_array.h"
#include "cct/tree/seen_types.h"

namespace ringscope {

// TypeColumns whose elements are here.
struct OwnedTypes {
  LargeVector<uint64_t> begin;
  LargeVector<uint8_t> role;
  LargeVector<uint32_t> type;
  LargeVector<uint64_t> calls;
  std::vector<uint64_t> name_offset;
  std::vector<uint8_t> name_bytes;
};
// Borrows.
[[nodiscard]] TypeColumns ViewOf(const OwnedTypes& types);

// Whether the ranges of contexts, [begin[i], begin[i+1]), name what is seen once each, or each of `size`
// things, which those of a damaged file need not do. O(contexts).
[[nodiscard]] bool AreSoundRanges(const ChunkedColumn<uint64_t>& begin, uint64_t size);
[[nodiscard]] inline bool HasSoundRanges(const TypeColumns& types) {
  return types.empty() || AreSoundRanges(types.begin, types.role.size());
}

// Collects the types seen in calls of contexts, in any order.
class TypeList {
 public:
  struct Entry {
    uint32_t context;
    TypeRole role;
    uint32_t type;  // kOtherTypes, or what NameOf() gave
    uint64_t calls;
  };

  // The number of a name. Expected O(1).
  [[nodiscard]] uint32_t NameOf(std::string_view name);
  void Add(Entry entry) {
    if (entry.calls > 0) entries_.push_back(entry);
  }
  // The numbers here of all names of a tree.
  [[nodiscard]] std::vector<uint32_t> NamesOf(const TypeColumns& types);
  // All that is seen of context `from` of a tree, whose names are `names`, as seen of context `to`.
  void AddAll(const TypeColumns& types, const std::vector<uint32_t>& names, uint32_t from, uint32_t to);

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] LargeVector<Entry>& entries() { return entries_; }

  // As columns of that many contexts: calls of one context, role and type become one number, of at most
  // 2^63 - 1, and names that nothing has are dropped. So it does not matter in which order, and in how many
  // steps, types were collected. Without entries all columns are empty. O(contexts + entries log entries).
  [[nodiscard]] OwnedTypes Finish(uint64_t context_count) &&;

 private:
  LargeVector<Entry> entries_;
  std::deque<std::string> names_;  // which do not move
  std::unordered_map<std::string_view, uint32_t> numbers_;
};

}  // namespace ringscope
