#include "cct/trace/read_trace.h"

#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cct/export/dump.h"
#include "cct/import/import_profile.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/frame_table.h"
#include "cct/tree/verify.h"
#include "tests/cct/trace/trace_image.h"

namespace ringscope::read_trace_test {
namespace {

Result<CctPtr> Read(const TraceImage& image, ThreadRing ring = ThreadRing::kWhenSeveral) {
  ImportOptions options;
  options.threads = ring;
  JobControl job;
  return ImportProfileBytes(image.bytes(), options, job);
}

std::string Dump(const TraceImage& image, ThreadRing ring = ThreadRing::kWhenSeveral) {
  const Result<CctPtr> tree = Read(image, ring);
  if (!tree) return DescribeError(tree.error());
  EXPECT_TRUE(VerifyCct(**tree));
  std::string text;
  EXPECT_TRUE(DumpTsv(**tree, [&](std::string_view part) -> Result<void> {
    text += part;
    return {};
  }));
  return text;
}

ContextId Find(const Cct& tree, std::initializer_list<std::string_view> path) {
  ContextId at = kRootContext;
  for (const std::string_view name : path) {
    const ContextRange children = tree.ChildrenOf(at);
    at = kNoContext;
    for (ContextId child = children.begin; child < children.end; ++child)
      if (tree.FrameAt(child).name == name) at = child;
    if (at == kNoContext) return at;
  }
  return at;
}

TraceImage MainCallsParseTwice() {
  TraceImage image;
  const uint32_t root = image.Thread("main thread", 7);
  image.Function(1, "main", "prog", "prog.c", 10);
  image.Function(2, "parse", "prog", "prog.c", 20);
  const uint32_t main = image.Node(root, 1, {1, 5'000});
  image.Node(main, 2, {2, 3'000});
  return image;
}

TEST(ReadTraceTest, ReadsContextsWithTimeFirst) {
  const TraceImage image = MainCallsParseTwice();
  const Result<CctPtr> tree = Read(image);
  ASSERT_TRUE(tree) << DescribeError(tree.error());
  ASSERT_EQ((*tree)->metric_count(), 2u);
  EXPECT_EQ((*tree)->metrics()[0].name, "time");
  EXPECT_EQ((*tree)->metrics()[1].name, "calls");
  const ContextId parse = Find(**tree, {"main", "parse"});
  ASSERT_NE(parse, kNoContext);
  EXPECT_EQ((*tree)->Self(parse, 0), 3'000u);
  EXPECT_EQ((*tree)->Self(parse, 1), 2u);
  EXPECT_EQ((*tree)->FrameAt(parse).module, "prog");
  EXPECT_EQ((*tree)->FrameAt(parse).line, 20u);
  EXPECT_EQ((*tree)->Total(0), 8'000u);
  EXPECT_EQ((*tree)->report().format, "ringscope trace");
  EXPECT_EQ((*tree)->report().record_count, 2u);
  EXPECT_TRUE((*tree)->report().notes.empty());
}

TEST(ReadTraceTest, TellsTheExecution) {
  TraceImage image = MainCallsParseTwice();
  image.Attribute("command", "prog --fast");
  const Result<CctPtr> tree = Read(image);
  ASSERT_TRUE(tree);
  ASSERT_EQ((*tree)->report().executions.size(), 1u);
  const Execution& execution = (*tree)->report().executions[0];
  EXPECT_EQ(execution.time, 1'700'000'000);
  EXPECT_EQ(execution.attributes,
            (std::vector<ExecutionAttribute>{{"tool", "test recorder"}, {"command", "prog --fast"}}));
}

TEST(ReadTraceTest, SaysWhichPatternsLeaveNothingOut) {
  TraceImage image = MainCallsParseTwice();
  image.Attribute("left out", "f;;std::*;g");
  // Of older recorders it is not known.
  EXPECT_TRUE((*Read(image))->report().notes.empty());
  image.Attribute("left out, met", "");
  image.Attribute("left out, met", "g");
  const Result<CctPtr> tree = Read(image);
  ASSERT_TRUE(tree);
  EXPECT_EQ((*tree)->report().notes,
            (std::vector<std::string>{
                "--leave-out f: no function with such a name was met, so it leaves nothing out.",
                "--leave-out 'std::*': no function with such a name was met, so it leaves nothing out."}));
  EXPECT_EQ((*tree)->report().executions[0].attributes,
            (std::vector<ExecutionAttribute>{{"tool", "test recorder"}, {"left out", "f;;std::*;g"}}));
}

TEST(ReadTraceTest, SeveralThreadsAreARing) {
  TraceImage image = MainCallsParseTwice();
  const uint32_t worker = image.Thread("worker", 8);
  image.Node(worker, 2, {1, 100});
  const Result<CctPtr> ring = Read(image);
  ASSERT_TRUE(ring);
  EXPECT_NE(Find(**ring, {"worker", "parse"}), kNoContext);
  EXPECT_NE(Find(**ring, {"main thread", "main", "parse"}), kNoContext);
  const Result<CctPtr> merged = Read(image, ThreadRing::kMerged);
  ASSERT_TRUE(merged);
  EXPECT_NE(Find(**merged, {"parse"}), kNoContext);
  EXPECT_EQ((*merged)->Total(0), (*ring)->Total(0));
}

// A callee may stand before its caller, as cells of threads that ended are used again.
TEST(ReadTraceTest, OrderOfCellsDoesNotMatter) {
  TraceImage image;
  const uint32_t root = image.Thread("t", 1);
  image.Function(1, "main");
  image.Function(2, "parse");
  const uint32_t parse = image.Node(root, 2, {2, 3'000});
  const uint32_t main = image.Node(root, 1, {1, 5'000});
  image.node(parse).caller = main;
  TraceImage usual;
  const uint32_t usual_root = usual.Thread("t", 1);
  usual.Function(1, "main");
  usual.Function(2, "parse");
  usual.Node(usual.Node(usual_root, 1, {1, 5'000}), 2, {2, 3'000});
  EXPECT_EQ(Dump(image), Dump(usual));
}

TEST(ReadTraceTest, TakesTheRecordersCostOffTime) {
  TraceImage image = MainCallsParseTwice();
  image.header().probe_in_callee_ps = 100'000;  // 100 ns
  image.header().probe_in_caller_ps = 50'000;
  const Result<CctPtr> tree = Read(image);
  ASSERT_TRUE(tree);
  ASSERT_EQ((*tree)->metric_count(), 3u);
  EXPECT_EQ((*tree)->metrics()[0].name, "time without recorder");
  EXPECT_EQ((*tree)->metrics()[1].name, "time");
  const ContextId main = Find(**tree, {"main"});
  const ContextId parse = Find(**tree, {"main", "parse"});
  EXPECT_EQ((*tree)->Self(parse, 0), 3'000u - 2 * 100);
  EXPECT_EQ((*tree)->Self(main, 0), 5'000u - 100 - 2 * 50);
  EXPECT_EQ((*tree)->Self(main, 1), 5'000u);
  EXPECT_TRUE((*tree)->report().notes.empty());
}

TEST(ReadTraceTest, LinesThatCallTellContextsApart) {
  TraceImage image;
  const uint32_t root = image.Thread("t", 1);
  image.Function(1, "main", "prog", "prog.c", 10);
  image.Function(2, "parse", "prog", "prog.c", 20);
  image.Function(kTraceCallLines + 99, "of a high number");
  // What a recorder sees while it is in a line is main's, too.
  const uint32_t main = image.Node(root, 1, {1, 3'000});
  const uint32_t line_12 = image.Node(main, kTraceCallLines + 12, {0, 1'800});
  image.Node(line_12, 2, {2, 3'000});
  image.Node(image.Node(main, kTraceCallLines + 14, {0, 200}), 2, {1, 1'000});
  const uint32_t high = image.Node(line_12, kTraceCallLines + 99, {1, 700});
  // Calls itself at the line where it begins.
  image.Function(3, "again", "prog", "prog.c", 30);
  const uint32_t again = image.Node(image.Node(high, kTraceCallLines + 40, {}), 3, {1, 0});
  image.Node(image.Node(again, kTraceCallLines + 30, {}), 3, {1, 0});
  image.header().probe_in_callee_ps = 100'000;  // 100 ns
  image.header().probe_in_caller_ps = 50'000;
  const Result<CctPtr> tree = Read(image);
  ASSERT_TRUE(tree);
  EXPECT_TRUE(VerifyCct(**tree));
  EXPECT_EQ((*tree)->report().record_count, 6u);
  std::string found;
  const ContextRange callees = (*tree)->ChildrenOf(Find(**tree, {"main"}));
  for (ContextId callee = callees.begin; callee < callees.end; ++callee) {
    const Frame frame = (*tree)->FrameAt(callee);
    found += std::string(frame.name) + "@" + std::to_string(frame.call_line) + " " +
             std::to_string((*tree)->Self(callee, 0)) + "\n";
  }
  EXPECT_EQ(found, "parse@12 2800\nparse@14 900\nof a high number@12 550\n");
  const ContextId outer = Find(**tree, {"main", "of a high number", "again"});
  ASSERT_NE(outer, kNoContext);
  EXPECT_EQ((*tree)->FrameAt(outer).call_line, 40u);
  EXPECT_EQ((*tree)->FrameAt((*tree)->ChildrenOf(outer).begin).call_line, 30u);
  // All four calls are main's, not its lines'.
  EXPECT_EQ((*tree)->Self(Find(**tree, {"main"}), 0), 5'000u - 100 - 4 * 50);
}

TEST(ReadTraceTest, WhatWasMeasuredLeadsWhereNothingIsLeftOfIt) {
  TraceImage image = MainCallsParseTwice();
  image.header().probe_in_callee_ps = 1'000'000'000;
  const Result<CctPtr> tree = Read(image);
  ASSERT_TRUE(tree);
  EXPECT_EQ((*tree)->metrics()[0].name, "time");
  EXPECT_EQ((*tree)->metrics()[1].name, "time without recorder");
  EXPECT_EQ((*tree)->Total(1), 0u);
}

// What is called after its place in a file has no name that a pattern could mean, and ';' parts patterns.
TEST(ReadTraceTest, OffersNothingThatPatternsCannotMean) {
  for (const auto& [name, is_offered] : {std::pair("prog+0x10", false), {"f;g", false}, {"f*", true}}) {
    TraceImage image;
    const uint32_t root = image.Thread("t", 1);
    image.Function(1, "main", "/bin/prog");
    image.Function(2, name, "/bin/prog");
    image.Node(image.Node(root, 1, {1, 5'000}), 2, {2, 3'000});
    image.header().probe_in_callee_ps = 1'000'000;
    const Result<CctPtr> tree = Read(image);
    ASSERT_TRUE(tree);
    ASSERT_EQ((*tree)->report().notes.size(), 1u);
    EXPECT_NE((*tree)->report().notes[0].find(name), std::string::npos);
    EXPECT_EQ((*tree)->report().notes[0].find("--leave-out") != std::string::npos, is_offered) << name;
  }
}

TEST(ReadTraceTest, NamesFunctionsThatTheRecorderDistorts) {
  TraceImage image = MainCallsParseTwice();
  image.header().probe_in_callee_ps = 1'000'000;
  const Result<CctPtr> tree = Read(image);
  ASSERT_TRUE(tree);
  ASSERT_EQ((*tree)->report().notes.size(), 1u);
  EXPECT_NE((*tree)->report().notes[0].find("parse (2 calls)"), std::string::npos);
  EXPECT_EQ((*tree)->report().notes[0].find("main"), std::string::npos);
  EXPECT_NE((*tree)->report().notes[0].find("; --leave-out prog.parse leaves them to their callers."),
            std::string::npos);
  // Of the caller it is the cost of the calls that it makes.
  image.header().probe_in_callee_ps = 0;
  image.header().probe_in_caller_ps = 2'000'000;
  const Result<CctPtr> calling = Read(image);
  ASSERT_TRUE(calling);
  ASSERT_EQ((*calling)->report().notes.size(), 1u);
  EXPECT_NE((*calling)->report().notes[0].find("main (1 call)"), std::string::npos);
  EXPECT_EQ((*calling)->report().notes[0].find("--leave-out"), std::string::npos);
  image.header().probe_in_caller_ps = 0;
  // Never below nothing.
  image.header().probe_in_callee_ps = ~uint64_t{0};
  EXPECT_EQ((*Read(image))->Total(1), 0u);
}

TEST(ReadTraceTest, SaysThatTheProgramStillRuns) {
  TraceImage image = MainCallsParseTwice();
  image.header().state = TraceState::kRunning;
  image.header().lost_calls = 12;
  const Result<CctPtr> tree = Read(image);
  ASSERT_TRUE(tree);
  EXPECT_EQ((*tree)->report().notes,
            (std::vector<std::string>{"The program's end was not seen, as it was killed, left by _exit(), or "
                                      "still runs: this is what had been counted until then.",
                                      "12 calls not counted: there was no memory for more contexts."}));
}

TEST(ReadTraceTest, KeepsPointsByContextAndSize) {
  TraceImage image = MainCallsParseTwice();
  image.header().point_metric = 1;
  const uint32_t parse = kTraceCellsPerBlock + 3;
  image.Point({parse, 0, 16, 1, 100, 100, 100, 10'000.0, 0});
  image.Point({parse, 0, 8, 1, 40, 40, 40, 1'600.0, 0});
  image.Point({parse, 0, 16, 1, 300, 300, 300, 90'000.0, 0});
  const Result<CctPtr> read = Read(image);
  ASSERT_TRUE(read);
  const Cct& tree = **read;
  ASSERT_EQ(tree.point_count(), 2u);
  const PointRange points = tree.PointsOf(Find(tree, {"main", "parse"}));
  ASSERT_EQ(points.end - points.begin, 2u);
  const auto field = [&](std::string_view name, uint64_t point) {
    for (size_t i = 0; i < tree.point_fields().size(); ++i)
      if (tree.point_fields()[i].name == name) return tree.PointValue(i, points.begin + point);
    return ~uint64_t{0};
  };
  EXPECT_EQ(field("input", 0), 8u);
  EXPECT_EQ(field("input", 1), 16u);
  EXPECT_EQ(field("calls", 1), 2u);
  EXPECT_EQ(field("inclusive", 1), 400u);
  EXPECT_EQ(field("inclusive_min", 1), 100u);
  EXPECT_EQ(field("inclusive_max", 1), 300u);
}

TEST(ReadTraceTest, KeepsWhatIsKnownOfFunctions) {
  TraceImage image;
  const uint32_t root = image.Thread("t", 1);
  image.Class(1, "Shape", "app", 0);
  image.Class(2, "Circle", "app", 1);
  image.Class(3, "Odd", "app", 77);  // of a class that is not there
  image.Function(1, "area", "app", "Shape.java", 3, 2, 0xabc);
  image.Function(2, "odd", "app", "Odd.java", 3, 3);
  image.Node(image.Node(root, 1, {4, 10}), 2, {1, 1});
  image.header().function_value_count = 2;
  std::strcpy(image.header().function_values[0].name, "receivers");
  std::strcpy(image.header().function_values[1].name, "returns self");
  image.FunctionCell({1, 0b11, 0b01, 0, {1'000, 1}});
  image.FunctionCell({1, 0b01, 0, 0, {7}});
  image.FunctionCell({99, 0b01, 0, 0, {7}});  // of a function that is not there
  const Result<CctPtr> tree = Read(image);
  ASSERT_TRUE(tree);
  const FrameFacts& facts = (*tree)->frames().facts();
  const FrameId area = (*tree)->FrameOf(Find(**tree, {"area"}));
  const FrameId odd = (*tree)->FrameOf(Find(**tree, {"area", "odd"}));
  EXPECT_EQ(facts.CodeOf(area), 0xabcu);
  EXPECT_EQ(facts.CodeOf(odd), kUnknownCode);
  EXPECT_EQ(facts[facts.ClassOf(area)].name, "Circle");
  EXPECT_EQ(facts[facts.SuperclassOf(facts.ClassOf(area))].name, "Shape");
  EXPECT_EQ(facts.SuperclassOf(facts.ClassOf(odd)), kNoClass);
  const auto receivers = facts.FindValue(kReceiversValue);
  ASSERT_TRUE(receivers);
  EXPECT_EQ(facts.ValueOf(area, *receivers), (FrameAmount{1'000, true}));
  EXPECT_EQ(facts.ValueOf(odd, *receivers), std::nullopt);
  EXPECT_EQ(facts.ValueOf(area, *facts.FindValue(kReturnsSelfValue)), (FrameAmount{1, false}));
  EXPECT_EQ((*tree)->report().skipped_count(), 1u);
}

TEST(ReadTraceTest, LeavesOutContextsBelowWhichNothingWasCounted) {
  TraceImage image = MainCallsParseTwice();
  image.Function(3, "warm_up");
  image.Function(4, "inner");
  const uint32_t main = kTraceCellsPerBlock + 2;
  const uint32_t warm_up = image.Node(main, 3, {0, 0});
  image.Node(warm_up, 4, {0, 0});
  // A thread that did nothing is no reason for a ring of threads.
  image.Node(image.Thread("calibration", 2), 3, {0, 0});
  EXPECT_EQ(Dump(image), Dump(MainCallsParseTwice()));
  // A caller without values of its own stays above what has some.
  image.Node(warm_up, 2, {1, 10});
  const Result<CctPtr> tree = Read(image);
  ASSERT_TRUE(tree);
  EXPECT_NE(Find(**tree, {"main", "warm_up", "parse"}), kNoContext);
  EXPECT_EQ(Find(**tree, {"main", "warm_up", "inner"}), kNoContext);
  EXPECT_EQ((*tree)->report().record_count, 4u);
}

// With somebody who knows what code is called.
Result<CctPtr> ReadNamed(const TraceImage& image, const NameCode& name_code) {
  CctBuilder builder;
  ImportReport report;
  JobControl job;
  RINGSCOPE_TRY(ReadTrace(image.bytes(), TraceThreadRing::kWhenSeveral, builder, report, job, name_code));
  return std::move(builder).Finish(std::move(report));
}

TraceImage CodeWithoutNames() {
  TraceImage image;
  const uint32_t root = image.Thread("t", 1);
  const uint32_t shape = image.Node(root, 1, {1, 10});
  image.Node(shape, 2, {1, 20});
  image.Node(shape, 3, {1, 30});
  image.Module(5, "/opt/app/libshapes.so", "0123abcd", 0x1000, 0x500, 77);
  image.Code(1, 5, 0x1010);
  image.Code(2, 5, 0x1020);
  image.Code(3, 9, 0x1030);                     // of a module that is not there
  image.Function(2, "with a record", "other");  // which goes before
  return image;
}

TEST(ReadTraceTest, AsksForNamesOfCodeByModuleAndPlace) {
  std::vector<std::pair<TracedModule, uint64_t>> asked;
  const Result<CctPtr> tree = ReadNamed(CodeWithoutNames(), [&](const TracedModule& module, uint64_t offset) {
    asked.emplace_back(module, offset);
    return std::optional(TracedFunction{.name = "area()", .file = "shapes.cpp", .line = 12});
  });
  ASSERT_TRUE(tree) << DescribeError(tree.error());
  ASSERT_EQ(asked.size(), 1u);
  EXPECT_EQ(asked[0].second, 0x1010u);
  EXPECT_EQ(asked[0].first.path, "/opt/app/libshapes.so");
  EXPECT_EQ(asked[0].first.build_id, "0123abcd");
  EXPECT_EQ(asked[0].first.code_offset, 0x1000u);
  EXPECT_EQ(asked[0].first.code_bytes, 0x500u);
  EXPECT_EQ(asked[0].first.inode, 77u);
  const ContextId area = Find(**tree, {"area()"});
  ASSERT_NE(area, kNoContext);
  EXPECT_EQ((*tree)->FrameAt(area).module, "/opt/app/libshapes.so");
  EXPECT_EQ((*tree)->FrameAt(area).file, "shapes.cpp");
  EXPECT_EQ((*tree)->FrameAt(area).line, 12u);
  EXPECT_NE(Find(**tree, {"area()", "with a record"}), kNoContext);
  EXPECT_NE(Find(**tree, {"area()", "[function 3]"}), kNoContext);
}

TEST(ReadTraceTest, CallsCodeWithoutNameAfterItsPlace) {
  for (const NameCode& name_code : {NameCode(), NameCode([](const TracedModule&, uint64_t) {
                                      return std::optional<TracedFunction>();
                                    })}) {
    const Result<CctPtr> tree = ReadNamed(CodeWithoutNames(), name_code);
    ASSERT_TRUE(tree);
    EXPECT_NE(Find(**tree, {"libshapes.so+0x1010", "with a record"}), kNoContext);
  }
}

TEST(ReadTraceTest, CountsWhatLeadsNowhere) {
  TraceImage image = MainCallsParseTwice();
  const uint32_t loop_a = image.Node(0, 1, {1, 1});
  const uint32_t loop_b = image.Node(loop_a, 1, {1, 1});
  image.node(loop_a).caller = loop_b;
  image.Node(loop_b, 2, {1, 1});                   // hangs on a loop
  image.Node(3 * kTraceCellsPerBlock, 1, {1, 1});  // a caller that is no node
  image.Node(0xfffffff0u, 1, {1, 1});              // a caller outside the file
  const Result<CctPtr> tree = Read(image);
  ASSERT_TRUE(tree);
  EXPECT_EQ((*tree)->Total(0), 8'000u);
  ASSERT_EQ((*tree)->report().skipped.size(), 1u);
  EXPECT_EQ((*tree)->report().skipped[0].count, 5u);
}

TEST(ReadTraceTest, DeepRecursionNeedsNoDeepStack) {
  TraceImage image;
  uint32_t at = image.Thread("t", 1);
  image.Function(1, "f");
  for (int depth = 0; depth < 1'000; ++depth) at = image.Node(at, 1, {1, 1});
  const Result<CctPtr> tree = Read(image);
  ASSERT_TRUE(tree);
  EXPECT_EQ((*tree)->layer_count(), 1'001u);
}

TEST(ReadTraceTest, RefusesWhatIsNoneByName) {
  TraceImage newer;
  newer.header().version = 9;
  EXPECT_EQ(Dump(newer), "at byte 8: expected a trace memory of version 1, found version 9");
  TraceImage measures;
  measures.header().metric_count = 1'000;
  EXPECT_EQ(Dump(measures), "at byte 28: expected 1 to 5 metrics, found 1000");
  TraceImage cut;
  cut.mutable_bytes().resize(1'000);
  EXPECT_EQ(Dump(cut), "expected a trace memory of at least 65536 bytes, found 1000");
}

// Whatever a program wrote over its own memory: a tree that holds together, or an error.
TEST(ReadTraceTest, AnyBytesAreSafe) {
  std::mt19937 random(7);
  TraceImage whole = MainCallsParseTwice();
  whole.header().point_metric = 1;
  whole.Point({kTraceCellsPerBlock + 3, 0, 16, 1, 100, 100, 100, 10'000.0, 0});
  for (int round = 0; round < 3'000; ++round) {
    TraceImage image = whole;
    for (int change = 0; change < 4; ++change) {
      const auto block = random() % 5;
      const size_t at = block * kTraceBlockBytes + random() % 320;
      image.mutable_bytes()[at] = static_cast<std::byte>(random());
    }
    static_cast<void>(Dump(image));
  }
}

}  // namespace
}  // namespace ringscope::read_trace_test
