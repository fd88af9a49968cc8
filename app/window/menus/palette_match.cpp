#include "app/window/menus/palette_match.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

constexpr int kHit = 2;        // a letter that was typed
constexpr int kWordBegin = 8;  // that begins a word
constexpr int kTextBegin = 4;  // that begins the text
constexpr int kInRow = 6;      // that follows the one typed before
constexpr int kImpossible = std::numeric_limits<int>::min() / 2;

constexpr bool IsWordByte(char c) { return IsLetterOrDigit(c) || IsBeyondAscii(c); }

int BonusAt(std::string_view text, size_t at) {
  if (at == 0) return kHit + kWordBegin + kTextBegin;
  const bool begins = IsWordByte(text[at]) && !IsWordByte(text[at - 1]);
  return begins ? kHit + kWordBegin : kHit;
}

// The best places of one word's letters; best[i * n + j]: letters [0, i] typed with letter i at byte j.
std::optional<PaletteMatch> MatchWord(std::string_view text, std::string_view word) {
  const size_t n = text.size(), m = word.size();
  std::vector<int> best(n * m, kImpossible);
  std::vector<uint32_t> from(n * m, 0);
  for (size_t i = 0; i < m; ++i) {
    int reach = kImpossible;  // the best of the letters before, ending at least one byte in front of j - 1
    uint32_t reach_at = 0;
    for (size_t j = 0; j < n; ++j) {
      if (i > 0 && j >= 2 && best[(i - 1) * n + j - 2] > reach) {
        reach = best[(i - 1) * n + j - 2];
        reach_at = static_cast<uint32_t>(j - 2);
      }
      if (ToLower(text[j]) != ToLower(word[i])) continue;
      int score = kImpossible;
      uint32_t before = 0;
      if (i == 0) {
        score = 0;
      } else {
        score = reach;
        before = reach_at;
        const int in_row = j >= 1 ? best[(i - 1) * n + j - 1] : kImpossible;
        if (in_row > kImpossible && in_row + kInRow >= score) {
          score = in_row + kInRow;
          before = static_cast<uint32_t>(j - 1);
        }
      }
      if (score <= kImpossible) continue;
      best[i * n + j] = score + BonusAt(text, j);
      from[i * n + j] = before;
    }
  }
  const auto last = best.begin() + static_cast<ptrdiff_t>((m - 1) * n);
  const auto top = std::max_element(last, best.end());
  if (top == best.end() || *top <= kImpossible) return std::nullopt;
  PaletteMatch match;
  match.score = *top;
  auto at = static_cast<uint32_t>(top - last);
  for (size_t i = m; i-- > 0;) {
    match.hits.push_back(at);
    at = from[i * n + at];
  }
  return match;
}

bool OccursAt(std::string_view text, size_t at, std::string_view word) {
  return EqualsFolded(text.substr(at, word.size()), word);
}

struct Occurrence {
  PaletteFit fit = PaletteFit::kLetters;
  size_t at = 0;  // where the word occurs in one piece, if it does
};

// The best one of a word that is known to occur in the text as a subsequence.
Occurrence OccurrenceOf(std::string_view text, std::string_view word) {
  Occurrence best;
  for (size_t at = 0; at < text.size(); ++at) {
    if (!OccursAt(text, at, word)) continue;
    if (at == 0 || !IsWordByte(text[at - 1])) return {PaletteFit::kWordBegins, at};
    if (best.fit == PaletteFit::kLetters) best = {PaletteFit::kWithin, at};
  }
  return best;
}

std::string_view WithoutBlanksAround(std::string_view typed) {
  const size_t begin = typed.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return typed.substr(begin, typed.find_last_not_of(' ') + 1 - begin);
}

}  // namespace

std::optional<PaletteMatch> MatchPalette(std::string_view text, std::string_view typed) {
  text = text.substr(0, kMaxPaletteText);
  typed = WithoutBlanksAround(typed.substr(0, kMaxPaletteText));
  PaletteMatch whole;
  const bool begins = OccursAt(text, 0, typed);
  if (!begins) whole.fit = PaletteFit::kWordBegins;
  while (true) {
    const size_t begin = typed.find_first_not_of(' ');
    if (begin == std::string_view::npos) break;
    typed.remove_prefix(begin);
    const std::string_view word = typed.substr(0, typed.find(' '));
    typed.remove_prefix(word.size());
    auto match = MatchWord(text, word);
    if (!match) return std::nullopt;
    const Occurrence occurrence = OccurrenceOf(text, word);
    if (!begins) whole.fit = std::min(whole.fit, occurrence.fit);
    // What was typed in one piece is shown in one piece, though letters elsewhere may be worth more.
    if (occurrence.fit != PaletteFit::kLetters)
      std::iota(match->hits.begin(), match->hits.end(), static_cast<uint32_t>(occurrence.at));
    whole.score += match->score;
    whole.hits.insert(whole.hits.end(), match->hits.begin(), match->hits.end());
  }
  std::sort(whole.hits.begin(), whole.hits.end());
  whole.hits.erase(std::unique(whole.hits.begin(), whole.hits.end()), whole.hits.end());
  return whole;
}

}  // namespace ringscope
