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

// What is said of an execution, such as the commit of the program that ran.
struct ExecutionAttribute {
  std::string name;
  std::string value;
  friend bool operator==(const ExecutionAttribute&, const ExecutionAttribute&) = default;
};

// One run of a program. What is not known is empty.
struct Execution {
  std::string name;
  std::optional<Side> side;     // in a comparison
  std::optional<int64_t> time;  // seconds since 1970, UTC
  std::vector<ExecutionAttribute> attributes;
  // Of an attribute; empty where it is not there. O(attributes).
  [[nodiscard]] std::string_view ValueOf(std::string_view attribute) const;
  friend bool operator==(const Execution&, const Execution&) = default;
};

// The last value of a name stays. O(attributes).
void SetAttribute(std::string_view name, std::string_view value, Execution& execution);

// What the executions of a tree are that is made of these trees: their own table where all have the same one;
// where each has one execution at most, one with what all agree on; else none. The same for any order and any
// grouping.
[[nodiscard]] std::vector<Execution> CommonExecutions(std::span<const std::vector<Execution>* const> tables);

// The attribute of an execution that says what was run, as words for a shell.
inline constexpr std::string_view kCommandAttribute = "command";

}  // namespace ringscope
