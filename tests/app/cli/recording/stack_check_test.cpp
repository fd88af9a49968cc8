#include "app/cli/recording/recorded_tree.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <utility>

#include "cct/tree/building/builder.h"
#include "tests/temporary_folder.h"

namespace ringscope::stack_check_test {
namespace {

class StackCheckTest : public ::testing::Test {
 protected:
  StackCheckTest() { builder_.AddMetric({"samples", "count", 1}); }

  void Add(uint64_t cost, std::initializer_list<Frame> stack) {
    BuildNode node = kBuildRoot;
    for (const Frame& frame : stack) node = builder_.Child(node, builder_.InternFrame(frame));
    builder_.AddSelf(node, 0, cost);
  }
  StackCheck Check(bool by_frame_pointers) {
    tree_ = std::move(builder_).Finish({}).value();
    return CheckStacks(*tree_, by_frame_pointers);
  }
  // Empty where there is no compiler.
  std::string Build(const std::string& options) {
    const std::filesystem::path source = folder_.path() / "p.cpp", program = folder_.path() / ("p" + options);
    std::ofstream(source)
        << "extern \"C\" int puts(const char*);\n"
           "__attribute__((noinline)) int work(const char* text) { return puts(text) + puts(text + 1); }\n"
           "int main(int n, char** words) { return work(words[0]) + n; }\n";
    const std::string command =
        "c++ -O1 " + options + " -o '" + program.string() + "' " + source.string() + " 2>/dev/null";
    return std::system(command.c_str()) == 0 ? program.string() : std::string();
  }

  CctBuilder builder_;
  CctPtr tree_;
  test::TemporaryFolder folder_;
};

TEST_F(StackCheckTest, TellsWhichStacksDoNotReachTheEntry) {
  const Frame thread{.name = "worker", .kind = FrameKind::kThread},
      kernel{.name = "do_exit", .kind = FrameKind::kKernel};
  const Frame unknown{.name = "[unknown]", .kind = FrameKind::kSynthetic};
  Add(50, {thread, {.name = "_start"}, {.name = "main"}, {.name = "work"}});
  Add(20, {{.name = "__libc_start_main@@GLIBC_2.34"}, {.name = "main"}, kernel});
  Add(10, {{.name = "clone3"}, {.name = "work"}});
  Add(7, {{.name = "work"}});
  Add(3, {unknown, {.name = "main"}});
  Add(1000, {kernel});  // no program in it
  const StackCheck check = Check(false);
  EXPECT_EQ(check.judged, 90u);
  EXPECT_EQ(check.cut, 10u);
  EXPECT_EQ(check.callerless, 0u);
  EXPECT_EQ(StackCheckText(check, false), "11.1 % of the stacks do not reach the program's entry");
  EXPECT_EQ(StackCheckText(check, true),
            "11.1 % of the stacks do not reach the program's entry: --tool perf-dwarf finds the callers");
  EXPECT_EQ(StackCheckText({}, true), "");
  EXPECT_EQ(StackCheckText({.judged = 5}, true), "all stacks reach the program's entry");
}

TEST_F(StackCheckTest, SeesFunctionsWhoseCallerIsMissing) {
  const std::string with = Build("-fno-omit-frame-pointer"), without = Build("-fomit-frame-pointer");
  if (with.empty()) GTEST_SKIP() << "no compiler is installed";
  const Frame kernel{.name = "sys_read", .kind = FrameKind::kKernel};
  for (const std::string& program : {with, without}) {
    Add(60, {{.name = "main", .module = program}, {.name = "work(char const*)", .module = program}});
    Add(10, {{.name = "main", .module = program}, {.name = "work", .module = program}, kernel});
  }
  Add(9, {{.name = "main", .module = "/nowhere/to/be/found"}});
  Add(1, {{.name = "main"}});
  StackCheck check = Check(true);
  EXPECT_EQ(check.judged, 150u);
  EXPECT_EQ(check.callerless, 70u);
  EXPECT_EQ(check.callerless_in, "p-fomit-frame-pointer");
  EXPECT_EQ(StackCheckText(check, true),
            "all stacks reach the program's entry; in 46.7 % the last function keeps no frame pointer, so "
            "that who called it "
            "is missing (most in p-fomit-frame-pointer): --tool perf-dwarf finds the callers");
  check += check;
  EXPECT_EQ(check.callerless, 140u);
  EXPECT_EQ(CheckStacks(*tree_, false).callerless, 0u);
}

}  // namespace
}  // namespace ringscope::stack_check_test
