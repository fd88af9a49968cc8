// What the formats show of a profile while they read it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/cct/import/import_text.h"
#include "tests/cct/import/watched_import.h"
#include "tests/test_paths.h"

namespace ringscope::import_preview_formats_test {
namespace {

// The samples of all formats.
namespace fs = std::filesystem;

struct Sample {
  std::string name, bytes;
};

std::vector<Sample> Samples() {
  const fs::path folder = SourceDir() / "tests/cct/import/data";
  std::vector<Sample> samples;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!fs::exists(entry.path().string() + ".dump")) continue;
    samples.push_back({entry.path().lexically_relative(folder).string(), test::BytesOf(entry.path())});
  }
  std::sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) { return a.name < b.name; });
  return samples;
}

std::string DumpOf(const Cct& tree) { return test::TextDump(tree) + test::PointDump(tree); }

std::string TextOf(const Cct& tree) {
  return fmt::format("{}\n{}\n{}", tree.report().record_count, fmt::join(tree.report().notes, "\n"),
                     DumpOf(tree));
}

// Metrics by name and unit, with what they come to.
std::map<std::string, long double> Totals(const Cct& tree) {
  std::map<std::string, long double> totals;
  for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric) {
    const Metric& known = tree.metrics()[metric];
    // Which of several metrics of one name is "time (2)" is told by the whole.
    totals[known.name.substr(0, known.name.find(" (")) + " in " + known.unit] +=
        static_cast<long double>(tree.Inclusive(kRootContext, metric)) /
        static_cast<long double>(known.scale);
  }
  return totals;
}

void ExpectMetricsOf(const Cct& preview, const Cct& whole) {
  const auto whole_totals = Totals(whole);
  for (const auto& [metric, total] : Totals(preview)) {
    const auto found = whole_totals.find(metric);
    // While one of perf's events has come up alone, there is but one kind of samples.
    if (found == whole_totals.end() && metric == "samples in count" && whole.report().format == "perf.data")
      continue;
    ASSERT_NE(found, whole_totals.end()) << metric;
    // What is not freed yet may be so later. The nodes of a .cpuprofile may count other samples than it
    // lists.
    if (metric != "leaked in bytes" && whole.report().format != "cpuprofile") {
      EXPECT_LE(total, found->second) << metric;
    }
  }
}

TEST(ImportPreviewFormatsTest, GrowIntoTheTreeThatTheImportGivesWithoutThem) {
  std::set<std::string> formats;
  for (const Sample& sample : Samples()) {
    SCOPED_TRACE(sample.name);
    const Seen alone = ImportWatched(sample.bytes, 1, {std::chrono::hours(1), std::chrono::hours(1), 0, 1});
    const Seen seen = ImportWatched(sample.bytes, 1);
    ASSERT_TRUE(alone.whole && seen.whole);
    EXPECT_TRUE(alone.previews.empty());
    EXPECT_EQ(TextOf(*seen.whole), TextOf(*alone.whole));
    for (const CctPtr& preview : seen.previews) {
      EXPECT_TRUE(VerifyCct(*preview));
      ExpectMetricsOf(*preview, *seen.whole);
      formats.insert(seen.whole->report().format);
    }
  }
  EXPECT_EQ(formats, (std::set<std::string>{
                         "aprof",      "Austin",       "bpftrace",    "DHAT",        "Caliper",
                         "callgrind",  "chrome trace", "cpuprofile",  "firefox",     "folded",
                         "gperftools", "Hatchet",      "heapprofile", "heaptrack",   "HPCToolkit",
                         "jfr",        "otlp",         "otlp json",   "perf script", "pprof",
                         "pprof text", "speedscope",   "stackprof",   "pstats",      "pyinstrument",
                         "GHC JSON",   "GHC profile",  "cali",        "gprof",       "Instruments",
                         "simpleperf", "pmcstat",      "DTrace",      "perf.data",   "simpleperf protobuf",
                         "timemory"}));
}

