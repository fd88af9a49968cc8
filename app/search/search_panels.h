#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/core/app_state.h"
#include "app/search/search_model.h"
#include "app/tables/tree_table_model.h"
#include "app/view/panel.h"
#include "app/view/table/table_view.h"

namespace ringscope {

// What the search box keeps between frames; the text that counts is the state's.
struct SearchUi {
  std::string text;        // as typed
  std::string known_text;  // of the state, as far as this box knows
  int generation = 0;      // grows when the state changes the text that is being typed
  bool was_active = false;
  uint64_t seen_focus_serial = 0;
};

// The box, the problem with its text or the number of matches, and the buttons that go on from there.
void DrawSearchPanel(const AppState& state, const SearchModel& model, SearchUi& ui, const PanelContext& ctx);

// What the list of matches keeps between frames.
struct MatchesPanelUi {
  TableUi table;
  std::string opened_for;  // what was searched for when the list was opened
  HasModules has_modules;
  std::shared_ptr<const SortedMatches> listed;  // the list that it was scrolled in
  ContextId selected = kNoContext;              // the match that it was scrolled to
  ContextId pointed = kNoContext;               // the match under the pointer
};

// What the search found below the view root, in the rest of the current window.
void DrawMatchesPanel(const AppState& state, MatchesPanelUi& ui, const PanelContext& ctx);

}  // namespace ringscope
