#include <algorithm>
#include <array>
#include <cmath>

#include "app/cli/commands/group_rows.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/syntax.h"
#include "app/cli/tree_info.h"
#include "app/core/display_text.h"
#include "app/report/report.h"
#include "app/views/summary/summary.h"
#include "cct/base/text/number_text.h"
#include "cct/names/shown_name.h"
#include "cct/table/summary.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::summary {
namespace {

using Align = TextTable::Align;

struct Subject {
  const InputView& view;
  MetricIndex leading = 0;
  std::optional<MetricIndex> measured;  // the leading metric with the recorder's cost, if it is another one
  ProfileSummary found;
  [[nodiscard]] const Cct& tree() const { return view.tree(); }
  [[nodiscard]] const Metric& metric() const { return tree().metrics()[leading]; }
  [[nodiscard]] uint64_t total() const { return found.totals[leading]; }
  [[nodiscard]] std::string Value(uint64_t raw) const {
    return ValueColumn(total(), metric().unit, metric().scale).Text(raw);
  }
  [[nodiscard]] std::string Measured(uint64_t raw) const {
    if (!measured) return {};
    const Metric& its = tree().metrics()[*measured];
    return ValueColumn(found.totals[*measured], its.unit, its.scale).Text(raw);
  }
};

Result<ProfileSummary> Find(const Subject& summary, const ProfileOptions& options) {
  const InputView& view = summary.view;
  const Cct& tree = view.tree();
  SummaryRequest request;
  request.root = view.view.root.context;
  request.metric = summary.leading;
  request.beside = summary.measured;
  if (options.limit) request.function_rows = request.other_rows = *options.limit;
  request.self_in_first_ring = SelfIsInFirstRing(view);
  WatchedJob job("adding up");
  job.total_units = kSummaryPasses * tree.context_count();
  return Summarize(tree, FunctionIndex(tree.frames()), request, &job);
}

// A line that begins with two blanks, cut to the width of the terminal.
std::string FitLine(const std::string& text, std::optional<size_t> width) {
  return "  " + (width ? CutToWidth(text, *width - std::min<size_t>(*width, 2)) : text) + "\n";
}

// A bar of blocks, the last of them in eighths; the largest value has kBlocks of them.
std::string BarText(uint64_t value, uint64_t largest) {
  constexpr size_t kBlocks = 20;
  constexpr std::array<std::string_view, 8> kEighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const double share = static_cast<double>(value) / static_cast<double>(largest);
  const auto eighths = std::max(static_cast<size_t>(std::llround(share * 8 * kBlocks)), size_t{1});
  std::string text;
  for (size_t k = 0; k < eighths / 8; ++k) text += "█";
  return text += kEighths[eighths % 8];
}

void PrintTotals(const Subject& summary, const ProfileOptions& options, Output& out) {
  const Cct& tree = summary.tree();
  const ImportReport& report = tree.report();
  const bool whole = summary.view.view.root.context == kRootContext;
  out.Print("{}{}: {} in {}, {}, from {} ({})\n", options.input.file.string(),
            whole ? std::string() : fmt::format(", below '{}'", *options.view.root),
            CountedText(summary.found.contexts, "context"), CountedText(summary.found.layers, "layer"),
            CountedText(summary.found.functions.count, "function"), report.format,
            CountedText(report.record_count, "record"));
  TextTable totals({{"", Align::kLeft}, {""}, {"", Align::kLeft}});
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    const Metric& metric = tree.metrics()[m];
    const uint64_t total = summary.found.totals[m];
    const bool is_asked = m == summary.leading && tree.metric_count() > 1;
    totals.AddRow({"  " + DisplayText(metric.name, 40), ValueText(total, metric.unit, metric.scale),
                   (whole ? "in all" : ShareText(total, tree.Total(m)) + " of the profile") +
                       SumOfRunsText(summary.view.input.tree, m) + (is_asked ? ", broken down below" : "")});
  }
  out.Write(totals.Text());
}

