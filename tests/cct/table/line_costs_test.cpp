#include "cct/table/group_table.h"

#include <gtest/gtest.h>

#include "cct/tree/building/builder.h"

namespace ringscope::line_costs_test {
namespace {

class Source {
 public:
  Source() { builder_.AddMetric({"time", "ns", 1}); }
  BuildNode Add(BuildNode caller, std::string_view name, std::string_view file, uint32_t line,
                uint64_t self) {
    Frame frame;
    frame.name = name;
    frame.file = file;
    frame.line = line;
    const BuildNode node = builder_.Child(caller, builder_.InternFrame(frame));
    builder_.AddSelf(node, 0, self);
    return node;
  }
  CctPtr Finish() { return *std::move(builder_).Finish({}); }

 private:
  CctBuilder builder_;
};

TEST(LineCostsTest, LinesOfOneFileAddUpAndRecursionCountsOnce) {
  Source source;
  const BuildNode main = source.Add(kBuildRoot, "main", "a.c", 10, 1);
  const BuildNode f = source.Add(main, "f", "a.c", 3, 2);
  const BuildNode g = source.Add(f, "g", "b.c", 3, 4);
  const BuildNode inner = source.Add(g, "f", "a.c", 3, 8);
  (void)source.Add(inner, "also on line 3", "a.c", 3, 16);
  (void)source.Add(main, "unknown line", "a.c", 0, 32);
  const CctPtr tree = source.Finish();
  const auto costs = BuildLineCosts(*tree, "a.c", {0, 1});
  ASSERT_TRUE(costs);
  EXPECT_EQ(costs->line, (std::vector<uint32_t>{0, 3, 10}));
  EXPECT_EQ(costs->self[0], (std::vector<uint64_t>{32, 2 + 8 + 16, 1}));
  EXPECT_EQ(costs->inclusive[0], (std::vector<uint64_t>{32, 2 + 4 + 8 + 16, 63}));
  EXPECT_EQ(costs->contexts, (std::vector<uint64_t>{1, 3, 1}));
  EXPECT_EQ(costs->total[0], 63u);
  ASSERT_EQ(costs->first_frame.size(), 3u);
  EXPECT_EQ(tree->frames().name(costs->first_frame[2]), "main");
}

TEST(LineCostsTest, AFileThatDoesNotOccurHasNoLines) {
  Source source;
  (void)source.Add(kBuildRoot, "main", "a.c", 10, 1);
  const auto costs = BuildLineCosts(*source.Finish(), "c.c", {0, 1});
  ASSERT_TRUE(costs);
  EXPECT_TRUE(costs->line.empty());
  EXPECT_EQ(costs->total[0], 1u);
}

}  // namespace
}  // namespace ringscope::line_costs_test
