#pragma once

#include <string>

#include "app/model/app_state.h"

namespace ringscope {

struct SearchModel {
  std::string text;
  bool active = false;   // something is typed
  bool running = false;  // counts are not final
  bool found = false;
  std::string counts;     // "12 functions, 3,456 contexts"
  std::string inclusive;  // "1.23 s, 34.5 % of the centre"
  bool can_step = false;
};

[[nodiscard]] SearchModel BuildSearchModel(const AppState& state);

}  // namespace ringscope
