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
  std::string text;  // see FrameGroupName
  // A bit for each of the first metrics: whether a legend of the whole tree in that metric names the group.
  uint8_t listed = 0;
};

// The important groups of a profile, in a mode with groups.
struct GroupRanks {
  // The most important first: the first groups get a colour of their own. Groups without a name are left out.
  std::vector<RankedGroup> ranked;
  std::string dominant;                  // kFunction: see DominantGroup()
  std::vector<RankedGroup> by_function;  // `ranked` of kFunction; empty if the mode is kFunction
  std::vector<GroupTrait> traits;        // of the ranked groups, ascending
};

// Ranks by the place in a legend of the whole tree, in the metric in which the place is highest: the first of
// any metric comes before the second of another. About a millisecond a metric, of which the first few count;
// empty for modes without groups.
[[nodiscard]] GroupRanks RankGroups(const Cct& tree, ColorMode mode);

// The tones of groups: first the full tones, then the paler ones, which later groups share. Groups that one
// legend of the whole tree names have different tones if possible.
class GroupTones {
 public:
  // `beside`: a profile whose groups keep the tones that it would have alone, so that a colour means the same
  // in two charts side by side. May be null.
  GroupTones(const GroupRanks& ranks, ColorMode mode, const GroupRanks* beside);

  struct Tone {
    OkLch tone;
    bool is_full = false;
  };
  // `text`: see FrameGroupName; not empty.
  [[nodiscard]] Tone Of(std::string_view text, Theme theme) const;

 private:
  ColorMode mode_;
  std::unordered_map<std::string, uint32_t> tone_;  // by text
};

}  // namespace ringscope
