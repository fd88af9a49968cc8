#include "app/model/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "app/model/mode_text.h"
#include "cct/base/atomic_file.h"

namespace ringscope {
namespace {

constexpr uintmax_t kMaxSettingsBytes = 1 << 20;

std::string Quote(std::string_view text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '\n') {
      quoted += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

std::optional<std::string> Unquote(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::nullopt;
  text = text.substr(1, text.size() - 2);
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      if (++i == text.size()) return std::nullopt;
      plain += text[i] == 'n' ? '\n' : text[i];
    } else {
      plain += text[i];
    }
  }
  return plain;
}

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

// A whole number within bounds, else nothing.
std::optional<int> Number(std::string_view text, int smallest, int largest) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (value < smallest || value > largest) return std::nullopt;
  return value;
}

void ReadLine(std::string_view name, std::string_view value, Settings& settings) {
  if (name == "theme") {
    if (value == "dark") settings.theme = Theme::kDark;
    if (value == "light") settings.theme = Theme::kLight;
  } else if (name == "mode") {
    if (const auto mode = ModeFromName(value)) settings.mode = *mode;
  } else if (name == "depth") {
    if (value == "all") {
      settings.depth_limit = kAllLayers;
    } else if (const auto depth = Number(value, 1, 1 << 30)) {
      settings.depth_limit = static_cast<uint32_t>(*depth);
    }
  } else if (name == "animations") {
    if (value == "on") settings.animations = true;
    if (value == "off") settings.animations = false;
  } else if (name == "window_width") {
    if (const auto width = Number(value, 320, 16384)) settings.window_width = *width;
  } else if (name == "window_height") {
    if (const auto height = Number(value, 240, 16384)) settings.window_height = *height;
  } else if (name == "side_panel_width") {
    if (const auto width = Number(value, 280, 900)) settings.side_panel_width = static_cast<float>(*width);
  } else if (name == "dock_open") {
    if (value == "on" || value == "off") settings.dock_open = value == "on";
  } else if (name == "dock_tab") {
    if (const auto tab = DockTabFromName(value)) settings.dock_tab = *tab;
  } else if (name == "dock_height") {
    if (const auto height = Number(value, 120, 2000)) settings.dock_height = static_cast<float>(*height);
  } else if (name == "color") {
    if (auto color = Unquote(value)) settings.color = std::move(*color);
  } else if (name == "legend_open") {
    if (value == "on" || value == "off") settings.legend_open = value == "on";
  } else if (name == "derived_metric") {
    const auto text = Unquote(value);
    auto metric = ParseDerivedMetric(text.value_or(""));
    if (text && metric && settings.derived_metrics.size() < kMaxDerivedMetrics) {
      settings.derived_metrics.push_back(std::move(*metric));
    }
  } else if (name == "recent") {
    const auto path = Unquote(value);
    if (path && !path->empty() && settings.recent_files.size() < kMaxRecentFiles &&
        std::find(settings.recent_files.begin(), settings.recent_files.end(), *path) ==
            settings.recent_files.end()) {
      settings.recent_files.push_back(*path);
    }
  }
}

}  // namespace

std::string FormatSettings(const Settings& settings) {
  std::string text = "# ringscope settings; written by the viewer when something changes\n";
  const auto add = [&](std::string_view name, std::string_view value) {
    text += fmt::format("{} = {}\n", name, value);
  };
  add("theme", settings.theme == Theme::kDark ? "dark" : "light");
  add("mode", ModeName(settings.mode));
  add("depth", settings.depth_limit == kAllLayers ? "all" : fmt::format("{}", settings.depth_limit));
  add("animations", settings.animations ? "on" : "off");
  add("window_width", fmt::format("{}", settings.window_width));
  add("window_height", fmt::format("{}", settings.window_height));
  add("side_panel_width", fmt::format("{}", std::lround(settings.side_panel_width)));
  add("dock_open", settings.dock_open ? "on" : "off");
  add("dock_tab", std::string(DockTabInfoOf(settings.dock_tab).name));
  add("dock_height", fmt::format("{}", std::lround(settings.dock_height)));
  add("color", Quote(settings.color));
  add("legend_open", settings.legend_open ? "on" : "off");
  for (const DerivedMetric& metric : settings.derived_metrics) {
    add("derived_metric", Quote(FormatDerivedMetric(metric)));
  }
  for (const std::string& path : settings.recent_files) add("recent", Quote(path));
  return text;
}

Settings ParseSettings(std::string_view text) {
  Settings settings;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = Trim(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    const size_t equals = line.find('=');
    if (line.empty() || line.front() == '#' || equals == std::string_view::npos) continue;
    ReadLine(Trim(line.substr(0, equals)), Trim(line.substr(equals + 1)), settings);
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

void RememberRecentFile(Settings& settings, const std::string& path) {
  std::erase(settings.recent_files, path);
  settings.recent_files.insert(settings.recent_files.begin(), path);
  if (settings.recent_files.size() > kMaxRecentFiles) settings.recent_files.resize(kMaxRecentFiles);
}

}  // namespace ringscope
