#include "app/model/code_points.h"

#include <cstring>

#include "cct/base/utf8.h"

namespace ringscope {
namespace {

constexpr char32_t kLast = 0x10FFFF;
constexpr char32_t kReplacement = 0xFFFD;

// Takes off what is ASCII at the front.
void SkipAscii(std::string_view& text) {
  constexpr uint64_t kHighBits = 0x8080808080808080u;
  while (text.size() >= sizeof(uint64_t)) {
    uint64_t eight = 0;
    std::memcpy(&eight, text.data(), sizeof eight);
    if ((eight & kHighBits) != 0) break;
    text.remove_prefix(sizeof eight);
  }
  while (!text.empty() && static_cast<unsigned char>(text.front()) < 0x80) text.remove_prefix(1);
}

}  // namespace

bool CodePoints::Add(char32_t code_point) {
  if (code_point < kFirst || code_point > kLast || code_point == kReplacement || all_.size() >= kMax) return false;
  if (seen_.empty()) seen_.resize((kLast + 64) / 64);
  uint64_t& bits = seen_[code_point / 64];
  const uint64_t bit = uint64_t{1} << (code_point % 64);
  if ((bits & bit) != 0) return false;
  bits |= bit;
  all_.push_back(code_point);
  return true;
}

bool CodePoints::Add(std::string_view text) {
  bool added = false;
  for (SkipAscii(text); !text.empty() && all_.size() < kMax; SkipAscii(text)) {
    added |= Add(TakeCodePoint(text));
  }
  return added;
}

bool CodePoints::Add(std::span<const char32_t> code_points) {
  bool added = false;
  for (const char32_t code_point : code_points) added |= Add(code_point);
  return added;
}

std::vector<char32_t> CodePointsOf(const FrameTable& frames) {
  CodePoints found;
  // All strings lie one after the other: a sequence that is cut off at the end of one is no character of its own
  // and at worst asks for one nobody needs.
  const auto& column = frames.columns().string_bytes;
  for (uint64_t at = 0; at < column.size();) {
    const auto bytes = column.Contiguous(at, column.size());
    found.Add(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    at += bytes.size();
  }
  return found.all();
}

}  // namespace ringscope
