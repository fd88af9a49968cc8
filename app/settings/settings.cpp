#include "app/settings/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "app/core/name_value_text.h"
#include "cct/base/ascii.h"
#include "cct/base/atomic_file.h"
#include "cct/base/enum_words.h"
#include "cct/base/utf8.h"

namespace ringscope {
namespace {

constexpr uintmax_t kMaxSettingsBytes = 1 << 20;
constexpr std::string_view kMapsTo = "=>";

// A whole number within bounds, else nothing.
std::optional<int> Number(std::string_view text, int smallest, int largest) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (value < smallest || value > largest) return std::nullopt;
  return value;
}

std::optional<bool> OnOff(std::string_view value) {
  if (value == "on") return true;
  if (value == "off") return false;
  return std::nullopt;
}

// One of several free texts, bounded and each kept once.
void AddOnce(std::vector<std::string>& list, std::string_view value, size_t at_most) {
  const auto text = UnquoteValue(value);
  if (!text || text->empty() || list.size() >= at_most) return;
  if (std::find(list.begin(), list.end(), *text) == list.end()) list.push_back(*text);
}

// The lines about source files, columns and keys. False where the name is none of theirs.
bool ReadListLine(std::string_view name, std::string_view value, Settings& settings) {
  constexpr std::string_view kKey = "key.", kColumn = "column.";
  if (name == "recent") {
    AddOnce(settings.recent_files, value, kMaxRecentFiles);
  } else if (name == "source.folder") {
    AddOnce(settings.source_folders, value, kMaxSettingsLines);
  } else if (name == "source.map") {
    const auto text = UnquoteValue(value);
    const auto mapping = text ? ParsePathMapping(*text) : std::nullopt;
    if (mapping && settings.path_mappings.size() < kMaxSettingsLines)
      settings.path_mappings.push_back(*mapping);
  } else if (name == "editor") {
    if (auto text = UnquoteValue(value)) settings.editor_command = std::move(*text);
  } else if (name.starts_with(kColumn)) {
    const auto width = Number(value, static_cast<int>(kMinColumnWidth), static_cast<int>(kMaxColumnWidth));
    if (width && name.size() > kColumn.size() && settings.column_widths.size() < kMaxSettingsLines) {
      settings.column_widths.push_back(
          {std::string(name.substr(kColumn.size())), static_cast<float>(*width)});
    }
  } else if (name.starts_with(kKey)) {
    auto chords = UnquoteValue(value);
    if (chords && settings.keys.size() < kMaxSettingsLines) {
      settings.keys.push_back({std::string(name.substr(kKey.size())), std::move(*chords)});
    }
  } else {
    return false;
  }
  return true;
}

// False where the name is not known.
bool ReadLine(std::string_view name, std::string_view value, Settings& settings) {
  if (name == "theme") {
    if (const auto theme = ValueOfWord(kThemeWords, value)) settings.theme = *theme;
  } else if (name == "mode") {
    if (const auto mode = ValueOfWord(kModeWords, value)) settings.mode = *mode;
  } else if (name == "depth") {
    if (value == "all") {
      settings.depth_limit = kAllLayers;
    } else if (const auto depth = Number(value, 1, 1 << 30)) {
      settings.depth_limit = static_cast<uint32_t>(*depth);
    }
  } else if (name == "animations") {
    if (const auto on = OnOff(value)) settings.animations = *on;
  } else if (name == "zoom") {
    if (value.ends_with("%")) value = Trimmed(value.substr(0, value.size() - 1));
    if (const auto zoom = Number(value, kMinZoomPercent, kMaxZoomPercent)) settings.zoom_percent = *zoom;
  } else if (name == "window_width") {
    if (const auto width = Number(value, 320, 16384)) settings.window_width = *width;
  } else if (name == "window_height") {
    if (const auto height = Number(value, 240, 16384)) settings.window_height = *height;
  } else if (name == "side_panel_width") {
    if (const auto width = Number(value, 280, 900)) settings.side_panel_width = static_cast<float>(*width);
  } else if (name == "dock_open") {
    if (const auto open = OnOff(value)) settings.dock_open = *open;
  } else if (name == "dock_tab") {
    if (const auto tab = DockTabFromName(value)) settings.dock_tab = *tab;
  } else if (name == "table_by") {
    if (const auto by = GroupByFromName(value)) settings.table_by = *by;
  } else if (name == "table_order") {
    const auto text = UnquoteValue(value);
    if (auto order = ParseTableOrder(text.value_or(""))) settings.table_order = std::move(*order);
  } else if (name == "neighbour_order") {
    const auto text = UnquoteValue(value);
    if (auto order = ParseTableOrder(text.value_or(""))) settings.neighbour_order = std::move(*order);
  } else if (name == "dock_height") {
    if (const auto height = Number(value, 120, 2000)) settings.dock_height = static_cast<float>(*height);
  } else if (name == "hot_path") {
    if (value.ends_with("%")) value = Trimmed(value.substr(0, value.size() - 1));
    if (const auto percent = Number(value, 1, 100)) settings.hot_path_percent = *percent;
  } else if (name == "color") {
    if (auto color = UnquoteValue(value)) settings.color = std::move(*color);
  } else if (name == "legend_open") {
    if (const auto open = OnOff(value)) settings.legend_open = *open;
  } else if (name == "derived_metric") {
    const auto text = UnquoteValue(value);
    auto metric = ParseDerivedMetric(text.value_or(""));
    if (text && metric && settings.derived_metrics.size() < kMaxDerivedMetrics) {
      settings.derived_metrics.push_back(std::move(*metric));
    }
  } else {
    return ReadListLine(name, value, settings);
  }
  return true;
}

constexpr std::string_view kHeader =
    R"(# ringscope settings. The viewer writes this file when something changes; edit it while the viewer is closed.
# Lines that are missing or cannot be read mean the default. Texts stand in double quotes, with \" \\ and \n.
#
# theme = dark | light          mode = equal | length | area      depth = NUMBER | all    animations = on | off
# zoom = 50 % to 300 %          of the whole user interface
# hot_path = 1 % to 100 %      of its caller's cost that each callee on a hot path holds at least
# editor = "code -g {file}:{line}"             opens a source file
# source.map = "/build/src => ~/src"           a profile's paths on this machine; several, the first that fits
# source.folder = "~/projects/parser"          searched for source files; several
# key.COMMAND = "Ctrl+Shift+P, F5"             keys of a command; "" for none. Later lines win.
#   The command palette (Ctrl+Shift+P) shows every command, the list of keys (?) what is odd about these lines.
#   Keys: letters, digits, signs, F1 to F12, Esc, Tab, Enter, Space, Backspace, Delete, Insert, Home, End, PageUp,
#   PageDown, Left, Right, Up, Down, Menu, Mouse3, Mouse4, Mouse5, with Ctrl+, Alt+, Shift+ in front.
)";

