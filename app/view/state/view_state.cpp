#include "app/view/state/view_state.h"

#include <algorithm>

namespace ringscope {

void ViewHistory::Push(const ViewPosition& position) {
  last_push_was_turn_ = false;
  if (position == current()) return;
  entries_.resize(cursor_ + 1);
  if (entries_.size() == kMaxEntries) entries_.erase(entries_.begin());
  entries_.push_back(position);
  cursor_ = entries_.size() - 1;
}

void ViewHistory::PushOpening(const ViewPosition& position) {
  Push(position);
  opening_steps_ = cursor_;
}

void ViewHistory::PushTurn(const ViewPosition& position) {
  if (position == current()) return;
  if (last_push_was_turn_) {
    entries_[cursor_] = position;
    return;
  }
  Push(position);
  last_push_was_turn_ = true;
}

void ViewHistory::GoBack() {
  last_push_was_turn_ = false;
  if (can_go_back()) --cursor_;
}

void ViewHistory::GoForward() {
  last_push_was_turn_ = false;
  if (can_go_forward()) ++cursor_;
}

bool ViewHistory::GoBackToOtherRoot() {
  for (size_t i = cursor_; i > 0; --i) {
    if (entries_[i - 1].root == current().root) continue;
    cursor_ = i - 1;
    last_push_was_turn_ = false;
    return true;
  }
  return false;
}

std::optional<FrameId> ChosenFrame(const ViewState& view) {
  if (view.chosen_function && *view.chosen_function < view.tree().frames().size())
    return view.chosen_function;
  if (view.selected == kRootContext || view.selected >= view.tree().context_count()) return std::nullopt;
  return view.tree().FrameOf(view.selected);
}

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
  return std::ranges::any_of(
      steps, [](const TransformStep& step) { return step.kind == TransformKind::kMergeThreads; });
}

}  // namespace ringscope
