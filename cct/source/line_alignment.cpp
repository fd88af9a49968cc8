#include "cct/source/line_alignment.h"

#include <algorithm>
#include <dtl/dtl.hpp>
#include <unordered_map>


namespace ringscope {
namespace {

using Numbers = std::vector<uint32_t>;

// Equal lines have equal numbers.
class LineNumbers {
 public:
  Numbers Of(std::span<const std::string_view> lines) {
    Numbers numbers;
    numbers.reserve(lines.size());
    for (const std::string_view line : lines) {
      const size_t end = line.find_last_not_of(" \t\r");
      const std::string_view text = line.substr(0, end == std::string_view::npos ? 0 : end + 1);
      numbers.push_back(known_.try_emplace(text, static_cast<uint32_t>(known_.size())).first->second);
    }
    return numbers;
  }

 private:
  std::unordered_map<std::string_view, uint32_t> known_;
};

// What lies between the equal begins and ends.
void AlignMiddle(const Numbers& before, const Numbers& after, uint32_t begin, std::vector<LinePair>& pairs) {
  uint32_t b = begin, a = begin;
  std::vector<LinePair> added;
  const auto flush = [&] {
    pairs.insert(pairs.end(), added.begin(), added.end());
    added.clear();
  };
  if (std::max(before.size(), after.size()) > kMaxAlignedLines || before.empty() || after.empty()) {
    for (size_t i = 0; i < before.size(); ++i) pairs.push_back({b++, kNoLine});
    for (size_t i = 0; i < after.size(); ++i) pairs.push_back({kNoLine, a++});
    return;
  }
  dtl::Diff<uint32_t, Numbers> diff(before, after);
  diff.compose();
  for (const auto& [line, info] : diff.getSes().getSequence()) {
    if (info.type == dtl::SES_DELETE) {
      pairs.push_back({b++, kNoLine});
    } else if (info.type == dtl::SES_ADD) {
      added.push_back({kNoLine, a++});
    } else {
      flush();
      pairs.push_back({b++, a++});
    }
  }
  flush();
}

}  // namespace

std::vector<LinePair> AlignLines(std::span<const std::string_view> before, std::span<const std::string_view> after) {
  LineNumbers numbers;
  const Numbers old_lines = numbers.Of(before), new_lines = numbers.Of(after);
  const size_t shorter = std::min(old_lines.size(), new_lines.size());
  size_t begin = 0, end = 0;
  while (begin < shorter && old_lines[begin] == new_lines[begin]) ++begin;
  while (end < shorter - begin && old_lines[old_lines.size() - 1 - end] == new_lines[new_lines.size() - 1 - end]) ++end;
  std::vector<LinePair> pairs;
  pairs.reserve(std::max(old_lines.size(), new_lines.size()));
  const auto pair = [&](size_t b, size_t a) { pairs.push_back({static_cast<uint32_t>(b), static_cast<uint32_t>(a)}); };
  for (size_t i = 0; i < begin; ++i) pair(i, i);
  const auto middle = [&](const Numbers& lines) {
    const auto first = lines.begin() + static_cast<std::ptrdiff_t>(begin);
    return Numbers(first, lines.end() - static_cast<std::ptrdiff_t>(end));
  };
  AlignMiddle(middle(old_lines), middle(new_lines), static_cast<uint32_t>(begin), pairs);
  for (size_t i = end; i > 0; --i) pair(old_lines.size() - i, new_lines.size() - i);
  return pairs;
}

}  // namespace ringscope