// Whether a line nobody knows may be written back: damage is not.
bool IsText(std::string_view line) {
  while (!line.empty()) {
    const size_t length = static_cast<unsigned char>(line.front()) < ' ' ? 0 : ValidUtf8Length(line);
    if (length == 0) return false;
    line.remove_prefix(length);
  }
  return true;
}

}  // namespace

std::string FormatSettings(const Settings& settings) {
  std::string text(kHeader);
  const auto add = [&](std::string_view name, std::string_view value) {
    text += fmt::format("{} = {}\n", name, value);
  };
  add("theme", WordOf(kThemeWords, settings.theme));
  add("mode", WordOf(kModeWords, settings.mode));
  add("depth", settings.depth_limit == kAllLayers ? "all" : fmt::format("{}", settings.depth_limit));
  add("animations", settings.animations ? "on" : "off");
  add("zoom", fmt::format("{} %", settings.zoom_percent));
  add("window_width", fmt::format("{}", settings.window_width));
  add("window_height", fmt::format("{}", settings.window_height));
  add("side_panel_width", fmt::format("{}", std::lround(settings.side_panel_width)));
  add("dock_open", settings.dock_open ? "on" : "off");
  add("dock_tab", std::string(DockTabInfoOf(settings.dock_tab).name));
  add("dock_height", fmt::format("{}", std::lround(settings.dock_height)));
  add("table_by", std::string(TableGroupingOf(settings.table_by).name));
  add("table_order", QuoteValue(FormatTableOrder(settings.table_order)));
  add("neighbour_order", QuoteValue(FormatTableOrder(settings.neighbour_order)));
  for (const ColumnWidth& column : settings.column_widths) {
    add("column." + column.column, fmt::format("{}", std::lround(column.width)));
  }
  add("hot_path", fmt::format("{} %", settings.hot_path_percent));
  add("color", QuoteValue(settings.color));
  add("legend_open", settings.legend_open ? "on" : "off");
  for (const DerivedMetric& metric : settings.derived_metrics) {
    add("derived_metric", QuoteValue(FormatDerivedMetric(metric)));
  }
  if (!settings.editor_command.empty()) add("editor", QuoteValue(settings.editor_command));
  for (const PathMapping& mapping : settings.path_mappings) {
    add("source.map", QuoteValue(FormatPathMapping(mapping)));
  }
  for (const std::string& folder : settings.source_folders) add("source.folder", QuoteValue(folder));
  for (const KeyLine& line : settings.keys) add("key." + line.command, QuoteValue(line.chords));
  for (const std::string& path : settings.recent_files) add("recent", QuoteValue(path));
  for (const std::string& line : settings.unknown_lines) text += line + '\n';
  return text;
}

