#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/action.h"
#include "app/core/app_state.h"
#include "app/search/lighting_state.h"

namespace ringscope {

// Something that stands out in the charts of the active view, and how it is dropped alone.
struct Highlight {
  enum class Kind : uint8_t { kSearch, kFunction, kSelected, kHotPath };
  Kind kind = Kind::kSearch;
  std::string_view id;  // "search"
  std::string text;
  Action drop;
};
[[nodiscard]] std::vector<Highlight> BuildHighlights(const AppState& state);

// "java.util.HashMap.getNode: 321 contexts, 5 drawn": what is lit, how often it lies below the view root, and how many
// segments of a chart are of it.
[[nodiscard]] std::string LitText(const LitContexts& lit, uint32_t drawn);

}  // namespace ringscope
