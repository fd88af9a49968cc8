#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cct/import/import_profile.h"
#include "tests/cct/import/import_text.h"
#include "tests/cct/test_trees.h"
#include "tests/test_paths.h"

namespace ringscope::callgrind_test {
namespace {

// What functions are called in the tree of one call chain, each the callee of the one before.
std::vector<std::string> SplitNames(const std::vector<std::string>& names, bool& has_callers) {
  std::string text = "events: Ir\n";
  for (size_t f = 0; f < names.size(); ++f) {
    text += fmt::format("fn={}\n1 1\n", names[f]);
    if (f + 1 < names.size())
      text += fmt::format("cfn={}\ncalls=1 1\n1 {}\n", names[f + 1], names.size() - f - 1);
  }
  const CctPtr tree = test::Imported(text);
  const auto& notes = tree->report().notes;
  has_callers = std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
    return note.find("tell up to") != std::string::npos;
  });
  std::vector<std::string> split;
  for (ContextId context = 1; context < tree->context_count(); ++context)
    split.emplace_back(tree->FrameAt(context).name);
  return split;
}

TEST(CallgrindNames, TellCallersWhereCallsAgree) {
  bool has_callers = false;
  using Names = std::vector<std::string>;
  EXPECT_EQ(SplitNames({"main", "f'main", "f'2'main", "it's'f'main"}, has_callers),
            (Names{"main", "f", "f", "it's"}));
  EXPECT_TRUE(has_callers);
  // Two callers are kept of each.
  EXPECT_EQ(SplitNames({"main", "a'main", "b'a'main", "c'b'a", "d'c'b"}, has_callers),
            (Names{"main", "a", "b", "c", "d"}));
  EXPECT_TRUE(has_callers);
  // Nobody in the file calls the first.
  EXPECT_EQ(SplitNames({"x'y'z", "w'x'y"}, has_callers), (Names{"x", "w"}));
  EXPECT_TRUE(has_callers);
}

TEST(CallgrindNames, KeepTheirOwnMarks) {
  bool has_callers = true;
  using Names = std::vector<std::string>;
  EXPECT_EQ(SplitNames({"main", "f", "f'2", "it's", "don't'main", "'", "'2", "a''b"}, has_callers),
            (Names{"main", "f", "f", "it's", "don't'main", "'", "'2", "a''b"}));
  EXPECT_FALSE(has_callers);
  EXPECT_EQ(SplitNames({"main", "f'12'g", "h'1x"}, has_callers), (Names{"main", "f'12'g", "h'1x"}));
  EXPECT_FALSE(has_callers);
  EXPECT_EQ(SplitNames({"main", "g'ma", "k'", "f'2'"}, has_callers), (Names{"main", "g'ma", "k'", "f'2'"}));
  EXPECT_FALSE(has_callers);
}

// The file that callgrind would write of a tree if it kept all callers apart, names in full or by numbers.
std::string CallgrindText(const Cct& tree, std::mt19937& engine) {
  const bool numbers = engine() % 2 == 0;
  std::vector<std::string> chains(tree.context_count());
  std::vector<bool> is_written(tree.context_count(), false);
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    const ContextId parent = tree.ParentOf(context);
    chains[context] = std::string(tree.FrameAt(context).name);
    if (parent != kRootContext) chains[context] += "'" + chains[parent];
  }
  const auto name_of = [&](ContextId context) {
    if (!numbers) return chains[context];
    if (is_written[context]) return fmt::format("({})", context);
    is_written[context] = true;
    return fmt::format("({}) {}", context, chains[context]);
  };
  std::vector<ContextId> order;
  for (ContextId context = 1; context < tree.context_count(); ++context) order.push_back(context);
  std::shuffle(order.begin(), order.end(), engine);
  std::string text = "# callgrind format\nevents: a b\n";
  for (const ContextId context : order) {
    // Spread over several lines, with what the writer leaves out at their ends.
    text += fmt::format("fn={}\n", name_of(context));
    const uint64_t first = tree.Self(context, 0) / 2;
    text += fmt::format("12 {}\n+3 {} {}\n", first, tree.Self(context, 0) - first, tree.Self(context, 1));
    const ContextRange children = tree.ChildrenOf(context);
    for (ContextId child = children.begin; child < children.end; ++child) {
      text += fmt::format("cfn={}\ncalls=1 -4\n* {} {}\n", name_of(child), tree.Inclusive(child, 0),
                          tree.Inclusive(child, 1));
    }
  }
  return text + fmt::format("totals: {} {}\n", tree.Total(0), tree.Total(1));
}

