#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "cct/base/result.h"
#include "cct/base/text/enum_words.h"
#include "cct/query/sets/function_index.h"

namespace ringscope {

// A kind of group that the rows of the table can stand for.
struct TableGrouping {
  GroupBy by;
  std::string_view label;  // "Function"
  std::string_view many;   // "12 functions"; for one, the word of `by`
};
inline constexpr std::array kTableGroupings{
    TableGrouping{GroupBy::kFunction, "Function", "functions"},
    TableGrouping{GroupBy::kModule, "Module", "modules"},
    TableGrouping{GroupBy::kPackage, "Package", "packages"},
    TableGrouping{GroupBy::kClass, "Class", "classes"},
    TableGrouping{GroupBy::kFile, "File", "files"},
    TableGrouping{GroupBy::kKind, "Kind", "kinds"},
    TableGrouping{GroupBy::kThread, "Thread", "threads"},
};
[[nodiscard]] const TableGrouping& TableGroupingOf(GroupBy by);

// The key that sorts the rows of a table. Rows with equal keys stand in order of name. A difference sorts by
// its size.
enum class TableKey : uint8_t {
  kName,
  kModule,
  kSelf,
  kInclusive,
  kCalls,
  kContexts,
  kDerived,
  kLayer,
  kDifference,
  kSelfDifference,
  kShareDifference,
  kPercent,
  kSelfPercent,
  kSplitCalls,
  kSplitCost,
  kReceiverTypes,
};
inline constexpr auto kTableKeyWords = WordsInOrder<TableKey, 16>(
    "name, module, self, inclusive, calls, contexts, derived, layer, difference, self-difference, "
    "share-difference, percent, self-percent, split-calls, split-cost, receiver-types");

struct TableOrder {
  TableKey key = TableKey::kSelf;
  bool descending = true;
  // kDerived: the name of the derived metric. kSelf, kInclusive: the name of a metric, or empty for the drawn
  // one. Empty for other keys.
  std::string metric;
  friend bool operator==(const TableOrder&, const TableOrder&) = default;
};

// "self down", "derived up miss rate", for the settings.
[[nodiscard]] std::string FormatTableOrder(const TableOrder& order);
// Error: kMalformed.
[[nodiscard]] Result<TableOrder> ParseTableOrder(std::string_view text);

}  // namespace ringscope
