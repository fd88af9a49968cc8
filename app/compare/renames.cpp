#include <algorithm>
#include <utility>

#include "app/compare/compare.h"
#include "app/compare/renames_model.h"
#include "app/core/display_text.h"
#include "app/search/search.h"
#include "app/view/state/apply_task.h"
#include "cct/compare/matching/name_rules.h"
#include "cct/compare/stored_comparison.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::action {
namespace {

// The name of the compared metric that the view shows.
std::string ComparedMetricOf(const ViewState& view) {
  return std::string(NameOfCompared(view.tree().metrics()[view.metric]));
}

// The row of a pair; std::nullopt if the pair is not offered.
std::optional<RenameRow> RowOf(const AppState& state, const RenamedPair& pair) {
  const uint64_t count = BuildRenamesModel(state).row_count;
  for (uint64_t i = 0; i < count; ++i)
    if (RenameRow row = BuildRenameRow(state, i); row.pair == pair) return row;
  return std::nullopt;
}

// The next pair without a choice, from a row on and around; std::nullopt if all pairs have a choice.
std::optional<RenamedPair> NextPair(const AppState& state, uint64_t row) {
  const uint64_t count = BuildRenamesModel(state).row_count;
  for (uint64_t i = 1; i <= count; ++i) {
    RenameRow next = BuildRenameRow(state, (row + i) % count);
    if (next.choice.empty()) return std::move(next.pair);
  }
  return std::nullopt;
}

// Selects the next pair without a choice, so that each of many pairs takes one key.
void SelectNext(const AppState& state, DocumentState& document, const RenamedPair& chosen) {
  const std::optional<uint64_t> selected = BuildRenamesModel(state).selected;
  if (!selected || document.slots.Get<RenamesState>().selected != chosen) return;
  if (std::optional<RenamedPair> next = NextPair(state, *selected))
    document.slots.Get<RenamesState>().selected = std::move(next);
}

void ReadRulesAnew(AppState& state) {
  for (DocumentState& document : state.documents) ++document.slots.Get<RenamesState>().rules_serial;
}

}  // namespace

void RefreshRenames(AppState& state, Effects& effects) {
  const ViewState* view = ActiveView(state);
  for (DocumentState& document : state.documents) {
    RenamesState& renames = document.slots.Get<RenamesState>();
    if (renames.chosen_among != renames.task.result) {
      renames.chosen_among = renames.task.result;
      std::erase_if(renames.chosen, [](const RenameChoice& one) { return one.is_accepted || one.is_kept; });
    }
    const bool is_looked_at = view != nullptr && view->document == document.id && ShowsComparison(state);
    if (!is_looked_at) {
      renames.task.ForgetOthersThan(document.opened.tree);
      continue;
    }
    Want(state, renames.task,
         RenamesRequest{document.opened.tree, ComparedMetricOf(*view), state.settings.compare_rules,
                        renames.rules_serial},
         {.label = "Looking for renames", .document = document.id}, &RunRenames, effects);
  }
}

void Do(AppState& state, const SelectRename& select, Effects& effects) {
  const std::optional<RenameRow> row = RowOf(state, select.pair);
  if (!row) return;
  FindDocument(state, ActiveView(state)->document)->slots.Get<RenamesState>().selected = select.pair;
  Do(state, SetSearchText{row->query}, effects);
}

