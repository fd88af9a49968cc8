#include "cct/classes/native_classes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "cct/file/cct_file.h"
#include "cct/symbols/dwarf_classes.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/building/frame_interner.h"
#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"
#include "tests/temporary_folder.h"

namespace ringscope::zoo {
int CountLegs(int which);
}

namespace ringscope::native_classes_test {
namespace {

std::string OwnPath() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

CctPtr Profile(const std::string& module) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  BuildNode node = kBuildRoot;
  for (const char* const name :
       {"main", "ringscope::zoo::CountLegs(int)", "ringscope::zoo::Bird::Legs() const",
        "ringscope::zoo::Pair<int>::Half::Count() const", "ringscope::zoo::Fish::Legs() const"}) {
    const FrameId frame = builder.InternFrame({.name = name, .module = module});
    if (std::string_view(name) == "main") builder.frames().SetCode(frame, 7);
    node = builder.Child(node, frame);
  }
  const FrameId known =
      builder.InternFrame({.name = "ringscope::zoo::Animal::Legs() const", .module = module});
  builder.frames().SetClass(known, builder.frames().InternClass({"Mine", ""}));
  builder.AddSelf(builder.Child(node, known), 0, 1);
  return std::move(builder).Finish({}).value();
}

// "Legs: Bird < Pair<int> < Animal", of those that have a class.
std::vector<std::string> ClassesOf(const Cct& tree) {
  std::vector<std::string> lines;
  const FrameFacts& facts = tree.frames().facts();
  for (FrameId frame = 0; frame < tree.frames().size(); ++frame) {
    std::string line;
    for (ClassId at = facts.ClassOf(frame); at != kNoClass; at = facts.SuperclassOf(at))
      line += (line.empty() ? "" : " < ") + FullNameOf(facts[at]);
    if (!line.empty()) lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST(NativeClasses, AreThoseOfTheDebugInformation) {
  EXPECT_EQ(zoo::CountLegs(0), 2);
  const CctPtr tree = Profile(OwnPath());
  const auto known = WithNativeClasses(tree);
  ASSERT_TRUE(known) << known.error().message;
  ASSERT_TRUE(VerifyCct(**known));
  EXPECT_EQ(ClassesOf(**known),
            (std::vector<std::string>{
                "Mine", "ringscope::zoo::Bird < ringscope::zoo::Pair<int> < ringscope::zoo::Animal",
                "ringscope::zoo::Pair<int>::Half"}));
  EXPECT_EQ((*known)->report().notes.back(),
            "Classes of 2 functions were found in the debug information of 1 module.");
  // All else is as it was.
  EXPECT_EQ(test::TsvDump(**known), test::TsvDump(*tree));
  EXPECT_EQ((*known)->frames().facts().CodeOf((*known)->FrameOf(1)), 7u);
  const test::TemporaryFolder folder;
  ASSERT_TRUE(WriteCctFile(**known, folder.path() / "a.cct"));
  const auto opened = OpenCctFile(folder.path() / "a.cct");
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_EQ(ClassesOf(**opened), ClassesOf(**known));
}

TEST(NativeClasses, OfModulesThatAreNotThereAreUnknown) {
  const test::TemporaryFolder folder;
  const auto text = folder.path() / "text";
  std::ofstream(text) << "no program";
  for (const std::string& module :
       {std::string("/no/such/file"), std::string("libc.so"), text.string(), folder.path().string()}) {
    const auto known = WithNativeClasses(Profile(module));
    ASSERT_TRUE(known);
    EXPECT_EQ(ClassesOf(**known), std::vector<std::string>{"Mine"});
  }
}

TEST(NativeClasses, TellHowFarTheyAreAndCanBeCancelled) {
  JobControl job;
  ASSERT_TRUE(WithNativeClasses(Profile(OwnPath()), &job));
  EXPECT_GT(job.total_units, 0u);
  EXPECT_EQ(job.done_units, job.total_units);
  job.cancel_requested = true;
  EXPECT_EQ(WithNativeClasses(Profile(OwnPath()), &job).error().code, ErrorCode::kCancelled);
  int units = 0;
  const ProgramClasses some = ReadProgramClasses(OwnPath(), [&](uint64_t, uint64_t) { return ++units < 1; });
  EXPECT_EQ(units, 1);
  EXPECT_TRUE(some.has_debug_information);
  EXPECT_FALSE(some.is_whole);
}

// Whatever stands in the debug information, reading it ends.
TEST(NativeClasses, DamagedProgramsHaveSomeClassesOrNone) {
  std::ifstream in(OwnPath(), std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(in)), {});
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "program";
  const size_t at = whole.find("CountLegs");
  ASSERT_NE(at, std::string::npos);
  for (const size_t size : {size_t{0}, size_t{100}, at, whole.size() - 3000}) {
    std::ofstream(path, std::ios::binary) << whole.substr(0, size);
    static_cast<void>(ReadProgramClasses(path.string(), [](uint64_t, uint64_t) { return true; }));
  }
}

}  // namespace
}  // namespace ringscope::native_classes_test
