#include "app/search/lighting_model.h"

#include <fmt/format.h>

#include "app/core/display_text.h"
#include "cct/base/text/number_text.h"

namespace ringscope {

std::string LitText(const LitContexts& lit, uint32_t drawn) {
  constexpr size_t kMostBytes = 80;
  return fmt::format("{}: {}, {} drawn", DisplayText(lit.name, kMostBytes),
                     CountedText(lit.totals.contexts, "context"), CountText(drawn));
}

}  // namespace ringscope
