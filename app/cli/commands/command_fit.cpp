#include <fmt/format.h>

#include <cmath>
#include <map>
#include <utility>

#include "app/cli/commands/commands.h"
#include "app/cli/job_watch.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/text_table.h"
#include "app/core/display_text.h"
#include "cct/base/text/json_writer.h"
#include "cct/base/text/number_text.h"
#include "cct/inputs/function_fits.h"

namespace ringscope {
namespace {

constexpr size_t kNameWidth = 60;

struct Fits {
  const FitOptions& options;
  const Cct& tree;
  PointFields fields;
  std::vector<FunctionFit> rows;
  size_t left_out = 0;  // by --limit
  uint64_t cost = 0;    // of all functions' points together
  // Of a comparison, whose rows are those after: what was before, by frame.
  bool is_compared = false;
  std::map<FrameId, FunctionFit> before;

  // A computed cost, which may be below 0 or beyond what can be counted.
  [[nodiscard]] std::string Cost(double value) const {
    if (value >= 0 && value < 9e18)
      return ValueText(static_cast<uint64_t>(std::llround(value)), fields.cost_unit(), 1);
    return fmt::format("{:.3g}", value);
  }
};

void PrintFits(const Fits& fits, Output& out) {
  std::vector<TextTable::Column> titles{{"cost"}, {"calls"}, {"sizes"}, {"largest"}, {"a"},
                                        {"b"},    {"c"},     {"R^2"},   {"class"}};
  if (fits.is_compared)
    for (const char* const title : {"c before", "R^2 before", "class before"}) titles.push_back({title});
  if (fits.options.at) titles.push_back({fmt::format("at n = {:g}", *fits.options.at)});
  titles.push_back({"function", TextTable::Align::kLeft});
  TextTable text(std::move(titles));
  for (const FunctionFit& fit : fits.rows) {
    const auto power = [&](auto member, const char* format) {
      return fit.power ? fmt::format(fmt::runtime(format), (*fit.power).*member) : std::string("-");
    };
    std::vector<std::string> cells{ValueText(fit.cost, fits.fields.cost_unit(), 1),
                                   CountText(fit.calls),
                                   CountText(fit.sizes),
                                   CountText(fit.largest_size),
                                   power(&PowerFit::a, "{:.4g}"),
                                   power(&PowerFit::b, "{:.4g}"),
                                   power(&PowerFit::c, "{:.3f}"),
                                   power(&PowerFit::r_squared, "{:.3f}"),
                                   GrowthText(fit)};
    if (fits.is_compared) {
      const auto before = fits.before.find(fit.frame);
      const bool is_known = before != fits.before.end();
      const bool has_power = is_known && before->second.power;
      cells.push_back(has_power ? fmt::format("{:.3f}", before->second.power->c) : "-");
      cells.push_back(has_power ? fmt::format("{:.3f}", before->second.power->r_squared) : "-");
      cells.push_back(is_known ? GrowthText(before->second) : "-");
    }
    // Of one size nothing can be said of others.
    if (fits.options.at) cells.push_back(fit.sizes > 1 ? fits.Cost(fit.growth.At(*fits.options.at)) : "-");
    cells.push_back(DisplayText(fits.tree.frames().name(fit.frame), kNameWidth));
    text.AddRow(std::move(cells));
  }
  out.Print("{} with costs by input size ({}), those first whose worst case a + b n^c grows the fastest\n",
            CountedText(fits.rows.size() + fits.left_out, "function"), fits.fields.size_unit());
  if (fits.is_compared) out.Print("Rows are of the side after; what was before stands beside them\n");
  out.Write(text.Text());
  if (fits.left_out > 0) out.Print("... and {} more\n", CountText(fits.left_out));
}

void WriteGrowth(const FunctionFit& fit, JsonWriter& json) {
  if (fit.power) {
    json.Key("a").Number(fit.power->a);
    json.Key("b").Number(fit.power->b);
    json.Key("c").Number(fit.power->c);
    json.Key("c_error").Number(fit.power->c_error);
    json.Key("r_squared").Number(fit.power->r_squared);
  }
  json.Key("class").String(WordOf(kGrowthClassWords, fit.growth.growth));
  json.Key("is_decided").Bool(fit.growth.is_decided);
  json.Key("class_error").Number(fit.growth.error);
}

void WriteFits(const Fits& fits, Output& out) {
  JsonWriter json = out.Json();
  json.BeginArray();
  for (const FunctionFit& fit : fits.rows) {
    const Frame frame = fits.tree.frames()[fit.frame];
    json.BeginObject();
    json.Key("name").String(frame.name);
    json.Key("module").String(frame.module);
    json.Key("cost").Number(fit.cost);
    json.Key("calls").Number(fit.calls);
    json.Key("sizes").Number(fit.sizes);
    json.Key("largest_size").Number(fit.largest_size);
    WriteGrowth(fit, json);
    if (fits.options.at && fit.sizes > 1) json.Key("at").Number(fit.growth.At(*fits.options.at));
    if (fits.is_compared) json.Key("side").String("after");
    if (const auto before = fits.before.find(fit.frame); before != fits.before.end()) {
      json.Key("before").BeginObject();
      json.Key("sizes").Number(before->second.sizes);
      json.Key("largest_size").Number(before->second.largest_size);
      WriteGrowth(before->second, json);
      json.EndObject();
    }
    json.EndObject();
  }
  json.EndArray().Finish();
}

}  // namespace

int RunFit(const FitOptions& options) {
  if (const auto problem = UnusedDefineProblem(options.input)) return ReportError(*problem);
  const OrLine<Input> input = LoadInput(options.input);
  if (!input) return ReportError(input.error());
  TellLosses(*input);
  const Cct& tree = *input->tree;
  const PointFields fields(tree, options.self ? PointCost::kSelf : PointCost::kInclusive,
                           LastSideOfPoints(tree));
  if (!fields.exist()) {
    return ReportError(fmt::format(
        "{}: expected costs by input size{}, found none: reports of aprof have them, and what `python3 -m "
        "ringscope_record "
        "--sizes` records",
        options.input.file.string(), options.self && tree.point_count() > 0 ? " without callees" : ""));
  }
  JobControl job;
  Result<std::vector<FunctionFit>> found = [&] {
    const JobWatch watch(job, "fitting");
    return FitFunctions(tree, fields, &job);
  }();
  if (!found) return ReportError(options.input.file, found.error());
  if (!options.filter.empty()) {
    const Result<FitFilter> filter = ParseFitFilter(options.filter);
    if (!filter)
      return ReportError(
          fmt::format("--filter: column {}: {}", filter.error().column.value_or(1), filter.error().message));
    const Result<FitShares> shares = SharesOf(tree, *found, &job);
    if (!shares) return ReportError(options.input.file, shares.error());
    std::vector<FunctionFit> passed;
    for (size_t k = 0; k < found->size(); ++k) {
      const Frame frame = tree.frames()[(*found)[k].frame];
      if (Matches(*filter, {&(*found)[k], frame.name, frame.module, shares->self_costs[k]}, shares->totals))
        passed.push_back((*found)[k]);
    }
    *found = std::move(passed);
  }
  Fits fits{options, tree, fields, std::move(*found)};
  fits.is_compared = HavePointsSides(tree);
  if (options.limit && *options.limit < fits.rows.size()) {
    fits.left_out = fits.rows.size() - *options.limit;
    fits.rows.resize(*options.limit);
  }
  if (fits.is_compared) {
    const PointFields before(tree, options.self ? PointCost::kSelf : PointCost::kInclusive, Side::kBefore);
    const Result<std::vector<FunctionFit>> all = FitFunctions(tree, before, &job);
    if (!all) return ReportError(options.input.file, all.error());
    for (const FunctionFit& fit : *all) fits.before.emplace(fit.frame, fit);
  }
  Output out;
  if (options.json)
    WriteFits(fits, out);
  else
    PrintFits(fits, out);
  return out.Finish();
}

}  // namespace ringscope