TEST(CallgrindImporter, GivesTheTreeThatNamesTell) {
  std::mt19937 engine(7);
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    const CctPtr tree =
        test::RandomTree(seed, {.contexts = 300, .frames = 40, .metrics = 2, .depth_bias = 0.5});
    // Recursion is folded by the writer, so trees have none: a frame says its layer.
    CctBuilder expected;
    expected.AddMetric({"a", "count", 1});
    expected.AddMetric({"b", "count", 1});
    std::vector<BuildNode> nodes(tree->context_count(), kBuildRoot);
    for (ContextId context = 1; context < tree->context_count(); ++context) {
      const std::string name = fmt::format("{}@{}", tree->FrameAt(context).name, tree->LayerOf(context));
      nodes[context] = expected.Child(nodes[tree->ParentOf(context)], expected.InternFrame({.name = name}));
      for (MetricIndex m = 0; m < 2; ++m) expected.AddSelf(nodes[context], m, tree->Self(context, m));
    }
    const CctPtr written = std::move(expected).Finish({}).value();
    // Without the contexts of lines the tree is the same.
    const ImportOptions options{
        .lines = seed % 2 == 0, .max_estimated_contexts = 0, .block_bytes = 1 + engine() % 300};
    const CctPtr read = test::Imported(CallgrindText(*written, engine), options);
    EXPECT_TRUE(read->report().estimated.empty());
    EXPECT_TRUE(read->report().skipped.empty());
    EXPECT_TRUE(read->report().incomplete.empty());
    CctBuilder without_calls;
    without_calls.AddMetric({"a", "count", 1});
    without_calls.AddMetric({"b", "count", 1});
    std::vector<BuildNode> copies(read->context_count(), kBuildRoot);
    for (ContextId context = 1; context < read->context_count(); ++context) {
      const Frame frame = read->FrameAt(context);
      const BuildNode parent = copies[read->ParentOf(context)];
      EXPECT_TRUE(frame.line == 0 || frame.name == read->FrameAt(read->ParentOf(context)).name);
      copies[context] =
          frame.line > 0 ? parent : without_calls.Child(parent, without_calls.InternFrame(frame));
      for (MetricIndex m = 0; m < 2; ++m) without_calls.AddSelf(copies[context], m, read->Self(context, m));
    }
    EXPECT_EQ(test::TextDump(**std::move(without_calls).Finish({})), test::TextDump(*written));
  }
}

std::string DumpWithLines(const std::string& text) { return test::DumpWithNotes(text, {.lines = true}); }

constexpr std::string_view kNoCalls = "The file tells no calls: its functions stand side by side.\n";
constexpr std::string_view kNoEstimate =
    "Nothing had to be estimated: the file tells the context of each cost and call.\n";

TEST(CallgrindImporter, PutsCostsAtTheirLines) {
  // What is inlined is in other files. A line may be told from the one before, that of a call included.
  const std::string_view main =
      "fl=a.c\nfn=main\n10 5\n+2 3\ncfi=b.c\ncfn=work\ncalls=2 20\n* 105\n-1 4\n0 1\n";
  const std::string_view work =
      "fl=b.c\nfn=work\n20 10\nfi=b.h\n3 30\ncfn=work\ncalls=7 20\n+5 60\n* 40\nfe=b.c\n+12 20\n* 5\n";
  EXPECT_EQ(DumpWithLines(fmt::format("# callgrind format\nevents: Ir\nob=prog\n{}{}", main, work)),
            fmt::format("# Ir instructions 1 118\n# calls count 1 9\n"
                        "main [prog] (a.c)  118/1 9/0\n"
                        "  work [prog] (b.c)  105/0 9/9\n"
                        "    work [prog] (b.h:8)  40/40 0/0\n"
                        "    work [prog] (b.c:20)  35/35 0/0\n"
                        "    work [prog] (b.h:3)  30/30 0/0\n"
                        "  main [prog] (a.c:10)  5/5 0/0\n"
                        "  main [prog] (a.c:11)  4/4 0/0\n"
                        "  main [prog] (a.c:12)  3/3 0/0\n"
                        "{}1 function calls itself: the deeper calls are folded into the first.\n",
                        kNoEstimate));
}

