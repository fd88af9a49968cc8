#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace ringscope {

// The numbers of a "p" or "q" line. "Inclusive" is the cost of calls with all that they call, "outermost"
// that of those that are not inside of another call of the routine. The last four count input cells that came
// from system calls and other threads.
enum class AprofField : uint8_t {
  kInput,
  kCalls,
  kInclusiveMin,
  kInclusiveMax,
  kInclusive,
  kInclusiveSquares,
  kOutermost,
  kSelfMin,
  kSelfMax,
  kSelf,
  kSelfSquares,
  kSystemCalls,
  kThreads,
  kSelfSystemCalls,
  kSelfThreads,
};
inline constexpr size_t kAprofFieldCount = 15;

// What such a line says of the calls of a routine or context with one input size.
struct AprofPoint {
  uint64_t id = 0;  // of the routine or the context
  // By field; 0 where the version does not have it. Sums of squares, which go beyond 64 bits, are the bits of
  // a double.
  std::array<uint64_t, kAprofFieldCount> values{};
  [[nodiscard]] uint64_t operator[](AprofField field) const { return values[static_cast<size_t>(field)]; }
  [[nodiscard]] uint64_t& operator[](AprofField field) { return values[static_cast<size_t>(field)]; }
};

// Whether the field is a real number.
[[nodiscard]] constexpr bool IsReal(AprofField field) {
  return field == AprofField::kInclusiveSquares || field == AprofField::kSelfSquares;
}

// The fields of a version's lines, in their order; those behind the end are not in them.
[[nodiscard]] std::span<const AprofField> AprofFieldsOf(uint64_t version);

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
