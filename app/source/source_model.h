#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/files/documents.h"
#include "app/tables/table_model.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// The frame whose source is shown: the chosen function, else the selected context's, else the centre's.
[[nodiscard]] Frame SourceSubject(const ViewState& view);

// One line of source as the panel shows it: costs, number and text, with blanks for tabs and unreadable bytes
// replaced. `frame`: a function with cost on this line, if any; `selected`: the line is that of the subject.
struct SourceLine : TableRowModel {
  std::optional<Side> only;  // of two versions: the line is only in this one
  bool has_cost = false;     // lines without cost are dimmed
};

// The source panel without its lines, which are built only if visible (BuildSourceLine).
struct SourceModel : TableHead {
  std::string title;    // "lib/a.c", or the missing piece in words
  std::string message;  // why there are no lines; empty: there are lines
  std::vector<std::string> tried;
  std::string path;          // of the file found
  std::string path_before;   // of two versions: the path of the version before
  bool on_disk = false;      // an editor can open it
  size_t changed_lines = 0;  // of two versions: lines in one alone
  uint32_t line = 0;         // of the subject, from 1; 0: unknown
  size_t line_count = 0;     // with a first row for costs without a line
  size_t subject_row = 0;    // the row of `line`, else the first row behind it
  MetricIndex drawn = 0;
  bool loading = false;
  bool without_file = false;                   // only the lines with cost are known
  bool has_lineless = false;                   // the first row is for costs without a line
  std::optional<action::OpenFile> with_lines;  // reads the profile again with costs by line
  bool can_add_folder = false;                 // a folder of sources may have the file
};

[[nodiscard]] SourceModel BuildSourceModel(const AppState& state);
// Row `index` of [0, line_count). O(log lines).
[[nodiscard]] SourceLine BuildSourceLine(const AppState& state, const SourceModel& model, size_t index);

// A function on the line that comes `steps` lines after (or before) the subject's line in the order of self
// cost, and around. std::nullopt if no line of the file has self cost. O(lines log lines).
[[nodiscard]] std::optional<FrameId> HotLine(const ViewState& view, int steps);

}  // namespace ringscope
