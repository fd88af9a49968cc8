#include "renderer/color/frame_groups.h"

#include <algorithm>
#include <utility>

#include "cct/names/qualified_name.h"

namespace ringscope {
namespace {

FrameGroupName PackageOrClass(const Frame& frame) {
  if (IsThread(frame.kind)) return {GroupTrait::kPackage, {}};
  const std::string_view package = PackageOfName(frame.name);
  if (!package.empty()) return {GroupTrait::kPackage, package};
  const std::string_view name_class = ClassOfName(frame.name);
  if (!name_class.empty()) return {GroupTrait::kClass, name_class};
  return {GroupTrait::kPackage, {}};
}

}  // namespace

std::string_view ModuleNameOf(std::string_view module) {
  const size_t slash = module.find_last_of('/');
  return slash + 1 < module.size() ? module.substr(slash + 1) : module;
}

FrameGroupName MainGroup(const Frame& frame) {
  if (!frame.module.empty()) {
    return {GroupTrait::kModuleName, ModuleNameOf(frame.module)};
  }
  const FrameGroupName group = PackageOrClass(frame);
  if (group.trait == GroupTrait::kClass && !frame.file.empty()) return {GroupTrait::kFile, frame.file};
  if (!group.text.empty()) return group;
  return {GroupTrait::kFile, frame.file};
}

std::string DominantGroup(const FrameTable& frames) {
  // A sample tells enough, and keeps the cost of a new document small.
  constexpr uint32_t kSampledFrames = 4096;
  const uint32_t step = std::max(1u, frames.size() / kSampledFrames);
  std::unordered_map<std::string_view, uint32_t> counts;
  uint32_t sampled = 0;
  for (uint32_t id = 0; id < frames.size(); id += step) {
    const Frame frame = frames[id];
    if (frame.name.empty()) continue;
    ++counts[MainGroup(frame).text];
    ++sampled;
  }
  for (const auto& [group, count] : counts) {
    if (count > kDominantShare * sampled) return std::string(group);
  }
  return {};
}

FrameGroupName MainGroup(const Frame& frame, std::string_view dominant_group) {
  const FrameGroupName group = MainGroup(frame);
  if (group.text.empty() || group.text != dominant_group) return group;
  if (group.trait == GroupTrait::kPackage) return {GroupTrait::kClass, ClassOfName(frame.name)};
  return PackageOrClass(frame);
}

FrameGroups::FrameGroups(const FrameTable& frames, ColorMode mode)
    : FrameGroups(frames, mode, mode == ColorMode::kFunction ? DominantGroup(frames) : std::string()) {}

FrameGroups::FrameGroups(const FrameTable& frames, ColorMode mode, std::string dominant_group)
    : frames_(&frames), mode_(mode), dominant_group_(std::move(dominant_group)), known_(frames.size(), 0) {}

FrameGroupName FrameGroups::NameFor(const Frame& frame) const {
  if (mode_ == ColorMode::kFunction) return MainGroup(frame, dominant_group_);
  if (mode_ == ColorMode::kModule) return {GroupTrait::kModule, frame.module};
  if (mode_ == ColorMode::kFile) return {GroupTrait::kFile, frame.file};
  if (mode_ == ColorMode::kKind) return {GroupTrait::kKind, FrameKindName(frame.kind)};
  if (mode_ == ColorMode::kPackage)
    return {GroupTrait::kPackage, IsThread(frame.kind) ? std::string_view{} : PackageOfName(frame.name)};
  return {};
}

uint32_t FrameGroups::Intern(const FrameGroupName& name) {
  const auto [entry, is_new] =
      number_[static_cast<size_t>(name.trait)].try_emplace(name.text, static_cast<uint32_t>(names_.size()));
  if (is_new) names_.push_back(name);
  return entry->second;
}

std::optional<uint32_t> FrameGroups::Find(const FrameGroupName& name) const {
  const auto& numbers = number_[static_cast<size_t>(name.trait)];
  const auto found = numbers.find(name.text);
  if (found == numbers.end()) return std::nullopt;
  return found->second;
}

uint32_t FrameGroups::Of(FrameId frame) {
  if (frame >= known_.size()) return Intern(NameFor({}));
  if (known_[frame] == 0) known_[frame] = Intern(NameFor((*frames_)[frame])) + 1;
  return known_[frame] - 1;
}

std::vector<uint32_t> GroupPieces(const Cct& tree, const ArcBatch& batch, FrameGroups& groups) {
  std::vector<uint32_t> group_of_piece(batch.size(), kNoPieceGroup);
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    if (!batch.is_rest(piece) && batch.context[piece] != kRootContext)
      group_of_piece[piece] = groups.Of(tree.FrameOf(batch.context[piece]));
  }
  return group_of_piece;
}

std::vector<uint64_t> InclusiveByGroup(const ArcBatch& batch, std::span<const uint32_t> group_of_piece,
                                       uint32_t group_count) {
  std::vector<uint64_t> inclusive(group_count, 0);
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    const uint32_t group = group_of_piece[piece];
    if (group == kNoPieceGroup || batch.is_detail(piece)) continue;
    uint32_t caller = batch.caller_piece[piece];
    while (caller != 0 && group_of_piece[caller] != group) caller = batch.caller_piece[caller];
    if (caller == 0) inclusive[group] += batch.inclusive[piece];
  }
  return inclusive;
}

}  // namespace ringscope
