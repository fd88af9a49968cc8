#include "app/model/display_text.h"

#include <fmt/format.h>

#include "cct/base/number_text.h"
#include "cct/unknown_name.h"

namespace ringscope {

std::string ContextName(const Cct& tree, ContextId context, size_t max_bytes) {
  if (context == kRootContext) return "all";
  if (context >= tree.context_count()) return "(unknown)";
  const std::string_view name = tree.frames().name(tree.FrameOf(context));
  return DisplayText(NameOrUnknown(name), max_bytes);
}

std::string PlaceText(const Frame& frame) {
  if (frame.file.empty()) return {};
  std::string place = DisplayText(frame.file);
  if (frame.line == 0) return place;
  place += fmt::format(":{}", frame.line);
  if (frame.column != 0) place += fmt::format(":{}", frame.column);
  return place;
}

}  // namespace ringscope
