#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "app/core/display_text.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// The costs are those of all matches, as shares of the centre; inclusive costs count nested matches once.
struct SearchModel : CostTexts {
  std::string text;
  bool active = false;   // something is typed
  bool running = false;  // counts are not final
  bool found = false;
  std::string counts;    // "3,456 contexts, 12 functions"
  std::string suggestion;  // what was perhaps meant where nothing was found; empty: not known
  std::string offer;       // of that, in a line of its own below the counts; empty: they tell it
  std::string position;  // "match 3 of 3,456"; empty while none is looked at
  bool can_step = false;
  bool can_filter = false;

  // The text is no query: one line for people, and the byte of the text it is about (its size: the end).
  std::string problem;
  size_t problem_at = std::string::npos;  // npos: not known
};

[[nodiscard]] SearchModel BuildSearchModel(const AppState& state);

// One form of query, for the help beside the box.
struct QueryForm {
  std::string_view group;    // "Names"; a heading where it changes
  std::string_view example;  // a whole query
  std::string_view meaning;
};
[[nodiscard]] std::span<const QueryForm> QueryForms();

}  // namespace ringscope
