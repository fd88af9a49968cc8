#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/files/documents.h"
#include "app/tables/table_model.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// Whose source is shown: the function that was chosen, else that of the selected context, else of the centre.
[[nodiscard]] Frame SourceSubject(const ViewState& view);

// One line of source as the panel shows it: costs, number and text, of which tabs are blanks and unreadable
// bytes replaced. Its function is one on this line, where it has cost.
struct SourceLine : TableRowModel {
  std::optional<Side> only;        // of two versions: the line is one of this alone
  bool has_cost = false;    // others are dimmed
  bool is_subject = false;  // the line of the selected context's frame
};

// Everything but the lines, which are made for the visible ones only.
struct SourceModel : TableHead {
  std::string title;    // "lib/a.c", or the missing piece in words
  std::string message;  // why there are no lines; empty where there are
  std::vector<std::string> tried;
  std::string path;   // of the file found
  std::string path_before;  // of two versions: of the one before
  bool on_disk = false;     // an editor can open it
  size_t changed_lines = 0;  // of two versions: lines that one alone has
  uint32_t line = 0;  // of the subject, from 1; 0 unknown
  size_t line_count = 0;   // with the row of what has no line, which comes first
  size_t subject_row = 0;  // of the rows below: that of `line`, or the first one behind it
  bool loading = false;
  bool without_file = false;  // only the lines that have cost are known
  bool has_lineless = false;  // there is a row of what has no line
  std::optional<action::OpenFile> with_lines;  // what would tell more lines
  bool can_add_folder = false;  // a folder to look in may help
};

[[nodiscard]] SourceModel BuildSourceModel(const AppState& state);
// Row `index` of [0, line_count). O(log lines).
[[nodiscard]] SourceLine BuildSourceLine(const AppState& state, const SourceModel& model, size_t index);

// A function on the line that costs most next to the one that is shown, in self cost: `steps` lines further
// down that list, or up, and around. Nothing where no line of the file has cost. O(lines log lines).
[[nodiscard]] std::optional<FrameId> HotLine(const ViewState& view, int steps);

}  // namespace ringscope
