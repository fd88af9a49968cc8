#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/syntax.h"
#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/text/enum_words.h"
#include "cct/compare/series.h"
#include "cct/compare/tree_comparison.h"

namespace ringscope {

using Files = std::vector<std::filesystem::path>;

// Checks the number of files, and that the standard input is given once, without reading a file. Errors: more
// than kMaxExecutions files, or the standard input twice.
[[nodiscard]] Result<void> CheckComparedFiles(std::string_view command, const Files& all);

// The rules of a file; the built-in ones without a file.
[[nodiscard]] Result<NameRules> ReadRules(const std::filesystem::path& file);

// The name of a file, or its whole path if `all` has another file of this name.
[[nodiscard]] std::string NameAmong(const std::filesystem::path& file, const Files& all);

// The tree with its execution: name and time of the run if the profile has them, else the name of the file,
// as NameAmong() gives it, and the time of the file's last change.
[[nodiscard]] CompareInput ExecutionOf(CctPtr tree, const std::filesystem::path& file, const Files& all);

// The executions of a tree: a profile of several runs (a series, as `record --runs` writes it) gives each of
// them, named "FILE, RUN"; any other profile gives one.
[[nodiscard]] Result<std::vector<CompareInput>> ExecutionsOf(CctPtr tree, const std::filesystem::path& file,
                                                             const Files& all);

// Whether a profile that holds several runs counts as several executions, or as one, their sum.
enum class StoredRuns : uint8_t { kApart, kTogether };

// Reads the executions of one side, each file as `options` say. `metric` is the metric of the comparison;
// empty: the first one.
[[nodiscard]] Result<std::vector<CompareInput>> LoadSide(const Files& files, InputOptions options,
                                                         const std::string& metric, const Files& all,
                                                         StoredRuns runs);

// The executions of a series, and how they are named and joined.
struct SeriesInputs : ProfileOptions {
  Files files;                     // two or more, or one that holds executions
  std::vector<std::string> names;  // of the executions; empty: named by their files
  std::string name_by;             // the attribute that names the executions; empty: named by their files
  std::filesystem::path rules;     // empty: the built-in ones
};

// Reads the executions and joins them, or takes those of the only file. .cct files stay mapped while they are
// read, others are held until they are joined. Their number is checked before anything is read. Executions of
// one name are told apart: "v1", "v1 (2)". Messages begin with `command`.
[[nodiscard]] Result<Series> LoadSeries(std::string_view command, const SeriesInputs& inputs);

// Adds the options of commands that compare: how names and contexts are matched, the rows of each list, and
// the executions of a series.
void AddMatching(CommandSyntax* command, Matching& matching, std::filesystem::path& rules);
void AddListLimit(CommandSyntax* command, std::optional<uint32_t>& limit);
void AddSeriesInputs(CommandSyntax* command, SeriesInputs& inputs);

// The contexts that the tree of a comparison shows. A context also stays where one below it stays. A context
// that is left out adds its cost to its caller, so totals stay the same. A note tells how many were left out,
// in the comparison and in the report of its tree.
enum class TreeShape : uint8_t {
  kUnion,         // all
  kIntersection,  // those that both sides have
  kDifference,    // those that one side alone has
};
inline constexpr auto kTreeShapeWords = WordsInOrder<TreeShape, 3>("union, intersection, difference");

// O(contexts * columns). Errors: kCancelled.
[[nodiscard]] Result<void> TakeShape(TreeShape shape, TreeComparison& comparison, JobControl* job);
// Keeps the contexts that cost something in at least `least` of the executions. Errors: kCancelled.
[[nodiscard]] Result<void> TakeAtLeast(uint32_t least, Series& series, JobControl* job);

}  // namespace ringscope
