#include "renderer/color/group_tones.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "renderer/color/palette.h"
#include "renderer/layout/layout.h"

namespace ringscope {
namespace {

constexpr uint32_t kToneCount = kGroupToneCount + kPaleToneCount;
// More metrics cost time and hardly change the order.
constexpr MetricIndex kRankedMetrics = 8;
// The number of lines in a legend (LegendOptions).
constexpr size_t kListedGroups = 12;
static_assert(kListedGroups <= kToneCount);

using ToneOfText = std::unordered_map<std::string, uint32_t>;

bool HasRankedGroups(ColorMode mode) {
  return mode == ColorMode::kFunction || mode == ColorMode::kModule || mode == ColorMode::kPackage ||
         mode == ColorMode::kFile;
}

// The name that the function mode gives to a group of another mode.
std::string_view TextByFunction(std::string_view text, ColorMode mode) {
  return mode == ColorMode::kModule ? ModuleNameOf(text) : text;
}

// The tone that the name alone gives: the same in every run and file.
uint32_t HashedTone(std::string_view text, uint32_t first, uint32_t count) {
  return first + static_cast<uint32_t>(StableHash(text) % count);
}

// Hands out tones to the groups of one profile.
class ToneGiver {
 public:
  ToneGiver(std::span<const RankedGroup> ranked, ColorMode mode) : ranked_(ranked), mode_(mode) {}

  // Gives groups the tones that they have in `kept`, even if several have the same.
  void Keep(const ToneOfText& kept) {
    for (const RankedGroup& group : ranked_) {
      if (const auto found = kept.find(group.text); found != kept.end()) Give(group, found->second);
    }
  }
  // Gives groups their tones of the function mode that are free.
  void KeepFree(const ToneOfText& by_function) {
    for (const RankedGroup& group : ranked_) {
      const auto found = by_function.find(std::string(TextByFunction(group.text, mode_)));
      if (found != by_function.end() && uses_[found->second] == 0) Give(group, found->second);
    }
  }
  // Gives every other group the tone of its name alone, unless a more important group has that tone. Groups
  // that the profile lacks never take a tone: a step that drops a group changes no other colour.
  ToneOfText GiveRest() && {
    std::vector<const RankedGroup*> rest;
    for (const RankedGroup& group : ranked_) {
      if (tones_.contains(group.text)) continue;
      if (FullLeft()) {
        Give(group, FreestTone(group));
      } else {
        rest.push_back(&group);
      }
    }
    // Groups in the legends of many metrics go first: they have many neighbours to differ from.
    std::stable_sort(rest.begin(), rest.end(), [](const RankedGroup* x, const RankedGroup* y) {
      return std::popcount(x->listed) > std::popcount(y->listed);
    });
    for (const RankedGroup* group : rest) Give(*group, FreestTone(*group));
    return std::move(tones_);
  }

 private:
  void Give(const RankedGroup& group, uint32_t tone) {
    if (group.text.empty() || !tones_.emplace(group.text, tone).second) return;
    ++uses_[tone];
    listed_[tone] |= group.listed;
  }
  bool FullLeft() const { return std::count(uses_.begin(), uses_.begin() + kGroupToneCount, 0u) > 0; }
  uint32_t FreestTone(const RankedGroup& group) const {
    const std::string_view text = TextByFunction(group.text, mode_);
    return FullLeft() ? FreestOf(group, HashedTone(text, 0, kGroupToneCount), 0, kGroupToneCount)
                      : FreestOf(group, HashedTone(text, kGroupToneCount, kPaleToneCount), kGroupToneCount,
                                 kPaleToneCount);
  }
  // The freest of `count` tones from `first` on; of all tones if neighbours in a legend have taken each of
  // these.
  uint32_t FreestOf(const RankedGroup& group, uint32_t hashed, uint32_t first, uint32_t count) const {
    const auto is_neighbours = [&](uint32_t tone) { return (listed_[tone] & group.listed) != 0; };
    const auto taken = [&](uint32_t tone) { return std::pair(is_neighbours(tone), uses_[tone]); };
    uint32_t best = hashed;
    for (uint32_t step = 1; step < count; ++step) {
      const uint32_t tone = first + (hashed - first + step) % count;
      if (taken(tone) < taken(best)) best = tone;
    }
    return is_neighbours(best) && count < kToneCount ? FreestOf(group, best, 0, kToneCount) : best;
  }

