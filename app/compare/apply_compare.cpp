#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "app/compare/compare_actions.h"
#include "app/compare/compare_model.h"
#include "app/compare/compare_run.h"
#include "app/core/apply_task.h"
#include "app/core/display_text.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::apply {
namespace {

// False where one of them is not there, or not whole.
bool AddInputs(const AppState& state, const std::vector<DocumentId>& documents,
               std::vector<CompareInput>& inputs) {
  for (const DocumentId id : documents) {
    const DocumentState* document = FindDocument(state, id);
    if (document == nullptr || document->reading != kNoJob) return false;
    Execution execution;
    if (document->opened.tree->report().executions.size() == 1)
      execution = document->opened.tree->report().executions.front();
    execution.name = document->title;
    inputs.push_back({document->opened.tree, std::move(execution)});
  }
  return !documents.empty();
}

// Of the tab: "old.cct vs new.cct", "old.cct + 4 vs new.cct + 4".
std::string NameOfSide(const std::vector<CompareInput>& inputs) {
  std::string name = inputs.front().execution.name;
  std::replace(name.begin(), name.end(), '/', ' ');
  if (inputs.size() > 1) name += " + " + std::to_string(inputs.size() - 1);
  return name;
}

}  // namespace

void Do(AppState& state, const action::ShowCompareDialog& show, Effects&) {
  state.compare_dialog_open = show.open && BuildCompareRows(state).size() >= 2;
}

void Do(AppState& state, const action::CompareDocuments& compare, Effects& effects) {
  auto request = std::make_shared<CompareRequest>();
  if (!AddInputs(state, compare.before, request->before) || !AddInputs(state, compare.after, request->after))
    return;
  state.compare_dialog_open = false;
  request->options.matching = compare.matching;
  request->options.by_share = compare.by_share;
  request->source = compare.source;
  const std::string name = NameOfSide(request->before) + " vs " + NameOfSide(request->after);
  const std::filesystem::path folder = FindDocument(state, compare.after.front())->path.parent_path();
  const JobId id = AddJob(state, {.kind = JobKind::kLoad,
                                  .label = "Comparing " + DisplayText(name, 120),
                                  .path = folder / name,
                                  .has_file = false})
                       .id;
  effects.push_back(effect::StartTask{
      id, request,
      [id, request](JobControl& job, const PostAction& post) { RunCompareTrees(id, *request, job, post); },
      JobLane::kByCores});
}

void BeginComparison(ViewState& view) {
  const auto sides = SidesOf(view.tree().metrics(), view.metric);
  if (!sides) return;
  view.metric = sides->after;
  view.color = ColorSpec{.mode = ColorMode::kDifference};
}

}  // namespace ringscope::apply
