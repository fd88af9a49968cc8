#include "app/views/summary/summary.h"

#include <array>
#include <span>

#include "app/view/command.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "cct/compare/stored_comparison.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::summary {
namespace {

// On a job thread.
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
std::span<const Command> Commands() { return kCommands; }

}  // namespace

const ViewKind& Kind() {
  static constexpr ViewKind kKind{.name = "summary",
                                  .title = "Summary",
                                  .question = "What matters most, on one page?",
                                  .commands = Commands,
                                  .refresh = RefreshAnswers<Kind, Wanted, Make>,
                                  .printed_by = "'ringscope summary'"};
  return kKind;
}

}  // namespace ringscope::summary
