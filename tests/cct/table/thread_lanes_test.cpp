#include "cct/table/thread_lanes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cct/tree/building/builder.h"

namespace ringscope::thread_lanes_test {
namespace {

struct Sampled {
  uint64_t time_ns;
  std::vector<std::string> stack;  // "P:" begins a process, "T:" a thread, "state: " a state
  uint64_t cost;
};

// The metrics "time", which samples have, and "allocations", which has no times.
CctPtr TreeOf(const std::vector<Sampled>& samples) {
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  builder.AddMetric({"allocations", "count", 1});
  SampleList list;
  list.valued = {0};
  list.values.resize(1);
  for (const Sampled& sample : samples) {
    BuildNode node = kBuildRoot;
    for (const std::string& name : sample.stack) {
      Frame frame{.name = name};
      if (name.starts_with("P:"))
        frame = {.name = std::string_view(name).substr(2), .kind = FrameKind::kProcess};
      if (name.starts_with("T:"))
        frame = {.name = std::string_view(name).substr(2), .kind = FrameKind::kThread};
      if (name.starts_with("state: ")) frame.kind = FrameKind::kThread;
      node = builder.Child(node, builder.InternFrame(frame));
    }
    builder.AddSelf(node, 0, sample.cost);
    builder.AddSelf(node, 1, 1);
    if (sample.cost == 0) continue;
    list.Add(sample.time_ns, node);
    list.values[0].Add(sample.cost);
  }
  builder.SetSamples(std::vector<SampleList>(1, std::move(list)));
  return std::move(builder).Finish({}).value();
}

std::string NameOf(const Cct& tree, const ThreadLane& lane) {
  std::string name;
  for (const FrameId frame : lane.frames)
    name += (name.empty() ? "" : "/") + std::string(tree.frames().name(frame));
  return name;
}
std::vector<std::string> NamesOf(const Cct& tree, const ThreadLanes& lanes) {
  std::vector<std::string> names;
  for (const ThreadLane& lane : lanes.lanes) names.push_back(NameOf(tree, lane));
  return names;
}
std::vector<uint32_t> GroupPerFrame(const Cct& tree) {
  std::vector<uint32_t> groups;
  for (uint32_t frame = 0; frame < tree.frames().size(); ++frame) groups.push_back(frame);
  return groups;
}

TEST(ThreadLanes, AThreadIsItsFrameBelowItsProcessAndTheLargestStandsFirst) {
  const CctPtr tree = TreeOf({{10, {"P:one", "T:main", "f"}, 5},
                              {20, {"P:two", "T:main", "f"}, 9},
                              {30, {"P:one", "T:main", "g"}, 5},
                              {40, {"P:one", "start"}, 1},
                              {50, {"loose"}, 2}});
  const ThreadLanes lanes = FindThreadLanes(*tree, 0).value();
  EXPECT_EQ(NamesOf(*tree, lanes), (std::vector<std::string>{"one/main", "two/main", "", "one"}));
  EXPECT_EQ(lanes.lanes[0].value, 10u);
  EXPECT_EQ(lanes.lanes[0].samples, 2u);
  EXPECT_EQ(lanes.lanes[0].first_ns, 0u) << "times are since the first sample";
  EXPECT_EQ(lanes.lanes[0].last_ns, 20u);
  EXPECT_EQ(tree->frames().name(tree->FrameOf(lanes.lanes[1].context)), "main");
  EXPECT_EQ(lanes.lanes[2].context, kRootContext) << "of no thread";
  EXPECT_EQ(lanes.span_ns, 41u);
  EXPECT_TRUE(lanes.states.empty());
}

TEST(ThreadLanes, ThreadsWithoutSamplesAreCounted) {
  const CctPtr tree = TreeOf({{10, {"P:one", "T:busy", "f"}, 5}, {0, {"P:one", "T:idle", "f"}, 0}});
  EXPECT_EQ(FindThreadLanes(*tree, 0)->without_samples, 1u) << "not the process, whose threads are known";
  const ThreadLanes none = FindThreadLanes(*tree, 1).value();
  EXPECT_TRUE(none.empty()) << "that metric has no times";
  EXPECT_EQ(none.without_samples, 2u);
  EXPECT_TRUE(SliceThreads(*tree, none, {0, 10, 4, 8, {}, false, nullptr})->cells.empty());
}

TEST(ThreadLanes, StatesAreNoThreadsWhereverTheyStand) {
  const CctPtr tree = TreeOf({{10, {"state: RUN", "T:a", "f"}, 5},
                              {20, {"state: SLEEP", "T:a", "f"}, 7},
                              {20, {"T:b", "state: RUN", "f"}, 1}});
  const ThreadLanes lanes = FindThreadLanes(*tree, 0).value();
  EXPECT_EQ(NamesOf(*tree, lanes), (std::vector<std::string>{"a", "b"}));
  ASSERT_EQ(lanes.states.size(), 2u);
  const auto slices = SliceThreads(*tree, lanes, {0, 100, 1, 8, {}, true, nullptr}).value();
  const auto state = [&](uint32_t row) {
    return ThreadStateName(tree->frames().name(lanes.states[slices.At(row, 0).top]));
  };
  EXPECT_EQ(slices.At(0, 0).value, 12u);
  EXPECT_EQ(slices.At(0, 0).top_value, 7u);
  EXPECT_EQ(state(0), "SLEEP");
  EXPECT_EQ(state(1), "RUN");
}

TEST(ThreadLanes, ASliceSaysWhatWasOnTopAndHowMuchOfItIsLit) {
  const CctPtr tree =
      TreeOf({{0, {"T:a", "f"}, 3}, {1, {"T:a", "f", "g"}, 4}, {9, {"T:a", "f"}, 2}, {10, {"T:a", "g"}, 1}});
  const ThreadLanes lanes = FindThreadLanes(*tree, 0).value();
  const std::vector<uint32_t> groups = GroupPerFrame(*tree);
  const std::vector<bool> lit = ContextsWithin(*tree, {.name = "g"}).value();
  const auto slices = SliceThreads(*tree, lanes, {0, 10, 2, 8, groups, false, &lit}).value();
  EXPECT_EQ(slices.At(0, 0).value, 9u);
  EXPECT_EQ(slices.At(0, 0).samples, 3u);
  EXPECT_EQ(tree->frames().name(slices.At(0, 0).top), "f");
  EXPECT_EQ(slices.At(0, 0).top_value, 5u);
  EXPECT_EQ(slices.At(0, 0).lit_value, 4u);
  EXPECT_EQ(slices.At(0, 1).value, 1u);
  EXPECT_EQ(slices.At(0, 1).lit_value, 1u);
}

TEST(ThreadLanes, WhatIsCancelledEnds) {
  const CctPtr tree = TreeOf({{0, {"T:a", "f"}, 3}});
  const ThreadLanes lanes = FindThreadLanes(*tree, 0).value();
  JobControl job;
  job.cancel_requested = true;
  EXPECT_EQ(FindThreadLanes(*tree, 0, &job).error().code, ErrorCode::kCancelled);
  EXPECT_EQ(SliceThreads(*tree, lanes, {0, 10, 2, 8, {}, false, nullptr}, &job).error().code,
            ErrorCode::kCancelled);
  EXPECT_EQ(ContextsWithin(*tree, {}, &job).error().code, ErrorCode::kCancelled);
}

TEST(ThreadLanes, OfAPartOfTheTimeOnlyItsSamplesCount) {
  const CctPtr tree = TreeOf({{0, {"T:a", "f"}, 90},
                              {10, {"T:b", "f"}, 2},
                              {14, {"T:b", "g"}, 3},
                              {19, {"T:c", "f"}, 4},
                              {20, {"T:c", "f"}, 50}});
  const ThreadLanes lanes = FindThreadLanes(*tree, 0, nullptr, 10, 20).value();
  EXPECT_EQ(NamesOf(*tree, lanes), (std::vector<std::string>{"b", "c"}));
  EXPECT_EQ(lanes.lanes[0].value, 5u);
  EXPECT_EQ(lanes.lanes[0].first_ns, 10u);
  EXPECT_EQ(lanes.lanes[0].last_ns, 14u);
  EXPECT_EQ(lanes.lanes[1].value, 4u);
  EXPECT_EQ(lanes.without_samples, 1u);
  EXPECT_EQ(lanes.span_ns, 21u) << "times stay those of the profile";
  // Slices begin before and end behind it.
  const auto slices = SliceThreads(*tree, lanes, {0, 15, 2, 8, {}, false, nullptr}).value();
  EXPECT_EQ(slices.At(0, 0).value, 5u);
  EXPECT_EQ(slices.At(1, 0).value, 0u);
  EXPECT_EQ(slices.At(1, 1).value, 4u);
  EXPECT_EQ(slices.BeginOf(0), 10u);
  EXPECT_EQ(slices.BeginOf(1), 15u);
  EXPECT_EQ(slices.BeginOf(2), 20u);
}

TEST(ThreadLanes, TheLaneOfMostSamplesIsKnown) {
  const CctPtr tree =
      TreeOf({{0, {"T:a", "f"}, 90}, {1, {"T:b", "f"}, 1}, {2, {"T:b", "f"}, 1}, {3, {"T:c", "f"}, 1}});
  const ThreadLanes lanes = FindThreadLanes(*tree, 0).value();
  EXPECT_EQ(NameOf(*tree, lanes.lanes[lanes.busiest]), "b");
  EXPECT_NE(lanes.busiest, 0u);
}

TEST(ThreadLanes, SlicesBeginNowhereBeyondAllTime) {
  ThreadSlices slices;
  slices.begin_ns = ~uint64_t{0} - 50;
  slices.slice_ns = 40;
  slices.slices = 3;
  EXPECT_EQ(slices.BeginOf(1), ~uint64_t{0} - 10);
  EXPECT_EQ(slices.BeginOf(2), ~uint64_t{0});
  slices.slice_ns = ~uint64_t{0};
  EXPECT_EQ(slices.BeginOf(0xffffffffu), ~uint64_t{0});
}

TEST(ThreadLanes, TimesAtTheEndOfAllTimeAreInTheLastSlice) {
  const CctPtr tree = TreeOf({{0, {"T:a", "f"}, 3}, {~uint64_t{0}, {"T:a", "f"}, 4}});
  const ThreadLanes lanes = FindThreadLanes(*tree, 0).value();
  const auto slices = SliceThreads(*tree, lanes, {0, uint64_t{1} << 63, 2, 8, {}, false, nullptr}).value();
  EXPECT_EQ(slices.At(0, 0).value, 3u);
  EXPECT_EQ(slices.At(0, 1).value, 4u);
}

// Against a slow obvious reference: each sample is looked at by itself.
TEST(ThreadLanes, AgreesWithAReferenceOnRandomSamples) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 40; ++round) {
    std::vector<Sampled> samples;
    // Now and then enough for several threads of ours.
    const size_t count = round == 39 ? 600'000 : 1 + random() % 400;
    for (size_t k = 0; k < count; ++k) {
      Sampled& sample = samples.emplace_back(Sampled{random() % 5000, {}, 1 + random() % 9});
      if (random() % 2 == 0) sample.stack.push_back("P:p" + std::to_string(random() % 3));
      if (random() % 8 != 0) sample.stack.push_back("T:" + std::to_string(random() % 12));
      const size_t depth = random() % 4;
      for (size_t d = 0; d < depth; ++d)
        sample.stack.push_back(std::string(1, static_cast<char>('a' + random() % 5)));
    }
    samples.push_back({0, {"T:0", "a"}, 1});  // so that times begin at 0
    const CctPtr tree = TreeOf(samples);
    const ThreadLanes lanes = FindThreadLanes(*tree, 0).value();
    const std::vector<bool> lit = ContextsWithin(*tree, {.name = "a"}).value();
    const std::vector<uint32_t> groups = GroupPerFrame(*tree);
    const SliceRequest request{random() % 3000,
                               1 + random() % 90,
                               static_cast<uint32_t>(1 + random() % 100),
                               static_cast<uint32_t>(1 + random() % 30),
                               groups,
                               false,
                               &lit};
    const ThreadSlices slices = SliceThreads(*tree, lanes, request).value();

    std::map<std::string, uint64_t> total;
    std::map<std::pair<uint32_t, uint32_t>, ThreadSlice> expected;
    std::map<std::pair<uint32_t, uint32_t>, std::map<std::string, uint64_t>> by_top;
    const std::vector<std::string> names = NamesOf(*tree, lanes);
    for (const Sampled& sample : samples) {
      std::string name, top;
      bool is_lit = false;
      for (const std::string& part : sample.stack) {
        const bool is_thread = part.size() > 1 && part[1] == ':';
        if (is_thread) name += (name.empty() ? "" : "/") + part.substr(2);
        is_lit |= part == "a";
        top = is_thread ? part.substr(2) : part;
      }
      total[name] += sample.cost;
      const auto lane = static_cast<uint32_t>(std::find(names.begin(), names.end(), name) - names.begin());
      ASSERT_LT(lane, names.size());
      if (sample.time_ns < request.begin_ns) continue;
      const uint64_t slice = (sample.time_ns - request.begin_ns) / request.slice_ns;
      if (slice >= request.slices) continue;
      const uint32_t row = std::min(lane, request.own_rows);
      ThreadSlice& cell = expected[{row, static_cast<uint32_t>(slice)}];
      cell.value += sample.cost;
      ++cell.samples;
      if (is_lit) cell.lit_value += sample.cost;
      by_top[{row, static_cast<uint32_t>(slice)}][top] += sample.cost;
    }
    ASSERT_EQ(total.size(), names.size());
    for (size_t k = 0; k < names.size(); ++k) EXPECT_EQ(lanes.lanes[k].value, total[names[k]]);
    ASSERT_EQ(slices.rows,
              std::min<size_t>(names.size(), request.own_rows) + (names.size() > request.own_rows ? 1 : 0));
    for (uint32_t row = 0; row < slices.rows; ++row) {
      for (uint32_t slice = 0; slice < slices.slices; ++slice) {
        const ThreadSlice& cell = slices.At(row, slice);
        const ThreadSlice& wanted = expected[{row, slice}];
        ASSERT_EQ(cell.value, wanted.value);
        ASSERT_EQ(cell.samples, wanted.samples);
        ASSERT_EQ(cell.lit_value, wanted.lit_value);
        if (cell.samples == 0) continue;
        uint64_t most = 0;
        for (const auto& [name, value] : by_top[{row, slice}]) most = std::max(most, value);
        // A name may be of two frames, of a thread and a process: each of them is on top by itself.
        if (cell.top == kNoGroup) continue;
        ASSERT_LE(cell.top_value, most);
        const std::string top(tree->frames().name(cell.top));
        if (IsThread(tree->frames()[cell.top].kind)) continue;
        ASSERT_EQ((by_top[{row, slice}][top]), cell.top_value);
      }
    }
  }
}

}  // namespace
}  // namespace ringscope::thread_lanes_test
