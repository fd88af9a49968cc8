#include "cct/transform/steps/steps.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cct/base/check.h"
#include "cct/transform/engine/rewrite.h"

namespace ringscope {
namespace {

constexpr std::string_view kUnknown = "(unknown)";

// By entry: whether the new frame is a thread or process.
std::vector<bool> ThreadsAmong(const NewFrames& frames) {
  std::vector<bool> threads;
  for (const FrameId frame : frames.map) threads.push_back(IsThread(frames.table[frame].kind));
  return threads;
}

// Removes the call line of each frame, so that frames which differ in it alone become one.
void TakeCallLines(NewFrames& frames) {
  for (FrameId& id : frames.map) {
    Frame frame = frames.table[id];
    if (std::exchange(frame.call_line, 0) == 0) continue;
    const FrameId of_line = std::exchange(id, frames.table.Intern(frame));
    if (const ClassId its = frames.table.facts().ClassOf(of_line); its != kNoClass)
      frames.table.SetClass(id, its);
    frames.table.SetCode(id,
                         JoinCodes(frames.table.facts().CodeOf(id), frames.table.facts().CodeOf(of_line)));
  }
}

// The fields that all frames of a group have in common; empty texts if they differ.
struct CommonFields {
  std::optional<std::string_view> module;
  std::optional<std::string_view> file;

  void Meet(const Frame& frame) {
    MeetText(module, frame.module);
    MeetText(file, frame.file);
  }

 private:
  static void MeetText(std::optional<std::string_view>& common, std::string_view text) {
    if (!common) {
      common = text;
    } else if (*common != text) {
      common = std::string_view{};
    }
  }
};

// Maps the frames of `old` to those of their groups.
void GroupFrames(const FrameTable& old, const FunctionIndex& functions, GroupBy by, NewFrames& frames) {
  const FrameGrouping grouping = BuildFrameGrouping(old, functions, by);
  std::vector<CommonFields> common(grouping.size());
  for (FrameId id = 0; id < old.size(); ++id) {
    if (!IsThread(old[id].kind)) common[grouping.group_of_frame[id]].Meet(old[id]);
  }
  constexpr FrameId kNone = 0xffffffffu;
  std::vector<FrameId> frame_of_group(grouping.size(), kNone);
  const auto unknown = [&] { return frames.table.Intern({.name = kUnknown, .kind = FrameKind::kSynthetic}); };
  for (FrameId id = 0; id < old.size(); ++id) {
    if (IsThread(old[id].kind)) continue;
    const uint32_t group = grouping.group_of_frame[id];
    FrameId& frame = frame_of_group[group];
    if (frame == kNone) {
      const CommonFields& fields = common[group];
      frame = !GroupKeyOf(old[id], by).empty()
                  ? frames.table.Intern({.name = grouping.name[group],
                                         .module = fields.module.value_or(std::string_view{}),
                                         .file = by == GroupBy::kModule || by == GroupBy::kKind
                                                     ? std::string_view{}
                                                     : fields.file.value_or(std::string_view{})})
                  : unknown();
    }
    frames.map[id] = frame;
  }
  frames.map.back() = unknown();
}

}  // namespace

Result<CctPtr> GroupContexts(const CctPtr& tree, const FunctionIndex& functions, GroupBy by,
                             JobControl* job) {
  RINGSCOPE_CHECK(by != GroupBy::kFunction);
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  NewFrames frames(tree->frames());
  GroupFrames(tree->frames(), functions, by, frames);
  const std::vector<bool> is_thread = ThreadsAmong(frames);
  std::vector<Placement> placement(flat.n, Placement::kStays);
  for (ContextId caller = 1; caller < flat.n; ++caller) {
    const size_t caller_entry = frames.EntryOf(flat.frame[caller]);
    if (is_thread[caller_entry]) continue;
    const ContextId end = flat.first_child[uint64_t{caller} + 1];
    for (ContextId child = flat.first_child[caller]; child < end; ++child) {
      if (frames.map[frames.EntryOf(flat.frame[child])] == frames.map[caller_entry])
        placement[child] = Placement::kJoins;
    }
  }
  return RewriteTree(*tree, flat, std::move(placement), std::move(frames), job);
}

Result<CctPtr> CollapseModules(const CctPtr& tree, const ContextSet& matches, JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  if (!matches.AnyIn({1, flat.n})) return tree;
  NewFrames frames(tree->frames());
  const std::vector<bool> is_thread = ThreadsAmong(frames);
  frames.renamed = frames.map;
  for (size_t entry = 0; entry < frames.map.size(); ++entry) {
    if (is_thread[entry]) continue;
    const std::string module(frames.table[frames.map[entry]].module);
    frames.renamed[entry] = module.empty()
                                ? frames.table.Intern({.name = kUnknown, .kind = FrameKind::kSynthetic})
                                : frames.table.Intern({.name = module, .module = module});
  }
  const auto collapses = [&](ContextId context) {
    return matches.contains(context) && !is_thread[frames.EntryOf(flat.frame[context])];
  };
  std::vector<Placement> placement(flat.n, Placement::kStays);
  for (ContextId caller = 0; caller < flat.n; ++caller) {
    const bool caller_collapses = caller != kRootContext && collapses(caller);
    const FrameId caller_module = frames.renamed[frames.EntryOf(flat.frame[caller])];
    const ContextId end = flat.first_child[uint64_t{caller} + 1];
    for (ContextId child = flat.first_child[caller]; child < end; ++child) {
      if (!collapses(child)) continue;
      const bool same = frames.renamed[frames.EntryOf(flat.frame[child])] == caller_module;
      placement[child] = caller_collapses && same ? Placement::kJoins : Placement::kRenamed;
    }
  }
  return RewriteTree(*tree, flat, std::move(placement), std::move(frames), job);
}

Result<CctPtr> MergeCallSites(const CctPtr& tree, JobControl* job) {
  if (!tree->frames().tells_call_sites()) return tree;
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  NewFrames frames(tree->frames());
  TakeCallLines(frames);
  return RewriteTree(*tree, flat, std::vector<Placement>(flat.n, Placement::kStays), std::move(frames), job);
}

Result<CctPtr> AggregateFunctions(const CctPtr& tree, const FunctionIndex& functions, JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  NewFrames frames(tree->frames());
  const std::vector<bool> is_thread = ThreadsAmong(frames);
  TakeCallLines(frames);
  const std::vector<FrameId> own = frames.map;
  for (FrameId id = 0; id < tree->frames().size(); ++id) {
    // A thread with the name of a function stays apart.
    const FrameId first = functions.FirstFrame(functions.FunctionOf(id));
    if (!is_thread[first] && !is_thread[id]) frames.map[id] = own[first];
  }
  std::vector<Placement> placement(flat.n, Placement::kStarts);
  placement[kRootContext] = Placement::kStays;
  for (ContextId context = 1; context < flat.n; ++context) {
    if (is_thread[frames.EntryOf(flat.frame[context])]) placement[context] = Placement::kJoins;
  }
  return RewriteTree(*tree, flat, std::move(placement), std::move(frames), job);
}

}  // namespace ringscope
