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
  };
  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // As many cells as columns: one line of valid UTF-8 each.
  void AddRow(std::vector<std::string> cells);
  [[nodiscard]] std::string Text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace ringscope
