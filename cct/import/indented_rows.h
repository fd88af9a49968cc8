#pragma once

#include <cstddef>
#include <vector>

namespace ringscope {

// The rows of a tree that is written as lines, those below a row set in further than it. Keeps the rows that
// are open: O(1) a row, amortized, memory O(depth).
template <typename Node>
class IndentedRows {
 public:
  // The row that one set in by `indent` lies below, and `top` where it lies below none. Ends the rows that
  // are not left of it.
  [[nodiscard]] Node CallerOf(size_t indent, Node top) {
    while (!rows_.empty() && rows_.back().indent >= indent) rows_.pop_back();
    return rows_.empty() ? top : rows_.back().node;
  }
  // The row itself, behind CallerOf().
  void Open(size_t indent, Node node) { rows_.push_back({indent, node}); }
  void Clear() { rows_.clear(); }
  [[nodiscard]] size_t depth() const { return rows_.size(); }

 private:
  struct Row {
    size_t indent;
    Node node;
  };
  std::vector<Row> rows_;
};

}  // namespace ringscope
