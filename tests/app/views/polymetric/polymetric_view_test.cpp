#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/view/command.h"
#include "app/view/kind/kind_answers.h"
#include "app/view/navigation.h"
#include "app/view/saved_view.h"
#include "app/view/shell.h"
#include "app/window/menus/commands_model.h"
#include "renderer/color/color.h"
#include "tests/app/views/polymetric/polymetric_test_state.h"

namespace ringscope::polymetric::polymetric_view_test {
namespace {

const PolymetricFound* FoundIn(const AppState& state) {
  const auto answer = AnswerOf<PolymetricWanted>(state, *ActiveView(state));
  return answer ? answer->found.get() : nullptr;
}

TEST(PolymetricView, BeginsWithTheStructure) {
  const AppState state = StateWithBoxes();
  ASSERT_NE(FoundIn(state), nullptr);
  EXPECT_EQ(FoundIn(state)->spec.arrangement, BoxArrangement::kInheritance);
  EXPECT_EQ(DrawnTextOf(*FoundIn(state)), "5 methods in 4 classes");
}

TEST(PolymetricView, ShowsTheBehaviorOfTheChosenFunction) {
  AppState state = StateWithBoxes();
  DoAndFind(state, action::ChooseFunction{FrameNamed(ActiveView(state)->tree(), "q.Log.write")});
  DoAndFind(state, ShowBehavior{});
  EXPECT_EQ(TextOf(*ActiveView(state)),
            "items function | arrange calls | width log calls | height incl | tone self | from q.Log.write | "
            "dearest 30");
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
            "Show its behavior as boxes\nOnly it, its callers and its callees\nOne box for each library\n");
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
            "One box for each library\n");
  ASSERT_TRUE(Choose(state, "within"));
  EXPECT_EQ(FoundIn(state)->structure.methods.size(), 2u) << "add and get";
  DoAndFind(state, action::OpenRowMenu{.on = {.group = query}, .name = "p.List"});
  ASSERT_TRUE(Choose(state, "all-classes"));
  EXPECT_EQ(FoundIn(state)->structure.methods.size(), 5u);
}

TEST(PolymetricView, PresetsTakeMeasuresThatTheProfileHas) {
  EXPECT_EQ(PresetText(*ActiveView(StateWithBoxes()), 0),
            "items class | width log calls | height incl | tone self | libraries shown | dearest 30")
      << "it counts calls, and knows no receivers";
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "main"})), 0, 1);
  const AppState plain = StateWith(WithFunctions(std::move(builder).Finish({}).value()));
  EXPECT_EQ(PresetText(*ActiveView(plain), 0),
            "items class | width log contexts | height incl | tone self | libraries shown | dearest 30");
  EXPECT_FALSE(HasMeasure(*ActiveView(plain), MeasureOf::kReturns));
  EXPECT_EQ(PresetText(*ActiveView(plain), 2),
            "items package | arrange plot | x log incl | y self | width sqrt self | height sqrt self")
      << "it knows no modules";
  EXPECT_EQ(PresetText(*ActiveView(plain), 3), "items function | arrange plot | x log contexts | y log self");
}

TEST(PolymetricView, SaysWhyATextIsNotShown) {
  AppState state = StateWithBoxes();
  DoAndFind(state, ShowText{"items clas"});
  EXPECT_EQ(TextOf(*ActiveView(state)), PresetText(*ActiveView(state), 0));
  EXPECT_EQ(
      state.note.text,
      "Not shown: at column 7: expected items (function, class, package, module, file, thread or context), "
      "found 'clas'");
}

TEST(PolymetricView, SaysWhatIsMissing) {
  AppState state = StateWithBoxes();
  DoAndFind(state, ShowText{std::string(FindPolymetricPreset("modules")->text)});
  ASSERT_NE(FoundIn(state), nullptr);
  EXPECT_EQ(
      FoundIn(state)->missing,
      "Nothing has a place along y: only comparisons have a change. Another measure can, such as self.");
  DoAndFind(state, ShowText{"items thread | height self"});
  EXPECT_EQ(FoundIn(state)->missing, "This profile does not tell threads apart.");
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
            "tone: the same for all, as no 'receivers' is known\n"
            "classes and packages are those of names: the profile knows no inheritance\n");
}

constexpr std::string_view kWithLibrary =
    "app.Main.run 5\napp.Main.run;java.util.HashMap.put 40\napp.Main.run;java.util.HashMap.get 15\n"
    "app.Main.run;app.Tree.add 30\napp.Main.run;app.Tree.add;java.util.Arrays.sort 10\n";

