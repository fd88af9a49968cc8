#pragma once

#include "app/core/effect.h"
#include "app/view/state/app_state.h"

namespace ringscope::action {

struct SetSearchText {
  std::string text;
};
struct FocusSearch {};
struct StepMatch {
  int steps = 1;
};
// Moves so that a match, however thin, can be seen, and selects it. kNoContext: the match looked at last,
// else the first one.
struct GoToMatch {
  ContextId context = kNoContext;
};
// Sorts the matches for their list, unless that is done or under way.
struct SortMatches {};
// Only stacks through matches stay: the search becomes a step of the pipeline.
struct FilterBySearch {};

void Do(AppState& state, const SetSearchText& set, Effects& effects);
void Do(AppState& state, const FocusSearch& focus, Effects& effects);
void Do(AppState& state, const StepMatch& step, Effects& effects);
void Do(AppState& state, const GoToMatch& go, Effects& effects);
void Do(AppState& state, const SortMatches& sort, Effects& effects);
void Do(AppState& state, const FilterBySearch& filter, Effects& effects);

// What follows from the results of searches; sorts the matches where their list is shown. After every action.
void RefreshMatches(AppState& state, Effects& effects);
// Searches where the text, the view root, the metric or the tree of a view has changed. A rule.
void RefreshSearches(AppState& state, Effects& effects);

}  // namespace ringscope::action
