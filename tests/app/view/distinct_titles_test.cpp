#include "app/view/document.h"

#include <gtest/gtest.h>

#include "app/files/documents.h"
#include "app/view/panes/panes.h"
#include "tests/app/app_test_state.h"

namespace ringscope::distinct_titles_test {
namespace {

using Titles = std::vector<std::string>;

Titles TitlesOf(const std::vector<std::filesystem::path>& paths) { return DistinctTitles(paths); }

TEST(DistinctTitlesTest, AreNamesWhereThatIsEnough) {
  EXPECT_EQ(TitlesOf({}), Titles{});
  EXPECT_EQ(TitlesOf({"/a/b/one.cct", "two.cct", "/one.cct/three.cct"}),
            (Titles{"one.cct", "two.cct", "three.cct"}));
}

TEST(DistinctTitlesTest, HaveTheFoldersThatTellThemApart) {
  EXPECT_EQ(TitlesOf({"/runs/before/app.cct", "/runs/after/app.cct", "/runs/after/other.cct"}),
            (Titles{"before/app.cct", "after/app.cct", "other.cct"}));
  EXPECT_EQ(TitlesOf({"/runs/1/out/app.cct", "/runs/2/out/app.cct", "/old/app.cct"}),
            (Titles{"1/out/app.cct", "2/out/app.cct", "old/app.cct"}));
  // There is nothing more to say of a file that stands nowhere.
  EXPECT_EQ(TitlesOf({"app.cct", "after/app.cct", "/app.cct"}),
            (Titles{"app.cct", "after/app.cct", "app.cct"}));
}

TEST(DistinctTitlesTest, OneFileHasOneTitle) {
  EXPECT_EQ(TitlesOf({"/runs/app.cct", "/runs/./app.cct", "/runs/x/../app.cct"}),
            (Titles{"app.cct", "app.cct", "app.cct"}));
}

TEST(DistinctTitlesTest, AreOneLineThatCanBeSeen) {
  EXPECT_EQ(TitlesOf({"/runs/a\nb.cct"}), (Titles{"a b.cct"}));
  EXPECT_LE(TitlesOf({std::string(400, 'x')})[0].size(), 130u);
}

TEST(DistinctTitlesTest, DocumentsAreToldApartAsLongAsBothAreOpen) {
  AppState state = StateWith(TreeFromFolded("main 1\n"), "/before/app.folded");
  EXPECT_EQ(state.documents[0].title, "app.folded");
  OpenMore(state, "/after/app.folded", TreeFromFolded("main 2\n"));
  ASSERT_EQ(state.documents.size(), 2u);
  EXPECT_EQ(state.documents[0].title, "before/app.folded");
  EXPECT_EQ(state.documents[1].title, "after/app.folded");
  EXPECT_EQ(state.note.text.find("Opened after/app.folded"), 0u) << state.note.text;
  Do(state, action::CloseDocument{state.documents[0].id});
  EXPECT_EQ(state.documents[0].title, "app.folded");
}

}  // namespace
}  // namespace ringscope::distinct_titles_test