TEST(PolymetricView, ClassesOfLibrariesAreOneBoxWhereTheyAreFolded) {
  AppState state = StateWithBoxes(kWithLibrary);
  ASSERT_NE(FoundIn(state), nullptr);
  EXPECT_EQ(DrawnTextOf(*FoundIn(state)), "5 methods in 4 classes") << "the dearest are first those of all";
  DoAndFind(state, *FindCommand("polymetric.libraries")->action(state));
  ASSERT_NE(FoundIn(state), nullptr);
  const PolymetricFound& found = *FoundIn(state);
  EXPECT_EQ(DrawnTextOf(found), "2 methods in 2 classes, 3 of libraries");
  uint32_t summary = kNoBox;
  for (uint32_t box = 0; box < found.layout.boxes.size(); ++box) {
    if (found.layout.boxes[box].role == BoxRole::kSummary) summary = box;
  }
  ASSERT_NE(summary, kNoBox);
  EXPECT_EQ(found.layout.boxes[summary].label, "the JDK: 3 methods of 2 classes, 65.0 % self");
  const PolymetricWanted wanted = WantedOf(ActiveView(state)->shown, {});
  const BoxReadout readout = ReadoutOf(found, wanted, summary);
  EXPECT_EQ(readout.title, "the JDK");
  ASSERT_EQ(readout.rows.size(), 4u);
  EXPECT_EQ(readout.rows[2].second, "65 ns, 65.0 %");
  std::string legend;
  for (const LegendLine& line : LegendOf(found, wanted, Theme::kDark)) legend += line.text + "\n";
  EXPECT_NE(legend.find("one box: the JDK: 3 methods of 2 classes, 65.0 % self\n"), std::string::npos);
  // Who calls into the library lights up with it, and the other way round.
  EXPECT_EQ(RelatedBoxes(found, summary).size(), 2u);
  for (const uint32_t other : RelatedBoxes(found, summary)) {
    const std::vector<uint32_t> back = RelatedBoxes(found, other);
    EXPECT_NE(std::find(back.begin(), back.end(), summary), back.end());
  }
  // A side is as long as its part of the largest one that is drawn.
  EXPECT_TRUE(std::isnan(found.height.values[found.items.item_of_frame[FrameNamed(
      ActiveView(state)->tree(), "java.util.HashMap.put")]]));
  DoAndFind(state, ShowText{OpenedText(found, summary)});
  EXPECT_EQ(TextOf(*ActiveView(state)), PresetText(*ActiveView(state), 0));
  EXPECT_EQ(DrawnTextOf(*FoundIn(state)), "5 methods in 4 classes");
  DoAndFind(state, ShowText{"items class | within app.Tree"});
  EXPECT_EQ(OpenedText(*FoundIn(state), static_cast<uint32_t>(FoundIn(state)->layout.boxes.size() - 1)),
            "items class");
  EXPECT_FALSE(FindCommand("polymetric.libraries")->action(state));
}

TEST(PolymetricView, WhatWasCancelledCanBeStartedAgain) {
  AppState state = StateWith(TreeFromFolded(kProgram), "/p/run.cct");
  std::vector<Effect> effects = Do(state, action::SetKind{&Kind()});
  const auto start = [&]() -> const effect::StartTask* {
    for (const Effect& effect : effects) {
      const auto* one = effect.As<effect::StartTask>();
      if (one != nullptr && std::any_cast<std::shared_ptr<const PolymetricWanted>>(&one->request) != nullptr)
        return one;
    }
    return nullptr;
  };
  ASSERT_NE(start(), nullptr);
  Do(state, Finished<Result<PolymetricFound>>(start()->job, Fail(ErrorCode::kCancelled, "cancelled")));
  const auto answer = AnswerOf<PolymetricWanted>(state, *ActiveView(state));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->problem, "Arranging boxes was cancelled.");
  EXPECT_TRUE(IsStopped(*ActiveView(state)));
  // Nothing starts by itself.
  effects = Do(state, action::Unselect{});
  EXPECT_EQ(start(), nullptr);
  DoAndFind(state, StartAgain{});
  ASSERT_NE(FoundIn(state), nullptr);
  EXPECT_FALSE(IsStopped(*ActiveView(state)));
  DoAndFind(state, ShowInRings{});
  EXPECT_FALSE(IsStopped(*ActiveView(state)));
}

TEST(PolymetricView, ACancelledJobSaysSo) {
  AppState state = StateWith(TreeFromFolded(kProgram), "/p/run.cct");
  for (const Effect& effect : Do(state, action::SetKind{&Kind()})) {
    const auto* start = effect.As<effect::StartTask>();
    if (start == nullptr ||
        std::any_cast<std::shared_ptr<const PolymetricWanted>>(&start->request) == nullptr)
      continue;
    JobControl control;
    control.cancel_requested = true;
    std::vector<Action> posted;
    start->work(control, [&](const Action& action) { posted.push_back(action); });
    ASSERT_EQ(posted.size(), 1u);
    Do(state, posted[0]);
    const auto answer = AnswerOf<PolymetricWanted>(state, *ActiveView(state));
    ASSERT_TRUE(answer);
    // A tree this small may be done before anybody looks.
    EXPECT_TRUE(answer->found != nullptr ||
                (answer->is_stopped && answer->problem == "Arranging boxes was cancelled."));
  }
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
}  // namespace ringscope::polymetric::polymetric_view_test
