#include "app/core/settings.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

#include "app/core/name_value_table.h"
#include "cct/base/system/atomic_file.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/utf8.h"

namespace ringscope {
namespace {

constexpr uintmax_t kMaxSettingsBytes = 1 << 20;
constexpr std::string_view kMapsTo = "=>";

// A text that is not empty.
struct FilledTextForm : TextForm {
  [[nodiscard]] static Result<std::string> Read(std::string_view text) {
    Result<std::string> plain = TextForm::Read(text);
    if (plain && plain->empty()) return Fail(ErrorCode::kMalformed, "expected a text, found an empty one");
    return plain;
  }
};

// A value that `kParse` reads from the text in quotes.
template <auto kParse, auto kFormat>
struct QuotedForm {
  [[nodiscard]] static auto Read(std::string_view text) -> decltype(kParse(text)) {
    RINGSCOPE_ASSIGN(const std::string plain, TextForm::Read(text));
    return kParse(plain);
  }
  template <typename T>
  [[nodiscard]] static std::string Write(const T& value) {
    return QuoteValue(kFormat(value));
  }
};
using TableOrderForm = QuotedForm<ParseTableOrder, FormatTableOrder>;
using DerivedMetricForm = QuotedForm<ParseDerivedMetric, FormatDerivedMetric>;
using PathMappingForm = QuotedForm<ParsePathMapping, FormatPathMapping>;

// A row about a member of the TableColumns `kColumns`; `kRow` makes the row of that member.
template <auto kColumns, auto kRow>
[[nodiscard]] constexpr NameValueRow<Settings> ColumnRow(std::string_view name) {
  return {name,
          [](std::string_view row, std::string_view text, Settings& settings) -> Result<void> {
            return kRow(row).read(row, text, settings.*kColumns);
          },
          [](std::string_view row, const Settings& settings, std::string& text) {
            kRow(row).write(row, settings.*kColumns, text);
          },
          kRow(name).is_list};
}
template <auto kColumns, auto kMember>
constexpr auto kColumnSwitch = ColumnRow<kColumns, MemberRow<kMember, SwitchForm>>;
template <auto kColumns>
constexpr auto kColumnMetrics =
    ColumnRow<kColumns,
              ListRow<&TableColumns::metrics, FilledTextForm, kMaxSettingsLines, Repeats::kDropped>>;
constexpr auto kTable = &Settings::table_columns, kCompared = &Settings::compared_columns;

// In the order in which they are written.
constexpr std::array kRows{
    MemberRow<&Settings::theme, WordForm<kThemeWords>>("theme"),
    MemberRow<&Settings::mode, WordForm<kModeWords>>("mode"),
    MemberRow<&Settings::depth_limit, LayersForm<1 << 30>>("depth"),
    MemberRow<&Settings::compress_chains, SwitchForm>("compress_chains"),
    MemberRow<&Settings::ring_sizing, WordForm<kRingSizingWords>>("rings"),
    MemberRow<&Settings::forms, WordForm<kShownFormsWords>>("forms"),
    MemberRow<&Settings::animations, SwitchForm>("animations"),
    MemberRow<&Settings::zoom_percent, PercentForm<kMinZoomPercent, kMaxZoomPercent>>("zoom"),
    MemberRow<&Settings::window_width, NumberForm<320, 16384>>("window_width"),
    MemberRow<&Settings::window_height, NumberForm<240, 16384>>("window_height"),
    MemberRow<&Settings::side_panel_width, NumberForm<280, 900>>("side_panel_width"),
    MemberRow<&Settings::dock_open, SwitchForm>("dock_open"),
    MemberRow<&Settings::dock_tab, WordForm<kDockTabs>>("dock_tab"),
    MemberRow<&Settings::dock_place, WordForm<kDockPlaces>>("dock_place"),
    MemberRow<&Settings::dock_height, NumberForm<120, 2000>>("dock_height"),
    MemberRow<&Settings::dock_width, NumberForm<0, 4000>>("dock_width"),
    MemberRow<&Settings::table_by, WordForm<kGroupByWords>>("table_by"),
    MemberRow<&Settings::table_order, TableOrderForm>("table_order"),
    MemberRow<&Settings::neighbour_order, TableOrderForm>("neighbour_order"),
    MemberRow<&Settings::compared_table_order, TableOrderForm>("compared_table_order"),
    MemberRow<&Settings::compared_neighbour_order, TableOrderForm>("compared_neighbour_order"),
    kColumnSwitch<kTable, &TableColumns::of_total>("table_share_of_total"),
    kColumnSwitch<kTable, &TableColumns::of_centre>("table_share_of_centre"),
    kColumnSwitch<kTable, &TableColumns::bars>("table_bars"),
    kColumnMetrics<kTable>("table_metric"),
    kColumnSwitch<kCompared, &TableColumns::of_total>("compared_share_of_total"),
    kColumnSwitch<kCompared, &TableColumns::of_centre>("compared_share_of_centre"),
    kColumnSwitch<kCompared, &TableColumns::bars>("compared_bars"),
    kColumnSwitch<kCompared, &TableColumns::both_costs>("compared_both_costs"),
    kColumnSwitch<kCompared, &TableColumns::by_share>("compared_by_share"),
    kColumnSwitch<kCompared, &TableColumns::splits>("compared_splits"),
    kColumnSwitch<kCompared, &TableColumns::places>("compared_places"),
    kColumnMetrics<kCompared>("compared_metric"),
    NamedListRow<&Settings::column_widths, &ColumnWidth::column, &ColumnWidth::width,
                 NumberForm<static_cast<int>(kMinColumnWidth), static_cast<int>(kMaxColumnWidth)>,
                 kMaxSettingsLines, Nameless::kDropped>("column."),
    MemberRow<&Settings::outline_hot_path, SwitchForm>("outline_hot_path"),
    MemberRow<&Settings::hot_path_percent, PercentForm<1, 100>>("hot_path"),
    MemberRow<&Settings::least_change_percent, PercentForm<0, 100>>("least_change"),
    MemberRow<&Settings::color, TextForm>("color"),
    MemberRow<&Settings::difference_colors, WordForm<kDifferenceColorsWords>>("difference_colors"),
    MemberRow<&Settings::legend_open, SwitchForm>("legend_open"),
    MemberRow<&Settings::timeline_open, SwitchForm>("timeline_open"),
    ListRow<&Settings::derived_metrics, DerivedMetricForm, kMaxDerivedMetrics>("derived_metric"),
    MemberRow<&Settings::editor_command, TextForm, Written::kUnlessDefault>("editor"),
    ListRow<&Settings::path_mappings, PathMappingForm, kMaxSettingsLines>("source.map"),
    ListRow<&Settings::source_folders, FilledTextForm, kMaxSettingsLines, Repeats::kDropped>("source.folder"),
    MemberRow<&Settings::compare_rules, TextForm, Written::kUnlessDefault>("compare_rules"),
    NamedListRow<&Settings::keys, &KeyLine::command, &KeyLine::chords, TextForm, kMaxSettingsLines,
                 Nameless::kKept>("key."),
    ListRow<&Settings::recent_files, FilledTextForm, kMaxRecentFiles, Repeats::kDropped>("recent"),
    ListRow<&Settings::recorded_commands, FilledTextForm, kMaxRecordedCommands, Repeats::kDropped>(
        "recorded"),
};

constexpr std::string_view kHeader =
    R"(# ringscope settings. The viewer writes this file when something changes; edit it while the viewer is closed.
# Lines that are missing or cannot be read mean the default. Texts stand in double quotes, with \" \\ and \n.
#
# theme = dark | light          mode = equal | length | area      depth = NUMBER | all    animations = on | off
# compress_chains = on | off    one ring for a path of single callees without self cost
# forms = automatic | rings | icicle | treemap | both    how charts begin; automatic: rings, with an icicle in windows
#                               wider than 1,600 pixels
# rings = readable | plain      room for text in the centre and the first rings, or all as thick
# zoom = 50 % to 300 %          of the whole user interface
# dock_place = automatic | below | right       where the tables lie; automatic: at the right in wide windows
# outline_hot_path = on | off   the path where the cost goes has an outline in the chart
# least_change = 0 % to 100 %   smaller differences of versions have no tint in a matrix, also beyond noise
# hot_path = 1 % to 100 %       the least part of its caller's cost that a callee on a hot path holds
# editor = "code -g {file}:{line}"             opens a source file
# source.map = "/build/src => ~/src"           a profile's paths on this machine; several, the first that fits
# source.folder = "~/projects/parser"          searched for source files; several
# compare_rules = "/home/me/compare.rules"    rules for names in comparisons; keeps which renames were accepted
# key.COMMAND = "Ctrl+Shift+P, F5"             keys of a command; "" for none. Later lines win.
#   The command palette (Ctrl+Shift+P) shows every command, the list of keys (?) the faults of these lines.
#   Keys: letters, digits, signs, F1 to F12, Esc, Tab, Enter, Space, Backspace, Delete, Insert, Home, End, PageUp,
#   PageDown, Left, Right, Up, Down, Menu, Mouse3, Mouse4, Mouse5, with Ctrl+, Alt+, Shift+ in front.
)";

using SettingLines = std::vector<std::string>;

SettingLines LinesOfSetting(const NameValueRow<Settings>& row, const Settings& settings) {
  std::string text;
  row.write(row.name, settings, text);
  SettingLines lines;
  for (std::string_view rest = text; !rest.empty();) lines.emplace_back(TakeTrimmedLine(rest));
  return lines;
}

bool HasLine(const SettingLines& lines, const std::string& line) {
  return std::ranges::find(lines, line) != lines.end();
}

// Whether one of `lines` sets the name that `line` sets, as lines of columns and keys can.
bool NamesSame(const SettingLines& lines, std::string_view line) {
  const std::string_view name = line.substr(0, line.find('=') + 1);
  return std::ranges::any_of(lines, [&](const std::string& one) { return one.starts_with(name); });
}

// The lines of a merged list: those of `ours` that were not removed from the file, and those added to the
// file, which stand in front of the old lines if they do so in the file, else at the end.
SettingLines MergedLines(const NameValueRow<Settings>& row, const SettingLines& base,
                         const SettingLines& ours, const SettingLines& in_file) {
  SettingLines merged, added, fresh;
  for (const std::string& line : ours) {
    if (!HasLine(base, line)) fresh.push_back(line);
  }
  for (const std::string& line : in_file) {
    const bool is_ours = HasLine(ours, line) || (row.name.ends_with('.') && NamesSame(fresh, line));
    if (!HasLine(base, line) && !is_ours) added.push_back(line);
  }
  const bool is_in_front = !in_file.empty() && !HasLine(base, in_file.front());
  bool has_added = !is_in_front;
  for (const std::string& line : ours) {
    const bool is_old = HasLine(base, line);
    if (is_old && !std::exchange(has_added, true)) merged.insert(merged.end(), added.begin(), added.end());
    if (!is_old || HasLine(in_file, line)) merged.push_back(line);
  }
  if (!is_in_front || !has_added) merged.insert(merged.end(), added.begin(), added.end());
  return merged;
}

// Locks an existing folder against programs that lock it, too, if its file system has locks.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder)
      : file_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (file_ >= 0) flock(file_, LOCK_EX);
  }
  ~FolderLock() {
    if (file_ >= 0) close(file_);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_;
};

