#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cct/query/sets/frame_grouping.h"

namespace ringscope {

// A choice of what the rows of the table stand for.
struct TableGrouping {
  GroupBy by;
  std::string_view name;   // in the settings
  std::string_view label;  // "Function"
  std::string_view one;    // "1 function"
  std::string_view many;   // "12 functions"
};
inline constexpr std::array kTableGroupings{
    TableGrouping{GroupBy::kFunction, "function", "Function", "function", "functions"},
    TableGrouping{GroupBy::kModule, "module", "Module", "module", "modules"},
    TableGrouping{GroupBy::kPackage, "package", "Package", "package", "packages"},
    TableGrouping{GroupBy::kClass, "class", "Class", "class", "classes"},
    TableGrouping{GroupBy::kFile, "file", "File", "file", "files"},
    TableGrouping{GroupBy::kKind, "kind", "Kind", "kind", "kinds"},
    TableGrouping{GroupBy::kThread, "thread", "Thread", "thread", "threads"},
};
[[nodiscard]] const TableGrouping& TableGroupingOf(GroupBy by);
[[nodiscard]] std::optional<GroupBy> GroupByFromName(std::string_view name);

// What the rows of a table are sorted by. Equal ones stand by name.
enum class TableKey : uint8_t { kName, kModule, kSelf, kInclusive, kCalls, kContexts, kDerived };

struct TableOrder {
  TableKey key = TableKey::kSelf;
  bool descending = true;
  std::string derived;  // kDerived: the name of the derived metric
  friend bool operator==(const TableOrder&, const TableOrder&) = default;
};

// "self down", "derived up miss rate", for the settings.
[[nodiscard]] std::string FormatTableOrder(const TableOrder& order);
[[nodiscard]] std::optional<TableOrder> ParseTableOrder(std::string_view text);

}  // namespace ringscope
