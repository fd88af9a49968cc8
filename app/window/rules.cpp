#include <array>

#include "app/compare/compare.h"
#include "app/details/members.h"
#include "app/files/documents.h"
#include "app/files/saving/saving.h"
#include "app/search/lighting.h"
#include "app/search/search.h"
#include "app/source/source.h"
#include "app/tables/tables.h"
#include "app/view/colors/colors.h"
#include "app/view/difference/angle.h"
#include "app/view/kind/view_kind.h"
#include "app/view/state/apply.h"
#include "app/view/state/apply_task.h"
#include "app/view/steps/steps.h"
#include "app/view/timeline/timeline.h"

namespace ringscope {
namespace {

void RefreshKinds(AppState& state, action::Effects& effects) {
  for (const ViewKind* kind : ViewKinds())
    if (kind->refresh != nullptr) kind->refresh(state, effects);
}

}  // namespace

std::span<const Rule> Rules() {
  static constexpr std::array<Rule, 22> kRules{
      [](AppState& state, action::Effects&) { action::RefreshChecks(state); },
      [](AppState& state, action::Effects&) { action::RefreshDifferenceColors(state); },
      &action::RefreshOpenDialog,
      &action::RefreshSaveDialog,
      &action::RefreshStartFiles,
      &action::RefreshAwaitedComparison,
      // This rule may give a view another tree: the rules behind it see that tree.
      [](AppState& state, action::Effects&) { action::RefreshPipelines(state); },
      &action::RefreshSearches,
      &action::RefreshSource,
      &action::RefreshTables,
      &action::RefreshTreeFilters,
      // Rows unfold down to the selected context after the filters have folded rows.
      [](AppState& state, action::Effects&) { action::RevealInTree(state); },
      [](AppState& state, action::Effects&) { action::RefreshHotPaths(state); },
      &action::RefreshAngles,
      [](AppState& state, action::Effects&) { action::RefreshBlame(state); },
      &action::RefreshRenames,
      &action::RefreshMatches,
      // The light depends on the results of the rules above.
      &action::RefreshLighting,
      &action::RefreshMembers,
      &action::RefreshTimelines,
      &RefreshKinds,
      [](AppState& state, action::Effects&) { action::DropEndedNote(state); },
  };
  return kRules;
}

}  // namespace ringscope
