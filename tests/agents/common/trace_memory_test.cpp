#include "agents/common/trace_memory.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "cct/trace/read_trace.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/building/type_list.h"
#include "tests/agents/common/read_back.h"
#include "tests/temporary_folder.h"

namespace ringscope::trace_memory_test {
namespace {

using test::ReadBack;
using test::ReadTrace;
using test::TemporaryFolder;
using test::TestDescription;
using test::TraceTo;

TEST(TraceMemory, WritesWhatItWasTold) {
  const TemporaryFolder folder;
  TraceMemory memory;
  ASSERT_TRUE(memory.Start(TraceTo(folder.path() / "t-%p"), TestDescription()));
  EXPECT_EQ(memory.path(), (folder.path() / ("t-" + std::to_string(getpid()))).string());
  struct stat status;
  ASSERT_EQ(stat(memory.path(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);

  ThreadTree* const tree = memory.BeginThread("main", 42);
  ASSERT_NE(tree, nullptr);
  EXPECT_EQ(this_thread_tree, tree);
  EXPECT_TRUE(memory.AddClass({.id = 1}, "C", "m"));
  EXPECT_TRUE(memory.AddFunction({.id = 0, .class_id = 1, .line = 3}, "f", "m", "f.c"));
  EXPECT_TRUE(memory.AddFunction({.id = 1}, "g"));
  EXPECT_TRUE(memory.AddAttribute("command", "a b"));
  TraceNode* const f = tree->CalleeOf(tree->root(), 0);
  f->values[0] = 1;
  TraceNode* const g = tree->CalleeOf(f, 1);
  g->values[0] = 2;
  g->values[1] = 30;
  TraceNode* const f2 = tree->CalleeOf(g, 0);
  f2->values[0] = 5;
  EXPECT_EQ(tree->CalleeOf(f, 1), g);
  EXPECT_EQ(tree->CallerOf(f2), g);
  EXPECT_EQ(tree->NodeAt(tree->CellOf(g)), g);
  tree->AddPoint(g, 10, 100);
  tree->AddPoint(g, 10, 50);
  tree->AddPoint(g, 11, 7);
  TraceFunctionCell* const cell = memory.NewFunctionCell(1);
  ASSERT_NE(cell, nullptr);
  cell->known = 1;
  cell->values[0] = 9;
  memory.SetProbeCost(1500, 2500);

  // While it runs, as after a crash.
  const ReadBack read = ReadTrace(memory.path());
  ASSERT_TRUE(read.is_readable);
  EXPECT_EQ(read.problems, std::vector<std::string>());
  EXPECT_EQ(read.header.state, TraceState::kRunning);
  EXPECT_STREQ(read.header.tool, "test");
  EXPECT_EQ(read.header.metric_count, 2u);
  EXPECT_STREQ(read.header.metrics[1].name, "time");
  EXPECT_EQ(read.header.probe_in_caller_ps, 2500u);
  EXPECT_EQ(read.Value("main;f"), 1u);
  EXPECT_EQ(read.Value("main;f;g"), 2u);
  EXPECT_EQ(read.Value("main;f;g", 1), 30u);
  EXPECT_EQ(read.Value("main;f;g;f"), 5u);
  EXPECT_EQ(read.contexts.size(), 4u);
  EXPECT_EQ(read.classes.at(1), "C");
  EXPECT_EQ(read.attributes.at("command"), "a b");
  EXPECT_EQ(read.cells.at(1).values[0], 9u);
  const auto& points = read.points.at("main;f;g");
  EXPECT_EQ(points.at(10).calls, 2u);
  EXPECT_EQ(points.at(10).cost, 150u);
  EXPECT_EQ(points.at(10).cost_min, 50u);
  EXPECT_EQ(points.at(10).cost_max, 100u);
  EXPECT_EQ(points.at(11).calls, 1u);

  memory.Finish();
  EXPECT_EQ(ReadTrace(memory.path()).header.state, TraceState::kFinished);
}

// Through the reader of the viewer: "path role type calls" for each.
std::string TypesIn(const char* path) {
  std::ifstream stream(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  CctBuilder builder;
  ImportReport report;
  JobControl job;
  EXPECT_TRUE(ringscope::ReadTrace(std::as_bytes(std::span(bytes)), TraceThreadRing::kAlways, builder, report,
                                   job, nullptr));
  EXPECT_TRUE(report.skipped.empty());
  const CctPtr tree = std::move(builder).Finish({}).value();
  std::string text;
  for (ContextId context = 0; context < tree->context_count(); ++context) {
    tree->types().ForEach(context, [&](const SeenType& seen) {
      const std::string_view type =
          seen.type == kOtherTypes ? kOtherTypesText : tree->types().NameOf(seen.type);
      for (const ContextId at : tree->PathTo(context)) text += std::string(tree->FrameAt(at).name) + '/';
      text += ' ' + RoleText(seen.role) + ' ' + std::string(type) + ' ' + std::to_string(seen.calls) + '\n';
    });
  }
  return text;
}

TEST(TraceMemory, TypesOfAContext) {
  const TemporaryFolder folder;
  TraceMemory memory;
  ASSERT_TRUE(memory.Start(TraceTo(folder.path() / "t"), TestDescription()));
  ASSERT_TRUE(memory.AddFunction({.id = 0}, "f"));
  for (uint32_t id = 1; id <= 10; ++id) ASSERT_TRUE(memory.AddType(id, "T" + std::to_string(id)));
  const auto call = [&](ThreadTree* tree) {
    TraceNode* const f = tree->CalleeOf(tree->root(), 0);
    f->values[0] += 1;
    // Each as often as it is late.
    for (uint32_t id = 1; id <= 10; ++id)
      for (uint32_t i = 0; i < id; ++i) tree->AddType(f, kReceiverRole, id);
    tree->AddType(f, kResultRole, 3);
    tree->AddType(f, kFirstArgument, 0);
    tree->AddType(tree->lost(), kResultRole, 3);
  };
  const auto expected = [](uint64_t times) {
    std::string text;
    for (uint32_t id = 8; id >= 1; --id)
      text += "w/f/ receiver T" + std::to_string(id) + ' ' + std::to_string(id * times) + '\n';
    text += "w/f/ receiver (others) " + std::to_string(19 * times) + '\n';
    const std::string once = ' ' + std::to_string(times) + '\n';
    return text + "w/f/ result T3" + once + "w/f/ argument 1 (others)" + once;
  };
  ThreadTree* const tree = memory.BeginThread("w", 1);
  call(tree);
  EXPECT_EQ(TypesIn(memory.path()), expected(1));
  memory.EndThread(tree);
  EXPECT_EQ(TypesIn(memory.path()), expected(1));
  for (int i = 0; i < 2; ++i) {
    ThreadTree* const next = memory.BeginThread("w", 2);
    call(next);
    memory.EndThread(next);
  }
  EXPECT_EQ(TypesIn(memory.path()), expected(3));
}

TEST(TraceMemory, LeavesFilesThatExist) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "t";
  for (const char* name : {"t", "t.2", "t.3"}) {
    TraceMemory memory;
    ASSERT_TRUE(memory.Start(TraceTo(path), TestDescription()));
    EXPECT_EQ(memory.path(), (folder.path() / name).string());
  }
}

TEST(TraceMemory, OneAtATime) {
  const TemporaryFolder folder;
  TraceMemory memory;
  ASSERT_TRUE(memory.Start(TraceTo(folder.path() / "a"), TestDescription()));
  TraceMemory other;
  EXPECT_FALSE(other.Start(TraceTo(folder.path() / "b"), TestDescription()));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "b"));
}

TEST(TraceMemory, DoesNothingUnasked) {
  TraceMemory memory;
  EXPECT_FALSE(memory.Start(AgentSettings(), TestDescription()));
}

// Random walks over few functions, against a map of paths.
TEST(TraceMemory, CountsAsAMapOfPathsDoes) {
  const TemporaryFolder folder;
  TraceMemory memory;
  ASSERT_TRUE(memory.Start(TraceTo(folder.path() / "t"), TestDescription()));
  ThreadTree* const tree = memory.BeginThread("t", 1);
  std::mt19937_64 random(3);
  std::map<std::string, uint64_t> expected;
  TraceNode* node = tree->root();
  std::vector<std::string> path{"t"};
  for (int step = 0; step < 200000; ++step) {
    if (path.size() > 1 && (random() % 2 == 0 || path.size() > 12)) {
      node = tree->CallerOf(node);
      path.pop_back();
      continue;
    }
    const auto function = static_cast<uint32_t>(random() % (path.size() % 3 == 0 ? 40 : 7));
    node = tree->CalleeOf(node, function);
    ++node->values[0];
    path.push_back(path.back() + ';' + std::to_string(function));
    ++expected[path.back()];
  }
  const ReadBack read = ReadTrace(memory.path());
  EXPECT_EQ(read.problems, std::vector<std::string>());
  EXPECT_EQ(read.node_count, expected.size() + 1);  // no context twice
  for (const auto& [context, calls] : expected) {
    ASSERT_EQ(read.Value(context), calls) << context;
  }
}

TEST(TraceMemory, ManyCalleesOfOneCallerAreFoundAgain) {
  const TemporaryFolder folder;
  TraceMemory memory;
  ASSERT_TRUE(memory.Start(TraceTo(folder.path() / "t"), TestDescription()));
  ThreadTree* const tree = memory.BeginThread("t", 1);
  constexpr uint32_t kCallees = 50000;
  TraceNode* const caller = tree->CalleeOf(tree->root(), 1);
  for (int round = 0; round < 3; ++round) {
    for (uint32_t function = 0; function < kCallees; ++function) {
      ++tree->CalleeOf(caller, function * 7919 % kCallees)->values[0];
    }
  }
  const ReadBack read = ReadTrace(memory.path());
  EXPECT_EQ(read.node_count, kCallees + 2);
  for (uint32_t function = 0; function < kCallees; ++function) {
    ASSERT_EQ(read.Value("t;1;" + std::to_string(function)), 3u);
  }
}

TEST(TraceMemory, GrowsToMillionsOfContexts) {
  const TemporaryFolder folder;
  TraceMemory memory;
  ASSERT_TRUE(memory.Start(TraceTo(folder.path() / "t"), TestDescription()));
  ThreadTree* const tree = memory.BeginThread("t", 1);
  TraceNode* const first = tree->root();
  TraceNode* node = first;
  constexpr uint32_t kDepth = 2000000;
  for (uint32_t depth = 0; depth < kDepth; ++depth) {
    node = tree->CalleeOf(node, 5);
    node->values[0] += depth;
  }
  EXPECT_EQ(memory.header().lost_calls, 0u);
  EXPECT_GE(memory.header().block_count, kDepth / kTraceCellsPerBlock);
  for (uint32_t depth = kDepth; depth-- > 0;) {
    ASSERT_EQ(node->values[0], depth);
    node = tree->CallerOf(node);
  }
  EXPECT_EQ(node, first);
}

TEST(TraceMemory, ThreadsThatEndAreAddedUpByName) {
  const TemporaryFolder folder;
  TraceMemory memory;
  ASSERT_TRUE(memory.Start(TraceTo(folder.path() / "t"), TestDescription()));
  ThreadTree* const main = memory.BeginThread("main", 1);
  ++main->CalleeOf(main->root(), 3)->values[0];
  constexpr int kThreads = 64;
  constexpr int kCalls = 2000;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&memory, thread] {
      ThreadTree* const tree =
          memory.BeginThread(thread % 2 == 0 ? "even" : "odd", static_cast<uint64_t>(thread));
      for (int call = 0; call < kCalls; ++call) {
        TraceNode* const outer = tree->CalleeOf(tree->root(), static_cast<uint32_t>(call % 20));
        ++outer->values[0];
        TraceNode* const inner = tree->CalleeOf(outer, static_cast<uint32_t>(call % 3));
        inner->values[1] += 2;
        tree->AddPoint(inner, static_cast<uint64_t>(call % 5), 10);
      }
      memory.AddFunction({.id = static_cast<uint32_t>(1000 + thread)}, "of a thread");
      memory.EndThread(tree);
      EXPECT_EQ(this_thread_tree, nullptr);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  const ReadBack read = ReadTrace(memory.path());
  EXPECT_EQ(read.problems, std::vector<std::string>());
  EXPECT_EQ(read.header.merge_count % 2, 0u);
  EXPECT_EQ(read.functions.size(), 64u);
  EXPECT_EQ(read.Value("main;3"), 1u);
  for (const std::string name : {"even", "odd"}) {
    uint64_t points = 0;
    for (int function = 0; function < 20; ++function) {
      const std::string context = name + ';' + std::to_string(function);
      EXPECT_EQ(read.Value(context), kThreads / 2 * kCalls / 20u) << context;
      for (int callee = 0; callee < 3; ++callee) {
        const auto found = read.points.find(context + ';' + std::to_string(callee));
        if (found != read.points.end()) {
          for (const auto& [size, point] : found->second) {
            points += point.calls;
            EXPECT_EQ(point.cost, point.calls * 10);
          }
        }
      }
    }
    EXPECT_EQ(points, uint64_t{kThreads / 2 * kCalls});
  }
  EXPECT_EQ(read.Sum(1), uint64_t{kThreads * kCalls * 2});
}

// A large tree is not copied when its thread ends; the next thread of the name does not get its place.
TEST(TraceMemory, LargeTreesStayWhereTheyAre) {
  const TemporaryFolder folder;
  TraceMemory memory;
  ASSERT_TRUE(memory.Start(TraceTo(folder.path() / "t"), TestDescription()));
  constexpr uint32_t kContexts = 100 * (kTraceCellsPerBlock - 1);
  for (int round = 0; round < 20; ++round) {
    std::thread([&] {
      ThreadTree* const tree = memory.BeginThread("large", 1);
      for (uint32_t function = 0; function < kContexts; ++function)
        ++tree->CalleeOf(tree->root(), function)->values[0];
      memory.EndThread(tree);
    }).join();
    if (round > 0) continue;
    EXPECT_LE(memory.header().block_count, 103u);
  }
  const ReadBack read = ReadTrace(memory.path());
  EXPECT_EQ(read.problems, std::vector<std::string>());
  EXPECT_EQ(read.Sum(), uint64_t{20} * kContexts);
  EXPECT_EQ(read.Value("large;7"), 20u);
  // Sixteen stay, the others are one, and the last one was there as well until it had ended.
  EXPECT_LE(read.header.block_count, 18u * 101 + 2);
}

TEST(TraceMemory, ShortThreadsDoNotGrowTheFile) {
  const TemporaryFolder folder;
  TraceMemory memory;
  ASSERT_TRUE(memory.Start(TraceTo(folder.path() / "t"), TestDescription()));
  std::thread starter([&] {
    for (int thread = 0; thread < 100000; ++thread) {
      ThreadTree* const tree = memory.BeginThread("thread " + std::to_string(thread % 5000), 1);
      TraceNode* node = tree->root();
      for (uint32_t depth = 0; depth < 3; ++depth) {
        node = tree->CalleeOf(node, depth);
        ++node->values[0];
      }
      memory.EndThread(tree);
    }
  });
  starter.join();
  const ReadBack read = ReadTrace(memory.path());
  EXPECT_EQ(read.problems, std::vector<std::string>());
  EXPECT_LE(read.file_bytes, uint64_t{1} << 20);
  EXPECT_EQ(read.Sum(), 300000u);
  EXPECT_EQ(read.Value("thread 77;0"), 20u);
  // Of names there may be any number.
  EXPECT_EQ(read.Value("(other threads);0"), uint64_t{5000 - 1024} * 20);
  EXPECT_EQ(read.Value("thread 4999;0"), 0u);
}

TEST(TraceMemory, LargeTreesOfThreadsThatEndLeaveTheirBlocks) {
  const TemporaryFolder folder;
  TraceMemory memory;
  ASSERT_TRUE(memory.Start(TraceTo(folder.path() / "t"), TestDescription()));
  uint64_t blocks = 0;
  for (int thread = 0; thread < 20; ++thread) {
    std::thread([&] {
      ThreadTree* const tree = memory.BeginThread("t", 1);
      for (uint32_t call = 0; call < 5000; ++call) {
        TraceNode* const node = tree->CalleeOf(tree->CalleeOf(tree->root(), call / 100), call % 100);
        ++node->values[0];
        tree->AddPoint(node, call, 1);
      }
      memory.EndThread(tree);
    }).join();
    if (thread == 1) {
      blocks = memory.header().block_count;
    }
  }
  EXPECT_EQ(memory.header().block_count, blocks);
  const ReadBack read = ReadTrace(memory.path());
  EXPECT_EQ(read.problems, std::vector<std::string>());
  EXPECT_EQ(read.Sum(), 100000u);
}

TEST(TraceMemory, NamesOfThreadsMayChange) {
  const TemporaryFolder folder;
  TraceMemory memory;
  ASSERT_TRUE(memory.Start(TraceTo(folder.path() / "t"), TestDescription()));
  ThreadTree* const tree = memory.BeginThread("a", 1);
  ++tree->CalleeOf(tree->root(), 1)->values[0];
  tree->SetName("b", 1);
  EXPECT_EQ(ReadTrace(memory.path()).Value("b;1"), 1u);
  const std::string long_name(500, 'x');
  tree->SetName(long_name, 1);
  EXPECT_EQ(ReadTrace(memory.path()).Value(long_name + ";1"), 1u);
  memory.EndThread(tree);
  EXPECT_EQ(ReadTrace(memory.path()).Value(long_name + ";1"), 1u);
}

TEST(TraceMemory, LongTextsAreCut) {
  const TemporaryFolder folder;
  TraceMemory memory;
  ASSERT_TRUE(memory.Start(TraceTo(folder.path() / "t"), TestDescription()));
  const std::string text(200000, 'x');
  for (uint32_t id = 0; id < 5; ++id) {
    EXPECT_TRUE(memory.AddFunction({.id = id}, text, text, text));
    EXPECT_TRUE(memory.AddClass({.id = id + 1}, text, text));
    EXPECT_TRUE(memory.AddAttribute(text, text));
  }
  const ReadBack read = ReadTrace(memory.path());
  EXPECT_EQ(read.problems, std::vector<std::string>());
  ASSERT_EQ(read.functions.size(), 5u);
  EXPECT_EQ(read.functions.at(4).size(), 32u * 1024);
}

TEST(TraceMemory, TellsOfWhichPatternsToLeaveOutAFunctionWasMet) {
  const TemporaryFolder folder;
  AgentSettings settings = TraceTo(folder.path() / "t");
  ASSERT_EQ(settings.Take("leave-out", "f;g;h*"), AgentSettings::Taken::kYes);
  TraceMemory memory;
  ASSERT_TRUE(memory.Start(settings, TestDescription()));
  const NamePatterns left_out = memory.LeftOut();
  EXPECT_EQ(ReadTrace(folder.path() / "t").attributes["left out, met"], "");
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(left_out.Match("hello"));
  EXPECT_FALSE(left_out.Match("x"));
  EXPECT_EQ(ReadTrace(folder.path() / "t").attributes["left out"], "f;g;h*");
  EXPECT_EQ(ReadTrace(folder.path() / "t").attributes["left out, met"], "h*");
}

}  // namespace
}  // namespace ringscope::trace_memory_test
