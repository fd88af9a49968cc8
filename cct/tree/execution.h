#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ringscope {

// The two sides of a comparison.
enum class Side : uint8_t { kBefore, kAfter };
inline constexpr size_t kSideCount = 2;
[[nodiscard]] constexpr size_t IndexOf(Side side) { return static_cast<size_t>(side); }

// A fact about an execution, such as the commit of the program that ran.
struct ExecutionAttribute {
  std::string name;
  std::string value;
  friend bool operator==(const ExecutionAttribute&, const ExecutionAttribute&) = default;
};

// One run of a program. Unknown members are empty.
struct Execution {
  std::string name;
  std::optional<Side> side;     // in a comparison
  std::optional<int64_t> time;  // seconds since 1970, UTC
  std::vector<ExecutionAttribute> attributes;
  // The value of an attribute; empty if it is missing. O(attributes).
  [[nodiscard]] std::string_view ValueOf(std::string_view attribute) const;
  friend bool operator==(const Execution&, const Execution&) = default;
};

// Adds an attribute or replaces its value. O(attributes).
void SetAttribute(std::string_view name, std::string_view value, Execution& execution);

// The executions of a tree that is merged from trees with these tables. If all tables are equal, that table;
// if each has one execution, one with the facts on which all agree; otherwise none. Independent of order and
// grouping.
[[nodiscard]] std::vector<Execution> CommonExecutions(std::span<const std::vector<Execution>* const> tables);

// The attribute of an execution with its command line, as words for a shell.
inline constexpr std::string_view kCommandAttribute = "command";

}  // namespace ringscope