// Skips lists of one row, which repeat their neighbours, except the list of functions.
void PrintLists(const Subject& summary, Output& out) {
  const Cct& tree = summary.tree();
  const bool with_modules = summary.found.modules.count > 1;
  std::vector<TextTable::Column> columns{{""}, {""}};
  if (summary.measured) columns.push_back({""});
  columns.insert(columns.end(), {{"", Align::kLeft, 1}, {"", Align::kLeft}});
  TextTable text(std::move(columns));
  const auto add_row = [&](std::vector<std::string> cells, std::string its_measured) {
    if (summary.measured) cells.insert(cells.begin() + 2, std::move(its_measured));
    text.AddRow(std::move(cells));
  };
  for (const GroupList& list : GroupListsOf(summary.found)) {
    const TopGroups& top = list.top;
    if (top.count < (list.of_functions ? 1 : 2)) continue;
    text.AddRow({});
    add_row({"self", "share", "", list.count}, "measured");
    for (const SummaryRow& row : top.rows) {
      const bool with_module = list.of_functions && with_modules;
      const Frame frame = tree.frames()[row.frame];
      std::string name = GroupText(row.name, with_module ? frame.module : std::string_view{});
      if (row.shares_name) name = WithTellingPlace(std::move(name), frame, with_module);
      add_row({summary.Value(row.self), ShareText(row.self, summary.total()),
               BarText(row.self, top.rows[0].self), std::move(name)},
              summary.Measured(row.beside));
    }
    if (const uint64_t others = top.count - top.rows.size(); others != 0) {
      add_row({summary.Value(top.other_self), ShareText(top.other_self, summary.total()), "",
               top.rows.empty() ? "all of them" : fmt::format("... and {} more", CountText(others))},
              "");
    }
    if (top.outside != 0)
      add_row(
          {summary.Value(top.outside), ShareText(top.outside, summary.total()), "", "outside of functions"},
          "");
  }
  const std::optional<size_t> width = out.width();
  const bool has_bars = !summary.found.functions.rows.empty();
  const uint32_t rank = !has_bars ? 0 : width ? text.FittingRank(*width) : 1;
  if (width) text.CutLastColumn(*width, rank);
  out.Write(text.Text(rank));
}

// Prints both ends of the deepest stack.
void PrintDeepestStack(const Subject& summary, Output& out) {
  constexpr size_t kOutermost = 2, kInnermost = 3;
  const Cct& tree = summary.tree();
  if (summary.found.deepest == kNoContext) return;
  const std::vector<ContextId> path = tree.PathTo(summary.found.deepest);
  if (path.empty()) return;
  out.Print("\ndeepest stack: {}\n", CountedText(path.size(), "layer"));
  for (size_t k = 0; k < path.size(); ++k) {
    if (k == kOutermost && path.size() > kOutermost + kInnermost + 1) {
      k = path.size() - kInnermost;
      out.Print("  ... {} more\n", CountText(k - kOutermost));
    }
    out.Write(FitLine(GroupText(NameOrUnknown(tree.FrameAt(path[k]).name)), out.width()));
  }
}

void PrintRecursion(const Subject& summary, Output& out) {
  const RecursionSummary& recursion = summary.found.recursion;
  if (recursion.contexts == 0) {
    if (summary.found.contexts != 0) out.Write("\nrecursion: none\n");
    return;
  }
  out.Print("\nrecursion: {}, {} of {} in recursive calls\n", CountedText(recursion.functions, "function"),
            ShareText(recursion.inclusive, summary.total()), DisplayText(summary.metric().name, 40));
  const Frame frame = summary.tree().FrameAt(recursion.deepest);
  out.Write(FitLine(
      fmt::format("{} times on one stack: {}", CountText(recursion.most_times), GroupText(frame.name)),
      out.width()));
}

void PrintText(const Subject& summary, const ProfileOptions& options, Output& out) {
  PrintTotals(summary, options, out);
  PrintLists(summary, out);
  PrintDeepestStack(summary, out);
  PrintRecursion(summary, out);
  Report import;
  AddImportReport(summary.tree(), import, "\nimport:\n");
  out.Write(ReportText(import, {}));
}

