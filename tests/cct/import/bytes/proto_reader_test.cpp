#include "cct/import/bytes/proto_reader.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "cct/import/id_index.h"

namespace ringscope::proto_reader_test {
namespace {

using namespace std::string_literals;

TEST(ProtoReader, ReadsFieldsOfEveryType) {
  const std::string bytes =
      "\x08\x96\x01\x12\x02hi\x19"s + std::string(8, '\1') + "\x25" + std::string(4, '\2') + "\x28\x01";
  ProtoReader reader(bytes);
  ASSERT_TRUE(reader.Next());
  EXPECT_TRUE(reader.IsVarint(1));
  EXPECT_EQ(reader.value(), 150u);
  ASSERT_TRUE(reader.Next());
  EXPECT_TRUE(reader.IsBytes(2));
  EXPECT_EQ(reader.bytes(), "hi");
  EXPECT_EQ(reader.field_begin(), bytes.data() + 3);
  ASSERT_TRUE(reader.Next());
  EXPECT_EQ(reader.wire(), ProtoWire::kFixed64);
  ASSERT_TRUE(reader.Next());
  EXPECT_EQ(reader.wire(), ProtoWire::kFixed32);
  ASSERT_TRUE(reader.Next());
  EXPECT_TRUE(reader.IsVarint(5));
  EXPECT_FALSE(reader.Next());
  EXPECT_EQ(reader.problem(), "");
}

TEST(ProtoReader, ReadsListsOfNumbersOfAnyLength) {
  std::mt19937_64 random(4);
  for (size_t round = 0; round < 2000; ++round) {
    std::vector<uint64_t> expected(random() % 12);
    std::string list;
    for (uint64_t& value : expected) {
      value = random() >> (random() % 64);
      uint64_t rest = value;
      for (; rest > 127; rest >>= 7) list += static_cast<char>((rest & 127) | 128);
      // A number may be longer than it has to.
      const bool padded = random() % 8 == 0 && value < (uint64_t{1} << 56);
      list += static_cast<char>(rest | (padded ? 128 : 0));
      if (padded) list += '\0';
    }
    const std::string bytes = "\x0a" + std::string(1, static_cast<char>(list.size())) + list;
    if (list.size() > 127) continue;
    ProtoReader reader(bytes);
    ASSERT_TRUE(reader.Next());
    std::vector<uint64_t> found;
    ASSERT_TRUE(ForEachVarint(reader, [&](uint64_t value) { found.push_back(value); }));
    ASSERT_EQ(found, expected);
    // Cut within its last number it is malformed.
    if (expected.empty() || expected.back() < 128) continue;
    const std::string cut =
        "\x0a" + std::string(1, static_cast<char>(list.size() - 1)) + list.substr(0, list.size() - 1);
    ProtoReader cut_reader(cut);
    ASSERT_TRUE(cut_reader.Next());
    EXPECT_FALSE(ForEachVarint(cut_reader, [](uint64_t) {}));
  }
}

TEST(ProtoReader, EndsAtWhatIsMalformed) {
  const auto problem = [](const std::string& bytes) {
    ProtoReader reader(bytes);
    while (reader.Next()) {
    }
    EXPECT_FALSE(reader.Next());
    return std::string(reader.problem());
  };
  EXPECT_EQ(problem(""), "");
  EXPECT_EQ(problem("\x80"), "a field's number that does not end");
  EXPECT_EQ(problem("\x00\x01"s), "a field number that does not exist");
  EXPECT_EQ(problem("\x80\x80\x80\x80\x80\x80\x01\x01"), "a field number that does not exist");
  EXPECT_EQ(problem("\x08\xff"), "a number that does not end");
  EXPECT_EQ(problem("\x08" + std::string(10, '\xff') + "\x01"), "a number that does not end");
  EXPECT_EQ(problem("\x0a\x05"
                    "abc"),
            "a length that reaches beyond the end");
  // 2^62, and 2^32: cut to 32 bits they would be 0.
  EXPECT_EQ(problem("\x0a\x80\x80\x80\x80\x80\x80\x80\x80\x40"), "a length that reaches beyond the end");
  EXPECT_EQ(problem("\x0a\x80\x80\x80\x80\x10"), "a length that reaches beyond the end");
  EXPECT_EQ(problem("\x09"
                    "1234567"),
            "a number that reaches beyond the end");
  EXPECT_EQ(problem("\x0b"), "a field of unknown type");
}

TEST(ProtoReader, ReadsNumbersPackedOrNot) {
  const auto numbers = [](const std::string& bytes) {
    std::vector<uint64_t> values;
    bool fine = true;
    for (ProtoReader reader(bytes); reader.Next();)
      fine &= ForEachVarint(reader, [&](uint64_t value) { values.push_back(value); });
    if (!fine) values.push_back(999);
    return values;
  };
  EXPECT_EQ(numbers("\x08\x01\x0a\x03\x02\x80\x01\x08\x03\x0a"s + std::string(1, '\0')),
            (std::vector<uint64_t>{1, 2, 128, 3}));
  EXPECT_EQ(numbers("\x0a\x02\x05\x80"), (std::vector<uint64_t>{5, 999}));
  EXPECT_EQ(numbers("\x0d"
                    "1234"),
            std::vector<uint64_t>{999});
}

TEST(IdIndex, FindsDenseAndSparseIdsAlike) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 50; ++round) {
    const size_t count = random() % 300;
    const bool sparse = round % 2 == 1;
    std::vector<uint64_t> ids;
    for (size_t i = 0; i < count; ++i) ids.push_back(sparse ? random() << (random() % 60) : random() % 400);
    IdIndex index;
    std::vector<size_t> repeated;
    index.Build(ids, [&](size_t item) { repeated.push_back(item); });
    std::vector<size_t> expected_repeated;
    for (size_t i = 0; i < count; ++i) {
      const auto first = static_cast<size_t>(std::find(ids.begin(), ids.end(), ids[i]) - ids.begin());
      EXPECT_EQ(index.Find(ids[i]), first);
      if (first != i) expected_repeated.push_back(i);
      if (std::find(ids.begin(), ids.end(), ids[i] + 1) == ids.end()) {
        EXPECT_EQ(index.Find(ids[i] + 1), IdIndex::kNone);
      }
    }
    EXPECT_EQ(repeated, expected_repeated);
  }
}

}  // namespace
}  // namespace ringscope::proto_reader_test
