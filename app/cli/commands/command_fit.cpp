#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "app/cli/commands/group_rows.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/syntax.h"
#include "app/core/display_text.h"
#include "cct/base/text/number_text.h"
#include "cct/inputs/fit_filter.h"
#include "cct/inputs/function_fits.h"

namespace ringscope {
namespace {

// The order of the rows: the largest value first, rows without a value last.
enum class FitSort : uint8_t {
  kExponent,
  kChange,  // of a comparison: the exponent after minus the exponent before
  kCost,
};
inline constexpr auto kFitSortWords = WordsInOrder<FitSort, 3>("c, change, cost");

struct FitOptions : ProfileOptions {
  FitSort sort = FitSort::kExponent;
  bool self = false;         // costs without callees
  std::optional<double> at;  // also the cost of a call with an input of this size
  std::string filter;        // as ParseFitFilter() reads it
};

constexpr size_t kNameWidth = 60;

struct Fits {
  const FitOptions& options;
  const Cct& tree;
  PointFields fields;
  std::vector<FunctionFit> rows;
  size_t left_out = 0;  // by --limit
  uint64_t cost = 0;    // the sum over the points of all functions
  // Of a comparison: rows are the fits after, `before` has the fits before by frame.
  bool is_compared = false;
  std::map<FrameId, FunctionFit> before;
  size_t gone = 0;  // functions in `before` that have no row

  // The fit before; null: there is none.
  [[nodiscard]] const FunctionFit* BeforeOf(const FunctionFit& fit) const {
    const auto found = before.find(fit.frame);
    return found == before.end() ? nullptr : &found->second;
  }

