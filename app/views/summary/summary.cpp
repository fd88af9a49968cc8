#include "app/views/summary/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/core/display_text.h"
#include "app/view/command.h"
#include "app/view/difference/difference_model.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/stored_comparison.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::summary {
namespace {

// Runs on a job thread.
Result<FoundSummary> Make(const Wanted& wanted, JobControl& job) {
  job.total_units = kSummaryPasses * wanted.tree->context_count();
  SummaryRequest request;
  request.root = wanted.root;
  request.metric = wanted.metric;
  request.beside = wanted.measured;
  request.self_in_first_ring = wanted.self_place == SelfPlace::kFirstRing;
  FoundSummary found;
  RINGSCOPE_ASSIGN(static_cast<ProfileSummary&>(found),
                   Summarize(*wanted.tree, *wanted.functions, request, &job));
  const auto comparison = StoredComparison(wanted.tree);
  const ComparedMetric* const metric = comparison ? FindCompared(*comparison, wanted.metric) : nullptr;
  if (metric != nullptr) {
    RINGSCOPE_ASSIGN(found.changes, BuildFunctionChanges(*comparison, *metric, &job));
  }
  return found;
}

}  // namespace

std::optional<Wanted> Wanted::Of(const AppState&, const ViewState& view) {
  Wanted wanted{.tree = view.shown.tree,
                .functions = view.shown.functions,
                .root = view.history.current().root.context,
                .metric = view.metric,
                .self_place = SelfPlaceAfter(view.pipeline.applied)};
  if (wanted.tree == nullptr || view.metric >= wanted.tree->metric_count()) return wanted;
  wanted.measured = MeasuredMetric(*wanted.tree, view.metric);
  return wanted;
}

namespace {

constexpr std::array kCommands{
    Command{"chart.summary", "Chart", "Summary: what to know first, or back to the rings", "Shift+S",
            ToggleKind<Kind>},
};

}  // namespace

const ViewKind& Kind() {
  static constexpr ViewKind kKind{.name = "summary",
                                  .title = "Summary",
                                  .question = "What matters most, on one page?",
                                  .commands = kCommands,
                                  .refresh = RefreshAnswers<Kind, Wanted, Make>,
                                  .printed_by = "'ringscope summary'"};
  return kKind;
}

