#pragma once

#include <memory>
#include <optional>

#include "app/core/effect.h"
#include "app/core/task.h"
#include "app/details/details_model.h"
#include "app/view/state/app_state.h"
#include "cct/base/job_control.h"
#include "cct/open/member_ranking.h"
#include "cct/tree/cct.h"

namespace ringscope {

// What every member of a fleet costs in a context, with all that it calls.
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

// The context whose members the details show: the selected one, else the centre where it was moved. Nothing
// before, so that opening a fleet reads none of its members, and in trees without members.
[[nodiscard]] std::optional<MembersRequest> MembersToShow(const ViewState& view);

// Adds what each member of a fleet costs in the context of `model`, with all that it calls, and by itself:
// mean, least, most and quantiles. Of a tree with members. O(members).
void DescribeMembers(const Cct& tree, const ViewState& view, DetailsModel& model);

// The members of MembersToShow() by what they cost there, the dearest first, as far as that was found.
[[nodiscard]] DetailsMembers DescribeMembersToShow(const ViewState& view);

// Null if cancelled.
[[nodiscard]] std::shared_ptr<const FoundMembers> RunMembers(const MembersRequest& request, JobControl& job);

}  // namespace ringscope

namespace ringscope::action {

// Asks for the members in the context that the active view shows. After every action.
void RefreshMembers(AppState& state, Effects& effects);

}  // namespace ringscope::action
