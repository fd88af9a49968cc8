#include "app/views/matrix/matrix.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "app/compare/compare.h"
#include "app/view/command.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/state/apply_task.h"
#include "cct/base/text/number_text.h"
#include "cct/track/track_series.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::matrix {
namespace {

// The active view, where its matrix is there; else null.
ViewState* ActiveMatrix(AppState& state) {
  ViewState* view = ActiveView(state);
  const auto* const made = view == nullptr ? nullptr : AnswerOf<Wanted>(state, *view);
  return made != nullptr && made->found != nullptr ? view : nullptr;
}

size_t Moved(size_t from, int steps, size_t count) {
  const auto last = static_cast<ptrdiff_t>(count) - 1;
  return static_cast<size_t>(std::clamp<ptrdiff_t>(static_cast<ptrdiff_t>(from) + steps, 0, last));
}

// The folder that `ringscope track` filled in which the profile lies, or which it is.
std::optional<TrackManifest> ManifestAt(const std::filesystem::path& profile) {
  for (const std::filesystem::path& folder : {profile, profile.parent_path()}) {
    if (!IsTrackFolder(folder)) continue;
    // One that cannot be read tells no failures; the series is as good as it was.
    if (auto manifest = ReadTrackManifest(folder)) return std::move(*manifest);
  }
  return std::nullopt;
}

}  // namespace

ChosenCells ChosenOf(const ViewState& view) {
  ChosenCells chosen = view.kinds.Get<ChosenCells>();
  if (chosen.tree != view.shown.tree) chosen = {view.shown.tree, {}, {}};
  return chosen;
}

ChosenCells ChosenIn(const ViewState& view, const VersionMatrix& matrix) {
  ChosenCells chosen = ChosenOf(view);
  for (std::optional<CellPlace>* place : {&chosen.cursor, &chosen.chosen}) {
    if (*place &&
        ((*place)->benchmark >= matrix.benchmarks.size() || (*place)->version >= matrix.versions.size()))
      place->reset();
  }
  return chosen;
}

std::optional<Wanted> Wanted::Of(const AppState& state, const ViewState& view) {
  if (!HasSeries(view)) return std::nullopt;
  const DocumentState* document = FindDocument(state, view.document);
  return Wanted{view.shown.tree, view.metric, document == nullptr ? std::filesystem::path() : document->path};
}

bool HasSeries(const ViewState& view) {
  const Cct& tree = view.tree();
  return !ColumnsByExecution(tree).empty() && !SidesOf(tree.metrics(), view.metric) &&
         HaveVersions(tree.report().executions);
}

Result<VersionMatrix> FindMatrix(const Wanted& wanted, JobControl&) {
  const std::optional<Series> series = StoredSeries(wanted.tree);
  if (!series) return Fail(ErrorCode::kInvalidArgument, "expected a profile of several executions");
  const std::string_view name = NameOfCompared(wanted.tree->metrics()[wanted.metric]);
  const auto metric = std::find_if(series->metrics.begin(), series->metrics.end(),
                                   [&](const SeriesMetric& one) { return one.metric.name == name; });
  const std::optional<TrackManifest> manifest = ManifestAt(wanted.profile);
  return MatrixOf(*series, metric == series->metrics.end() ? series->metrics.front() : *metric,
                  manifest ? &*manifest : nullptr);
}

void Do(AppState& state, const ChooseCell& choose, action::Effects& effects) {
  ViewState* view = ActiveMatrix(state);
  if (view == nullptr) return;
  const VersionMatrix& matrix = *AnswerOf<Wanted>(state, *view)->found;
  const CellPlace& place = choose.place;
  if (place.benchmark >= matrix.benchmarks.size() || place.version >= matrix.versions.size()) return;
  const std::vector<Cell>& cells = matrix.benchmarks[place.benchmark].cells;
  ChosenCells chosen = ChosenIn(*view, matrix);
  chosen.cursor = place;
  const std::optional<CellPlace> first = chosen.chosen;
  const bool is_second = first && first->version != place.version;
  std::optional<action::CompareExecutions> compare;
  if (cells[place.version].executions.empty()) {
    action::SetNote(state, "This benchmark has no run in this version");
  } else if (is_second && cells[first->version].executions.empty()) {
    action::SetNote(state, "This benchmark has no run in the version that was chosen first");
  } else if (is_second) {
    const auto [before, after] = std::minmax(first->version, place.version);
    compare = {view->document, view->shown.tree, cells[before].executions, cells[after].executions};
    chosen.chosen.reset();
  } else {
    chosen.chosen = first == place ? std::nullopt : std::optional(place);
  }
  view->kinds.Set(std::move(chosen));
  if (compare) action::Do(state, *compare, effects);
}

void Do(AppState& state, const MoveCursor& move, action::Effects&) {
  ViewState* view = ActiveMatrix(state);
  if (view == nullptr) return;
  const VersionMatrix& matrix = *AnswerOf<Wanted>(state, *view)->found;
  if (matrix.benchmarks.empty() || matrix.versions.empty()) return;
  ChosenCells chosen = ChosenIn(*view, matrix);
  // Keys begin at the newest version.
  CellPlace at = chosen.cursor.value_or(CellPlace{0, matrix.versions.size() - 1});
  if (chosen.cursor)
    at = {Moved(at.benchmark, move.benchmarks, matrix.benchmarks.size()),
          Moved(at.version, move.versions, matrix.versions.size())};
  chosen.cursor = at;
  view->kinds.Set(std::move(chosen));
}

namespace {

std::optional<Action> Choose(const AppState& state) {
  const ViewState* view = ActiveOf<Kind>(state);
  if (view == nullptr || !ChosenOf(*view).cursor) return std::nullopt;
  return ChooseCell{*ChosenOf(*view).cursor};
}

constexpr std::array kCommands{
    Command{"chart.matrix", "Chart",
            "Matrix: what each benchmark costs in each version, or back to the rings", "W", ToggleKind<Kind>},
    Command{"matrix.choose", "Chart", "Matrix: choose the version at the cursor; the second one is compared",
            "Space", Choose},
};
std::span<const Command> Commands() { return kCommands; }

void WalkTo(AppState& state, action::Walk to, action::Effects& effects) {
  MoveCursor move;
  if (to == action::Walk::kBefore) move.versions = -1;
  if (to == action::Walk::kBehind) move.versions = 1;
  if (to == action::Walk::kCaller) move.benchmarks = -1;
  if (to == action::Walk::kCallee) move.benchmarks = 1;
  Do(state, move, effects);
}

// The folder that `ringscope track` filled.
std::string Open(AppState& state, ViewState& view, action::Effects& effects) {
  if (view.tree().report().format != kTrackFormat || !HasSeries(view)) return {};
  const ViewPosition before = view.history.current();
  ViewPosition position = before;
  position.kind = &Kind();
  view.history.PushOpening(position);
  action::AfterMove(state, view, before, effects);
  return "Opened " + CountedText(view.tree().report().executions.size(), "profile") + " of versions";
}

std::string_view Lacks(const ViewState& view) {
  return HasSeries(view) ? "" : "This is no series of versions";
}

}  // namespace

const ViewKind& Kind() {
  static constexpr ViewKind kKind{.name = "matrix",
                                  .title = "Matrix",
                                  .question = "Which benchmark changed with which version?",
                                  .commands = Commands,
                                  .lacks = Lacks,
                                  .refresh = RefreshAnswers<Kind, Wanted, FindMatrix>,
                                  .open = Open,
                                  .walk = WalkTo,
                                  .printed_by = "'ringscope track'"};
  return kKind;
}

}  // namespace ringscope::matrix
