#pragma once

#include <string>
#include <vector>

#include "app/view/state/app_state.h"
#include "app/views/matrix/matrix.h"

namespace ringscope::matrix {

// What a cell says.
struct CellText {
  std::string value;   // "12.3 ms"; "not built", "failed"; empty: no run
  std::string change;  // "+4.5 %"; empty: no runs to compare with
  std::string tooltip;
  bool has_runs = false, has_failed = false;
  Verdict verdict = Verdict::kNothingBefore;
  bool has_tint = false;  // differs beyond noise, and not by next to nothing
  double part = 0;        // the change, see ContextDifference, for the colour
  bool is_cursor = false, is_chosen = false;
};

struct VersionText {
  std::string name;     // "1a2b3c4"
  std::string date;     // "2024-05-01"
  std::string tooltip;  // commit, date and message; or why it was not built
  bool is_chosen = false;
};

struct MatrixModel {
  std::string title;    // why there is no matrix; else empty
  std::string about;    // what cells are, and what counts as noise
  std::string missing;  // in place of a matrix: why there is none
  std::string hint;     // what a click does next
  std::vector<VersionText> versions;
  std::vector<std::string> benchmarks;
  std::vector<std::vector<CellText>> cells;  // by benchmark, then by version
  std::vector<std::string> failures;         // sentences: what was not built or did not run, and why
};

// What a view shows. O(cells).
[[nodiscard]] MatrixModel BuildMatrixModel(const AppState& state, const ViewState& view);

}  // namespace ringscope::matrix
