#include "renderer/legend/legend_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>

#include "cct/base/text/enum_words.h"
#include "cct/base/text/number_text.h"
#include "renderer/color/frame_groups.h"
#include "renderer/color/palette.h"
#include "renderer/legend/group_query.h"
#include "renderer/text/name_text.h"

namespace ringscope {
namespace {

constexpr size_t kMaxLabelBytes = 200;

constexpr EnumWords<GroupTrait, kGroupTraitCount> kTraitWords{{{"module", GroupTrait::kModule},
                                                               {"module", GroupTrait::kModuleName},
                                                               {"package", GroupTrait::kPackage},
                                                               {"class", GroupTrait::kClass},
                                                               {"file", GroupTrait::kFile},
                                                               {"kind", GroupTrait::kKind}}};

// What tells the groups of the function mode apart: "module", "package, file or class". Of the whole tree, so
// that a title stays while the view goes from one part to another.
std::string TitleOf(std::span<const GroupTrait> traits) {
  std::vector<std::string_view> words;
  for (const std::string_view word : {"module", "package", "file", "class"}) {
    const bool occurs = std::any_of(traits.begin(), traits.end(),
                                    [&](GroupTrait trait) { return WordOf(kTraitWords, trait) == word; });
    if (occurs) words.push_back(word);
  }
  if (words.empty()) return "function";
  std::string title(words.front());
  for (size_t i = 1; i < words.size(); ++i)
    title += fmt::format("{}{}", i + 1 == words.size() ? " or " : ", ", words[i]);
  return title;
}

std::string_view UnknownLabel(const FrameGroupName& name, const FrameGroups& groups) {
  if (groups.mode() == ColorMode::kFunction) {
    // Members of the dominant group that have nothing narrower, and functions that have no group at all.
    return name.trait == GroupTrait::kPackage ? std::string_view(groups.dominant_group()) : "(no group)";
  }
  if (name.trait == GroupTrait::kModule) return "(no module)";
  if (name.trait == GroupTrait::kPackage) return "(no package)";
  return name.trait == GroupTrait::kFile ? "(no source file)" : "(unknown)";
}

// Paths are shown without their folder where that leaves no two equal.
void LabelEntries(const std::vector<FrameGroupName>& names, const FrameGroups& groups,
                  std::span<LegendEntry> entries) {
  for (size_t i = 0; i < names.size(); ++i) {
    const FrameGroupName& name = names[i];
    if (name.text.empty()) {
      entries[i].label = DisplayText(ModuleNameOf(UnknownLabel(name, groups)), kMaxLabelBytes);
      entries[i].many_colors = groups.mode() == ColorMode::kFunction;
      continue;
    }
    std::string_view label = name.text;
    if (name.trait == GroupTrait::kModule || name.trait == GroupTrait::kFile) {
      const auto alike = std::count_if(names.begin(), names.end(), [&](const FrameGroupName& other) {
        return ModuleNameOf(other.text) == ModuleNameOf(name.text);
      });
      if (alike == 1) label = ModuleNameOf(label);
    }
    entries[i].label = DisplayText(label, kMaxLabelBytes);
  }
  // A package may be called as a file is.
  std::vector<std::string> labels;
  for (const LegendEntry& entry : entries) labels.push_back(entry.label);
  for (size_t i = 0; i < names.size(); ++i) {
    if (std::count(labels.begin(), labels.end(), labels[i]) > 1)
      entries[i].label += fmt::format(" ({})", WordOf(kTraitWords, names[i].trait));
  }
}

// What is known of each group.
struct GroupTotals {
  std::vector<uint64_t> self,
      inclusive;             // of all contexts, nested ones counted once; 0 as long as they are not known
  uint64_t self_of_all = 0;  // also of groups that are not drawn
  std::vector<uint32_t> pieces;
  std::vector<GroupModules> modules;  // where the group's drawn members come from
  std::vector<uint64_t> largest;      // cost of the group's largest drawn context
  std::vector<FrameKind> kind;        // and that context's kind
};

// The context in the centre is one of its group, as it is in tables.
struct Centre {
  uint32_t group = kNoPieceGroup;
  uint64_t self = 0, inclusive = 0;
};

Centre CentreOf(const ArcBatch& batch, ChartColors& colors) {
  const auto& [context, run] = batch.spec.root;
  if (context == kRootContext || !run.empty()) return {};
  const Cct& tree = colors.tree();
  const MetricIndex metric = batch.spec.metric;
  return {colors.groups().Of(tree.FrameOf(context)), tree.Self(context, metric),
          tree.Inclusive(context, metric)};
}

GroupTotals SumGroups(const ArcBatch& batch, ChartColors& colors, const GroupCosts* known) {
  const Cct& tree = colors.tree();
  FrameGroups& groups = colors.groups();
  const std::vector<uint32_t> group_of_piece = GroupPieces(tree, batch, groups);
  const uint32_t count = groups.size();
  GroupTotals sums{
      std::vector<uint64_t>(count), std::vector<uint64_t>(count),     0,
      std::vector<uint32_t>(count), std::vector<GroupModules>(count), std::vector<uint64_t>(count),
      std::vector<FrameKind>(count)};
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    const uint32_t group = group_of_piece[piece];
    if (group == kNoPieceGroup) continue;
    ++sums.pieces[group];
    const Frame frame = tree.FrameAt(batch.context[piece]);
    sums.modules[group].Add(frame, groups[group].text);
    const uint64_t cost = tree.Inclusive(batch.context[piece], batch.spec.metric);
    if (sums.pieces[group] > 1 && cost <= sums.largest[group]) continue;
    sums.largest[group] = cost;
    sums.kind[group] = frame.kind;
  }
  if (known == nullptr) return sums;
  for (uint32_t group = 0; group < count; ++group) {
    const std::optional<uint32_t> found = known->groups.Find(groups[group]);
    sums.self[group] = found ? known->self[*found] : 0;
    sums.inclusive[group] = found ? known->inclusive[*found] : 0;
  }
  sums.self_of_all = std::accumulate(known->self.begin(), known->self.end(), uint64_t{0});
  return sums;
}

}  // namespace

