#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ringscope {

// Rows of text in columns as wide as their widest cell, two blanks apart; the last column is not padded.
class TextTable {
 public:
  enum class Align : uint8_t { kLeft, kRight };
  struct Column {
    std::string title;
    Align align = Align::kRight;
    uint32_t rank = 0;  // where there is no room for all, columns of the highest ranks are left out
  };
  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // As many cells as columns: one line of valid UTF-8 each.
  void AddRow(std::vector<std::string> cells);
  // The highest rank whose columns, and those of all lower ones, fit into `width` characters a line. The last
  // column may reach beyond it, but for its first kLastColumnRoom characters.
  static constexpr size_t kLastColumnRoom = 30;
  [[nodiscard]] uint32_t FittingRank(size_t width) const;
  // Without the columns above a rank.
  [[nodiscard]] std::string Text(uint32_t highest_rank = 0xffffffffu) const;

 private:
  [[nodiscard]] std::vector<size_t> Widths() const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace ringscope
