#include "app/report/text_table.h"

#include <algorithm>

#include "cct/base/check.h"
#include "renderer/text/name_text.h"

namespace ringscope {
namespace {

// Code points: the bytes that do not continue one.
size_t WidthOf(std::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

std::string CutToWidth(const std::string& text, size_t width) {
  return CutMiddleToFit(text, static_cast<float>(width), 1,
                        [](std::string_view part, float) { return static_cast<float>(WidthOf(part)); });
}

void TextTable::AddRow(std::vector<std::string> cells) {
  RINGSCOPE_CHECK(cells.empty() || cells.size() == columns_.size());
  rows_.push_back(std::move(cells));
}

std::vector<size_t> TextTable::Widths() const {
  std::vector<size_t> widths;
  for (const Column& column : columns_) widths.push_back(WidthOf(column.title));
  for (const auto& row : rows_) {
    for (size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], WidthOf(row[c]));
  }
  return widths;
}

uint32_t TextTable::FittingRank(size_t width) const {
  std::vector<size_t> widths = Widths();
  if (!widths.empty()) widths.back() = std::min(widths.back(), kLastColumnRoom);
  std::vector<uint32_t> ranks;
  for (const Column& column : columns_) ranks.push_back(column.rank);
  std::sort(ranks.begin(), ranks.end());
  uint32_t fitting = 0;
  for (const uint32_t rank : ranks) {
    size_t needed = 0;
    for (size_t c = 0; c < columns_.size(); ++c) {
      if (columns_[c].rank <= rank) needed += widths[c] + (needed == 0 ? 0 : 2);
    }
    if (needed > width) break;
    fitting = rank;
  }
  return fitting;
}

void TextTable::CutLastColumn(size_t width, uint32_t highest_rank) {
  const std::vector<size_t> widths = Widths();
  size_t before = 0;
  for (size_t c = 0; c + 1 < columns_.size(); ++c)
    before += columns_[c].rank <= highest_rank ? widths[c] + 2 : 0;
  if (before >= width) return;
  for (auto& row : rows_)
    if (!row.empty()) row.back() = CutToWidth(row.back(), width - before);
}

std::string TextTable::Text(uint32_t highest_rank) const {
  const std::vector<size_t> widths = Widths();
  std::vector<size_t> shown;
  for (size_t c = 0; c < columns_.size(); ++c)
    if (columns_[c].rank <= highest_rank) shown.push_back(c);
  std::string text;
  const auto add_line = [&](const auto& cell_of) {
    for (const size_t c : shown) {
      const std::string& cell = cell_of(c);
      const std::string padding(widths[c] - WidthOf(cell), ' ');
      if (c != shown.front()) text += "  ";
      text += columns_[c].align == Align::kRight ? padding + cell : c == shown.back() ? cell : cell + padding;
    }
    text += '\n';
  };
  if (std::any_of(columns_.begin(), columns_.end(),
                  [](const Column& column) { return !column.title.empty(); }))
    add_line([&](size_t c) -> const std::string& { return columns_[c].title; });
  for (const auto& row : rows_) {
    if (row.empty()) {
      text += '\n';
    } else {
      add_line([&](size_t c) -> const std::string& { return row[c]; });
    }
  }
  return text;
}

}  // namespace ringscope