Settings ParseSettings(std::string_view text) {
  Settings settings;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = Trimmed(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    const auto pair = SplitNameValue(line);
    if (!pair || pair->name.empty() || ReadLine(pair->name, pair->value, settings)) continue;
    if (settings.unknown_lines.size() < kMaxSettingsLines && IsText(line)) {
      settings.unknown_lines.emplace_back(line);
    }
  }
  return settings;
}

std::filesystem::path SettingsPath() {
  if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && config[0] == '/') {
    return std::filesystem::path(config) / "ringscope" / "settings.conf";
  }
  if (const char* home = std::getenv("HOME"); home != nullptr && home[0] == '/') {
    return std::filesystem::path(home) / ".config" / "ringscope" / "settings.conf";
  }
  return {};
}

Settings LoadSettings(const std::filesystem::path& path) {
  std::error_code error;
  if (path.empty() || !std::filesystem::is_regular_file(path, error)) return {};
  if (const auto size = std::filesystem::file_size(path, error); error || size > kMaxSettingsBytes) return {};
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return ParseSettings(text);
}

Result<void> SaveSettings(const Settings& settings, const std::filesystem::path& path) {
  if (path.empty())
    return Fail(ErrorCode::kIo, "no folder for settings: neither XDG_CONFIG_HOME nor HOME is set");
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  if (error) return Fail(ErrorCode::kIo, fmt::format("{}: {}", path.parent_path().string(), error.message()));
  auto file = AtomicFile::Create(path);
  if (!file) return tl::unexpected(std::move(file).error());
  RINGSCOPE_TRY(file->Write(FormatSettings(settings)));
  return file->Commit();
}

int NextZoom(int percent, int steps) {
  constexpr std::array kZooms{50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300};
  for (; steps > 0; --steps) {
    const auto* larger = std::upper_bound(kZooms.begin(), kZooms.end(), percent);
    if (larger == kZooms.end()) break;
    percent = *larger;
  }
  for (; steps < 0; ++steps) {
    const auto* larger = std::lower_bound(kZooms.begin(), kZooms.end(), percent);
    if (larger == kZooms.begin()) break;
    percent = *(larger - 1);
  }
  return percent;
}

float ColumnWidthOf(const Settings& settings, std::string_view column) {
  const auto found = std::find_if(settings.column_widths.begin(), settings.column_widths.end(),
                                  [&](const ColumnWidth& one) { return one.column == column; });
  return found == settings.column_widths.end() ? 0 : found->width;
}

std::optional<PathMapping> ParsePathMapping(std::string_view text) {
  const size_t arrow = text.find(kMapsTo);
  if (arrow == std::string_view::npos) return std::nullopt;
  PathMapping mapping{std::string(Trimmed(text.substr(0, arrow))),
                      std::string(Trimmed(text.substr(arrow + kMapsTo.size())))};
  if (mapping.from.empty() || mapping.to.empty()) return std::nullopt;
  return mapping;
}

std::string FormatPathMapping(const PathMapping& mapping) {
  return fmt::format("{} {} {}", mapping.from, kMapsTo, mapping.to);
}

void RememberRecentFile(Settings& settings, const std::string& path) {
  std::erase(settings.recent_files, path);
  settings.recent_files.insert(settings.recent_files.begin(), path);
  if (settings.recent_files.size() > kMaxRecentFiles) settings.recent_files.resize(kMaxRecentFiles);
}

}  // namespace ringscope
