#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ringscope {

// Rows of text in columns as wide as their widest cell, two blanks apart; the last column is not padded. The
// titles have no line where all of them are empty.
class TextTable {
 public:
  enum class Align : uint8_t { kLeft, kRight };
  struct Column {
    std::string title;
    Align align = Align::kRight;
    uint32_t rank = 0;  // where there is no room for all, columns of the highest ranks are left out
  };
  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // As many cells as columns: one line of valid UTF-8 each. No cells: an empty line.
  void AddRow(std::vector<std::string> cells);
  // The highest rank whose columns, and those of all lower ones, fit into `width` characters a line. The last
  // column may reach beyond it, but for its first kLastColumnRoom characters.
  static constexpr size_t kLastColumnRoom = 30;
  [[nodiscard]] uint32_t FittingRank(size_t width) const;
  // Cuts cells of the last column, so that lines without the columns above a rank fit into `width` characters
  // where these leave it some.
  void CutLastColumn(size_t width, uint32_t highest_rank);
  // Without the columns above a rank.
  [[nodiscard]] std::string Text(uint32_t highest_rank = 0xffffffffu) const;

 private:
  [[nodiscard]] std::vector<size_t> Widths() const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Valid UTF-8, or as much of its beginning and its end around an ellipsis as `width` characters hold; at
// least one character of each.
[[nodiscard]] std::string CutToWidth(const std::string& text, size_t width);

}  // namespace ringscope
