#include "app/cli/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <new>
#include <set>

#include "app/cli/memory_size.h"
#include "app/core/display_text.h"
#include "app/view/colors/derived_model.h"
#include "app/view/document.h"
#include "cct/base/system/memory_limit.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/nearest_word.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/answers/explanation.h"
#include "cct/import/report_notes.h"
#include "cct/merge/merge_trees.h"
#include "cct/merge/name_sources.h"
#include "cct/query/metrics/metric_lookup.h"
#include "renderer/layout/layout.h"

namespace ringscope {

namespace {

// The texts of derived metrics by name.
using DerivedTexts = std::map<std::string, std::string_view>;

// Adds to `read_from`; a name keeps its first text.
Result<std::vector<DerivedMetric>> ParseDerivedMetrics(const std::vector<std::string>& texts,
                                                       DerivedTexts& read_from) {
  std::vector<DerivedMetric> metrics;
  for (const std::string& text : texts) {
    RINGSCOPE_ASSIGN(metrics.emplace_back(), AboutOption("--define", ParseDerivedMetric(text), text));
    read_from.emplace(metrics.back().name, text);
  }
  return metrics;
}

// A lookup by name finds the profile's own metric before a derived one. A metric that was asked for replaces
// a saved one of its name.
Result<void> AddDerived(std::vector<DerivedMetric> saved, std::vector<DerivedMetric> asked, Input& input) {
  for (DerivedMetric& one : saved) {
    if (!FindMetricByName(*input.tree, one.name)) input.derived.push_back(std::move(one));
  }
  std::set<std::string> names;  // asked for so far
  for (DerivedMetric& one : asked) {
    if (const Result<MetricIndex> own = FindMetricByName(*input.tree, one.name); own) {
      return Refuse("--define: expected a name that is none of the profile's metrics, found '{}'",
                    input.tree->metrics()[*own].name);
    }
    if (!names.insert(one.name).second) {
      return Refuse("--define: expected one formula for '{}', found another one: '{}'", one.name,
                    one.formula_text);
    }
    const auto is_named = [&](const DerivedMetric& other) { return other.name == one.name; };
    const auto same = std::ranges::find_if(input.derived, is_named);
    if (same == input.derived.end())
      input.derived.push_back(std::move(one));
    else
      *same = std::move(one);
  }
  return {};
}

Result<void> Apply(const InputOptions& options, MetricIndex metric, Input& input) {
  RINGSCOPE_ASSIGN(input.pipeline, AboutOption("--apply", ParsePipeline(options.apply), options.apply));
  if (input.pipeline.empty()) return {};
  WatchedJob job("transforming");
  RINGSCOPE_ASSIGN(TransformOutcome outcome,
                   AboutOption("--apply", ApplyPipeline(input.tree, input.pipeline,
                                                        {metric, input.derived, &ContextDifferences}, &job)));
  for (size_t k = 0; k < input.pipeline.steps.size(); ++k) {
    const TransformStep& step = input.pipeline.steps[k];
    NoteUnknownFields(step.query);
    if (outcome.steps[k].matched_nothing)
      PrintNote(fmt::format("step {}, {}: matched nothing", k + 1, FormatStep(step)));
  }
  const Cct &before = *input.tree, &after = *outcome.tree;
  if (before.point_count() > 0 && after.point_count() == 0) input.losses.push_back(kLostPoints);
  if (before.has_times() && !after.has_times()) input.losses.push_back(kLostTimes);
  if (!before.members().empty() && after.members().empty()) input.losses.push_back(kLostMembers);
  if (!before.types().empty() && after.types().empty()) input.losses.push_back(kLostTypes);
  input.tree = std::move(outcome.tree);
  input.steps = std::move(outcome.steps);
  return {};
}

// The names by which reports tell merged files apart: file names, or whole paths where two files share a
// name.
std::vector<std::string> SourceNames(const std::vector<std::filesystem::path>& files) {
  std::vector<std::string> names;
  for (const std::filesystem::path& file : files) names.push_back(file.filename().string());
  std::vector<std::string> sorted = names;
  std::ranges::sort(sorted);
  for (size_t i = 0; i < files.size(); ++i) {
    const auto same = std::equal_range(sorted.begin(), sorted.end(), names[i]);
    if (same.second - same.first > 1) names[i] = files[i].string();
  }
  return names;
}

Result<CctPtr> ReadFile(const std::filesystem::path& file, const InputOptions& options) {
  WatchedJob job(fmt::format("reading {}", file.filename().string()));
  return ReadProfile(file, options.open, job);
}

// Points `at_work` at the file that is read, or at the word "merging": an error is about it.
Result<CctPtr> ReadAndMerge(const std::vector<std::filesystem::path>& files, const InputOptions& options,
                            const std::filesystem::path*& at_work) {
  at_work = &files.front();
  if (files.size() == 1) return ReadFile(files.front(), options);
  static const std::filesystem::path kMerging = "merging";
  TreeMerger merger;
  std::vector<SourceReport> reports;
  const std::vector<std::string> names = SourceNames(files);
  for (size_t i = 0; i < files.size(); ++i) {
    at_work = &files[i];
    RINGSCOPE_ASSIGN(CctPtr tree, ReadFile(files[i], options));
    reports.push_back({names[i], tree->report()});
    at_work = &kMerging;
    WatchedJob job("merging");
    RINGSCOPE_TRY(merger.Add(std::move(tree), &job));
  }
  WatchedJob job("merging");
  RINGSCOPE_ASSIGN(const CctPtr merged, std::move(merger).Finish(&job));
  return NameSources(merged, reports);
}

// Reads and merges the files; an error, also of memory that ran out, begins with the file at work.
Result<CctPtr> Read(const std::vector<std::filesystem::path>& files, const InputOptions& options) {
  const std::filesystem::path* at_work = nullptr;
  try {
    Result<CctPtr> tree = ReadAndMerge(files, options, at_work);
    return About(*at_work, std::move(tree));
  } catch (const std::bad_alloc&) {
    return tl::unexpected(About(*at_work, MemoryError(MemoryLimit::present_bytes())));
  }
}

// The metric of the view; a derived metric has no values that a view can show.
Result<MetricIndex> AskedMetric(const Input& input, const std::string& name) {
  Result<MetricIndex> found = FindViewMetric(*input.tree, name);
  if (found || FindDerivedMetric(input.derived, name) == nullptr) return found;
  return Fail(ErrorCode::kNotFound,
              "expected a metric of this profile ({}), found '{}', which is "
              "derived: no view has its values",
              MetricNameList(*input.tree), name);
}

Result<ViewSpec> ResolveView(const Input& input, const ViewOptions& options, DefaultRoot default_root) {
  const Cct& tree = *input.tree;
  ViewSpec spec = options.spec;
  RINGSCOPE_ASSIGN(spec.metric, AskedMetric(input, options.metric));
  if (options.root || default_root == DefaultRoot::kNatural) {
    RINGSCOPE_ASSIGN(spec.root.context, FindContextByPath(tree, options.root.value_or("")));
  }
  if (options.detail_of.has_value() != (options.detail != DetailPlace::kNone)) {
    return Refuse(options.detail_of ? "--detail-of: expected --detail as well"
                                    : "--detail: expected --detail-of PATH as well");
  }
  if (options.detail_of) {
    spec.detail.place = options.detail;
    RINGSCOPE_ASSIGN(
        spec.detail.root.context,
        AboutOption("--detail-of", FindContextByPath(tree, *options.detail_of), *options.detail_of));
    if (spec.form != ChartForm::kRings)
      return Refuse("--detail: expected rings, which alone have room for one");
    if (!IsPartOf(tree, spec.detail.root, spec.root))
      return Refuse("--detail-of: expected a context below the view root");
  }
  spec.depth_limit = options.depth.value_or(kAllLayers);
  return spec;
}

// Prints the notes about labels (--labels) that the profile does not have.
void NoteMissingLabels(const Cct& tree) {
  for (const std::string& note : tree.report().notes) {
    if (note.find(kNoLabelNote) != std::string::npos) PrintNote(note);
  }
}

// Tells that --lines found nothing to do.
void NoteMissingLines(const FrameTable& frames) {
  for (FrameId frame = 0; frame < frames.size(); ++frame)
    if (frames[frame].line != 0) return;
  PrintNote("--lines: the profile has no source lines");
}

}  // namespace

void NoteProblems(std::string_view path, const ImportReport& report) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (const uint64_t count = report.skipped_count(); count > 0)
    add(CountedText(count, "record") + " skipped");
  if (const uint64_t count = report.incomplete_count(); count > 0)
    add(CountedText(count, "record") + " incomplete");
  // A cut file is not counted: the notes of importers tell of it.
  const auto tells_cut = [](const std::string& note) { return note.find("cut off") != std::string::npos; };
  if (std::ranges::any_of(report.notes, tells_cut)) add("the file may be cut off");
  if (!text.empty()) PrintNote(fmt::format("{}: {}; 'ringscope info' says more", path, text));
}

