#include "cct/base/text/nearest_word.h"

#include <algorithm>
#include <vector>

namespace ringscope {
namespace {

// Longer words are no typing errors, and a distance costs the product of both lengths.
constexpr size_t kMaxLetters = 32;

// The number of letters to insert, remove, replace or swap with the next one to turn `a` into `b`.
size_t Distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::optional<std::string> NearestWord(std::string_view written, std::span<const std::string> words) {
  if (written.size() > kMaxLetters) return std::nullopt;
  std::optional<std::string> nearest;
  size_t best = std::max<size_t>(1, written.size() / 3) + 1;
  for (const std::string& word : words) {
    if (word.size() > kMaxLetters) continue;
    // At least one letter must stay.
    const size_t distance = Distance(written, word);
    if (distance >= best || distance >= std::min(word.size(), written.size())) continue;
    best = distance;
    nearest = word;
  }
  return nearest;
}

}  // namespace ringscope
