#include "cct/file/cct_file.h"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "cct/export/dump.h"
#include "cct/file/cct_file_layout.h"
#include "cct/file/cct_format_generated.h"
#include "cct/tree/building/type_list.h"
#include "cct/tree/frame_table.h"
#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"
#include "tests/temporary_folder.h"
#include "tests/test_paths.h"

namespace ringscope::cct_file_test {
namespace {

using test::RandomTree;
using test::TextDump;

class CctFileTest : public testing::Test {
 protected:
  static std::string Read(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void WriteBytes(const std::string& bytes) const {
    std::ofstream out(path_, std::ios::binary | std::ios::trunc);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  // Opens and, when that works, verifies and walks everything: what any reader of a hostile file might do.
  Result<void> OpenVerifyWalk() const {
    const auto tree = OpenCctFile(path_);
    if (!tree) return tl::unexpected(tree.error());
    const auto verified = VerifyCct(**tree);
    for (ContextId i = 0; i < (*tree)->context_count(); ++i) {
      uint64_t read = (*tree)->ParentOf(i) + (*tree)->LayerOf(i) + (*tree)->FrameAt(i).name.size();
      for (MetricIndex m = 0; m < (*tree)->metric_count(); ++m) read += (*tree)->Self(i, m);
      (*tree)->types().ForEach(
          i, [&](const SeenType& seen) { read += (*tree)->types().NameOf(seen.type).size(); });
      static_cast<void>(read);
    }
    return verified;
  }

  const test::TemporaryFolder temporary_;
  const std::filesystem::path& folder_ = temporary_.path();
  const std::filesystem::path path_ = folder_ / "tree.cct";
};

CctPtr SampleTree() {
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  builder.AddMetric({"bytes", "bytes", 100});
  const BuildNode a = builder.Child(kBuildRoot, builder.InternFrame({.name = std::string_view("a\0b", 3),
                                                                     .module = "libx.so",
                                                                     .file = "x.c",
                                                                     .line = 3,
                                                                     .column = 9,
                                                                     .kind = FrameKind::kKernel}));
  const BuildNode b = builder.Child(a, builder.InternFrame({.name = "b\xff"}));
  builder.AddSelf(a, 0, 5);
  builder.AddSelf(b, 1, 7);
  builder.MarkContext(b, kCallersCutOff);
  builder.MarkContext(a, kEstimated);
  SampleList list;
  list.valued = {1};
  list.values.resize(1);
  for (const uint64_t value : {4, 3}) {
    list.Add(10 * value, b);
    list.values[0].Add(value);
  }
  builder.SetSamples(std::vector<SampleList>(1, list));
  TypeList& types = builder.types();
  types.Add({a, kReceiverRole, types.NameOf("util.ArrayList"), 5});
  types.Add({a, kReceiverRole, types.NameOf("util.LinkedList"), 2});
  types.Add({a, kReceiverRole, kOtherTypes, 1});
  types.Add({b, kFirstArgument + 7, types.NameOf("int"), uint64_t{1} << 40});
  ImportReport report;
  report.format = "test";
  report.record_count = 4;
  report.input_bytes = 99;
  report.truncated_stack_count = 1;
  report.Skip("no count", 17, 2);
  report.Keep("no stack", 5);
  report.estimated.push_back({"time", 2, 5});
  report.notes.push_back("a note");
  return std::move(builder).Finish(report).value();
}

TEST_F(CctFileTest, KeepsEverything) {
  const CctPtr tree = SampleTree();
  ASSERT_TRUE(WriteCctFile(*tree, path_));
  const auto reopened = OpenCctFile(path_);
  ASSERT_TRUE(reopened) << reopened.error().message;
  ASSERT_TRUE(VerifyCct(**reopened));
  EXPECT_EQ(TextDump(**reopened), TextDump(*tree));
  EXPECT_EQ(test::TypeDump(**reopened), test::TypeDump(*tree));
  EXPECT_NE(test::TypeDump(*tree).find("2\targument 8\tint\t1099511627776\n"), std::string::npos);
  EXPECT_EQ((*reopened)->report(), tree->report());
  EXPECT_EQ((*reopened)->FlagsOf(1), kEstimated);
  EXPECT_EQ((*reopened)->FlagsOf(2), kCallersCutOff);
  EXPECT_TRUE(std::equal(tree->metrics().begin(), tree->metrics().end(), (*reopened)->metrics().begin()));
  EXPECT_EQ((*reopened)->FrameAt(1).name, std::string_view("a\0b", 3));
}

// Values that need four bytes, values that need eight, and chunks of a few samples.
TEST_F(CctFileTest, KeepsTheSamplesWithTheirTimes) {
  for (const uint64_t large : {uint64_t{9}, uint64_t{1} << 33}) {
    CctBuilder builder;
    builder.AddMetric({"cost", "count", 1});
    builder.AddMetric({"samples", "count", 1});
    const BuildNode a = builder.Child(kBuildRoot, builder.InternFrame({.name = "a"}));
    SampleList list;
    list.valued = {0};
    list.values.resize(1);
    list.counted = {1};
    for (uint64_t i = 0; i < 40; ++i) {
      const uint64_t value = i == 20 ? large : i;
      builder.AddSelf(a, 0, value);
      builder.AddSelf(a, 1, 1);
      list.Add(5 * i, a);
      list.values[0].Add(value);
    }
    builder.SetSamples(std::vector<SampleList>(1, std::move(list)));
    const CctPtr tree = std::move(builder).Finish({}).value();
    CctWriteOptions options;
    options.chunk_bytes_log2 = 6;
    ASSERT_TRUE(WriteCctFile(*tree, path_, options));
    const auto reopened = OpenCctFile(path_);
    ASSERT_TRUE(reopened) << reopened.error().message;
    ASSERT_TRUE(VerifyCct(**reopened));
    ASSERT_EQ((*reopened)->sample_count(), 40u);
    EXPECT_EQ((*reopened)->time_span_ns(), 195u);
    const SampleSeries& series = (*reopened)->sample_series()[0];
    EXPECT_EQ(series.metrics[0].values.narrow.empty(), large > 9);
    EXPECT_EQ(series.metrics[0].ValueOf(20), large);
    const auto dump = [](const Cct& of) {
      std::string text;
      EXPECT_TRUE(DumpSamples(of, [&](std::string_view part) -> Result<void> {
        text += part;
        return {};
      }));
      return text;
    };
    EXPECT_EQ(dump(**reopened), dump(*tree));
  }
}

TEST_F(CctFileTest, KeepsThePointsOfContexts) {
  CctBuilder builder;
  builder.AddMetric({"cost", "count", 1});
  const BuildNode a = builder.Child(kBuildRoot, builder.InternFrame({.name = "a"}));
  const BuildNode b = builder.Child(kBuildRoot, builder.InternFrame({.name = "b"}));
  builder.AddSelf(b, 0, 5);  // stands first
  builder.SetPoints({{"input", "cells", false}, {"squares", "count", true}}, {a, b, a},
                    {{1, 2, 3}, {std::bit_cast<uint64_t>(0.5), 0, std::bit_cast<uint64_t>(1e300)}});
  const CctPtr tree = std::move(builder).Finish({}).value();
  constexpr std::string_view kDump = "context\tinput\tsquares\n1\t2\t0\n2\t1\t0.5\n2\t3\t1e+300\n";
  const auto dump = [](const Cct& of) {
    std::string text;
    EXPECT_TRUE(DumpPoints(of, [&](std::string_view part) -> Result<void> {
      text += part;
      return {};
    }));
    return text;
  };
  EXPECT_EQ(dump(*tree), kDump);
  for (const uint32_t chunk_bytes_log2 : {6u, 30u}) {
    ASSERT_TRUE(WriteCctFile(*tree, path_, {.chunk_bytes_log2 = chunk_bytes_log2}));
    const auto reopened = OpenCctFile(path_);
    ASSERT_TRUE(reopened) << reopened.error().message;
    ASSERT_TRUE(VerifyCct(**reopened));
    EXPECT_EQ(dump(**reopened), kDump);
    EXPECT_TRUE(std::equal(tree->point_fields().begin(), tree->point_fields().end(),
                           (*reopened)->point_fields().begin(), (*reopened)->point_fields().end()));
  }
}

CctPtr TreeOfTwoExecutions(uint32_t second) {
  CctBuilder builder;
  builder.AddMetric({"time@before1", "ns", 1, MetricRole::kExecution, 0});
  builder.AddMetric({"time@after1", "ns", 1, MetricRole::kExecution, second});
  builder.AddMetric({"time@change", "ns", 1, MetricRole::kChange});
  builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "f"})), 0, 5);
  ImportReport report;
  report.executions = {{"a", Side::kBefore, -5, {{"commit", "5f1c9e2"}, {"", std::string("\0", 1)}}},
                       {"", Side::kAfter, std::nullopt, {}},
                       {"c", std::nullopt, int64_t{1} << 40, {}}};
  return std::move(builder).Finish(report).value();
}

