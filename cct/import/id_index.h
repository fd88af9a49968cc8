#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "cct/tree/building/index_table.h"

namespace ringscope {

// Hashes numbers that a file chose. Each run mixes in a random number, so a file cannot cause collisions.
struct SeededHash {
  [[nodiscard]] size_t operator()(uint64_t number) const {
    static const uint64_t mixed_in = (uint64_t{std::random_device{}()} << 32) | std::random_device{}();
    number ^= mixed_in;
    number = (number ^ number >> 33) * 0xff51afd7ed558ccdu;
    number = (number ^ number >> 33) * 0xc4ceb9fe1a85ec53u;
    return number ^ number >> 33;
  }
};

// Finds items by 64-bit ids that a file chose: uses an array if the ids are small, as most writers count from
// 0 or 1, and a hash table if they are large, such as addresses.
class IdIndex {
 public:
  static constexpr uint32_t kNone = IndexTable::kNone;

  // `ids` are the ids of items 0, 1, ... The first item of an id counts; calls repeated(item) for the others.
  template <typename Repeated>
  void Build(std::span<const uint64_t> ids, Repeated repeated) {
    dense_.clear();
    ids_.clear();
    table_ = IndexTable();
    if (const uint64_t largest = ids.empty() ? 0 : *std::max_element(ids.begin(), ids.end());
        largest < ids.size() * 4 + 1024)
      dense_.assign(largest + 1, kNone);
    else
      ids_.assign(ids.begin(), ids.end());
    for (size_t item = 0; item < ids.size(); ++item) {
      const auto number = static_cast<uint32_t>(item);
      if (!dense_.empty() && dense_[ids[item]] == kNone) {
        dense_[ids[item]] = number;
      } else if (dense_.empty() && Find(ids[item]) == kNone) {
        table_.Add(SeededHash()(ids[item]), number);
      } else {
        repeated(item);
      }
    }
  }

  [[nodiscard]] uint32_t Find(uint64_t id) const {
    if (!dense_.empty()) return id < dense_.size() ? dense_[id] : kNone;
    return table_.IndexOf(SeededHash()(id), [&](uint32_t item) { return ids_[item] == id; });
  }
  // An upper bound (exclusive) of all ids; 0 if some ids are large.
  [[nodiscard]] size_t dense_size() const { return dense_.size(); }

 private:
  std::vector<uint32_t> dense_;
  std::vector<uint64_t> ids_;  // by item; empty if dense_ is used
  IndexTable table_;
};

}  // namespace ringscope
