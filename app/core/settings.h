#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/table_order.h"
#include "cct/base/result.h"
#include "cct/base/text/enum_words.h"
#include "cct/query/metrics/derived_metric.h"
#include "renderer/color/color.h"
#include "renderer/color/color_mode.h"
#include "renderer/layout/view.h"

namespace ringscope {

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

// The tabs of the dock, which lies below the charts or at their right and shows one at a time. A new tab
// takes a value here, its row below, and a case where the dock draws the tab.
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
                "The costs of functions, modules, files, ... in all contexts"},
    DockTabInfo{"callers", DockTab::kCallers, "Callers and callees",
                "Who calls a function, and what it calls"},
    DockTabInfo{"tree", DockTab::kTree, "Tree", "The contexts below the centre as a table that unfolds"},
    DockTabInfo{"matches", DockTab::kMatches, "Matches",
                "The matches of the search below the centre, the most expensive first"},
    DockTabInfo{"source", DockTab::kSource, "Source",
                "The source of the selected context, with the cost of each line"},
    DockTabInfo{"renames", DockTab::kRenames, "Renames",
                "Functions that may have another name on the other side, to be accepted or refused"},
};

template <typename Owner>
struct NameValueRow;

// Leads from a profile's paths to this machine's: `to` replaces `from` at the front of a path.
struct PathMapping {
  std::string from;
  std::string to;  // a leading "~" is the home folder
  friend bool operator==(const PathMapping&, const PathMapping&) = default;
};

// A line `key.COMMAND = "CHORDS"`. Kept as written, also if this version does not know the command.
struct KeyLine {
  std::string command;
  std::string chords;  // "Alt+Left, Mouse4"; empty: no key
  friend bool operator==(const KeyLine&, const KeyLine&) = default;
};

// A column of a table with a width that the user chose.
struct ColumnWidth {
  std::string column;  // "table/self": the table and the column in it
  float width = 0;     // in units of the content scale
  friend bool operator==(const ColumnWidth&, const ColumnWidth&) = default;
};

// The columns of tables beside the value of each cost, and the metrics beside the drawn one.
struct TableColumns {
  bool of_total = false, of_centre = true;  // shares
  bool bars = true;
  // Columns that only tables of comparisons can hide.
  bool both_costs = true;            // self beside inclusive, or the other way round
  bool by_share = true;              // differences of the shares of the totals
  bool splits = true;                // differences by calls and by cost a call
  bool places = true;                // module, layer, calls, contexts, derived metrics
  std::vector<std::string> metrics;  // by name
  friend bool operator==(const TableColumns&, const TableColumns&) = default;
};

// The width until the user chooses one, in units of the content scale.
inline constexpr float kUsualSidePanelWidth = 400;

// Widths of a dock at the right, in units of the content scale.
inline constexpr float kLeastDockWidth = 240;
inline constexpr float kUsualDockWidth = 480;

// The forms of the chart that a profile begins with. Automatic: rings and icicle in wide windows, else rings.
enum class ShownForms : uint8_t { kAutomatic, kRings, kIcicle, kTreemap, kBoth };
inline constexpr auto kShownFormsWords =
    WordsInOrder<ShownForms, 5>("automatic, rings, icicle, treemap, both");

