#include "renderer/legend/legend.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>

#include "cct/base/text/ascii.h"
#include "cct/base/text/enum_words.h"
#include "cct/base/text/number_text.h"
#include "cct/names/qualified_name.h"
#include "cct/query/language/query.h"
#include "renderer/color/palette.h"
#include "renderer/text/name_text.h"

namespace ringscope {
namespace {

constexpr size_t kMaxLabelBytes = 200;

// Which modules and files the members of a group come from.
struct GroupModules {
  bool has_none = false;   // some have no module
  bool has_some = false;   // some have one
  bool has_other = false;  // some have one whose name is not exactly that of the group
  bool has_file = false;   // some have a file
  // Of a class: its members are in the dominant package, whatever file they are in.
  bool is_of_package = false;

  void Add(const Frame& frame, const FrameGroupName& group) {
    const std::string_view module = frame.module;
    has_file |= !frame.file.empty();
    has_none |= module.empty();
    has_some |= !module.empty();
    has_other |= !module.empty() && module != group.text;
  }

  void Add(const GroupModules& other) {
    has_none |= other.has_none;
    has_some |= other.has_some;
    has_other |= other.has_other;
    has_file |= other.has_file;
  }
};

// The query for a module by its name in any folder. Queries have smart case, so the pattern asks for case.
std::string ModuleNamed(std::string_view name) {
  std::string query = "mod:/(?-i:(^|\\/)";
  for (const char c : name) {
    const bool is_plain = IsLetterOrDigit(c) || c == '_' || c == '-' || IsBeyondAscii(c);
    if (is_plain) {
      query += c;
    } else if (IsControl(c)) {
      query += fmt::format("\\x{:02x}", c);
    } else {
      query += '\\';
      query += c;
    }
  }
  return query + "$)/";
}

// The query that selects exactly the contexts of a group: `mod:"libc.so.6"`, `pkg:"java.util"`, `file:""`.
// `modules` are those of the group, `all_modules` those of all drawn groups. Empty if there is no such query.
std::string GroupQuery(const FrameGroups& groups, uint32_t group, const GroupModules& modules,
                       const GroupModules& all_modules) {
  const FrameGroupName name = groups[group];
  const bool is_main_group = groups.mode() == ColorMode::kFunction;
  std::string query;
  switch (name.trait) {
    case GroupTrait::kModule:
      return ExactQueryText(QueryField::kModule, name.text);
    case GroupTrait::kModuleName:
      return modules.has_other ? ModuleNamed(name.text) : ExactQueryText(QueryField::kModule, name.text);
    case GroupTrait::kKind:
      return fmt::format("kind:{}", name.text);
    case GroupTrait::kPackage:
      query = ExactQueryText(QueryField::kPackage, name.text);
      break;
    case GroupTrait::kClass:
      query = ExactQueryText(QueryField::kClass, name.text);
      break;
    case GroupTrait::kFile:
      query = ExactQueryText(QueryField::kFile, name.text);
      break;
  }
  if (!is_main_group) return query;

  // A main group ends where a trait of higher rank begins (see MainGroup).
  const std::string& dominant = groups.dominant_group();
  if (name.trait == GroupTrait::kFile) query += name.text.empty() ? " class:\"\"" : " pkg:\"\"";
  if (name.trait == GroupTrait::kPackage && name.text.empty()) {
    query = "class:\"\"";
    if (modules.has_none) query += ' ' + ExactQueryText(QueryField::kFile, dominant);
  }
  // A frame without a module is in the group of its class only if it has no file, or the dominant group's
  // file.
  std::string without_module = "mod:\"\"";
  if (modules.is_of_package) return all_modules.has_some ? query + ' ' + without_module : query;
  std::string no_file;
  if (name.trait == GroupTrait::kClass && all_modules.has_file) {
    no_file = ExactQueryText(QueryField::kFile, "");
    if (!dominant.empty())
      no_file = fmt::format("({} or {})", no_file, ExactQueryText(QueryField::kFile, dominant));
    without_module = fmt::format("{} {}", without_module, no_file);
  }
  if (modules.has_some && modules.has_none) {
    query += fmt::format(" ({} or {})", without_module, ModuleNamed(dominant));
  } else if (modules.has_some) {
    query += ' ' + ModuleNamed(dominant);
  } else if (all_modules.has_some) {
    query += ' ' + without_module;
  } else if (!no_file.empty()) {
    query += ' ' + no_file;
  }
  return query;
}

constexpr auto kTraitWords =
    WordsInOrder<GroupTrait, kGroupTraitCount>("module, module, package, class, file, kind");

// The traits by which the function mode forms groups: "module", "package, file or class". Traits of the whole
// tree, so that a title stays while the view goes from one part to another.
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
    // Members of the dominant group without a narrower group, and functions without any group.
    return name.trait == GroupTrait::kPackage ? std::string_view(groups.dominant_group()) : "(no group)";
  }
  if (name.trait == GroupTrait::kModule) return "(no module)";
  if (name.trait == GroupTrait::kPackage) return "(no package)";
  return name.trait == GroupTrait::kFile ? "(no source file)" : "(unknown)";
}

// Shows paths without their folder if that leaves no two equal.
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
  // A package and a file may have the same name.
  std::vector<std::string> labels;
  for (const LegendEntry& entry : entries) labels.push_back(entry.label);
  for (size_t i = 0; i < names.size(); ++i) {
    if (std::count(labels.begin(), labels.end(), labels[i]) > 1)
      entries[i].label += fmt::format(" ({})", WordOf(kTraitWords, names[i].trait));
  }
}

// Sums and facts by group.
struct GroupTotals {
  std::vector<uint64_t> self,
      inclusive;             // of all contexts, nested ones counted once; 0 as long as they are not known
  uint64_t self_of_all = 0;  // of all groups, drawn or not
  std::vector<uint32_t> pieces;
  std::vector<GroupModules> modules;  // of the group's drawn members
  std::vector<uint64_t> largest;      // cost of the group's largest drawn context
  std::vector<FrameKind> kind;        // and that context's kind
};

// The context in the centre belongs to its group, as it does in tables.
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
    if (sums.pieces[group] == 1 && groups[group].trait == GroupTrait::kClass)
      sums.modules[group].is_of_package = !PackageOfName(frame.name).empty();
    sums.modules[group].Add(frame, groups[group]);
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