// What an import of the first records alone gives, for formats that may end anywhere. The records are looked
// at behind the first, second, fourth and so on.
void ExpectImportsOfTheBeginning(std::string_view head, const std::vector<std::string>& records) {
  std::string text(head);
  for (const std::string& record : records) text += record;
  const Seen seen = ImportWatched(text, 1);
  size_t count = 1;
  ASSERT_GT(seen.previews.size(), 3u);
  for (const CctPtr& preview : seen.previews) {
    SCOPED_TRACE(count);
    std::string beginning(head);
    for (size_t i = 0; i < count; ++i) beginning += records[i];
    const Seen alone = ImportWatched(beginning, 1);
    ASSERT_TRUE(alone.whole);
    EXPECT_EQ(DumpOf(*preview), DumpOf(*alone.whole));
    count *= 2;
  }
}

// Of a text whose records cost the same, of which it shows the first one, two, four and so on.
void ExpectOneTwoFourRecords(std::string_view text, uint64_t cost_of_one) {
  const Seen seen = ImportWatched(text, 1);
  ASSERT_GT(seen.previews.size(), 3u);
  uint64_t count = 1;
  for (const CctPtr& preview : seen.previews) {
    ExpectPartOf(*preview, *seen.whole);
    EXPECT_EQ(preview->Inclusive(kRootContext, 0), count * cost_of_one);
    count *= 2;
  }
}

TEST(ImportPreviewFormatsTest, OfATraceTheSlicesSoFar) {
  std::mt19937 random(4);
  std::vector<std::string> events;
  for (int i = 0; i < 70; ++i) {
    const auto kind = random() % 3;
    events.push_back(fmt::format(R"({{"ph":"{}","pid":1,"tid":{},"ts":{},"dur":{},"name":"f{}"}},)",
                                 kind == 0   ? "B"
                                 : kind == 1 ? "E"
                                             : "X",
                                 random() % 2, random() % 500, random() % 90, random() % 5));
  }
  events[0] = R"({"ph":"X","pid":1,"tid":0,"ts":1,"dur":400,"name":"f0"},)";
  ExpectImportsOfTheBeginning("[", events);
}

TEST(ImportPreviewFormatsTest, OfATraceTheSamplesSoFar) {
  // Frames that come behind their samples are none as yet.
  std::vector<std::string> events;
  for (int i = 0; i < 20; ++i) events.push_back(fmt::format(R"({{"tid":1,"sf":{},"weight":1}},)", i % 3 + 1));
  std::string text = R"({"traceEvents":[],"stackFrames":{"1":{"name":"a"},"2":{"name":"b","parent":"1"},)"
                     R"("3":{"name":"c"}},"samples":[)";
  for (const std::string& event : events) text += event;
  text.back() = ']';
  ExpectOneTwoFourRecords(text + "}", 1);
}

TEST(ImportPreviewFormatsTest, OfAHeaptrackRecordingWhatWasAllocatedSoFar) {
  std::mt19937 random(6);
  std::vector<std::string> allocations;
  for (int i = 0; i < 70; ++i) {
    const auto kind = random() % 3;
    allocations.push_back(
        fmt::format("+ {}\n{}", kind, random() % 2 == 0 ? fmt::format("- {}\n", kind) : ""));
    // The preview comes behind the allocation, before what frees it.
    if ((i & (i + 1)) == 0) allocations.back() = fmt::format("+ {}\n", kind);
  }
  ExpectImportsOfTheBeginning(
      "v 10550 3\ns 1 m\ns 1 f\ns 1 g\ni 10 1 2\ni 20 1 3\nt 1 0\nt 2 1\na 10 1\na 20 2\na 8 2\n",
      allocations);
}

