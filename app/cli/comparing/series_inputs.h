#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/commands/commands.h"
#include "app/cli/comparing/compared_inputs.h"
#include "app/cli/output.h"
#include "cct/compare/series.h"

namespace ringscope {

// What a series is made of.
struct SeriesInputs {
  Files files;                     // two or more, or one that holds executions
  InputOptions input;              // but for the file: of each
  std::vector<std::string> names;  // of the executions; empty: those of the files
  std::string name_by;             // the attribute that names them instead; empty: none
  std::filesystem::path rules;     // empty: the built-in ones
  std::string metric;              // empty: the first one
};

// Reads the executions and joins them, or takes those that the only file has. .cct files stay mapped while
// they are read, others are held until they are joined. Their number is checked before anything is read.
// Executions of one name are told apart: "v1", "v1 (2)". `command` is what messages begin with.
[[nodiscard]] Result<Series> LoadSeries(std::string_view command, const SeriesInputs& inputs);

}  // namespace ringscope
