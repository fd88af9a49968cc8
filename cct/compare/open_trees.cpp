#include "cct/compare/open_trees.h"

#include <utility>

#include "cct/compare/compared_facts.h"
#include "cct/compare/matching/function_keys.h"

namespace ringscope {

Result<OpenedTrees> OpenTrees(std::span<const CctPtr> trees, std::span<const Execution> executions,
                              std::span<const std::vector<ColumnTarget>> targets,
                              const CompareOptions& options, JobControl* job) {
  FrameInterner frames(options.limits.max_string_bytes);
  // Even trees without frames need one for their root.
  static_cast<void>(frames.Intern({}));
  OpenedTrees opened;
  std::vector<std::vector<FrameId>> frames_of_side;
  for (size_t e = 0; e < trees.size(); ++e) {
    Result<MergeSource> source = MergeSource::Open(*trees[e], {}, {}, 0, frames, job);
    if (!source) {
      Error error = std::move(source).error();
      if (error.code == ErrorCode::kMalformed) error.message = executions[e].name + ": " + error.message;
      return tl::unexpected(std::move(error));
    }
    const size_t part = executions[e].side ? IndexOf(*executions[e].side) : e;
    if (frames_of_side.size() <= part) frames_of_side.resize(part + 1);
    const std::span<const FrameId> its = source->frame_map();
    frames_of_side[part].insert(frames_of_side[part].end(), its.begin(), its.end());
    const ColumnTarget& cost = targets[e].front();
    const size_t side = executions[e].side ? part : 0;
    opened.trees.push_back({std::move(*source), {}, side, cost.metric, cost.factor});
  }
  RINGSCOPE_ASSIGN(FunctionKeys keys,
                   BuildFunctionKeys(frames, frames_of_side, options.rules, options.limits.max_string_bytes));
  for (ComparedTree& one : opened.trees) {
    for (const FrameId frame : one.source.frame_map()) one.key.push_back(keys.key[frame]);
  }
  RINGSCOPE_ASSIGN(opened.frames, TakeWithFacts(std::move(keys.frames), opened.trees, executions));
  opened.rules = std::move(keys.rules);
  return opened;
}

Result<PointUnion> OpenPoints(std::span<const CctPtr> trees) {
  std::vector<const Cct*> borrowed;
  for (const CctPtr& tree : trees) borrowed.push_back(tree.get());
  const auto keeps =
      HavePointsInCommon(borrowed) ? PointUnion::Keeps::kByExecution : PointUnion::Keeps::kNone;
  return PointUnion::Open(std::move(borrowed), keeps);
}

}  // namespace ringscope
