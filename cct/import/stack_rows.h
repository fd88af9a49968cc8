#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cct/tree/building/builder.h"

namespace ringscope {

// Contexts of a stack table, which many formats have: a row is a frame and the row of its caller. Rows come
// in any order; a caller may be missing, and the callers of a hostile file may form a circle. Visits each row
// once, without recursion. 12 bytes a row.
class StackRows {
 public:
  static constexpr uint32_t kNoCaller = 0xffffffffu;
  // A missing caller, like any number from the size of the table on.
  static constexpr uint32_t kMissing = 0xfffffffeu;

  // Begins another table, or the same table below another context. O(1), plus O(1) for each row that no
  // earlier table had.
  void Begin(size_t row_count, BuildNode top) {
    if (rows_.size() < row_count) rows_.resize(row_count);
    row_count_ = row_count;
    top_ = top;
    ++round_;
  }

  // The context of a row, or kNoBuildNode if one of its callers is missing. caller_of(row) returns the row of
  // its caller; child(context, row) returns the context of a row whose caller has `context`.
  template <typename CallerOf, typename Child>
  [[nodiscard]] BuildNode ContextOf(uint32_t row, CallerOf caller_of, Child child) {
    // Go up to a caller whose context is known, then down again. Rows on the way up count as rows without a
    // context, which ends a circle.
    chain_.clear();
    while (row < row_count_ && rows_[row].round != round_) {
      rows_[row] = {round_, 0, kNoBuildNode};
      chain_.push_back(row);
      row = caller_of(row);
    }
    Row at{round_, 0, row == kNoCaller ? top_ : kNoBuildNode};
    if (row < row_count_) at = rows_[row];
    for (; !chain_.empty(); chain_.pop_back()) {
      ++at.depth;
      if (at.context != kNoBuildNode) at.context = child(at.context, chain_.back());
      rows_[chain_.back()] = at;
    }
    return at.context;
  }
  // The number of frames in a row's stack; valid after ContextOf(row).
  [[nodiscard]] uint32_t DepthOf(uint32_t row) const { return rows_[row].depth; }

 private:
  struct Row {
    uint32_t round = 0;  // of the last visit
    uint32_t depth = 0;
    BuildNode context = kNoBuildNode;
  };
  std::vector<Row> rows_;
  std::vector<uint32_t> chain_;
  size_t row_count_ = 0;
  BuildNode top_ = kBuildRoot;
  uint32_t round_ = 0;
};

}  // namespace ringscope