  std::span<const RankedGroup> ranked_;
  ColorMode mode_;
  ToneOfText tones_;
  std::array<uint32_t, kToneCount> uses_{};
  std::array<uint8_t, kToneCount> listed_{};  // of all groups that have it
};

ToneOfText TonesByFunction(std::span<const RankedGroup> ranked, const ToneOfText& kept) {
  ToneGiver giver(ranked, ColorMode::kFunction);
  giver.Keep(kept);
  return std::move(giver).GiveRest();
}

ToneOfText TonesOf(const GroupRanks& ranks, ColorMode mode, const GroupRanks* beside) {
  ToneGiver giver(ranks.ranked, mode);
  ToneOfText by_function;  // of the profile beside, then of this one
  if (beside != nullptr) {
    giver.Keep(TonesOf(*beside, mode, nullptr));
    by_function = TonesByFunction(beside->by_function, {});
  }
  giver.KeepFree(TonesByFunction(ranks.by_function, by_function));
  return std::move(giver).GiveRest();
}

// The costs by which a legend of the whole tree orders its lines.
struct GroupCost {
  uint64_t inclusive = 0, self = 0;
  double share = 0;
};

std::vector<GroupCost> CostsOf(const Cct& tree, MetricIndex metric, FrameGroups& groups) {
  const ArcBatch batch = WholeTreeBatch(tree, metric);
  if (batch.size() == 0 || batch.total == 0) return {};
  const std::vector<uint32_t> group_of_piece = GroupPieces(tree, batch, groups);
  std::vector<GroupCost> costs(groups.size());
  const std::vector<uint64_t> inclusive = InclusiveByGroup(batch, group_of_piece, groups.size());
  for (uint32_t group = 0; group < groups.size(); ++group) {
    costs[group].inclusive = inclusive[group];
    costs[group].share = static_cast<double>(inclusive[group]) / static_cast<double>(batch.total);
  }
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    if (group_of_piece[piece] != kNoPieceGroup)
      costs[group_of_piece[piece]].self += tree.Self(batch.context[piece], metric);
  }
  return costs;
}

// The functions of a tree's pieces, each once: a function may have a frame for each of its lines.
struct PieceFunctions {
  std::vector<DearFunction> functions;
  std::vector<uint32_t> of_piece;  // rest pieces have none

  PieceFunctions(const Cct& tree, const ArcBatch& batch, FrameGroups& groups) : of_piece(batch.size(), 0) {
    std::unordered_map<std::string, uint32_t> known;
    std::unordered_map<FrameId, uint32_t> of_frame;
    for (uint32_t piece = 1; piece < batch.size(); ++piece) {
      if (batch.is_rest(piece)) continue;
      const FrameId frame = tree.FrameOf(batch.context[piece]);
      const auto [its, is_new] = of_frame.try_emplace(frame, 0);
      if (is_new) {
        const Frame described = tree.FrameAt(batch.context[piece]);
        DearFunction function{std::string(described.name), std::string(groups[groups.Of(frame)].text),
                              described.kind};
        const auto [number, is_first] =
            known.try_emplace(function.key(), static_cast<uint32_t>(functions.size()));
        if (is_first) functions.push_back(std::move(function));
        its->second = number->second;
      }
      of_piece[piece] = its->second;
    }
  }
};

// Adds the dearest functions of a piece and the pieces below it.
void AddDearest(const ArcBatch& batch, uint32_t below, const PieceFunctions& its, uint64_t screen,
                std::vector<DearFunction>& dear) {
  constexpr size_t kDearest = 16;
  std::vector<uint8_t> is_below(batch.size(), 0);
  is_below[below] = 1;
  std::vector<uint64_t> costs(its.functions.size(), 0);
  std::vector<uint32_t> order;
  for (uint32_t piece = std::max(below, 1u); piece < batch.size(); ++piece) {
    is_below[piece] |= is_below[batch.caller_piece[piece]];
    if (is_below[piece] == 0 || batch.is_rest(piece)) continue;
    uint64_t& cost = costs[its.of_piece[piece]];
    if (cost == 0 && batch.inclusive[piece] > 0) order.push_back(its.of_piece[piece]);
    cost += batch.inclusive[piece];
  }
  const size_t count = std::min(kDearest, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<ptrdiff_t>(count), order.end(),
                    [&](uint32_t x, uint32_t y) {
                      if (costs[x] != costs[y]) return costs[x] > costs[y];
                      return its.functions[x].key() < its.functions[y].key();
                    });
  for (size_t i = 0; i < count; ++i) {
    const DearFunction& function = its.functions[order[i]];
    const auto known = std::find_if(dear.begin(), dear.end(), [&](const DearFunction& one) {
      return one.name == function.name && one.group == function.group;
    });
    DearFunction& added = known != dear.end() ? *known : dear.emplace_back(function);
    added.screens |= screen;
  }
}

std::vector<DearFunction> DearFunctions(const Cct& tree, FrameGroups& groups) {
  constexpr uint32_t kMostScreens = 64;
  // The least part of the whole: a smaller context seldom becomes the centre at once.
  constexpr uint64_t kLeastPart = 32;
  std::vector<DearFunction> dear;
  const MetricIndex metrics = std::min(tree.metric_count(), kRankedMetrics);
  uint32_t screens = 0;
  for (MetricIndex metric = 0; metric < metrics; ++metric) {
    const ArcBatch batch = WholeTreeBatch(tree, metric);
    const PieceFunctions functions(tree, batch, groups);
    const uint32_t most = screens + (kMostScreens - screens) / (metrics - metric);
    for (uint32_t piece = 0; piece < batch.size() && screens < most; ++piece) {
      const uint64_t its = batch.inclusive[piece], callers = batch.inclusive[batch.caller_piece[piece]];
      // A callee with nearly all of its caller's cost has the same screen.
      const bool is_same = piece != 0 && its >= callers - callers / kLeastPart;
      if (!batch.is_rest(piece) && !is_same && its >= batch.total / kLeastPart)
        AddDearest(batch, piece, functions, uint64_t{1} << screens++, dear);
    }
  }
  return dear;
}

// The main group that fills most of a chart of the whole tree; empty if none fills more than kDominantShare.
std::string GroupOfMostArea(const Cct& tree, FrameGroups& groups) {
  const ArcBatch batch = WholeTreeBatch(tree, 0);
  std::vector<double> areas;
  double whole = 0;
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    if (batch.is_rest(piece)) continue;
    const uint32_t group = groups.Of(tree.FrameOf(batch.context[piece]));
    areas.resize(groups.size(), 0);
    areas[group] += static_cast<double>(batch.inclusive[piece]);
    whole += static_cast<double>(batch.inclusive[piece]);
  }
  for (uint32_t group = 0; group < areas.size(); ++group)
    if (areas[group] > kDominantShare * whole) return std::string(groups[group].text);
  return {};
}

