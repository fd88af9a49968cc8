#include "cct/tree/verify.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cct/export/dump.h"
#include "cct/inputs/function_fits.h"
#include "cct/query/sets/select.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/frame_table.h"
#include "tests/cct/test_trees.h"

namespace ringscope::verify_test {
namespace {

// The columns of a small right tree (root; a, b; a/c), open to damage.
struct Damageable {
  std::vector<uint32_t> first_child{1, 3, 4, 4, 4};
  std::vector<uint32_t> frame{0, 1, 2, 3};
  std::vector<uint32_t> layer_begin{0, 1, 3, 4};
  std::vector<uint64_t> running{0, 10, 17, 20, 25};  // inclusive 10, 7, 3, 5
  std::vector<uint32_t> name{0, 1, 2, 3};
  std::vector<uint32_t> none{0, 0, 0, 0};
  std::vector<uint8_t> kind{5, 0, 0, 0};
  std::vector<uint64_t> string_offset{0, 0, 1, 2, 3};
  std::vector<uint8_t> string_bytes{'a', 'b', 'c'};
  std::vector<uint64_t> point_begin{0, 0, 2, 2, 3};
  std::vector<uint64_t> point_value{7, 8, 9};
  std::vector<uint64_t> sample_time{0, 4, 4, 6};
  std::vector<uint32_t> sample_context{2, 1, 3, 1};
  std::vector<uint32_t> sample_value{3, 1, 5, 1};
  std::vector<uint64_t> amount{0, 3, 4, 0};
  std::vector<uint8_t> certainty{0, 1, 2, 0};
  std::vector<uint32_t> frame_class{kNoClass, 0, 1, kNoClass};
  std::vector<uint32_t> class_name{1, 2, 3};
  std::vector<uint32_t> class_package{0, 0, 0};
  std::vector<uint32_t> superclass{1, 2, kNoClass};
  std::vector<uint8_t> class_kind{0, 1, 2};
  std::vector<uint64_t> type_begin{0, 0, 3, 3, 4};
  std::vector<uint8_t> type_role{0, 0, 1, 0};
  std::vector<uint32_t> seen_type{1, kOtherTypes, 1, 0};
  std::vector<uint64_t> type_calls{3, 2, 5, 1};
  std::vector<uint64_t> type_name_offset{0, 1, 3};

