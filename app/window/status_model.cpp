#include "app/window/status_model.h"

#include <fmt/format.h>

#include "app/compare/compare.h"
#include "app/core/display_text.h"
#include "app/files/recording/recording.h"
#include "app/search/search.h"
#include "app/tables/tables.h"
#include "app/view/navigation.h"
#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

std::string AmountText(const JobState& job) {
  if (job.cancelling) return job.is_recording ? "stopping" : "cancelling";
  if (job.kind == JobKind::kLoad) {
    if (job.done_units == 0) return {};
    if (job.total_units == 0) return ValueText(job.done_units, "bytes", 1);
    return fmt::format("{} of {}", ValueText(job.done_units, "bytes", 1),
                       ValueText(job.total_units, "bytes", 1));
  }
  return job.share() < 0 ? std::string() : ProgressText(job.share());
}

void DescribeVerify(const AppState& state, const DocumentState& document, StatusModel& model) {
  if (document.reading != kNoJob) {
    model.verify_badge = "partial, still reading";
    return;
  }
  if (const TreeCheck* check = document.check.answer()) {
    model.verify_badge = check->problem.empty() ? "checked" : "damaged";
    model.verify_tone = check->problem.empty() ? BadgeTone::kGood : BadgeTone::kBad;
  } else if (document.check.running()) {
    model.verify_badge = "checking";
    for (const JobState& job : state.jobs) {
      if (job.id == document.check.job && job.share() >= 0)
        model.verify_badge = "checking when idle, " + ProgressText(job.share());
    }
  }
}

// Estimates, which concern the whole tree, and the most important of the other facts.
std::string BadgeText(const ImportReport& report, std::string_view metric) {
  std::string text;
  if (const EstimatedCost* const cost = report.EstimateOf(metric); cost != nullptr) {
    text = fmt::format("estimate: {}", ShareText(cost->estimated, cost->total));
  } else if (!report.estimated.empty()) {
    text = "estimate in other metrics";
  }
  const auto add = [&](std::string part) { text += (text.empty() ? "" : ", ") + std::move(part); };
  if (const uint64_t skipped = report.skipped_count(); skipped > 0) {
    add(CountedText(skipped, "record") + " skipped");
  } else if (const uint64_t incomplete = report.incomplete_count(); incomplete > 0) {
    add(CountedText(incomplete, "record") + " incomplete");
  } else if (text.empty() && !report.notes.empty()) {
    add(CountedText(report.notes.size(), "note"));
  } else if (text.empty() && report.truncated_stack_count > 0) {
    add(CountedText(report.truncated_stack_count, "stack") + " cut off");
  }
  return text;
}

// The number of functions without that of the synthetic root, unless other frames without a name share it.
uint32_t FunctionsOfProfile(const ViewState& view) {
  const FunctionIndex& functions = view.functions();
  const FunctionId of_root = functions.FunctionOf(view.tree().FrameOf(kRootContext));
  if (of_root == kNoFunction || !view.tree().FrameAt(kRootContext).name.empty() ||
      functions.HasSeveralFrames(of_root))
    return functions.function_count();
  return functions.function_count() - 1;
}

std::vector<ReportModel::Row> RowsOf(const std::vector<RecordProblem>& problems) {
  std::vector<ReportModel::Row> rows;
  for (const RecordProblem& records : problems) {
    rows.push_back({DisplayText(records.reason, 300), CountText(records.count),
                    fmt::format("byte {}", CountText(records.first_offset_bytes))});
  }
  return rows;
}

}  // namespace

