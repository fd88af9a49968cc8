#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ringscope {

// What kind of occurrence a match is; a better kind is worth more than any score.
enum class PaletteFit : uint8_t {
  kLetters,     // the letters of some word lie scattered
  kWithin,      // every word occurs in one piece
  kWordBegins,  // every word begins a word of the text
  kTextBegins,  // the text begins with all that was typed
};

// How well a text fits what was typed.
struct PaletteMatch {
  PaletteFit fit = PaletteFit::kTextBegins;
  int score = 0;               // among matches of a kind larger fits better; only good for comparing
  std::vector<uint32_t> hits;  // bytes of the text that were typed, ascending
};

inline constexpr size_t kMaxPaletteText = 200;  // bytes looked at, of either

// Every word that was typed has to occur in the text as a subsequence, in any order of words, without regard
// to the case of ASCII letters. Beginnings of words and letters in a row count more. Nothing typed fits
// everything with score 0. Blanks around what was typed count for nothing. O(bytes of text * bytes typed).
// Deterministic.
[[nodiscard]] std::optional<PaletteMatch> MatchPalette(std::string_view text, std::string_view typed);

}  // namespace ringscope
