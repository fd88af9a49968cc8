#include "app/source/source.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/temporary_folder.h"

namespace ringscope::source_finder_test {
namespace {

namespace fs = std::filesystem;
using Paths = std::vector<fs::path>;

TEST(SourcePlacesTest, MappingsComeBeforeTheNameItselfAndFoldersAfterIt) {
  SourceSearchPath search;
  search.mappings = {{"/build/src", "/home/me/src"}, {"/other", "/x"}};
  search.folders = {"/f"};
  search.profile_folder = "/p";
  EXPECT_EQ(
      SourcePlaces("/build/src/a/b.cpp", search),
      (Paths{"/home/me/src/a/b.cpp", "/build/src/a/b.cpp", "/f/build/src/a/b.cpp", "/f/src/a/b.cpp",
             "/f/a/b.cpp", "/f/b.cpp", "/p/build/src/a/b.cpp", "/p/src/a/b.cpp", "/p/a/b.cpp", "/p/b.cpp"}));
}

TEST(SourcePlacesTest, UrlsAndRelativeNames) {
  SourceSearchPath search;
  search.profile_folder = "/p";
  EXPECT_EQ(SourcePlaces("file:///x/y.js", search), (Paths{"/x/y.js", "/p/x/y.js", "/p/y.js"}));
  // A name never leads out of a folder.
  EXPECT_EQ(SourcePlaces("../../etc/passwd", search), (Paths{"/p/etc/passwd", "/p/passwd"}));
  EXPECT_TRUE(SourcePlaces("", search).empty());
}

TEST(FindSourceTest, ReadsTheFirstThatIsThereAndSaysWhereItLooked) {
  const test::TemporaryFolder temporary;
  const fs::path& folder = temporary.path();
  fs::create_directories(folder / "lib");
  std::ofstream(folder / "lib/a.c") << "one\r\ntwo\n\nfour";
  SourceSearchPath search;
  search.folders = {(folder / "nothing").string(), folder.string()};
  const SourceFile found = FindSource("lib/a.c", search);
  EXPECT_EQ(found.path, folder / "lib/a.c");
  EXPECT_EQ(found.tried.size(), 3u);
  ASSERT_EQ(found.line_count(), 4u);
  EXPECT_EQ(found.line(0), "one");
  EXPECT_EQ(found.line(2), "");
  EXPECT_EQ(found.line(3), "four");
  EXPECT_EQ(found.line(4), "");
  const SourceFile missing = FindSource("lib/b.c", search);
  EXPECT_TRUE(missing.path.empty());
  EXPECT_EQ(missing.tried.size(), 4u);
}

TEST(EditorCommandTest, NamesStayOneWord) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(EditorCommand("code -g {file}:{line}", "/a b/c;d.cpp", 7),
            (Words{"code", "-g", "/a b/c;d.cpp:7"}));
  EXPECT_EQ(EditorCommand("'my editor' +{line}", "/x {line}", 0), (Words{"my editor", "+1", "/x {line}"}));
  EXPECT_TRUE(EditorCommand("  ", "/x", 1).empty());
}

}  // namespace
}  // namespace ringscope::source_finder_test
