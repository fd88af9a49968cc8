#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/core/display_text.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// The costs of all matches, with shares of the centre; inclusive costs count nested matches once.
struct SearchModel : CostTexts {
  std::string text;
  bool active = false;   // the box has text
  bool running = false;  // counts are not final
  bool found = false;
  std::string counts;      // "3,456 contexts, 12 functions"
  std::string suggestion;  // another text, perhaps meant by a text without matches; empty: none
  std::string offer;       // a line about `suggestion` below the counts; empty: `counts` names it
  std::string position;    // "match 3 of 3,456"; empty before the first step
  bool can_step = false;
  bool can_filter = false;

  // Why the text is not a query, in one line for people, and the byte of the problem (the text's size: its
  // end).
  std::string problem;
  size_t problem_at = std::string::npos;  // npos: unknown
};

[[nodiscard]] SearchModel BuildSearchModel(const AppState& state);

// A form of queries, for the help beside the box.
struct QueryForm {
  std::string_view group;    // "Names"; a heading, where it changes
  std::string_view example;  // a whole query
  std::string_view meaning;
};
[[nodiscard]] std::span<const QueryForm> QueryForms();

}  // namespace ringscope
