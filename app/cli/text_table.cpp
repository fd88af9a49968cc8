#include "app/cli/text_table.h"

#include <algorithm>

#include "cct/base/check.h"

namespace ringscope {
namespace {

// Code points: the bytes that do not continue one.
size_t WidthOf(const std::string& text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

void TextTable::AddRow(std::vector<std::string> cells) {
  RINGSCOPE_CHECK(cells.size() == columns_.size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::Text() const {
  std::vector<size_t> widths;
  for (const Column& column : columns_) widths.push_back(WidthOf(column.title));
  for (const auto& row : rows_) {
    for (size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], WidthOf(row[c]));
  }
  std::string text;
  const auto add_line = [&](const auto& cell_of) {
    for (size_t c = 0; c < columns_.size(); ++c) {
      const std::string& cell = cell_of(c);
      const std::string padding(widths[c] - WidthOf(cell), ' ');
      const bool is_last = c + 1 == columns_.size();
      if (c > 0) text += "  ";
      text += columns_[c].align == Align::kRight ? padding + cell : is_last ? cell : cell + padding;
    }
    text += '\n';
  };
  add_line([&](size_t c) -> const std::string& { return columns_[c].title; });
  for (const auto& row : rows_) {
    add_line([&](size_t c) -> const std::string& { return row[c]; });
  }
  return text;
}

}  // namespace ringscope
