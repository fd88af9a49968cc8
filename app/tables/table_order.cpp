#include "app/tables/table_order.h"

#include <algorithm>

namespace ringscope {
namespace {

// In the order of TableKey.
constexpr std::array<std::string_view, 7> kKeyNames{"name",  "module",   "self",   "inclusive",
                                                    "calls", "contexts", "derived"};

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

std::optional<GroupBy> GroupByFromName(std::string_view name) {
  for (const TableGrouping& grouping : kTableGroupings) {
    if (grouping.name == name) return grouping.by;
  }
  return std::nullopt;
}

std::string FormatTableOrder(const TableOrder& order) {
  std::string text(kKeyNames[static_cast<size_t>(order.key)]);
  text += order.descending ? " down" : " up";
  if (order.key == TableKey::kDerived) text += " " + order.derived;
  return text;
}

std::optional<TableOrder> ParseTableOrder(std::string_view text) {
  TableOrder order;
  const auto key = std::find(kKeyNames.begin(), kKeyNames.end(), TakeWord(text));
  if (key == kKeyNames.end()) return std::nullopt;
  order.key = static_cast<TableKey>(key - kKeyNames.begin());
  const std::string_view direction = TakeWord(text);
  if (direction != "down" && direction != "up") return std::nullopt;
  order.descending = direction == "down";
  if ((order.key == TableKey::kDerived) == text.empty()) return std::nullopt;
  order.derived = text;
  return order;
}

}  // namespace ringscope