std::string V8Node(int id, std::string_view name, std::string_view cost, std::string_view rest) {
  return fmt::format(R"({{"id":{},"callFrame":{{"functionName":"{}","scriptId":"1","url":"a.js",)"
                     R"("lineNumber":1,"columnNumber":1}},{},"children":[{})",
                     id, name, cost, rest);
}

TEST(ImportPreviewFormatsTest, OfACpuProfileItsNodesThenTheTimeOfItsSamples) {
  // Each calls the next one.
  constexpr int kNodes = 40;
  std::string text = R"({"nodes":[)";
  for (int id = 1; id <= kNodes; ++id) {
    text += fmt::format(
        "{}{}]}}", id > 1 ? "," : "",
        V8Node(id, fmt::format("f{}", id), R"("hitCount":2)", id < kNodes ? std::to_string(id + 1) : ""));
  }
  text += R"(],"startTime":0,"endTime":9000,"samples":[)";
  for (int i = 0; i < 2 * kNodes; ++i) text += fmt::format("{}{}", i > 0 ? "," : "", i / 2 + 1);
  text += R"(],"timeDeltas":[)";
  for (int i = 0; i < 2 * kNodes; ++i) text += fmt::format("{}{}", i > 0 ? "," : "", 7);
  text += "]}";
  const Seen seen = ImportWatched(text, 1);
  ASSERT_GT(seen.previews.size(), 6u);
  std::set<size_t> depths;
  uint64_t last_samples = 0;
  uint64_t last_us = 0;
  for (const CctPtr& preview : seen.previews) {
    ExpectPartOf(*preview, *seen.whole);
    depths.insert(preview->context_count());
    const bool has_time = preview->metric_count() == 2;
    const uint64_t samples = preview->Inclusive(kRootContext, has_time ? 1 : 0);
    EXPECT_GE(samples, last_samples);
    last_samples = samples;
    const uint64_t time_us = has_time ? preview->Inclusive(kRootContext, 0) : 0;
    EXPECT_GE(time_us, last_us);
    last_us = time_us;
  }
  EXPECT_GT(depths.size(), 3u);  // while nodes were read
  EXPECT_GT(last_us, 0u);        // while times were read
}

TEST(ImportPreviewFormatsTest, OfACpuProfileWhoseNodesCountNothingItsSamplesSoFar) {
  std::string text = R"({"nodes":[)" + V8Node(1, "f", R"("scriptId":0)", "2]},") +
                     V8Node(2, "g", R"("scriptId":0)", "]}") + R"(],"samples":[)";
  for (int i = 0; i < 60; ++i) text += fmt::format("{}{}", i > 0 ? "," : "", i % 2 + 1);
  const Seen seen = ImportWatched(text + "]}", 1);
  ASSERT_GT(seen.previews.size(), 2u);
  uint64_t last = 0;
  for (const CctPtr& preview : seen.previews) {
    ExpectPartOf(*preview, *seen.whole);
    EXPECT_GT(preview->Inclusive(kRootContext, 0), last);
    last = preview->Inclusive(kRootContext, 0);
  }
}

TEST(ImportPreviewFormatsTest, OfAHeapProfileTheNodesSoFarBelowThoseThatAreOpen) {
  std::string text = R"({"head":)" + V8Node(1, "(root)", R"("selfSize":0)", "");
  // The outermost is V8's own root, which is no context.
  text.replace(text.find("a.js"), 4, "");
  for (int i = 0; i < 40; ++i) {
    text += fmt::format("{}{}", i > 0 ? "," : "",
                        V8Node(3 * i + 2, fmt::format("f{}", i % 3), R"("selfSize":5)", ""));
    text += V8Node(3 * i + 3, "g", R"("selfSize":3)", "]}") + "]}";
  }
  const Seen seen = ImportWatched(text + "]}}", 1);
  ASSERT_GT(seen.previews.size(), 4u);
  uint64_t last = 0;
  for (const CctPtr& preview : seen.previews) {
    ExpectPartOf(*preview, *seen.whole);
    EXPECT_GE(preview->Inclusive(kRootContext, 0), last);
    last = preview->Inclusive(kRootContext, 0);
  }
  EXPECT_GT(last, seen.previews[0]->Inclusive(kRootContext, 0));
}

