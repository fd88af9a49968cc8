#pragma once

#include <array>
#include <string_view>

namespace ringscope {

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

}  // namespace ringscope
