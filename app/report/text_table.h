#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ringscope {

// Rows of text in columns as wide as their widest cell, two blanks apart; the last column is not padded. The
// line of titles is left out if all titles are empty.
class TextTable {
 public:
  enum class Align : uint8_t { kLeft, kRight };
  struct Column {
    std::string title;
    Align align = Align::kRight;
    uint32_t rank = 0;  // columns of the highest ranks are left out if the room is too narrow
  };
  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // As many cells as columns: one line of valid UTF-8 each. No cells: an empty line.
  void AddRow(std::vector<std::string> cells);
  // The highest rank up to which all columns fit into `width` characters a line. The last column may reach
  // beyond `width`, but for its first kLastColumnRoom characters.
  static constexpr size_t kLastColumnRoom = 30;
  [[nodiscard]] uint32_t FittingRank(size_t width) const;
  // Cuts cells of the last column, so that lines without the columns above a rank fit into `width`
  // characters, if the other columns leave it room.
  void CutLastColumn(size_t width, uint32_t highest_rank);
  // The text without the columns above a rank.
  [[nodiscard]] std::string Text(uint32_t highest_rank = 0xffffffffu) const;

 private:
  [[nodiscard]] std::vector<size_t> Widths() const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// The text as valid UTF-8; if wider than `width` characters, as much of its beginning and its end around an
// ellipsis as fits, at least one character of each.
[[nodiscard]] std::string CutToWidth(const std::string& text, size_t width);

}  // namespace ringscope
