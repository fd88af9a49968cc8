#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "app/compare/compare_actions.h"
#include "app/compare/compare_run.h"
#include "app/core/display_text.h"
#include "app/files/documents.h"
#include "app/view/difference/compare_model.h"
#include "app/view/difference/compare_request.h"
#include "app/view/state/apply_task.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::action {
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

std::string NameOf(const std::vector<CompareInput>& before, const std::vector<CompareInput>& after) {
  return NameOfSide(before.front().execution.name, before.size()) + " vs " +
         NameOfSide(after.front().execution.name, after.size());
}

// What is made opens in a tab under this name, or takes the place of what is shown there.
void StartComparing(AppState& state, CompareRequest made, const std::filesystem::path& path,
                    Effects& effects) {
  made.rules = state.settings.compare_rules;
  const auto request = std::make_shared<const CompareRequest>(std::move(made));
  const JobId id = AddJob(state, {.kind = JobKind::kLoad,
                                  .label = "Comparing " + DisplayText(path.filename().string(), 120),
                                  .path = path,
                                  .has_file = false,
                                  .compared = request,
                                  .failed = &LoadFailed})
                       .id;
  effects.push_back(effect::StartTask{
      id, request,
      [id, request](JobControl& job, const PostAction& post) { RunCompare(id, *request, job, post); },
      JobLane::kByCores});
}

// All executions of a comparison, by their sides.
CompareRequest WithItsExecutions(const CctPtr& tree) {
  CompareRequest request;
  request.executions_of = tree;
  const std::vector<Execution>& executions = tree->report().executions;
  for (size_t e = 0; e < executions.size(); ++e) {
    if (executions[e].side == Side::kBefore) request.executions_before.push_back(e);
    if (executions[e].side == Side::kAfter) request.executions_after.push_back(e);
  }
  return request;
}

}  // namespace

void Do(AppState& state, const ShowCompareDialog& show, Effects&) {
  state.compare_dialog_open = show.open && BuildCompareRows(state).size() >= 2;
}

void Do(AppState& state, const CompareDocuments& compare, Effects& effects) {
  CompareRequest request;
  if (!AddInputs(state, compare.before, request.before) || !AddInputs(state, compare.after, request.after))
    return;
  state.compare_dialog_open = false;
  request.options.matching = compare.matching;
  request.options.by_share = compare.by_share;
  request.source = compare.source;
  const std::filesystem::path folder = FindDocument(state, compare.after.front())->path.parent_path();
  const std::string name = NameOf(request.before, request.after);
  StartComparing(state, std::move(request), folder / name, effects);
}

void Do(AppState& state, const CompareExecutions& compare, Effects& effects) {
  const DocumentState* document = FindDocument(state, compare.document);
  if (document == nullptr || compare.tree == nullptr || compare.before.empty() || compare.after.empty())
    return;
  const std::vector<Execution>& executions = compare.tree->report().executions;
  for (const auto* side : {&compare.before, &compare.after}) {
    if (std::any_of(side->begin(), side->end(),
                    [&](size_t execution) { return execution >= executions.size(); }))
      return;
  }
  const std::string name = NameOfSide(executions[compare.before.front()].name, compare.before.size()) +
                           " vs " + NameOfSide(executions[compare.after.front()].name, compare.after.size());
  CompareRequest request;
  request.executions_of = compare.tree;
  request.executions_before = compare.before;
  request.executions_after = compare.after;
  StartComparing(state, std::move(request), document->path.parent_path() / name, effects);
}

void CompareAgain(AppState& state, DocumentState& document, Effects& effects) {
  CompareRequest request =
      document.compared != nullptr ? *document.compared : WithItsExecutions(document.opened.tree);
  if (request.before.empty() && (request.executions_before.empty() || request.executions_after.empty()))
    return;
  std::filesystem::path path = document.path;
  if (document.has_file) path.replace_filename(document.path.stem().string() + " compared again");
  for (JobState& job : state.jobs)
    if (job.compared != nullptr && job.path == path) EndJob(job, effects);
  StartComparing(state, std::move(request), path, effects);
}

}  // namespace ringscope::action
