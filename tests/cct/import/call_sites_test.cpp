#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "cct/file/cct_file.h"
#include "cct/transform/steps/steps.h"
#include "tests/cct/import/import_text.h"
#include "tests/test_paths.h"

namespace ringscope::call_sites_test {
namespace {

namespace fs = std::filesystem;

TEST(CallSites, AreToldApartByTheLineOfTheCaller) {
  const std::string_view perf =
      "prog 1 1.0: 10 cycles:\n"
      "\t            1a leaf+0x1 (/bin/prog)\n"
      "  a.c:30\n"
      "\t            2a work+0x1 (/bin/prog)\n"
      "  a.c:20\n"
      "\t            3a main+0x1 (/bin/prog)\n"
      "  a.c:10\n\n"
      "prog 1 2.0: 10 cycles:\n"
      "\t            1a leaf+0x1 (/bin/prog)\n"
      "  a.c:31\n"
      "\t            2a work+0x1 (/bin/prog)\n"
      "  a.c:21\n"
      "\t            3a main+0x1 (/bin/prog)\n"
      "  a.c:10\n\n";
  const auto tree = test::Import(perf, {.call_sites = true});
  ASSERT_TRUE(tree) << DescribeError(tree.error());
  EXPECT_EQ(test::TextDump(**tree),
            "# cycles events 1 20\n# samples count 1 2\n"
            "main [/bin/prog]  20/0 2/0\n"
            "  work [/bin/prog] <10  20/0 2/0\n"
            "    leaf [/bin/prog] <20  10/10 1/1\n"
            "    leaf [/bin/prog] <21  10/10 1/1\n");
  const auto merged = MergeCallSites(*tree);
  ASSERT_TRUE(merged);
  EXPECT_EQ(test::TextDump(**merged), test::TextDump(**test::Import(perf)));
  EXPECT_FALSE((*merged)->frames().tells_call_sites());
}

TEST(CallSites, OfACallGraphAreCallsFromTwoLines) {
  const std::string_view callgrind =
      "# callgrind format\nevents: Ir\nfn=main\n10 5\ncfn=work\ncalls=1 1\n11 30\ncfn=work\ncalls=2 1\n12 "
      "60\n"
      "fn=work\n1 90\n";
  const CctPtr tree = test::Imported(callgrind, {.call_sites = true});
  EXPECT_EQ(test::TextDump(*tree),
            "# Ir instructions 1 95\n# calls count 1 3\n"
            "main  95/5 3/0\n"
            "  work <12  60/60 2/2\n"
            "  work <11  30/30 1/1\n");
}

TEST(CallSites, AreKeptByFiles) {
  const CctPtr tree = test::Imported(
      "# callgrind format\nevents: Ir\nfn=main\n10 5\ncfn=work\ncalls=1 1\n11 30\nfn=work\n1 30\n",
      {.call_sites = true});
  const fs::path path = fs::path(testing::TempDir()) / "call_sites.cct";
  ASSERT_TRUE(WriteCctFile(*tree, path));
  const auto again = OpenCctFile(path);
  ASSERT_TRUE(again);
  EXPECT_TRUE((*again)->frames().tells_call_sites());
  EXPECT_EQ(test::TextDump(**again), test::TextDump(*tree));
}

// Merged they are what an import without them gives: of every format, for whatever its files hold.
TEST(CallSites, MergedGiveTheTreeWithoutThem) {
  std::set<std::string> telling;
  for (const auto& entry :
       fs::recursive_directory_iterator(SourceDir() / "tests/cct/import/data")) {
    const std::string extension = entry.path().extension().string();
    if (!entry.is_regular_file() || extension == ".dump" || extension == ".error") continue;
    const std::string bytes = test::BytesOf(entry.path());
    const auto plain = test::Import(bytes);
    const auto distinct = test::Import(bytes, {.call_sites = true});
    ASSERT_EQ(plain.has_value(), distinct.has_value()) << entry.path();
    if (!plain) continue;
    if ((*distinct)->frames().tells_call_sites()) telling.insert((*plain)->report().format);
    const auto merged = MergeCallSites(*distinct);
    ASSERT_TRUE(merged) << entry.path();
    for (MetricIndex m = 0; m < (*plain)->metric_count(); ++m)
      EXPECT_EQ((*merged)->Total(m), (*plain)->Total(m)) << entry.path();
    // What is divided among contexts may be divided otherwise where there are more of them.
    if ((*plain)->report().estimated.empty() && (*distinct)->report().estimated.empty()) {
      EXPECT_EQ(test::TextDump(**merged), test::TextDump(**plain)) << entry.path();
    }
  }
  EXPECT_EQ(telling, (std::set<std::string>{"callgrind", "firefox", "hprof", "jfr", "perf script", "pprof"}));
}

}  // namespace
}  // namespace ringscope::call_sites_test
