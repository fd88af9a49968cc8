#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ringscope {

// What lies below the charts, one at a time. A new one: a value here, its row below, and a case where the
// dock draws it.
enum class DockTab : uint8_t {
  kFunctions,
  kCallers,
  kTree,
  kMatches,
  kSource,
};

struct DockTabInfo {
  DockTab tab;
  std::string_view name;  // in the settings
  std::string_view label;
  std::string_view description;
};

// In the order in which they are shown.
inline constexpr std::array kDockTabs{
    DockTabInfo{DockTab::kFunctions, "functions", "Functions",
                "What functions, modules, files, ... cost in all"},
    DockTabInfo{DockTab::kCallers, "callers", "Callers and callees",
                "Who calls a function, and what it calls"},
    DockTabInfo{DockTab::kTree, "tree", "Tree", "The contexts below the centre as a table that unfolds"},
    DockTabInfo{DockTab::kMatches, "matches", "Matches",
                "What the search found below the centre, dearest first"},
    DockTabInfo{DockTab::kSource, "source", "Source",
                "The source of the selected context, with what each line costs"},
};

[[nodiscard]] constexpr const DockTabInfo& DockTabInfoOf(DockTab tab) {
  for (const DockTabInfo& info : kDockTabs) {
    if (info.tab == tab) return info;
  }
  return kDockTabs.front();
}

[[nodiscard]] constexpr std::optional<DockTab> DockTabFromName(std::string_view name) {
  for (const DockTabInfo& info : kDockTabs) {
    if (info.name == name) return info.tab;
  }
  return std::nullopt;
}

}  // namespace ringscope
