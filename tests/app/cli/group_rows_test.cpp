#include "app/cli/commands/group_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "cct/tree/building/builder.h"
#include "tests/cct/export/export_trees.h"
#include "tests/cct/test_trees.h"

namespace ringscope::group_rows_test {
namespace {

std::string Csv(const GroupRows& rows, const RowCosts& costs, char separator) {
  Report report;
  report.Add(CostTable(rows, costs, {}, "name"));
  std::string out;
  EXPECT_TRUE(WriteReportCsv(report, separator, test::AppendTo(out)).has_value());
  return out;
}

TEST(CostTableTest, CsvOfFunctionsAndModules) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  builder.AddMetric({"heap", "bytes", 1});
  const BuildNode a = builder.Child(kBuildRoot, builder.InternFrame({"a", "app", "a.cpp", 3}));
  const BuildNode b = builder.Child(a, builder.InternFrame({"b, c", "lib"}));
  builder.AddSelf(a, 0, 1);
  builder.AddSelf(b, 0, 2);
  builder.AddSelf(b, 1, 64);
  const CctPtr tree = std::move(builder).Finish({}).value();
  const FunctionIndex functions(tree->frames());
  const auto text = [&](GroupBy by, std::vector<uint32_t> groups, std::vector<NumberColumn> more,
                        char separator) {
    const FrameGrouping grouping = BuildFrameGrouping(tree->frames(), functions, by);
    const GroupTable table = BuildGroupTable(*tree, grouping, {0, 1}).value();
    return Csv({*tree, grouping, groups}, {table.self, table.inclusive, table.contexts, groups, std::move(more)},
               separator);
  };
  // Group 0 is that of the synthetic root.
  EXPECT_EQ(text(GroupBy::kFunction, {2, 1}, {}, ','),
            "name,module,file,line,contexts,samples self,samples inclusive,heap self (bytes),heap inclusive "
            "(bytes)\n"
            "\"b, c\",lib,,,1,2,2,64,64\n"
            "a,app,a.cpp,3,1,1,3,0,64\n");
  EXPECT_EQ(text(GroupBy::kModule, {1, 2},
                 {{"per sample", {0, 0.25, std::numeric_limits<double>::quiet_NaN()}}}, '\t'),
            "name\tcontexts\tsamples self\tsamples inclusive\theap self (bytes)\theap inclusive (bytes)\tper "
            "sample\n"
            "app\t1\t1\t3\t0\t64\t0.25\n"
            "lib\t1\t2\t2\t64\t64\t\n");
}

TEST(CostTableTest, CsvOfCallersAndCallees) {
  const CctPtr tree = test::WorkedExample();
  const FrameGrouping grouping =
      BuildFrameGrouping(tree->frames(), FunctionIndex(tree->frames()), GroupBy::kFunction);
  const auto text = [&](std::string_view name, NeighbourSide side) {
    const auto at = std::find(grouping.name.begin(), grouping.name.end(), name) - grouping.name.begin();
    const NeighbourTable table =
        BuildNeighbourTable(*tree, grouping, static_cast<uint32_t>(at), side, {0, 1}).value();
    std::vector<uint32_t> rows(table.group.size());
    std::iota(rows.begin(), rows.end(), 0u);
    return Csv({*tree, grouping, table.group}, {table.self, table.inclusive, table.contexts, rows}, ',');
  };
  EXPECT_EQ(
      text("g", NeighbourSide::kCallees),
      "name,module,file,line,contexts,bytecodes self,bytecodes inclusive\nh,,,,4,240,440\ng,,,,2,180,400\n");
  EXPECT_EQ(text("main", NeighbourSide::kCallers),
            "name,module,file,line,contexts,bytecodes self,bytecodes inclusive\n(no caller),,,,1,1066,3238\n");
}

}  // namespace
}  // namespace ringscope::group_rows_test