Result<void> CheckDefinesAreUsed(const InputOptions& options) {
  if (options.define.empty() || !options.apply.empty()) return {};
  return Refuse(
      "--define: this command uses derived metrics in conditions of --apply alone; search, methods, table, "
      "check, render and export --table use them, too");
}

Result<Input> LoadInput(const InputOptions& options, const std::string& metric) {
  return LoadMergedInput({options.file}, options, metric);
}

Result<Input> LoadMergedInput(const std::vector<std::filesystem::path>& files, const InputOptions& options,
                              const std::string& metric) {
  Input input;
  DerivedTexts read_from;
  RINGSCOPE_ASSIGN(auto derived, ParseDerivedMetrics(options.define, read_from));
  RINGSCOPE_ASSIGN(auto saved, ParseDerivedMetrics(options.saved_define, read_from));
  RINGSCOPE_ASSIGN(input.recorded, Read(files, options));
  input.tree = input.recorded;
  if (!options.open.import.labels.empty() && !options.prints_report) NoteMissingLabels(*input.tree);
  if (options.open.import.lines) NoteMissingLines(input.tree->frames());
  if (!options.prints_report && !options.has_report)
    NoteProblems(files.front().string(), input.tree->report());
  RINGSCOPE_TRY(AddDerived(std::move(saved), std::move(derived), input));
  for (size_t k = 0; k < input.derived.size(); ++k) {
    RINGSCOPE_TRY(AboutOption("--define", BoundFormula::Bind(*input.tree, input.derived, k),
                              read_from[input.derived[k].name]));
  }
  RINGSCOPE_ASSIGN(const MetricIndex index, About(files.front(), AskedMetric(input, metric)));
  RINGSCOPE_TRY(Apply(options, index, input));
  return input;
}

