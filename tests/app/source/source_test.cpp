#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/files/documents.h"
#include "app/source/source.h"
#include "app/source/source_model.h"
#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "app/window/window_actions.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/building/type_list.h"
#include "tests/app/app_test_state.h"
#include "tests/app/tables/find_cell.h"
#include "tests/temporary_folder.h"

namespace ringscope::source_test {
namespace {

namespace fs = std::filesystem;

// A profile in a folder with or without app.cpp, where every frame of TreeFromFolded is on line 7.
class SourceTest : public ::testing::Test {
 protected:
  SourceTest() { state_ = StateWith(TreeFromFolded(kWorkedExample), (folder_ / "profile.folded").string()); }

  void WriteSource() {
    std::ofstream file(folder_ / "app.cpp");
    for (int line = 1; line <= 9; ++line) file << "\tline " << line << "\n";
  }
  // Runs the job an action asked for, as the job thread would.
  void Finish(const std::vector<Effect>& effects) {
    const auto* start = FindTask<SourceRequest>(effects);
    ASSERT_NE(start, nullptr);
    for (const Action& made : Deliver(*start)) Do(state_, made);
  }

  SourceLine Line(size_t row) { return BuildSourceLine(state_, BuildSourceModel(state_), row); }
  std::string Cell(size_t row, std::string_view column) {
    const SourceModel model = BuildSourceModel(state_);
    const SourceLine line = BuildSourceLine(state_, model, row);
    const TableCellModel* cell = FindCell(model, line, column);
    return cell == nullptr ? "" : cell->text;
  }

