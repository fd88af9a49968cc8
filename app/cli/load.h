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
  // The same as a saved view has them, which serve all its profiles: one that is called like a metric of the
  // file is left out instead of refused.
  std::vector<std::string> saved_define;
  bool prints_report = false;  // the command prints what the import says: notes would say it twice
};

// Which view of the tree.
struct ViewOptions {
  ViewSpec spec;                    // but for what follows
  std::string metric;               // empty: the primary one
  std::optional<std::string> root;  // a call path; without one the natural view root
  std::optional<uint32_t> depth;    // layers; nothing: those that the command is for
  DetailPlace detail = DetailPlace::kNone;
  std::optional<std::string> detail_of;  // a call path; with a place
  std::optional<ComparedAngle> angle;    // of a comparison, in place of the metric
  std::optional<bool> by_share;          // nothing: see IsDrawnByShare()
};

// What a command works on.
struct Input {
  CctPtr tree;                         // after the transforms
  CctPtr recorded;                     // before the transforms
  std::vector<DerivedMetric> derived;  // each can be computed for the tree
  Pipeline pipeline;                   // the one that was applied
  std::vector<StepOutcome> steps;      // what each step of it did
  bool lost_points = false;            // the transforms left out points of cost by input size
  bool lost_times = false;             // likewise the times of samples
  bool lost_members = false;           // likewise the statistics of members
  bool lost_types = false;             // likewise the types of receivers, arguments and results
};

// Reads the input of a command and applies the transforms it asks for, with a progress bar on a terminal, and
// a note for each of them that selects nothing. `metric` is the name of the one that conditions without a
// metric mean; empty: the first one. Errors as LoadTree and ApplyPipeline; those in the text of an option
// name it and the column.
[[nodiscard]] Result<Input> LoadInput(const InputOptions& options, const std::string& metric = {});

// The same of several files, merged into one tree before the transforms (MergeTrees). At least one.
[[nodiscard]] Result<Input> LoadMergedInput(const std::vector<std::filesystem::path>& files,
                                            const InputOptions& options, const std::string& metric = {});

// For commands that have no use for derived metrics themselves. Errors: --define where no step of --apply can
// use them either.
[[nodiscard]] Result<void> CheckDefinesAreUsed(const InputOptions& options);

// The notes for what Input says was lost, and what prints those that are set.
inline constexpr std::string_view kLostPoints =
    "the transforms left out all costs by input size: contexts that become others have none";
inline constexpr std::string_view kLostTimes =
    "the times of samples were left out: trees that a transform made have none";
inline constexpr std::string_view kLostMembers =
    "the statistics of members were left out: trees that a transform made have none";
inline constexpr std::string_view kLostTypes =
    "the transforms left out all types of receivers, arguments and results: contexts that become others have "
    "none";
void NoteLosses(const Input& input);

// The function of a name; kNoFunction without a name. Errors: the profile has none.
[[nodiscard]] Result<FunctionId> FunctionNamed(const Cct& tree, const FunctionIndex& functions,
                                               const std::string& name);
// Of a profile without costs by input size, or without those of `self`: that a command needs them.
[[nodiscard]] tl::unexpected<Error> RefuseWithoutPoints(const std::filesystem::path& file, const Cct& tree,
                                                        bool self);

// What a command looks at where no root was asked for: what a viewer opens at, or everything.
enum class DefaultRoot : uint8_t { kNatural, kWholeTree };

// Prints a note where a part of the tree's costs is an estimate, of `metric` or of another one. For commands
// that print costs and no report.
void NoteEstimate(const Cct& tree, MetricIndex metric = 0);

// Whether a command tells an estimate before all else, or with the rest of the report.
enum class TellsEstimate : uint8_t { kFirst, kInReport };

// The same as LoadInput with a view of it. Errors also where metric or root do not exist.
struct InputView {
  Input input;
  ViewSpec view;
  [[nodiscard]] const Cct& tree() const { return *input.tree; }
  // The view root as a run.
  [[nodiscard]] ContextRange roots() const { return {view.root.context, view.root.context + 1}; }
};
[[nodiscard]] Result<InputView> LoadInputView(const InputOptions& options, const ViewOptions& view,
                                              DefaultRoot default_root = DefaultRoot::kNatural,
                                              TellsEstimate tells_estimate = TellsEstimate::kFirst);

// A note about words of a query that seem meant for a field that the language does not have: "module:libc" is
// looked for in names as it stands. With `found_nothing` it also tells of words that are nearly conditions,
// and of prefixes that no field resembles. Nothing where there are no such words.
[[nodiscard]] std::optional<std::string> UnknownFieldNote(const Query& query, bool found_nothing);

// Prints that note, if there is one.
void NoteUnknownFields(const Query& query, bool found_nothing = false);

}  // namespace ringscope
