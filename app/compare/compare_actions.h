#pragma once

#include <vector>

#include "app/core/app_state.h"
#include "app/core/effect.h"
#include "cct/compare/tree_comparison.h"

namespace ringscope::action {

struct ShowCompareDialog {
  bool open = true;
};
// The comparison is computed in the background and opens in a tab of its own.
struct CompareDocuments {
  std::vector<DocumentId> before, after;
  Matching matching = Matching::kTolerant;
  bool by_share = false;
};

}  // namespace ringscope::action

namespace ringscope::apply {

void Do(AppState& state, const action::ShowCompareDialog& show, Effects& effects);
void Do(AppState& state, const action::CompareDocuments& compare, Effects& effects);

// What a comparison is first shown as: what it costs after, in the colours of the difference. Other profiles
// stay as they are.
void BeginComparison(ViewState& view);

}  // namespace ringscope::apply
