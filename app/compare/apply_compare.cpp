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
std::string NameOfSide(std::string name, size_t runs) {
  std::replace(name.begin(), name.end(), '/', ' ');
  if (runs > 1) name += " + " + std::to_string(runs - 1);
  return name;
}

// What is made opens in a tab under this name; `work` is what the job does.
template <typename Request>
void StartComparing(AppState& state, std::shared_ptr<const Request> request,
                    void (*work)(JobId, const Request&, JobControl&, const PostAction&), const std::string& name,
                    const std::filesystem::path& folder, Effects& effects) {
  const JobId id = AddJob(state, {.kind = JobKind::kLoad,
                                  .label = "Comparing " + DisplayText(name, 120),
                                  .path = folder / name,
                                  .has_file = false})
                       .id;
  effects.push_back(effect::StartTask{
      id, request, [id, request, work](JobControl& job, const PostAction& post) { work(id, *request, job, post); },
      JobLane::kByCores});
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
  const std::string name = NameOfSide(request->before.front().execution.name, request->before.size()) + " vs " +
                           NameOfSide(request->after.front().execution.name, request->after.size());
  StartComparing<CompareRequest>(state, request, RunCompareTrees, name,
                                 FindDocument(state, compare.after.front())->path.parent_path(), effects);
}

void Do(AppState& state, const action::CompareExecutions& compare, Effects& effects) {
  const DocumentState* document = FindDocument(state, compare.document);
  if (document == nullptr || compare.tree == nullptr || compare.before.empty() || compare.after.empty()) return;
  const std::vector<Execution>& executions = compare.tree->report().executions;
  for (const auto* side : {&compare.before, &compare.after}) {
    if (std::any_of(side->begin(), side->end(), [&](size_t execution) { return execution >= executions.size(); }))
      return;
  }
  const std::string name = NameOfSide(executions[compare.before.front()].name, compare.before.size()) + " vs " +
                           NameOfSide(executions[compare.after.front()].name, compare.after.size());
  StartComparing<CompareExecutionsRequest>(
      state, std::make_shared<const CompareExecutionsRequest>(
                 CompareExecutionsRequest{compare.tree, compare.before, compare.after}),
      RunCompareExecutions, name, document->path.parent_path(), effects);
}

void BeginComparison(ViewState& view) {
  const auto sides = SidesOf(view.tree().metrics(), view.metric);
  if (!sides) return;
  view.metric = sides->after;
  view.color = ColorSpec{.mode = ColorMode::kDifference};
}

}  // namespace ringscope::apply