TEST(ImportPreviewFormatsTest, OfAnAprofReportTheContextsSoFarWithTheirCosts) {
  std::string head = "c report generated by aprof (valgrind)\nv 6\nm bb-count\ni rms\n";
  std::vector<std::string> contexts;
  for (int id = 0; id < 40; ++id) {
    head += fmt::format("r \"f{}\" \"a\" {}\nq {} 1 5 5 5 25 1 5 5 5 5 25\n", id, id, id);
    contexts.push_back(fmt::format("x {} {} {}\n", id, id, id - 1));
  }
  ExpectOneTwoFourRecords(head + fmt::format("{}", fmt::join(contexts, "")), 5);
}

TEST(ImportPreviewFormatsTest, OfAnAprofReportWithoutContextsTheRoutinesSoFar) {
  std::vector<std::string> costs;
  for (int id = 0; id < 40; ++id) costs.push_back(fmt::format("p {} 1 5 5 5 25 1 5 5 5 5 25\n", id % 7));
  std::string head = "c report generated by aprof (valgrind)\nv 6\nm bb-count\ni rms\n";
  for (int id = 0; id < 7; ++id) head += fmt::format("r \"f{}\" \"a\" {}\n", id, id);
  ExpectOneTwoFourRecords(head + fmt::format("{}", fmt::join(costs, "")), 5);
}

TEST(ImportPreviewFormatsTest, OfACallGraphTheFunctionsSoFarBelowTheirCallers) {
  // Each calls the next one.
  constexpr int kFunctions = 40;
  std::string text = "# callgrind format\nevents: Ir\n";
  for (int f = 0; f < kFunctions; ++f) {
    text += fmt::format("fn=f{}\n1 5\n", f);
    if (f + 1 < kFunctions)
      text += fmt::format("cfn=f{}\ncalls=1 1\n1 {}\n", f + 1, 5 * (kFunctions - f - 1));
  }
  ExpectOneTwoFourRecords(text, 5);
}

TEST(ImportPreviewFormatsTest, OfXdebugTheCallsSoFarTheLastOnesFirst) {
  constexpr int kCalls = 40;
  std::string text = "version: 1\ncreator: xdebug 3.2.1 (PHP 8.2.2)\nevents: Time_(10ns) Memory_(bytes)\n\n";
  for (int i = 0; i < kCalls; ++i) text += fmt::format("fl=a.php\nfn=f{}\n2 5 0\n\n", i % 3);
  text += "fl=a.php\nfn={main}\n\nsummary: 205 0\n\n1 5 0\n";
  for (int i = 0; i < kCalls; ++i) text += fmt::format("cfl=a.php\ncfn=f{}\ncalls=1 0 0\n1 5 0\n", i % 3);
  ExpectOneTwoFourRecords(text, 50);
}

TEST(ImportPreviewFormatsTest, AnImportThatIsCancelledInOneEnds) {
  for (const Sample& sample : Samples()) {
    SCOPED_TRACE(sample.name);
    JobControl job;
    int published = 0;
    ImportPreview preview(
        [&](const CctPtr&) {
          ++published;
          job.cancel_requested = true;
        },
        kAtOnce);
    const auto tree = ImportProfileBytes(std::as_bytes(std::span(sample.bytes)),
                                         {.block_bytes = 256, .worker_count = 1, .preview = &preview}, job);
    ASSERT_LE(published, 1);
    if (published == 0) continue;
    ASSERT_FALSE(tree);
    EXPECT_EQ(tree.error().code, ErrorCode::kCancelled);
  }
}

}  // namespace
}  // namespace ringscope::import_preview_formats_test