namespace {

constexpr size_t kMaxNameBytes = 512;

// The inputs of all parts of a page.
struct Source {
  const Cct& tree;
  const Wanted& wanted;
  const FoundSummary& found;
  [[nodiscard]] const Metric& metric() const { return tree.metrics()[wanted.metric]; }
  [[nodiscard]] uint64_t total() const { return found.totals[wanted.metric]; }
};

Line TextLine(std::string text) {
  Line line;
  line.text = std::move(text);
  return line;
}

Line NumberLine(const Source& source, uint64_t value) {
  Line line;
  line.value = ValueColumn(source.total(), source.metric().unit, source.metric().scale).Text(value);
  line.share = ShareText(value, source.total());
  return line;
}

std::string AboutText(const Source& source) {
  const Cct& tree = source.tree;
  const ImportReport& report = tree.report();
  std::string text = fmt::format("{} in {}, {}", CountedText(source.found.contexts, "context"),
                                 CountedText(source.found.layers, "layer"),
                                 CountedText(source.found.functions.count, "function"));
  // A tree that was not read from a file has no format.
  if (!report.format.empty()) {
    text += fmt::format("; from {} ({})", DisplayText(report.format, 80),
                        CountedText(report.record_count, "record"));
  }
  if (source.wanted.root == kRootContext) return text;
  return fmt::format("below {}: {}", ContextName(tree, source.wanted.root), text);
}

Section Totals(const Source& source) {
  Section section;
  section.title = "Totals";
  if (source.wanted.root != kRootContext) section.about = "and shares of the profile";
  if (const size_t executions = source.tree.report().executions.size(); executions > 1)
    section.about += fmt::format("{}of {} together", section.about.empty() ? "" : ", ",
                                 CountedText(executions, "execution"));
  for (MetricIndex m = 0; m < source.tree.metric_count(); ++m) {
    const Metric& metric = source.tree.metrics()[m];
    // Columns of single executions would hide the metrics that they belong to.
    if (m != source.wanted.metric && metric.role == MetricRole::kExecution) continue;
    Line line = TextLine(DisplayText(metric.name, 80));
    line.value = ValueText(source.found.totals[m], metric.unit, metric.scale);
    line.share = ShareText(source.found.totals[m], source.tree.Total(m));
    if (m == source.wanted.metric && source.tree.metric_count() > 1) line.text += ", broken down below";
    section.lines.push_back(std::move(line));
  }
  return section;
}

Section Groups(const Source& source, const GroupList& list) {
  Section section{std::string(list.title), list.count, {}};
  const TopGroups& top = list.top;
  const bool with_modules = list.of_functions && source.found.modules.count > 1;
  for (const SummaryRow& row : top.rows) {
    Line line = NumberLine(source, row.self);
    line.text = FunctionText(row.name, kMaxNameBytes);
    line.bar = static_cast<double>(row.self) / static_cast<double>(top.rows[0].self);
    const Frame frame = source.tree.frames()[row.frame];
    if (with_modules) line.module = DisplayText(frame.module, kMaxNameBytes);
    if (const std::string place = TellingPlace(frame, with_modules); row.shares_name && !place.empty())
      line.module = line.module.empty() ? place : fmt::format("{}, {}", line.module, place);
    if (source.wanted.measured) {
      const Metric& metric = source.tree.metrics()[*source.wanted.measured];
      const std::string measured = ValueText(row.beside, metric.unit, metric.scale) + " measured";
      line.module = line.module.empty() ? measured : fmt::format("{}, {}", measured, line.module);
    }
    if (list.of_functions) line.function = row.frame;
    section.lines.push_back(std::move(line));
  }
  const auto add = [&](uint64_t self, std::string text) {
    Line line = NumberLine(source, self);
    line.text = std::move(text);
    line.bar = 0;
    section.lines.push_back(std::move(line));
  };
  if (const uint64_t others = top.count - top.rows.size(); others != 0)
    add(top.other_self, top.rows.empty() ? "all of them" : fmt::format("{} more", CountText(others)));
  if (top.outside != 0) add(top.outside, "outside of functions");
  return section;
}

// A value of one side without its unit, which stands with the difference.
std::string WithoutUnit(uint64_t value, const ComparedMetric& metric) {
  std::string text = MeanRunText(value, metric);
  const std::string unit = " " + metric.metric.unit;
  if (text.ends_with(unit)) text.resize(text.size() - unit.size());
  return text;
}

// The totals of both sides of a comparison, with the difference of each metric.
Section TotalsOfSides(const Source& source, const TreeComparison& comparison) {
  Section section;
  section.title = "Before and after";
  if (source.wanted.root != kRootContext) section.about = "below the centre";
  for (const ComparedMetric& metric : comparison.metrics) {
    const ComparedValues values = ValuesOf(comparison, metric, source.wanted.root, false);
    Line line = TextLine(DisplayText(metric.metric.name, 80));
    line.whole_module = true;
    line.module = fmt::format("{} \xE2\x86\x92 {}", WithoutUnit(values.before, metric),
                              WithoutUnit(values.after, metric));
    line.value = SignedMeanRunText(values.before, values.after, metric);
    line.share = ChangeShareText(values.before, values.after);
    section.lines.push_back(std::move(line));
  }
  return section;
}

uint64_t SizeOf(const FunctionChange& change) {
  return std::max(change.self.before, change.self.after) - std::min(change.self.before, change.self.after);
}

// Functions whose self cost changed in one way, each with its difference and both sides. The bars of all
// sections have one scale.
Section Changes(const Source& source, const ComparedMetric& metric, std::string title, DifferenceKind kind,
                bool (*belongs)(const ComparedValues&)) {
  constexpr size_t kMostLines = 8;
  Section section;
  section.title = std::move(title);
  size_t count = 0;
  uint64_t largest = 1, all_before = 0, all_after = 0;
  for (const FunctionChange& change : source.found.changes) largest = std::max(largest, SizeOf(change));
  for (const FunctionChange& change : source.found.changes) {
    const uint64_t before = change.self.before, after = change.self.after;
    if (before == after || !belongs(change.self)) continue;
    all_before += before;
    all_after += after;
    if (count++ >= kMostLines) continue;
    const Frame frame = source.tree.frames()[change.frame];
    Line line = TextLine(FunctionText(frame.name, kMaxNameBytes));
    if (change.shares_name) line.place = TellingPlace(frame, false);
    line.value = SignedMeanRunText(before, after, metric);
    if (before != 0 && after != 0) line.share = ChangeShareText(before, after);
    line.bar = static_cast<double>(SizeOf(change)) / static_cast<double>(largest);
    line.change = change.is_within_noise ? DifferenceKind::kWithinNoise : kind;
    line.whole_module = true;
    line.module = fmt::format("{}{} \xE2\x86\x92 {}", change.is_within_noise ? "noise, " : "",
                              WithoutUnit(before, metric), WithoutUnit(after, metric));
    line.function = change.frame;
    section.lines.push_back(std::move(line));
  }
  section.about = count == 0 ? "none"
                             : fmt::format("{} by self, {}", CountedText(count, "function"),
                                           SignedMeanRunText(all_before, all_after, metric));
  if (count > kMostLines)
    section.lines.push_back(TextLine(fmt::format("{} more", CountText(count - kMostLines))));
  return section;
}

// Adds the totals, and a section for each kind of change: the kind with the largest change beyond noise
// first.
void AddChanges(const Source& source, const TreeComparison& comparison, const ComparedMetric& metric,
                Page& page) {
  using Values = ComparedValues;
  struct Kind {
    const char* title;
    DifferenceKind kind;
    bool (*belongs)(const Values&);
    uint64_t largest = 0;
  };
  std::array kinds{
      Kind{"Costs more", DifferenceKind::kMore,
           [](const Values& one) { return one.before != 0 && one.after > one.before; }},
      Kind{"Costs less", DifferenceKind::kLess,
           [](const Values& one) { return one.after != 0 && one.after < one.before; }},
      Kind{"New", DifferenceKind::kNew, [](const Values& one) { return one.before == 0; }},
      Kind{"Gone", DifferenceKind::kGone, [](const Values& one) { return one.after == 0; }},
  };
  for (const FunctionChange& change : source.found.changes)
    for (Kind& kind : kinds)
      if (!change.is_within_noise && kind.belongs(change.self))
        kind.largest = std::max(kind.largest, SizeOf(change));
  std::ranges::stable_sort(kinds, std::greater{}, &Kind::largest);
  page.sections.push_back(TotalsOfSides(source, comparison));
  for (const Kind& kind : kinds)
    page.sections.push_back(Changes(source, metric, kind.title, kind.kind, kind.belongs));
}

std::string ThreadsText(const TopGroups& threads) {
  const std::string processes = CountedText(threads.process_count, "process", "processes");
  if (threads.count == threads.process_count) return processes;
  const std::string text = CountedText(threads.count - threads.process_count, "thread");
  return threads.process_count == 0 ? text : text + " in " + processes;
}

// The two ends of the deepest stack.
Section DeepestStack(const Source& source) {
  constexpr size_t kOutermost = 2, kInnermost = 3;
  Section section;
  section.title = "Deepest stack";
  const std::vector<ContextId> path = source.tree.PathTo(source.found.deepest);
  section.about = CountedText(path.size(), "layer");
  for (size_t k = 0; k < path.size(); ++k) {
    if (k == kOutermost && path.size() > kOutermost + kInnermost + 1) {
      k = path.size() - kInnermost;
      section.lines.push_back(TextLine(fmt::format("... {} more", CountText(k - kOutermost))));
    }
    Line line = TextLine(ContextName(source.tree, path[k]));
    line.function = source.tree.FrameOf(path[k]);
    section.lines.push_back(std::move(line));
  }
  return section;
}

Section Recursion(const Source& source) {
  const RecursionSummary& recursion = source.found.recursion;
  Section section;
  section.title = "Recursion";
  section.about = recursion.contexts == 0 ? "none" : CountedText(recursion.functions, "function");
  if (recursion.contexts == 0) return section;
  Line cost = NumberLine(source, recursion.inclusive);
  cost.text = "in recursive calls";
  section.lines.push_back(std::move(cost));
  Line deepest = TextLine(fmt::format("{} times on one stack: {}", CountText(recursion.most_times),
                                      ContextName(source.tree, recursion.deepest)));
  deepest.function = source.tree.FrameOf(recursion.deepest);
  section.lines.push_back(std::move(deepest));
  return section;
}

// The parts of the profile that the import cut off, estimated or skipped, and its notes.
Section Import(const ImportReport& report) {
  Section section;
  section.title = "Import";
  const auto add = [&](const std::string& text) {
    section.lines.push_back(TextLine(DisplayText(text, kMaxNameBytes)));
  };
  if (report.truncated_stack_count != 0)
    add(CountedText(report.truncated_stack_count, "stack") + " with callers cut off");
  for (const EstimatedCost& cost : report.estimated) add(DescribeEstimate(cost));
  for (const RecordProblem& records : report.skipped)
    add(fmt::format("skipped {}: {}", CountText(records.count), records.reason));
  for (const RecordProblem& records : report.incomplete)
    add(fmt::format("kept {} in part: {}", CountText(records.count), records.reason));
  for (const std::string& note : report.notes) add(note);
  return section;
}

}  // namespace

