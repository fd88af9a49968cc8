#include "cct/import/ghc/ghc_frame.h"

#include <fmt/format.h>

#include <algorithm>

#include "cct/base/text/ascii.h"
#include "cct/import/frame_names.h"
#include "cct/import/text_parts.h"

namespace ringscope {

FrameId GhcFrame(CctBuilder& builder, std::string_view label, std::string_view module,
                 std::string_view place) {
  if (label.empty()) return UnknownFrame(builder);
  Frame frame{.name = label, .module = module};
  const size_t colon = place.starts_with('<') ? std::string_view::npos : place.find(':');
  if (colon != std::string_view::npos) {
    std::string_view behind = place.substr(colon + 1);
    if (behind.starts_with('(')) behind.remove_prefix(1);
    const auto* const end = std::find_if_not(behind.begin(), behind.end(), IsDigit);
    const auto line = ParseNumber<uint32_t>(behind.substr(0, static_cast<size_t>(end - behind.begin())));
    if (line) {
      frame.file = place.substr(0, colon);
      frame.line = *line;
    }
  }
  return builder.InternFrame(frame);
}

std::string GhcTickNote(int64_t tick_us) { return fmt::format("A tick is {} us.", tick_us); }

}  // namespace ringscope
