#include "app/view/colors/legend_costs.h"

#include <span>
#include <utility>

#include "cct/table/group_table.h"

namespace ringscope {
namespace {

ContextRange BelowRoot(const LegendCostsRequest& request) {
  return request.root.is_run() ? request.root.run : request.tree->ChildrenOf(request.root.context);
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
  // Grouping many frames takes time, too.
  if (job.cancelled()) return std::nullopt;
  auto table =
      BuildGroupTable(*request.tree, grouping, BelowRoot(request), &job, 0, std::span(&request.metric, 1));
  if (!table) return std::nullopt;
  costs.self = std::move(table->self[0]);
  costs.inclusive = std::move(table->inclusive[0]);
  return costs;
}

// The inclusive cost of all other groups as one: that of their outermost contexts. Does not look below these.
std::optional<uint64_t> InclusiveOfOthers(const LegendCostsRequest& request, FrameGroups& groups,
                                          const JobControl& job) {
  if (request.shown.empty()) return 0;
  const Cct& tree = *request.tree;
  std::vector<uint8_t> is_shown(groups.size());
  for (const FrameGroupName& name : request.shown) {
    if (const auto group = groups.Find(name)) is_shown[*group] = 1;
  }
  std::vector<uint8_t> is_frame_shown(tree.frames().size());
  for (FrameId frame = 0; frame < is_frame_shown.size(); ++frame)
    is_frame_shown[frame] = is_shown[groups.Of(frame)];
  uint64_t inclusive = 0;
  uint64_t looked_at = 0;
  std::vector<ContextRange> open{BelowRoot(request)};  // siblings left to visit, outermost first
  while (!open.empty()) {
    if (open.back().empty()) {
      open.pop_back();
      continue;
    }
    constexpr uint64_t kContextsBetweenPolls = 1u << 14;
    if (++looked_at % kContextsBetweenPolls == 0 && job.cancelled()) return std::nullopt;
    // A damaged tree may list a context below several callers.
    if (looked_at > tree.context_count()) return std::nullopt;
    const ContextId context = open.back().begin++;
    const FrameId frame = tree.FrameOf(context);
    if (frame < is_frame_shown.size() && is_frame_shown[frame] != 0)
      open.push_back(tree.ChildrenOf(context));
    else
      inclusive += tree.Inclusive(context, request.metric);
  }
  return inclusive;
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