TEST_F(CctFileTest, KeepsTheExecutions) {
  const CctPtr tree = TreeOfTwoExecutions(2);
  ASSERT_TRUE(WriteCctFile(*tree, path_));
  const CctPtr reopened = OpenCctFile(path_).value();
  EXPECT_EQ(reopened->report(), tree->report());
  EXPECT_TRUE(std::equal(tree->metrics().begin(), tree->metrics().end(), reopened->metrics().begin()));
}

TEST_F(CctFileTest, AMetricIsOfAnExecutionThatThereIs) {
  ASSERT_TRUE(WriteCctFile(*TreeOfTwoExecutions(3), path_));
  EXPECT_EQ(OpenCctFile(path_).error().message,
            "metric 'time@after1': expected one of 3 executions, found 3");
  // What a newer writer may say of a metric is left out.
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1, static_cast<MetricRole>(200), 7});
  ASSERT_TRUE(WriteCctFile(*std::move(builder).Finish({}).value(), path_));
  EXPECT_EQ(OpenCctFile(path_).value()->metrics()[0], (Metric{"time", "ns", 1}));
}

// A file of nothing but a header.
std::string HeaderAlone(flatbuffers::FlatBufferBuilder& builder,
                        const std::vector<flatbuffers::Offset<format::Metric>>& metrics,
                        const std::vector<flatbuffers::Offset<format::Execution>>& executions) {
  const auto stored_metrics = builder.CreateVector(metrics);
  const auto stored_executions = builder.CreateVector(executions);
  const auto columns = builder.CreateVector(std::vector<flatbuffers::Offset<format::Column>>());
  format::HeaderBuilder header(builder);
  header.add_context_count(1);
  header.add_metrics(stored_metrics);
  header.add_columns(columns);
  header.add_executions(stored_executions);
  format::FinishHeaderBuffer(builder, header.Finish());
  const cct_file::Preamble preamble{cct_file::kMagic,
                                    kCctFormatVersion,
                                    0,
                                    sizeof(cct_file::Preamble) + builder.GetSize(),
                                    sizeof(cct_file::Preamble),
                                    builder.GetSize(),
                                    XXH3_64bits(builder.GetBufferPointer(), builder.GetSize()),
                                    {}};
  return std::string(reinterpret_cast<const char*>(&preamble), sizeof preamble) +
         std::string(reinterpret_cast<const char*>(builder.GetBufferPointer()), builder.GetSize());
}