  template <typename T>
  static ChunkedColumn<T> View(const std::vector<T>& values) {
    return ChunkedColumn<T>(std::span<const T>(values));
  }
  // Borrows from this one.
  [[nodiscard]] CctPtr Tree() const {
    CctColumns columns;
    columns.first_child = View(first_child);
    columns.frame = View(frame);
    columns.layer_begin = View(layer_begin);
    columns.running_inclusive.push_back(View(running));
    columns.point_fields = {{"input", "cells", false}};
    columns.point_begin = View(point_begin);
    columns.point_values.push_back(View(point_value));
    SampleSeries& series = columns.sample_series.emplace_back();
    series.time_ns = View(sample_time);
    series.context = View(sample_context);
    series.metrics.push_back({0, false, {View(sample_value), {}}});
    FrameColumns frames;
    frames.name = View(name);
    frames.module = frames.file = frames.line = frames.column = View(none);
    frames.kind = View(kind);
    frames.string_offset = View(string_offset);
    frames.string_bytes = View(string_bytes);
    FrameFactColumns facts;
    facts.values = {{"v", "count"}};
    facts.amount = {View(amount)};
    facts.certainty = {View(certainty)};
    facts.frame_class = View(frame_class);
    facts.class_name = View(class_name);
    facts.class_package = View(class_package);
    facts.superclass = View(superclass);
    facts.class_kind = View(class_kind);
    facts.string_offset = View(string_offset);
    facts.string_bytes = View(string_bytes);
    frames.facts = std::make_shared<const FrameFacts>(std::move(facts));
    columns.types = {View(type_begin), View(type_role),        View(seen_type),
                     View(type_calls), View(type_name_offset), View(string_bytes)};
    return std::make_shared<const Cct>(columns, FrameTable(frames), std::vector<Metric>{{"m", "", 1}},
                                       ImportReport(), nullptr);
  }
  [[nodiscard]] Result<void> Verify() const { return VerifyCct(*Tree()); }
};

struct Case {
  const char* expected_message_start;
  std::function<void(Damageable&)> damage;
};

// Else walks over all contexts would see each type and each point as often as there are contexts.
TEST(CheckRanges, WhatAsksForAllContextsRefusesRangesThatOverlap) {
  const TextSink ignored = [](std::string_view) -> Result<void> { return {}; };
  const Damageable right;
  ASSERT_TRUE(CheckTypeRanges(right.Tree()->types()));
  ASSERT_TRUE(CheckPointRanges(*right.Tree()));
  ASSERT_TRUE(DumpTypes(*right.Tree(), ignored));
  ASSERT_TRUE(DumpPoints(*right.Tree(), ignored));
  Damageable overlapping;
  overlapping.type_begin = {0, 4, 0, 4, 4};
  overlapping.point_begin = {0, 3, 0, 3, 3};
  const CctPtr tree = overlapping.Tree();
  constexpr std::string_view kOfTypes = "the ranges of types of the file do not tile the types";
  constexpr std::string_view kOfPoints = "the ranges of points of the file do not tile the points";
  const auto message_of = [](const auto& result) { return result ? "" : result.error().message; };
  EXPECT_EQ(message_of(DumpTypes(*tree, ignored)), kOfTypes);
  EXPECT_EQ(message_of(DumpPoints(*tree, ignored)), kOfPoints);
  for (const std::string_view query : {"receiver:a", "types > 1"}) {
    EXPECT_EQ(message_of(SelectContexts(*tree, FunctionIndex(tree->frames()), ParseQuery(query).value(), {})),
              kOfTypes)
        << query;
  }
  EXPECT_EQ(message_of(PointsByFunction(*tree, PointFields(*tree, PointCost::kSelf, {}))), kOfPoints);
}

TEST(VerifyCct, NamesTheColumnAndTheIndex) {
  ASSERT_TRUE(Damageable{}.Verify());
  const std::vector<Case> cases{
      {"column 'type_begin' index 0: expected 0, found 1", [](Damageable& d) { d.type_begin[0] = 1; }},
      {"column 'type_begin' index 3: expected at least 3, found 2",
       [](Damageable& d) { d.type_begin[3] = 2; }},
      {"column 'type_begin' index 4: expected 4, found 3", [](Damageable& d) { d.type_begin[4] = 3; }},
      {"column 'type_name_offset' index 2: expected 3, found 2",
       [](Damageable& d) { d.type_name_offset[2] = 2; }},
      {"column 'type_role' index 2: expected at least 1, found 0",
       [](Damageable& d) { d.type_role[1] = 1, d.type_role[2] = 0; }},
      {"column 'seen_type' index 3: expected less than 2 or none, found 2",
       [](Damageable& d) { d.seen_type[3] = 2; }},
      {"column 'seen_type' index 1: expected each type once, found 1 again",
       [](Damageable& d) { d.seen_type[1] = 1; }},
      {"column 'type_calls' index 0: expected 1 to 2^63 - 1 calls, found 0",
       [](Damageable& d) { d.type_calls[0] = 0; }},
      {"column 'sample_time[0]' index 2: expected at least 4, found 3",
       [](Damageable& d) { d.sample_time[2] = 3; }},
      {"column 'sample_time[0]' index 0: expected times since the first sample, found 1",
       [](Damageable& d) { d.sample_time[0] = 1; }},
      {"column 'sample_context[0]' index 1: expected less than 4, found 4",
       [](Damageable& d) { d.sample_context[1] = 4; }},
      {"column 'sample_value[0]' index 0: expected samples of context 1 of 2 in all, found 3",
       [](Damageable& d) { d.sample_value[1] = 2; }},
      {"column 'point_begin' index 0: expected 0, found 1", [](Damageable& d) { d.point_begin[0] = 1; }},
      {"column 'point_begin' index 3: expected at least 2, found 1",
       [](Damageable& d) { d.point_begin[3] = 1; }},
      {"column 'point_begin' index 2: expected at most 3, found 4",
       [](Damageable& d) { d.point_begin[2] = 4; }},
      {"column 'point_begin' index 4: expected 3, found 2", [](Damageable& d) { d.point_begin[4] = 2; }},
      {"column 'first_child' index 0: expected 1, found 2", [](Damageable& d) { d.first_child[0] = 2; }},
      {"column 'first_child' index 2: expected at least 3, found 2",
       [](Damageable& d) { d.first_child[2] = 2; }},
      {"column 'first_child' index 2: expected at most 4, found 9",
       [](Damageable& d) { d.first_child[2] = 9; }},
      {"column 'first_child' index 3: expected more than 3, found 3: children follow",
       [](Damageable& d) { d.first_child[2] = d.first_child[3] = 3; }},
      {"column 'frame' index 3: expected less than 4, found 4", [](Damageable& d) { d.frame[3] = 4; }},
      {"column 'frame' index 2: expected another one than its siblings', found 1",
       [](Damageable& d) { d.frame[2] = 1; }},
      {"column 'layer_begin' index 2: expected 3, found 2", [](Damageable& d) { d.layer_begin[2] = 2; }},
      {"column 'layer_begin' index 2: expected 4, found 3", [](Damageable& d) { d.layer_begin.pop_back(); }},
      {"column 'running_inclusive[0]' index 0: expected at least the children's sum 10, found 9",
       [](Damageable& d) {
         for (size_t i = 1; i < 5; ++i) d.running[i] -= 1;
       }},
      {"column 'running_inclusive[0]' index 1: expected at least the children's sum 8, found 7",
       [](Damageable& d) { d.running[4] = 28; }},
      {"column 'running_inclusive[0]' index 1: expected at least the children's sum 18446744073709551596",
       [](Damageable& d) { d.running[4] = 0; }},
      {"column 'frame_name' index 1: expected less than 4, found 8", [](Damageable& d) { d.name[1] = 8; }},
      {"column 'frame_kind' index 2: expected less than 8, found 77", [](Damageable& d) { d.kind[2] = 77; }},
      {"column 'frame_certainty[0]' index 2: expected less than 3, found 3",
       [](Damageable& d) { d.certainty[2] = 3; }},
      {"column 'frame_class' index 1: expected less than 3 or none, found 3",
       [](Damageable& d) { d.frame_class[1] = 3; }},
      {"column 'class_name' index 2: expected less than 4, found 4",
       [](Damageable& d) { d.class_name[2] = 4; }},
      {"column 'class_package' index 0: expected less than 4, found 9",
       [](Damageable& d) { d.class_package[0] = 9; }},
      {"column 'class_kind' index 1: expected less than 3, found 3",
       [](Damageable& d) { d.class_kind[1] = 3; }},
      {"column 'class_superclass' index 2: expected less than 3 or none, found 7",
       [](Damageable& d) { d.superclass[2] = 7; }},
      {"column 'class_superclass' index 1: expected superclasses that end, found a circle of 2",
       [](Damageable& d) { d.superclass[2] = 1; }},
      {"column 'string_offset' index 3: expected at most 3, found 8",
       [](Damageable& d) { d.string_offset[3] = 8; }},
      {"column 'string_offset' index 3: expected at least 1, found 0",
       [](Damageable& d) { d.string_offset[3] = 0; }},
  };
  for (const Case& c : cases) {
    Damageable damaged;
    c.damage(damaged);
    const auto result = damaged.Verify();
    ASSERT_FALSE(result) << c.expected_message_start;
    EXPECT_EQ(result.error().message.substr(0, std::string(c.expected_message_start).size()),
              c.expected_message_start);
  }
}

TEST(VerifyCct, PassesRandomTreesAndCancels) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    EXPECT_TRUE(VerifyCct(*test::RandomTree(seed, {.contexts = 2000, .metrics = 2})));
  }
  JobControl job;
  job.cancel_requested = true;
  EXPECT_EQ(VerifyCct(*test::WorkedExample(), &job).error().code, ErrorCode::kCancelled);
}

TEST(VerifyCct, TellsHowFarItIsWithTheSamplesOfEachMetric) {
  constexpr uint64_t kContexts = 100'000;
  const auto done_units = [](bool with_times) {
    CctBuilder builder;
    builder.AddMetric({"samples", "count", 1});
    builder.AddMetric({"events", "count", 1});
    SampleList list;
    list.counted = {0, 1};
    for (uint64_t i = 0; i < kContexts; ++i) {
      const BuildNode node = builder.Child(kBuildRoot, builder.InternFrame({.name = std::to_string(i)}));
      if (i == 0) list.Add(0, node);
      for (const MetricIndex metric : {0u, 1u}) builder.AddSelf(node, metric, i == 0 ? 1 : 0);
    }
    if (with_times) builder.SetSamples(std::vector<SampleList>(1, std::move(list)));
    const CctPtr tree = std::move(builder).Finish({}).value();
    JobControl job;
    EXPECT_TRUE(VerifyCct(*tree, &job));
    return job.done_units.load();
  };
  EXPECT_GE(done_units(true), done_units(false) + 2 * 8 * kContexts);
}

}  // namespace
}  // namespace ringscope::verify_test
