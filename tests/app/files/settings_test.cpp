#include "app/core/settings.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/core/name_value_table.h"
#include "tests/temporary_folder.h"

namespace ringscope::settings_test {
namespace {

// Stands for a value of any type: Settings can be made of as many as it has members.
struct AnyValue {
  template <typename T>
  operator T() const;  // NOLINT: the conversion is what it is for
};
template <typename T, typename... Values>
constexpr size_t MemberCount() {
  if constexpr (requires { T{Values{}..., AnyValue{}}; }) {
    return MemberCount<T, Values..., AnyValue>();
  } else {
    return sizeof...(Values);
  }
}

std::string LinesOf(const NameValueRow<Settings>& row, const Settings& settings) {
  std::string text;
  row.write(row.name, settings, text);
  return text;
}

// Values that a row may take: what it says it expects, and texts.
std::vector<std::string> ValuesFor(const NameValueRow<Settings>& row) {
  std::vector<std::string> values{"\"/usual\"", "\"/a => /b\"", "\"calls up\"", "\"a = b / c\""};
  Settings settings;
  const Result<void> read = row.read("x", "nonsense", settings);
  if (read) return values;
  std::string word;
  for (const char c : read.error().message + ' ') {
    if (std::string_view(" |,'").find(c) == std::string_view::npos) {
      word += c;
    } else if (!word.empty()) {
      values.push_back(std::exchange(word, {}));
    }
  }
  return values;
}

Settings Unusual() {
  Settings settings;
  settings.theme = Theme::kLight;
  settings.mode = RingMode::kArea;
  settings.depth_limit = kAllLayers;
  settings.compress_chains = false;
  settings.animations = false;
  settings.window_width = 2560;
  settings.window_height = 1440;
  settings.side_panel_width = 520;
  settings.zoom_percent = 175;
  settings.dock_open = true;
  settings.hot_path_percent = 75;
  settings.dock_place = DockPlace::kRight;
  settings.dock_height = 260;
  settings.dock_width = 700;
  settings.table_order = {TableKey::kContexts, false, {}};
  settings.neighbour_order = {TableKey::kName, false, {}};
  settings.table_columns = {
      .of_total = true, .of_centre = false, .bars = false, .metrics = {"heap \"bytes\""}};
  settings.compared_columns.splits = true;
  settings.compared_columns.metrics = {"calls@before"};
  settings.outline_hot_path = false;
  settings.column_widths = {{"table/self", 120}, {"table/derived/miss rate", 60}, {"tree/name", 500}};
  settings.path_mappings = {{"/build/src", "~/src"}, {"C:\\work", "/home/me/a \"b\""}};
  settings.source_folders = {"~/projects/parser", "/usr/src"};
  settings.editor_command = "code -g \"{file}\":{line}";
  settings.keys = {{"view.back", "Ctrl+,, F2"}, {"view.nowhere", "F7"}, {"view.caller", ""}};
  settings.unknown_lines = {"colour = module"};
  settings.recent_files = {"/a b/c.folded", "/with \"quotes\" and \\ and\nnewline.cct"};
  return settings;
}

TEST(SettingsTest, WhatIsWrittenIsRead) { EXPECT_EQ(ParseSettings(FormatSettings(Unusual())), Unusual()); }

TEST(SettingsTest, EveryMemberHasARow) {
  // The columns of comparisons have a row for each of their members, those of other tables for all that these
  // may lack.
  constexpr size_t kAlwaysThere = 4;
  EXPECT_EQ(MemberCount<Settings>() + 2 * (MemberCount<TableColumns>() - 1) - kAlwaysThere,
            SettingRows().size() + 1)
      << "all but unknown_lines";
  std::set<std::string_view> names;
  for (const NameValueRow<Settings>& row : SettingRows())
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
}

TEST(SettingsTest, EveryRowReadsBackWhatItWrites) {
  for (const NameValueRow<Settings>& row : SettingRows()) {
    const std::string name = std::string(row.name) + (row.name.ends_with('.') ? "some" : "");
    Settings changed;
    for (const std::string& value : ValuesFor(row)) {
      if (LinesOf(row, changed) == LinesOf(row, {})) changed = ParseSettings(name + " = " + value + "\n");
    }
    EXPECT_NE(LinesOf(row, changed), LinesOf(row, {})) << row.name << ": no value that can be read";
    EXPECT_EQ(ParseSettings(FormatSettings(changed)), changed) << row.name;
    EXPECT_EQ(ParseSettings(LinesOf(row, changed)), changed) << row.name;
    for (const NameValueRow<Settings>& other : SettingRows()) {
      if (other.name == row.name) continue;
      EXPECT_EQ(LinesOf(other, changed), LinesOf(other, {})) << row.name << " is not " << other.name;
    }
  }
}

TEST(SettingsTest, ADefaultFileExplainsItself) {
  const std::string text = FormatSettings({});
  EXPECT_EQ(text.substr(text.find("\ntheme = ") + 1),
            "theme = dark\nmode = length\ndepth = 20\ncompress_chains = on\nrings = readable\nforms = "
            "automatic\nanimations = on\n"
            "zoom = 100 %\nwindow_width = 1440\n"
            "window_height = 900\nside_panel_width = 400\ndock_open = off\ndock_tab = functions\n"
            "dock_place = automatic\ndock_height = 300\ndock_width = 0\ntable_by = function\ntable_order = "
            "\"self down\"\n"
            "neighbour_order = \"inclusive down\"\n"
            "compared_table_order = \"self-difference down\"\ncompared_neighbour_order = \"difference "
            "down\"\ntable_share_of_total = off\n"
            "table_share_of_centre = on\ntable_bars = on\ncompared_share_of_total = "
            "off\ncompared_share_of_centre = off\n"
            "compared_bars = off\ncompared_both_costs = off\ncompared_by_share = off\ncompared_splits = off\n"
            "compared_places = off\noutline_hot_path = on\nhot_path = 50 %\nleast_change = 1 %\n"
            "color = \"function\"\ndifference_colors = ours\nlegend_open = on\n"
            "timeline_open = on\n");
  for (const std::string_view word :
       {"source.map", "source.folder", "editor", "key.COMMAND", "zoom", "Mouse4"})
    EXPECT_NE(text.find(word), std::string::npos) << word;
  // What stands in the comments is neither read nor kept twice.
  EXPECT_EQ(FormatSettings(ParseSettings(text)), text);
  EXPECT_EQ(ParseSettings(text), Settings{});
}

TEST(SettingsTest, ColumnsHaveTheWidthTheyWereGiven) {
  const Settings settings =
      ParseSettings("column.table/self = 120\ncolumn.tree/name = 9\ncolumn. = 50\ncolumn.list/x = wide\n");
  EXPECT_EQ(ColumnWidthOf(settings, "table/self"), 120);
  EXPECT_EQ(ColumnWidthOf(settings, "tree/name"), 0) << "narrower than any column";
  EXPECT_EQ(settings.column_widths.size(), 1u);
}

TEST(SettingsTest, PathMappingsHaveTwoSides) {
  EXPECT_EQ(ParsePathMapping(" /build/src =>  ~/src "), (PathMapping{"/build/src", "~/src"}));
  EXPECT_EQ(FormatPathMapping({"/a", "/b"}), "/a => /b");
  for (const std::string_view text : {"", "=>", "/a =>", "=> /b", "/a -> /b"}) {
    EXPECT_FALSE(ParsePathMapping(text)) << text;
  }
}

TEST(SettingsTest, ZoomGoesInStepsAndEnds) {
  EXPECT_EQ(NextZoom(100, 1), 110);
  EXPECT_EQ(NextZoom(100, -1), 90);
  EXPECT_EQ(NextZoom(103, 1), 110);
  EXPECT_EQ(NextZoom(103, -1), 100);
  EXPECT_EQ(NextZoom(100, 100), kMaxZoomPercent);
  EXPECT_EQ(NextZoom(100, -100), kMinZoomPercent);
  EXPECT_EQ(ParseSettings("zoom = 301").zoom_percent, 100);
  EXPECT_EQ(ParseSettings("zoom = 50%").zoom_percent, 50);
}

TEST(SettingsTest, DamagedLinesKeepTheDefault) {
  const Settings settings = ParseSettings(
      "theme = purple\nmode\n= 3\ndepth = -5\nwindow_width = 99999999999999999999\nwindow_height = 12\n"
      "recent = /no/quotes\nrecent = \"open\nunknown = 1\nanimations = off\r\n");
  Settings expected;
  expected.animations = false;
  // Of another version, for all one knows.
  expected.unknown_lines = {"unknown = 1"};
  EXPECT_EQ(settings, expected);
}

TEST(SettingsTest, AnyBytesAreRead) {
  std::string bytes;
  for (int i = 0; i < 4096; ++i) bytes += static_cast<char>((i * 7919) >> 3);
  Settings read = ParseSettings(bytes);
  read.unknown_lines.clear();
  EXPECT_EQ(read, Settings{});
  EXPECT_EQ(ParseSettings(""), Settings{});
}

TEST(SettingsTest, SavesIntoAFolderThatDoesNotExistYet) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "deep" / "settings.conf";
  ASSERT_TRUE(SaveSettings(Unusual(), path));
  EXPECT_EQ(LoadSettings(path), Unusual());
  std::filesystem::remove(path);
  EXPECT_EQ(LoadSettings(path), Settings{});
}

TEST(SettingsTest, AFolderInPlaceOfTheFileGivesDefaults) {
  EXPECT_EQ(LoadSettings(std::filesystem::temp_directory_path()), Settings{});
  EXPECT_FALSE(SaveSettings(Unusual(), "/proc/ringscope/settings.conf"));
}

TEST(SettingsTest, RecentFilesAreNewestFirstWithoutRepeats) {
  Settings settings;
  for (int i = 0; i < 15; ++i) RememberRecentFile(settings, "/p" + std::to_string(i));
  EXPECT_EQ(settings.recent_files.size(), kMaxRecentFiles);
  RememberRecentFile(settings, "/p12");
  EXPECT_EQ(settings.recent_files[0], "/p12");
  EXPECT_EQ(settings.recent_files[1], "/p14");
  EXPECT_EQ(settings.recent_files.size(), kMaxRecentFiles);
}

TEST(SettingsTest, RecentFilesAreAbsolute) {
  Settings settings;
  RememberRecentFile(settings, "folder/../a.folded");
  EXPECT_EQ(settings.recent_files.front(), (std::filesystem::current_path() / "a.folded").string());
  RememberRecentFile(settings, settings.recent_files.front());
  EXPECT_EQ(settings.recent_files.size(), 1u);
}

// Two windows that began with the same file.
TEST(SettingsTest, WhatOneWindowChangedStaysWhenAnotherOneSaves) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "settings.conf";
  Settings begun = Unusual();
  begun.zoom_percent = 100;
  begun.recent_files = {"/a", "/b"};
  begun.keys = {{"view.back", "B"}};
  begun.source_folders = {"/src"};
  begun.column_widths = {{"table/self", 100}, {"table/name", 200}};
  ASSERT_TRUE(SaveSettings(begun, path));
  Settings first = begun, second = begun;
  first.theme = begun.theme == Theme::kDark ? Theme::kLight : Theme::kDark;
  first.recent_files = {"/x", "/a", "/b"};
  first.keys.push_back({"view.forward", "F"});
  first.source_folders.clear();
  first.column_widths[0].width = 110;
  first.zoom_percent = 125;
  second.recent_files = {"/y", "/a"};
  second.keys.push_back({"view.up", "U"});
  second.window_width = begun.window_width + 1;
  second.zoom_percent = 150;
  second.column_widths[1].width = 210;
  ASSERT_TRUE(SaveChangedSettings(begun, first, path));
  ASSERT_TRUE(SaveChangedSettings(begun, second, path));
  Settings expected = second;
  expected.theme = first.theme;
  expected.recent_files = {"/y", "/x", "/a"};
  expected.keys = {{"view.back", "B"}, {"view.up", "U"}, {"view.forward", "F"}};
  expected.source_folders.clear();
  expected.column_widths = {{"table/self", 110}, {"table/name", 210}};
  EXPECT_EQ(FormatSettings(LoadSettings(path)), FormatSettings(expected));
  // The first one saves something else: what it knew nothing of stays.
  Settings later = first;
  later.depth_limit = 7;
  ASSERT_TRUE(SaveChangedSettings(first, later, path));
  expected.depth_limit = later.depth_limit;
  EXPECT_EQ(FormatSettings(LoadSettings(path)), FormatSettings(expected));
  // A file that is gone is written whole.
  std::filesystem::remove(path);
  ASSERT_TRUE(SaveChangedSettings(first, later, path));
  EXPECT_EQ(FormatSettings(LoadSettings(path)), FormatSettings(later));
}

}  // namespace
}  // namespace ringscope::settings_test