  const test::TemporaryFolder temporary_;
  const fs::path& folder_ = temporary_.path();
  AppState state_;
};

TEST_F(SourceTest, BesideALineStandsWhatIsCalledOnIt) {
  WriteSource();
  EXPECT_EQ(Cell(1, "receiver-types"), "");
  CctBuilder builder;
  builder.AddMetric({"calls", "count", 1});
  TypeList& types = builder.types();
  const BuildNode main =
      builder.Child(kBuildRoot, builder.InternFrame({.name = "main", .file = "app.cpp", .line = 2}));
  const auto call = [&](uint32_t at, const Frame& frame, uint64_t calls, std::string_view receiver) {
    const BuildNode node =
        builder.Child(builder.Child(main, builder.CallLine(at)), builder.InternFrame(frame));
    builder.AddSelf(node, 0, calls);
    types.Add({node, kReceiverRole, types.NameOf(receiver), calls});
  };
  call(3, {.name = "Circle.area", .file = "shapes.cpp", .line = 5}, 1180, "Circle");
  call(3, {.name = "Square.area", .file = "shapes.cpp", .line = 9}, 24, "Square");
  call(4, {.name = "own", .file = "app.cpp", .line = 8}, 1, "App");
  call(5, {.name = "own", .file = "app.cpp", .line = 8}, 2, "Sub");
  state_ =
      StateWith(WithFunctions(std::move(builder).Finish({}).value()), (folder_ / "profile.folded").string());
  Finish(Do(state_, action::OpenSource{At(ActiveView(state_)->tree(), "main")}));
  EXPECT_EQ(Cell(2, "receiver-types"), "1,204 calls: Circle 98.0 %, Square 1.99 %");
  EXPECT_EQ(Cell(3, "receiver-types"), "1 call: App");
  EXPECT_EQ(Cell(4, "receiver-types"), "2 calls: Sub");
  EXPECT_EQ(Cell(7, "receiver-types"), "3 calls: Sub 66.7 %, App 33.3 %") << "where it is defined";
  EXPECT_EQ(Cell(1, "receiver-types"), "");
}

TEST_F(SourceTest, LinesWithCostStandOutAndTheRestIsDimmed) {
  WriteSource();
  Finish(Do(state_, action::OpenSource{At(ActiveView(state_)->tree(), "main;f")}));
  EXPECT_TRUE(DockShows(state_, DockTab::kSource));
  const SourceModel model = BuildSourceModel(state_);
  EXPECT_EQ(model.path, (folder_ / "app.cpp").string());
  EXPECT_EQ(model.message, "");
  EXPECT_EQ(model.line, 7u);
  ASSERT_EQ(model.line_count, 9u);
  const SourceLine hot = Line(6);
  EXPECT_TRUE(hot.has_cost);
  EXPECT_TRUE(hot.selected);
  EXPECT_EQ(Cell(6, "text"), "    line 7");
  EXPECT_EQ(FindCell(model, hot, "inclusive")->bar, 1);
  const SourceLine cold = Line(0);
  EXPECT_FALSE(cold.has_cost);
  EXPECT_EQ(Cell(0, "line"), "1");
  EXPECT_EQ(Cell(99, "text"), "");
}

TEST_F(SourceTest, AMissingFileSaysWhereItWasLookedFor) {
  Finish(Do(state_, action::OpenSource{At(ActiveView(state_)->tree(), "main;f")}));
  const SourceModel model = BuildSourceModel(state_);
  EXPECT_TRUE(model.path.empty());
  EXPECT_NE(model.message, "");
  EXPECT_EQ(model.tried, std::vector<std::string>{(folder_ / "app.cpp").string()});
  // What the lines cost is known all the same.
  ASSERT_EQ(model.line_count, 1u);
  EXPECT_EQ(Cell(0, "line"), "7");
}

TEST_F(SourceTest, CostsFollowTheViewRoot) {
  WriteSource();
  Finish(Do(state_, action::ShowDockTab{DockTab::kSource}));
  EXPECT_EQ(Cell(6, "inclusive"), "3.238 \xC2\xB5s");
  // Nothing changed: nothing is asked for.
  EXPECT_EQ(FindTask<SourceRequest>(Do(state_, action::PointAt{})), nullptr);
  Finish(Do(state_, action::ZoomTo{At(ActiveView(state_)->tree(), "main;f")}));
  EXPECT_EQ(Cell(6, "inclusive"), "890 ns");
}

TEST_F(SourceTest, AFunctionChosenInTheSourceLightsUpEverywhere) {
  const ViewState& view = *ActiveView(state_);
  const ContextId f = At(view.tree(), "main;f"), h = At(view.tree(), "main;h");
  Do(state_, action::Select{f});
  EXPECT_EQ(LitFunction(view), view.functions().FunctionOf(view.tree().FrameOf(f)));
  Do(state_, action::ChooseFunction{view.tree().FrameOf(h)});
  EXPECT_EQ(LitFunction(view), view.functions().FunctionOf(view.tree().FrameOf(h)));
  Do(state_, action::PointAt{Pointed{f, {}, kNoContext}});
  EXPECT_EQ(LitFunction(view), view.functions().FunctionOf(view.tree().FrameOf(f)));
  Do(state_, action::PointAt{});
  Do(state_, action::Clear{});
  EXPECT_EQ(LitFunction(view), kNoFunction);
}

TEST_F(SourceTest, WhatHasNoLineIsOneRowWithItsCount) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  const auto add = [&](const char* name, uint32_t line, uint64_t samples) {
    builder.AddSelf(
        builder.Child(kBuildRoot, builder.InternFrame({.name = name, .file = "app.cpp", .line = line})), 0,
        samples);
  };
  add("a", 0, 5);
  add("b", 0, 4);
  add("c", 2, 3);
  add("d", 7, 9);
  state_ =
      StateWith(WithFunctions(std::move(builder).Finish({}).value()), (folder_ / "profile.folded").string());
  const auto open = [&] { Finish(Do(state_, action::OpenSource{At(ActiveView(state_)->tree(), "c")})); };
  open();
  EXPECT_EQ(BuildSourceModel(state_).line_count, 3u);
  EXPECT_EQ(Cell(0, "text"), "2 contexts without a line");
  EXPECT_EQ(Cell(0, "self"), "9");
  EXPECT_FALSE(Line(0).frame) << "of several functions";
  EXPECT_TRUE(BuildSourceModel(state_).can_add_folder);
  WriteSource();
  Finish(Do(state_, action::AddSourceFolder{" " + folder_.string() + " "}));
  EXPECT_EQ(state_.settings.source_folders, std::vector<std::string>{folder_.string()});
  ASSERT_EQ(BuildSourceModel(state_).line_count, 10u);
  EXPECT_EQ(Cell(0, "text"), "2 contexts without a line");
  EXPECT_EQ(Cell(2, "self"), "3");
  EXPECT_EQ(BuildSourceModel(state_).subject_row, 2u);
}

TEST_F(SourceTest, AProfileThatMayTellLinesIsReadAgainWithThem) {
  const auto profile = [&](std::string_view format) {
    CctBuilder builder;
    builder.AddMetric({"Ir", "count", 1});
    builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "f", .file = "app.cpp"})), 0, 5);
    return WithFunctions(std::move(builder).Finish({.format = std::string(format)}).value());
  };
  const std::string path = (folder_ / "callgrind.out").string();
  const Command* command = FindCommand("file.lines");
  state_ = StateWith(profile("folded"), path);
  EXPECT_FALSE(BuildSourceModel(state_).with_lines);
  EXPECT_FALSE(command->action(state_));
  state_ = StateWith(profile("callgrind"), path);
  const auto again = BuildSourceModel(state_).with_lines;
  ASSERT_TRUE(again);
  EXPECT_EQ(again->path, path);
  EXPECT_TRUE(again->detail.lines);
  EXPECT_TRUE(command->action(state_));
  Do(state_, *again);
  EXPECT_FALSE(ActiveDocument(state_)->detail.lines);
  Do(state_, action::LoadFinished{state_.jobs.back().id, profile("callgrind")});
  ASSERT_EQ(state_.documents.size(), 1u);
  EXPECT_TRUE(ActiveDocument(state_)->detail.lines);
  EXPECT_FALSE(BuildSourceModel(state_).with_lines);
  // Loaded again it keeps them; the command takes them back.
  Do(state_, *FindCommand("file.reload")->action(state_));
  EXPECT_TRUE(state_.jobs.back().detail.lines);
  Do(state_, *command->action(state_));
  EXPECT_FALSE(state_.jobs.back().detail.lines);
}

