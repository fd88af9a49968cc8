#include "cct/import/perf/perf_form.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "cct/tree/building/builder.h"
#include "tests/cct/import/stream_source.h"

namespace ringscope::perf_form_test {
namespace {

TEST(PerfForm, IsThatOfTheFirstLines) {
  constexpr std::string_view kChain = "\t            1135 leaf\n\t    7f0012345678 main (/bin/a)\n\n";
  const auto form = [&](std::string_view first_line) {
    return PerfFormOf(std::string(first_line) + std::string(kChain), true);
  };
  EXPECT_EQ(form("a b 12 1.5: 7 cycles: \n"), PerfForm::kTasks);
  EXPECT_EQ(form("a b 12 cycles: \n"), PerfForm::kTimeless);
  for (const char* line : {"a b \n", "a b 1.5: \n", "1.5: \n", "a b cycles: \n", "a b    5000000 cycles: \n",
                           "a b 12 \n", "   12 \n", "a b 12/13 \n", "         3 \n"}) {
    EXPECT_EQ(form(line), PerfForm::kFields) << line;
  }
  EXPECT_EQ(form(""), PerfForm::kFramesOnly);
  EXPECT_EQ(form("\n"), PerfForm::kFramesOnly);
  EXPECT_EQ(form("# a comment\n\n"), PerfForm::kFramesOnly);
  // perf has no stack for some samples, and may end in the middle of one.
  EXPECT_EQ(form("idle \n\na b \n"), PerfForm::kFields);
  EXPECT_EQ(PerfFormOf("a \n\t            1135 leaf\n\nb \n\t      ", false), PerfForm::kFields);
}

TEST(PerfForm, EventsFromAPipeTellIfTheirStacksAreForPerf) {
  const auto number = [](uint64_t value, size_t size) {
    std::string bytes;
    for (size_t i = 0; i < size; ++i) bytes += static_cast<char>(value >> 8 * i & 0xff);
    return bytes;
  };
  const auto record = [&](uint64_t type, const std::string& body) {
    return number(type, 4) + number(2, 2) + number(body.size() + 8, 2) + body;
  };
  constexpr uint64_t kIpAndThread = 3, kStackUser = 1 << 13;
  for (const uint64_t sample_type : {kIpAndThread, kIpAndThread | kStackUser}) {
    const std::string attribute =
        number(1, 4) + number(64, 4) + std::string(16, '\0') + number(sample_type, 8) + std::string(32, '\0');
    const auto source = test::TextSource(
        "PERFILE2" + number(16, 8) + record(64, attribute) + record(9, std::string(24, '\1')), 0);
    const ImportOptions options;
    CctBuilder builder;
    ImportReport report;
    JobControl job;
    EXPECT_EQ(HasStacksForPerf({*source, options, builder, report, job}), sample_type != kIpAndThread);
  }
}

TEST(PerfForm, IsThatOfSamplesOnOneLine) {
  const auto form = [](std::string_view text) { return PerfFormOf(text, true); };
  EXPECT_EQ(form("    a b      55ea07e1b135 f (/bin/a)\n    c             401136 g (/bin/c)\n"),
            PerfForm::kLines);
  EXPECT_EQ(form("     55ea07e1b135 f (/bin/a)\n"), PerfForm::kLines);
  EXPECT_EQ(form("    a b      55ea07e1b135 f\n"), PerfForm::kUnclear);
  EXPECT_EQ(form("    a b      55ea07e1b135\n"), PerfForm::kUnclear);
}

TEST(PerfForm, IsNoneOfOtherText) {
  for (const char* text :
       {"", "\n", "a b\n", "a;b 12\n", "a b\n\tindented text\n", "a b\n\t            1135x leaf\n",
        "a b\n\t1135 leaf\n", "a b\nc d\n\t            1135 leaf\n",
        "a b\n\t            1135 leaf\nother text\n",
        "\n\t            1135 leaf\n\na b \n\t            1135 leaf\n",
        "one\n\ntwo\n\nthree\n\t            1135 leaf\n", "   total            123456 files (of 3)\n",
        "a b      55ea07e1b135 f\nother text\n", "             123456789012\n", "@[\n    main+5\n]: 3\n"}) {
    EXPECT_EQ(PerfFormOf(text, true), PerfForm::kNone) << text;
  }
}

}  // namespace
}  // namespace ringscope::perf_form_test
