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

// The commands and places that fit the typed text. Order: scattered letters last; titles before rows found by
// their group's name; texts that begin with the typed text, then words that begin with it, then words that
// contain it; then available rows; then by score; then shorter titles; then the order of the table.
struct PaletteModel {
  struct Row {
    std::string title;
    std::string group;
    std::string keys;
    std::string command;           // Command::id; empty for rows that are no commands
    std::vector<uint32_t> hits;    // the typed bytes of the title
    std::optional<Action> action;  // std::nullopt: not available in this state
  };
  std::vector<Row> rows;
};

// Commands, open tabs, metrics of the active view, their columns, and recent files. O(rows * bytes typed).
[[nodiscard]] PaletteModel BuildPaletteModel(const AppState& state, std::string_view typed);

// Names of a command in other tools. The palette finds the command by these words, too.
struct PaletteWords {
  std::string_view command;  // Command::id
  std::string_view words;
};
inline constexpr std::array kPaletteWords{
    PaletteWords{"table.callers", "sandwich butterfly who calls"},
    PaletteWords{"chart.form.icicle", "flame graph flamegraph left heavy"},
    PaletteWords{"chart.form.rings", "sunburst ring chart"},
    PaletteWords{"chart.form.treemap", "tree map squarified areas boxes"},
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

// Empty for a command without other names.
[[nodiscard]] constexpr std::string_view PaletteWordsOf(std::string_view command) {
  for (const PaletteWords& row : kPaletteWords)
    if (row.command == command) return row.words;
  return {};
}

// The kind of a match; a better kind counts more than any score.
enum class PaletteFit : uint8_t {
  kLetters,     // the letters of some word are scattered
  kWithin,      // every word occurs in one piece
  kWordBegins,  // every word begins a word of the text
  kTextBegins,  // the text begins with the whole typed text
};

// A match of a text with the typed text.
struct PaletteMatch {
  PaletteFit fit = PaletteFit::kTextBegins;
  int score = 0;               // orders matches of one kind: larger is better
  std::vector<uint32_t> hits;  // the typed bytes of the text, ascending
};

inline constexpr size_t kMaxPaletteText = 200;  // bytes looked at, of `text` and of `typed`

// Every typed word has to occur in the text as a subsequence, in any order of words; the case of ASCII
// letters and blanks around `typed` do not matter. Beginnings of words and letters in a row count more. An
// empty `typed` matches any text with score 0. O(bytes of text * bytes typed). Deterministic.
[[nodiscard]] std::optional<PaletteMatch> MatchPalette(std::string_view text, std::string_view typed);

// The list of mouse gestures and keys, with the keys in force.
struct KeyListModel {
  struct Row {
    std::string keys;                            // "Alt+Left, Mouse4", or "Click"
    std::vector<std::vector<std::string>> caps;  // the parts of `keys`
    std::string_view title;
    std::string_view command;  // Command::id; empty for the mouse
  };
  struct Group {
    std::string_view name;
    std::vector<Row> rows;
  };
  // Of the shown view, of the mouse, then of other commands with a key. Groups without rows are left out.
  std::vector<Group> groups;
  std::string more;                // the key of the palette, which has all commands
  std::vector<std::string> notes;  // problems of the settings' keys
};

// `filter`: words that must all occur in the keys or the title of a row, or among the command's other names.
[[nodiscard]] KeyListModel BuildKeyListModel(const AppState& state, std::string_view filter = {});

// The menu of a segment or a row.
struct ContextMenuModel {
  struct Entry {
    std::string id;  // "focus"
    std::string title;
    std::string key;              // of the command that does the same
    std::vector<Action> actions;  // empty: impossible here
    bool begins_group = false;    // with a line above
  };
  std::string name;            // of the function, or a description of the rest segment
  std::string detail;          // module, value and share
  std::vector<Entry> entries;  // empty: no menu
  float x_px = 0, y_px = 0;
  uint64_t serial = 0;
};

[[nodiscard]] ContextMenuModel BuildContextMenuModel(const AppState& state);

}  // namespace ringscope