// Whether an unknown line may be written back: it is valid UTF-8 without control characters.
bool IsText(std::string_view line) {
  while (!line.empty()) {
    const size_t length = static_cast<unsigned char>(line.front()) < ' ' ? 0 : ValidUtf8Length(line);
    if (length == 0) return false;
    line.remove_prefix(length);
  }
  return true;
}

}  // namespace

NameValueRows<Settings> SettingRows() { return kRows; }

std::string FormatSettings(const Settings& settings) {
  std::string text(kHeader);
  WriteRows(SettingRows(), settings, text);
  for (const std::string& line : settings.unknown_lines) text += line + '\n';
  return text;
}

Settings ParseSettings(std::string_view text) {
  Settings settings;
  while (!text.empty()) {
    const std::string_view line = TakeTrimmedLine(text);
    const auto pair = SplitNameValue(line);
    if (!pair || pair->name.empty()) continue;
    if (const auto* const row = FindRow(SettingRows(), pair->name)) {
      // A value that cannot be read means the default.
      static_cast<void>(row->Read(*pair, settings));
    } else if (settings.unknown_lines.size() < kMaxSettingsLines && IsText(line)) {
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
  if (error) return Fail(ErrorCode::kIo, "{}: {}", path.parent_path().string(), error.message());
  return WriteFile(path, FormatSettings(settings));
}

Settings MergedSettings(const Settings& base, const Settings& settings, const Settings& in_file) {
  std::string text;
  for (const NameValueRow<Settings>& row : SettingRows()) {
    const SettingLines was = LinesOfSetting(row, base), ours = LinesOfSetting(row, settings),
                       there = LinesOfSetting(row, in_file);
    const SettingLines merged = ours == was ? there : row.is_list ? MergedLines(row, was, ours, there) : ours;
    for (const std::string& line : merged) text += line + '\n';
  }
  Settings all = ParseSettings(text);
  all.unknown_lines = in_file.unknown_lines;
  return all;
}

Result<void> SaveChangedSettings(const Settings& base, const Settings& settings,
                                 const std::filesystem::path& path) {
  std::error_code error;
  const FolderLock lock(path.parent_path());
  if (!std::filesystem::exists(path, error)) return SaveSettings(settings, path);
  return SaveSettings(MergedSettings(base, settings, LoadSettings(path)), path);
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
  const auto found = std::ranges::find(settings.column_widths, column, &ColumnWidth::column);
  return found == settings.column_widths.end() ? 0 : found->width;
}

Result<PathMapping> ParsePathMapping(std::string_view text) {
  PathMapping mapping;
  if (const size_t arrow = text.find(kMapsTo); arrow != std::string_view::npos) {
    mapping.from = Trimmed(text.substr(0, arrow));
    mapping.to = Trimmed(text.substr(arrow + kMapsTo.size()));
  }
  if (!mapping.from.empty() && !mapping.to.empty()) return mapping;
  return Fail(ErrorCode::kMalformed, "expected \"FROM => TO\", found '{}'", text);
}

std::string FormatPathMapping(const PathMapping& mapping) {
  return fmt::format("{} {} {}", mapping.from, kMapsTo, mapping.to);
}

namespace {

void PutFirst(std::vector<std::string>& list, const std::string& value, size_t most) {
  std::erase(list, value);
  list.insert(list.begin(), value);
  if (list.size() > most) list.resize(most);
}

}  // namespace

void RememberRecentFile(Settings& settings, const std::string& given) {
  // The next program may start in another folder.
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(given, error);
  PutFirst(settings.recent_files, error ? given : absolute.lexically_normal().string(), kMaxRecentFiles);
}

void RememberCommand(Settings& settings, const std::string& command) {
  PutFirst(settings.recorded_commands, command, kMaxRecordedCommands);
}

}  // namespace ringscope
