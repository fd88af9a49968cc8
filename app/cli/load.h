#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/output.h"
#include "cct/compare/columns/side_columns.h"
#include "cct/open/open_profile.h"
#include "cct/query/language/query.h"
#include "cct/query/metrics/derived_metric.h"
#include "cct/query/sets/function_index.h"
#include "cct/transform/pipeline.h"
#include "cct/tree/cct.h"
#include "renderer/layout/view.h"

namespace ringscope {

// Which file to read, and how.
struct InputOptions {
  std::filesystem::path file;
  OpenOptions open{.import = {.look_up_symbols = true}};
  std::string apply;                // a pipeline of transforms
  std::vector<std::string> define;  // derived metrics, "name = formula"
  // The derived metrics of a saved view, which serve all its profiles: one that has the name of a metric of
  // the file is left out instead of refused.
  std::vector<std::string> saved_define;
  bool prints_report = false;  // the command prints the import's report: notes would repeat it
  bool has_report = false;     // the answer has the report, also as JSON: it lists what was left out
};

// The view of the tree.
struct ViewOptions {
  ViewSpec spec;                    // without the members below
  std::string metric;               // empty: the primary one
  std::optional<std::string> root;  // a call path; without one the natural view root
  std::optional<uint32_t> depth;    // in layers; std::nullopt: the command's default
  DetailPlace detail = DetailPlace::kNone;
  std::optional<std::string> detail_of;  // a call path; with a place
  std::optional<ComparedAngle> angle;    // of a comparison, in place of the metric
  std::optional<bool> by_share;          // std::nullopt: see IsDrawnByShare()
};

// The tree that a command works on.
struct Input {
  CctPtr tree;                           // after the transforms
  CctPtr recorded;                       // before the transforms
  std::vector<DerivedMetric> derived;    // each can be computed for the tree
  Pipeline pipeline;                     // the transforms that were applied
  std::vector<StepOutcome> steps;        // what each step of the pipeline did
  std::vector<std::string_view> losses;  // kLost...: what the transforms left out
};

// Reads the input of a command and applies the transforms it asks for, with a progress bar on a terminal, a
// note for each transform that selects nothing, and one about records that were left out or read in part.
// `metric` names the metric of conditions that name none; empty: the first one. Errors as ReadProfile and
// ApplyPipeline; those in the text of an option name the option and the column.
[[nodiscard]] Result<Input> LoadInput(const InputOptions& options, const std::string& metric = {});

// LoadInput() of several files, at least one, merged into one tree before the transforms (MergeTrees).
[[nodiscard]] Result<Input> LoadMergedInput(const std::vector<std::filesystem::path>& files,
                                            const InputOptions& options, const std::string& metric = {});

// Prints a note if records of the profile `path` are not, or not wholly, in the tree, or if it may be cut
// off: in the words of the badge in the window's status bar.
void NoteProblems(std::string_view path, const ImportReport& report);

// For commands that use derived metrics in --apply alone. Errors: --define without --apply.
[[nodiscard]] Result<void> CheckDefinesAreUsed(const InputOptions& options);

// What transforms may leave out, as notes; NoteLosses() prints those of Input::losses.
inline constexpr std::string_view kLostPoints =
    "the transforms left out all costs by input size, which changed contexts cannot keep";
inline constexpr std::string_view kLostTimes =
    "the times of samples were left out: trees that a transform made have none";
inline constexpr std::string_view kLostMembers =
    "the statistics of members were left out: trees that a transform made have none";
inline constexpr std::string_view kLostTypes =
    "the transforms left out all types of receivers, arguments and results, which changed contexts cannot "
    "keep";
void NoteLosses(const Input& input);

// The function of a name; kNoFunction for an empty name. Errors: the profile has no such function.
[[nodiscard]] Result<FunctionId> FunctionNamed(const Cct& tree, const FunctionIndex& functions,
                                               const std::string& name);
// The refusal of a command that needs costs by input size, or those of `self`, and finds none in the profile.
[[nodiscard]] tl::unexpected<Error> RefuseWithoutPoints(const std::filesystem::path& file, const Cct& tree,
                                                        bool self);

// The view root of a command without --root: the root that a viewer opens at, or the root of the whole tree.
enum class DefaultRoot : uint8_t { kNatural, kWholeTree };

// Prints a note if a part of the tree's costs is an estimate, of `metric` or else of another metric. For
// commands that print costs and no report of the import.
void NoteEstimate(const Cct& tree, MetricIndex metric = 0);

// Whether a command tells of an estimate before all else, or with the rest of the report.
enum class TellsEstimate : uint8_t { kFirst, kInReport };

// The result of LoadInput() with a view of its tree. Errors also if metric or root do not exist.
struct InputView {
  Input input;
  ViewSpec view;
  [[nodiscard]] const Cct& tree() const { return *input.tree; }
  // The view root as a run of one context.
  [[nodiscard]] ContextRange roots() const { return {view.root.context, view.root.context + 1}; }
};
[[nodiscard]] Result<InputView> LoadInputView(const InputOptions& options, const ViewOptions& view,
                                              DefaultRoot default_root = DefaultRoot::kNatural,
                                              TellsEstimate tells_estimate = TellsEstimate::kFirst);

// A note about words of a query that seem meant for a field that the language does not have: "module:libc" is
// searched for in names, literally. With `found_nothing` it also tells of words that are nearly conditions,
// and of prefixes that resemble no field. std::nullopt: there are no such words.
[[nodiscard]] std::optional<std::string> UnknownFieldNote(const Query& query, bool found_nothing);

// Prints UnknownFieldNote(), if there is one.
void NoteUnknownFields(const Query& query, bool found_nothing = false);

}  // namespace ringscope
