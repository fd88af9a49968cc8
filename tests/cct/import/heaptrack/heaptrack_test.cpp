#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "cct/import/import_profile.h"
#include "tests/cct/import/import_text.h"
#include "tests/cct/test_trees.h"

namespace ringscope::heaptrack_test {
namespace {

// A recording of one allocation from an address without a function, which is called as the address is.
CctPtr TreeOfAddress(std::string_view address_and_module) {
  return test::Imported(fmt::format("v 10550 3\nX a\ni {}\nt 1 0\na 1 1\n+ 0\n", address_and_module));
}

TEST(HeaptrackFields, ReadsHexadecimalNumbers) {
  for (const auto& [text, name] : {std::pair("7f0d51e2a0ca 0", "0x7f0d51e2a0ca"),
                                   {"0", "0x0"},
                                   {"FFFFFFFFFFFFFFFF  0", "0xffffffffffffffff"},
                                   {"1", "0x1"}}) {
    const CctPtr tree = TreeOfAddress(text);
    EXPECT_EQ(tree->FrameAt(1).name, name);
    EXPECT_TRUE(tree->report().incomplete.empty());
  }
}

TEST(HeaptrackFields, RefusesWhatIsNoNumber) {
  for (const std::string_view text : {"1g", "x", "10000000000000000", "-1", "1\t2"}) {
    const CctPtr tree = TreeOfAddress(text);
    EXPECT_EQ(tree->FrameAt(1).name, "0x0") << text;
    std::vector<std::string> reasons;
    for (const RecordProblem& problem : tree->report().incomplete) reasons.push_back(problem.reason);
    EXPECT_EQ(reasons, (std::vector<std::string>{"a function of an address that is no number",
                                                 "an address that is no number"}))
        << text;
  }
}

// What each kind has, found the slow way: everything is known of every moment.
struct SlowCosts {
  std::vector<uint64_t> sizes;
  std::vector<uint64_t> allocated, alive, at_peak, temporary;
  uint64_t peak_bytes = 0;