std::vector<Highlight> BuildHighlights(const AppState& state) {
  // The status bar shortens whole names better than names that are cut already.
  constexpr size_t kMostBytes = 2000;
  std::vector<Highlight> found;
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return found;
  const Cct& tree = view->tree();
  if (!view->search.empty())
    found.push_back({&ChartPalette::search_match, "search", DisplayText(view->search, kMostBytes),
                     action::SetSearchText{}});
  if (view->chosen_function && *view->chosen_function < tree.frames().size())
    found.push_back({&ChartPalette::highlight, "function",
                     FunctionText(tree.frames().name(*view->chosen_function), kMostBytes),
                     action::Select{view->selected}});
  if (view->selected < tree.context_count())
    found.push_back({&ChartPalette::outline, "selected", ContextName(tree, view->selected, kMostBytes),
                     action::Unselect{}});
  if (view->blame.contexts != nullptr) {
    found.push_back({&ChartPalette::path, "blame", "path of blame", action::Unselect{}});
    return found;
  }
  const auto& path = view->hot_path.contexts;
  if (state.settings.outline_hot_path && path != nullptr && !path->empty())
    found.push_back({&ChartPalette::path, "hot-path", "hot path", action::OutlineHotPath{false}});
  return found;
}

namespace {

void OfferComparison(const AppState& state, StatusModel& model) {
  action::CompareDocuments compare;
  std::string before;
  for (const CompareRow& row : BuildCompareRows(state)) {
    if (row.side == Side::kBefore) {
      compare.before = {row.document};
      before = row.name;
    } else if (row.side == Side::kAfter) {
      compare.after = {row.document};
    }
  }
  if (compare.before.empty() || compare.after.empty()) return;
  model.offer = "Compare with " + before;
  model.take_offer = std::move(compare);
}

}  // namespace

StatusModel BuildStatusModel(const AppState& state, std::string drawn) {
  StatusModel model;
  for (const JobState& job : state.jobs) {
    if (job.kind != JobKind::kLoad && job.kind != JobKind::kTransform) continue;
    model.jobs.push_back({job.id, job.label, job.share(), AmountText(job), !job.cancelling});
  }
  const ViewState* view = ActiveView(state);
  const DocumentState* document = ActiveDocument(state);
  if (state.note.document == (document == nullptr ? 0 : document->id)) {
    model.note = state.note.text;
    if (state.note.offers_comparison) OfferComparison(state, model);
    if (document != nullptr && document->slots.Get<RecordedFile>().note == state.note.serial) {
      model.offer = "Move";
      model.take_offer = action::ShowMoveDialog{document->id};
    }
  }
  if (view == nullptr || document == nullptr) return model;
  const Cct& tree = view->tree();
  // The synthetic root and its layer do not count as the profile's.
  model.summary = fmt::format("{}, {}, {}", CountedText(tree.context_count() - 1, "context"),
                              CountedText(tree.layer_count() - 1, "layer"),
                              CountedText(FunctionsOfProfile(*view), "function"));
  model.drawn = std::move(drawn);
  model.highlights = BuildHighlights(state);
  const ImportReport& report = document->opened.tree->report();
  model.report_badge = BadgeText(report, tree.metrics()[view->metric].name);
  const bool doubtful =
      !report.estimated.empty() || report.skipped_count() > 0 || report.incomplete_count() > 0;
  if (doubtful) model.report_tone = BadgeTone::kWarning;
  DescribeVerify(state, *document, model);
  return model;
}

ReportModel BuildReportModel(const AppState& state) {
  ReportModel model;
  const DocumentState* document = ActiveDocument(state);
  if (document == nullptr) return model;
  const ImportReport& report = document->opened.tree->report();
  model.title = document->title;
  model.format = DisplayText(report.format, 80);
  model.accepted = fmt::format("{} read from {}", CountedText(report.record_count, "record"),
                               ValueText(report.input_bytes, "bytes", 1));
  if (report.truncated_stack_count > 0) {
    model.truncated =
        CountedText(report.truncated_stack_count, "stack") + " had callers cut off by the profiler";
  }
  for (const EstimatedCost& cost : report.estimated)
    model.estimated.push_back(DisplayText(DescribeEstimate(cost), 300));
  model.skipped = RowsOf(report.skipped);
  model.incomplete = RowsOf(report.incomplete);
  for (const std::string& note : report.notes) model.notes.push_back(DisplayText(note, 600));
  return model;
}

}  // namespace ringscope