void NoteLosses(const Input& input) {
  for (const std::string_view loss : input.losses) PrintNote(loss);
}

Result<FunctionId> FunctionNamed(const Cct& tree, const FunctionIndex& functions, const std::string& name) {
  if (name.empty()) return kNoFunction;
  for (FrameId frame = 0; frame < tree.frames().size(); ++frame) {
    if (tree.frames().name(frame) == name) return functions.FunctionOf(frame);
  }
  return Refuse("--function: expected the name of a function of the profile, found '{}'", name);
}

tl::unexpected<Error> RefuseWithoutPoints(const std::filesystem::path& file, const Cct& tree, bool self) {
  return Refuse(
      "{}: expected costs by input size{}, found none: reports of aprof have them, and what `python3 -m "
      "ringscope_record --sizes` records",
      file.string(), self && tree.point_count() > 0 ? " without callees" : "");
}

void NoteEstimate(const Cct& tree, MetricIndex metric) {
  const ImportReport& report = tree.report();
  if (report.estimated.empty()) return;
  const EstimatedCost* cost =
      metric < tree.metric_count() ? report.EstimateOf(tree.metrics()[metric].name) : nullptr;
  if (cost == nullptr) cost = &report.estimated.front();
  const size_t others = report.estimated.size() - 1;
  PrintNote(DescribeEstimate(*cost) +
            (others == 0 ? "" : fmt::format("; so are parts of {}", CountedText(others, "other metric"))));
}

Result<InputView> LoadInputView(const InputOptions& options, const ViewOptions& view,
                                DefaultRoot default_root, TellsEstimate tells_estimate) {
  RINGSCOPE_ASSIGN(Input input, LoadInput(options, view.metric));
  RINGSCOPE_ASSIGN(const ViewSpec spec, About(options.file, ResolveView(input, view, default_root)));
  if (tells_estimate == TellsEstimate::kFirst) NoteEstimate(*input.tree, spec.metric);
  return InputView{std::move(input), spec};
}

