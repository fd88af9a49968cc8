#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/dock_tab.h"
#include "cct/base/result.h"
#include "cct/query/derived_metric.h"
#include "renderer/layout/color.h"
#include "renderer/layout/view.h"

namespace ringscope {

// What the viewer remembers between runs.
struct Settings {
  Theme theme = Theme::kDark;
  RingMode mode = RingMode::kLength;
  // Rings a newly opened profile shows. Deeper ones are a turn of the wheel away; at first sight labels
  // should fit.
  uint32_t depth_limit = 20;
  bool animations = true;
  int window_width = 1440;
  int window_height = 900;
  float side_panel_width = 400;    // in units of the content scale
  bool dock_open = false;          // the tables below the charts
  float dock_height = 300;         // likewise in units
  DockTab dock_tab = DockTab::kFunctions;
  std::string color = "function";  // how newly opened profiles are coloured, as ColorText has it
  bool legend_open = true;
  std::vector<DerivedMetric> derived_metrics;  // in the order in which they are listed
  std::vector<std::string> recent_files;       // newest first, absolute paths

  friend bool operator==(const Settings&, const Settings&) = default;
};

inline constexpr size_t kMaxRecentFiles = 10;
inline constexpr size_t kMaxDerivedMetrics = 50;

// One "name = value" a line. Values are quoted where they are paths.
[[nodiscard]] std::string FormatSettings(const Settings& settings);

// Reads any bytes: lines that are unknown, broken or out of range keep the default, so that a damaged file
// never keeps the viewer from starting.
[[nodiscard]] Settings ParseSettings(std::string_view text);

// $XDG_CONFIG_HOME/ringscope/settings.conf, or below ~/.config; empty when neither folder is known.
[[nodiscard]] std::filesystem::path SettingsPath();

// Defaults where the file is missing or cannot be read.
[[nodiscard]] Settings LoadSettings(const std::filesystem::path& path);

// Creates the folder and replaces the file atomically. Errors: kIo.
[[nodiscard]] Result<void> SaveSettings(const Settings& settings, const std::filesystem::path& path);

// Puts `path` first and drops older mentions and what exceeds the limit.
void RememberRecentFile(Settings& settings, const std::string& path);

}  // namespace ringscope
