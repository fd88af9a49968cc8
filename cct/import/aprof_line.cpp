#include "cct/import/aprof_line.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace ringscope {
namespace {

// Takes the next word off `text`; empty at the end.
std::string_view TakeWord(std::string_view& text) {
  const size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) {
    text = {};
    return {};
  }
  const size_t end = std::min(text.find_first_of(" \t", begin), text.size());
  const std::string_view word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

// Columns of a point, counted from 0 behind the id.
struct PointColumns {
  size_t inclusive, calls, self;
};

PointColumns ColumnsOf(uint64_t version) {
  // INPUT MIN MAX SUM [SUM OF SQUARES] CALLS [OUTERMOST SELF ...]: versions 2 and 3 have no squares, version
  // 1 no self cost (its column is as good as any).
  if (version == 1) return {3, 5, 5};
  if (version <= 3) return {3, 4, 6};
  return {3, 5, 7};
}

}  // namespace

std::optional<uint64_t> ParseAprofNumber(std::string_view text) {
  uint64_t value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || end != text.data() + text.size() || value >> 63 != 0) return std::nullopt;
  return value;
}

std::optional<AprofPoint> ParseAprofPoint(std::string_view text, uint64_t version) {
  const PointColumns columns = ColumnsOf(version);
  const std::optional<uint64_t> id = ParseAprofNumber(TakeWord(text));
  if (!id) return std::nullopt;
  AprofPoint point{*id, 0, 0, 0};
  for (size_t column = 0; column <= std::max(columns.calls, columns.self); ++column) {
    const std::string_view word = TakeWord(text);
    if (word.empty()) return std::nullopt;
    if (column != columns.inclusive && column != columns.calls && column != columns.self) continue;
    const std::optional<uint64_t> value = ParseAprofNumber(word);
    if (!value) return std::nullopt;
    if (column == columns.inclusive) point.inclusive = *value;
    if (column == columns.calls) point.calls = *value;
    if (column == columns.self) point.self = *value;
  }
  if (version == 1) point.self = 0;
  return point;
}

// The name may hold anything, quotes too: read from the end, whose quotes and blanks are known.
std::optional<AprofRoutine> ParseAprofRoutine(std::string_view text) {
  const size_t blank = text.find_last_of(" \t");
  if (blank == std::string_view::npos || text[0] != '"') return std::nullopt;
  const std::optional<uint64_t> id = ParseAprofNumber(text.substr(blank + 1));
  const size_t last_quote = text.find_last_not_of(" \t", blank);
  if (!id || last_quote == std::string_view::npos || text[last_quote] != '"') return std::nullopt;
  constexpr std::string_view kBetween = "\" \"";
  const std::string_view quoted = text.substr(0, last_quote);
  const size_t between = quoted.rfind(kBetween);
  if (between == std::string_view::npos || between < 1) return std::nullopt;
  return AprofRoutine{quoted.substr(1, between - 1), quoted.substr(between + kBetween.size()), *id};
}

std::optional<AprofContext> ParseAprofContext(std::string_view text) {
  const std::optional<uint64_t> routine = ParseAprofNumber(TakeWord(text));
  const std::optional<uint64_t> id = ParseAprofNumber(TakeWord(text));
  const std::string_view parent_word = TakeWord(text);
  const std::optional<uint64_t> parent = ParseAprofNumber(parent_word);
  if (!routine || !id || (!parent && parent_word != "-1") || !TakeWord(text).empty()) return std::nullopt;
  return AprofContext{*routine, *id, parent};
}

}  // namespace ringscope