  explicit SlowCosts(std::vector<uint64_t> kind_sizes)
      : sizes(std::move(kind_sizes)),
        allocated(sizes.size()),
        alive(sizes.size()),
        at_peak(sizes.size()),
        temporary(sizes.size()) {}
  void Allocate(size_t kind) {
    ++allocated[kind];
    ++alive[kind];
    uint64_t bytes = 0;
    for (size_t i = 0; i < sizes.size(); ++i) bytes += alive[i] * sizes[i];
    if (bytes <= peak_bytes) return;
    peak_bytes = bytes;
    at_peak = alive;
  }
};

TEST(HeaptrackCosts, KnowsWhatWasAliveAtThePeak) {
  std::mt19937 engine(5);
  const auto random = [&] { return static_cast<uint32_t>(engine()); };
  for (int round = 0; round < 200; ++round) {
    const size_t kind_count = 1 + random() % 6;
    std::string text = "v 10550 3\nX a\n";
    std::vector<uint64_t> sizes;
    for (size_t kind = 0; kind < kind_count; ++kind) {
      sizes.push_back(random() % 5);
      text += fmt::format("s 1 {0}\ni 1 0 {1:x}\nt {1:x} 0\na {2:x} {1:x}\n", static_cast<char>('a' + kind),
                          kind + 1, sizes.back());
    }
    SlowCosts slow(sizes);
    size_t last = SIZE_MAX;
    uint64_t count = 0;
    uint64_t refused = 0;
    for (int event = 0; event < 120; ++event) {
      const size_t kind = random() % kind_count;
      const bool allocates = random() % 9 < 5;
      text += fmt::format("{} {:x}\n", allocates ? '+' : '-', kind);
      if (allocates) {
        slow.Allocate(kind);
        last = kind;
        ++count;
      } else if (slow.alive[kind] == 0) {
        ++refused;
      } else {
        --slow.alive[kind];
        if (last == kind) ++slow.temporary[kind];
        last = SIZE_MAX;
      }
    }
    const CctPtr finished = test::Imported(text);
    const Cct& tree = *finished;
    EXPECT_EQ(tree.report().record_count, count);
    EXPECT_EQ(tree.report().skipped_count(), refused);
    ASSERT_EQ(tree.metric_count(), 5u);
    ASSERT_EQ(tree.context_count(), kind_count + 1);
    for (ContextId context = 1; context < tree.context_count(); ++context) {
      const auto kind = static_cast<size_t>(tree.FrameAt(context).name[0] - 'a');
      EXPECT_EQ(tree.Self(context, 0), slow.allocated[kind]);
      EXPECT_EQ(tree.Self(context, 1), slow.allocated[kind] * sizes[kind]);
      EXPECT_EQ(tree.Self(context, 2), slow.alive[kind] * sizes[kind]);
      EXPECT_EQ(tree.Self(context, 3), slow.at_peak[kind] * sizes[kind]);
      EXPECT_EQ(tree.Self(context, 4), slow.temporary[kind]);
    }
    EXPECT_EQ(tree.Total(3), slow.peak_bytes);
  }
}

// Strings, addresses, traces and kinds in any order that defines them before they are used, against the tree
// of their folded stacks.
TEST(HeaptrackImporter, GivesTheTreeOfItsTraces) {
  std::mt19937 engine(9);
  const auto random = [&] { return static_cast<uint32_t>(engine()); };
  for (int round = 0; round < 60; ++round) {
    std::string text = "v 10550 3\nX a\n";
    std::vector<std::string> addresses;  // names, the outermost first
    std::vector<std::string> traces;
    uint32_t string_count = 0;
    std::string folded;
    for (int line = 0; line < 120; ++line) {
      if (addresses.empty() || random() % 5 == 0) {
        std::string names, fields;
        for (uint32_t i = 1 + random() % 3; i > 0; --i) {
          const std::string name = fmt::format("f{}", random() % 4);
          text += fmt::format("s {:x} {}\n", name.size(), name);
          fields += fmt::format(" {:x} 0 {:x}", ++string_count, random());
          names = names.empty() ? name : name + ";" + names;
        }
        text += fmt::format("i {:x} 0{}\n", random(), fields);
        addresses.push_back(names);
      }
      const size_t address = random() % addresses.size();
      const size_t caller = random() % (traces.size() + 1);
      text += fmt::format("t {:x} {:x}\n", address + 1, caller);
      traces.push_back((caller == 0 ? "" : traces[caller - 1] + ";") + addresses[address]);
      const size_t trace = random() % traces.size();
      text += fmt::format("a 1 {:x}\n+ {:x}\n", trace + 1, line);
      folded += traces.back() + " 0\n" + traces[trace] + " 1\n";
    }
    const CctPtr tree = test::Imported(text, {.block_bytes = 1 + random() % 200});
    // Inlined functions are frames of another kind here: names only.
    EXPECT_EQ(test::DumpOfMetric(*tree, 0, test::FramesAs::kNames),
              test::TextDump(*test::TreeFromFolded(folded)));
    EXPECT_TRUE(tree->report().skipped.empty());
    EXPECT_TRUE(tree->report().incomplete.empty());
  }
}

TEST(HeaptrackImporter, HoldsItsLimits) {
  const std::string text = "v 10550 3\nX a\ns 1 f\ni 1 0 1\nt 1 0\nt 1 1\nt 1 2\na 1 3\n+ 0\n";
  test::ExpectLimits(text, {.stack_depth = 2, .contexts = 3, .name_bytes = 0});
  EXPECT_EQ(test::MessageOf(text, {.max_record_bytes = 8}),
            "expected lines of at most 8 bytes, found one of 9");
}

TEST(HeaptrackImporter, ReadsAMillionLayers) {
  std::string text = "v 10550 3\nX a\ns 1 f\ni 1 0 1\nt 1 0\n";
  for (int i = 1; i < 1'000'000; ++i) text += fmt::format("t 1 {:x}\n", i);
  const CctPtr tree = test::Imported(text + "a 8 f4240\n+ 0\n");
  EXPECT_EQ(tree->layer_count(), 1'000'001u);
  EXPECT_EQ(tree->Total(1), 8u);
}

TEST(HeaptrackImporter, IsToldFromFoldedStacksOfOneLetter) {
  for (const std::string_view text :
       {"v 1 2\nX 3\n", "v 10550 3\nX;a 3\n", "v;a 10550 3\n", "v 10550 3 4\nX 1\n"}) {
    const CctPtr tree = test::Imported(text);
    EXPECT_EQ(tree->report().format, "folded") << text;
  }
}

TEST(HeaptrackImporter, StopsWhenCancelled) {
  const std::string_view text = "v 10550 3\nX a\ns 1 f\ni 1 0 1\nt 1 0\na 1 1\n+ 0\n";
  EXPECT_EQ(test::EndWhenCancelled(text), ErrorCode::kCancelled);
}

}  // namespace
}  // namespace ringscope::heaptrack_test
