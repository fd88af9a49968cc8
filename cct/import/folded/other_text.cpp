#include "cct/import/folded/other_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

// "12", "1.5", "80%", "1,234", "1/3".
bool IsNumberWord(std::string_view word) {
  return IsDigit(word.front()) && word.find_first_not_of("0123456789.,/%+-") == std::string_view::npos;
}

// "10:00", "15:47:52.123", "2024-01-01", "2024-01-01T10:00:00Z", "[10:00:00]".
bool IsTimeWord(std::string_view word) {
  if (word.front() == '[' || word.front() == '(') word.remove_prefix(1);
  size_t digits = 0;
  while (digits < word.size() && IsDigit(word[digits])) ++digits;
  if (digits == 0 || digits + 2 >= word.size() || !IsDigit(word[digits + 1]) || !IsDigit(word[digits + 2]))
    return false;
  if (word[digits] == ':') return digits <= 2;
  return digits == 4 && word[digits] == '-' && word.size() >= digits + 6 && word[digits + 3] == '-';
}

// What is in brackets belongs to one name: "f(unsigned long, int)", "<T as Into<U> >::into", "[GC worker 3]".
size_t Depth(size_t depth, char c) {
  if (c == '(' || c == '<' || c == '[' || c == '{') return depth + 1;
  if ((c == ')' || c == '>' || c == ']' || c == '}') && depth > 0) return depth - 1;
  return depth;
}

// What words of prose hardly have: "Foo.bar", "#1", "f()", "a::b", "do_it".
bool HasCodeInside(std::string_view word) {
  return word.substr(0, word.size() - 1).find_first_of("._:#$<([/") != std::string_view::npos ||
         word.ends_with(')') || word.ends_with('>');
}

// Takes off what Ruby and compilers put in front of a name: "rescue in block (2 levels) in f" -> "f".
std::string_view WithoutPlaceInside(std::string_view stack) {
  constexpr std::string_view kPhrases[] = {"block in ",
                                           "rescue in ",
                                           "ensure in ",
                                           "closure in ",
                                           "thunk to ",
                                           "thunk for ",
                                           "protocol witness for ",
                                           "partial apply forwarder for "};
  while (true) {
    const auto phrase = std::find_if(std::begin(kPhrases), std::end(kPhrases),
                                     [&](std::string_view known) { return stack.starts_with(known); });
    if (phrase != std::end(kPhrases)) {
      stack.remove_prefix(phrase->size());
      continue;
    }
    constexpr std::string_view kLevels = " levels) in ";
    const size_t levels = stack.starts_with("block (") ? stack.find(kLevels) : std::string_view::npos;
    if (levels == std::string_view::npos) return stack;
    stack.remove_prefix(levels + kLevels.size());
  }
}

}  // namespace

bool IsSetOffAsInTables(std::string_view line, std::string_view stack) {
  const std::string_view between = line.substr(stack.size());
  const size_t blanks = std::min(between.find_first_not_of(" \t"), between.size());
  return blanks > 1 || between.starts_with('\t') || stack.find('\t') != std::string_view::npos;
}

bool IsNumberAlone(std::string_view stack) {
  stack = Trimmed(stack);
  return !stack.empty() && IsNumberWord(stack);
}

bool HasBinaryBytes(std::string_view line) {
  return std::any_of(line.begin(), line.end(), [](char c) {
    constexpr char kEscape = 0x1b;  // of the colours of terminals
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\r' && c != '\f' && c != kEscape;
  });
}

bool LooksLikeOtherText(std::string_view stack) {
  constexpr uint64_t kManyWords = 6;
  if (stack.empty()) return false;
  if (IsBlank(stack.front())) return true;  // columns of a table are set in, stacks are not
  stack = WithoutPlaceInside(stack);
  if (stack.empty()) return false;
  if (stack.back() == ',') return true;
  uint64_t words = 0;
  uint64_t numbers = 0;
  bool is_code = false;
  std::string_view last;
  size_t depth = 0;
  for (size_t at = 0; at < stack.size();) {
    if (IsBlank(stack[at])) {
      ++at;
      continue;
    }
    const bool outside = depth == 0;
    const size_t begin = at;
    for (; at < stack.size() && !IsBlank(stack[at]); ++at) depth = Depth(depth, stack[at]);
    last = stack.substr(begin, at - begin);
    if (IsTimeWord(last)) return true;
    if (!outside) continue;
    ++words;
    if (IsNumberWord(last)) ++numbers;
    is_code |= HasCodeInside(last);
  }
  // "MemFree: 12", "cached = 12"; but not "operator= 12".
  if (last == "=" || (last.ends_with(':') && !last.ends_with("::"))) return true;
  return numbers > 1 || (words >= kManyWords && !is_code);
}

}  // namespace ringscope
