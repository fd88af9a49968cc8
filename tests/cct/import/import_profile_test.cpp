#include "cct/import/import_profile.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "cct/base/system/mapping_guard.h"
#include "cct/tree/verify.h"
#include "tests/cct/import/import_text.h"
#include "tests/temporary_folder.h"

namespace ringscope::import_profile_test {
namespace {

namespace fs = std::filesystem;

using test::Import;

// One gzip member of `text` followed by `repeated` copies of `filler`.
std::string Gzip(std::string_view text, char filler, uint64_t repeated) {
  z_stream stream = {};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed;
  std::vector<char> output(1 << 16);
  const auto deflate_part = [&](std::string_view part, int flush) {
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
    stream.avail_in = static_cast<uInt>(part.size());
    do {
      stream.next_out = reinterpret_cast<Bytef*>(output.data());
      stream.avail_out = static_cast<uInt>(output.size());
      deflate(&stream, flush);
      packed.append(output.data(), output.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  };
  deflate_part(text, Z_NO_FLUSH);
  const std::string piece(1 << 20, filler);
  for (; repeated > 0; repeated -= std::min<uint64_t>(repeated, piece.size())) {
    deflate_part(std::string_view(piece).substr(0, repeated), Z_NO_FLUSH);
  }
  deflate_part({}, Z_FINISH);
  deflateEnd(&stream);
  return packed;
}

class ImportFile : public testing::Test {
 protected:
  [[nodiscard]] fs::path Write(const std::string& name, std::string_view text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }
  [[nodiscard]] static Error ErrorOf(const fs::path& path) {
    JobControl job;
    const auto tree = ImportProfile(path, {}, job);
    EXPECT_FALSE(tree);
    return tree ? Error{} : tree.error();
  }

  const test::TemporaryFolder temporary_;
  const fs::path& folder_ = temporary_.path();
};

TEST_F(ImportFile, NamesWhatIsNoReadableFile) {
  EXPECT_EQ(ErrorOf(folder_ / "missing").code, ErrorCode::kNotFound);
  EXPECT_EQ(ErrorOf(folder_).code, ErrorCode::kIo);
  EXPECT_EQ(ErrorOf(folder_).message, "expected a file, found a directory");
  EXPECT_EQ(ErrorOf(Write("empty", "")).message, "expected a profile, found nothing: the file is empty");
  if (geteuid() != 0) {
    const fs::path locked = Write("locked", "a 1\n");
    chmod(locked.c_str(), 0);
    EXPECT_EQ(ErrorOf(locked).code, ErrorCode::kIo);
  }
}

TEST_F(ImportFile, FoldersOfOtherToolsAreAnsweredWithWhatToRun) {
  const auto folder = [&](const fs::path& name, std::initializer_list<const char*> files) {
    fs::create_directories(folder_ / name);
    for (const char* const file : files) (void)Write((name / file).string(), "");
    const Error error = ErrorOf(folder_ / name);
    EXPECT_EQ(error.code, ErrorCode::kUnsupported) << name;
    return error.message;
  };
  EXPECT_NE(folder("run.trace", {}).find("Deep Copy"), std::string::npos);
  EXPECT_NE(folder("r000hs", {"r000hs.vtune"}).find("perf record"), std::string::npos);
  EXPECT_NE(folder("database", {"meta.db", "profile.db"}).find("Hatchet"), std::string::npos);
}

TEST_F(ImportFile, DoesNotCareForNames) {
  JobControl job;
  const auto tree = ImportProfile(Write("profile.json", "a;b 3\n"), {}, job);
  ASSERT_TRUE(tree);
  EXPECT_EQ((*tree)->report().format, "folded");
}

TEST_F(ImportFile, ReportsProgressInBytesOfTheFile) {
  std::string text;
  while (text.size() < 100000) text += "main;work;deeper 12\n";
  const std::string packed = Gzip(text, 'x', 0);
  for (const std::string& contents : {text, packed}) {
    JobControl job;
    ASSERT_TRUE(ImportProfile(Write("progress", contents), {}, job));
    EXPECT_EQ(job.total_units, contents.size());
    EXPECT_EQ(job.done_units, contents.size());
  }
}

constexpr std::string_view kSmallJson =
    R"json({"nodes":[{"id":1,"callFrame":{"functionName":"(root)"},"children":[2,3]},
                     {"id":2,"callFrame":{"functionName":"f"}},{"id":3,"callFrame":{"functionName":"g"}}],
            "samples":[2,3]})json";

constexpr std::string_view kSmallSpeedscope =
    R"json({"profiles":[{"type":"sampled","name":"p","unit":"none","samples":[[0,1],[0,1,0]],"weights":[1,2]}],
            "shared":{"frames":[{"name":"f"},{"name":"g"}]}})json";

