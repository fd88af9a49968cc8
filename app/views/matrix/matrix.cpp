#include "app/views/matrix/matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/compare/compare.h"
#include "app/core/display_text.h"
#include "app/view/command.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/state/apply_task.h"
#include "cct/base/text/number_text.h"
#include "cct/track/track_series.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::matrix {
namespace {

// The active view if it has a matrix; else null.
ViewState* ActiveMatrix(AppState& state) {
  ViewState* view = ActiveView(state);
  const auto made = view == nullptr ? std::nullopt : AnswerOf<Wanted>(state, *view);
  return made && made->found != nullptr ? view : nullptr;
}

size_t Moved(size_t from, int steps, size_t count) {
  const auto last = static_cast<ptrdiff_t>(count) - 1;
  return static_cast<size_t>(std::clamp<ptrdiff_t>(static_cast<ptrdiff_t>(from) + steps, 0, last));
}

// The manifest of the folder that the profile is or lies in, if `ringscope track` filled that folder.
std::optional<TrackManifest> ManifestAt(const std::filesystem::path& profile) {
  for (const std::filesystem::path& folder : {profile, profile.parent_path()}) {
    if (!IsTrackFolder(folder)) continue;
    // Without a readable manifest the matrix only lacks failures.
    if (auto manifest = ReadTrackManifest(folder)) return std::move(*manifest);
  }
  return std::nullopt;
}

}  // namespace

ChosenCells ChosenOf(const ViewState& view) {
  ChosenCells chosen = view.slots.Get<ChosenCells>();
  if (chosen.tree != view.shown.tree) chosen = {view.shown.tree, {}, {}};
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

namespace {

// The choices that the matrix has: it is made anew when the folder of its profiles changes.
ChosenCells ChosenIn(const ViewState& view, const VersionMatrix& matrix) {
  ChosenCells chosen = ChosenOf(view);
  for (std::optional<CellPlace>* place : {&chosen.cursor, &chosen.chosen}) {
    if (*place &&
        ((*place)->benchmark >= matrix.benchmarks.size() || (*place)->version >= matrix.versions.size()))
      place->reset();
  }
  return chosen;
}

// Reads the manifest, if any. Errors: kInvalidArgument (a tree of one execution).
Result<VersionMatrix> FindMatrix(const Wanted& wanted, JobControl&) {
  const std::optional<Series> series = StoredSeries(wanted.tree);
  if (!series) return Fail(ErrorCode::kInvalidArgument, "expected a profile of several executions");
  const std::string_view name = NameOfCompared(wanted.tree->metrics()[wanted.metric]);
  const auto metric =
      std::ranges::find_if(series->metrics, [&](const SeriesMetric& one) { return one.metric.name == name; });
  const std::optional<TrackManifest> manifest = ManifestAt(wanted.profile);
  return MatrixOf(*series, metric == series->metrics.end() ? series->metrics.front() : *metric,
                  manifest ? &*manifest : nullptr);
}

}  // namespace

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
  view->slots.Get<ChosenCells>() = std::move(chosen);
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
  view->slots.Get<ChosenCells>() = std::move(chosen);
}

namespace {

std::optional<Action> Choose(const ViewState& view) {
  if (!ChosenOf(view).cursor) return std::nullopt;
  return ChooseCell{*ChosenOf(view).cursor};
}

constexpr std::array kCommands{
    Command{"chart.matrix", "Chart",
            "Matrix: what each benchmark costs in each version, or back to the rings", "W", ToggleKind<Kind>},
    Command{"matrix.choose", "Chart", "Matrix: choose the version at the cursor; the second one is compared",
            "Space", OfKind<Kind, Choose>},
};

void WalkTo(AppState& state, action::Walk to, action::Effects& effects) {
  MoveCursor move;
  if (to == action::Walk::kBefore) move.versions = -1;
  if (to == action::Walk::kBehind) move.versions = 1;
  if (to == action::Walk::kCaller) move.benchmarks = -1;
  if (to == action::Walk::kCallee) move.benchmarks = 1;
  Do(state, move, effects);
}

// Shows the matrix of a folder that `ringscope track` filled when it is opened.
std::string Open(AppState& state, ViewState& view, action::Effects& effects) {
  if (view.tree().report().format != kTrackFormat || !HasSeries(view)) return {};
  ViewPosition position = view.history.current();
  position.kind = &Kind();
  action::GoTo(state, view, position, effects, &ViewHistory::PushOpening);
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
                                  .commands = kCommands,
                                  .lacks = Lacks,
                                  .refresh = RefreshAnswers<Kind, Wanted, FindMatrix>,
                                  .open = Open,
                                  .walk = WalkTo,
                                  .printed_by = "'ringscope track'"};
  return kKind;
}

