#include "app/view/steps/pipeline_model.h"

#include <gtest/gtest.h>

#include "app/search/search.h"
#include "app/view/navigation.h"
#include "app/view/steps/context_steps.h"
#include "app/view/steps/steps.h"
#include "app/views/rings/rings.h"
#include "tests/app/app_test_state.h"

namespace ringscope::pipeline_model_test {
namespace {

std::string Text(const PipelineModel& model) {
  std::string text;
  for (const ChipModel& chip : model.chips) {
    text += "[" + chip.text + (chip.effect.empty() ? "" : "  " + chip.effect) + (chip.pending ? " ..." : "") +
            "]";
  }
  if (model.can_undo) text += " undo";
  if (model.can_redo) text += " redo";
  return text;
}

TEST(PipelineModelTest, ChipsSayWhatTheirStepsTookAway) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  EXPECT_FALSE(BuildPipelineModel(state).visible);
  DoAll(state, action::SetPipelineText{"drop fn:h | fold-recursion"});
  const PipelineModel model = BuildPipelineModel(state);
  EXPECT_TRUE(model.visible);
  // h and what it calls: 1452 of 3238.
  EXPECT_EQ(Text(model),
            "[drop h  \xE2\x88\x92"
            "44.8 %][fold-recursion] undo");
  EXPECT_EQ(model.chips[0].tooltip,
            "drop h\n18 contexts before, 6 after\nRemoved 1.45 \xC2\xB5s, 44.8 % of the whole profile");
  EXPECT_EQ(model.line, "drop h | fold-recursion");
  DoAll(state, action::UndoTransform{});
  EXPECT_FALSE(BuildPipelineModel(state).visible);
  EXPECT_TRUE(BuildPipelineModel(state).can_redo);
}

TEST(PipelineModelTest, AStepThatLeavesNothingSaysSoUntilItIsUndone) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  EXPECT_FALSE(BuildEmptyChartText(state, *ActiveView(state)));
  DoAll(state, action::SetPipelineText{"fold-recursion | keep nosuch"});
  const auto nothing = BuildEmptyChartText(state, *ActiveView(state));
  ASSERT_TRUE(nothing);
  EXPECT_EQ(nothing->title, "keep nosuch leaves nothing");
  EXPECT_EQ(nothing->hint, "Ctrl+Z undoes the last step");
  EXPECT_EQ(state.note.text, "keep nosuch leaves nothing: Ctrl+Z undoes the last step");
  DoAll(state, action::UndoTransform{});
  EXPECT_FALSE(BuildEmptyChartText(state, *ActiveView(state)));
  EXPECT_EQ(state.note.text, "");
}

TEST(PipelineModelTest, AMetricThatIsZeroEverywhereSaysWhatShowsSomething) {
  AppState state = StateWith(TreeFromFolded("a;b 0\na;c;d 0\n"));
  const auto shown = [&] { return BuildEmptyChartText(state, *ActiveView(state)); };
  ASSERT_TRUE(shown());
  EXPECT_EQ(shown()->title, "time is 0 everywhere here");
  EXPECT_EQ(shown()->hint, "Equal mode (1) shows the calls; calls is not 0");
  Do(state, action::SetMetric{1});
  EXPECT_FALSE(shown());
  Do(state, action::SetMetric{0});
  Do(state, action::SetMode{RingMode::kEqual});
  EXPECT_FALSE(shown());
  Do(state, action::SetMode{RingMode::kArea});
  EXPECT_TRUE(shown());
  Do(state, action::ZoomTo{At(ActiveView(state)->tree(), "a;b")});
  EXPECT_FALSE(shown()) << "it calls nothing";
}

TEST(PipelineModelTest, WhereThereIsOneMetricNoOtherIsNamed) {
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  Frame frame;
  frame.name = "a";
  const FrameId a = builder.InternFrame(frame);
  builder.AddSelf(builder.Child(builder.Child(kBuildRoot, a), a), 0, 0);
  AppState state = StateWith(WithFunctions(std::move(builder).Finish({}).value()));
  const auto nothing = BuildEmptyChartText(state, *ActiveView(state));
  ASSERT_TRUE(nothing);
  EXPECT_EQ(nothing->hint, "Equal mode (1) shows the calls");
}

TEST(PipelineModelTest, StepsOnTheirWayAreMarked) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  DoAll(state, action::SetPipelineText{"fold-recursion"});
  Do(state, action::AddTransform{ParsePipeline("invert")->steps[0]});
  const PipelineModel model = BuildPipelineModel(state);
  EXPECT_TRUE(model.running);
  EXPECT_EQ(Text(model), "[fold-recursion][invert ...] undo");
}

TEST(PipelineModelTest, PastedTextThatIsNoPipelineIsTold) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  Do(state, action::SetPipelineText{"fold-recursion | frobnicate"});
  ASSERT_EQ(state.errors.size(), 1u);
  EXPECT_NE(state.errors[0].message.find("frobnicate"), std::string::npos);
  EXPECT_TRUE(ActiveView(state)->pipeline.wanted.empty());
  Do(state, action::SetPipelineText{"  "});
  EXPECT_EQ(state.errors.size(), 2u);
}

