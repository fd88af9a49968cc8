#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cct/tree/building/builder.h"

namespace ringscope {

// Contexts of a table of stacks, as many formats have one: a row is a frame and the row of its caller. Rows
// come in any order, and may name callers that are not there or, in a hostile file, each other in a circle.
// Goes over each row once, without recursion. 12 bytes a row.
class StackRows {
 public:
  static constexpr uint32_t kNoCaller = 0xffffffffu;
  // A caller that is not there, as is any number from the size of the table on.
  static constexpr uint32_t kMissing = 0xfffffffeu;

  // Begins with another table, or with the same one below another context. O(1), but for rows that no table
  // had.
  void Begin(size_t row_count, BuildNode top) {
    if (rows_.size() < row_count) rows_.resize(row_count);
    row_count_ = row_count;
    top_ = top;
    ++round_;
  }

  // The context of a row, kNoBuildNode where its callers are not all there. caller_of(row) is its caller's
  // row; child(context, row) gives the context of a row whose caller has that one.
  template <typename CallerOf, typename Child>
  [[nodiscard]] BuildNode ContextOf(uint32_t row, CallerOf caller_of, Child child) {
    // Up to a caller whose context is known, then down again. On the way up rows count as known to have none,
    // which ends a circle.
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
  // Frames of a row's stack, once its context was asked for.
  [[nodiscard]] uint32_t DepthOf(uint32_t row) const { return rows_[row].depth; }

 private:
  struct Row {
    uint32_t round = 0;  // in which it was gone over last
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
