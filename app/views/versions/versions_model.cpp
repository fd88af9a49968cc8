#include "app/views/versions/versions_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include "app/core/display_text.h"
#include "app/view/command.h"
#include "cct/base/text/number_text.h"
#include "cct/names/qualified_name.h"
#include "cct/statistics/outliers.h"

namespace ringscope::versions {
namespace {

constexpr size_t kMaxNameBytes = 300;

// The inputs of lines.
struct Source {
  const FoundSeries& found;
  bool by_share;
  [[nodiscard]] const SeriesMetric& metric() const { return found.series.metrics[found.metric]; }
  [[nodiscard]] const Cct& tree() const { return *found.series.tree; }
  [[nodiscard]] double Value(size_t execution, uint64_t raw) const {
    return SeriesValue(found.series, metric(), execution, raw, by_share);
  }
};

void AddRanges(const std::vector<Version>& versions, PlotLine& line) {
  std::vector<double> values;
  for (const Version& version : versions) {
    values.clear();
    for (const size_t execution : version.executions) {
      if (line.Has(execution)) values.push_back(line.values[execution]);
    }
    line.runs.push_back(values.size());
    line.median.push_back(MedianOf(values));
    line.least.push_back(values.empty() ? 0 : *std::ranges::min_element(values));
    line.most.push_back(values.empty() ? 0 : *std::ranges::max_element(values));
  }
}

PlotLine LineOfContext(const Source& source, ContextId context) {
  PlotLine line;
  line.of = context == kRootContext ? PlotLine::Of::kWhole : PlotLine::Of::kContext;
  line.name = context == kRootContext
                  ? "the whole"
                  : ContextName(source.tree(), context, kMaxNameBytes) + ", with what it calls";
  if (context == kRootContext) line.steps = source.found.changes.total_steps;
  for (size_t e = 0; e < source.metric().run.size(); ++e)
    line.values.push_back(source.Value(e, source.tree().Inclusive(context, source.metric().run[e])));
  return line;
}

PlotLine LineOfFunction(const Source& source, FrameId frame) {
  PlotLine line;
  line.of = PlotLine::Of::kFunction;
  line.name = FunctionText(source.tree().frames().name(frame), kMaxNameBytes);
  line.function = frame;
  const auto& functions = source.found.changes.functions;
  const auto varying = std::ranges::find(functions, frame, &FunctionSeries::frame);
  for (size_t e = 0; e < source.metric().run.size(); ++e) {
    const uint64_t self =
        varying != functions.end() ? varying->self[e] : source.found.changes.first_self[frame];
    line.values.push_back(source.Value(e, self));
  }
  if (varying != functions.end()) line.steps = varying->steps;
  return line;
}

std::string AboutText(const PlotModel& model, const Source& source, bool one_function) {
  const std::string what =
      DisplayText(model.metric.name, 80) + (model.place.by_share ? ", share of the total" : "");
  if (one_function) return what + ", by itself";
  const size_t varying = source.found.changes.functions.size();
  if (varying == 0) return what + "; no function varies";
  if (varying <= kMostLines)
    return fmt::format("{}; {} by {}", what, CountedText(varying, "varying function"),
                       varying == 1 ? "itself" : "themselves");
  return fmt::format("{}; the {} functions that vary most by themselves, of {}", what, kMostLines,
                     CountText(varying));
}

std::string BenchmarkText(const FoundBenchmark& benchmark) {
  return benchmark.name.empty() ? "no benchmark" : DisplayText(benchmark.name, kMaxNameBytes);
}

// Adds a line for each benchmark: the total cost in its executions, or the self cost of the function.
void AddBenchmarks(const Source& source, std::optional<FrameId> function, PlotModel& model) {
  const PlotLine all = function ? LineOfFunction(source, *function) : LineOfContext(source, kRootContext);
  for (const FoundBenchmark& benchmark : source.found.benchmarks) {
    PlotLine line;
    line.of = PlotLine::Of::kBenchmark;
    line.name = BenchmarkText(benchmark);
    line.values = all.values;
    line.executions = benchmark.executions;
    if (!function) line.steps = benchmark.steps;
    AddRanges(model.versions, line);
    model.lines.push_back(std::move(line));
  }
  model.about = fmt::format(
      "{}{}, of {}{}", DisplayText(model.metric.name, 80), model.place.by_share ? ", share of the total" : "",
      function ? all.name + " by itself in " : std::string(), CountedText(model.lines.size(), "benchmark"));
}

std::string MissingText(const AppState& state) {
  const std::string key = FirstKeyOf(state, "compare.open");
  return fmt::format(
      "This profile has one execution, and a plot needs several: 'ringscope series V1 V2 ... -o SERIES.cct' "
      "makes a "
      "series{}.",
      key.empty() ? "" : ", and " + key + " compares profiles that are open");
}

// "about doubled".
std::string StepWords(double before, double after) {
  if (before == 0 || after == 0) return before == 0 ? "began to cost something" : "no longer costs anything";
  const double times = after / before;
  const auto is_about = [&](double of) { return std::abs(times / of - 1) < 0.1; };
  if (is_about(2) || is_about(0.5)) return times > 1 ? "about doubled" : "about halved";
  if (times > 2) return fmt::format("cost {:.{}f} times as much", times, times < 10 ? 1 : 0);
  const double percent = 100 * std::abs(times - 1);
  return fmt::format("{} by {:.{}f} %", times > 1 ? "grew" : "fell", percent, percent < 10 ? 1 : 0);
}

// The name of a line without the package of its function.
std::string_view NameOfLine(const PlotLine& line) {
  std::string_view name = line.name;
  if (const std::string_view package = PackageOfName(name); !package.empty() && name.starts_with(package))
    name.remove_prefix(std::min(name.size(), name.find_first_not_of(".:/", package.size())));
  return name;
}

// The range of the first line that has runs: "the whole cost 1.04 s to 1.10 s".
std::string RangeSentence(const PlotModel& model) {
  const auto has_runs = [](const PlotLine& line) {
    return std::ranges::any_of(line.runs, [](size_t runs) { return runs > 0; });
  };
  const auto line = std::ranges::find_if(model.lines, has_runs);
  if (line == model.lines.end() || model.versions.size() < 2) return {};
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (size_t version = 0; version < line->runs.size(); ++version) {
    if (line->runs[version] == 0) continue;
    least = std::min(least, line->least[version]);
    most = std::max(most, line->most[version]);
  }
  const std::string low = PlotValueText(model, least), high = PlotValueText(model, most);
  return fmt::format("{} cost {}", NameOfLine(*line), low == high ? low : fmt::format("{} to {}", low, high));
}

// The largest step of a function, else the largest step of any line; without steps, RangeSentence().
std::string StepSentence(const PlotModel& model) {
  const PlotLine* of = nullptr;
  const CostStep* largest = nullptr;
  const auto size = [](const CostStep& step) { return std::abs(step.after - step.before); };
  for (const PlotLine& line : model.lines) {
    for (const CostStep& step : line.steps) {
      const bool is_nearer = of != nullptr && line.function.has_value() > of->function.has_value();
      const bool is_farther = of != nullptr && line.function.has_value() < of->function.has_value();
      if (largest != nullptr && !is_nearer && (is_farther || size(step) <= size(*largest))) continue;
      of = &line;
      largest = &step;
    }
  }
  if (largest == nullptr) return RangeSentence(model);
  return fmt::format("{} {}", NameOfLine(*of), StepText(model, *largest));
}

}  // namespace

PlotModel PlotModelOf(const FoundSeries& found, const PlotSubject& subject) {
  const Source source{found, subject.place.by_share};
  PlotModel model;
  model.place = subject.place;
  model.metric = source.metric().metric;
  model.versions = VersionsOf(found.series.executions());
  // The sum of several benchmarks would mean nothing.
  const bool has_benchmarks = found.benchmarks.size() > 1;
  if (has_benchmarks && (subject.function || !model.place.by_share)) {
    AddBenchmarks(source, subject.function, model);
    model.sentence = StepSentence(model);
    return model;
  }
  // The share of the whole is always 100 %.
  if (!model.place.by_share) model.lines.push_back(LineOfContext(source, kRootContext));
  if (subject.context != kRootContext && subject.context < source.tree().context_count())
    model.lines.push_back(LineOfContext(source, subject.context));
  if (subject.function) {
    model.lines.push_back(LineOfFunction(source, *subject.function));
  } else {
    const auto costs_something = [&](const FunctionSeries& one) {
      const auto& executions = found.benchmarks.front().executions;
      return std::ranges::any_of(executions, [&](size_t e) { return one.self[e] != 0; });
    };
    size_t count = 0;
    for (const FunctionSeries& one : found.changes.functions) {
      if (has_benchmarks && !costs_something(one)) continue;
      if (count++ == kMostLines) break;
      model.lines.push_back(LineOfFunction(source, one.frame));
    }
  }
  model.about = AboutText(model, source, subject.function.has_value());
  if (has_benchmarks) {
    for (PlotLine& line : model.lines) {
      line.executions = found.benchmarks.front().executions;
      line.steps.clear();
    }
    model.about += ", of " + BenchmarkText(found.benchmarks.front());
  }
  for (PlotLine& line : model.lines) AddRanges(model.versions, line);
  model.sentence = StepSentence(model);
  return model;
}

PlotModel BuildPlotModel(const AppState& state, const ViewState& view) {
  const auto plotted = AnswerOf<Wanted>(state, view);
  const PlotSubject subject{PlotOf(view), ChosenFrame(view), view.selected};
  PlotModel model;
  if (plotted && plotted->found != nullptr) {
    model = PlotModelOf(*plotted->found, subject);
    const std::string key = FirstKeyOf(state, "window.clear");
    if (subject.function && !key.empty()) model.about += "; " + key + " shows the functions that vary most";
  } else {
    model.missing =
        HasSeries(view) ? DisplayText(WhyNothingFound(plotted, "Looking for steps ...")) : MissingText(state);
  }
  if (const DocumentState* document = FindDocument(state, view.document)) model.title = document->title;
  const ChosenExecutions chosen = ChosenOf(view);
  model.cursor = chosen.cursor;
  model.chosen = chosen.chosen;
  model.before = chosen.before;
  return model;
}

std::string StepText(const PlotModel& model, const CostStep& step) {
  return fmt::format("{} at {}", StepWords(step.before, step.after),
                     model.versions[VersionOf(model.versions, step.execution)].name);
}

std::string PlotValueText(const PlotModel& model, double value) {
  const double size = std::abs(value);
  const auto raw = static_cast<uint64_t>(std::llround(std::min(size, 9e18)));
  return WithSign(std::min(value, 0.0), model.place.by_share
                                            ? fmt::format("{:.2f} %", 100 * size)
                                            : ValueText(raw, model.metric.unit, model.metric.scale));
}

std::string PlotDifferenceText(const PlotModel& model, double before, double after) {
  if (before == after) return "same";
  const std::string text = WithSign(after - before, PlotValueText(model, std::abs(after - before)));
  if (before == 0) return text;
  return text + ", " + GrowthText(before, after);
}

std::string GrowthText(double before, double after) {
  const double percent = 100 * (after / before - 1);
  const double size = std::abs(percent);
  return WithSign(percent, fmt::format("{:.{}f} %", size, size < 100 ? 1 : 0));
}

Readout ReadoutOf(const PlotModel& model, size_t execution) {
  const size_t at = VersionOf(model.versions, execution);
  const Version& version = model.versions[at];
  Readout readout{version.name, version.details, {}};
  if (version.executions.size() > 1) {
    const auto run = std::ranges::find(version.executions, execution);
    readout.title +=
        fmt::format(", run {} of {}", run - version.executions.begin() + 1, version.executions.size());
  }
  for (size_t k = 0; k < model.lines.size(); ++k) {
    const PlotLine& line = model.lines[k];
    if (!line.Has(execution)) continue;
    Readout::Row row{k, line.name, PlotValueText(model, line.values[execution]), {}, {}};
    size_t before = at;
    while (before > 0 && line.runs[before - 1] == 0) --before;
    if (before > 0)
      row.difference = PlotDifferenceText(model, line.median[before - 1], line.values[execution]);
    for (const CostStep& step : line.steps) {
      if (VersionOf(model.versions, step.execution) != at) continue;
      row.step =
          fmt::format("step: {} to {} ({})", PlotValueText(model, step.before),
                      PlotValueText(model, step.after), PlotDifferenceText(model, step.before, step.after));
    }
    readout.rows.push_back(std::move(row));
  }
  return readout;
}

ComparedVersions ComparedOf(const PlotModel& model) {
  ComparedVersions compared;
  if (!model.chosen || model.versions.empty()) return compared;
  compared.after = ReadoutOf(model, *model.chosen).title;
  if (!model.before) return compared;
  size_t before = VersionOf(model.versions, *model.before), after = VersionOf(model.versions, *model.chosen);
  compared.possible = true;
  if (before == after) {
    compared.before = ReadoutOf(model, std::min(*model.before, *model.chosen)).title;
    compared.after = ReadoutOf(model, std::max(*model.before, *model.chosen)).title;
    return compared;
  }
  if (before > after) std::swap(before, after);
  compared.before = model.versions[before].name;
  compared.after = model.versions[after].name;
  return compared;
}

namespace {

// The shown bytes of a commit, as many as git abbreviates it to.
constexpr size_t kCommitBytes = 7;

std::string_view CommitOf(const Execution& execution) { return execution.ValueOf("commit"); }

// ExecutionDetails() without the comma in front.
std::string DetailsOf(const Execution& execution) {
  std::string text = ExecutionDetails(execution);
  if (!text.empty()) text.erase(0, 2);
  return text;
}

}  // namespace

std::vector<Version> VersionsOf(std::span<const Execution> executions) {
  std::vector<Version> versions;
  std::map<std::string_view, size_t> of_commit;
  for (size_t e = 0; e < executions.size(); ++e) {
    const std::string_view commit = CommitOf(executions[e]);
    const auto [known, is_new] =
        commit.empty() ? std::pair(of_commit.end(), true) : of_commit.emplace(commit, versions.size());
    if (is_new) versions.emplace_back();
    Version& version = is_new ? versions.back() : versions[known->second];
    version.executions.push_back(e);
  }
  for (Version& version : versions) {
    const Execution& first = executions[version.executions.front()];
    if (version.executions.size() == 1) {
      version.name = DisplayText(first.name, 200);
      version.details = DetailsOf(first);
      continue;
    }
    version.name = DisplayText(CommitOf(first).substr(0, kCommitBytes));
    std::vector<std::vector<Execution>> alone;
    std::vector<const std::vector<Execution>*> tables;
    for (const size_t execution : version.executions) alone.push_back({executions[execution]});
    for (auto& one : alone) one.front().side.reset(), tables.push_back(&one);
    if (const std::vector<Execution> common = CommonExecutions(tables); !common.empty())
      version.details = DetailsOf(common.front());
  }
  return versions;
}

std::vector<ExecutionGroup> BenchmarksOf(std::span<const Execution> executions) {
  std::vector<ExecutionGroup> groups;
  std::map<std::string_view, size_t> number_of;
  for (size_t e = 0; e < executions.size(); ++e) {
    const std::string_view name = executions[e].ValueOf("benchmark");
    const auto [known, is_new] = number_of.emplace(name, groups.size());
    if (is_new) groups.push_back({std::string(name), {}});
    groups[known->second].executions.push_back(e);
  }
  return groups;
}

size_t VersionOf(std::span<const Version> versions, size_t execution) {
  const auto found = std::ranges::find_if(versions, [&](const Version& version) {
    return std::ranges::binary_search(version.executions, execution);
  });
  return static_cast<size_t>(found - versions.begin());
}

std::vector<size_t> DrawnOrder(std::span<const Version> versions) {
  std::vector<size_t> order;
  for (const Version& version : versions)
    order.insert(order.end(), version.executions.begin(), version.executions.end());
  return order;
}

}  // namespace ringscope::versions
