#include <gtest/gtest.h>

#include <map>
#include <protozero/pbf_reader.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cct/export/export.h"
#include "tests/cct/export/export_trees.h"
#include "tests/cct/export/gunzip.h"
#include "tests/cct/test_trees.h"

namespace ringscope::export_pprof_test {
namespace {

using protozero::pbf_reader;

// What a reader of profile.proto takes from a file, with references resolved.
struct ReadProfile {
  struct Line {
    uint64_t function = 0;
    int64_t line = 0, column = 0;
  };
  struct Location {
    uint64_t mapping = 0;
    std::vector<Line> lines;
  };
  struct Function {
    uint64_t name = 0, file = 0;
    int64_t start_line = 0;
  };
  struct Sample {
    std::vector<uint64_t> locations;
    std::vector<int64_t> values;
  };
  std::vector<std::pair<uint64_t, uint64_t>> types;
  std::vector<Sample> samples;
  std::map<uint64_t, uint64_t> mappings;  // id to filename
  std::map<uint64_t, Location> locations;
  std::map<uint64_t, Function> functions;
  std::vector<std::string> strings;
  uint64_t default_type = 0;
};

ReadProfile Read(const std::string& bytes) {
  ReadProfile profile;
  pbf_reader in(bytes);
  while (in.next()) {
    switch (in.tag()) {
      case 1: {
        auto& type = profile.types.emplace_back();
        for (pbf_reader message = in.get_message(); message.next();)
          (message.tag() == 1 ? type.first : type.second) = static_cast<uint64_t>(message.get_int64());
        break;
      }
      case 2: {
        auto& sample = profile.samples.emplace_back();
        for (pbf_reader message = in.get_message(); message.next();) {
          if (message.tag() == 1) {
            for (const uint64_t id : message.get_packed_uint64()) sample.locations.push_back(id);
          } else {
            EXPECT_EQ(message.tag(), 2u);
            for (const int64_t value : message.get_packed_int64()) sample.values.push_back(value);
          }
        }
        break;
      }
      case 3: {
        uint64_t id = 0, file = 0, known = 0;
        for (pbf_reader message = in.get_message(); message.next();) {
          if (message.tag() == 1)
            id = message.get_uint64();
          else if (message.tag() == 5)
            file = static_cast<uint64_t>(message.get_int64());
          else
            known += message.get_bool() ? 1 : 0;
        }
        EXPECT_NE(id, 0u);
        EXPECT_EQ(known, 4u);
        EXPECT_TRUE(profile.mappings.try_emplace(id, file).second);
        break;
      }
      case 4: {
        uint64_t id = 0;
        ReadProfile::Location location;
        for (pbf_reader message = in.get_message(); message.next();) {
          if (message.tag() == 1) {
            id = message.get_uint64();
          } else if (message.tag() == 2) {
            location.mapping = message.get_uint64();
          } else {
            EXPECT_EQ(message.tag(), 4u);
            auto& line = location.lines.emplace_back();
            for (pbf_reader one = message.get_message(); one.next();) {
              if (one.tag() == 1)
                line.function = one.get_uint64();
              else
                (one.tag() == 2 ? line.line : line.column) = one.get_int64();
            }
          }
        }
        EXPECT_NE(id, 0u);
        EXPECT_TRUE(profile.locations.try_emplace(id, location).second);
        break;
      }
      case 5: {
        uint64_t id = 0;
        ReadProfile::Function function;
        for (pbf_reader message = in.get_message(); message.next();) {
          switch (message.tag()) {
            case 1:
              id = message.get_uint64();
              break;
            case 2:
              function.name = static_cast<uint64_t>(message.get_int64());
              break;
            case 4:
              function.file = static_cast<uint64_t>(message.get_int64());
              break;
            case 5:
              function.start_line = message.get_int64();
              break;
            default:
              message.skip();
          }
        }
        EXPECT_NE(id, 0u);
        EXPECT_TRUE(profile.functions.try_emplace(id, function).second);
        break;
      }
      case 6:
        profile.strings.push_back(in.get_string());
        break;
      case 14:
        profile.default_type = static_cast<uint64_t>(in.get_int64());
        break;
      default:
        EXPECT_EQ(in.tag(), 13u);
        in.skip();
    }
  }
  return profile;
}

enum class Lines { kOfDefinitions, kThatCall };

// The tree of a profile; the metrics' names, units and scales are those given.
CctPtr TreeOf(const ReadProfile& profile, std::span<const Metric> metrics,
              Lines lines = Lines::kOfDefinitions) {
  CctBuilder builder;
  for (const Metric& metric : metrics) builder.AddMetric(metric);
  for (const auto& sample : profile.samples) {
    BuildNode node = kBuildRoot;
    uint32_t call_line = 0;  // of the frame outside of the next one
    for (size_t k = sample.locations.size(); k-- > 0;) {
      const auto& location = profile.locations.at(sample.locations[k]);
      const std::string module =
          location.mapping == 0 ? "" : profile.strings.at(profile.mappings.at(location.mapping));
      for (size_t l = location.lines.size(); l-- > 0;) {
        const auto& line = location.lines[l];
        const auto& function = profile.functions.at(line.function);
        if (lines == Lines::kOfDefinitions) {
          EXPECT_EQ(line.line, function.start_line);
        }
        const std::string name = profile.strings.at(function.name);
        const std::string file = profile.strings.at(function.file);
        Frame frame{name,
                    module,
                    file,
                    static_cast<uint32_t>(function.start_line),
                    static_cast<uint32_t>(line.column),
                    l + 1 < location.lines.size() ? FrameKind::kInlined : FrameKind::kUser};
        if (lines == Lines::kThatCall)
          frame.call_line = std::exchange(call_line, static_cast<uint32_t>(line.line));
        node = builder.Child(node, builder.InternFrame(frame));
      }
    }
    EXPECT_EQ(sample.values.size(), metrics.size());
    for (MetricIndex m = 0; m < metrics.size(); ++m)
      builder.AddSelf(node, m, static_cast<uint64_t>(sample.values[m]));
  }
  return std::move(builder).Finish({}).value();
}

std::string Export(const Cct& tree, PprofBytes bytes = PprofBytes::kPlain) {
  std::string text;
  EXPECT_TRUE(ExportPprof(tree, test::AppendTo(text), nullptr, bytes).has_value());
  return text;
}

TEST(ExportPprofTest, ReadingItGivesTheSameTree) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const CctPtr tree = test::DescribedTree(
        seed, {.contexts = 400, .metrics = {{"samples", "count", 1}, {"heap", "bytes", 1}}});
    const ReadProfile profile = Read(Export(*tree));
    ASSERT_FALSE(profile.strings.empty());
    EXPECT_EQ(profile.strings[0], "");
    // Kinds are not in this dump.
    EXPECT_EQ(test::TsvDump(*TreeOf(profile, tree->metrics())), test::TsvDump(*tree));
  }
}