TEST(PipelineModelTest, ChoicesKnowTheSearchTheSelectionAndTheTree) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  const auto labels = [&](const std::string& group) {
    std::string text;
    for (const TransformChoice& choice : BuildTransformChoices(state)) {
      if (choice.group == group) text += choice.label + "; ";
    }
    return text;
  };
  EXPECT_EQ(labels("What is searched for"), "");
  EXPECT_EQ(labels("The function in the centre"),
            "keep main; focus main; hide main; drop main; collapse app; ");
  DoAll(state, action::SetSearchText{"g or h"});
  Do(state, action::Select{At(ActiveView(state)->tree(), "main;f")});
  EXPECT_EQ(labels("What is searched for"), "keep g or h; focus g or h; hide g or h; drop g or h; ");
  EXPECT_EQ(labels("The selected function"), "keep f; focus f; hide f; drop f; collapse app; ");
  EXPECT_EQ(labels("The whole tree"),
            "fold-recursion; fold-recursion direct; invert; methods; group mod; group class; group file; "
            "group thread; prune 0.1%; depth 6; ");
  // Each can be applied as it is.
  for (const TransformChoice& choice : BuildTransformChoices(state)) {
    const auto parsed = ParsePipeline(FormatStep(choice.step));
    ASSERT_TRUE(parsed) << choice.label;
    EXPECT_EQ(parsed->steps, std::vector{choice.step});
  }
}

TEST(PipelineModelTest, AStepAboutAFunctionIsThatOfItsKey) {
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  for (const char* const module : {"liba.so", "libb.so"}) {
    Frame frame;
    frame.name = "read";
    frame.module = module;
    builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame(frame)), 0, 1);
  }
  AppState state = StateWith(WithFunctions(std::move(builder).Finish({}).value()));
  Do(state, action::Select{ContextId{1}});
  const Cct& tree = ActiveView(state)->tree();
  size_t found = 0;
  for (const TransformChoice& choice : BuildTransformChoices(state)) {
    if (choice.group != "The selected function") continue;
    ++found;
    EXPECT_EQ(choice.step, StepOn(tree, 1, choice.step.kind)) << choice.label;
  }
  EXPECT_EQ(found, 5u);
}

TEST(PipelineModelTest, TheDepthOfferedIsWhatIsShown) {
  AppState state = StateWith(TreeFromFolded("a;b;c;d;e 1\nz 1\n"));
  const Cct& tree = state.views[0].tree();
  const auto offered = [&] {
    for (const TransformChoice& choice : BuildTransformChoices(state)) {
      if (choice.step.kind == TransformKind::kDepth) return choice.step.depth;
    }
    return 0u;
  };
  // "all" and two layers below it; two layers from the second on.
  Do(state, action::ZoomTo{kRootContext});
  Do(state, action::SetDepth{3});
  EXPECT_EQ(offered(), 2u);
  Do(state, action::ZoomTo{At(tree, "a;b")});
  Do(state, action::SetDepth{2});
  EXPECT_EQ(offered(), 3u);
  Do(state, action::ZoomTo{kRootContext});
  Do(state, action::SetDepth{1});
  EXPECT_EQ(offered(), 1u);
}

TEST(PipelineModelTest, StepsMoveChangeAndGo) {
  const Pipeline abc = *ParsePipeline("hide a | hide b | hide c");
  EXPECT_EQ(FormatPipeline(WithStepMoved(abc, 0, 2)), "hide b | hide a | hide c");
  EXPECT_EQ(FormatPipeline(WithStepMoved(abc, 0, 3)), "hide b | hide c | hide a");
  EXPECT_EQ(FormatPipeline(WithStepMoved(abc, 2, 0)), "hide c | hide a | hide b");
  EXPECT_EQ(WithStepMoved(abc, 1, 1), abc);
  EXPECT_EQ(WithStepMoved(abc, 1, 2), abc);
  EXPECT_EQ(WithStepMoved(abc, 5, 0), abc);
  EXPECT_EQ(FormatPipeline(WithSteps(abc, 1, *ParsePipeline("invert"))), "hide a | invert | hide c");
  EXPECT_EQ(FormatPipeline(WithSteps(abc, 1, *ParsePipeline("invert | depth 5"))),
            "hide a | invert | depth 5 | hide c");
  EXPECT_EQ(FormatPipeline(WithSteps(abc, 2, {})), "hide a | hide b");
  EXPECT_EQ(FormatPipeline(WithSteps(abc, 3, *ParsePipeline("invert"))), "hide a | hide b | hide c | invert");
  EXPECT_EQ(FormatPipeline(WithoutStep(abc, 1)), "hide a | hide c");
  EXPECT_EQ(WithoutStep(abc, 3), abc);
}

TEST(PipelineModelTest, StepsTellWhatIsWrongWithThem) {
  EXPECT_EQ(StepsProblem("hide mod:libc"), "");
  EXPECT_EQ(StepsProblem("   "), "");
  EXPECT_EQ(StepsProblem("hide a | hide b"), "");
  EXPECT_NE(StepsProblem("hide"), "");
  EXPECT_NE(StepsProblem("hide a | hide"), "");
}

TEST(PipelineModelTest, StepsThatChangeNothingAreMarked) {
  AppState state = StateWith(TreeFromFolded("main;f 3\nmain;g 2\n"));
  DoAll(state,
        action::SetPipeline{
            ParsePipeline("hide nobody | fold-recursion | depth 9 | drop g | invert | prune 0.1%").value()});
  std::string idle, tips;
  for (const ChipModel& chip : BuildPipelineModel(state).chips) {
    idle += chip.idle ? '1' : '0';
    tips += chip.tooltip + "\n";
  }
  EXPECT_EQ(idle, "111000");
  EXPECT_NE(tips.find("hide nobody\nMatches nothing"), std::string::npos) << tips;
  EXPECT_NE(tips.find("fold-recursion\nChanges nothing"), std::string::npos) << tips;
}

}  // namespace
}  // namespace ringscope::pipeline_model_test
