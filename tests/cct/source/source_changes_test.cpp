#include "cct/source/source_changes.h"

#include "cct/compare/tree_comparison.h"
#include "cct/file/cct_file.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/building/frame_interner.h"
#include "tests/cct/source/git_test_repository.h"
#include "tests/cct/test_trees.h"

namespace ringscope::source_changes_test {
namespace {

CctPtr Profile(const std::vector<Frame>& functions) {
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  for (const Frame& function : functions)
    builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame(function)), 0, 10);
  return std::move(builder).Finish({}).value();
}

class SourceChangesTest : public ::testing::Test {
 protected:
  SourceChangesTest() {
    repository.Commit({{"src/a.c", "int same() {\n  return 1;\n}\nint grown(int x) {\n  return x;\n}\n"},
                       {"src/b.c", "int moved() { return 2; }\n"}});
    repository.Commit({{"src/a.c",
                        "int first;\nint same() {\n\n    return 1;\n}\nint grown(int x) {\n  return x + 1;\n}\n"},
                       {"src/b.c", "int moved() { return 2; }\n"}});
    const CctPtr profile = Profile({{.name = "same", .file = "/w/src/a.c", .line = 2},
                                    {.name = "grown", .file = "/w/src/a.c", .line = 6},
                                    {.name = "moved", .file = "/w/src/b.c"},
                                    {.name = "macro", .file = "/w/src/a.c"},
                                    {.name = "elsewhere", .file = "/w/src/c.c"},
                                    {.name = "nowhere"}});
    const std::vector<CompareInput> side{{profile, {.name = "a"}}};
    comparison = CompareTrees(side, side).value().tree;
  }
  static std::string Changes(const Cct& tree) {
    std::string text;
    for (ContextId context = 1; context < tree.context_count(); ++context) {
      const Frame frame = tree.FrameAt(context);
      text += std::string(frame.name) + " " + std::string(WordOf(kSourceChangeWords, frame.source_change)) + "\n";
    }
    return text;
  }

  test::GitTestRepository repository;
  CctPtr comparison;
  const SideSources places{repository.path() + "@HEAD~1", repository.path() + "@HEAD"};
  const std::string expected = "elsewhere unknown\ngrown changed\nmacro unknown\nmoved same\nnowhere unknown\nsame same\n";
};

TEST_F(SourceChangesTest, AreThoseOfTheLinesOfFunctions) {
  const auto tree = WithSourceChanges(comparison, places);
  ASSERT_TRUE(tree) << tree.error().message;
  EXPECT_EQ(Changes(**tree), expected);
  EXPECT_EQ(SideSourcesOf(**tree), places);
  EXPECT_EQ(SideSourcesOf(*comparison), SideSources{});
  // Frames with another mark are others.
  EXPECT_NE((*tree)->FrameAt(2), comparison->FrameAt(2));
}

TEST_F(SourceChangesTest, AreKeptInFiles) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "a.cct";
  ASSERT_TRUE(WriteCctFile(**WithSourceChanges(comparison, places), path, {}, nullptr));
  const auto read = OpenCctFile(path);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(Changes(**read), expected);
  EXPECT_EQ(SideSourcesOf(**read), places);
}

// The lines of `same` are the same and those of `grown` are not, whatever is said of their code.
TEST_F(SourceChangesTest, OfKnownCodeAreWhatThatSays) {
  const auto run = [](CodeHash same, CodeHash grown) {
    CctBuilder builder;
    builder.AddMetric({"time", "ns", 1});
    const FrameId frames[] = {builder.InternFrame({.name = "same", .file = "/w/src/a.c", .line = 2}),
                              builder.InternFrame({.name = "grown", .file = "/w/src/a.c", .line = 6}),
                              builder.InternFrame({.name = "moved", .file = "/w/src/b.c"})};
    for (const FrameId frame : frames) builder.AddSelf(builder.Child(kBuildRoot, frame), 0, 10);
    builder.frames().SetCode(frames[0], same);
    builder.frames().SetCode(frames[1], grown);
    return std::vector<CompareInput>{{std::move(builder).Finish({}).value(), {.name = "a"}}};
  };
  const CctPtr by_code = CompareTrees(run(1, 2), run(3, 2)).value().tree;
  EXPECT_EQ(Changes(*by_code), "grown same\nmoved unknown\nsame changed\n");
  EXPECT_EQ(Changes(**WithSourceChanges(by_code, places)), "grown same\nmoved same\nsame changed\n");
  // One side alone tells nothing.
  const CctPtr unknown = CompareTrees(run(1, 2), run(0, 0)).value().tree;
  EXPECT_EQ(Changes(**WithSourceChanges(unknown, places)), "grown changed\nmoved same\nsame same\n");
}

TEST_F(SourceChangesTest, NeedBothVersions) {
  EXPECT_EQ(WithSourceChanges(comparison, {places.before, "/no/such/folder"}).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(WithSourceChanges(comparison, {"", places.after}).error().code, ErrorCode::kNotFound);
  JobControl job;
  job.cancel_requested = true;
  EXPECT_EQ(WithSourceChanges(comparison, places, &job).error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace ringscope::source_changes_test
