#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>

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
  CctPtr tree;                      // void for another tree
  std::optional<CellPlace> cursor;  // the keyboard's place
  std::optional<CellPlace> chosen;  // its version is compared with that of the next cell
  friend bool operator==(const ChosenCells&, const ChosenCells&) = default;
};

// What a matrix is made of.
struct Wanted {
  CctPtr tree;
  MetricIndex metric = 0;         // a column of the shown metric
  std::filesystem::path profile;  // perhaps in or beside a folder that `ringscope track` filled
  friend bool operator==(const Wanted&, const Wanted&) = default;

  using Found = VersionMatrix;
  static constexpr std::string_view kLabel = "Adding up the versions";
  // Nothing for a view that HasSeries() is false for.
  static std::optional<Wanted> Of(const AppState& state, const ViewState& view);
};

[[nodiscard]] ChosenCells ChosenOf(const ViewState& view);
// Without cells that the matrix lacks: a matrix is made anew when the folder of its profiles changes.
[[nodiscard]] ChosenCells ChosenIn(const ViewState& view, const VersionMatrix& matrix);
// Whether the view shows several versions: two sides are compared, not listed, and runs of one program are no
// versions of it. O(metrics + executions).
[[nodiscard]] bool HasSeries(const ViewState& view);
// Reads the manifest, if any. Errors: kInvalidArgument (a tree of one execution).
[[nodiscard]] Result<VersionMatrix> FindMatrix(const Wanted& wanted, JobControl& job);

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

// What each benchmark costs in each version of a program: the executions of a series as a table.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::matrix