namespace {

constexpr size_t kMaxTextBytes = 300;

std::string TotalText(const Metric& metric, double value) {
  return ValueText(static_cast<uint64_t>(std::llround(value)), metric.unit, metric.scale);
}

std::string ChangeText(double change) {
  return WithSign(change, fmt::format("{:.1f} %", 100 * std::abs(change)));
}

// From a change as a part of the value before to the part of the larger value.
double PartOf(double change) { return change > 0 ? change / (1 + change) : std::max(change, -1.0); }

constexpr EnumWords<NoiseOf, 4> kNoiseTexts{{{"grey: within the noise of the runs", NoiseOf::kRuns},
                                             {"grey: within the noise of samples", NoiseOf::kSamples},
                                             {"exact counts: every difference is real", NoiseOf::kNothing},
                                             {"one run each: the noise is unknown", NoiseOf::kUnknown}}};

CellText DescribeCell(const VersionMatrix& matrix, const Benchmark& benchmark, size_t version,
                      double least_change) {
  const Cell& cell = benchmark.cells[version];
  CellText text;
  text.has_runs = !cell.executions.empty();
  text.has_failed = !cell.failure.empty();
  text.verdict = cell.verdict;
  text.has_tint = (cell.verdict == Verdict::kLess || cell.verdict == Verdict::kMore) &&
                  (cell.change == 0 || std::abs(cell.change) >= least_change);
  text.part = PartOf(cell.change);
  const std::string failure = DisplayText(cell.failure, kMaxTextBytes);
  if (!text.has_runs) {
    text.value = !text.has_failed ? "" : matrix.versions[version].not_built.empty() ? "failed" : "not built";
    text.tooltip = text.has_failed ? failure : "No run";
    return text;
  }
  const Metric& metric = matrix.metric;
  text.value = TotalText(metric, cell.value);
  text.tooltip = CountedText(cell.executions.size(), "run");
  if (cell.executions.size() > 1)
    text.tooltip += fmt::format(", mean {}, from {} to {}", text.value, TotalText(metric, cell.least),
                                TotalText(metric, cell.most));
  else
    text.tooltip += ": " + text.value;
  if (cell.verdict != Verdict::kNothingBefore) {
    const Cell& before = benchmark.cells[cell.before];
    text.change = before.value > 0 ? ChangeText(cell.change) : std::string();
    text.tooltip += fmt::format("\n{} before, in {}: {}", TotalText(metric, before.value),
                                DisplayText(matrix.versions[cell.before].name),
                                cell.verdict == Verdict::kWithinNoise ? "within noise"
                                : cell.verdict == Verdict::kLess      ? "less"
                                                                      : "more");
  }
  if (text.has_failed) text.tooltip += "\nA further run " + failure;
  return text;
}

VersionText DescribeVersion(const MatrixVersion& version) {
  VersionText text{DisplayText(version.name, 60)};
  if (version.time) text.date = DayText(*version.time);
  text.tooltip = DisplayText(version.commit.empty() ? version.name : version.commit, kMaxTextBytes);
  if (!text.date.empty()) text.tooltip += ", " + text.date;
  if (!version.about.empty()) text.tooltip += "\n" + DisplayText(version.about, kMaxTextBytes);
  if (!version.not_built.empty())
    text.tooltip += "\nNot built: " + DisplayText(version.not_built, kMaxTextBytes);
  return text;
}

void AddFailures(const VersionMatrix& matrix, MatrixModel& model) {
  for (size_t v = 0; v < matrix.versions.size(); ++v) {
    const std::string name = DisplayText(matrix.versions[v].name, 60);
    if (!matrix.versions[v].not_built.empty()) {
      model.failures.push_back(fmt::format("{} was not built: {}", name,
                                           DisplayText(matrix.versions[v].not_built, kMaxTextBytes)));
      continue;
    }
    for (const Benchmark& benchmark : matrix.benchmarks) {
      if (benchmark.cells[v].failure.empty()) continue;
      model.failures.push_back(fmt::format("{}, {}: {}", name, DisplayText(benchmark.name, 80),
                                           DisplayText(benchmark.cells[v].failure, kMaxTextBytes)));
    }
  }
}

}  // namespace

MatrixModel BuildMatrixModel(const AppState& state, const ViewState& view) {
  MatrixModel model;
  if (const DocumentState* document = FindDocument(state, view.document)) model.title = document->title;
  if (!HasSeries(view)) {
    model.missing =
        "This is no series of versions. A matrix is of several: open the folder that 'ringscope track' "
        "filled, "
        "or a series made of its profiles";
    return model;
  }
  const auto made = AnswerOf<Wanted>(state, view);
  model.missing = WhyNothingFound(made, "Adding up the versions");
  if (!model.missing.empty()) return model;
  const VersionMatrix& matrix = *made->found;
  const ChosenCells chosen = ChosenIn(view, matrix);
  const bool has_runs = matrix.noise == NoiseOf::kRuns;
  model.about =
      fmt::format("{}{} of each benchmark in each version, and the change against the version before; {}",
                  DisplayText(matrix.metric.name, 80), has_runs ? ", the mean of the runs," : "",
                  WordOf(kNoiseTexts, matrix.noise));
  if (state.settings.least_change_percent > 0)
    model.about += fmt::format("; below {} % no tint", state.settings.least_change_percent);
  model.hint = !chosen.chosen ? "Click two versions to compare them"
                              : DisplayText(matrix.versions[chosen.chosen->version].name, 60) +
                                    " is chosen; click another version to compare it";
  for (const MatrixVersion& version : matrix.versions) model.versions.push_back(DescribeVersion(version));
  if (chosen.chosen) model.versions[chosen.chosen->version].is_chosen = true;
  for (size_t b = 0; b < matrix.benchmarks.size(); ++b) {
    const Benchmark& benchmark = matrix.benchmarks[b];
    model.benchmarks.push_back(benchmark.name.empty() ? "All" : DisplayText(benchmark.name, 80));
    std::vector<CellText>& row = model.cells.emplace_back();
    for (size_t v = 0; v < matrix.versions.size(); ++v) {
      row.push_back(DescribeCell(matrix, benchmark, v, state.settings.least_change_percent / 100.0));
      row.back().is_cursor = chosen.cursor == CellPlace{b, v};
      row.back().is_chosen = chosen.chosen == CellPlace{b, v};
    }
  }
  AddFailures(matrix, model);
  return model;
}

}  // namespace ringscope::matrix
