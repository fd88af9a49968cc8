#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cct/tree/cct.h"
#include "renderer/color/color.h"
#include "renderer/color/color_mode.h"
#include "renderer/color/frame_groups.h"

namespace ringscope {

// A group of a profile.
struct RankedGroup {
  RankedGroup(std::string group_text, uint8_t metrics = 0) : text(std::move(group_text)), listed(metrics) {}
  std::string text;  // as `FrameGroupName` has it
  // A bit for each of the first metrics: whether a legend of the whole tree names the group there.
  uint8_t listed = 0;
};

// A function that is among the dearest on some screens.
struct DearFunction {
  std::string name, group;  // the group as `FrameGroupName` has it; may be empty
  FrameKind kind = FrameKind::kUser;
  uint64_t screens = 0;  // a bit for each
  [[nodiscard]] std::string key() const { return group + '\0' + name; }
};

// The important groups of a profile, in a mode that has groups.
struct GroupRanks {
  // The most important first: the first ones get a colour of their own. Groups without a name are left out.
  std::vector<RankedGroup> ranked;
  // kFunction: DominantGroup(), or else the group that most of a chart of the whole tree belongs to.
  std::string dominant;
  std::vector<RankedGroup> by_function;  // `ranked` of kFunction; empty in that mode itself
  std::vector<GroupTrait> traits;        // of the ranked groups, ascending
  // kFunction: the functions to be told apart, those of the whole tree first, then the dearest first. A
  // screen is the whole tree in one of the first metrics, or the view of one of its dearest contexts.
  std::vector<DearFunction> dear;
};

// Ranks groups by their highest place in the legends of the whole tree, one a metric: the first of any legend
// comes before all second ones. About a millisecond a metric, of which the first few count; empty for modes
// without groups.
[[nodiscard]] GroupRanks RankGroups(const Cct& tree, ColorMode mode);

// The tones of groups. The first groups have the full tones, the next ones the paler tones, and all others
// share the paler ones. Groups in one legend of the whole tree have different tones as far as there are
// enough.
class GroupTones {
 public:
  // `beside`: a profile whose groups keep the tones that they have alone, so that a colour means the same in
  // two charts side by side. May be null.
  GroupTones(const GroupRanks& ranks, ColorMode mode, const GroupRanks* beside);

  struct Tone {
    OkLch tone;
    bool is_full = false;
  };
  // `text` as `FrameGroupName` has it, not empty.
  [[nodiscard]] Tone Of(std::string_view text, Theme theme) const;

 private:
  ColorMode mode_;
  std::unordered_map<std::string, uint32_t> tone_;  // by text
};

}  // namespace ringscope