namespace {

constexpr size_t kMaxWordBytes = 80;

struct FieldGuess {
  std::string_view written, field;
};
constexpr FieldGuess kFieldGuesses[] = {
    {"name", "fn"},     {"func", "fn"},        {"function", "fn"}, {"method", "fn"},     {"symbol", "fn"},
    {"module", "mod"},  {"lib", "mod"},        {"library", "mod"}, {"dso", "mod"},       {"binary", "mod"},
    {"package", "pkg"}, {"namespace", "pkg"},  {"path", "file"},   {"source", "file"},   {"src", "file"},
    {"type", "class"},  {"process", "thread"}, {"tid", "thread"},  {"caller", "parent"}, {"callee", "child"},
    {"above", "over"},  {"below", "under"},
};

// "module" of "module:libc"; empty for a word without such a prefix: "std::sort", "a b:c".
std::string_view FieldLikePrefix(std::string_view word) {
  const size_t colon = word.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 >= word.size() || word[colon + 1] == ':')
    return {};
  const std::string_view prefix = word.substr(0, colon);
  const bool is_word = std::ranges::all_of(prefix, IsLower);
  return is_word ? prefix : std::string_view{};
}

// Of words that are close to a condition, "SELF>5", "self!5", "5%<self", "selff>5": a question if the field
// is misspelled, else empty. std::nullopt for other words.
std::optional<std::string> NearConditionHint(std::string_view word) {
  const size_t sign = word.find_first_of("<>=!");
  if (sign == std::string_view::npos || sign == 0 || sign + 1 == word.size()) return std::nullopt;
  const std::string_view left = word.substr(0, std::min(sign, word.find('(')));
  if (left.empty()) return std::nullopt;
  constexpr std::array<std::string_view, 6> kLeftSides{"self",  "incl",  "inclusive",
                                                       "calls", "layer", "layers"};
  if (IsDigit(left[0]) ||
      std::ranges::any_of(kLeftSides, [&](std::string_view one) { return EqualsFolded(one, left); }))
    return std::string();
  const size_t number = word.find_first_not_of("<>=!", sign);
  if (number == std::string_view::npos || !IsDigit(word[number])) return std::nullopt;
  const std::array<std::string, 4> fields{"self", "incl", "calls", "layer"};
  const std::optional<std::string> meant = NearestWord(left, fields);
  return meant ? std::optional(fmt::format("did you mean '{}'? ", *meant)) : std::nullopt;
}

}  // namespace

std::optional<std::string> UnknownFieldNote(const Query& query, bool found_nothing) {
  for (const QueryNode& node : query.nodes) {
    if (node.op != QueryOp::kText || node.field != QueryField::kName || node.match != TextMatch::kContains)
      continue;
    if (const auto hint = NearConditionHint(node.text); found_nothing && hint) {
      return fmt::format(
          "'{}' is looked for as it stands; {}conditions are written as self>5%, incl(METRIC)>=1MB, "
          "calls<10, layer<=12",
          DisplayText(node.text, kMaxWordBytes), *hint);
    }
    const std::string_view prefix = FieldLikePrefix(node.text);
    if (prefix.empty()) continue;
    const auto* const meant =
        std::ranges::find_if(kFieldGuesses, [&](const FieldGuess& one) { return one.written == prefix; });
    if (meant == std::end(kFieldGuesses) && !found_nothing) continue;
    const std::string guess =
        meant == std::end(kFieldGuesses) ? std::string() : fmt::format("did you mean {}:? ", meant->field);
    return fmt::format(
        "'{}' is looked for as it stands, {}: is no field; {}there are fn:, mod:, file:, pkg:, "
        "class:, thread: and kind:",
        DisplayText(node.text, kMaxWordBytes), prefix, guess);
  }
  return std::nullopt;
}

void NoteUnknownFields(const Query& query, bool found_nothing) {
  if (const auto note = UnknownFieldNote(query, found_nothing)) PrintNote(*note);
}

}  // namespace ringscope