  // A computed cost, which may be below 0 or beyond what can be counted.
  [[nodiscard]] std::string CostText(double value) const {
    if (value >= 0 && value < 9e18)
      return ValueText(static_cast<uint64_t>(std::llround(value)), fields.cost_unit(), 1);
    return fmt::format("{:.3g}", value);
  }
};

std::string FitNumberText(const FunctionFit* fit, FitField field) {
  const std::optional<double> value = fit != nullptr ? ValueOf(field, *fit, 0) : std::nullopt;
  if (!value) return "-";
  return field == FitField::kA || field == FitField::kB ? fmt::format("{:.4g}", *value)
                                                        : fmt::format("{:.3f}", *value);
}

// The curve and the class for JSON.
ReportValue::Object GrowthValue(const FunctionFit& fit) {
  ReportValue::Object members;
  if (fit.power) {
    members = {{"a", fit.power->a},
               {"b", fit.power->b},
               {"c", fit.power->c},
               {"c_error", fit.power->c_error},
               {"r_squared", fit.power->r_squared}};
  } else if (fit.is_level) {
    members = {{"c", 0.0}};
  }
  members.push_back({"class", WordOf(kGrowthClassWords, fit.growth.growth)});
  members.push_back({"is_decided", fit.growth.is_decided});
  members.push_back({"class_error", fit.growth.error});
  return members;
}

ReportValue::Object FitValue(const Fits& fits, const FunctionFit& fit) {
  const Frame frame = fits.tree.frames()[fit.frame];
  ReportValue::Object members{{"name", frame.name}, {"module", frame.module},
                              {"cost", fit.cost},   {"calls", fit.calls},
                              {"sizes", fit.sizes}, {"largest_size", fit.largest_size}};
  const auto add = [&members](ReportValue::Object more) {
    std::move(more.begin(), more.end(), std::back_inserter(members));
  };
  add(GrowthValue(fit));
  if (fits.options.at && fit.sizes > 1) add({{"at", fit.growth.At(*fits.options.at)}});
  if (fits.is_compared) add({{"side", "after"}});
  if (const FunctionFit* const before = fits.BeforeOf(fit)) {
    ReportValue::Object side{{"sizes", before->sizes}, {"largest_size", before->largest_size}};
    const ReportValue::Object growth = GrowthValue(*before);
    side.insert(side.end(), growth.begin(), growth.end());
    add({{"before", std::move(side)}, {"c_change", ExponentChange(fit, before)}});
  }
  return members;
}

Report ReportOf(const Fits& fits) {
  ReportTable table{.rows = fits.rows.size(), .left_out = fits.left_out};
  table.object = [&](size_t row) { return FitValue(fits, fits.rows[row]); };
  const auto text = [&](std::string title, auto of) {
    table.Text({std::move(title)}, [&fits, of](size_t row) { return of(fits.rows[row]); });
  };
  const auto before = [&fits](const FunctionFit& fit) { return fits.BeforeOf(fit); };
  text("cost", [&](const FunctionFit& fit) { return ValueText(fit.cost, fits.fields.cost_unit(), 1); });
  text("calls", [](const FunctionFit& fit) { return CountText(fit.calls); });
  text("sizes", [](const FunctionFit& fit) { return CountText(fit.sizes); });
  text("largest", [](const FunctionFit& fit) { return CountText(fit.largest_size); });
  text("a", [](const FunctionFit& fit) { return FitNumberText(&fit, FitField::kA); });
  text("b", [](const FunctionFit& fit) { return FitNumberText(&fit, FitField::kB); });
  const std::string of_after = fits.is_compared ? " after" : "";
  for (const FitField field : {FitField::kC, FitField::kRSquared}) {
    const std::string name = field == FitField::kC ? "c" : "R^2";
    if (fits.is_compared)
      text(name + " before", [=](const FunctionFit& fit) { return FitNumberText(before(fit), field); });
    text(name + of_after, [=](const FunctionFit& fit) { return FitNumberText(&fit, field); });
    if (!fits.is_compared || field != FitField::kC) continue;
    text("change", [=](const FunctionFit& fit) {
      const std::optional<double> change = ExponentChange(fit, before(fit));
      return change ? fmt::format("{:+.3f}", *change) : std::string("-");
    });
  }
  if (fits.is_compared) {
    text("class before", [=](const FunctionFit& fit) {
      return before(fit) != nullptr ? GrowthText(*before(fit)) : std::string("-");
    });
  }
  text("class" + of_after, [](const FunctionFit& fit) { return GrowthText(fit); });
  if (const std::optional<double> at = fits.options.at) {
    // One size tells nothing about other sizes.
    text(fmt::format("at n = {:g}", *at), [&fits, at](const FunctionFit& fit) {
      return fit.sizes > 1 ? fits.CostText(fit.growth.At(*at)) : std::string("-");
    });
  }
  table.Text({"function", TextTable::Align::kLeft}, [&fits](size_t row) {
    return DisplayText(fits.tree.frames().name(fits.rows[row].frame), kNameWidth);
  });
  constexpr EnumWords<FitSort, 3> kOrders{
      {{"those first whose worst case a + b n^c grows the fastest", FitSort::kExponent},
       {"those first whose exponent grew the most", FitSort::kChange},
       {"those first that cost the most", FitSort::kCost}}};
  Report report;
  report.Line("{} with costs by input size ({}), {}",
              CountedText(fits.rows.size() + fits.left_out, "function"), fits.fields.size_unit(),
              WordOf(kOrders, fits.options.sort));
  if (fits.is_compared) {
    report.Line("Costs, a and b are of the side after" +
                (fits.gone == 0 ? "" : fmt::format("; {} more had such costs before", CountText(fits.gone))));
  }
  if (!fits.options.self) {
    report.Line("Costs are inclusive, summed over all calls, also calls inside calls of the same function");
  }
  report.Add(std::move(table));
  return report;
}

// Keeps the rows that pass --filter. Errors: of the filter's text, of the job.
Result<void> FilterRows(JobControl& job, Fits& fits) {
  const Result<FitFilter> filter = ParseFitFilter(fits.options.filter);
  if (!filter)
    return Refuse("--filter: column {}: {}", filter.error().column.value_or(1), filter.error().message);
  if (filter->NeedsSides() && !fits.is_compared)
    return Refuse("--filter: expected a comparison for what was before or changed");
  const std::filesystem::path& file = fits.options.input.file;
  RINGSCOPE_ASSIGN(const FitShares shares,
                   About(file, SharesOf(fits.tree, fits.rows, LastSideOfPoints(fits.tree), &job)));
  std::map<FrameId, double> self_before;
  if (fits.is_compared) {
    std::vector<FunctionFit> all;
    for (const auto& [frame, fit] : fits.before) all.push_back(fit);
    RINGSCOPE_ASSIGN(const FitShares before, About(file, SharesOf(fits.tree, all, Side::kBefore, &job)));
    for (size_t k = 0; k < all.size(); ++k) self_before.emplace(all[k].frame, before.self_costs[k]);
  }
  std::vector<FunctionFit> passed;
  for (size_t k = 0; k < fits.rows.size(); ++k) {
    const FunctionFit& fit = fits.rows[k];
    const Frame frame = fits.tree.frames()[fit.frame];
    const FunctionFit* const before = fits.BeforeOf(fit);
    if (Matches(*filter,
                {&fit, frame.name, frame.module, shares.self_costs[k], before,
                 before == nullptr ? 0 : self_before[fit.frame]},
                shares.totals))
      passed.push_back(fit);
  }
  fits.rows = std::move(passed);
  return {};
}

// Equal rows keep their order: by exponent.
void SortRows(Fits& fits) {
  if (fits.options.sort == FitSort::kCost) {
    std::stable_sort(fits.rows.begin(), fits.rows.end(),
                     [](const FunctionFit& a, const FunctionFit& b) { return a.cost > b.cost; });
  } else if (fits.options.sort == FitSort::kChange) {
    const auto change_of = [&](const FunctionFit& fit) {
      return ExponentChange(fit, fits.BeforeOf(fit)).value_or(-std::numeric_limits<double>::infinity());
    };
    std::stable_sort(fits.rows.begin(), fits.rows.end(),
                     [&](const FunctionFit& a, const FunctionFit& b) { return change_of(a) > change_of(b); });
  }
}

Result<int> RunFit(const FitOptions& options) {
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  RINGSCOPE_ASSIGN(const Input input, LoadInput(options.input));
  NoteLosses(input);
  const Cct& tree = *input.tree;
  const PointFields fields(tree, options.self ? PointCost::kSelf : PointCost::kInclusive,
                           LastSideOfPoints(tree));
  if (!fields.exist()) return RefuseWithoutPoints(options.input.file, tree, options.self);
  JobControl job;
  Result<std::vector<FunctionFit>> found = [&] {
    const JobWatch watch(job, "fitting");
    return FitFunctions(tree, fields, &job);
  }();
  if (!found) return tl::unexpected(About(options.input.file, found.error()));
  Fits fits{options, tree, fields, std::move(*found)};
  fits.is_compared = HavePointsSides(tree);
  if (options.sort == FitSort::kChange && !fits.is_compared)
    return Refuse("--sort change: expected a comparison of two sides with costs by input size");
  if (fits.is_compared) {
    const PointFields before(tree, options.self ? PointCost::kSelf : PointCost::kInclusive, Side::kBefore);
    RINGSCOPE_ASSIGN(const std::vector<FunctionFit> all,
                     About(options.input.file, FitFunctions(tree, before, &job)));
    for (const FunctionFit& fit : all) fits.before.emplace(fit.frame, fit);
    fits.gone = fits.before.size();
    for (const FunctionFit& fit : fits.rows) fits.gone -= fits.before.contains(fit.frame) ? 1 : 0;
  }
  if (!options.filter.empty()) RINGSCOPE_TRY(FilterRows(job, fits));
  SortRows(fits);
  fits.left_out = LimitRows(options.limit, fits.rows);
  return Deliver(ReportOf(fits), options.format);
}

}  // namespace

void AddFit(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "fit", "How fast the cost of functions grows with their input", &RunFit);
  AddInput(command, options->input);
  command->AddFlag("--self", options->self, "Costs without callees");
  command->AddOption("--at N", options->at,
                     "Also what a call would cost with an input of size N, by its class", Number(1, 1e18));
  command->AddOption("--filter FILTER", options->filter,
                     "Only these: conditions as c>1.5 r2>0.92 sizes>10 self>1%, mod:MODULE and parts of "
                     "names; of a comparison also c_before and c_change, and so on for the other fields");
  command->AddChoice(
      "--sort", kFitSortWords, options->sort,
      "The largest first: c, the exponent; cost; or of a comparison change, the growth of the exponent");
  AddLimit(command, options->limit);
  AddJson(command, options->format);
  command->footer = "A class with ? is uncertain: a class with another growth fits as well.";
  command->Example("ringscope fit sizes.aprof --filter c>1.5",
                   "The functions that grow faster than n to the 1.5");
}

}  // namespace ringscope
