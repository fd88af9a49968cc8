#include <gtest/gtest.h>

#include "app/commands/command.h"
#include "app/commands/context_menu_model.h"
#include "app/saving/saved_view.h"
#include "renderer/color/oklab.h"
#include "tests/app/views/polymetric/polymetric_test_state.h"

namespace ringscope::polymetric {
namespace {

const PolymetricFound* FoundIn(const AppState& state) {
  const PolymetricAnswer* answer = AnswerOf(state, *ActiveView(state));
  return answer == nullptr ? nullptr : answer->found.get();
}

TEST(PolymetricView, BeginsWithTheStructure) {
  const AppState state = StateWithBoxes();
  ASSERT_NE(FoundIn(state), nullptr);
  EXPECT_EQ(FoundIn(state)->spec.arrangement, BoxArrangement::kInheritance);
  EXPECT_EQ(DrawnTextOf(*FoundIn(state)), "5 methods in 6 classes");
}

TEST(PolymetricView, ShowsTheBehaviorOfTheChosenFunction) {
  AppState state = StateWithBoxes();
  DoAndFind(state, action::ChooseFunction{FrameNamed(ActiveView(state)->tree(), "q.Log.write")});
  DoAndFind(state, ShowBehavior{});
  EXPECT_EQ(
      TextOf(*ActiveView(state)),
      "items function | arrange calls | width log calls | height incl | tone returns | from q.Log.write");
  ASSERT_NE(FoundIn(state), nullptr);
  EXPECT_EQ(FoundIn(state)->around.functions.size(), 2u);
  DoAndFind(state, StepOutward{});
  ASSERT_NE(FoundIn(state), nullptr);
  EXPECT_EQ(FoundIn(state)->around.functions.size(), 3u) << "main calls it";
  DoAndFind(state, action::GoBack{});
  EXPECT_EQ(FoundIn(state)->around.functions.size(), 2u);
  DoAndFind(state, ShowInRings{});
  EXPECT_EQ(&ActiveView(state)->kind(), DefaultViewKind());
}

// Does what an entry of the open menu does; says nothing of an entry that is not there.
bool Choose(AppState& state, std::string_view id) {
  for (const auto& entry : BuildContextMenuModel(state).entries) {
    if (entry.id != id || entry.actions.empty()) continue;
    for (const Action& action : entry.actions) DoAndFind(state, action);
    return true;
  }
  return false;
}

std::string MenuText(const AppState& state, size_t most) {
  std::string text;
  for (const auto& entry : BuildContextMenuModel(state).entries) {
    if (most-- == 0) break;
    text += entry.title + (entry.actions.empty() ? " (no)" : "") + "\n";
  }
  return text;
}

TEST(PolymetricView, AFunctionOfATableLeadsToItsBehavior) {
  AppState state = StateWith(TreeFromFolded(kProgram), "/p/run.cct");
  const FrameId write = FrameNamed(ActiveView(state)->tree(), "q.Log.write");
  DoAndFind(state, action::OpenRowMenu{.on = {.function = write}});
  ASSERT_TRUE(Choose(state, "behavior"));
  ASSERT_NE(FoundIn(state), nullptr);
  EXPECT_EQ(FoundIn(state)->spec.from, "q.Log.write");
}

TEST(PolymetricView, TheMenuOfABoxIsAboutItsFunction) {
  AppState state = StateWithBoxes();
  const FrameId write = FrameNamed(ActiveView(state)->tree(), "q.Log.write");
  DoAndFind(state, action::OpenRowMenu{.on = {.function = write}});
  EXPECT_EQ(MenuText(state, 3),
            "Show its behavior as boxes\nOnly it, its callers and its callees\nShow it in the rings\n");
  ASSERT_TRUE(Choose(state, "neighbours"));
  EXPECT_EQ(FoundIn(state)->around.functions.size(), 3u) << "main, itself, and List.add";
  DoAndFind(state, action::OpenRowMenu{.on = {.function = write}});
  ASSERT_TRUE(Choose(state, "outward"));
  EXPECT_EQ(FoundIn(state)->spec.up, 2u);
  DoAndFind(state, action::OpenRowMenu{.on = {.function = write}});
  ASSERT_TRUE(Choose(state, "rings"));
  EXPECT_EQ(&ActiveView(state)->kind(), DefaultViewKind());
  EXPECT_EQ(ActiveView(state)->chosen_function, write);
}

TEST(PolymetricView, TheMenuOfAClassShowsItAlone) {
  AppState state = StateWithBoxes();
  const PolymetricFound& found = *FoundIn(state);
  std::string query;
  for (uint32_t box = 0; box < found.layout.boxes.size(); ++box) {
    if (found.layout.boxes[box].role == BoxRole::kClass && found.layout.boxes[box].label == "List")
      query = GroupOfBox(found, ActiveView(state)->tree(), box);
  }
  EXPECT_EQ(query, "class:\"p.List\"");
  DoAndFind(state, action::OpenRowMenu{.on = {.group = query}, .name = "p.List"});
  EXPECT_EQ(MenuText(state, 4),
            "Show its behavior as boxes (no)\nOnly it, its callers and its callees (no)\nOnly p.List\n"
            "Show it in the rings\n");
  ASSERT_TRUE(Choose(state, "within"));
  EXPECT_EQ(FoundIn(state)->structure.methods.size(), 2u) << "add and get";
  DoAndFind(state, action::OpenRowMenu{.on = {.group = query}, .name = "p.List"});
  ASSERT_TRUE(Choose(state, "all-classes"));
  EXPECT_EQ(FoundIn(state)->structure.methods.size(), 5u);
}

TEST(PolymetricView, SaysWhyATextIsNotShown) {
  AppState state = StateWithBoxes();
  DoAndFind(state, ShowText{"items clas"});
  EXPECT_EQ(TextOf(*ActiveView(state)), kPolymetricPresets[0].text);
  EXPECT_EQ(
      state.note.text,
      "Not shown: at column 7: expected items (function, class, package, module, file, thread or context), "
      "found 'clas'");
}

TEST(PolymetricView, SaysWhatIsMissing) {
  AppState state = StateWithBoxes();
  DoAndFind(state, ShowText{std::string(FindPolymetricPreset("modules")->text)});
  ASSERT_NE(FoundIn(state), nullptr);
  EXPECT_EQ(FoundIn(state)->missing, "y: a change is known of comparisons only");
  DoAndFind(state, ShowText{"items thread | height self"});
  EXPECT_EQ(FoundIn(state)->missing, "there is no thread here");
}

TEST(PolymetricView, TellsBoxesAndTheirRelatives) {
  const LoadedTree loaded = TreeFromFolded(kProgram);
  const PolymetricFound found = Found(loaded, "items class | height incl");
  for (uint32_t box = 0; box < found.layout.boxes.size(); ++box) {
    const BoxReadout readout = ReadoutOf(found, WantedOf(loaded, {}), box);
    if (readout.title != "p.List.add") continue;
    std::string text;
    for (const auto& row : readout.rows) text += row.first + ": " + row.second + "\n";
    EXPECT_EQ(text, "class: p.List\ninclusive: 73 ns, 75.3 %\nself: 43 ns, 44.3 %\ncalls: 2\n");
    std::string related;
    for (const uint32_t other : RelatedBoxes(found, box))
      related += found.items.name[found.layout.boxes[other].item] + " ";
    EXPECT_NE(related.find("main "), std::string::npos);
    EXPECT_NE(related.find("p.Array.grow "), std::string::npos);
    EXPECT_NE(related.find("q.Log.write "), std::string::npos);
  }
}

TEST(PolymetricView, APackageIsToldWithItsClasses) {
  const LoadedTree loaded = TreeFromFolded(kProgram);
  const PolymetricFound found = Found(loaded, "items class | height incl");
  size_t packages = 0;
  for (uint32_t box = 0; box < found.layout.boxes.size(); ++box) {
    if (found.layout.boxes[box].role != BoxRole::kPackage) continue;
    ++packages;
    const BoxReadout readout = ReadoutOf(found, WantedOf(loaded, {}), box);
    if (readout.title != "p") continue;
    std::string text;
    for (const auto& row : readout.rows) text += row.first + ": " + row.second + "\n";
    EXPECT_EQ(text, "classes: 2\nmethods: 3\nself: 83 ns, 85.6 %\n");
  }
  EXPECT_GE(packages, 2u);
}

TEST(PolymetricView, LegendSaysWhatIsSeenAndWhatIsNot) {
  const LoadedTree loaded = TreeFromFolded(kProgram);
  const std::string text(kPolymetricPresets[0].text);
  const PolymetricFound found = Found(loaded, text);
  std::string legend;
  for (const LegendLine& line : LegendOf(found, WantedOf(loaded, text), Theme::kDark))
    legend += line.text + "\n";
  EXPECT_EQ(legend,
            "width: calls, log, up to 2\n"
            "height: incl time, up to 97 ns\n"
            "tone: the same for all, as the profile knows no 'receivers' of its functions\n"
            "classes and packages are those of names: the profile knows no inheritance\n");
}

// Each tone tells itself from the others and the background by more than the eye needs.
TEST(PolymetricView, ReturnTonesKeepApart) {
  for (const Theme theme : {Theme::kDark, Theme::kLight}) {
    std::vector<Color> colors;
    for (const ReturnKind kind :
         {ReturnKind::kUnknown, ReturnKind::kOther, ReturnKind::kSame, ReturnKind::kSelf})
      colors.push_back(ReturnColor(kind, theme));
    for (size_t a = 0; a < colors.size(); ++a) {
      for (size_t b = a + 1; b < colors.size(); ++b) {
        EXPECT_GT(OkLabDistance(OkLabFromLinear(LinearFromSrgb(colors[a])),
                                OkLabFromLinear(LinearFromSrgb(colors[b]))),
                  0.11)
            << a << b;
      }
    }
  }
}

TEST(PolymetricView, CommandsLeadThereAndBack) {
  AppState state = StateWith(TreeFromFolded(kProgram), "/p/run.cct");
  for (const std::string_view id : {"chart.structure", "polymetric.functions", "chart.behavior"}) {
    const std::optional<Action> action = FindCommand(id)->action(state);
    ASSERT_TRUE(action) << id;
    DoAndFind(state, *action);
    EXPECT_EQ(&ActiveView(state)->kind(), &Kind()) << id;
    ASSERT_NE(FoundIn(state), nullptr) << id;
  }
  DoAndFind(state, *FindCommand("polymetric.rings")->action(state));
  EXPECT_EQ(&ActiveView(state)->kind(), DefaultViewKind());
  EXPECT_FALSE(FindCommand("polymetric.rings")->action(state));
}

}  // namespace
}  // namespace ringscope::polymetric
