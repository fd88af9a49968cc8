#include "app/window/menus/commands_model.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "app/colors/legend_model.h"
#include "app/core/display_text.h"
#include "app/files/documents.h"
#include "app/tables/columns.h"
#include "app/view/colors/colors.h"
#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

struct Candidate {
  PaletteModel::Row row;
  bool by_title = false;  // false: found by the group's name or other names
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
      // "moving back" finds "Back" in the group "Moving", but behind rows with such a title.
      match = MatchPalette(std::string(group) + ' ' + title, typed_);
      const std::string_view words = PaletteWordsOf(command);
      auto by_words = words.empty() ? std::nullopt : MatchPalette(words, typed_);
      // Scattered letters in these words are no match.
      for (auto* const one : {&match, &by_words})
        if (*one && (*one)->fit == PaletteFit::kLetters) one->reset();
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
      // The shorter title of equal matches comes first; without typed text all rows stay in order.
      const size_t length = typed_.empty() ? 0 : one.row.title.size();
      // Scattered letters occur almost everywhere: a match of the group's name counts more.
      return std::tuple(one.fit == PaletteFit::kLetters, !one.by_title, -static_cast<int>(one.fit),
                        !one.row.action.has_value(), -one.score, length);
    };
    std::ranges::stable_sort(all_, {}, rank);
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
      if (!choice.mark.starts_with("metric/")) continue;  // other columns are commands
      candidates.Add("Column: " + choice.label + (choice.on ? ", shown" : ""), "Tables", {}, choice.action);
    }
  }
  for (const ColorChoice& choice : BuildColorModel(state).choices) {
    if (choice.spec.mode != ColorMode::kMetric) continue;  // other colours are commands
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

namespace {

// The score of a typed letter, and what it gets on top.
constexpr int kHit = 2;
constexpr int kWordBegin = 8;  // at the begin of a word
constexpr int kTextBegin = 4;  // at the begin of the text
constexpr int kInRow = 6;      // right behind the typed letter before
constexpr int kImpossible = std::numeric_limits<int>::min() / 2;

constexpr bool IsWordByte(char c) { return IsLetterOrDigit(c) || IsBeyondAscii(c); }

int BonusAt(std::string_view text, size_t at) {
  if (at == 0) return kHit + kWordBegin + kTextBegin;
  const bool begins = IsWordByte(text[at]) && !IsWordByte(text[at - 1]);
  return begins ? kHit + kWordBegin : kHit;
}

// The best places of one word's letters. best[i * n + j]: the score of letters [0, i] with letter i at byte
// j.
std::optional<PaletteMatch> MatchWord(std::string_view text, std::string_view word) {
  const size_t n = text.size(), m = word.size();
  std::vector<int> best(n * m, kImpossible);
  std::vector<uint32_t> from(n * m, 0);
  for (size_t i = 0; i < m; ++i) {
    int reach = kImpossible;  // the best score of the letters before, with the last one before byte j - 1
    uint32_t reach_at = 0;
    for (size_t j = 0; j < n; ++j) {
      if (i > 0 && j >= 2 && best[(i - 1) * n + j - 2] > reach) {
        reach = best[(i - 1) * n + j - 2];
        reach_at = static_cast<uint32_t>(j - 2);
      }
      if (ToLower(text[j]) != ToLower(word[i])) continue;
      int score = kImpossible;
      uint32_t before = 0;
      if (i == 0) {
        score = 0;
      } else {
        score = reach;
        before = reach_at;
        const int in_row = j >= 1 ? best[(i - 1) * n + j - 1] : kImpossible;
        if (in_row > kImpossible && in_row + kInRow >= score) {
          score = in_row + kInRow;
          before = static_cast<uint32_t>(j - 1);
        }
      }
      if (score <= kImpossible) continue;
      best[i * n + j] = score + BonusAt(text, j);
      from[i * n + j] = before;
    }
  }
  const auto last = best.begin() + static_cast<ptrdiff_t>((m - 1) * n);
  const auto top = std::max_element(last, best.end());
  if (top == best.end() || *top <= kImpossible) return std::nullopt;
  PaletteMatch match;
  match.score = *top;
  auto at = static_cast<uint32_t>(top - last);
  for (size_t i = m; i-- > 0;) {
    match.hits.push_back(at);
    at = from[i * n + at];
  }
  return match;
}

bool OccursAt(std::string_view text, size_t at, std::string_view word) {
  return EqualsFolded(text.substr(at, word.size()), word);
}

struct Occurrence {
  PaletteFit fit = PaletteFit::kLetters;
  size_t at = 0;  // the begin of the word in one piece, unless kLetters
};

// The best occurrence of a word that is known to be a subsequence of the text.
Occurrence OccurrenceOf(std::string_view text, std::string_view word) {
  Occurrence best;
  for (size_t at = 0; at < text.size(); ++at) {
    if (!OccursAt(text, at, word)) continue;
    if (at == 0 || !IsWordByte(text[at - 1])) return {PaletteFit::kWordBegins, at};
    if (best.fit == PaletteFit::kLetters) best = {PaletteFit::kWithin, at};
  }
  return best;
}

std::string_view WithoutBlanksAround(std::string_view typed) {
  const size_t begin = typed.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return typed.substr(begin, typed.find_last_not_of(' ') + 1 - begin);
}

}  // namespace

std::optional<PaletteMatch> MatchPalette(std::string_view text, std::string_view typed) {
  text = text.substr(0, kMaxPaletteText);
  typed = WithoutBlanksAround(typed.substr(0, kMaxPaletteText));
  PaletteMatch whole;
  const bool begins = OccursAt(text, 0, typed);
  if (!begins) whole.fit = PaletteFit::kWordBegins;
  while (true) {
    const size_t begin = typed.find_first_not_of(' ');
    if (begin == std::string_view::npos) break;
    typed.remove_prefix(begin);
    const std::string_view word = typed.substr(0, typed.find(' '));
    typed.remove_prefix(word.size());
    auto match = MatchWord(text, word);
    if (!match) return std::nullopt;
    const Occurrence occurrence = OccurrenceOf(text, word);
    if (!begins) whole.fit = std::min(whole.fit, occurrence.fit);
    // A word that occurs in one piece is shown so, although scattered letters may have a higher score.
    if (occurrence.fit != PaletteFit::kLetters)
      std::iota(match->hits.begin(), match->hits.end(), static_cast<uint32_t>(occurrence.at));
    whole.score += match->score;
    whole.hits.insert(whole.hits.end(), match->hits.begin(), match->hits.end());
  }
  std::ranges::sort(whole.hits);
  whole.hits.erase(std::unique(whole.hits.begin(), whole.hits.end()), whole.hits.end());
  return whole;
}

}  // namespace ringscope
