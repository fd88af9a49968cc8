#include "cct/merge/point_union.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cct/merge/merge_trees.h"
#include "cct/tree/verify.h"
#include "tests/cct/point_lines.h"
#include "tests/cct/test_trees.h"

namespace ringscope::point_union_test {
namespace {

CctPtr Merge(const std::vector<CctPtr>& trees) {
  CctPtr merged = MergeTrees(trees).value();
  EXPECT_TRUE(VerifyCct(*merged));
  return merged;
}

struct TestPoint {
  std::string name;
  std::vector<uint64_t> values;
};

// A tree of functions below the root, each with a cost of 1 and its points.
CctPtr TreeWithPoints(const std::vector<PointField>& fields, const std::vector<TestPoint>& points) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  std::vector<BuildNode> nodes;
  std::vector<std::vector<uint64_t>> values(fields.size());
  for (const TestPoint& point : points) {
    nodes.push_back(builder.Child(kBuildRoot, builder.InternFrame({.name = point.name})));
    builder.AddSelf(nodes.back(), 0, 1);
    for (size_t f = 0; f < fields.size(); ++f) values[f].push_back(point.values[f]);
  }
  builder.SetPoints(fields, nodes, values);
  return std::move(builder).Finish({}).value();
}

TEST(PointUnion, PointsOfOneInputAreOne) {
  const std::vector<PointField> fields{
      {"input", "", false}, {"calls", "", false}, {"cost_min", "ns", false}, {"cost_max", "ns", false}};
  const CctPtr a =
      TreeWithPoints(fields, {{"a", {4, 1, 10, 12}}, {"a", {8, 2, 20, 20}}, {"b", {4, 1, 1, 1}}});
  const CctPtr b =
      TreeWithPoints(fields, {{"a", {2, 1, 3, 3}}, {"a", {8, 3, 15, 30}}, {"c", {1, UINT64_MAX / 2, 5, 5}}});
  const CctPtr c = TreeWithPoints(fields, {{"c", {1, 2, 6, 6}}});
  const CctPtr merged = Merge({a, b, c});
  EXPECT_EQ(test::PointLines(*merged),
            (std::vector<std::string>{"a 2,1,3,3", "a 4,1,10,12", "a 8,5,15,30",
                                      "c 1,9223372036854775807,5,6", "b 4,1,1,1"}));
  EXPECT_TRUE(merged->report().notes.empty());
  EXPECT_EQ(test::PointLines(*Merge({c, Merge({b, a})})), test::PointLines(*merged));
}

TEST(PointUnion, RealFieldsOfPointsAreReal) {
  const auto bits = [](double value) { return std::bit_cast<uint64_t>(value); };
  const std::vector<PointField> fields{{"input", "", true}, {"cost", "", true}, {"cost_min", "", true}};
  const CctPtr a =
      TreeWithPoints(fields, {{"a", {bits(-1), bits(0.5), bits(-3)}}, {"a", {bits(2), bits(1), bits(2)}}});
  const CctPtr b =
      TreeWithPoints(fields, {{"a", {bits(-2), bits(7), bits(7)}}, {"a", {bits(-1), bits(0.25), bits(4)}}});
  const CctPtr merged = Merge({a, b});
  ASSERT_EQ(merged->point_count(), 3u);
  std::vector<double> values;
  for (uint64_t point = 0; point < 3; ++point) {
    for (size_t f = 0; f < 3; ++f) values.push_back(std::bit_cast<double>(merged->PointValue(f, point)));
  }
  EXPECT_EQ(values, (std::vector<double>{-2, 7, 7, -1, 0.75, -3, 2, 1, 2}));
}

// Each context could otherwise claim all points.
TEST(PointUnion, PointsOfADamagedFileAreRefused) {
  const CctPtr sound = TreeWithPoints({{"input", "", false}}, {{"a", {4}}, {"b", {5}}});
  const std::vector<uint64_t> begin{0, 2, 0, 2};
  CctColumns columns = sound->columns();
  ASSERT_EQ(columns.point_begin.size(), begin.size());
  columns.point_begin = ChunkedColumn<uint64_t>(std::span<const uint64_t>(begin));
  const CctPtr damaged = std::make_shared<const Cct>(
      columns, sound->frames(), std::vector<Metric>(sound->metrics().begin(), sound->metrics().end()),
      ImportReport(), sound);
  EXPECT_EQ(MergeTrees(std::vector{sound, damaged}).error().code, ErrorCode::kMalformed);
}

TEST(PointUnion, ANoteTellsThatPointsAreLeftOut) {
  const CctPtr points = TreeWithPoints({{"input", "", false}}, {{"a", {4}}});
  const CctPtr merged = Merge({points, test::TreeFromFolded("a 1\n")});
  EXPECT_EQ(merged->point_count(), 0u);
  ASSERT_EQ(merged->report().notes.size(), 1u);
  EXPECT_EQ(Merge({merged, points})->report().notes, merged->report().notes);
  const CctPtr others = TreeWithPoints({{"input", "", false}, {"calls", "", false}}, {{"a", {4, 1}}});
  EXPECT_EQ(Merge({others, points})->report().notes, merged->report().notes);
  const CctPtr without_input = TreeWithPoints({{"calls", "", false}}, {{"a", {4}}});
  EXPECT_EQ(Merge({without_input, without_input})->report().notes, merged->report().notes);
  // Points of executions that nobody knows any more.
  const CctPtr of_executions =
      TreeWithPoints({{"input", "", false}, {"execution", "", false}}, {{"a", {4, 1}}});
  EXPECT_EQ(Merge({of_executions, of_executions})->report().notes, merged->report().notes);
  const CctPtr plain = test::TreeFromFolded("a 1\n");
  EXPECT_TRUE(Merge({plain, plain})->report().notes.empty());
}

}  // namespace
}  // namespace ringscope::point_union_test