// A small header could otherwise become any amount of memory.
TEST_F(CctFileTest, TheTextsOfAHeaderAreNoLongerThanTheFile) {
  for (const bool of_metrics : {true, false}) {
    flatbuffers::FlatBufferBuilder builder;
    const auto long_text = builder.CreateString(std::string(100'000, 'x'));
    std::vector<flatbuffers::Offset<format::Metric>> metrics{format::CreateMetric(builder)};
    std::vector<flatbuffers::Offset<format::Execution>> executions;
    for (int k = 0; k < 1000; ++k) {
      if (of_metrics)
        metrics.push_back(format::CreateMetric(builder, long_text, long_text));
      else
        executions.push_back(format::CreateExecution(builder, long_text));
    }
    WriteBytes(HeaderAlone(builder, metrics, executions));
    EXPECT_EQ(OpenCctFile(path_).error().message, "the texts of the header are longer than the file");
  }
}

TEST_F(CctFileTest, MetricsAndExecutionsAreBounded) {
  for (const bool of_metrics : {true, false}) {
    flatbuffers::FlatBufferBuilder builder;
    const std::vector<flatbuffers::Offset<format::Metric>> metrics(of_metrics ? kMaxStoredMetrics + 1 : 1,
                                                                   format::CreateMetric(builder));
    const std::vector<flatbuffers::Offset<format::Execution>> executions(
        of_metrics ? 0 : kMaxStoredMetrics + 1, format::CreateExecution(builder));
    WriteBytes(HeaderAlone(builder, metrics, executions));
    EXPECT_EQ(OpenCctFile(path_).error().message, of_metrics
                                                      ? "expected at most 262144 metrics, found 262145"
                                                      : "expected at most 262144 executions, found 262145");
  }
}

TEST_F(CctFileTest, OpeningCanBeCancelled) {
  ASSERT_TRUE(WriteCctFile(*SampleTree(), path_));
  JobControl job;
  EXPECT_TRUE(OpenCctFile(path_, &job));
  job.cancel_requested = true;
  EXPECT_EQ(OpenCctFile(path_, &job).error().code, ErrorCode::kCancelled);
}

// A file as the first release wrote it. It must stay readable for ever; never regenerate it.
TEST_F(CctFileTest, FilesOfVersion1StayReadable) {
  const auto tree = OpenCctFile(SourceDir() / "tests/cct/file/data/version_1.cct");
  ASSERT_TRUE(tree) << tree.error().message;
  ASSERT_TRUE(VerifyCct(**tree));
  EXPECT_EQ(test::TsvDump(**tree), test::TsvDump(*test::WorkedExample()));
  EXPECT_EQ((*tree)->report().record_count, 18u);
}

TEST_F(CctFileTest, KeepsWhatIsKnownOfFrames) {
  const CctPtr tree = RandomTree(11, {.facts = true});
  const std::string expected = test::FrameDump(*tree);
  EXPECT_NE(expected.find("value distinct"), std::string::npos);
  for (const uint32_t chunk_bytes_log2 : {6u, 20u}) {
    ASSERT_TRUE(WriteCctFile(*tree, path_, {.chunk_bytes_log2 = chunk_bytes_log2}));
    const auto reopened = OpenCctFile(path_);
    ASSERT_TRUE(reopened) << reopened.error().message;
    ASSERT_TRUE(VerifyCct(**reopened));
    EXPECT_EQ(test::FrameDump(**reopened), expected);
    EXPECT_EQ((*reopened)->frames().facts().values(), tree->frames().facts().values());
  }
}

// What a file of this version that knows of frames holds stays readable.
TEST_F(CctFileTest, FilesThatKnowOfFramesStayReadable) {
  const auto tree = OpenCctFile(SourceDir() / "tests/cct/file/data/frame_facts.cct");
  ASSERT_TRUE(tree) << tree.error().message;
  ASSERT_TRUE(VerifyCct(**tree));
  EXPECT_EQ(
      test::FrameDump(**tree),
      "name\tmodule\tfile\tline\tcolumn\tkind\tsource\tclass\tclass kind\tsuperclasses\tcode\treceivers\t"
      "returns self\n"
      "main\tapp\tmain.c\t3\t0\tuser\tunknown\t\t\t\t\t\t\n"
      "sort\tapp\tlist.c\t12\t0\tuser\tunknown\tutil.List\tclass\tutil.Base\t00000000deadbeef\t>=1000\t1\n");
}

TEST_F(CctFileTest, WritingWhatWasReadGivesTheSameBytes) {
  ASSERT_TRUE(WriteCctFile(*RandomTree(5, {.contexts = 3000, .metrics = 2, .facts = true}), path_));
  const std::string first = Read(path_);
  ASSERT_TRUE(WriteCctFile(**OpenCctFile(path_), path_));
  EXPECT_EQ(Read(path_), first);
}

TEST_F(CctFileTest, ManyChunksReadAsOneColumn) {
  const CctPtr tree = RandomTree(6, {.contexts = 3000, .metrics = 3});
  const std::string expected = TextDump(*tree);
  for (const uint32_t chunk_bytes_log2 : {6u, 9u, 13u}) {
    ASSERT_TRUE(WriteCctFile(*tree, path_, {.chunk_bytes_log2 = chunk_bytes_log2}));
    const auto reopened = OpenCctFile(path_);
    ASSERT_TRUE(reopened) << reopened.error().message;
    ASSERT_TRUE(VerifyCct(**reopened));
    EXPECT_EQ(TextDump(**reopened), expected);
    // And from many chunks to other ones, which have to be put together.
    const auto second_path = folder_ / "second.cct";
    ASSERT_TRUE(WriteCctFile(**reopened, second_path, {.chunk_bytes_log2 = 11}));
    EXPECT_EQ(TextDump(**OpenCctFile(second_path)), expected);
  }
}

// The chunk prefix is written by hand; the FlatBuffers library must read the same thing.
TEST_F(CctFileTest, ChunksAreFlatBuffersToTheLibraryToo) {
  const CctPtr tree = RandomTree(9, {.contexts = 300});
  ASSERT_TRUE(WriteCctFile(*tree, path_, {.chunk_bytes_log2 = 10}));
  const CctPtr reopened = OpenCctFile(path_).value();
  size_t u32_elements = 0;
  ASSERT_FALSE(reopened->stored_chunks().empty());
  for (const StoredChunk& chunk : reopened->stored_chunks()) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(chunk.bytes.data());
    flatbuffers::Verifier verifier(bytes, chunk.bytes.size());
    if (chunk.column_name.starts_with("first_child ")) {
      ASSERT_TRUE(verifier.VerifyBuffer<format::U32Chunk>("CCTC")) << chunk.column_name;
      const auto* values = flatbuffers::GetRoot<format::U32Chunk>(bytes)->values();
      for (const uint32_t value : *values) ASSERT_EQ(value, tree->columns().first_child[u32_elements++]);
    } else if (chunk.column_name.starts_with("running_inclusive")) {
      ASSERT_TRUE(verifier.VerifyBuffer<format::U64Chunk>("CCTC")) << chunk.column_name;
    } else if (chunk.column_name.starts_with("string_bytes")) {
      ASSERT_TRUE(verifier.VerifyBuffer<format::U8Chunk>("CCTC")) << chunk.column_name;
    }
  }
  EXPECT_EQ(u32_elements, tree->columns().first_child.size());
}

TEST_F(CctFileTest, AnyTruncationIsAnError) {
  ASSERT_TRUE(WriteCctFile(*RandomTree(8, {.contexts = 200}), path_));
  const std::string whole = Read(path_);
  for (size_t size = 0; size < whole.size(); size += 1 + whole.size() / 300) {
    WriteBytes(whole.substr(0, size));
    EXPECT_FALSE(OpenVerifyWalk()) << "cut to " << size << " bytes";
  }
  WriteBytes(whole + "x");
  EXPECT_FALSE(OpenVerifyWalk());
}

TEST_F(CctFileTest, FlippedBitsAreFoundUnlessTheyMeanNothing) {
  const CctPtr tree = SampleTree();
  const std::string dump = TextDump(*tree);
  ASSERT_TRUE(WriteCctFile(*tree, path_));
  const std::string whole = Read(path_);
  size_t silent = 0;
  for (size_t at = 0; at < whole.size(); at += 3) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ (1 << (at % 8)));
    WriteBytes(flipped);
    if (OpenVerifyWalk()) {
      // Only bytes that mean nothing (padding, reserved words) may change unnoticed.
      ++silent;
      ASSERT_EQ(TextDump(**OpenCctFile(path_)), dump) << "byte " << at;
    }
  }
  EXPECT_LT(silent, whole.size() / 6);
}

