#include "cct/transform/engine/merge_recursion.h"

#include <utility>
#include <vector>

#include "cct/query/sets/context_blocks.h"
#include "cct/transform/engine/graft.h"
#include "cct/transform/engine/recursion_walk.h"
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

}  // namespace

Result<CctPtr> MergeRecursion(const CctPtr& old, const FlatTree& tree, NewFrames frames,
                              uint32_t thread_count, JobControl* job) {
  const WalkedFrames walked = WalkedFramesOf(frames, tree);
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
          WalkPart(tree, walked, parts[task - 1], static_cast<uint32_t>(root[task - 1]), contexts, job);
    }
  });

  bool found_recursion = false;
  for (const Result<WalkedPart>& part : done) {
    if (!part) return tl::unexpected(part.error());
    found_recursion |= part->found_recursion;
  }
  if (!found_recursion) return old;
  NewLayers layers = std::move(done[0]->layers);
  for (size_t part = 1; part < parts.size(); ++part) {
    RINGSCOPE_TRY(Graft(contexts, done[0]->root, layers, done[part]->root, done[part]->layers,
                        static_cast<uint32_t>(frames.table().name.size()), job));
  }
  return WriteDepthFirst(*old, contexts, layers, std::move(frames).TakeTable(), rank, thread_count, job);
}

}  // namespace ringscope
