#include <gtest/gtest.h>

#include <utility>

#include "app/files/documents.h"
#include "app/view/command.h"
#include "app/view/panes/panes.h"
#include "app/window/menus/commands_model.h"
#include "tests/app/app_test_state.h"

namespace ringscope::palette_test {
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
  EXPECT_EQ(Marked("Rings beside icicle: side by side", "beside"),
            "Rings [b][e][s][i][d][e] icicle: side by side");
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

PaletteFit Fit(std::string_view text, std::string_view typed) {
  const auto match = MatchPalette(text, typed);
  EXPECT_TRUE(match) << text << " / " << typed;
  return match ? match->fit : PaletteFit::kLetters;
}

TEST(PaletteMatchTest, TheKindOfAMatchIsTold) {
  EXPECT_EQ(Fit("Fold recursion", "FOLD rec"), PaletteFit::kTextBegins);
  EXPECT_EQ(Fit("Fold recursion", "  fold r "), PaletteFit::kTextBegins);
  EXPECT_EQ(Fit("Fold recursion", ""), PaletteFit::kTextBegins);
  EXPECT_EQ(Fit("Fold recursion", "rec"), PaletteFit::kWordBegins);
  EXPECT_EQ(Fit("Fold recursion", "rec fo"), PaletteFit::kWordBegins);
  EXPECT_EQ(Fit("Fold direct recursion only", "fold rec"), PaletteFit::kWordBegins);
  EXPECT_EQ(Fit("Fold recursion", "fold old"), PaletteFit::kWithin);
  EXPECT_EQ(Fit("Fold recursion", "fold on"), PaletteFit::kWithin);
  EXPECT_EQ(Fit("Fold recursion", "fr"), PaletteFit::kLetters);
  EXPECT_EQ(Fit("Fold recursion", "fold rn"), PaletteFit::kLetters);
  EXPECT_EQ(Fit("Fold", "fo ld"), PaletteFit::kWithin);
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
  EXPECT_EQ(Titles(state, "fold rec", 2),
            "Fold recursion | Tree | R\nFold direct recursion only | Tree | Shift+R\n");
  EXPECT_EQ(Titles(state, "dark", 1), "Dark or light | Window | T\n");
  EXPECT_EQ(Titles(state, "back", 1), "Back | Moving | Alt+Left, Mouse4 | not now\n");
  EXPECT_EQ(Titles(state, "moving for", 1), "Forward | Moving | Alt+Right, Mouse5 | not now\n");
  EXPECT_EQ(Titles(state, "xyzzy"), "");
}

TEST(PaletteModelTest, MetricsTabsAndRecentFilesAreOffered) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  EXPECT_NE(Titles(state, "metric: ").find("Metric: calls | Chart | \n"), std::string::npos);
  EXPECT_EQ(Titles(state, "column: ca", 1), "Column: calls | Tables | \n");
  Do(state, *BuildPaletteModel(state, "column: ca").rows.front().action);
  EXPECT_EQ(state.settings.table_columns.metrics, std::vector<std::string>{"calls"});
  EXPECT_EQ(Titles(state, "column: ca", 1), "Column: calls, shown | Tables | \n");
  std::vector<Effect> effects;
  Apply(state, action::OpenFile{"/profiles/other.folded"}, effects);
  Apply(state, action::LoadFinished{state.jobs.back().id, TreeFromFolded("a 1\n")}, effects);
  EXPECT_NE(Titles(state, "tab:").find("Tab: example.folded | Files | \n"), std::string::npos);
  const PaletteModel model = BuildPaletteModel(state, "tab: example");
  ASSERT_TRUE(model.rows.front().action);
  EXPECT_EQ(model.rows.front().action->As<action::ActivateView>()->view, state.views[0].id);
  EXPECT_EQ(Titles(state, "open: ex", 1), "Open: example.folded | Files | \n");
}

// Where in the list a title is; the size of the list where it is not.
size_t PlaceOf(const PaletteModel& model, std::string_view title) {
  const auto row = std::find_if(model.rows.begin(), model.rows.end(),
                                [&](const PaletteModel::Row& one) { return one.title == title; });
  return static_cast<size_t>(row - model.rows.begin());
}

