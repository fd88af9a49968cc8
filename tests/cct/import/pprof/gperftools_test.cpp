#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "cct/import/import_profile.h"
#include "cct/import/pprof/address_frames.h"
#include "tests/cct/import/import_text.h"
#include "tests/cct/test_trees.h"

namespace ringscope::gperftools_test {
namespace {

// A profile of little-endian words of 8 bytes.
class SmallProfile {
 public:
  SmallProfile() { Add({0, 3, 0, 1000, 0}); }
  void AddRecord(uint64_t count, const std::vector<uint64_t>& addresses) {
    Add({count, addresses.size()});
    Add(addresses);
  }
  void Add(const std::vector<uint64_t>& words) {
    for (uint64_t word : words) {
      for (int i = 0; i < 8; ++i, word >>= 8) bytes.push_back(static_cast<char>(word & 0xff));
    }
  }
  std::string bytes;
};

using test::Import;

// Against a tree of folded stacks.
TEST(GperftoolsImporter, GivesTheTreeOfItsStacks) {
  std::mt19937 engine(5);
  const auto random = [&] { return static_cast<uint32_t>(engine()); };
  for (int round = 0; round < 50; ++round) {
    SmallProfile profile;
    std::string folded;
    for (int record = 0; record < 60; ++record) {
      std::vector<uint64_t> stack;
      for (uint32_t depth = 1 + random() % 7; depth > 0; --depth) stack.push_back(1 + random() % 4);
      const uint64_t count = 1 + random() % 9;
      profile.AddRecord(count, stack);
      folded += fmt::format("0x{:x} {}\n", fmt::join(stack.rbegin(), stack.rend(), ";0x"), count);
    }
    profile.AddRecord(0, {0});
    const CctPtr tree = test::Imported(profile.bytes);
    EXPECT_EQ(tree->report().record_count, 60u);
    for (ContextId context = 1; context < tree->context_count(); ++context)
      EXPECT_EQ(tree->Self(context, 0), tree->Self(context, 1) * 1'000'000);
    EXPECT_EQ(test::DumpOfMetric(*tree, 1), test::TextDump(*test::TreeFromFolded(folded)));
  }
}

// Whatever a profile's end is cut off, it gives its first records or an error.
TEST(GperftoolsImporter, ReadsOrRefusesEveryPrefix) {
  SmallProfile profile;
  profile.AddRecord(2, {1, 2, 3});
  profile.AddRecord(1, {4, 2});
  profile.AddRecord(0, {0});
  for (size_t size = 40; size < profile.bytes.size(); ++size) {
    const auto tree = Import(std::string_view(profile.bytes).substr(0, size));
    if (!tree) continue;
    EXPECT_EQ((*tree)->Total(1), size < 40 + 40 + 32 ? 2u : 3u) << size;
  }
}

TEST(GperftoolsImporter, HoldsItsLimits) {
  SmallProfile profile;
  profile.AddRecord(2, {1, 2, 3});
  EXPECT_TRUE(Import(profile.bytes, {.max_stack_depth = 3}));
  EXPECT_EQ(test::CodeOf(profile.bytes, {.max_stack_depth = 2}), ErrorCode::kLimit);
  EXPECT_EQ(test::CodeOf(profile.bytes, {.build = {.max_contexts = 3}}), ErrorCode::kLimit);
}

TEST(GperftoolsImporter, StopsWhenCancelled) {
  SmallProfile profile;
  for (int i = 0; i < 40'000; ++i) profile.AddRecord(1, {1});
  EXPECT_EQ(test::EndWhenCancelled(profile.bytes), ErrorCode::kCancelled);
}

TEST(MemoryMap, FindsTheRegionOfAnAddress) {
  const MemoryMap map(
      "00400000-00500000 r-xp 00001000 08:01 11   /bin/a b\r\n"
      "  7f00-7f10 r-xp 00000000 00:00 0 [vdso]\n"
      "600000-700000 rw-p 00000000 00:00 0\n"
      "build=/x\n"
      "  a00000-b00000: $build/short\n"
      "900000-800000 r-xp 00000000 00:00 0 /backwards\n"
      "fffffffffffff000-ffffffffffffffff r-xp 10 00:00 0 /last");
  EXPECT_EQ(map.size(), 4u);
  const auto path = [&](uint64_t address) {
    const MemoryMap::Region* const region = map.Find(address);
    return region == nullptr ? std::string_view("none") : region->path;
  };
  EXPECT_EQ(path(0), "none");
  EXPECT_EQ(path(0x7eff), "none");
  EXPECT_EQ(path(0x7f00), "[vdso]");
  EXPECT_EQ(path(0x7f10), "none");
  EXPECT_EQ(path(0x4fffff), "/bin/a b");
  EXPECT_EQ(path(0x500000), "none");
  EXPECT_EQ(path(0x600000), "none");
  EXPECT_EQ(path(0xfffffffffffff000), "/last");
  EXPECT_EQ(path(0xa00000), "/x/short");
  EXPECT_EQ(map.Find(0x400000)->file_offset, 0x1000u);
  EXPECT_EQ(map.Find(0x400000)->inode, 11u);
  EXPECT_EQ(map.Find(0xa00000)->inode, 0u);
}

}  // namespace
}  // namespace ringscope::gperftools_test
