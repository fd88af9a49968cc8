#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace ringscope {

// What a "p" or "q" line says of the calls of a routine or context with one input size.
struct AprofPoint {
  uint64_t id = 0;  // of the routine or the context
  uint64_t inclusive = 0;
  uint64_t calls = 0;
  uint64_t self = 0;  // 0 in version 1, which does not have it
};

// `r "NAME" "OBJECT" ID`. The views are parts of the line.
struct AprofRoutine {
  std::string_view name, object;
  uint64_t id = 0;
};

struct AprofContext {
  uint64_t routine = 0;
  uint64_t id = 0;
  std::optional<uint64_t> parent;  // none for -1
};

inline constexpr uint64_t kLastAprofVersion = 6;

// Each takes what follows the line's first letter, blanks taken off; nullopt where it is not what the format
// says. Numbers are below 2^63. `version` is 1 to 6: the columns differ.
[[nodiscard]] std::optional<uint64_t> ParseAprofNumber(std::string_view text);
[[nodiscard]] std::optional<AprofPoint> ParseAprofPoint(std::string_view text, uint64_t version);
[[nodiscard]] std::optional<AprofRoutine> ParseAprofRoutine(std::string_view text);
[[nodiscard]] std::optional<AprofContext> ParseAprofContext(std::string_view text);

}  // namespace ringscope
