#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ringscope {

// Where the dock lies.
enum class DockPlace : uint8_t { kAutomatic, kBelow, kRight };

struct DockPlaceInfo {
  std::string_view word;  // in the settings
  DockPlace value;
  std::string_view label;
};

inline constexpr std::array kDockPlaces{
    DockPlaceInfo{"automatic", DockPlace::kAutomatic, "Automatic"},
    DockPlaceInfo{"below", DockPlace::kBelow, "Below"},
    DockPlaceInfo{"right", DockPlace::kRight, "Right"},
};

// What lies below the charts or at their right, one at a time. A new one: a value here, its row below, and a
// case where the dock draws it.
enum class DockTab : uint8_t {
  kFunctions,
  kCallers,
  kTree,
  kMatches,
  kSource,
  kRenames,  // of a comparison
};

struct DockTabInfo {
  std::string_view word;  // in the settings
  DockTab value;
  std::string_view label;
  std::string_view description;
};

// In the order in which they are shown.
inline constexpr std::array kDockTabs{
    DockTabInfo{"functions", DockTab::kFunctions, "Functions",
                "What functions, modules, files, ... cost in all"},
    DockTabInfo{"callers", DockTab::kCallers, "Callers and callees",
                "Who calls a function, and what it calls"},
    DockTabInfo{"tree", DockTab::kTree, "Tree", "The contexts below the centre as a table that unfolds"},
    DockTabInfo{"matches", DockTab::kMatches, "Matches",
                "What the search found below the centre, dearest first"},
    DockTabInfo{"source", DockTab::kSource, "Source",
                "The source of the selected context, with what each line costs"},
    DockTabInfo{"renames", DockTab::kRenames, "Renames",
                "Functions that may have another name on the other side, to be accepted or refused"},
};

}  // namespace ringscope
