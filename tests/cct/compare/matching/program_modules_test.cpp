#include "cct/compare/matching/function_keys.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "cct/compare/series.h"
#include "cct/compare/tree_comparison.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/execution.h"
#include "tests/cct/test_trees.h"

namespace ringscope::program_modules_test {
namespace {

using Functions = std::vector<std::pair<std::string, std::string>>;  // name and module

CctPtr TreeOf(const Functions& functions) {
  CctBuilder builder;
  const MetricIndex metric = builder.AddMetric({"samples", "", 1});
  for (const auto& [name, module] : functions)
    builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = name, .module = module})), metric,
                    1);
  return std::move(builder).Finish({}).value();
}

CompareInput InputOf(const Functions& functions, const std::string& command = {}) {
  CompareInput input{TreeOf(functions), {"run"}};
  if (!command.empty()) SetAttribute(kCommandAttribute, command, input.execution);
  return input;
}

struct Joined {
  size_t common = 0;
  std::string notes;
};
Joined Compare(const CompareInput& before, const CompareInput& after, const CompareOptions& options = {}) {
  const auto comparison = CompareTrees(std::span(&before, 1), std::span(&after, 1), options);
  Joined joined;
  if (!comparison) return {0, comparison.error().message};
  for (size_t context = 1; context < comparison->kinds.size(); ++context)
    joined.common += comparison->kinds[context] == ContextKind::kCommon ? 1 : 0;
  for (const std::string& note : comparison->notes) joined.notes += note + "\n";
  return joined;
}

TEST(ProgramModules, AreTheOnesThatHoldMain) {
  const CompareInput before =
      InputOf({{"main", "/old/prog1"}, {"work", "/old/prog1"}, {"puts", "libc.so.6"}});
  const CompareInput after = InputOf({{"main", "build/x"}, {"work", "build/x"}, {"puts", "libc.so.6"}});
  const Joined joined = Compare(before, after);
  EXPECT_EQ(joined.common, 3u);
  EXPECT_NE(joined.notes.find("The programs 'prog1' and 'x' count as one module: 2 frames changed."),
            std::string::npos)
      << joined.notes;
  CompareOptions exact;
  exact.matching = Matching::kExact;
  EXPECT_EQ(Compare(before, after, exact).common, 1u);
  EXPECT_EQ(Compare(before, after, exact).notes.find("count as one"), std::string::npos);
}

TEST(ProgramModules, OfOneNameAreLeftAsTheyAre) {
  const Joined joined = Compare(InputOf({{"main", "/a/prog"}, {"f", "/a/prog"}}),
                                InputOf({{"main", "/b/prog"}, {"f", "/b/prog"}}));
  EXPECT_EQ(joined.common, 2u);
  EXPECT_EQ(joined.notes, "");
  // A rule joins them before.
  CompareOptions options;
  options.rules = NameRules::Parse("mod: prog[12]$ => prog\n").value();
  const Joined ruled = Compare(InputOf({{"main", "prog1"}}), InputOf({{"main", "prog2"}}), options);
  EXPECT_EQ(ruled.common, 1u);
  EXPECT_EQ(ruled.notes, "");
}

TEST(ProgramModules, AreToldByStartOrTheCommandToo) {
  // The loader begins as programs do.
  EXPECT_EQ(Compare(InputOf({{"_start", "ld-linux-x86-64.so.2"}, {"_start", "p1"}, {"f", "p1"}}),
                    InputOf({{"_start", "ld-linux-x86-64.so.2"}, {"_start", "p2"}, {"f", "p2"}}))
                .common,
            3u);
  const Functions first{{"f", "p1"}, {"g", "lib.so"}}, second{{"f", "p2"}, {"g", "lib.so"}};
  EXPECT_EQ(Compare(InputOf(first), InputOf(second)).common, 1u) << "nothing tells";
  EXPECT_EQ(Compare(InputOf(first, "./p1 -x"), InputOf(second, "'build dir/p2'")).common, 2u);
  // What an argument is called says nothing.
  EXPECT_EQ(Compare(InputOf(first, "tool p1"), InputOf(second, "tool p2")).common, 1u);
  // Of several programs the one that the command names.
  EXPECT_EQ(Compare(InputOf({{"main", "dash"}, {"main", "p1"}, {"f", "p1"}}, "sh -c ./p1"),
                    InputOf({{"main", "dash"}, {"main", "p2"}, {"f", "p2"}}, "sh -c ./p2"))
                .common,
            3u);
}

