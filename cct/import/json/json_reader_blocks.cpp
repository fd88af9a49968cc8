// What JsonReader does with many bytes at once: skipping values, and finding those that lie at hand as a
// whole and are plain enough to be taken by their text.
#include <algorithm>
#include <bit>

#include "cct/base/check.h"
#include "cct/import/json/json_reader.h"
#include "cct/import/json/json_scan.h"

namespace ringscope {

bool JsonReader::SkipRest(JsonToken first) {
  if (first == JsonToken::kBeginObject || first == JsonToken::kBeginArray)
    return SkipToDepth(open_.size() - 1);
  return first != JsonToken::kError;
}

bool JsonReader::SkipToDepth(size_t depth) {
  while (open_.size() > depth) {
    if (Peek() < 0) {
      Close(-1);
      return false;
    }
    if (!SkipBlocks(depth)) return false;
    if (open_.size() <= depth) break;
    // What is too short for a block, or has an escape.
    at_ = json_scan::FindQuoteOrBracket(at_, std::min(poll_at_, at_ + json_scan::kBlockBytes));
    if (at_ == poll_at_) continue;
    const char c = *at_;
    if (c == '"') {
      ++at_;
      if (!SkipRestOfString()) return false;
    } else if (json_scan::IsBracket(c) && !PassBracket(c)) {
      return false;
    }
  }
  return !error_;
}

bool JsonReader::PassBracket(char c) {
  if (c == '{') return Open(JsonToken::kBeginObject, '}', Expect::kKeyOrEnd) != JsonToken::kError;
  if (c == '[') return Open(JsonToken::kBeginArray, ']', Expect::kValueOrEnd) != JsonToken::kError;
  return Close(c) != JsonToken::kError;
}

// Skips a block at a time as far as they lie at hand and have no escapes. Ends outside a string.
bool JsonReader::SkipBlocks(size_t depth) {
  uint64_t inside = 0;  // all bits, where a block begins in a string
  while (static_cast<size_t>(poll_at_ - at_) >= json_scan::kBlockBytes) {
    const char* const block = at_;
    const json_scan::BlockMasks masks = json_scan::MasksOf(block);
    const uint64_t in_string = json_scan::PrefixXor(masks.quotes) ^ inside;
    if (masks.backslashes != 0 || (masks.controls & in_string) != 0) break;
    for (uint64_t brackets = masks.brackets & ~in_string; brackets != 0; brackets &= brackets - 1) {
      at_ = block + std::countr_zero(brackets);
      if (!PassBracket(*at_)) return false;
      if (open_.size() <= depth) return true;
    }
    inside = uint64_t{0} - (in_string >> 63);
    at_ = block + json_scan::kBlockBytes;
  }
  return inside == 0 || SkipRestOfString();
}

// Behind its opening quote.
bool JsonReader::SkipRestOfString() {
  while (true) {
    const int c = Peek();
    if (error_) return false;
    if (c < 0x20) return Fail("a closing quote") != JsonToken::kError;
    at_ = json_scan::FindEndOfPlainText(at_, poll_at_);
    if (at_ == poll_at_) continue;
    if (*at_ == '"') {
      ++at_;
      return true;
    }
    if (*at_ != '\\') continue;  // fails above
    ++at_;
    if (Peek() >= 0) ++at_;
  }
}

std::string_view JsonReader::FlatObjectAtHand() {
  // Longer ones are read as any other.
  constexpr ptrdiff_t kMostBytes = 4096;
  if (error_ || PeekPastBlanks() < 0) return {};
  const char* begin = at_;
  if (expect_ == Expect::kCommaOrEnd && open_.back() == ']' && *begin == ',') {
    begin = json_scan::FindNonBlank(begin + 1, poll_at_);
  } else if (expect_ != Expect::kValue) {
    return {};
  }
  if (begin == poll_at_ || *begin != '{') return {};
  const char* const end = poll_at_ - begin > kMostBytes ? begin + kMostBytes : poll_at_;
  uint64_t inside = 0;  // all bits, where a block begins in a string
  for (const char* block = begin + 1; end - block >= static_cast<ptrdiff_t>(json_scan::kBlockBytes);
       block += json_scan::kBlockBytes) {
    const json_scan::BlockMasks masks = json_scan::MasksOf(block);
    const uint64_t in_string = json_scan::PrefixXor(masks.quotes) ^ inside;
    const uint64_t brackets = masks.brackets & ~in_string;
    const uint64_t upto = brackets ^ (brackets - 1);  // all bits where there is none
    if ((masks.backslashes & upto) != 0) return {};
    if (brackets != 0) {
      const char* const bracket = block + std::countr_zero(brackets);
      if (*bracket != '}') return {};
      return {begin, static_cast<size_t>(bracket + 1 - begin)};
    }
    inside = uint64_t{0} - (in_string >> 63);
  }
  return {};
}

void JsonReader::TakeObject(std::string_view flat_object_at_hand) {
  RINGSCOPE_CHECK(at_ <= flat_object_at_hand.data());
  token_offset_ = piece_offset_ + static_cast<uint64_t>(flat_object_at_hand.data() - begin_);
  at_ = flat_object_at_hand.data() + flat_object_at_hand.size();
  ValueDone();
}

std::string_view JsonReader::PlainNumbersAtHand() const {
  if (error_ || expect_ != Expect::kValueOrEnd || open_.back() != ']') return {};
  const char* const end = json_scan::FindEndOfNumbers(at_, poll_at_);
  if (end == poll_at_ || *end != ']') return {};
  return {at_, static_cast<size_t>(end - at_)};
}

void JsonReader::TakeNumbers(std::string_view plain_numbers_at_hand) {
  RINGSCOPE_CHECK(at_ == plain_numbers_at_hand.data());
  at_ += plain_numbers_at_hand.size();
  ValueDone();
}

}  // namespace ringscope
