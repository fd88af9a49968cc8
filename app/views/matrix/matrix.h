#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/core/effect.h"
#include "app/view/kind/kind_answers.h"
#include "app/view/state/app_state.h"
#include "app/views/matrix/version_matrix.h"

namespace ringscope::matrix {

struct CellPlace {
  size_t benchmark = 0, version = 0;
  friend bool operator==(const CellPlace&, const CellPlace&) = default;
};

// A value of a view: chosen cells of its tree's matrix.
struct ChosenCells {
  CctPtr tree;                      // see ChosenOf()
  std::optional<CellPlace> cursor;  // the keyboard's place
  std::optional<CellPlace> chosen;  // its version is compared with that of the next chosen cell
};

// The inputs of a matrix.
struct Wanted {
  CctPtr tree;
  MetricIndex metric = 0;         // a column of the shown metric
  std::filesystem::path profile;  // perhaps in or beside a folder that `ringscope track` filled
  friend bool operator==(const Wanted&, const Wanted&) = default;

  using Found = VersionMatrix;
  static constexpr std::string_view kLabel = "Adding up the versions";
  // std::nullopt if HasSeries() is false.
  static std::optional<Wanted> Of(const AppState& state, const ViewState& view);
};

// Without choices if they were made in another tree.
[[nodiscard]] ChosenCells ChosenOf(const ViewState& view);
// Whether the view shows several versions. The two sides of a comparison, and runs without commits or
// benchmarks (HaveVersions), are none. O(metrics + executions).
[[nodiscard]] bool HasSeries(const ViewState& view);

// Actions on the active view.

// Chooses a cell. If another version is chosen already, compares the runs of the cell's benchmark in both
// versions, the earlier one as before; the comparison opens in a tab of its own.
struct ChooseCell {
  CellPlace place;
};
// Moves the keyboard's place within the matrix.
struct MoveCursor {
  int benchmarks = 0, versions = 0;
};

void Do(AppState& state, const ChooseCell& choose, action::Effects& effects);
void Do(AppState& state, const MoveCursor& move, action::Effects& effects);

// The kind that shows the executions of a series as a table: the cost of each benchmark in each version.
[[nodiscard]] const ViewKind& Kind();

// The texts and marks of a cell.
struct CellText {
  std::string value;   // "12.3 ms"; "not built", "failed"; empty: no run
  std::string change;  // "+4.5 %"; empty: no runs to compare with
  std::string tooltip;
  bool has_runs = false, has_failed = false;
  Verdict verdict = Verdict::kNothingBefore;
  bool has_tint = false;  // differs beyond noise, and by the least change of the settings
  double part = 0;        // the change as in ContextDifference, for the colour
  bool is_cursor = false, is_chosen = false;
};

struct VersionText {
  std::string name;     // "1a2b3c4"
  std::string date;     // "2024-05-01"
  std::string tooltip;  // commit, date and message; or why it was not built
  bool is_chosen = false;
};

struct MatrixModel {
  std::string title;    // of the profile
  std::string about;    // the meaning of cells and of noise
  std::string missing;  // why there is no matrix; else empty
  std::string hint;     // the effect of the next click
  std::vector<VersionText> versions;
  std::vector<std::string> benchmarks;
  std::vector<std::vector<CellText>> cells;  // by benchmark, then by version
  std::vector<std::string> failures;         // sentences: what was not built or did not run, and why
};

// O(cells).
[[nodiscard]] MatrixModel BuildMatrixModel(const AppState& state, const ViewState& view);

}  // namespace ringscope::matrix
