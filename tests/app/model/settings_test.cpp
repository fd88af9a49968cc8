#include "app/model/settings.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace ringscope {
namespace {

Settings Unusual() {
  Settings settings;
  settings.theme = Theme::kLight;
  settings.mode = RingMode::kArea;
  settings.depth_limit = kAllLayers;
  settings.animations = false;
  settings.window_width = 2560;
  settings.window_height = 1440;
  settings.side_panel_width = 520;
  settings.recent_files = {"/a b/c.folded", "/with \"quotes\" and \\ and\nnewline.cct"};
  return settings;
}

TEST(SettingsTest, WhatIsWrittenIsRead) { EXPECT_EQ(ParseSettings(FormatSettings(Unusual())), Unusual()); }

TEST(SettingsTest, DamagedLinesKeepTheDefault) {
  const Settings settings = ParseSettings(
      "theme = purple\nmode\n= 3\ndepth = -5\nwindow_width = 99999999999999999999\nwindow_height = 12\n"
      "recent = /no/quotes\nrecent = \"open\nunknown = 1\nanimations = off\r\n");
  Settings expected;
  expected.animations = false;
  EXPECT_EQ(settings, expected);
}

TEST(SettingsTest, AnyBytesAreRead) {
  std::string bytes;
  for (int i = 0; i < 4096; ++i) bytes += static_cast<char>((i * 7919) >> 3);
  EXPECT_EQ(ParseSettings(bytes), Settings{});
  EXPECT_EQ(ParseSettings(""), Settings{});
}

TEST(SettingsTest, SavesIntoAFolderThatDoesNotExistYet) {
  const auto folder = std::filesystem::temp_directory_path() / "ringscope_settings_test";
  std::filesystem::remove_all(folder);
  const auto path = folder / "deep" / "settings.conf";
  ASSERT_TRUE(SaveSettings(Unusual(), path));
  EXPECT_EQ(LoadSettings(path), Unusual());
  std::filesystem::remove_all(folder);
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

}  // namespace
}  // namespace ringscope
