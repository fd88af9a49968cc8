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

// TypeColumns that own their elements.
struct OwnedTypes {
  LargeVector<uint64_t> begin;
  LargeVector<uint8_t> role;
  LargeVector<uint32_t> type;
  LargeVector<uint64_t> calls;
  std::vector<uint64_t> name_offset;
  std::vector<uint8_t> name_bytes;
};
// Borrows from `types`.
[[nodiscard]] TypeColumns ViewOf(const OwnedTypes& types);

// Collects the types seen in calls of contexts, in any order.
class TypeList {
 public:
  struct Entry {
    uint32_t context;
    TypeRole role;
    uint32_t type;  // kOtherTypes, or a result of NameOf()
    uint64_t calls;
  };

  // The number of a name. Expected O(1).
  [[nodiscard]] uint32_t NameOf(std::string_view name);
  void Add(Entry entry) {
    if (entry.calls > 0) entries_.push_back(entry);
  }
  // This list's numbers for all names of a tree, by their numbers there.
  [[nodiscard]] std::vector<uint32_t> NamesOf(const TypeColumns& types);
  // Adds the types of context `from` of a tree as types of context `to`; `names` is from NamesOf().
  void AddAll(const TypeColumns& types, const std::vector<uint32_t>& names, uint32_t from, uint32_t to);

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] LargeVector<Entry>& entries() { return entries_; }

  // The columns for `context_count` contexts. Calls with equal context, role and type are summed, up to 2^63
  // - 1, and unused names are dropped, so that the result does not depend on the order of collection. Without
  // entries all columns are empty. O(contexts + entries log entries).
  [[nodiscard]] OwnedTypes Finish(uint64_t context_count) &&;

 private:
  LargeVector<Entry> entries_;
  std::deque<std::string> names_;  // a deque, as its elements do not move
  std::unordered_map<std::string_view, uint32_t> numbers_;
};

}  // namespace ringscope
