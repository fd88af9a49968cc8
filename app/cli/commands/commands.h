#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cct/compare/columns/compared_angle.h"
#include "cct/inputs/fit_filter.h"
#include "cct/open/open_profile.h"
#include "cct/query/sets/function_index.h"
#include "cct/synth/synth.h"
#include "renderer/color/color.h"
#include "renderer/layout/view.h"

// What each command was asked to do, and the function that does it and returns the exit code. Command line
// syntax is in syntax*.cpp alone.
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
};

// Which view of the tree.
struct ViewOptions {
  std::string metric;  // empty: the primary one
  RingMode mode = RingMode::kLength;
  ChartForm form = ChartForm::kRings;
  std::optional<std::string> root;  // a call path; without one the natural view root
  std::optional<uint32_t> depth;    // layers; nothing: those that the command is for
  bool compress_chains = false;
  RingSizing rings = RingSizing::kPlain;
  std::optional<ComparedAngle> angle;  // of a comparison, in place of the metric
  std::optional<bool> by_share;        // nothing: see IsDrawnByShare()
  uint32_t width_px = 1440;
  uint32_t height_px = 900;
};

// What commands are asked about one profile. Each uses the part that it has options for.
struct ProfileOptions {
  InputOptions input;
  ViewOptions view;
  std::filesystem::path output;
  std::optional<uint32_t> limit;  // rows of a list
  bool json = false;
};
[[nodiscard]] int RunInfo(const ProfileOptions& options);
[[nodiscard]] int RunVerify(const ProfileOptions& options);
[[nodiscard]] int RunLayout(const ProfileOptions& options);
[[nodiscard]] int RunTransform(const ProfileOptions& options);
[[nodiscard]] int RunMethods(const ProfileOptions& options);
[[nodiscard]] int RunStack(const ProfileOptions& options);

struct ConvertOptions {
  std::vector<std::filesystem::path> inputs;
  InputOptions input;  // but for the file
  std::filesystem::path output;
  std::vector<std::string> attributes;  // of the execution, "name=value"
  bool classes = false;                 // look for those of native programs
};
[[nodiscard]] int RunConvert(const ConvertOptions& options);

struct DumpOptions : ProfileOptions {
  bool tsv = false;
  bool frames = false;
  bool points = false;
  bool samples = false;
};
[[nodiscard]] int RunDump(const DumpOptions& options);

struct RenderOptions : ProfileOptions {
  std::optional<Theme> theme;  // dark where neither the option nor a saved view says
  std::string color;        // as ParseColorText reads it; empty: by function, of a comparison by difference
  std::string search;       // a query whose matches light up
  bool has_caption = true;  // of pictures that are not low (kLeastCaptionedPx)
  size_t pane = 0;          // of a saved window with several, from 1; 0: all of them
};
[[nodiscard]] int RunRender(const RenderOptions& options);

struct SearchOptions : ProfileOptions {
  std::string query;
  uint32_t list = 0;  // also the so many most expensive matches
};
[[nodiscard]] int RunSearch(const SearchOptions& options);

enum class TableSort : uint8_t { kSelf, kInclusive, kContexts, kName };
enum class TableFormat : uint8_t { kText, kJson, kCsv, kTsv };
struct TableOptions : ProfileOptions {
  GroupBy by = GroupBy::kFunction;
  // At most one of these: a name or a query that selects one group.
  std::optional<std::string> callers_of, callees_of;
  std::optional<TableSort> sort;  // default: kSelf, of callers and callees kInclusive
  TableFormat format = TableFormat::kText;
  bool over_executions = false;   // a column an execution, of one metric
  bool inclusive = false;         // of these: inclusive values instead of self
  std::vector<FitField> columns;  // of functions: how their costs grow with their input
};
[[nodiscard]] int RunTable(const TableOptions& options);

// What rows of the command fit are sorted by, the largest first; those last of which nothing is known.
enum class FitSort : uint8_t {
  kExponent,
  kChange,  // of a comparison: by how much larger the exponent is after than before
  kCost,
};
inline constexpr EnumWords<FitSort, 3> kFitSortWords{
    {{"c", FitSort::kExponent}, {"change", FitSort::kChange}, {"cost", FitSort::kCost}}};

struct FitOptions : ProfileOptions {
  FitSort sort = FitSort::kExponent;
  bool self = false;         // costs without callees
  std::optional<double> at;  // also: what a call would cost with an input of this size
  std::string filter;        // as ParseFitFilter() reads it
};
[[nodiscard]] int RunFit(const FitOptions& options);

struct ExportOptions : ProfileOptions {
  std::optional<GroupBy> table;  // a table of groups instead of the tree
};
[[nodiscard]] int RunExport(const ExportOptions& options);

struct BenchOptions : ProfileOptions {
  std::vector<uint32_t> depths;
  uint32_t frames = 60;  // timed ones a row
  bool labels = true;
  bool open = false;          // also: from opening the file to the first picture
  uint32_t hover_points = 0;  // also: picking this many points
  std::string search;         // also: from a query to lit segments
};
[[nodiscard]] int RunBench(const BenchOptions& options);
// "2,5,10,...,30" -> 2 5 10 15 20 25 30: "..." goes on in the last step. Empty where that is no list of
// depths.
[[nodiscard]] std::vector<uint32_t> ParseDepths(const std::string& text);

struct SynthOptions {
  SynthSpec spec;
  std::optional<uint32_t> layers;  // none: as many as `spec` has, fewer for a small tree
  std::filesystem::path output;
};
[[nodiscard]] int RunSynth(const SynthOptions& options);

}  // namespace ringscope
