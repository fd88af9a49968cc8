#include "app/window/menus/palette_model.h"

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <utility>

#include "app/colors/legend_model.h"
#include "app/core/display_text.h"
#include "app/files/documents.h"
#include "app/tables/columns.h"
#include "app/view/colors.h"
#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/window/menus/palette_match.h"
#include "app/window/menus/palette_words.h"

namespace ringscope {
namespace {

struct Candidate {
  PaletteModel::Row row;
  bool by_title = false;  // or only together with the group's name
  PaletteFit fit = PaletteFit::kLetters;
  int score = 0;
};

class Candidates {
 public:
  explicit Candidates(std::string_view typed) : typed_(typed) {}

  void Add(std::string title, std::string_view group, std::string keys, std::optional<Action> action,
           std::string_view command = {}) {
    Candidate candidate;
    auto match = MatchPalette(title, typed_);
    candidate.by_title = match.has_value();
    if (!match) {
      // "moving back" finds what is called "Back" there, but after what is called so itself.
      match = MatchPalette(std::string(group) + ' ' + title, typed_);
      const std::string_view words = PaletteWordsOf(command);
      auto by_words = words.empty() ? std::nullopt : MatchPalette(words, typed_);
      // Letters that lie scattered in other words are no reason.
      if (by_words && by_words->fit == PaletteFit::kLetters) by_words.reset();
      if (by_words && (!match || by_words->fit > match->fit)) match = std::move(by_words);
      if (!match) return;
      match->hits.clear();
    }
    candidate.fit = match->fit;
    candidate.score = match->score;
    candidate.row = {std::move(title),     std::string(group),     std::move(keys),
                     std::string(command), std::move(match->hits), std::move(action)};
    all_.push_back(std::move(candidate));
  }

  PaletteModel Sorted() && {
    const auto rank = [&](const Candidate& one) {
      // Of two that fit equally the shorter one is meant; where nothing was typed all stay where they are.
      const size_t length = typed_.empty() ? 0 : one.row.title.size();
      // Scattered letters occur almost everywhere: they say less than a word of the group.
      return std::tuple(one.fit == PaletteFit::kLetters, !one.by_title, -static_cast<int>(one.fit),
                        !one.row.action.has_value(), -one.score, length);
    };
    std::stable_sort(all_.begin(), all_.end(),
                     [&](const Candidate& a, const Candidate& b) { return rank(a) < rank(b); });
    PaletteModel model;
    for (Candidate& candidate : all_) model.rows.push_back(std::move(candidate.row));
    return model;
  }

 private:
  std::string_view typed_;
  std::vector<Candidate> all_;
};

}  // namespace

PaletteModel BuildPaletteModel(const AppState& state, std::string_view typed) {
  Candidates candidates(typed.substr(std::min(typed.find_first_not_of(' '), typed.size())));
  for (const Command& command : Commands()) {
    if (command.id == "window.palette") continue;
    candidates.Add(std::string(command.title), command.group, KeysOf(state, command.id),
                   command.action(state), command.id);
  }
  const ViewState* active = ActiveView(state);
  if (active != nullptr) {
    const auto metrics = active->tree().metrics();
    for (MetricIndex m = 0; m < metrics.size(); ++m) {
      std::optional<Action> action;
      if (m != active->metric) action = action::SetMetric{m};
      candidates.Add("Metric: " + DisplayText(metrics[m].name, 80), "Chart", {}, std::move(action));
    }
  }
  if (active != nullptr && active->tree().metric_count() > 1) {
    for (const ColumnChoice& choice : ColumnChoices(state.settings, active->tree(), active->metric)) {
      if (!choice.mark.starts_with("metric/")) continue;  // the others are commands
      candidates.Add("Column: " + choice.label + (choice.on ? ", shown" : ""), "Tables", {}, choice.action);
    }
  }
  for (const ColorChoice& choice : BuildColorModel(state).choices) {
    if (choice.spec.mode != ColorMode::kMetric) continue;  // the others are commands
    std::optional<Action> action;
    if (!choice.active) action = action::SetColor{choice.spec};
    candidates.Add("Colour by " + DisplayText(choice.label, 80), "Chart", {}, std::move(action));
  }
  for (const ViewState& view : state.views) {
    const DocumentState* document = FindDocument(state, view.document);
    if (document == nullptr || state.views.size() < 2) continue;
    std::optional<Action> action;
    if (&view != active) action = action::ActivateView{view.id};
    candidates.Add("Tab: " + document->title, "Files", {}, std::move(action));
    if (&view == active || active == nullptr) continue;
    candidates.Add("Show beside this chart: " + document->title, "Files", {}, action::ShowBeside{view.id});
    if (state.panes.size() < 2) continue;
    candidates.Add("Show in one more chart: " + document->title, "Files", {},
                   action::ShowBeside{view.id, true});
  }
  for (const std::string& recent : state.settings.recent_files) {
    const std::filesystem::path path(recent);
    candidates.Add("Open: " + DisplayText(path.filename().string(), 80), "Files", {}, action::OpenFile{path});
  }
  return std::move(candidates).Sorted();
}

}  // namespace ringscope
