#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ringscope {

// The word for a value of an enum in texts that people write and read: files, options, queries. The table of
// an enum stands beside it and serves both reading and writing. Rows of other types may have more members.
template <typename T>
struct EnumWord {
  std::string_view word;
  T value;
};
template <typename T, size_t kCount>
using EnumWords = std::array<EnumWord<T>, kCount>;

// The table of an enum: the words of all its values, in their order, separated by ", ". Does not compile if
// the number of words is wrong.
template <typename T, size_t kCount>
[[nodiscard]] constexpr EnumWords<T, kCount> WordsInOrder(std::string_view words) {
  EnumWords<T, kCount> table{};
  for (size_t i = 0; i < kCount; ++i) {
    const size_t end = words.find(", ");
    if (words.empty() || (end == std::string_view::npos) != (i + 1 == kCount))
      throw "another number of words";
    table[i] = {words.substr(0, end), static_cast<T>(i)};
    words.remove_prefix(i + 1 == kCount ? words.size() : end + 2);
  }
  return table;
}

// The first word of the value; the table's first word if the table lacks the value.
template <typename Table, typename T>
[[nodiscard]] constexpr std::string_view WordOf(const Table& table, T value) {
  for (const auto& row : table) {
    if (row.value == value) return row.word;
  }
  return table[0].word;
}

// The row of a word; null if the table lacks it.
template <typename Table>
[[nodiscard]] constexpr const typename Table::value_type* FindWord(const Table& table,
                                                                   std::string_view word) {
  for (const auto& row : table) {
    if (row.word == word) return &row;
  }
  return nullptr;
}

template <typename Table>
[[nodiscard]] constexpr auto ValueOfWord(const Table& table, std::string_view word) {
  const auto* const row = FindWord(table, word);
  return row == nullptr ? std::nullopt : std::optional(row->value);
}

// The row of the longest word that `text` begins with; null if there is none.
template <typename Table>
[[nodiscard]] constexpr const typename Table::value_type* FindPrefix(const Table& table,
                                                                     std::string_view text) {
  const typename Table::value_type* found = nullptr;
  for (const auto& row : table) {
    if (text.starts_with(row.word) && (found == nullptr || row.word.size() > found->word.size()))
      found = &row;
  }
  return found;
}

// "user, kernel or inlined"
template <typename Table>
[[nodiscard]] std::string WordList(const Table& table) {
  std::string list;
  for (size_t i = 0; i < table.size(); ++i) {
    if (i > 0) list += i + 1 == table.size() ? " or " : ", ";
    list += table[i].word;
  }
  return list;
}

}  // namespace ringscope