std::array<GroupList, 4> GroupListsOf(const ProfileSummary& found) {
  const auto list = [](std::string_view key, std::string_view title, std::string_view one,
                       const TopGroups& top) {
    return GroupList{key, title, CountedText(top.count, one), top};
  };
  std::array<GroupList, 4> lists{list("functions", "Functions by self", "function", found.functions),
                                 list("packages", "Packages by self", "package", found.packages),
                                 list("modules", "Modules by self", "module", found.modules),
                                 GroupList{"threads", "Threads", ThreadsText(found.threads), found.threads}};
  lists[0].of_functions = true;
  return lists;
}

Page BuildPage(const AppState& state, const ViewState& view) {
  Page page;
  if (const DocumentState* document = FindDocument(state, view.document)) page.title = document->title;
  const auto summary = AnswerOf<Wanted>(state, view);
  page.about = DisplayText(WhyNothingFound(summary, "Summing up ..."));
  if (!page.about.empty()) return page;
  const FoundSummary& found = *summary->found;
  const Source source{*summary->wanted->tree, *summary->wanted, found};
  page.about = AboutText(source);
  const auto comparison = StoredComparison(summary->wanted->tree);
  const ComparedMetric* const metric =
      comparison ? FindCompared(*comparison, summary->wanted->metric) : nullptr;
  if (metric != nullptr) {
    AddChanges(source, *comparison, *metric, page);
  } else {
    page.sections.push_back(Totals(source));
  }
  for (const GroupList& list : GroupListsOf(found)) {
    // A single group repeats the totals; in a comparison groups would add up the costs of both sides.
    if (metric == nullptr && (list.of_functions || list.top.count > 1))
      page.sections.push_back(Groups(source, list));
  }
  if (found.deepest != kNoContext) {
    page.sections.push_back(DeepestStack(source));
    page.sections.push_back(Recursion(source));
  }
  Section import = Import(source.tree.report());
  if (!import.lines.empty()) page.sections.push_back(std::move(import));
  return page;
}

}  // namespace ringscope::summary
