#include "cct/transform/engine/rewrite.h"

#include <cstring>
#include <memory>

#include "cct/base/check.h"
#include "cct/merge/point_union.h"
#include "cct/transform/engine/new_contexts.h"
#include "cct/tree/building/altered_tree.h"
#include "cct/tree/verify.h"

namespace ringscope {
namespace {

// The index of the first new context of each part, and the end of all.
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

// Null if recursion is to be folded and there is none. `places`, with an entry for each old context or empty,
// gets the context that each went to; the tree is then one part, as joining parts moves contexts.
Result<CctPtr> MakeTree(const WalkPlan& plan, const Cct& old, const FlatTree& tree, OwnedFrames frames,
                        JobControl* job, uint32_t thread_count, std::span<ContextId> places) {
  if (thread_count == 0) thread_count = ThreadCountFor(tree.n);
  std::vector<TreePart> parts = SplitTree(tree, places.empty() ? thread_count : 1);
  // Contexts above several parts need an index in each, which the largest trees do not have left.
  if (RootsOf(parts).back() >= kNoNewContext) parts = SplitTree(tree, 1);
  const std::vector<uint64_t> root = RootsOf(parts);
  NewContexts contexts = RoomFor(root.back(), tree);
  std::vector<Result<WalkedPart>> done(parts.size());
  std::vector<uint32_t> rank;
  RunTasks(static_cast<uint32_t>(parts.size()) + 1, thread_count, [&](uint32_t task) {
    if (task == 0) {
      rank = RankFrames(frames);
    } else {
      done[task - 1] =
          WalkPart(tree, plan, parts[task - 1], static_cast<uint32_t>(root[task - 1]), contexts, places, job);
    }
  });

  bool found_recursion = false;
  for (const Result<WalkedPart>& part : done) {
    if (!part) return tl::unexpected(part.error());
    found_recursion |= part->found_recursion;
  }
  if (plan.placements.empty() && !found_recursion) return nullptr;
  NewLayers layers = std::move(done[0]->layers);
  for (size_t part = 1; part < parts.size(); ++part) {
    RINGSCOPE_TRY(Graft(contexts, done[0]->root, layers, done[part]->root, done[part]->layers,
                        plan.new_frame_count, job));
  }
  std::vector<ContextId> made_at(places.empty() ? 0 : contexts.contexts.size());
  Result<CctPtr> made =
      WriteDepthFirst(old, contexts, layers, std::move(frames), rank, thread_count, made_at, job);
  for (ContextId& place : places) place = place == kNoNewContext ? kNoContext : made_at[place];
  return made;
}

Result<CctPtr> CarryOut(const WalkPlan& plan, const Cct& old, const FlatTree& tree, OwnedFrames frames,
                        CarriedPoints carried, JobControl* job, uint32_t thread_count) {
  const bool carries = carried == CarriedPoints::kAll && (old.point_count() > 0 || !old.types().empty());
  std::vector<ContextId> places(carries ? tree.n : 0, kNoNewContext);
  RINGSCOPE_ASSIGN(CctPtr made, MakeTree(plan, old, tree, std::move(frames), job, thread_count, places));
  return made == nullptr || !carries ? made : CarryPoints(old, made, places, job);
}

// Whether contexts with different old frames have different new ones.
bool AreDifferent(const NewFrames& frames, const FlatTree& tree) {
  for (size_t entry = 0; entry + 1 < frames.map.size(); ++entry) {
    if (frames.map[entry] != entry) return false;
  }
  return tree.largest_frame < frames.map.size() - 1;
}

// The function of each old frame, then for ids outside the table that of frames without any text.
std::vector<FunctionId> FunctionsOf(const FrameTable& frames, const FunctionIndex& functions) {
  std::vector<FunctionId> result;
  FunctionId unnamed = functions.function_count();
  for (FrameId id = 0; id < frames.size(); ++id) {
    result.push_back(functions.FunctionOf(id));
    if (!frames.name(id).empty()) continue;
    Frame fields = frames[id];
    fields.kind = FrameKind::kUser;
    if (fields == Frame{}) unnamed = result.back();
  }
  result.push_back(unnamed);
  return result;
}

// Compares all fields except kind and call line.
bool IsSameFunction(Frame a, Frame b) {
  a.kind = b.kind = FrameKind::kUser;
  a.call_line = b.call_line = 0;
  return a == b;
}

using CarriedContexts = std::vector<std::pair<ContextId, ContextId>>;  // the new one, the old one

Result<void> CarryPointsOf(const Cct& old, const Cct& made, const CarriedContexts& carried,
                           LevelOrderColumns& into, const JobControl* job) {
  const Cct* const from = &old;
  if (!HavePointsInCommon({&from, 1})) return {};
  RINGSCOPE_ASSIGN(PointUnion points, PointUnion::Open({from}, PointUnion::Keeps::kTogether));
  auto next = carried.begin();
  for (ContextId context = 0; context < made.context_count(); ++context) {
    if (context % kContextsBetweenPolls == 0 && IsCancelled(job)) return Cancelled();
    for (; next != carried.end() && next->first == context; ++next) points.Add(0, next->second);
    points.EndContext();
  }
  std::move(points).MoveInto(into);
  return {};
}

void CarryTypesOf(const Cct& old, const Cct& made, const CarriedContexts& carried, LevelOrderColumns& into) {
  TypeList types;
  const std::vector<uint32_t> names = types.NamesOf(old.types());
  for (const auto& [place, context] : carried) types.AddAll(old.types(), names, context, place);
  into.types = std::move(types).Finish(made.context_count());
}

}  // namespace

bool HasPointsOrTypes(const Cct& tree, ContextId context) {
  const PointRange points = tree.PointsOf(context);
  bool has_types = false;
  tree.types().ForEach(context, [&](const SeenType&) { has_types = true; });
  return points.begin != points.end || has_types;
}

Result<CctPtr> RewriteTree(const Cct& old, const FlatTree& tree, std::vector<Placement> placements,
                           NewFrames frames, JobControl* job, uint32_t thread_count, CarriedPoints carried) {
  RINGSCOPE_CHECK(placements.size() == tree.n);
  const auto occurs = [&](Placement placement) {
    return std::memchr(placements.data(), static_cast<int>(placement), placements.size()) != nullptr;
  };
  WalkPlan plan{.new_frame_count = frames.table.size(),
                .function_count = 1,
                .frames_differ = frames.renamed.empty() && AreDifferent(frames, tree),
                .has_starts = occurs(Placement::kStarts) || occurs(Placement::kStartsWhole)};
  for (const FrameId frame : frames.map) plan.frames.push_back({frame, 0});
  plan.placements = std::move(placements);
  plan.renamed = std::move(frames.renamed);
  return CarryOut(plan, old, tree, std::move(frames.table).Take(), carried, job, thread_count);
}

Result<CctPtr> MergeRecursion(const CctPtr& old, const FlatTree& tree, const FunctionIndex& functions,
                              JobControl* job, uint32_t thread_count) {
  NewFrames frames(old->frames());
  const std::vector<FunctionId> function = FunctionsOf(old->frames(), functions);
  WalkPlan plan{.new_frame_count = frames.table.size(),
                .function_count = functions.function_count() + 1,
                .frames_differ = AreDifferent(frames, tree)};
  for (size_t entry = 0; entry < function.size(); ++entry)
    plan.frames.push_back({frames.map[entry], function[entry]});
  RINGSCOPE_ASSIGN(CctPtr folded, CarryOut(plan, *old, tree, std::move(frames.table).Take(),
                                           CarriedPoints::kAll, job, thread_count));
  return folded == nullptr ? old : folded;
}

Result<CctPtr> CarryPoints(const Cct& old, const CctPtr& made, std::span<const ContextId> places,
                           const JobControl* job) {
  RINGSCOPE_TRY(CheckTypeRanges(old.types()));
  // By new context, then by old one.
  CarriedContexts carried;
  for (ContextId context = 0; context < old.context_count(); ++context) {
    if (context % kContextsBetweenPolls == 0 && IsCancelled(job)) return Cancelled();
    const ContextId place = places[context];
    if (place == kNoContext || !HasPointsOrTypes(old, context)) continue;
    if (place == kRootContext && context != kRootContext) continue;
    if (context != kRootContext && !IsSameFunction(old.FrameAt(context), made->FrameAt(place))) continue;
    carried.emplace_back(place, context);
  }
  if (carried.empty()) return made;
  std::sort(carried.begin(), carried.end());
  const auto owned = std::make_shared<LevelOrderColumns>();
  RINGSCOPE_TRY(CarryPointsOf(old, *made, carried, *owned, job));
  CarryTypesOf(old, *made, carried, *owned);
  CctColumns columns = made->columns();
  columns.types = ViewOf(owned->types);
  columns.point_fields = owned->point_fields;
  columns.point_begin = ChunkedColumn<uint64_t>(owned->point_begin);
  columns.point_values.clear();
  for (const auto& values : owned->point_values) columns.point_values.emplace_back(values);
  return WithColumns(made, std::move(columns), made->frames(), made->report(), owned);
}

}  // namespace ringscope