TEST_F(SourceTest, KeysGoFromHotLineToHotLine) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  for (const uint32_t line : {1u, 2u, 3u}) {
    const std::string name = "f" + std::to_string(line);
    const Frame frame{.name = name, .file = "app.cpp", .line = line};
    builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame(frame)), 0, line == 2 ? 9 : line);
  }
  state_ =
      StateWith(WithFunctions(std::move(builder).Finish({}).value()), (folder_ / "profile.folded").string());
  Finish(Do(state_, action::OpenSource{At(ActiveView(state_)->tree(), "f2")}));
  std::string lines;
  for (const int steps : {1, 1, 1, -1}) {
    Do(state_, action::StepHotLine{steps});
    lines += std::to_string(BuildSourceModel(state_).line) + " ";
  }
  EXPECT_EQ(lines, "3 1 2 1 ");
}

TEST_F(SourceTest, TheEditorIsStartedWithTheSettingsCommand) {
  Do(state_, action::OpenInEditor{"/x/a.cpp", 3});
  EXPECT_NE(state_.note.text.find("editor"), std::string::npos);
  state_.settings.editor_command = "vi +{line} {file}";
  const auto effects = Do(state_, action::OpenInEditor{"/x/a.cpp", 3});
  const auto* run = FindEffect<effect::RunEditor>(effects);
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(run->words, (std::vector<std::string>{"vi", "+3", "/x/a.cpp"}));
}

TEST_F(SourceTest, AFolderHasTheFileThatDefinesAFunctionWithoutOne) {
  std::filesystem::create_directories(folder_ / "src/deep");
  std::ofstream(folder_ / "src/deep/work.c")
      << "static int inner(int a) {\n  return a;\n}\n\nint outer(int a) {\n  return inner(a);\n}\n";
  CctBuilder builder;
  builder.AddMetric({"ticks", "count", 1});
  const BuildNode outer = builder.Child(kBuildRoot, builder.InternFrame({.name = "outer"}));
  builder.AddSelf(outer, 0, 3);
  builder.AddSelf(builder.Child(outer, builder.InternFrame({.name = "inner"})), 0, 5);
  state_ = StateWith(WithFunctions(std::move(builder).Finish({}).value()), "/p/run.folded");
  const ContextId inner = At(ActiveView(state_)->tree(), "outer;inner");
  EXPECT_EQ(FindTask<SourceRequest>(Do(state_, action::OpenSource{inner})), nullptr);
  EXPECT_TRUE(BuildSourceModel(state_).can_add_folder);
  Finish(Do(state_, action::AddSourceFolder{(folder_ / "src").string()}));
  const SourceModel model = BuildSourceModel(state_);
  EXPECT_EQ(model.path, (folder_ / "src/deep/work.c").string());
  EXPECT_EQ(model.line, 1u);
  EXPECT_TRUE(Line(0).has_cost);
  EXPECT_FALSE(Line(1).has_cost);
  EXPECT_TRUE(Line(4).has_cost);
}

}  // namespace
}  // namespace ringscope::source_test
