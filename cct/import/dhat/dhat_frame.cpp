#include "cct/import/dhat/dhat_frame.h"

#include <cstddef>

namespace ringscope {
namespace {

constexpr std::string_view kDhatHexDigits = "0123456789abcdefABCDEF";
constexpr std::string_view kDecimalDigits = "0123456789";

// Takes ":12" off the end. False where the text ends otherwise.
bool TakeDhatNumber(std::string_view& place) {
  const size_t last = place.find_last_not_of(kDecimalDigits);
  if (last == std::string_view::npos || last + 1 == place.size() || place[last] != ':') return false;
  place = place.substr(0, last);
  return true;
}

}  // namespace

DhatFrame ParseDhatFrame(std::string_view text) {
  DhatFrame result;
  if (text.starts_with("0x")) {
    const size_t end = text.find_first_not_of(kDhatHexDigits, 2);
    if (end != std::string_view::npos && end > 2 && text.substr(end).starts_with(": ")) {
      result.address = text.substr(0, end);
      text.remove_prefix(end + 2);
    }
  }
  Frame& frame = result.frame;
  frame.name = text;
  // Names have parentheses of their own, so the last ones count, and only where they hold a place.
  if (const size_t open = text.rfind(" ("); open != std::string_view::npos && text.ends_with(')')) {
    std::string_view place = text.substr(open + 2, text.size() - open - 3);
    if (place.starts_with("in ")) {
      frame.module = place.substr(3);
      frame.name = text.substr(0, open);
    } else if (TakeDhatNumber(place)) {
      static_cast<void>(TakeDhatNumber(place));  // Rust has a column as well
      frame.file = place;
      frame.name = text.substr(0, open);
    } else if (const size_t in = text.rfind(" (in "); in != std::string_view::npos && text.ends_with("))")) {
      // "(in /bin/app (deleted))"
      frame.module = text.substr(in + 5, text.size() - in - 6);
      frame.name = text.substr(0, in);
    }
  }
  if (frame.name.empty() || frame.name == "???") {
    frame.name = result.address;
    if (frame.name.empty()) {
      frame.name = "[unknown]";
      frame.kind = FrameKind::kSynthetic;
    }
  }
  return result;
}

}  // namespace ringscope
