#include "cct/source/source_version.h"

#include <array>
#include <fstream>

#include "tests/cct/source/git_test_repository.h"
#include "tests/temporary_folder.h"

namespace ringscope::source_version_test {
namespace {

namespace fs = std::filesystem;

std::string TextIn(const SourceVersion& version, std::string_view file) {
  const auto found = version.Find(file);
  return found ? found->path + ": " + found->text : "none";
}

TEST(PathEnds, AreEverShorterAndBelowTheFolder) {
  EXPECT_EQ(PathEnds("/a/./b/../c.cpp"), (std::vector<fs::path>{"a/b/c.cpp", "b/c.cpp", "c.cpp"}));
  EXPECT_EQ(PathEnds("file:///a/c.js"), (std::vector<fs::path>{"a/c.js", "c.js"}));
  EXPECT_TRUE(PathEnds("").empty());
  EXPECT_TRUE(PathEnds(std::string_view("a\0b", 3)).empty());
}

TEST(SourceVersion, OfAFolder) {
  const test::TemporaryFolder folder;
  fs::create_directories(folder.path() / "src");
  std::ofstream(folder.path() / "src" / "a.c") << "one";
  std::ofstream(folder.path() / "secret") << "not below";
  const auto version = SourceVersion::Open((folder.path() / "src").string());
  ASSERT_TRUE(version) << version.error().message;
  EXPECT_EQ(TextIn(*version, "/builds/project/src/a.c"), "a.c: one");
  EXPECT_EQ(TextIn(*version, "../secret"), "none");
  EXPECT_EQ(TextIn(*version, "b.c"), "none");
  EXPECT_EQ(TextIn(*version, ""), "none");
}

TEST(SourceVersion, OfARevision) {
  test::GitTestRepository repository;
  const std::string first = repository.Commit({{"src/a.c", "one"}, {"x/same.c", "x"}, {"y/same.c", "y"}});
  repository.Commit({{"src/a.c", "two"}});
  const auto before = SourceVersion::Open(repository.path() + "@HEAD~1");
  ASSERT_TRUE(before) << before.error().message;
  EXPECT_EQ(TextIn(*before, "/builds/src/a.c"), "src/a.c: one");
  EXPECT_EQ(TextIn(*before, "a.c"), "src/a.c: one") << "the only one of its name";
  EXPECT_EQ(TextIn(*before, "same.c"), "none");
  EXPECT_EQ(TextIn(*before, "y/same.c"), "y/same.c: y");
  EXPECT_EQ(TextIn(*before, "src"), "none") << "a folder";
  EXPECT_EQ(TextIn(SourceVersion::Open(repository.path() + "@HEAD").value(), "a.c"), "src/a.c: two");
  EXPECT_EQ(TextIn(SourceVersion::Open(repository.path() + "@" + first.substr(0, 8)).value(), "a.c"),
            "src/a.c: one");
}

TEST(SourceVersion, ErrorsSayWhatIsMissing) {
  test::GitTestRepository repository;
  repository.Commit({{"a.c", "one"}});
  const test::TemporaryFolder folder;
  const std::string missing = (folder.path() / "none").string();
  const auto error = [](const std::string& place) {
    const auto version = SourceVersion::Open(place);
    return version ? "opened" : version.error().message;
  };
  EXPECT_EQ(error(missing), missing + ": expected a folder, or REPOSITORY@REVISION, found neither");
  EXPECT_EQ(error(""), ": expected a folder, or REPOSITORY@REVISION, found neither");
  EXPECT_EQ(error(missing + "@v1").find(missing + ": expected a git repository: "), 0u);
  const std::string no_revision = repository.path() + ": expected a revision of it, found 'v1': ";
  EXPECT_EQ(error(repository.path() + "@v1").find(no_revision), 0u);
  EXPECT_EQ(
      error(repository.path() + "@HEAD:a.c").find(repository.path() + ": 'HEAD:a.c' is no commit of files: "),
      0u);
}

TEST(SearchFoldersTest, FindsByNameAndByDefinition) {
  const test::TemporaryFolder temporary;
  const fs::path& folder = temporary.path();
  for (const char* part : {"deep/a", "deep/b", ".git", "other"}) fs::create_directories(folder / part);
  std::ofstream(folder / "deep/a/util.c") << "int first(void) {\n  return 1;\n}\n";
  std::ofstream(folder / "deep/b/util.c")
      << "int second(void) { return first(); }\nint twice(int a) { return a; }\n";
  std::ofstream(folder / "deep/Parser.java")
      << "class Parser {\n  void parse() { }\n  void parse(int a) { }\n}\n";
  std::ofstream(folder / "deep/A.java") << "class A {\n  void parse() { }\n}\n";
  std::ofstream(folder / ".git/hidden.c") << "int hidden(void) { return 1; }\n";
  std::ofstream(folder / "deep/notes.txt") << "int noted(void) { return 1; }\n";
  fs::create_directory_symlink(folder / "deep", folder / "other/link");
  const std::array folders{folder / "missing", folder};
  FolderSearch searched;
  const auto find = [&](std::string_view file, std::string_view function) {
    searched = {};
    return SearchFolders(folders, file, function, searched).value_or("").lexically_relative(folder).string();
  };
  EXPECT_EQ(find("/build/x/b/util.c", ""), "deep/b/util.c");
  EXPECT_EQ(searched.files, 5u);
  EXPECT_EQ(searched.bytes, 0u);
  EXPECT_EQ(find("util.c", ""), "deep/a/util.c");
  EXPECT_EQ(find("none.c", ""), "");
  EXPECT_EQ(find("", "first"), "deep/a/util.c");
  EXPECT_EQ(find("", "lib::second(int)"), "deep/b/util.c");
  EXPECT_EQ(find("", "com.x.Parser.parse"), "deep/Parser.java");
  EXPECT_EQ(find("", "hidden"), "");
  EXPECT_EQ(find("", "noted"), "");
  EXPECT_GT(searched.bytes, 100u);
  EXPECT_FALSE(searched.is_cut);
  EXPECT_EQ(find("", "(anonymous)"), "");
}

}  // namespace
}  // namespace ringscope::source_version_test
