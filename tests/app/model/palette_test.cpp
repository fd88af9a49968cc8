#include <gtest/gtest.h>

#include "app/model/palette_match.h"
#include "app/model/palette_model.h"
#include "tests/app/app_test_state.h"

namespace ringscope {
namespace {

// "[h]ello" for the letters that were typed; "-" for no match.
std::string Marked(std::string_view text, std::string_view typed) {
  const auto match = MatchPalette(text, typed);
  if (!match) return "-";
  std::string marked;
  for (uint32_t i = 0; i < text.size(); ++i) {
    const bool hit = std::find(match->hits.begin(), match->hits.end(), i) != match->hits.end();
    marked += hit ? std::string("[") + text[i] + "]" : std::string(1, text[i]);
  }
  return marked;
}

int Score(std::string_view text, std::string_view typed) {
  const auto match = MatchPalette(text, typed);
  return match ? match->score : -1;
}

TEST(PaletteMatchTest, LettersAreFoundWhereTheyMeanMost) {
  EXPECT_EQ(Marked("Fold recursion", "fr"), "[F]old [r]ecursion");
  EXPECT_EQ(Marked("Fold recursion", "rec"), "Fold [r][e][c]ursion");
  EXPECT_EQ(Marked("Whole tree", "tree"), "Whole [t][r][e][e]");
  EXPECT_EQ(Marked("To the caller", "tc"), "[T]o the [c]aller");
  EXPECT_EQ(Marked("To the caller", "CALL"), "To the [c][a][l][l]er");
  EXPECT_EQ(Marked("Back", ""), "Back");
  EXPECT_EQ(Marked("Back", "bk"), "[B]ac[k]");
  EXPECT_EQ(Marked("Back", "kb"), "-");
  EXPECT_EQ(Marked("", "a"), "-");
}

TEST(PaletteMatchTest, WordsComeInAnyOrder) {
  EXPECT_EQ(Marked("Fold recursion", "rec fold"), "[F][o][l][d] [r][e][c]ursion");
  EXPECT_EQ(Marked("Fold recursion", " fold  "), "[F][o][l][d] recursion");
  EXPECT_EQ(Marked("Fold recursion", "fold tree"), "-");
}

TEST(PaletteMatchTest, BetterFitsScoreMore) {
  EXPECT_GT(Score("Next tab", "tab"), Score("Equitable", "tab"));
  EXPECT_GT(Score("Invert", "inv"), Score("Search in a view", "inv"));
  EXPECT_GT(Score("Copy the name", "cn"), Score("Icicle beside rings and", "cn"));
}

// The best alignment, by trying all of them.
int BestByTrying(std::string_view text, std::string_view word, size_t letter, size_t from, size_t before) {
  if (letter == word.size()) return 0;
  int best = -1000000;
  for (size_t j = from; j < text.size(); ++j) {
    if (text[j] != word[letter]) continue;
    const bool begins = j == 0 || text[j - 1] == ' ';
    int score = 2 + (begins ? 8 : 0) + (j == 0 ? 4 : 0);
    if (letter > 0 && before + 1 == j) score += 6;
    best = std::max(best, score + BestByTrying(text, word, letter + 1, j + 1, j));
  }
  return best;
}

TEST(PaletteMatchTest, TheBestAlignmentIsFound) {
  uint32_t random = 7;
  const auto next = [&](uint32_t below) { return (random = random * 1664525 + 1013904223) / 65536 % below; };
  for (int i = 0; i < 500; ++i) {
    std::string text, word;
    for (uint32_t n = next(12); n > 0; --n) text += "ab "[next(3)];
    for (uint32_t n = 1 + next(4); n > 0; --n) word += "ab"[next(2)];
    const int expected = BestByTrying(text, word, 0, 0, 0);
    EXPECT_EQ(Score(text, word), expected < 0 ? -1 : expected) << text << " / " << word;
  }
}

std::string Titles(const AppState& state, std::string_view typed, size_t at_most = 5) {
  std::string text;
  for (const auto& row : BuildPaletteModel(state, typed).rows) {
    if (at_most-- == 0) break;
    text += row.title + " | " + row.group + " | " + row.keys + (row.action ? "" : " | not now") + "\n";
  }
  return text;
}

TEST(PaletteModelTest, CommandsAreFoundByNameWithKeyAndGroup) {
  const AppState state = StateWith(TreeFromFolded(kWorkedExample));
  EXPECT_NE(Titles(state, "fold rec").find("Fold recursion | Tree | R\n"), std::string::npos);
  EXPECT_EQ(Titles(state, "dark", 1), "Dark or light | Window | T\n");
  EXPECT_EQ(Titles(state, "back", 1), "Back | Moving | Alt+Left, Mouse4 | not now\n");
  EXPECT_EQ(Titles(state, "moving for", 1), "Forward | Moving | Alt+Right, Mouse5 | not now\n");
  EXPECT_EQ(Titles(state, "xyzzy"), "");
}

TEST(PaletteModelTest, MetricsTabsAndRecentFilesAreOffered) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  EXPECT_NE(Titles(state, "metric: ").find("Metric: calls | Chart | \n"), std::string::npos);
  std::vector<Effect> effects;
  Apply(state, action::OpenFile{"/profiles/other.folded"}, effects);
  Apply(state, action::LoadFinished{state.jobs.back().id, TreeFromFolded("a 1\n")}, effects);
  EXPECT_NE(Titles(state, "tab:").find("Tab: example.folded | Files | \n"), std::string::npos);
  const PaletteModel model = BuildPaletteModel(state, "tab: example");
  ASSERT_TRUE(model.rows.front().action);
  EXPECT_EQ(model.rows.front().action->As<action::ActivateView>()->view, state.views[0].id);
  EXPECT_EQ(Titles(state, "open: ex", 1), "Open: example.folded | Files | \n");
}

TEST(PaletteModelTest, NothingTypedShowsWhatCanBeDoneFirst) {
  const AppState state = StateWith(TreeFromFolded(kWorkedExample));
  const PaletteModel model = BuildPaletteModel(state, "  ");
  EXPECT_GT(model.rows.size(), 50u);
  bool available = true;
  for (const auto& row : model.rows) {
    EXPECT_TRUE(available || !row.action) << row.title;
    available = row.action.has_value();
  }
}

}  // namespace
}  // namespace ringscope
