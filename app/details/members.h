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

// The context whose members the details show: the selected one, else the centre if the user moved it.
// std::nullopt before any choice, so that opening a fleet does not read its members, and in trees without
// members.
[[nodiscard]] std::optional<MembersRequest> MembersToShow(const ViewState& view);

// Adds how the inclusive and the self costs of the members differ in the context of `model`: mean, least,
// most and quantiles. The tree must have members. O(members).
void DescribeMembers(const Cct& tree, const ViewState& view, DetailsModel& model);

// The members by their costs in the context of MembersToShow(), the dearest first, as far as they are known.
[[nodiscard]] DetailsMembers DescribeMembersToShow(const ViewState& view);

// Null if cancelled.
[[nodiscard]] std::shared_ptr<const FoundMembers> RunMembers(const MembersRequest& request, JobControl& job);

}  // namespace ringscope

namespace ringscope::action {

// Starts the job for MembersToShow() of the active view, if needed. Called after every action.
void RefreshMembers(AppState& state, Effects& effects);

}  // namespace ringscope::action
