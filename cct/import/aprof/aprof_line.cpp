#include "cct/import/aprof/aprof_line.h"

#include <bit>
#include <cmath>

#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

using F = AprofField;

// Versions 2 and 3 have no squares, version 1 nothing behind the calls.
constexpr F kVersion1[] = {F::kInput,     F::kInclusiveMin,     F::kInclusiveMax,
                           F::kInclusive, F::kInclusiveSquares, F::kCalls};
constexpr F kVersion3[] = {F::kInput,     F::kInclusiveMin, F::kInclusiveMax, F::kInclusive, F::kCalls,
                           F::kOutermost, F::kSelf,         F::kSelfMin,      F::kSelfMax};
constexpr F kVersion4[] = {
    F::kInput,     F::kInclusiveMin, F::kInclusiveMax, F::kInclusive, F::kInclusiveSquares, F::kCalls,
    F::kOutermost, F::kSelf,         F::kSelfMin,      F::kSelfMax,   F::kSelfSquares};
// Behind two columns of nothing.
constexpr F kFromElsewhere[] = {F::kSystemCalls, F::kThreads, F::kSelfSystemCalls, F::kSelfThreads};
constexpr size_t kUnusedColumns = 2;

// What a point is nothing without.
bool IsNeeded(F field) {
  return field == F::kInput || field == F::kInclusive || field == F::kCalls || field == F::kSelf;
}

uint64_t RealBits(std::string_view word) {
  const double value = ParseNumber<double>(word).value_or(0);
  return std::bit_cast<uint64_t>(value >= 0 && std::isfinite(value) ? value : 0.0);
}

}  // namespace

std::optional<uint64_t> ParseAprofNumber(std::string_view text) {
  const std::optional<uint64_t> value = ParseNumber<uint64_t>(text);
  return value && *value >> 63 == 0 ? value : std::nullopt;
}

std::span<const AprofField> AprofFieldsOf(uint64_t version) {
  if (version == 1) return kVersion1;
  if (version <= 3) return std::span(kVersion3).first(version == 2 ? 7 : 9);
  return kVersion4;
}

std::optional<AprofPoint> ParseAprofPoint(std::string_view text, uint64_t version) {
  const std::optional<uint64_t> id = ParseAprofNumber(TakeWord(text));
  if (!id) return std::nullopt;
  AprofPoint point{*id, {}};
  for (const AprofField field : AprofFieldsOf(version)) {
    const std::string_view word = TakeWord(text);
    if (IsReal(field)) {
      point[field] = RealBits(word);
      continue;
    }
    const std::optional<uint64_t> value = ParseAprofNumber(word);
    if (!value && IsNeeded(field)) return std::nullopt;
    point[field] = value.value_or(0);
  }
  if (version < 5) return point;
  for (size_t i = 0; i < kUnusedColumns; ++i) (void)TakeWord(text);
  for (const AprofField field : kFromElsewhere) point[field] = ParseAprofNumber(TakeWord(text)).value_or(0);
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
