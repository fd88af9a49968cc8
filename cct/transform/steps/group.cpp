#include "cct/transform/steps/group.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cct/base/check.h"
#include "cct/transform/engine/rewrite.h"

namespace ringscope {
namespace {

constexpr std::string_view kUnknown = "(unknown)";

bool IsThread(const NewFrames& frames, FrameId frame) {
  const auto kind = static_cast<FrameKind>(frames.table().kind[frame]);
  return kind == FrameKind::kThread || kind == FrameKind::kProcess;
}

// Entry of a context in per-frame maps.
size_t EntryOf(const FlatTree& tree, const NewFrames& frames, ContextId context) {
  return std::min<size_t>(tree.frame[context], frames.old_count() - 1);
}

// What all frames of a group have in common.
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

bool HasGroup(GroupBy by, const Frame& frame) {
  switch (by) {
    case GroupBy::kModule:
      return !frame.module.empty();
    case GroupBy::kPackage:
      return !PackageOfName(frame.name).empty();
    case GroupBy::kClass:
      return !ClassOfName(frame.name).empty();
    case GroupBy::kFile:
      return !frame.file.empty();
    case GroupBy::kKind:
    case GroupBy::kFunction:
    case GroupBy::kThread:
      return true;
  }
  return true;
}

// The frame that each frame of `old` becomes, by entry.
std::vector<FrameId> GroupFrames(const FrameTable& old, const FunctionIndex& functions, GroupBy by,
                                 NewFrames& frames) {
  const FrameGrouping grouping = BuildFrameGrouping(old, functions, by);
  std::vector<CommonFields> common(grouping.size());
  for (FrameId id = 0; id < old.size(); ++id) {
    if (!IsThread(frames, id)) common[grouping.group_of_frame[id]].Meet(old[id]);
  }
  constexpr FrameId kNone = 0xffffffffu;
  std::vector<FrameId> frame_of_group(grouping.size(), kNone);
  std::vector<FrameId> result = frames.identity();
  const auto unknown = [&] { return frames.Add({.name = kUnknown, .kind = FrameKind::kSynthetic}); };
  for (FrameId id = 0; id < old.size(); ++id) {
    if (IsThread(frames, id)) continue;
    const uint32_t group = grouping.group_of_frame[id];
    FrameId& frame = frame_of_group[group];
    if (frame == kNone) {
      const CommonFields& fields = common[group];
      frame = HasGroup(by, old[id]) ? frames.Add({.name = grouping.name[group],
                                                  .module = fields.module.value_or(std::string_view{}),
                                                  .file = by == GroupBy::kModule || by == GroupBy::kKind
                                                              ? std::string_view{}
                                                              : fields.file.value_or(std::string_view{})})
                                    : unknown();
    }
    result[id] = frame;
  }
  result.back() = unknown();
  return result;
}

}  // namespace

Result<CctPtr> GroupContexts(const CctPtr& tree, const FunctionIndex& functions, GroupBy by,
                             JobControl* job) {
  RINGSCOPE_CHECK(by != GroupBy::kFunction);
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  RINGSCOPE_ASSIGN(NewFrames frames, NewFrames::From(tree->frames(), functions));
  FrameMaps maps;
  maps.frame = GroupFrames(tree->frames(), functions, by, frames);
  std::vector<Fate> fate(flat.n, Fate::kStays);
  for (ContextId caller = 1; caller < flat.n; ++caller) {
    const FrameId caller_group = maps.frame[EntryOf(flat, frames, caller)];
    if (IsThread(frames, caller_group)) continue;
    const ContextId end = flat.first_child[uint64_t{caller} + 1];
    for (ContextId child = flat.first_child[caller]; child < end; ++child) {
      if (maps.frame[EntryOf(flat, frames, child)] == caller_group) fate[child] = Fate::kJoins;
    }
  }
  return RewriteTree(tree, flat, std::move(fate), std::move(maps), std::move(frames), job);
}

Result<CctPtr> CollapseModules(const CctPtr& tree, const FunctionIndex& functions, const ContextSet& matches,
                               JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  if (!matches.AnyIn({1, flat.n})) return tree;
  RINGSCOPE_ASSIGN(NewFrames frames, NewFrames::From(tree->frames(), functions));
  FrameMaps maps;
  maps.frame = frames.identity();
  maps.renamed = frames.identity();
  for (size_t entry = 0; entry < frames.old_count(); ++entry) {
    if (IsThread(frames, maps.frame[entry])) continue;
    const std::string module(frames[maps.frame[entry]].module);
    maps.renamed[entry] = module.empty() ? frames.Add({.name = kUnknown, .kind = FrameKind::kSynthetic})
                                         : frames.Add({.name = module, .module = module});
  }
  const auto collapses = [&](ContextId context) {
    return matches.contains(context) && !IsThread(frames, maps.frame[EntryOf(flat, frames, context)]);
  };
  std::vector<Fate> fate(flat.n, Fate::kStays);
  for (ContextId caller = 0; caller < flat.n; ++caller) {
    const bool caller_collapses = caller != kRootContext && collapses(caller);
    const FrameId caller_module = maps.renamed[EntryOf(flat, frames, caller)];
    const ContextId end = flat.first_child[uint64_t{caller} + 1];
    for (ContextId child = flat.first_child[caller]; child < end; ++child) {
      if (!collapses(child)) continue;
      const bool same = maps.renamed[EntryOf(flat, frames, child)] == caller_module;
      fate[child] = caller_collapses && same ? Fate::kJoins : Fate::kRenamed;
    }
  }
  return RewriteTree(tree, flat, std::move(fate), std::move(maps), std::move(frames), job);
}

Result<CctPtr> AggregateFunctions(const CctPtr& tree, const FunctionIndex& functions, JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  RINGSCOPE_ASSIGN(NewFrames frames, NewFrames::From(tree->frames(), functions));
  FrameMaps maps;
  maps.frame = frames.identity();
  for (FrameId id = 0; id < tree->frames().size(); ++id) {
    // Threads named alike by a function stay out of it.
    const FrameId first = functions.FirstFrame(functions.FunctionOf(id));
    if (!IsThread(frames, first) && !IsThread(frames, id)) maps.frame[id] = frames.identity()[first];
  }
  std::vector<Fate> fate(flat.n, Fate::kStarts);
  fate[kRootContext] = Fate::kStays;
  for (ContextId context = 1; context < flat.n; ++context) {
    if (IsThread(frames, maps.frame[EntryOf(flat, frames, context)])) fate[context] = Fate::kJoins;
  }
  return RewriteTree(tree, flat, std::move(fate), std::move(maps), std::move(frames), job);
}

}  // namespace ringscope