TEST_F(CctFileTest, ErrorsSayWhatIsWrong) {
  EXPECT_EQ(OpenCctFile(folder_ / "missing.cct").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(OpenCctFile(folder_).error().code, ErrorCode::kIo);
  WriteBytes("");
  EXPECT_EQ(OpenCctFile(path_).error().message, "the file is empty");
  ASSERT_TRUE(WriteCctFile(*SampleTree(), path_));
  std::string bytes = Read(path_);
  const uint32_t version = 7;
  std::memcpy(bytes.data() + 8, &version, sizeof version);
  WriteBytes(bytes);
  const Error newer = OpenCctFile(path_).error();
  EXPECT_EQ(newer.code, ErrorCode::kUnsupported);
  EXPECT_NE(newer.message.find("version 7"), std::string::npos);
  EXPECT_NE(newer.message.find("newer"), std::string::npos);
}

TEST_F(CctFileTest, AFileWithoutANameGoesWithItsTree) {
  const test::TemporaryFolder folder;
  const CctPtr tree = test::RandomTree(3);
  const auto moved = MoveToUnnamedFile(*tree, folder.path());
  ASSERT_TRUE(moved) << moved.error().message;
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EXPECT_FALSE((*moved)->stored_chunks().empty()) << "it is in no memory of ours";
  EXPECT_TRUE(VerifyCct(**moved));
  EXPECT_EQ(test::TextDump(**moved), test::TextDump(*tree));
  EXPECT_FALSE(MoveToUnnamedFile(*tree, folder.path() / "nothing"));
}

TEST_F(CctFileTest, AFailedOrCancelledWriteLeavesTheOldFile) {
  WriteBytes("precious");
  JobControl job;
  job.cancel_requested = true;
  EXPECT_EQ(WriteCctFile(*SampleTree(), path_, {}, &job).error().code, ErrorCode::kCancelled);
  EXPECT_EQ(Read(path_), "precious");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1)
      << "a temporary file was left behind";
  EXPECT_EQ(WriteCctFile(*SampleTree(), folder_ / "no" / "such" / "folder.cct").error().code, ErrorCode::kIo);
}

}  // namespace
}  // namespace ringscope::cct_file_test
