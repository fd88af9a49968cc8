#include "app/lighting/lighting_model.h"

#include <fmt/format.h>

#include "app/core/display_text.h"
#include "cct/base/number_text.h"
#include "cct/names/shown_name.h"

namespace ringscope {
namespace {

std::string NameOf(const LightRequest& request) {
  constexpr size_t kMostBytes = 80;
  if (request.light.function == kNoFunction) return DisplayText(request.light.query, kMostBytes);
  const FrameTable& frames = request.tree->frames();
  for (FrameId frame = 0; frame < frames.size(); ++frame) {
    if (request.functions->FunctionOf(frame) == request.light.function)
      return DisplayText(frames[frame].name, kMostBytes);
  }
  return {};
}

}  // namespace

std::string LitText(const LitContexts& lit, uint32_t drawn) {
  return fmt::format("{}: {}, {} drawn", NameOf(lit.request), CountedText(lit.totals.contexts, "context"), CountText(drawn));
}

}  // namespace ringscope
