#include "cct/transform/engine/rewrite.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "cct/base/check.h"
#include "cct/transform/engine/graft.h"
#include "cct/transform/engine/walk_part.h"
#include "cct/transform/engine/write_depth_first.h"

namespace ringscope {
namespace {

// Where the new contexts of each part begin, and where all end.
std::vector<uint64_t> RootsOf(const std::vector<TreePart>& parts) {
  std::vector<uint64_t> root{0};
  for (const TreePart& part : parts) root.push_back(root.back() + MostNewContexts(part));
  return root;
}

NewContexts RoomFor(uint64_t count, const FlatTree& tree) {
  NewContexts contexts;
  contexts.contexts = LargeArray<NewContext>::OfSize(count);
  for (size_t metric = 1; metric < tree.running.size(); ++metric)
    contexts.more_values.push_back(LargeArray<uint64_t>::OfSize(count));
  if (tree.has_flags) contexts.flags = LargeArray<uint8_t>::OfSize(count);
  return contexts;
}

// Nothing where no context joined another.
Result<CctPtr> CarryOut(const WalkPlan& plan, const Cct& old, const FlatTree& tree, NewFrames frames,
                        uint32_t thread_count, JobControl* job) {
  std::vector<TreePart> parts = SplitTree(tree, thread_count);
  // Contexts above several parts count in each; of the largest trees no index is left for them.
  if (RootsOf(parts).back() >= kNoNewContext) parts = SplitTree(tree, 1);
  const std::vector<uint64_t> root = RootsOf(parts);
  NewContexts contexts = RoomFor(root.back(), tree);
  std::vector<Result<WalkedPart>> done(parts.size());
  std::vector<uint32_t> rank;
  RunTasks(static_cast<uint32_t>(parts.size()) + 1, thread_count, [&](uint32_t task) {
    if (task == 0) {
      rank = RankFrames(frames.table());
    } else {
      done[task - 1] =
          WalkPart(tree, plan, parts[task - 1], static_cast<uint32_t>(root[task - 1]), contexts, job);
    }
  });

  bool found_any = false;
  for (const Result<WalkedPart>& part : done) {
    if (!part) return tl::unexpected(part.error());
    found_any |= part->found_any;
  }
  if (plan.fates.empty() && !found_any) return nullptr;
  NewLayers layers = std::move(done[0]->layers);
  for (size_t part = 1; part < parts.size(); ++part) {
    RINGSCOPE_TRY(Graft(contexts, done[0]->root, layers, done[part]->root, done[part]->layers,
                        plan.new_frame_count, job));
  }
  return WriteDepthFirst(old, contexts, layers, std::move(frames).TakeTable(), rank, thread_count, job);
}

// Whether equal frames, and those of all contexts, have one id.
bool AreDifferent(const std::vector<FrameId>& map, const FlatTree& tree) {
  for (size_t entry = 0; entry + 1 < map.size(); ++entry) {
    if (map[entry] != entry) return false;
  }
  return tree.largest_frame < map.size() - 1;
}

}  // namespace

Result<CctPtr> RewriteTree(const CctPtr& old, const FlatTree& tree, std::vector<Fate> fates, FrameMaps maps,
                           NewFrames frames, uint32_t thread_count, JobControl* job) {
  RINGSCOPE_CHECK(fates.size() == tree.n && maps.frame.size() == frames.old_count());
  WalkPlan plan{.new_frame_count = static_cast<uint32_t>(frames.table().name.size()),
                .function_count = 1,
                .frames_differ = maps.renamed.empty() && AreDifferent(maps.frame, tree),
                .has_starts = std::find(fates.begin(), fates.end(), Fate::kStarts) != fates.end()};
  for (const FrameId frame : maps.frame) plan.frames.push_back({frame, 0});
  plan.fates = std::move(fates);
  plan.renamed = std::move(maps.renamed);
  return CarryOut(plan, *old, tree, std::move(frames), thread_count, job);
}

Result<CctPtr> MergeRecursion(const CctPtr& old, const FlatTree& tree, NewFrames frames,
                              uint32_t thread_count, JobControl* job) {
  WalkPlan plan{.new_frame_count = static_cast<uint32_t>(frames.table().name.size()),
                .function_count = frames.function_count(),
                .frames_differ = AreDifferent(frames.identity(), tree)};
  for (size_t entry = 0; entry < frames.old_count(); ++entry)
    plan.frames.push_back({frames.identity()[entry], frames.function()[entry]});
  RINGSCOPE_ASSIGN(CctPtr folded, CarryOut(plan, *old, tree, std::move(frames), thread_count, job));
  return folded == nullptr ? old : folded;
}

}  // namespace ringscope