TEST(ExportPprofTest, InlinedFramesAreLinesOfTheirCallersLocation) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  const auto child = [&](BuildNode node, std::string_view name, std::string_view module, FrameKind kind) {
    return builder.Child(node, builder.InternFrame({.name = name, .module = module, .kind = kind}));
  };
  const BuildNode main = child(kBuildRoot, "main", "app", FrameKind::kUser);
  const BuildNode f = child(main, "f", "app", FrameKind::kInlined);
  const BuildNode g = child(f, "g", "app", FrameKind::kInlined);
  const BuildNode h = child(g, "h", "app", FrameKind::kUser);
  const BuildNode same = child(main, "f", "app", FrameKind::kUser);
  builder.AddSelf(main, 0, 1);
  builder.AddSelf(g, 0, 10);
  builder.AddSelf(h, 0, 100);
  builder.AddSelf(same, 0, 1000);
  const CctPtr tree = std::move(builder).Finish({}).value();
  const ReadProfile profile = Read(Export(*tree));
  EXPECT_EQ(test::TextDump(*TreeOf(profile, tree->metrics())), test::TextDump(*tree));
  size_t longest = 0;
  for (const auto& [id, location] : profile.locations) longest = std::max(longest, location.lines.size());
  EXPECT_EQ(longest, 3u);
  for (const auto& sample : profile.samples) EXPECT_LE(sample.locations.size(), 2u);
}

TEST(ExportPprofTest, LinesOfATreeWithCallSitesAreThoseThatCall) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  const auto child = [&](BuildNode node, std::string_view name, uint32_t line, uint32_t call_line,
                         FrameKind kind = FrameKind::kUser) {
    return builder.Child(
        node, builder.InternFrame({.name = name, .line = line, .kind = kind, .call_line = call_line}));
  };
  const BuildNode main = child(kBuildRoot, "main", 1, 0);
  const BuildNode at_7 = child(main, "f", 40, 7);
  const BuildNode at_9 = child(main, "f", 40, 9);
  const BuildNode unknown = child(main, "f", 40, 0);
  const BuildNode inlined = child(at_9, "g", 50, 42, FrameKind::kInlined);
  const BuildNode of_inlined = child(inlined, "h", 60, 52);
  const BuildNode twice = child(of_inlined, "h", 60, 62);
  uint64_t self = 1;
  for (const BuildNode node : {main, at_7, at_9, unknown, inlined, of_inlined, twice})
    builder.AddSelf(node, 0, self *= 10);
  const CctPtr tree = std::move(builder).Finish({}).value();
  const ReadProfile profile = Read(Export(*tree));
  EXPECT_EQ(test::TextDump(*TreeOf(profile, tree->metrics(), Lines::kThatCall)), test::TextDump(*tree));
}

