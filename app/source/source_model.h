#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/core/app_state.h"

namespace ringscope {

// The context whose source is shown: the selected one, else the centre.
[[nodiscard]] ContextId SourceSubject(const ViewState& view);

// One line of source as the panel shows it.
struct SourceLine {
  std::string number;
  std::string text;       // tabs as blanks, unreadable bytes replaced
  bool has_cost = false;  // others are dimmed
  std::string self, inclusive;
  double self_share = 0, inclusive_share = 0;  // of the view root
  FrameId frame = 0;                           // of a function on this line, where it has cost
  bool is_subject = false;                     // the line of the selected context's frame
};

// Everything but the lines, which are made for the visible ones only.
struct SourceModel {
  std::string title;    // "lib/a.c", or the missing piece in words
  std::string message;  // why there are no lines; empty where there are
  std::vector<std::string> tried;
  std::string path;   // of the file found
  uint32_t line = 0;  // of the subject, from 1; 0 unknown
  size_t line_count = 0;
  size_t subject_row = 0;  // of the rows below: that of `line`, or the first one behind it
  bool loading = false;
  bool without_file = false;  // only the lines that have cost are known
};

[[nodiscard]] SourceModel BuildSourceModel(const AppState& state);
// Row `index` of [0, line_count). O(log lines).
[[nodiscard]] SourceLine BuildSourceLine(const AppState& state, size_t index);

}  // namespace ringscope
