#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/tree/cct.h"
#include "cct/tree/frame_table.h"
#include "renderer/color/color_mode.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope {

// The trait that the members of a group share.
enum class GroupTrait : uint8_t {
  kModule,      // the module as it stands in the profile
  kModuleName,  // the module's name without its folder
  kPackage,     // the package or namespace (PackageOfName)
  kClass,       // the class, where there is neither package nor file (ClassOfName)
  kFile,
  kKind,
};

inline constexpr size_t kGroupTraitCount = 6;

// The name of a group of frames. Empty text: the frames of which the trait is not known.
struct FrameGroupName {
  GroupTrait trait = GroupTrait::kModule;
  std::string_view text;
  friend auto operator<=>(const FrameGroupName&, const FrameGroupName&) = default;
};

// The name of a module, or of another file, without its folder. Borrows from it.
[[nodiscard]] std::string_view ModuleNameOf(std::string_view module);

// The group of a frame where hue tells groups apart: the module's name without its folder, else the package,
// else the file, else the class; empty text if none is known. The file comes before the class because
// languages without packages, such as JavaScript and Ruby, have a class for some functions of a file only.
// Threads and processes are no code and have neither package nor class. Borrows from the frame.
[[nodiscard]] FrameGroupName MainGroup(const Frame& frame);

// A group that has more than this of the frames, or of a chart's area, is dominant.
inline constexpr double kDominantShare = 0.6;

// The main group that most frames of a table belong to; empty if none holds more than kDominantShare of them.
// Judged by a sample, at most some thousand frames.
[[nodiscard]] std::string DominantGroup(const FrameTable& frames);

// The main group, but package or class for members of the dominant group, and class for members of a dominant
// package: one colour for nearly everything would tell nothing apart. A member with neither has kPackage and
// an empty text.
[[nodiscard]] FrameGroupName MainGroup(const Frame& frame, std::string_view dominant_group);

// The groups a colour mode puts the frames of one table into, numbered in the order in which they are first
// asked for. Each frame is looked at once. Not thread-safe; the table must outlive it. 4 bytes a frame.
class FrameGroups {
 public:
  // `mode` is one of kFunction, kModule, kPackage, kFile, kKind; any other mode puts all frames into one
  // group.
  FrameGroups(const FrameTable& frames, ColorMode mode);
  // kFunction with the dominant group of another table: that of the profile that these frames were made from.
  FrameGroups(const FrameTable& frames, ColorMode mode, std::string dominant_group);

  [[nodiscard]] uint32_t Of(FrameId frame);
  // The group of that name, if Of() has met a frame of it. O(1).
  [[nodiscard]] std::optional<uint32_t> Find(const FrameGroupName& name) const;
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(names_.size()); }
  [[nodiscard]] FrameGroupName operator[](uint32_t group) const { return names_[group]; }
  [[nodiscard]] ColorMode mode() const { return mode_; }
  // Of kFunction; empty in the other modes.
  [[nodiscard]] const std::string& dominant_group() const { return dominant_group_; }

 private:
  [[nodiscard]] FrameGroupName NameFor(const Frame& frame) const;
  [[nodiscard]] uint32_t Intern(const FrameGroupName& name);

  const FrameTable* frames_;
  ColorMode mode_;
  std::string dominant_group_;
  std::vector<uint32_t> known_;  // group + 1; 0 until asked for
  std::vector<FrameGroupName> names_;
  // Texts of different traits are different groups.
  std::array<std::unordered_map<std::string_view, uint32_t>, kGroupTraitCount> number_;
};

inline constexpr uint32_t kNoPieceGroup = UINT32_MAX;

// The group of every piece of a batch of `tree`; kNoPieceGroup for the centre and rest segments.
[[nodiscard]] std::vector<uint32_t> GroupPieces(const Cct& tree, const ArcBatch& batch, FrameGroups& groups);

// Inclusive cost by group in the batch's metric: the sum over pieces that lie on no piece of their group.
// O(pieces x layers) at worst; the search for each piece ends at its first caller of the same group.
[[nodiscard]] std::vector<uint64_t> InclusiveByGroup(const ArcBatch& batch,
                                                     std::span<const uint32_t> group_of_piece,
                                                     uint32_t group_count);

// The costs of a colour mode's groups below a view root, drawn or not, without the view root's own cost if it
// is a context.
struct GroupCosts {
  FrameGroups groups;                 // of all frames of the tree; a chart numbers its groups otherwise
  std::vector<uint64_t> self;         // per group
  std::vector<uint64_t> inclusive;    // per group; a group inside itself counts once
  std::vector<FrameGroupName> shown;  // groups with a row of their own, ascending; empty: no row for others
  uint64_t inclusive_of_others = 0;   // of all but these, taken as one group
};

}  // namespace ringscope
