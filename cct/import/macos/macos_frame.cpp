#include "cct/import/macos/macos_frame.h"

#include <optional>
#include <string>

#include "cct/base/text/ascii.h"
#include "cct/import/frame_names.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// Of "load address 0x102a50000 + 0x20fdc" the distance.
uint64_t DistanceIn(std::string_view text) {
  const size_t plus = text.find("+ 0x");
  if (plus == std::string_view::npos) return 0;
  std::string_view distance = text.substr(plus + 4);
  distance = distance.substr(0, distance.find_first_not_of("0123456789abcdefABCDEF"));
  return ParseNumber<uint64_t>(distance, 16).value_or(0);
}

}  // namespace

FrameId MacosFrame(CctBuilder& builder, std::string_view text) {
  constexpr std::string_view kIn = "  (in ";
  Frame frame{.name = Trimmed(text)};
  std::string_view behind;
  if (const size_t in = text.find(kIn); in != std::string_view::npos) {
    const size_t close = text.find(')', in);
    if (close != std::string_view::npos) {
      frame.name = Trimmed(text.substr(0, in));
      frame.module = text.substr(in + kIn.size(), close - in - kIn.size());
      behind = text.substr(close + 1);
    }
  } else if (const size_t address = text.rfind("  [0x");
             address != std::string_view::npos && text.ends_with(']')) {
    frame.name = Trimmed(text.substr(0, address));
  }
  if (frame.name == "???" || frame.name.empty()) {
    if (frame.module.empty()) return UnknownFrame(builder);
    return AddressFrame(builder, frame.module, DistanceIn(behind), DistanceIn(behind), FrameKind::kUser);
  }
  // The line is where the sample was taken, so it is no part of the function.
  if (const size_t place = behind.rfind("]  "); place != std::string_view::npos) {
    const std::string_view file = Trimmed(behind.substr(place + 3));
    frame.file = file.substr(0, file.rfind(':'));
  }
  if (frame.module == "kernel" || frame.module == "mach_kernel") frame.kind = FrameKind::kKernel;
  const std::optional<std::string> rust = PlainRustName(frame.name);
  if (rust) frame.name = *rust;
  return builder.InternFrame(frame);
}

}  // namespace ringscope
