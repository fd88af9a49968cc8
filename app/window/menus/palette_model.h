#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/action.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// Everything that can be done or gone to, as far as it fits what was typed: scattered letters last; titles
// before those found by their group's name; what begins with what was typed, then words that begin so, words
// that contain it; then what is available; then by score; then shorter titles; then in the order of the
// table.
struct PaletteModel {
  struct Row {
    std::string title;
    std::string group;
    std::string keys;
    std::string command;           // its name in the settings file; empty where it has none
    std::vector<uint32_t> hits;    // bytes of the title that were typed
    std::optional<Action> action;  // nothing: not available now
  };
  std::vector<Row> rows;
};

// Commands, open tabs, metrics of the active view, columns of them and recent files. Cost: O(rows * what was typed).
[[nodiscard]] PaletteModel BuildPaletteModel(const AppState& state, std::string_view typed);

// What people who know other tools call what a command does. The palette finds the command by these words, too.
struct PaletteWords {
  std::string_view command;  // Command::id
  std::string_view words;
};
inline constexpr std::array kPaletteWords{
    PaletteWords{"table.callers", "sandwich butterfly who calls"},
    PaletteWords{"chart.form.icicle", "flame graph flamegraph left heavy"},
    PaletteWords{"chart.form.rings", "sunburst ring chart"},
    PaletteWords{"tree.invert", "bottom up reverse inverted backtraces"},
    PaletteWords{"table.tree", "top down call tree"},
    PaletteWords{"table.functions", "hot spots hotspots top methods flat profile list"},
    PaletteWords{"table.hot-path", "critical path heaviest stack"},
    PaletteWords{"chart.beside", "compare split both"},
    PaletteWords{"chart.more-beside", "compare diff difference split"},
    PaletteWords{"tab.duplicate", "clone copy"},
    PaletteWords{"file.open", "recent load import diff compare"},
    PaletteWords{"file.save", "export picture image screenshot png svg csv pprof folded share"},
    PaletteWords{"file.report", "warnings errors lost"},
    PaletteWords{"chart.lens", "magnify magnifier fisheye"},
    PaletteWords{"view.centre", "zoom in focus"},
    PaletteWords{"view.caller", "zoom out parent"},
    PaletteWords{"view.whole-tree", "zoom out reset home root"},
    PaletteWords{"search.focus", "find"},
    PaletteWords{"search.filter", "focus show only"},
    PaletteWords{"tree.add", "filter hide remove prune focus merge collapse"},
    PaletteWords{"tree.fold-recursion", "collapse recursion recursive"},
    PaletteWords{"tree.methods", "flat self time"},
    PaletteWords{"tree.threads", "processes"},
    PaletteWords{"tree.reset", "clear filters original"},
    PaletteWords{"time.choose", "timeline phase period range seconds zoom"},
    PaletteWords{"tree.source", "code lines annotate"},
    PaletteWords{"chart.metric.derive", "ratio formula"},
    PaletteWords{"chart.metric.next", "event type sample index"},
    PaletteWords{"chart.summary", "overview report totals"},
    PaletteWords{"window.theme", "light mode dark mode colours colors"},
    PaletteWords{"window.keys", "help shortcuts keyboard hotkeys"},
    PaletteWords{"window.settings", "preferences options configuration"},
    PaletteWords{"window.zoom-in", "font size scale bigger"},
    PaletteWords{"window.zoom-out", "font size scale smaller"},
    PaletteWords{"window.dock", "bottom panel"},
    PaletteWords{"window.quit", "exit"},
};

// Empty where there are none.
[[nodiscard]] constexpr std::string_view PaletteWordsOf(std::string_view command) {
  for (const PaletteWords& row : kPaletteWords)
    if (row.command == command) return row.words;
  return {};
}

// What kind of occurrence a match is; a better kind is worth more than any score.
enum class PaletteFit : uint8_t {
  kLetters,     // the letters of some word lie scattered
  kWithin,      // every word occurs in one piece
  kWordBegins,  // every word begins a word of the text
  kTextBegins,  // the text begins with all that was typed
};

// How well a text fits what was typed.
struct PaletteMatch {
  PaletteFit fit = PaletteFit::kTextBegins;
  int score = 0;               // among matches of a kind larger fits better; only good for comparing
  std::vector<uint32_t> hits;  // bytes of the text that were typed, ascending
};

inline constexpr size_t kMaxPaletteText = 200;  // bytes looked at, of either

// Every word that was typed has to occur in the text as a subsequence, in any order of words, without regard
// to the case of ASCII letters. Beginnings of words and letters in a row count more. Nothing typed fits
// everything with score 0. Blanks around what was typed count for nothing. O(bytes of text * bytes typed).
// Deterministic.
[[nodiscard]] std::optional<PaletteMatch> MatchPalette(std::string_view text, std::string_view typed);

}  // namespace ringscope