ReportValue ListValue(const Subject& summary, const GroupList& list) {
  const uint64_t scale = summary.metric().scale;
  ReportValue::Array rows;
  for (const SummaryRow& row : list.top.rows) {
    ReportValue::Object members{{"name", row.name}};
    if (list.of_functions) members.push_back({"module", summary.tree().frames()[row.frame].module});
    members.push_back({"self", ExactDecimal{row.self, scale}});
    if (summary.measured) {
      const uint64_t its_scale = summary.tree().metrics()[*summary.measured].scale;
      members.push_back({"measured", ExactDecimal{row.beside, its_scale}});
    }
    members.push_back({"inclusive", ExactDecimal{row.inclusive, scale}});
    members.push_back({"contexts", row.contexts});
    rows.emplace_back(std::move(members));
  }
  ReportValue::Object members{{"count", list.top.count}};
  if (list.key == "threads") members.push_back({"processes", list.top.process_count});
  members.push_back({"rows", std::move(rows)});
  members.push_back({"other_self", ExactDecimal{list.top.other_self, scale}});
  if (list.of_functions) members.push_back({"outside", ExactDecimal{list.top.outside, scale}});
  return members;
}

Report FieldsOf(const Subject& summary) {
  const Cct& tree = summary.tree();
  const ProfileSummary& found = summary.found;
  Report report;
  report.Field("format", tree.report().format);
  report.Field("root", PathValue(tree, summary.view.view.root.context));
  report.Field("nodes", found.contexts);
  report.Field("layers", found.layers);
  AddMetrics(tree, summary.view.roots(), report);
  report.Field("metric", summary.metric().name);
  for (const GroupList& list : GroupListsOf(found))
    report.Field(std::string(list.key), ListValue(summary, list));
  const size_t layers = found.deepest == kNoContext ? 0 : tree.PathTo(found.deepest).size();
  report.Field("deepest_stack",
               ReportValue::Object{{"layers", layers}, {"path", PathValue(tree, found.deepest)}});
  const RecursionSummary& recursion = found.recursion;
  report.Field("recursion",
               ReportValue::Object{{"functions", recursion.functions},
                                   {"contexts", recursion.contexts},
                                   {"inclusive", ExactDecimal{recursion.inclusive, summary.metric().scale}},
                                   {"most_times", recursion.most_times},
                                   {"path", PathValue(tree, recursion.deepest)}});
  AddImportReport(tree, report);
  return report;
}

Result<int> RunSummary(const ProfileOptions& options) {
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  InputOptions input = options.input;
  input.prints_report = !options.as_json();
  input.has_report = true;
  RINGSCOPE_ASSIGN(const InputView view,
                   LoadInputView(input, options.view, DefaultRoot::kWholeTree, TellsEstimate::kInReport));
  Subject summary{.view = view, .leading = view.view.metric};
  summary.measured = MeasuredMetric(view.tree(), summary.leading);
  RINGSCOPE_ASSIGN(summary.found, About(options.input.file, Find(summary, options)));
  if (options.as_json()) return Deliver(FieldsOf(summary), ReportFormat::kJson);
  Output out(options.format);
  PrintText(summary, options, out);
  return out.Finish();
}

}  // namespace
}  // namespace ringscope::summary

void ringscope::AddSummary(CommandTable& commands) {
  const auto [command, options] = AddQuestion(
      commands, "summary", "The first things to know of a profile: totals, the dearest functions, depth",
      &summary::RunSummary);
  command->AddOption("--limit N", options->limit,
                     "Rows of each list; default: 10 functions, 5 packages, modules and threads",
                     WholeNumber(0));
  AddJsonOrMarkdown(command, options->format);
  command
      ->Example("ringscope summary run.cct", "Totals, the dearest functions and modules, the deepest stack")
      ->footer = "Bars show each cost relative to the first of its list.";
}
