#include "app/view/state/view_state.h"

#include <algorithm>

namespace ringscope {

FunctionId LitFunction(const ViewState& view) {
  const auto function_of = [&](ContextId context) {
    if (context == kNoContext || context == kRootContext) return kNoFunction;
    return view.functions().FunctionOf(view.tree().FrameOf(context));
  };
  if (view.pointed) return view.pointed->rest.empty() ? function_of(view.pointed->context) : kNoFunction;
  if (view.hovered_function) return view.functions().FunctionOf(*view.hovered_function);
  if (view.chosen_function) return view.functions().FunctionOf(*view.chosen_function);
  return function_of(view.selected);
}

bool ThreadsMerged(const ViewState& view) {
  const auto& steps = view.pipeline.wanted.steps;
  return std::any_of(steps.begin(), steps.end(),
                     [](const TransformStep& step) { return step.kind == TransformKind::kMergeThreads; });
}

}  // namespace ringscope
