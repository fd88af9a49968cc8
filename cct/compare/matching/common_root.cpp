#include "cct/compare/matching/common_root.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "cct/query/language/query.h"

namespace ringscope {
namespace {

std::string_view NameOf(const OwnedFrames& frames, FrameId frame) {
  const uint32_t name = frames.name[frame];
  const uint64_t begin = frames.string_offset[name];
  return {reinterpret_cast<const char*>(frames.string_bytes.data()) + begin,
          frames.string_offset[name + 1] - begin};
}

}  // namespace

std::optional<std::string> NoteWithoutCommonRoot(const MatchedContexts& matched) {
  const std::vector<ContextKind>& kinds = matched.kinds;
  const auto has = [&](ContextKind kind) {
    return std::find(kinds.begin() + 1, kinds.end(), kind) != kinds.end();
  };
  if (has(ContextKind::kCommon) || !has(ContextKind::kNew) || !has(ContextKind::kGone)) return std::nullopt;
  const LevelOrderColumns& tree = matched.tree;
  const auto inclusive = [&](size_t context, size_t side) {
    return tree.running[side][context + 1] - tree.running[side][context];
  };
  // Without anything in common, what is on a side is told by the kind alone.
  const auto side_of = [&](size_t context) {
    return kinds[context] == ContextKind::kGone ? size_t{0} : size_t{1};
  };

  std::array<size_t, kSideCount> dearest{};  // callee of the root; 0: none yet
  for (size_t context = 1; context < tree.first_child[1]; ++context) {
    size_t& of_side = dearest[side_of(context)];
    if (of_side == 0 || inclusive(context, side_of(context)) > inclusive(of_side, side_of(context)))
      of_side = context;
  }
  std::string note =
      fmt::format("No context is on both sides: before begins at '{}', after at '{}'.",
                  NameOf(tree.frames, tree.frame[dearest[0]]), NameOf(tree.frames, tree.frame[dearest[1]]));

  struct Occurrence {
    std::array<bool, kSideCount> is_there{};
    std::array<double, kSideCount> share{};  // of the dearest context
  };
  std::vector<Occurrence> functions(tree.frames.name.size());
  for (size_t context = 1; context < kinds.size(); ++context) {
    const size_t side = side_of(context);
    Occurrence& one = functions[tree.frame[context]];
    one.is_there[side] = true;
    const double total = std::max(1.0, static_cast<double>(inclusive(kRootContext, side)));
    one.share[side] = std::max(one.share[side], static_cast<double>(inclusive(context, side)) / total);
  }
  std::optional<FrameId> nearest;
  const auto common_share = [&](FrameId frame) {
    return std::min(functions[frame].share[0], functions[frame].share[1]);
  };
  for (FrameId frame = 0; frame < functions.size(); ++frame) {
    if (!functions[frame].is_there[0] || !functions[frame].is_there[1]) continue;
    if (!nearest || common_share(frame) > common_share(*nearest)) nearest = frame;
  }
  if (nearest) {
    note += fmt::format(" Nearest: both call '{0}'; the step 'focus {1}' makes both begin there.",
                        NameOf(tree.frames, *nearest),
                        ExactQueryText(QueryField::kName, NameOf(tree.frames, *nearest)));
  }
  return note;
}

}  // namespace ringscope
