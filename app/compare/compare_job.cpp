#include <optional>
#include <utility>
#include <vector>

#include "app/compare/compare.h"
#include "app/core/action.h"
#include "app/files/documents.h"
#include "cct/base/system/mapped_file.h"
#include "cct/compare/matching/name_rules.h"
#include "cct/compare/series.h"
#include "cct/file/cct_file.h"
#include "cct/tree/building/altered_tree.h"

namespace ringscope {
namespace {

// Turns the executions of one tree into inputs with trees of their own.
Result<void> TakeExecutions(CompareRequest& request, JobControl& job) {
  const std::optional<Series> series = StoredSeries(request.executions_of);
  if (!series) return Fail(ErrorCode::kInvalidArgument, "expected a profile of several executions");
  const auto take = [&](const std::vector<size_t>& executions,
                        std::vector<CompareInput>& side) -> Result<void> {
    for (const size_t execution : executions) {
      RINGSCOPE_ASSIGN(CompareInput input, ExecutionOf(*series, execution, &job));
      side.push_back(std::move(input));
    }
    return {};
  };
  RINGSCOPE_TRY(take(request.executions_before, request.before));
  return take(request.executions_after, request.after);
}

Result<CctPtr> Compare(CompareRequest request, JobControl& job) {
  RINGSCOPE_ASSIGN(const NameRules rules, ReadRulesFile(request.rules));
  RINGSCOPE_ASSIGN(request.options.rules, rules.WithRenames(request.joined));
  if (request.executions_of != nullptr) RINGSCOPE_TRY(TakeExecutions(request, job));
  RINGSCOPE_ASSIGN(const TreeComparison compared,
                   CompareTrees(request.before, request.after, request.options, &job));
  for (const auto* side : {&request.before, &request.after}) {
    for (const CompareInput& input : *side)
      if (HasLostItsFile(*input.tree)) return FailChanged(FileChange::kCut);
  }
  if (!request.source.before.empty()) return WithSourceChanges(compared.tree, request.source, &job);
  const SideSources said = SideSourcesOf(*compared.tree);
  if (said.before.empty() || said.after.empty()) return compared.tree;
  // The user did not ask for this source, which may lie on another machine: failing to read it is no error.
  Result<CctPtr> with_source = WithSourceChanges(compared.tree, said, &job);
  const bool is_cancelled = !with_source && with_source.error().code == ErrorCode::kCancelled;
  return with_source || is_cancelled ? with_source : compared.tree;
}

// A preview of a comparison of many contexts: the outermost layers compared. Null for few contexts, or if
// that fails. A wrapper at the edge of these layers may count as new.
CctPtr ComparedOutermostLayers(CompareRequest request, uint64_t many_contexts, JobControl& job) {
  constexpr uint64_t kPartOfMany = 10;  // all layers together have a tenth of `many_contexts`
  uint64_t contexts = 0;
  for (const auto* side : {&request.before, &request.after})
    for (const CompareInput& input : *side) contexts += input.tree->context_count();
  if (contexts <= many_contexts) return nullptr;
  const uint64_t each = many_contexts / kPartOfMany / (request.before.size() + request.after.size());
  for (auto* side : {&request.before, &request.after})
    for (CompareInput& input : *side) input.tree = OutermostLayers(input.tree, static_cast<uint32_t>(each));
  const Result<NameRules> rules = ReadRulesFile(request.rules);
  Result<NameRules> joined = rules ? rules->WithRenames(request.joined) : rules;
  if (!joined) return nullptr;
  request.options.rules = std::move(*joined);
  const Result<TreeComparison> compared = CompareTrees(request.before, request.after, request.options, &job);
  return compared ? compared->tree : nullptr;
}

}  // namespace

void RunCompare(JobId id, const CompareRequest& request, JobControl& job, const PostAction& post,
                uint64_t many_contexts) {
  if (CctPtr outermost = ComparedOutermostLayers(request, many_contexts, job))
    post(action::PreviewLoaded{id, WithFunctions(std::move(outermost))});
  post(action::LoadFinished{id, Compare(request, job).map(WithFunctions)});
}

}  // namespace ringscope
