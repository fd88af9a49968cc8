#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/load.h"
#include "app/cli/output.h"
#include "cct/compare/tree_comparison.h"

namespace ringscope {

using Files = std::vector<std::filesystem::path>;

// Why so many files, or these, are not compared: they are more than kMaxExecutions, or the standard input
// twice. Nothing: they are. Reads none of them.
[[nodiscard]] std::optional<std::string> ComparedFilesProblem(std::string_view command, const Files& all);

// The rules of a file; the built-in ones without a file.
[[nodiscard]] OrLine<NameRules> ReadRules(const std::filesystem::path& file);

// What was read as an execution, which has the name of its file, or all of its path where `all` has another
// file of this name.
[[nodiscard]] CompareInput ExecutionOf(CctPtr tree, const std::filesystem::path& file, const Files& all);

// The executions of one side, each read as `options` say of a file. `metric` is the one of the comparison;
// empty: the first one.
[[nodiscard]] OrLine<std::vector<CompareInput>> LoadSide(const Files& files, InputOptions options,
                                                         const std::string& metric, const Files& all);

}  // namespace ringscope
