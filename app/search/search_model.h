#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "app/core/app_state.h"

namespace ringscope {

struct SearchModel {
  std::string text;
  bool active = false;   // something is typed
  bool running = false;  // counts are not final
  bool found = false;
  std::string counts;           // "3,456 contexts, 12 functions"
  std::string position;         // "match 3 of 3,456"; empty while none is looked at
  std::string inclusive;        // "1.23 s", nested matches counted once
  std::string inclusive_share;  // "34.5 %" of the centre
  std::string self, self_share;
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