TEST(CallgrindImporter, TakesTheLineFromThePositions) {
  const auto dump = [](const std::string& positions) {
    return DumpWithLines(
        "positions: " + positions +
        "\nevents: Ir\nfl=a.c\nfn=f\n0x10 7 1\n+4 +2 2\n* * 4\n-0x4 -9 8\n+1 +100000000000 16\n");
  };
  const auto expected = [](std::string_view contexts) {
    return fmt::format("# Ir instructions 1 31\n{}{}", contexts, kNoCalls);
  };
  EXPECT_EQ(dump("instr line"), expected("f (a.c)  31/24\n  f (a.c:9)  6/6\n  f (a.c:7)  1/1\n"));
  EXPECT_EQ(dump("line instr"),
            expected("f (a.c)  31/0\n  f (a.c:17)  16/16\n  f (a.c:16)  9/9\n  f (a.c:20)  6/6\n"));
  EXPECT_EQ(dump("instr bb"), expected("f (a.c)  31/31\n"));
}

TEST(CallgrindImporter, KeepsLinesOfFunctionsApart) {
  // Those of functions of one name are the same ones of one file.
  EXPECT_EQ(DumpWithLines("events: Ir\nfl=a.c\nfn=f\nfi=x.h\n3 5\nfl=b.c\nfn=f\nfi=x.h\n3 6\n"),
            fmt::format(
                "# Ir instructions 1 11\nf (b.c)  6/0\n  f (x.h:3)  6/6\nf (a.c)  5/0\n  f (x.h:3)  5/5\n{}",
                kNoCalls));
  // A name is split as that of the function.
  EXPECT_EQ(
      DumpWithLines("events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=it's'main\ncalls=1 1\n1 5\nfn=it's'main\n7 5\n"),
      fmt::format("# Ir instructions 1 6\n# calls count 1 1\nmain (a.c)  6/0 1/0\n  it's (a.c)  5/0 1/1\n"
                  "    it's (a.c:7)  5/5 0/0\n  main (a.c:1)  1/1 0/0\n"
                  "The names of functions tell up to 1 of their callers, as callgrind writes them for "
                  "--separate-callers.\n{}",
                  kNoEstimate));
}

// Of a graph that has to be estimated and cut each line costs what the file says.
TEST(CallgrindImporter, DividesLinesExactly) {
  std::mt19937 engine(11);
  std::string text = "# callgrind format\nevents: a b\n";
  std::map<std::pair<std::string, uint32_t>, std::vector<uint64_t>> expected;
  constexpr uint32_t kFunctions = 14;
  for (uint32_t f = 0; f < kFunctions; ++f) {
    text += fmt::format("fl=file{}\nfn=f{}\n", f % 3, f);
    for (uint32_t i = 0; i < 6; ++i) {
      const bool is_inlined = engine() % 2 == 0;
      const uint32_t line = 1 + engine() % 4;
      const uint64_t a = engine() % 1000, b = engine() % 10;
      text += fmt::format("{}\n{} {} {}\n", is_inlined ? "fi=inline.h" : fmt::format("fe=file{}", f % 3),
                          line, a, b);
      auto& costs = expected[{is_inlined ? "inline.h" : fmt::format("file{}", f % 3), line}];
      costs.resize(2);
      costs[0] += a;
      costs[1] += b;
    }
    // Also back to a caller.
    for (uint32_t i = 0; i < 4; ++i) {
      const uint64_t callee = engine() % kFunctions;
      text += fmt::format("cfi=file{}\ncfn=f{}\ncalls={} 1\n+1 {} {}\n", callee % 3, callee, 1 + engine() % 9,
                          engine() % 5000, engine() % 50);
    }
  }
  for (const uint64_t most : {0u, 100u, 1u << 20}) {
    const CctPtr tree = test::Imported(text, {.lines = true, .max_estimated_contexts = most});
    std::map<std::pair<std::string, uint32_t>, std::vector<uint64_t>> lines;
    for (ContextId context = 0; context < tree->context_count(); ++context) {
      const Frame frame = tree->FrameAt(context);
      const std::vector<uint64_t> costs{tree->Self(context, 0), tree->Self(context, 1)};
      if (frame.line == 0) {
        EXPECT_EQ(costs, (std::vector<uint64_t>{0, 0})) << frame.name;
        continue;
      }
      auto& sum = lines[{std::string(frame.file), frame.line}];
      sum.resize(2);
      for (size_t m = 0; m < 2; ++m) sum[m] += costs[m];
    }
    EXPECT_EQ(lines, expected) << most;
  }
}

// xdebug tells where a function begins, and each call by itself.
TEST(CallgrindImporter, KeepsTheTreeOfSingleCallsAsItIs) {
  const auto dump = [](const ImportOptions& options) {
    JobControl job;
    const auto tree =
        ImportProfile(SourceDir() / "tests/cct/import/data/callgrind/xdebug_calls.txt", options, job);
    return tree ? test::TextDump(**tree) : DescribeError(tree.error());
  };
  EXPECT_EQ(dump({.lines = true}), dump({}));
  EXPECT_NE(dump({}).find("main"), std::string::npos);
}

