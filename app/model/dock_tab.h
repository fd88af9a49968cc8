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
  kNeighbours,
  kTree,
  kModules,
  kPackages,
  kClasses,
  kFiles,
  kKinds,
  kThreads,
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
    DockTabInfo{DockTab::kFunctions, "functions", "Functions", "What every function costs below the centre"},
    DockTabInfo{DockTab::kNeighbours, "callers", "Callers & callees",
                "Who calls the chosen function, and what it calls"},
    DockTabInfo{DockTab::kTree, "tree", "Tree", "Every call path below the centre"},
    DockTabInfo{DockTab::kModules, "modules", "Modules", "What every module costs below the centre"},
    DockTabInfo{DockTab::kPackages, "packages", "Packages",
                "What every package or namespace costs below the centre"},
    DockTabInfo{DockTab::kClasses, "classes", "Classes", "What every class costs below the centre"},
    DockTabInfo{DockTab::kFiles, "files", "Files", "What every source file costs below the centre"},
    DockTabInfo{DockTab::kKinds, "kinds", "Kinds", "User code, kernel, inlined, compiled at run time"},
    DockTabInfo{DockTab::kThreads, "threads", "Threads", "The threads and processes of the profile"},
    DockTabInfo{DockTab::kSource, "source", "Source", "The source of the selected context, with what each line costs"},
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