FrameGroups GroupsByFunction(const Cct& tree) {
  FrameGroups groups(tree.frames(), ColorMode::kFunction);
  if (!groups.dominant_group().empty()) return groups;
  std::string dear = GroupOfMostArea(tree, groups);
  return dear.empty() ? groups : FrameGroups(tree.frames(), ColorMode::kFunction, std::move(dear));
}

std::vector<RankedGroup> RankedGroups(const Cct& tree, FrameGroups& groups) {
  struct Place {
    size_t line = SIZE_MAX;  // in the legend where it stands highest
    double share = 0;        // in that legend
    uint8_t listed = 0;
  };
  std::vector<Place> places;
  // Colours do not change with the view's metric: all of the first metrics count.
  for (MetricIndex metric = 0; metric < std::min(tree.metric_count(), kRankedMetrics); ++metric) {
    const std::vector<GroupCost> costs = CostsOf(tree, metric, groups);
    std::vector<uint32_t> lines;
    for (uint32_t group = 0; group < costs.size(); ++group) {
      if (!groups[group].text.empty()) lines.push_back(group);
    }
    std::sort(lines.begin(), lines.end(), [&](uint32_t x, uint32_t y) {
      if (costs[x].inclusive != costs[y].inclusive) return costs[x].inclusive > costs[y].inclusive;
      if (costs[x].self != costs[y].self) return costs[x].self > costs[y].self;
      return groups[x] < groups[y];
    });
    places.resize(groups.size());
    for (size_t line = 0; line < lines.size(); ++line) {
      Place& place = places[lines[line]];
      if (line < place.line) place = {line, costs[lines[line]].share, place.listed};
      if (line < kListedGroups) place.listed |= static_cast<uint8_t>(1 << metric);
    }
  }
  std::vector<uint32_t> order;
  for (uint32_t group = 0; group < places.size(); ++group) {
    if (!groups[group].text.empty()) order.push_back(group);
  }
  std::sort(order.begin(), order.end(), [&](uint32_t x, uint32_t y) {
    if (places[x].line != places[y].line) return places[x].line < places[y].line;
    if (places[x].share != places[y].share) return places[x].share > places[y].share;
    return groups[x] < groups[y];
  });
  std::vector<RankedGroup> ranked;
  for (const uint32_t group : order)
    ranked.emplace_back(std::string(groups[group].text), places[group].listed);
  return ranked;
}

}  // namespace

GroupRanks RankGroups(const Cct& tree, ColorMode mode) {
  GroupRanks ranks;
  if (!HasRankedGroups(mode)) return ranks;
  FrameGroups groups =
      mode == ColorMode::kFunction ? GroupsByFunction(tree) : FrameGroups(tree.frames(), mode);
  ranks.dominant = groups.dominant_group();
  ranks.ranked = RankedGroups(tree, groups);
  for (uint32_t group = 0; group < groups.size(); ++group) {
    if (!groups[group].text.empty()) ranks.traits.push_back(groups[group].trait);
  }
  std::sort(ranks.traits.begin(), ranks.traits.end());
  ranks.traits.erase(std::unique(ranks.traits.begin(), ranks.traits.end()), ranks.traits.end());
  if (mode == ColorMode::kFunction) {
    ranks.dear = DearFunctions(tree, groups);
  } else {
    FrameGroups by_function = GroupsByFunction(tree);
    ranks.by_function = RankedGroups(tree, by_function);
  }
  return ranks;
}

GroupTones::GroupTones(const GroupRanks& ranks, ColorMode mode, const GroupRanks* beside)
    : mode_(mode), tone_(TonesOf(ranks, mode, beside)) {}

GroupTones::Tone GroupTones::Of(std::string_view text, Theme theme) const {
  const auto own = tone_.find(std::string(text));
  const uint32_t tone = own != tone_.end()
                            ? own->second
                            : HashedTone(TextByFunction(text, mode_), kGroupToneCount, kPaleToneCount);
  if (tone < kGroupToneCount) return {GroupTone(tone, theme), true};
  return {PaleTone(tone - kGroupToneCount, theme), false};
}

}  // namespace ringscope
