#include "app/compare/renames_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/core/display_text.h"
#include "app/view/difference/difference_model.h"
#include "app/view/steps/context_steps.h"
#include "cct/base/text/file_ending.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/matching/renames.h"

namespace ringscope {
namespace {

constexpr size_t kMaxRenameNameBytes = 2000;

// The renames of the document's present tree; null before they are found.
const FoundRenames* FoundFor(const DocumentState& document) {
  const FoundRenames* found = document.slots.Get<RenamesState>().task.result.get();
  return found != nullptr && found->request.tree == document.opened.tree ? found : nullptr;
}

RenamedPair PairOf(const FoundRenames& found, const RenameCandidate& candidate) {
  const FrameTable& frames = found.request.tree->frames();
  return {std::string(frames.name(candidate.gone)), std::string(frames.name(candidate.fresh))};
}

const RenameChoice* ChoiceOf(const RenamesState& renames, const RenamedPair& pair) {
  const auto chosen = std::ranges::find(renames.chosen, pair, &RenameChoice::pair);
  return chosen == renames.chosen.end() ? nullptr : &*chosen;
}

// Whether the functions are of two modules: rules for names do not join these.
bool HaveTwoModules(const FoundRenames& found, const RenameCandidate& candidate) {
  const FrameTable& frames = found.request.tree->frames();
  const std::string_view gone = LastOfPath(frames[candidate.gone].module),
                         fresh = LastOfPath(frames[candidate.fresh].module);
  return !gone.empty() && !fresh.empty() && gone != fresh;
}

void DescribeSelected(const DocumentState& document, const FoundRenames& found, RenamesModel& model) {
  const RenamesState& renames = document.slots.Get<RenamesState>();
  for (size_t row = 0; row < found.offered.size() && renames.selected; ++row) {
    const RenameCandidate& candidate = found.offered[row].candidate;
    if (PairOf(found, candidate) != *renames.selected) continue;
    model.selected = row;
    model.can_refuse = model.can_accept = ChoiceOf(renames, *renames.selected) == nullptr;
    if (HaveTwoModules(found, candidate)) {
      model.can_accept = false;
      model.why_not = "They are in two modules: names alone do not join them";
    }
    return;
  }
}

std::string PercentOf(double part, const char* format) {
  return fmt::format(fmt::runtime(format), 100 * part);
}

std::string WhySure(const RenameCandidate& candidate) {
  std::string why;
  if (candidate.has_base_name)
    why = "Both have one base name, which no other function of one side alone has. ";
  if (candidate.similarity > 0)
    why += fmt::format("{} of what they call is the same.", PercentOf(candidate.similarity, "{:.0f} %"));
  return why;
}

}  // namespace

bool ShowsComparison(const AppState& state) {
  const DocumentState* document = ActiveDocument(state);
  if (document == nullptr) return false;
  const auto metrics = document->opened.tree->metrics();
  return std::ranges::any_of(metrics,
                             [](const Metric& metric) { return metric.role == MetricRole::kBefore; });
}

RenamesModel BuildRenamesModel(const AppState& state) {
  RenamesModel model;
  model.rules_file = state.settings.compare_rules;
  if (!ShowsComparison(state)) {
    model.message =
        "This is no comparison: compare two profiles to see which functions were renamed between them";
    return model;
  }
  model.is_comparison = true;
  const DocumentState& document = *ActiveDocument(state);
  const FoundRenames* found = FoundFor(document);
  if (found == nullptr) {
    model.message = "Looking for functions that were renamed";
    return model;
  }
  if (!found->problem.empty()) {
    model.message = found->problem;
    return model;
  }
  model.row_count = found->offered.size();
  if (model.row_count == 0) {
    model.message =
        "Nothing looks renamed: no function that is gone is like one that is new below the same caller";
    return model;
  }
  double recovered = 0;
  for (const OfferedRename& one : found->offered) recovered += one.recovered;
  model.counts =
      fmt::format("{} renamed; joined they recover {} of the cost",
                  model.row_count == 1 ? "1 pair looks" : CountText(model.row_count) + " pairs look",
                  PercentOf(std::min(recovered, 1.0), "{:.1f} %"));
  DescribeSelected(document, *found, model);
  return model;
}

namespace {

// The rename that recovers most cost, of those that can be joined and have no choice yet; null if it recovers
// little.
const OfferedRename* BestOffer(const DocumentState& document) {
  constexpr double kLeastRecovered = 0.05;  // of the cost
  const FoundRenames* found = FoundFor(document);
  const OfferedRename* best = nullptr;
  if (found == nullptr) return best;
  const RenamesState& renames = document.slots.Get<RenamesState>();
  for (const OfferedRename& one : found->offered) {
    if (one.recovered < (best == nullptr ? kLeastRecovered : best->recovered)) continue;
    const bool is_open =
        renames.chosen.empty() || ChoiceOf(renames, PairOf(*found, one.candidate)) == nullptr;
    if (is_open && !HaveTwoModules(*found, one.candidate)) best = &one;
  }
  return best;
}

bool HasJoined(const DocumentState& document) {
  return document.compared != nullptr && !document.compared->joined.empty();
}

}  // namespace

bool HasRenameBanner(const AppState& state) {
  const DocumentState* document = ActiveDocument(state);
  if (document == nullptr || !ShowsComparison(state)) return false;
  return HasJoined(*document) || BestOffer(*document) != nullptr;
}

RenameBanner BuildRenameBanner(const AppState& state) {
  RenameBanner banner;
  if (!HasRenameBanner(state)) return banner;
  const DocumentState& document = *ActiveDocument(state);
  const auto words = [](std::string_view gone, std::string_view fresh, std::string_view is) {
    return fmt::format("{} {} {}", DisplayText(std::string(FunctionBaseName(gone)), 60), is,
                       DisplayText(std::string(FunctionBaseName(fresh)), 60));
  };
  if (HasJoined(document)) {
    for (const auto& [gone, fresh] : document.compared->joined) banner.joined.push_back({gone, fresh});
    banner.applied = CountedText(banner.joined.size(), "rename") + " applied: ";
    for (const RenamedPair& pair : banner.joined)
      banner.applied += (&pair == &banner.joined.front() ? "" : ", ") + words(pair.gone, pair.fresh, "is");
  }
  if (const OfferedRename* const best = BestOffer(document)) {
    banner.offered = PairOf(*FoundFor(document), best->candidate);
    const std::string common = PercentOf(std::min(best->recovered, 1.0), "{:.0f} %");
    banner.offer = fmt::format("{} now: joined, both sides have {} of the cost in common",
                               words(banner.offered.gone, banner.offered.fresh, "seems to be"), common);
    banner.short_offer =
        fmt::format("{}: {}", common, words(banner.offered.gone, banner.offered.fresh, "is"));
  }
  return banner;
}

RenameRow BuildRenameRow(const AppState& state, uint64_t index) {
  RenameRow row;
  const DocumentState* document = ActiveDocument(state);
  const FoundRenames* found = document == nullptr ? nullptr : FoundFor(*document);
  if (found == nullptr || index >= found->offered.size()) return row;
  const OfferedRename& offered = found->offered[index];
  const RenameCandidate& candidate = offered.candidate;
  const FrameTable& frames = found->request.tree->frames();
  const Frame gone = frames[candidate.gone], fresh = frames[candidate.fresh];
  row.pair = PairOf(*found, candidate);
  row.gone = FunctionText(gone.name, kMaxRenameNameBytes);
  row.fresh = FunctionText(fresh.name, kMaxRenameNameBytes);
  const std::string gone_place = PlaceText(gone), fresh_place = PlaceText(fresh);
  if (!gone_place.empty() && !fresh_place.empty()) row.places_of_both = gone_place + " to " + fresh_place;
  row.module = DisplayText(gone.module.empty() ? fresh.module : gone.module, kMaxRenameNameBytes);
  if (HaveTwoModules(*found, candidate))
    row.module += " to " + DisplayText(fresh.module, kMaxRenameNameBytes);
  row.sure = PercentOf(candidate.confidence(), "{:.0f} %");
  row.why_sure = WhySure(candidate);
  row.recovers = PercentOf(offered.recovered, "{:.1f} %");
  row.places = CountText(candidate.places);
  row.before = MeanRunText(candidate.before, found->metric);
  row.after = MeanRunText(candidate.after, found->metric);
  if (const RenameChoice* choice = ChoiceOf(document->slots.Get<RenamesState>(), row.pair))
    row.choice = choice->is_accepted ? "accepted" : "refused";
  const std::string gone_query = FunctionQuery(gone), fresh_query = FunctionQuery(fresh);
  row.query = gone_query + (gone_query.empty() || fresh_query.empty() ? "" : " or ") + fresh_query;
  return row;
}

}  // namespace ringscope
