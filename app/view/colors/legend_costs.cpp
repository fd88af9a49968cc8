#include "app/view/colors/legend_costs.h"

#include <span>
#include <utility>

#include "cct/table/group_table.h"

namespace ringscope {
namespace {

Result<GroupTable> AddUp(const LegendCostsRequest& request, const FrameGrouping& grouping, JobControl& job) {
  const Cct& tree = *request.tree;
  // What many frames ask for takes its time, too.
  if (job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
  const ContextRange below = request.root.is_run() ? request.root.run : tree.ChildrenOf(request.root.context);
  return BuildGroupTable(tree, grouping, below, std::span(&request.metric, 1), &job);
}

std::optional<GroupCosts> CostsByGroup(const LegendCostsRequest& request, JobControl& job) {
  const FrameTable& frames = request.tree->frames();
  GroupCosts costs{FrameGroups(frames, request.mode, request.dominant_group), {}, {}, {}, 0};
  FrameGrouping grouping;
  grouping.group_of_frame.reserve(frames.size());
  for (FrameId frame = 0; frame < frames.size(); ++frame) {
    const uint32_t group = costs.groups.Of(frame);
    if (group == grouping.size()) grouping.first_frame.push_back(frame);
    grouping.group_of_frame.push_back(group);
  }
  auto table = AddUp(request, grouping, job);
  if (!table) return std::nullopt;
  costs.self = std::move(table->self[0]);
  costs.inclusive = std::move(table->inclusive[0]);
  return costs;
}

// All other groups as one.
std::optional<uint64_t> InclusiveOfOthers(const LegendCostsRequest& request, FrameGroups& groups,
                                          JobControl& job) {
  if (request.shown.empty()) return 0;
  const FrameTable& frames = request.tree->frames();
  std::vector<uint8_t> is_shown(groups.size());
  for (const FrameGroupName& name : request.shown) {
    if (const auto group = groups.Find(name)) is_shown[*group] = 1;
  }
  FrameGrouping grouping;
  grouping.first_frame.push_back(0);
  for (FrameId frame = 0; frame < frames.size(); ++frame)
    grouping.group_of_frame.push_back(is_shown[groups.Of(frame)] != 0 ? kNoGroup : 0);
  const auto table = AddUp(request, grouping, job);
  if (!table) return std::nullopt;
  return table->inclusive[0][0];
}

}  // namespace

std::shared_ptr<const LegendCosts> RunLegendCosts(const LegendCostsRequest& request, const LegendCosts* known,
                                                  JobControl& job) {
  std::optional<GroupCosts> costs;
  if (known != nullptr && known->request.HasCostsOf(request)) {
    costs = known->costs;
  } else {
    costs = CostsByGroup(request, job);
  }
  if (!costs) return nullptr;
  const auto others = InclusiveOfOthers(request, costs->groups, job);
  if (!others) return nullptr;
  costs->shown = request.shown;
  costs->inclusive_of_others = *others;
  return std::make_shared<const LegendCosts>(LegendCosts{request, std::move(*costs)});
}

}  // namespace ringscope