TEST(ExportPprofTest, InlinedFramesWithoutACallerOfTheirModuleStandAlone) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  BuildNode node =
      builder.Child(kBuildRoot, builder.InternFrame({"a", "app", "", 0, 0, FrameKind::kInlined}));
  node = builder.Child(node, builder.InternFrame({"b", "lib", "", 0, 0, FrameKind::kInlined}));
  builder.AddSelf(node, 0, 1);
  const CctPtr tree = std::move(builder).Finish({}).value();
  const ReadProfile profile = Read(Export(*tree));
  EXPECT_EQ(test::TextDump(*TreeOf(profile, tree->metrics())),
            "# samples count 1 1\na [app]  1/0\n  b [lib]  1/1\n");
}

TEST(ExportPprofTest, UnitsAndDecimals) {
  const auto types = [](std::vector<Metric> metrics, uint64_t self) {
    CctBuilder builder;
    const BuildNode node = builder.Child(kBuildRoot, builder.InternFrame({.name = "f"}));
    for (const Metric& metric : metrics) builder.AddSelf(node, builder.AddMetric(metric), self);
    const CctPtr tree = std::move(builder).Finish({}).value();
    const ReadProfile profile = Read(Export(*tree));
    EXPECT_EQ(profile.strings.at(profile.default_type), metrics[0].name);
    std::string text;
    for (size_t m = 0; m < metrics.size(); ++m) {
      text += profile.strings.at(profile.types.at(m).first) + " " +
              profile.strings.at(profile.types.at(m).second) + " " +
              std::to_string(profile.samples.at(0).values.at(m)) + "\n";
    }
    return text;
  };
  EXPECT_EQ(types({{"samples", "count", 1}, {"cpu", "ns", 1}, {"wall", "ms", 1}, {"heap", "bytes", 1}}, 5),
            "samples count 5\ncpu nanoseconds 5\nwall milliseconds 5\nheap bytes 5\n");
  // 1.234 ms, 0.1234 s, 1234/1000 misses.
  EXPECT_EQ(types({{"wall", "ms", 1000}}, 1234), "wall microseconds 1234\n");
  EXPECT_EQ(types({{"wall", "s", 10'000}}, 1234), "wall microseconds 123400\n");
  EXPECT_EQ(types({{"misses", "count", 1000}}, 1234), "misses count/1000 1234\n");
  // In nanoseconds the total would not fit.
  EXPECT_EQ(types({{"wall", "us", 10}}, uint64_t{1} << 62), "wall us/10 4611686018427387904\n");
}

TEST(ExportPprofTest, GzipHoldsTheSameBytesEveryTime) {
  const CctPtr tree = test::DescribedTree(3);
  const std::string packed = Export(*tree, PprofBytes::kGzip);
  EXPECT_EQ(packed, Export(*tree, PprofBytes::kGzip));
  EXPECT_EQ(test::Gunzip(packed), Export(*tree));
}

TEST(ExportPprofTest, TheWorkedExampleKeepsItsContexts) {
  const CctPtr tree = test::WorkedExample();
  const ReadProfile profile = Read(Export(*tree));
  EXPECT_EQ(profile.samples.size(), 18u);
  EXPECT_EQ(profile.functions.size(), 5u);
  EXPECT_EQ(profile.locations.size(), 5u);
  EXPECT_EQ(test::TextDump(*TreeOf(profile, tree->metrics())), test::TextDump(*tree));
}

TEST(ExportPprofTest, AMillionLayers) {
  const CctPtr tree = test::DeepChain(1'000'000);
  const ReadProfile profile = Read(Export(*tree));
  ASSERT_EQ(profile.samples.size(), 1u);
  EXPECT_EQ(profile.samples[0].locations.size(), 1'000'000u);
  EXPECT_EQ(profile.samples[0].values, std::vector<int64_t>{7});
}

TEST(ExportPprofTest, TooLargeIsKnownBeforeAnythingIsWritten) {
  const CctPtr tree = test::DescribedTree(3);
  std::string text;
  const Result<void> exported = ExportPprof(*tree, test::AppendTo(text), nullptr, PprofBytes::kPlain, 1000);
  ASSERT_FALSE(exported.has_value());
  EXPECT_EQ(exported.error().code, ErrorCode::kLimit);
  EXPECT_EQ(text, "");
}

TEST(ExportPprofTest, ErrorsOfTheSinkAndCancellation) {
  const CctPtr tree = test::DescribedTree(3, {.contexts = 20'000});
  const Result<void> failed = ExportPprof(*tree, test::FailLater(), nullptr, PprofBytes::kPlain);
  ASSERT_FALSE(failed.has_value());
  EXPECT_EQ(failed.error().message, "the disk is full");
  JobControl job;
  job.cancel_requested = true;
  std::string text;
  const Result<void> cancelled = ExportPprof(*tree, test::AppendTo(text), &job);
  ASSERT_FALSE(cancelled.has_value());
  EXPECT_EQ(cancelled.error().code, ErrorCode::kCancelled);
  job.cancel_requested = false;
  job.done_units = 0;
  ASSERT_TRUE(ExportPprof(*tree, test::AppendTo(text), &job).has_value());
  EXPECT_EQ(job.done_units + 2, job.total_units);  // two passes, each without the root
}

}  // namespace
}  // namespace ringscope::export_pprof_test
