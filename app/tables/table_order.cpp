#include "app/tables/table_order.h"

#include <algorithm>

namespace ringscope {
namespace {

// Takes the first word of a text.
std::string_view TakeWord(std::string_view& text) {
  const size_t blank = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, blank);
  text.remove_prefix(std::min(blank + 1, text.size()));
  return word;
}

}  // namespace

const TableGrouping& TableGroupingOf(GroupBy by) {
  const auto found = std::find_if(kTableGroupings.begin(), kTableGroupings.end(),
                                  [&](const TableGrouping& one) { return one.by == by; });
  return found == kTableGroupings.end() ? kTableGroupings.front() : *found;
}

std::string FormatTableOrder(const TableOrder& order) {
  std::string text(WordOf(kTableKeyWords, order.key));
  text += order.descending ? " down" : " up";
  if (order.key == TableKey::kDerived) text += " " + order.derived;
  return text;
}

std::optional<TableOrder> ParseTableOrder(std::string_view text) {
  TableOrder order;
  const auto key = ValueOfWord(kTableKeyWords, TakeWord(text));
  if (!key) return std::nullopt;
  order.key = *key;
  const std::string_view direction = TakeWord(text);
  if (direction != "down" && direction != "up") return std::nullopt;
  order.descending = direction == "down";
  if ((order.key == TableKey::kDerived) == text.empty()) return std::nullopt;
  order.derived = text;
  return order;
}

}  // namespace ringscope
