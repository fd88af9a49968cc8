#include "app/steps/pipeline_state.h"

#include <utility>

#include "cct/compare/answers/explanation.h"

namespace ringscope {

std::shared_ptr<const Result<TransformedTree>> RunTransform(const TransformRequest& request,
                                                            JobControl& job) {
  TransformScope scope;
  scope.metric = request.metric;
  scope.derived = request.derived;
  scope.differences_of = &ContextDifferences;
  auto outcome = ApplyPipeline(request.tree, request.pipeline, scope, &job);
  if (!outcome && outcome.error().code == ErrorCode::kCancelled) return nullptr;
  return std::make_shared<const Result<TransformedTree>>(std::move(outcome).map([](TransformOutcome&& made) {
    return TransformedTree{WithFunctions(std::move(made.tree)), std::move(made.steps)};
  }));
}

}  // namespace ringscope
