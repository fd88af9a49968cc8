// The source panel of a comparison that knows the source of both sides.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/source/source.h"
#include "app/source/source_model.h"
#include "cct/compare/tree_comparison.h"
#include "cct/source/source_changes.h"
#include "cct/tree/building/builder.h"
#include "tests/app/app_test_state.h"
#include "tests/app/tables/find_cell.h"
#include "tests/temporary_folder.h"

namespace ringscope::source_versions_test {
namespace {

namespace fs = std::filesystem;

CctPtr ProfileOf(const std::vector<std::pair<Frame, uint64_t>>& functions) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  for (const auto& [frame, value] : functions)
    builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame(frame)), 0, value);
  return std::move(builder).Finish({}).value();
}

class SourceVersionsTest : public ::testing::Test {
 protected:
  SourceVersionsTest() {
    Write("v1", "int old() {\n\treturn 0;\n}\nint work() {\n  return 1;\n}\n");
    Write("v2", "int work() {\n  return 2;\n}\n");
    const Frame work_before{.name = "work", .file = "/build/a.c", .line = 4};
    const Frame work_after{.name = "work", .file = "/build/a.c", .line = 1};
    const Frame old{.name = "old", .file = "/build/a.c", .line = 1};
    Compare({{work_before, 10}, {old, 7}}, {{work_after, 30}});
  }
  using Functions = std::vector<std::pair<Frame, uint64_t>>;
  void Compare(const Functions& functions_before, const Functions& functions_after) {
    const std::vector<CompareInput> before{{ProfileOf(functions_before), {.name = "a"}}};
    const std::vector<CompareInput> after{{ProfileOf(functions_after), {.name = "b"}}};
    const CctPtr tree = CompareTrees(before, after).value().tree;
    const SideSources places{(folder_ / "v1").string(), (folder_ / "v2").string()};
    state_ = StateWith(WithFunctions(WithSourceChanges(tree, places).value()));
  }
  void Write(const char* version, std::string_view text) {
    fs::create_directories(folder_ / version);
    std::ofstream(folder_ / version / "a.c") << text;
  }
  void Open(std::string_view path) {
    const auto effects = Do(state_, action::OpenSource{At(ActiveView(state_)->tree(), path)});
    if (const auto* start = FindTask<SourceRequest>(effects); start != nullptr) {
      for (const Action& made : Deliver(*start)) Do(state_, made);
    }
  }
  // "before after text [cost before/cost after]" of each line.
  std::string Lines() {
    const SourceModel model = BuildSourceModel(state_);
    std::string text;
    for (size_t row = 0; row < model.line_count; ++row) {
      const SourceLine line = BuildSourceLine(state_, model, row);
      const auto cell = [&](std::string_view id) {
        const TableCellModel* found = FindCell(model, line, id);
        return found == nullptr ? std::string("?") : found->text;
      };
      text += (line.selected ? ">" : " ") + cell("line before") + "|" + cell("line") + "|" + cell("text");
      if (line.has_cost && line.frame)
        text += " <- " + std::string(ActiveView(state_)->tree().frames().name(*line.frame));
      text += "\n";
    }
    return text;
  }

  const test::TemporaryFolder temporary_;
  const fs::path& folder_ = temporary_.path();
  AppState state_;
};

TEST_F(SourceVersionsTest, StandSideBySide) {
  Open("work");
  const SourceModel model = BuildSourceModel(state_);
  EXPECT_EQ(model.path, (folder_ / "v2" / "a.c").string());
  EXPECT_EQ(model.path_before, (folder_ / "v1" / "a.c").string());
  EXPECT_TRUE(model.on_disk);
  EXPECT_EQ(model.changed_lines, 5u);
  EXPECT_EQ(Lines(),
            " 1||- int old() { <- old\n"
            " 2||-     return 0;\n"
            " 3||- }\n"
            ">4|1|  int work() { <- work\n"
            " 5||-   return 1;\n"
            " |2|+   return 2;\n"
            " 6|3|  }\n");
}

TEST_F(SourceVersionsTest, AFunctionThatIsGoneIsOneOfTheVersionBefore) {
  Open("old");
  EXPECT_EQ(BuildSourceModel(state_).subject_row, 0u);
  EXPECT_EQ(BuildSourceLine(state_, BuildSourceModel(state_), 0).only, Side::kBefore);
}

TEST_F(SourceVersionsTest, AFunctionWithoutALineIsFoundByItsName) {
  const Frame work{.name = "work", .file = "/build/a.c"}, old{.name = "old", .file = "/build/a.c"};
  const Frame other{.name = "other", .file = "/build/a.c"};
  Compare({{work, 10}, {old, 7}}, {{work, 30}, {other, 3}});
  Open("work");
  EXPECT_EQ(Lines(),
            " ||1 context without a line\n"
            " 1||- int old() { <- old\n"
            " 2||-     return 0;\n"
            " 3||- }\n"
            ">4|1|  int work() { <- work\n"
            " 5||-   return 1;\n"
            " |2|+   return 2;\n"
            " 6|3|  }\n");
}

TEST_F(SourceVersionsTest, OneVersionAloneIsShownAsAnyFile) {
  fs::remove(folder_ / "v1" / "a.c");
  Open("work");
  const SourceModel model = BuildSourceModel(state_);
  EXPECT_EQ(model.path_before, "");
  EXPECT_EQ(model.line_count, 3u);
}

}  // namespace
}  // namespace ringscope::source_versions_test
