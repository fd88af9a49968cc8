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

// Errors: files that cannot be compared, as they are more than kMaxExecutions, or the standard input twice.
// Reads none of them.
[[nodiscard]] Result<void> CheckComparedFiles(std::string_view command, const Files& all);

// The rules of a file; the built-in ones without a file.
[[nodiscard]] Result<NameRules> ReadRules(const std::filesystem::path& file);

// The name of a file, or all of its path where `all` has another file of this name.
[[nodiscard]] std::string NameAmong(const std::filesystem::path& file, const Files& all);

// What was read as an execution: what the profile says of its run; else it has the name of its file, as
// NameAmong() gives it, and the time at which the file was changed last.
[[nodiscard]] CompareInput ExecutionOf(CctPtr tree, const std::filesystem::path& file, const Files& all);

// What was read as executions: of a profile that holds several runs (a series, as `record --runs` writes it)
// each of them, named "FILE, RUN"; of all others the one.
[[nodiscard]] Result<std::vector<CompareInput>> ExecutionsOf(CctPtr tree, const std::filesystem::path& file,
                                                             const Files& all);

// Whether a profile that holds several runs counts as several executions, or as one, their sum.
enum class StoredRuns : uint8_t { kApart, kTogether };

// The executions of one side, each read as `options` say of a file. `metric` is the one of the comparison;
// empty: the first one.
[[nodiscard]] Result<std::vector<CompareInput>> LoadSide(const Files& files, InputOptions options,
                                                         const std::string& metric, const Files& all,
                                                         StoredRuns runs);

// What a series is made of.
struct SeriesInputs : ProfileOptions {
  Files files;                     // two or more, or one that holds executions
  std::vector<std::string> names;  // of the executions; empty: those of the files
  std::string name_by;             // the attribute that names them instead; empty: none
  std::filesystem::path rules;     // empty: the built-in ones
};

// Reads the executions and joins them, or takes those that the only file has. .cct files stay mapped while
// they are read, others are held until they are joined. Their number is checked before anything is read.
// Executions of one name are told apart: "v1", "v1 (2)". `command` is what messages begin with.
[[nodiscard]] Result<Series> LoadSeries(std::string_view command, const SeriesInputs& inputs);

// The options of commands that compare: what of names and contexts is the same, the rows of each list, and
// what a series is made of.
void AddMatching(CommandSyntax* command, Matching& matching, std::filesystem::path& rules);
void AddListLimit(CommandSyntax* command, std::optional<uint32_t>& limit);
void AddSeriesInputs(CommandSyntax* command, SeriesInputs& inputs);

// Which contexts of several executions a tree shows. A context also stays where one below it stays;
// one that is left out adds its cost to its caller, so totals stay as they are. A note says how much was left
// out, also in the report of the tree.
enum class TreeShape : uint8_t {
  kUnion,         // all
  kIntersection,  // those that both sides have
  kDifference,    // those that one side alone has
};
inline constexpr auto kTreeShapeWords = WordsInOrder<TreeShape, 3>("union, intersection, difference");

// O(contexts * columns). Errors: kCancelled.
[[nodiscard]] Result<void> TakeShape(TreeShape shape, TreeComparison& comparison, JobControl* job);
// Contexts that cost something in at least so many of the executions.
[[nodiscard]] Result<void> TakeAtLeast(uint32_t least, Series& series, JobControl* job);

}  // namespace ringscope
