// That every importer keeps to the memory it is given: what its own tables take counts, beside the tree.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <new>
#include <set>
#include <string>
#include <string_view>

#include "cct/base/system/memory_limit.h"
#include "cct/import/importer.h"
#include "tests/cct/base/system/counted_new.h"
#include "tests/cct/import/import_text.h"
#include "tests/cct/import/large_profiles.h"

namespace ringscope::memory_limits_test {
namespace {

// Each profile is refused within kTightBytes.
constexpr uint64_t kTightBytes = uint64_t{2} << 20;
constexpr uint64_t kAmpleBytes = uint64_t{512} << 20;

class MemoryLimits : public testing::TestWithParam<test::LargeProfile> {};

TEST_P(MemoryLimits, AreKept) {
  if (!test::IsNewCounted()) GTEST_SKIP() << "operator new is not counted";
  const std::string profile = GetParam().Text();
  {
    const MemoryLimit tight(kTightBytes);
    EXPECT_THROW(static_cast<void>(test::Import(profile)), std::bad_alloc);
    EXPECT_TRUE(MemoryLimit::exceeded());
    EXPECT_EQ(MemoryLimit::held_bytes(), 0);
  }
  const MemoryLimit ample(kAmpleBytes);
  {
    const Result<CctPtr> tree = test::Import(profile);
    ASSERT_TRUE(tree) << tree.error().message;
    EXPECT_EQ((*tree)->report().format, GetParam().format);
    EXPECT_GT(MemoryLimit::held_bytes(), 0);
  }
  EXPECT_EQ(MemoryLimit::held_bytes(), 0);
}

std::string NameOf(const testing::TestParamInfo<test::LargeProfile>& info) {
  std::string name = fmt::format("{}_{}", info.index, info.param.format);
  for (char& c : name) {
    if (c == ' ' || c == '.') c = '_';
  }
  return name;
}
INSTANTIATE_TEST_SUITE_P(Importers, MemoryLimits, testing::ValuesIn(test::LargeProfiles()), NameOf);

TEST(MemoryLimitsTest, KnowEveryImporter) {
  std::set<std::string_view> known;
  for (const test::LargeProfile& one : test::LargeProfiles()) known.insert(one.format);
  for (const Importer* importer : AllImporters())
    EXPECT_TRUE(known.contains(importer->name)) << importer->name;
}

}  // namespace
}  // namespace ringscope::memory_limits_test
