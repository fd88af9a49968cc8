#include <algorithm>
#include <utility>

#include "app/compare/compare_actions.h"
#include "app/compare/renames_model.h"
#include "app/compare/renames_run.h"
#include "app/core/apply_task.h"
#include "app/core/display_text.h"
#include "app/search/search_actions.h"
#include "cct/compare/matching/name_rules.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::apply {
namespace {

// The metric of the comparison that the view is about.
std::string ComparedMetricOf(const ViewState& view) {
  return std::string(NameOfCompared(view.tree().metrics()[view.metric]));
}

// The row of a pair, where it is offered.
std::optional<RenameRow> RowOf(const AppState& state, const RenamedPair& pair) {
  const uint64_t count = BuildRenamesModel(state).row_count;
  for (uint64_t i = 0; i < count; ++i)
    if (RenameRow row = BuildRenameRow(state, i); row.pair == pair) return row;
  return std::nullopt;
}

// The next pair that nothing was chosen for, from a row on and round; nothing where there is none.
std::optional<RenamedPair> NextPair(const AppState& state, uint64_t row) {
  const uint64_t count = BuildRenamesModel(state).row_count;
  for (uint64_t i = 1; i <= count; ++i) {
    RenameRow next = BuildRenameRow(state, (row + i) % count);
    if (next.choice.empty()) return std::move(next.pair);
  }
  return std::nullopt;
}

void ReadRulesAnew(AppState& state) {
  for (DocumentState& document : state.documents) ++document.renames.rules_serial;
}

}  // namespace

void RefreshRenames(AppState& state, Effects& effects) {
  const ViewState* view = ActiveView(state);
  for (DocumentState& document : state.documents) {
    RenamesState& renames = document.renames;
    if (renames.chosen_among != renames.task.result) {
      renames.chosen_among = renames.task.result;
      renames.chosen.clear();
    }
    const bool is_looked_at = view != nullptr && view->document == document.id && ShowsComparison(state) &&
                              DockShows(state, DockTab::kRenames);
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

void Do(AppState& state, const action::SelectRename& select, Effects& effects) {
  const std::optional<RenameRow> row = RowOf(state, select.pair);
  if (!row) return;
  FindDocument(state, ActiveView(state)->document)->renames.selected = select.pair;
  Do(state, action::SetSearchText{row->query}, effects);
}

void Do(AppState& state, const action::ChooseRename& choose, Effects& effects) {
  const std::optional<RenameRow> row = RowOf(state, choose.choice.pair);
  if (!row || !row->choice.empty()) return;
  if (state.settings.compare_rules.empty()) {
    SetNote(state, "Name a file that keeps the rules first");
    return;
  }
  DocumentState& document = *FindDocument(state, ActiveView(state)->document);
  document.renames.chosen.push_back(choose.choice);
  const JobId id = AddJob(state, {.label = "Keeping the choice", .document = document.id}).id;
  const auto kept = std::make_shared<const action::RenameKept>(
      action::RenameKept{id, document.id, choose.choice, state.settings.compare_rules, {}});
  effects.push_back(effect::StartTask{
      id, kept,
      [kept](JobControl&, const PostAction& post) {
        action::RenameKept done = *kept;
        const RenamedPair& pair = done.choice.pair;
        if (auto result = KeepRename(done.rules, pair.gone, pair.fresh, done.choice.is_accepted); !result)
          done.problem = DescribeError(result.error());
        post(done);
      },
      JobLane::kInOrder});
  // So that many pairs are gone through with one key each.
  const std::optional<uint64_t> selected = BuildRenamesModel(state).selected;
  if (!selected || document.renames.selected != choose.choice.pair) return;
  if (const std::optional<RenamedPair> next = NextPair(state, *selected))
    Do(state, action::SelectRename{*next}, effects);
}

void Do(AppState& state, const action::RenameKept& kept, Effects& effects) {
  if (!TakeJob(state, kept.job)) return;
  DocumentState* document = FindDocument(state, kept.document);
  if (!kept.problem.empty()) {
    if (document != nullptr)
      std::erase_if(document->renames.chosen,
                    [&](const RenameChoice& one) { return one.pair == kept.choice.pair; });
    state.errors.push_back({"Could not keep the choice", DisplayText(kept.problem, 2000)});
    return;
  }
  if (!kept.choice.is_accepted) {
    ReadRulesAnew(state);
  } else if (document != nullptr) {
    CompareAgain(state, *document, effects);  // in whose tree the pair is offered no more
  }
}

void Do(AppState& state, const action::SetRulesFile& set, Effects& effects) {
  if (state.settings.compare_rules == set.path) return;
  ChangeSetting(state, &Settings::compare_rules, set.path, effects);
  ReadRulesAnew(state);
  const ViewState* view = ActiveView(state);
  if (set.compares_again && view != nullptr && ShowsComparison(state))
    CompareAgain(state, *FindDocument(state, view->document), effects);
}

}  // namespace ringscope::apply
