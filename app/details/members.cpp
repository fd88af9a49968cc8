#include "app/details/members.h"

#include <utility>

#include "app/view/state/apply_task.h"

namespace ringscope {

std::optional<MembersRequest> MembersToShow(const ViewState& view) {
  const CctPtr& tree = view.shown.tree;
  if (tree->members().empty()) return std::nullopt;
  const ViewRoot& root = view.history.current().root;
  const bool is_selected = view.selected != kNoContext;
  if (!is_selected && (root.is_run() || root.context == tree->NaturalViewRoot())) return std::nullopt;
  const ContextId context = is_selected ? view.selected : root.context;
  if (context >= tree->context_count()) return std::nullopt;
  return MembersRequest{tree, context, view.metric};
}

std::shared_ptr<const FoundMembers> RunMembers(const MembersRequest& request, JobControl& job) {
  Result<MemberRanking> ranking =
      RankMembers(*request.tree, request.context, request.metric, CostKind::kInclusive, &job);
  if (!ranking) return nullptr;
  return std::make_shared<const FoundMembers>(FoundMembers{request, std::move(*ranking)});
}

}  // namespace ringscope

namespace ringscope::action {

void RefreshMembers(AppState& state, Effects& effects) {
  for (ViewState& view : state.views) {
    MembersState& members = view.slots.Get<MembersState>();
    members.task.ForgetOthersThan(view.shown.tree);
    Want(state, members.task, &view == ActiveView(state) ? MembersToShow(view) : std::nullopt,
         {.label = "Reading members", .document = view.document}, &RunMembers, effects);
  }
}

}  // namespace ringscope::action
