#include "app/core/table_order.h"

#include <fmt/format.h>

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
  const auto found = std::ranges::find(kTableGroupings, by, &TableGrouping::by);
  return found == kTableGroupings.end() ? kTableGroupings.front() : *found;
}

std::string FormatTableOrder(const TableOrder& order) {
  std::string text(WordOf(kTableKeyWords, order.key));
  text += order.descending ? " down" : " up";
  if (!order.metric.empty()) text += " " + order.metric;
  return text;
}

Result<TableOrder> ParseTableOrder(std::string_view text) {
  std::string_view rest = text;
  const auto key = ValueOfWord(kTableKeyWords, TakeWord(rest));
  const std::string_view direction = TakeWord(rest);
  const bool is_order = key && (direction == "down" || direction == "up");
  // kDerived requires the name of a metric; self and inclusive cost may have one.
  const bool may_have_name = key && (*key == TableKey::kSelf || *key == TableKey::kInclusive);
  if (is_order && (may_have_name || (*key == TableKey::kDerived) != rest.empty()))
    return TableOrder{*key, direction == "down", std::string(rest)};
  return Fail(ErrorCode::kMalformed, "expected \"KEY up\" or \"KEY down\", found '{}'", text);
}

}  // namespace ringscope