// Stacks may have lost how they began, and nobody recorded a command.
TEST(ProgramModules, AreToldByTheirFunctionsAtLast) {
  const Functions first{{"f", "p1"}, {"g", "p1"}, {"h", "p1"}, {"x", "lib.so"}},
      second{{"f", "p2"}, {"g", "p2"}, {"i", "p2"}, {"x", "lib.so"}};
  EXPECT_EQ(Compare(InputOf(first), InputOf(second)).common, 3u);
  Functions more = first;
  more.emplace_back("f", "q1");
  EXPECT_EQ(Compare(InputOf(more), InputOf(second)).common, 1u) << "which of them?";
  EXPECT_EQ(Compare(InputOf({{"f", "a.so"}, {"g", "a.so"}}), InputOf({{"f", "b.so"}, {"g", "b.so"}})).common,
            0u)
      << "libraries";
  EXPECT_EQ(Compare(InputOf({{"f", "p1"}, {"g", "p1"}, {"a", "p1"}, {"b", "p1"}, {"c", "p1"}}),
                    InputOf({{"f", "p2"}, {"g", "p2"}, {"u", "p2"}, {"v", "p2"}, {"w", "p2"}}))
                .common,
            0u)
      << "two of five";
}

// Each module of a script may have a function `main`.
TEST(ProgramModules, AreNoModulesOfScripts) {
  const auto input_of = [](const std::string& module, const std::string& file, FrameKind kind) {
    CctBuilder builder;
    const MetricIndex metric = builder.AddMetric({"samples", "", 1});
    for (const char* const name : {"main", "work"}) {
      const FrameId frame = builder.InternFrame({.name = name, .module = module, .file = file, .kind = kind});
      builder.AddSelf(builder.Child(kBuildRoot, frame), metric, 1);
    }
    return CompareInput{std::move(builder).Finish({}).value(), {"run"}};
  };
  for (const auto& [ending, kind] : {std::pair(".py", FrameKind::kUser),
                                     {".py", FrameKind::kInterpreted},
                                     {"", FrameKind::kInterpreted},
                                     {".rb", FrameKind::kUser}}) {
    const Joined joined = Compare(input_of("alpha", *ending ? std::string("alpha") + ending : "", kind),
                                  input_of("beta", *ending ? std::string("beta") + ending : "", kind));
    EXPECT_EQ(joined.common, 0u) << ending;
    EXPECT_EQ(joined.notes.find("count as one"), std::string::npos) << joined.notes;
  }
  EXPECT_EQ(
      Compare(input_of("alpha", "a.c", FrameKind::kUser), input_of("beta", "a.c", FrameKind::kUser)).common,
      2u);
}

TEST(ProgramModules, StayApartWhereOneSideHasBoth) {
  const Joined joined =
      Compare(InputOf({{"main", "p1"}, {"f", "p1"}, {"f", "p2"}}), InputOf({{"main", "p2"}, {"f", "p2"}}));
  EXPECT_EQ(joined.common, 1u);
  EXPECT_EQ(joined.notes, "");
}

TEST(ProgramModules, OfSeriesAreJoinedToo) {
  const CompareInput inputs[] = {InputOf({{"main", "v1"}, {"f", "v1"}}),
                                 InputOf({{"main", "v2"}, {"f", "v2"}}),
                                 InputOf({{"main", "v3"}, {"f", "v3"}})};
  const auto series = BuildSeries(inputs);
  ASSERT_TRUE(series);
  EXPECT_EQ(series->tree->context_count(), 3u);
  ASSERT_EQ(series->notes.size(), 1u);
  EXPECT_EQ(series->notes[0], "The programs 'v1', 'v2' and 'v3' count as one module: 4 frames changed.");
  EXPECT_EQ(series->tree->FrameAt(1).module, "v3");
}

// As folded stacks of perf begin with what the thread is called.
TEST(ProgramModules, StacksMayBeginWithTheirNames) {
  const auto input_of = [](const std::string& folded) {
    return CompareInput{test::TreeFromFolded(folded), {"run"}};
  };
  const Joined joined =
      Compare(input_of("prog1;main;work 3\nsh;main;wait 1\n"), input_of("prog2;main;work 5\nsh;main 1\n"));
  EXPECT_EQ(joined.common, 5u);
  EXPECT_NE(joined.notes.find("The programs 'prog1' and 'prog2' count as one: 1 frame changed."),
            std::string::npos)
      << joined.notes;
  // Functions are none, nor what one side has beside its own.
  EXPECT_EQ(Compare(input_of("a;f 3\n"), input_of("b;f 3\n")).common, 0u);
  EXPECT_EQ(Compare(input_of("p1;main 3\np2;main 1\n"), input_of("p2;main 3\n")).common, 2u);
  EXPECT_EQ(Compare(input_of("p1;main 3\nq1;main 1\n"), input_of("p2;main 3\n")).common, 0u)
      << "which of them?";
}

}  // namespace
}  // namespace ringscope::program_modules_test