// The values that the viewer remembers between runs.
struct Settings {
  Theme theme = Theme::kDark;
  RingMode mode = RingMode::kLength;
  // Layers drawn of a newly opened profile: few enough that labels fit. The wheel shows more.
  uint32_t depth_limit = 20;
  bool compress_chains = true;  // of newly opened profiles, as `ring_sizing`
  RingSizing ring_sizing = RingSizing::kReadable;
  ShownForms forms = ShownForms::kAutomatic;  // of the first profile
  bool animations = true;
  int window_width = 1440;
  int window_height = 900;
  float side_panel_width = kUsualSidePanelWidth;  // in units of the content scale
  int zoom_percent = 100;                         // of the whole user interface
  bool dock_open = false;                         // the tables beside the charts
  DockPlace dock_place = DockPlace::kAutomatic;   // kAutomatic: at the right in wide windows, else below
  float dock_height = 300;                        // of a dock below, in units of the content scale
  float dock_width = 0;                           // of a dock at the right, in the same units; 0: as wide as
                                                  // the charts allow
  DockTab dock_tab = DockTab::kFunctions;
  GroupBy table_by = GroupBy::kFunction;  // a row of the table stands for this
  TableOrder table_order;
  TableOrder neighbour_order{TableKey::kInclusive, true, {}};  // of callers and callees
  // The orders of these tables for comparisons.
  TableOrder compared_table_order{TableKey::kSelfDifference, true, {}};
  TableOrder compared_neighbour_order{TableKey::kDifference, true, {}};
  TableColumns table_columns;
  // Of tables of comparisons: by default only before, after and the difference.
  TableColumns compared_columns{false, false, false, false, false, false, false, {}};
  std::vector<ColumnWidth> column_widths;  // of columns that the user resized
  bool outline_hot_path = true;
  int least_change_percent = 1;    // smaller differences have no tint in a matrix
  int hot_path_percent = 50;       // the least part of its caller's cost that a callee on a hot path holds
  std::string color = "function";  // of newly opened profiles, as ColorText() writes it
  DifferenceColors difference_colors = DifferenceColors::kMap;  // in all views
  bool legend_open = true;
  bool timeline_open = true;                   // of profiles with times
  std::vector<DerivedMetric> derived_metrics;  // in the order of their list
  std::vector<PathMapping> path_mappings;      // the first that fits counts
  std::vector<std::string> source_folders;     // searched for files that no mapping leads to
  std::string editor_command;                  // "code -g {file}:{line}"; empty: $VISUAL or $EDITOR
  std::string compare_rules;  // a file of rules for names in comparisons; empty: the built-in ones
  std::vector<KeyLine> keys;  // later lines win
  std::vector<std::string> recent_files;       // newest first, absolute paths
  std::vector<std::string> recorded_commands;  // newest first, as typed
  std::vector<std::string> unknown_lines;      // from other versions: written back unchanged

  friend bool operator==(const Settings&, const Settings&) = default;
};

inline constexpr size_t kMaxRecentFiles = 10;
inline constexpr size_t kMaxRecordedCommands = 8;
inline constexpr size_t kMaxDerivedMetrics = 50;
inline constexpr size_t kMaxSettingsLines = 1000;  // of any one kind
inline constexpr float kMinColumnWidth = 36, kMaxColumnWidth = 2000;
inline constexpr int kMinZoomPercent = 50, kMaxZoomPercent = 300;

// One row for each member but the unknown lines.
[[nodiscard]] std::span<const NameValueRow<Settings>> SettingRows();

// Comments that explain the lines, then one "name = value" a line. Free text is quoted.
[[nodiscard]] std::string FormatSettings(const Settings& settings);

// Reads any bytes: a line that is broken or out of range leaves the default, so that the viewer starts with a
// damaged file, too. Drops comments: FormatSettings() writes its own.
[[nodiscard]] Settings ParseSettings(std::string_view text);

// $XDG_CONFIG_HOME/ringscope/settings.conf, or below ~/.config; empty when neither folder is known.
[[nodiscard]] std::filesystem::path SettingsPath();

// Defaults if the file is missing or cannot be read.
[[nodiscard]] Settings LoadSettings(const std::filesystem::path& path);

// Creates the folder and replaces the file atomically. Errors: kIo.
[[nodiscard]] Result<void> SaveSettings(const Settings& settings, const std::filesystem::path& path);

// The settings to write to a file that held `base` and that other programs may have written since: the values
// of `settings` that differ from `base`, else those of `in_file`. A merged list has the elements that either
// side added, without the elements that either side removed.
[[nodiscard]] Settings MergedSettings(const Settings& base, const Settings& settings,
                                      const Settings& in_file);

// SaveSettings() of MergedSettings(); of all settings if the file is missing. Programs that save at the same
// time wait for each other.
[[nodiscard]] Result<void> SaveChangedSettings(const Settings& base, const Settings& settings,
                                               const std::filesystem::path& path);

// The next larger (steps > 0) or smaller size of the user interface.
[[nodiscard]] int NextZoom(int percent, int steps);

// The width of a column; 0 if the user has not resized the column.
[[nodiscard]] float ColumnWidthOf(const Settings& settings, std::string_view column);

// "FROM => TO" and back. Error: kMalformed, also if a side is empty.
[[nodiscard]] Result<PathMapping> ParsePathMapping(std::string_view text);
[[nodiscard]] std::string FormatPathMapping(const PathMapping& mapping);

// Put the absolute `path`, or `command`, first; drop older mentions, and the oldest ones beyond
// kMaxRecentFiles or kMaxRecordedCommands.
void RememberRecentFile(Settings& settings, const std::string& path);
void RememberCommand(Settings& settings, const std::string& command);

}  // namespace ringscope