TEST(CallgrindImporter, MakesThreadsARingWhereItIsAsked) {
  const std::string one = "# callgrind format\nthread: 3\nevents: Ir\nfn=f\n1 5\n";
  const std::string two = one + "part: 1\nthread: 4\nevents: Ir\nfn=f\n1 6\n";
  EXPECT_EQ(test::LayersOf(one, ThreadRing::kWhenSeveral), 1u);
  EXPECT_EQ(test::LayersOf(one, ThreadRing::kAlways), 2u);
  EXPECT_EQ(test::LayersOf(two, ThreadRing::kWhenSeveral), 2u);
  EXPECT_EQ(test::LayersOf(two, ThreadRing::kMerged), 1u);
}

TEST(CallgrindImporter, HoldsItsLimits) {
  const std::string text = "# callgrind format\nevents: Ir\nfn=f\n1 5\nfn=g\n1 5\nfn=h\n1 5\n";
  EXPECT_EQ(test::MessageOf(text, {}), "fine");
  EXPECT_EQ(test::MessageOf(text, {.build = {.max_contexts = 2}}), "the tree has more than 2 contexts");
  EXPECT_EQ(test::MessageOf("events: Ir\nfn=f\n1 5\n2 5\n", {.build = {.max_contexts = 2}, .lines = true}),
            "the tree has more than 2 contexts");
  EXPECT_EQ(test::MessageOf(text, {.max_record_bytes = 8}),
            "expected lines of at most 8 bytes, found one of 18");
  EXPECT_EQ(test::MessageOf(text, {.build = {.max_string_bytes = 2}}), "the names take more than 2 bytes");
}

TEST(CallgrindImporter, IsFoundByItsContents) {
  for (const std::string_view text :
       {"# callgrind format\nevents: Ir\nfn=f\n1 5\n", "events: Ir\nfn=f\n1 5\n",
        "desc: a\ncmd: b\nevents: Ir\nfl=f.c\nfn=f\n1 5\n",
        "version: 1\ncreator: xdebug 3\npositions: line\nevents: Time\nfn=f\n1 5\n"}) {
    const CctPtr tree = test::Imported(text);
    EXPECT_EQ(tree->report().format, "callgrind") << text;
  }
  for (const std::string_view text : {"events: Ir 5\nmain;f 12\n", "fn=f 3\nfn=g 4\n"}) {
    const CctPtr tree = test::Imported(text);
    EXPECT_EQ(tree->report().format, "folded") << text;
  }
}

TEST(CallgrindImporter, IsFoundBehindALongCommand) {
  const CctPtr tree = test::Imported("version: 1\ncmd: program" + std::string(80'000, 'x') +
                                     "\nevents: hits\n\nfn=main\n1 5\ncfn=f\ncalls=1 1\n1 7\n\nfn=f\n1 7\n");
  EXPECT_EQ(tree->Total(0), 12u);
  EXPECT_EQ(tree->report().format, "callgrind");
}

TEST(CallgrindImporter, StopsWhenCancelled) {
  const std::string_view text = "# callgrind format\nevents: Ir\nfn=f\n1 5\n";
  EXPECT_EQ(test::EndWhenCancelled(text), ErrorCode::kCancelled);
}

TEST(CallgrindParts, AreARingWhereTheyAreAskedFor) {
  constexpr std::string_view kParts =
      "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npart: 1\ndesc: Trigger: Client Request: "
      "warm\n"
      "events: Ir\nfn=main\n1 10\ncfn=f\ncalls=1 1\n1 20\nfn=f\n1 20\n\n"
      "part: 2\ndesc: Trigger: Program termination\nevents: Ir\nfn=main\n1 1\nfn=f\n1 4\n";
  const CctPtr tree = test::Imported(kParts, {.labels = {"part"}});
  const Cct& parts = *tree;
  std::map<std::string, uint64_t> costs;
  const ContextRange ring = parts.ChildrenOf(kRootContext);
  for (ContextId part = ring.begin; part < ring.end; ++part)
    costs.emplace(parts.FrameAt(part).name, parts.Inclusive(part, 0));
  EXPECT_EQ(costs, (std::map<std::string, uint64_t>{{"part 1: Client Request: warm", 30},
                                                    {"part 2: Program termination", 5}}));
  const CctPtr missing = test::Imported(kParts, {.labels = {"region"}});
  EXPECT_NE(std::find(missing->report().notes.begin(), missing->report().notes.end(),
                      "No sample has a label 'region'."),
            missing->report().notes.end());
}

}  // namespace
}  // namespace ringscope::callgrind_test