TEST_F(ImportFile, NothingIsMadeOfAFileThatGetsShorter) {
  InstallMappingGuard(nullptr);
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += fmt::format("main;f{} 1\n", i);
  const auto import_after = [&](auto change) {
    const fs::path path = Write("a", text);
    MappedFile file = MapProfile(path).value();
    change();
    JobControl job;
    return ImportMappedProfile(std::move(file), path, {}, job);
  };
  for (const size_t left : {size_t{0}, size_t{5}, text.size() / 2, text.size() - 1}) {
    const auto cut = import_after([&] { std::filesystem::resize_file(folder_ / "a", left); });
    ASSERT_FALSE(cut) << left;
    EXPECT_EQ(cut.error().code, ErrorCode::kIo);
    EXPECT_EQ(
        cut.error().message,
        "expected a file that stays as it is while it is read, found that another program made it shorter; "
        "open it again when it is complete");
  }
  const auto rewritten = import_after([&] {
    std::filesystem::last_write_time(folder_ / "a",
                                     std::filesystem::file_time_type::clock::now() + std::chrono::hours(1));
  });
  ASSERT_FALSE(rewritten);
  EXPECT_NE(rewritten.error().message.find("wrote to it"), std::string::npos);
  const auto grown = import_after([&] { std::ofstream(folder_ / "a", std::ios::app) << "main;late 1\n"; });
  ASSERT_TRUE(grown);
  EXPECT_EQ((*grown)->Total(0), 20'000u);
  EXPECT_EQ((*grown)->report().notes,
            std::vector<std::string>{"The file grew while it was read: the added part is left out."});
}

TEST(ImportProfile, StopsWhenCancelled) {
  const std::string_view inputs[] = {"a;b 3\n", "a 1 1.0: 1 cycles:\n\t12 f (x)\n\n", kSmallJson,
                                     kSmallSpeedscope};
  for (const std::string_view text : inputs)
    EXPECT_EQ(test::EndWhenCancelled(text), ErrorCode::kCancelled) << text;
}

TEST(ImportProfile, NamesTheLineOfAnError) {
  const auto tree = Import("a;b 1\na;c 2\na;dd 99999999999999999999\n");
  ASSERT_FALSE(tree);
  EXPECT_EQ(tree.error().line, 3u);
  EXPECT_EQ(tree.error().column, 1u);
  EXPECT_EQ(tree.error().byte_offset, 12u);
  EXPECT_EQ(tree.error().code, ErrorCode::kOverflow);
}

TEST(ImportProfile, BoundsALineThatInflatesEndlessly) {
  const std::string bomb = Gzip("main;f", 'x', uint64_t{200} << 20);
  EXPECT_LT(bomb.size(), size_t{1} << 20);
  const auto tree = Import(bomb);
  ASSERT_FALSE(tree);
  EXPECT_EQ(tree.error().code, ErrorCode::kLimit);
  EXPECT_EQ(tree.error().message, "expected lines of at most 67108864 bytes, found a longer one");
  const auto inflated = Import(bomb, {.max_inflated_bytes = 1 << 20});
  ASSERT_FALSE(inflated);
  EXPECT_EQ(inflated.error().code, ErrorCode::kLimit);
  EXPECT_NE(inflated.error().message.find("inflates to more than the limit of 1048576 bytes"),
            std::string::npos);
}

TEST(ImportProfile, RefusesATruncatedGzipByName) {
  const std::string packed = Gzip("main;f 3\nmain;g 4\n", '\n', 1000000);
  const auto tree = Import(std::string_view(packed).substr(0, packed.size() / 2));
  ASSERT_FALSE(tree);
  EXPECT_EQ(tree.error().code, ErrorCode::kMalformed);
  EXPECT_NE(tree.error().message.find("truncated gzip stream"), std::string::npos);
}

TEST(ImportProfile, HoldsItsOwnLimits) {
  using test::MessageOf;
  const std::string folded = "a;b;c;d;e 1\nf;g 2\n";
  const std::string perf = "a 1 1.0: 1 cycles:\n\t12 f (x)\n\t13 g (x)\n\t14 h (x)\n\n";
  test::ExpectLimits(folded, {.stack_depth = 3, .contexts = 3, .name_bytes = 4});
  for (const std::string_view text : {std::string_view(perf), kSmallSpeedscope}) {
    EXPECT_EQ(MessageOf(text, {.max_stack_depth = 2}),
              "expected stacks of at most 2 frames, found a deeper one");
  }
  EXPECT_EQ(MessageOf(perf, {.build = {.max_contexts = 3}}), "the tree has more than 3 contexts");
  for (const std::string_view text : {kSmallJson, kSmallSpeedscope})
    EXPECT_EQ(MessageOf(text, {.build = {.max_contexts = 2}}), "the tree has more than 2 contexts");
  EXPECT_EQ(MessageOf(folded, {.max_record_bytes = 8}), "expected lines of at most 8 bytes, found one of 11");
  EXPECT_EQ(MessageOf(perf, {.max_record_bytes = 8}), "expected lines of at most 8 bytes, found one of 18");
}

// What a terminal showed before: more than the first look sees, or less.
TEST(ImportProfile, RecognizesTextBehindManyOtherLines) {
  struct Case {
    std::string_view format, text;
  };
  constexpr Case kCases[] = {
      {"perf script", "a 1 1.0: 1 cycles:\n\t12 f (x)\n\t13 g (x)\n\na 1 1.1: 1 cycles:\n\t12 f (x)\n\n"},
      {"perf script",
       "               a     1     1.000000:          1 cycles:            401000 f (/x)\n"
       "               a     1     1.000001:          1 cycles:            401000 f (/x)\n"},
      {"pmcstat", "@ cycles [2 samples]\n\n100.0%  [2]  f @ demo\n 100.0%  [2]   main\n"},
      {"callgrind", "events: Ir\nfn=main\n1 2\n"},
      {"bpftrace", "@[\n    f+5\n    main+7\n]: 2\n"},
      {"simpleperf",
       "sample:\n  event_type: cpu-cycles\n  time: 1\n  event_count: 2\n  thread_id: 3\n  vaddr_in_file: 1\n"
       "  file: x\n  symbol: f\n"},
  };
  for (const Case& each : kCases) {
    for (const int lines : {0, 100, 5000}) {
      std::string text;
      for (int i = 0; i < lines; ++i) text += fmt::format("Failed to open /tmp/file-{}.map, going on\n", i);
      const CctPtr tree = test::Imported(text + std::string(each.text));
      EXPECT_EQ(tree->report().format, each.format);
      EXPECT_EQ(tree->Total(0), 2u) << each.format << lines;
      EXPECT_EQ(tree->report().skipped_count(), static_cast<uint64_t>(lines)) << each.format;
    }
  }
}

TEST(ImportProfile, ReadsFoldedStacksBehindManyComments) {
  for (const int lines : {0, 10, 5000}) {
    std::string text;
    for (int i = 0; i < lines; ++i) text += fmt::format("# what is known of the machine, part {}\n\n", i);
    const CctPtr tree = test::Imported(text + "main;f 3\nmain;g 4\n");
    EXPECT_EQ(tree->report().format, "folded") << lines;
    EXPECT_EQ(tree->Total(0), 7u) << lines;
    EXPECT_EQ(tree->report().skipped_count(), 0u) << lines;
    const CctPtr compared = test::Imported(text + "main;f 3 4\nmain;g 4 5\n");
    EXPECT_EQ(compared->metric_count(), 2u) << lines;
    EXPECT_FALSE(Import(text + "It was a dark and stormy night.\n")) << lines;
  }
}

// Of a log into which perf prints as well.
TEST(ImportProfile, ReadsSamplesOfPerfAmongMoreOtherLines) {
  for (const int sample_count : {4, 400}) {
    std::string text;
    for (int k = 0; k < sample_count; ++k) {
      for (int i = 0; i < 40; ++i) text += fmt::format("request {} took a while, as it does\n", 40 * k + i);
      text += fmt::format("a 1 1.{}: 1 cycles:\n\t12 f (x)\n\t13 g (x)\n\n", k);
    }
    const CctPtr tree = test::Imported(text);
    EXPECT_EQ(tree->report().format, "perf script");
    EXPECT_EQ(tree->Total(0), static_cast<uint64_t>(sample_count));
    EXPECT_EQ(tree->report().skipped_count(), 40u * static_cast<uint64_t>(sample_count));
  }
}

TEST(ImportProfile, BoundsTheEventsOfPerf) {
  const auto text_of = [](int event_count) {
    std::string text;
    for (int i = 0; i < event_count; ++i)
      text += fmt::format("a 1 1.0: 1 e{}:\n\t12 f (x)\n\t13 g (x)\n\n", i);
    return text;
  };
  for (const uint32_t workers : {1u, 8u}) {
    const ImportOptions options{.block_bytes = 1 << 12, .worker_count = workers};
    const auto tree = Import(text_of(4097), options);
    ASSERT_FALSE(tree) << workers;
    EXPECT_EQ(tree.error().code, ErrorCode::kLimit);
    EXPECT_EQ(tree.error().message, "expected at most 4096 events, found more");
    EXPECT_TRUE(tree.error().byte_offset);
    const CctPtr most = test::Imported(text_of(4096), options);
    EXPECT_EQ(most->metric_count(), 2u * 4096);
    EXPECT_EQ(most->Total(2 * 4095), 1u);
    // A file holds so many series.
    EXPECT_EQ(most->sample_series().size(), kMaxSampleSeries);
    EXPECT_EQ(
        most->report().notes,
        std::vector<std::string>{
            "The samples of 3,840 of 4,096 events have no times: times are kept for 256 events at most."});
  }
}

TEST(ImportProfile, ReadsExtremeShapes) {
  std::string deep = "f";
  for (int i = 1; i < 200000; ++i) deep += ";f";
  const CctPtr chain = test::Imported(deep + " 1\n");
  EXPECT_EQ(chain->layer_count(), 200001u);

  std::string wide;
  for (int i = 0; i < 1000000; ++i) wide += fmt::format("main;f{} 1\n", i);
  const CctPtr fan = test::Imported(wide);
  EXPECT_EQ(fan->context_count(), 1000002u);
  EXPECT_TRUE(VerifyCct(*fan));

  const std::string name(1 << 20, 'n');
  const CctPtr long_name = test::Imported("main;" + name + " 7\n");
  EXPECT_EQ(long_name->FrameAt(2).name, name);

  std::string perf = "a 1 1.0: 1 cycles:\n";
  for (int i = 0; i < 200000; ++i) perf += "\t12 f (x)\n";
  const CctPtr deep_perf = test::Imported(perf);
  EXPECT_EQ(deep_perf->layer_count(), 200001u);

  std::string head = R"json({"head":)json";
  for (int i = 1; i <= 50000; ++i)
    head += fmt::format(R"json({{"functionName":"f","id":{},"hitCount":1,"children":[)json", i);
  for (int i = 1; i <= 50000; ++i) head += "]}";
  const CctPtr deep_json = test::Imported(head + "}");
  EXPECT_EQ(deep_json->layer_count(), 50001u);
}

// Random stacks over few names, so that contexts, annotations and fractions repeat across blocks.
TEST(ImportProfile, DoesNotDependOnTheNumberOfWorkers) {
  std::mt19937 random(3);
  for (int round = 0; round < 40; ++round) {
    std::string folded;
    std::string perf;
    for (int line = 0; line < 200; ++line) {
      const auto depth = static_cast<uint32_t>(1 + random() % 6);
      perf += fmt::format("t{} {} 1.5: {} {}:\n", random() % 2, random() % 3, random() % 100,
                          random() % 3 == 0 ? "cycles" : "misses");
      for (uint32_t i = 0; i < depth; ++i) {
        const auto function = static_cast<uint32_t>(random() % 4);
        folded += fmt::format("{}f{}{}", i == 0 ? "" : ";", function, random() % 5 == 0 ? "_[k]" : "");
        perf += fmt::format("\t{:x} f{}{}\n", 16 + function, function,
                            random() % 5 == 0 ? " (inlined)" : "+0x1 (lib)");
      }
      const int kind = round % 4;
      folded += kind == 0 ? " 12"
                          : fmt::format(" {}{}.{}", kind == 1 && random() % 9 == 0 ? "-" : "", random() % 9,
                                        std::string(random() % 3, '5'));
      if (kind == 3) folded += " 1";
      folded += random() % 50 == 0 ? " x\n" : "\n";
      perf += "\n";
    }
    for (const std::string& text : {folded, perf}) {
      const CctPtr one = test::Imported(text, {.worker_count = 1});
      const CctPtr several = test::Imported(
          text, {.block_bytes = 1 + random() % 400, .worker_count = static_cast<uint32_t>(2 + random() % 3)});
      EXPECT_EQ(test::TsvDump(*several), test::TsvDump(*one));
      EXPECT_EQ(several->report(), one->report());
      EXPECT_TRUE(std::ranges::equal(several->metrics(), one->metrics()));
    }
  }
}

TEST(ImportProfile, PutsThreadsWhereAskedTo) {
  const std::string two = "a 1 1.0: 1 cycles:\n\t12 f (x)\n\na 2 1.0: 1 cycles:\n\t12 f (x)\n\n";
  const std::string one = "a 1 1.0: 1 cycles:\n\t12 f (x)\n\na 1 1.0: 1 cycles:\n\t12 f (x)\n\n";
  EXPECT_EQ(test::LayersOf(two, ThreadRing::kWhenSeveral), 2u);
  EXPECT_EQ(test::LayersOf(two, ThreadRing::kAlways), 2u);
  EXPECT_EQ(test::LayersOf(two, ThreadRing::kMerged), 1u);
  EXPECT_EQ(test::LayersOf(one, ThreadRing::kWhenSeveral), 1u);
  EXPECT_EQ(test::LayersOf(one, ThreadRing::kAlways), 2u);
  EXPECT_EQ(test::LayersOf(one, ThreadRing::kMerged), 1u);
}

TEST(Importers, AreToldByTheBeginOfAFile) {
  const auto importer_for = [](std::string_view text) { return ImporterFor(std::as_bytes(std::span(text))); };
  EXPECT_EQ(importer_for("main;f 12\n").value(), "folded");
  EXPECT_EQ(importer_for("events: Ir\nfn=main\n1 2\n").value(), "callgrind");
  EXPECT_EQ(importer_for(std::string_view("\0\1\2\3", 4)).error().code, ErrorCode::kUnrecognized);
}

TEST(Importers, AreAskedInAnOrderThatEndsWithFoldedStacks) {
  const auto importers = AllImporters();
  ASSERT_FALSE(importers.empty());
  EXPECT_EQ(importers.back()->name, "folded");
}

// Whatever frames are called, stacks are stacks.
TEST(ImportProfile, TakesNoNameForAnotherFormat) {
  for (const std::string_view name :
       {"SLOW_PATH", "MOJO_run", "NettraceReader", "HPCTOOLKITprof", "x\xda", "BZhread 1AY&SY",
        "TRACE START [a]", "\"type\": \"map\"", "desc:", "*version", "v8-version,", "#0  main", "go 1.trace",
        "Function Stack CPU Time", "JAVA PROFILE 1.0", "JAVA PROFILE 1.0.1, created", "goroutine 1 [running]",
        "@objc Foo.bar"}) {
    for (const std::string_view end : {"", "\n"}) {
      const CctPtr tree = test::Imported(fmt::format("{};main 3\n{};f;g 2{}", name, name, end));
      EXPECT_EQ(tree->Total(0), 5u) << name;
      EXPECT_EQ(tree->report().format, "folded") << name;
    }
  }
  for (const std::string_view name :
       {"SLOW_PATH", "MOJO_run", "NettraceReader", "HPCTOOLKITprof", "x\xda", "JAVA PROFILE 1.0"}) {
    const CctPtr tree = test::Imported(fmt::format("{} 3\nmain 2\n", name));
    EXPECT_EQ(tree->Total(0), 5u) << name;
  }
}

}  // namespace
}  // namespace ringscope::import_profile_test