void AddGroupEntries(const ArcBatch& batch, ChartColors& colors, const LegendOptions& options,
                     const GroupCosts* known, Legend& legend) {
  GroupTotals sums = SumGroups(batch, colors, known);
  const Centre centre = CentreOf(batch, colors);
  if (known != nullptr && centre.group < sums.pieces.size()) {
    sums.self[centre.group] += centre.self;
    sums.inclusive[centre.group] = centre.inclusive;
  }
  // Names decide between equals, so that the order does not depend on the walk.
  std::vector<uint32_t> order;
  for (uint32_t group = 0; group < sums.pieces.size(); ++group) {
    if (sums.pieces[group] != 0) order.push_back(group);
  }
  FrameGroups& groups = colors.groups();
  const std::vector<uint64_t>& cost = known != nullptr ? sums.inclusive : sums.largest;
  std::sort(order.begin(), order.end(), [&](uint32_t x, uint32_t y) {
    if (cost[x] != cost[y]) return cost[x] > cost[y];
    if (sums.self[x] != sums.self[y]) return sums.self[x] > sums.self[y];
    return groups[x] < groups[y];
  });
  const size_t shown = std::min<size_t>(order.size(), options.max_groups);
  const std::span<const uint32_t> own_rows(order.data(), shown);

  GroupModules all_modules;
  for (const uint32_t group : order) all_modules.Add(sums.modules[group]);
  std::vector<FrameGroupName> names;
  for (const uint32_t group : own_rows) {
    names.push_back(groups[group]);
    legend.entries.push_back({.color = colors.GroupColor(group, sums.kind[group]),
                              .query = GroupQuery(groups, group, sums.modules[group], all_modules),
                              .costs_known = known != nullptr,
                              .self = sums.self[group],
                              .inclusive = sums.inclusive[group],
                              .pieces = sums.pieces[group]});
  }
  LabelEntries(names, groups, legend.entries);
  if (groups.mode() == ColorMode::kFunction) legend.title = TitleOf(colors.ranks().traits);
  legend.has_groups = true;
  if (shown == order.size()) return;
  LegendEntry others;
  others.color = SrgbFromOkLch(MutedTone(0, colors.theme()));
  others.label =
      order.size() - shown == 1 ? "1 other" : fmt::format("{} others", CountText(order.size() - shown));
  for (size_t i = shown; i < order.size(); ++i) others.pieces += sums.pieces[order[i]];
  if (known != nullptr) {
    std::sort(names.begin(), names.end());
    others.self = sums.self_of_all;
    if (std::find(own_rows.begin(), own_rows.end(), centre.group) != own_rows.end())
      others.self += centre.self;
    for (const uint32_t group : own_rows) others.self -= sums.self[group];
    others.inclusive = known->inclusive_of_others;
    others.costs_known = known->shown == names;
    legend.shown = std::move(names);
  } else {
    others.costs_known = false;
  }
  legend.entries.push_back(std::move(others));
}

}  // namespace ringscope
