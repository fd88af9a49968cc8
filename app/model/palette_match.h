#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ringscope {

// How well a text fits what was typed.
struct PaletteMatch {
  int score = 0;               // larger fits better; only good for comparing
  std::vector<uint32_t> hits;  // bytes of the text that were typed, ascending
};

inline constexpr size_t kMaxPaletteText = 200;  // bytes looked at, of either

// Every word that was typed has to occur in the text as a subsequence, in any order of words, without regard
// to the case of ASCII letters. Beginnings of words and letters in a row count more. Nothing typed fits
// everything with score 0. O(bytes of text * bytes typed). Deterministic.
[[nodiscard]] std::optional<PaletteMatch> MatchPalette(std::string_view text, std::string_view typed);

}  // namespace ringscope
