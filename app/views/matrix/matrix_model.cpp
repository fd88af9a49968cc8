#include "app/views/matrix/matrix_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/core/display_text.h"
#include "cct/base/text/number_text.h"

namespace ringscope::matrix {
namespace {

constexpr size_t kMaxTextBytes = 300;

std::string TotalText(const Metric& metric, double value) {
  return ValueText(static_cast<uint64_t>(std::llround(value)), metric.unit, metric.scale);
}

std::string ChangeText(double change) {
  return WithSign(change, fmt::format("{:.1f} %", 100 * std::abs(change)));
}

// The difference as a part of the larger of both.
double PartOf(double change) { return change > 0 ? change / (1 + change) : std::max(change, -1.0); }

std::string NoiseText(NoiseOf noise) {
  switch (noise) {
    case NoiseOf::kRuns:
      return "grey: within the noise of the runs";
    case NoiseOf::kSamples:
      return "grey: within what chance makes of samples";
    case NoiseOf::kNothing:
      return "exact counts: every difference is one";
    case NoiseOf::kUnknown:
      return "one run each: what is chance is not known";
  }
  return {};
}

CellText TextOf(const VersionMatrix& matrix, const Benchmark& benchmark, size_t version,
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

VersionText TextOf(const MatrixVersion& version) {
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
  const auto* const made = AnswerOf<Wanted>(state, view);
  model.missing = WhyNothingFound(made, "Adding up the versions");
  if (!model.missing.empty()) return model;
  const VersionMatrix& matrix = *made->found;
  const ChosenCells chosen = ChosenIn(view, matrix);
  const bool has_runs = matrix.noise == NoiseOf::kRuns;
  model.about =
      fmt::format("{}{} of each benchmark in each version, and the change against the version before; {}",
                  DisplayText(matrix.metric.name, 80), has_runs ? ", the mean of the runs," : "",
                  NoiseText(matrix.noise));
  if (state.settings.least_change_percent > 0)
    model.about += fmt::format("; below {} % no tint", state.settings.least_change_percent);
  model.hint = !chosen.chosen ? "Click two versions to compare them"
                              : DisplayText(matrix.versions[chosen.chosen->version].name, 60) +
                                    " is chosen; click another version to compare it";
  for (const MatrixVersion& version : matrix.versions) model.versions.push_back(TextOf(version));
  if (chosen.chosen) model.versions[chosen.chosen->version].is_chosen = true;
  for (size_t b = 0; b < matrix.benchmarks.size(); ++b) {
    const Benchmark& benchmark = matrix.benchmarks[b];
    model.benchmarks.push_back(benchmark.name.empty() ? "All" : DisplayText(benchmark.name, 80));
    std::vector<CellText>& row = model.cells.emplace_back();
    for (size_t v = 0; v < matrix.versions.size(); ++v) {
      row.push_back(TextOf(matrix, benchmark, v, state.settings.least_change_percent / 100.0));
      row.back().is_cursor = chosen.cursor == CellPlace{b, v};
      row.back().is_chosen = chosen.chosen == CellPlace{b, v};
    }
  }
  AddFailures(matrix, model);
  return model;
}

}  // namespace ringscope::matrix