void Do(AppState& state, const ChooseRename& choose, Effects& effects) {
  const std::optional<RenameRow> row = RowOf(state, choose.choice.pair);
  if (!row || !row->choice.empty()) return;
  DocumentState& document = *FindDocument(state, ActiveView(state)->document);
  const RenamedPair& chosen = choose.choice.pair;
  if (!choose.choice.is_kept) {
    document.slots.Get<RenamesState>().chosen.push_back(choose.choice);
    if (choose.choice.is_accepted) {
      CompareAgain(state, document, effects,
                   [&](CompareRequest& request) { request.joined.emplace_back(chosen.gone, chosen.fresh); });
    }
    SelectNext(state, document, chosen);
    return;
  }
  if (state.settings.compare_rules.empty()) {
    SetNote(state, "Name a file that keeps the rules first");
    return;
  }
  document.slots.Get<RenamesState>().chosen.push_back(choose.choice);
  StartJob(
      state, {.label = "Keeping the choice", .document = document.id}, JobLane::kInOrder,
      std::make_shared<const RenameKept>(
          RenameKept{kNoJob, document.id, choose.choice, state.settings.compare_rules, {}}),
      [](JobId id, const RenameKept& kept, JobControl&, const PostAction& post) {
        RenameKept done = kept;
        done.job = id;
        const RenamedPair& pair = done.choice.pair;
        if (auto result = KeepRename(done.rules, pair.gone, pair.fresh, done.choice.is_accepted); !result)
          done.problem = DescribeError(result.error());
        post(done);
      },
      effects);
  SelectNext(state, document, chosen);
}

void Do(AppState& state, ViewState& view, const UndoRename& undo, Effects& effects) {
  if (!ShowsComparison(state)) return;
  CompareAgain(state, *FindDocument(state, view.document), effects, [&](CompareRequest& request) {
    std::erase(request.joined, std::pair(undo.pair.gone, undo.pair.fresh));
  });
}

void Do(AppState& state, const RenameKept& kept, Effects& effects) {
  if (!TakeJob(state, kept.job)) return;
  DocumentState* document = FindDocument(state, kept.document);
  if (!kept.problem.empty()) {
    if (document != nullptr)
      std::erase_if(document->slots.Get<RenamesState>().chosen,
                    [&](const RenameChoice& one) { return one.pair == kept.choice.pair; });
    state.errors.push_back({"Could not keep the choice", DisplayText(kept.problem, 2000)});
    return;
  }
  if (!kept.choice.is_accepted) {
    ReadRulesAnew(state);
  } else if (document != nullptr) {
    CompareAgain(state, *document, effects);  // its tree does not offer the pair
  }
}

void Do(AppState& state, const SetRulesFile& set, Effects& effects) {
  if (state.settings.compare_rules == set.path) return;
  ChangeSetting(state, &Settings::compare_rules, set.path, effects);
  ReadRulesAnew(state);
  const ViewState* view = ActiveView(state);
  if (set.compares_again && view != nullptr && ShowsComparison(state))
    CompareAgain(state, *FindDocument(state, view->document), effects);
}

}  // namespace ringscope::action

namespace ringscope {
namespace {

Result<FoundRenames> Find(const RenamesRequest& request, JobControl& job) {
  FoundRenames found;
  found.request = request;
  std::optional<TreeComparison> comparison = StoredComparison(request.tree);
  if (!comparison) return Fail(ErrorCode::kInvalidArgument, "expected a comparison");
  const auto metric = std::ranges::find_if(
      comparison->metrics, [&](const ComparedMetric& one) { return one.metric.name == request.metric; });
  found.metric = metric == comparison->metrics.end() ? comparison->metrics.front() : *metric;
  RINGSCOPE_ASSIGN(const NameRules rules, ReadRulesFile(request.rules));
  RINGSCOPE_ASSIGN(comparison->kinds, FindKinds(*comparison, &job));
  RINGSCOPE_ASSIGN(const std::vector<RenameCandidate> candidates,
                   FindRenames(*comparison, found.metric, rules, &job));
  for (const RenameCandidate& one : candidates)
    found.offered.push_back({one, RecoveredShare(*comparison, found.metric, one)});
  return found;
}

}  // namespace

std::shared_ptr<const FoundRenames> RunRenames(const RenamesRequest& request, JobControl& job) {
  Result<FoundRenames> found = Find(request, job);
  if (found) return std::make_shared<const FoundRenames>(std::move(*found));
  if (found.error().code == ErrorCode::kCancelled) return nullptr;
  FoundRenames none;
  none.request = request;
  none.problem = DescribeError(found.error());
  return std::make_shared<const FoundRenames>(std::move(none));
}

}  // namespace ringscope
