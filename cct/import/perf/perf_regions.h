#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace ringscope {

// What lies where in the memory of many processes: for each a table of regions that do not overlap. Putting a
// region there and finding one takes logarithmic time, copying a table constant time, whatever the addresses.
//
// A table is a binary search tree by address. Further up stands what has the larger hash of its address,
// which keeps it balanced. A copy shares all nodes with its original; who changes one later makes a node of
// its own of it.
class PerfRegions {
 public:
  static constexpr uint32_t kNone = 0xffffffffu;

  class Table {
   private:
    friend PerfRegions;
    uint32_t root = kNone;
    uint32_t owner = 0;  // of the nodes that no other table shares
  };

  // What lay in [begin, end) before is gone from there. False where all tables together have too many
  // regions.
  [[nodiscard]] bool Put(Table& table, uint64_t begin, uint64_t end, uint32_t value);
  // From now on they share what the original has.
  [[nodiscard]] Table Copy(Table& original);
  // The value of the region that holds an address, or kNone.
  [[nodiscard]] uint32_t ValueAt(const Table& table, uint64_t address) const;

 private:
  struct Node {
    uint64_t begin, end;
    uint32_t value;
    uint32_t owner;
    uint32_t left = kNone, right = kNone;
  };
  [[nodiscard]] uint32_t Add(uint64_t begin, uint64_t end, uint32_t value, uint32_t owner);
  // The node itself, or a copy that the owner may change.
  [[nodiscard]] uint32_t Own(uint32_t node, uint32_t owner);
  // Those that begin below an address, and the others.
  [[nodiscard]] std::pair<uint32_t, uint32_t> Split(uint32_t tree, uint64_t address, uint32_t owner);
  // Of two trees of which one lies below the other.
  [[nodiscard]] uint32_t Join(uint32_t below, uint32_t above, uint32_t owner);
  [[nodiscard]] uint32_t LastOf(uint32_t tree) const;

  std::vector<Node> nodes_;  // those that no table has any more too
  uint32_t owner_count_ = 0;
};

}  // namespace ringscope