TEST(PaletteModelTest, WhatPeopleCallThingsFindsThem) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  const std::pair<const char*, const char*> expected[] = {
      {"sandwich", "table.callers"},      {"flame", "chart.form.icicle"}, {"bottom up", "tree.invert"},
      {"preferences", "window.settings"}, {"shortcuts", "window.keys"},   {"export", "file.save"},
      {"screenshot", "file.save"},        {"zoom in", "view.centre"},     {"find", "search.focus"},
  };
  for (const auto& [typed, command] : expected) {
    const PaletteModel model = BuildPaletteModel(state, typed);
    bool found = false;
    for (size_t i = 0; i < std::min<size_t>(3, model.rows.size()); ++i)
      found |= model.rows[i].command == command;
    EXPECT_TRUE(found) << typed;
  }
  for (const char* typed : {"compare", "diff", "recent"})
    EXPECT_FALSE(BuildPaletteModel(state, typed).rows.empty());
}

// Words of commands that are not there would find nothing.
TEST(PaletteModelTest, EveryWordIsOfACommand) {
  for (const PaletteWords& row : kPaletteWords) EXPECT_NE(FindCommand(row.command), nullptr) << row.command;
}

TEST(PaletteModelTest, AWordComesBeforeScatteredLetters) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  EXPECT_EQ(Titles(state, "beside", 1), "Rings beside icicle: side by side, or one chart | Chart | \n");
  EXPECT_EQ(Titles(state, "side by side", 1), "Rings beside icicle: side by side, or one chart | Chart | \n");
  std::vector<Effect> effects;
  Apply(state, action::OpenFile{"/profiles/other.folded"}, effects);
  Apply(state, action::LoadFinished{state.jobs.back().id, TreeFromFolded("a 1\n")}, effects);
  const PaletteModel beside = BuildPaletteModel(state, "beside example");
  ASSERT_TRUE(!beside.rows.empty() && beside.rows[0].action);
  ASSERT_NE(beside.rows[0].action->As<action::ShowBeside>(), nullptr);
  EXPECT_EQ(beside.rows[0].action->As<action::ShowBeside>()->view, state.views[0].id);
  // The group's name in one piece, and letters of titles.
  const PaletteModel chart = BuildPaletteModel(state, "chart");
  size_t group_only = chart.rows.size(), letters = chart.rows.size();
  for (size_t row = chart.rows.size(); row-- > 0;) {
    const auto by_title = MatchPalette(chart.rows[row].title, "chart");
    if (!by_title && chart.rows[row].group == "Chart") group_only = row;
    if (by_title && by_title->fit == PaletteFit::kLetters) letters = row;
  }
  EXPECT_LT(group_only, letters);
}

TEST(PaletteModelTest, RowsComeByKindOfMatchThenShorterOnesFirst) {
  const AppState state = StateWith(TreeFromFolded(kWorkedExample));
  for (const std::string_view typed :
       {"f", "fo", "fold", "fold ", "tab", "c", "co", "copy", "rec", "re c", "tree", "t", "in", "m n"}) {
    const PaletteModel model = BuildPaletteModel(state, typed);
    ASSERT_GT(model.rows.size(), 1u) << typed;
    for (size_t i = 1; i < model.rows.size(); ++i) {
      const auto& before = model.rows[i - 1];
      const auto& after = model.rows[i];
      const auto a = MatchPalette(before.title, typed), b = MatchPalette(after.title, typed);
      const std::string both = std::string(typed) + ": " + before.title + ", " + after.title;
      // Letters come last of all, also behind what only the group's name fits.
      EXPECT_TRUE(a || !b || b->fit == PaletteFit::kLetters) << both;
      if (!a || !b) continue;
      EXPECT_GE(a->fit, b->fit) << both;
      if (a->fit != b->fit) continue;
      EXPECT_GE(before.action.has_value(), after.action.has_value()) << both;
      if (before.action.has_value() != after.action.has_value()) continue;
      EXPECT_GE(a->score, b->score) << both;
      if (a->score == b->score) {
        EXPECT_LE(before.title.size(), after.title.size()) << both;
      }
    }
  }
}

TEST(PaletteModelTest, EqualRowsKeepTheOrderOfTheTable) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  state.settings.recent_files = {"/p/b.folded", "/p/c.folded", "/p/a.folded"};
  for (const std::string_view typed : {"open: ", "folded", "", "opfo"}) {
    const PaletteModel model = BuildPaletteModel(state, typed);
    const size_t first = PlaceOf(model, "Open: b.folded");
    EXPECT_EQ(PlaceOf(model, "Open: c.folded"), first + 1) << typed;
    EXPECT_EQ(PlaceOf(model, "Open: a.folded"), first + 2) << typed;
    EXPECT_LT(first + 2, model.rows.size()) << typed;
  }
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
}  // namespace ringscope::palette_test
