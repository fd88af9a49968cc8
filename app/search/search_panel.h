#pragma once

#include <cstdint>
#include <string>

#include "app/search/search_model.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// The values that the search box keeps between frames. The text in force is that of the state.
struct SearchUi {
  std::string text;        // as typed
  std::string known_text;  // the state's text, as far as this box knows
  int generation = 0;      // grows when the state changes the text while the user types
  bool was_active = false;
  uint64_t seen_focus_serial = 0;
};

// The box, the problem with its text or the number of matches, and the buttons that go on from there.
void DrawSearchPanel(const AppState& state, const SearchModel& model, SearchUi& ui, const PanelContext& ctx);

}  // namespace ringscope
