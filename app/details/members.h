#pragma once

#include <memory>

#include "app/core/effect.h"
#include "app/core/task.h"
#include "app/details/details_model.h"
#include "app/view/state/app_state.h"
#include "cct/open/member_ranking.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Asks for the inclusive cost of a context in every member of a fleet.
struct MembersRequest {
  CctPtr tree;
  ContextId context = kNoContext;
  MetricIndex metric = 0;
  friend bool operator==(const MembersRequest&, const MembersRequest&) = default;
};

struct FoundMembers {
  MembersRequest request;
  MemberRanking ranking;
};

// Belongs to a view.
struct MembersState {
  Task<MembersRequest, FoundMembers> task;

  void VisitTasks(auto&& visit) { visit(task); }
};

// Adds how the inclusive and the self costs of the members differ in the context of `model`: mean, least,
// most and quantiles. The tree must have members. O(members).
void DescribeMembers(const Cct& tree, const ViewState& view, DetailsModel& model);

// The members by their costs in the selected context, else in a centre that the user chose: the dearest
// first, as far as they are known. Before any choice a hint.
[[nodiscard]] DetailsMembers DescribeMembersToShow(const ViewState& view);

}  // namespace ringscope

namespace ringscope::action {

// Starts the job that DescribeMembersToShow() needs for the active view. Called after every action.
void RefreshMembers(AppState& state, Effects& effects);

}  // namespace ringscope::action
