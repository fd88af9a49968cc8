#include "cct/import/pstats/marshal_reader.h"

#include <gtest/gtest.h>

#include <string>

namespace ringscope::marshal_reader_test {
namespace {

using namespace std::string_literals;
using Type = MarshalReader::Type;

MarshalReader::Value First(const std::string& bytes) { return MarshalReader(bytes).Next(); }

TEST(MarshalReader, ReadsNumbers) {
  EXPECT_EQ(First("i\xff\xff\xff\xff"s).integer, -1);
  EXPECT_EQ(First("I\0\0\0\0\1\0\0\0"s).integer, int64_t{1} << 32);
  // Digits of 15 bits: 2^40, and the same below zero.
  EXPECT_EQ(First("l\3\0\0\0\0\0\0\0\0\4"s).integer, int64_t{1} << 40);
  EXPECT_EQ(First("l\xfd\xff\xff\xff\0\0\0\0\0\4"s).integer, -(int64_t{1} << 40));
  EXPECT_EQ(First("l\0\0\0\0"s).integer, 0);
  // 2^60 does not fit the digits that are read exactly.
  const auto large = First("l\5\0\0\0\0\0\0\0\0\0\0\0\1\0"s);
  EXPECT_EQ(large.integer, std::nullopt);
  EXPECT_EQ(large.number, 1152921504606846976.0);
  EXPECT_EQ(First("g\0\0\0\0\0\0\xf8\x3f"s).number, 1.5);
  EXPECT_EQ(First("f\4"
                  "0.25"s)
                .number,
            0.25);
}

TEST(MarshalReader, RemembersWhatLaterValuesReferTo) {
  const std::string bytes = "\xa9\2\xda\2ab\xe9\5\0\0\0r\1\0\0\0r\2\0\0\0r\0\0\0\0"s;
  MarshalReader values(bytes);
  EXPECT_EQ(values.Next().type, Type::kTuple);
  EXPECT_EQ(values.Next().text, "ab");
  EXPECT_EQ(values.Next().integer, 5);
  EXPECT_EQ(values.Next().text, "ab");
  EXPECT_EQ(values.Next().integer, 5);
  const auto tuple = values.Next();
  EXPECT_EQ(tuple.type, Type::kReference);
  EXPECT_EQ(tuple.reference, 0u);
  EXPECT_EQ(values.Next().type, Type::kBroken);
}

TEST(MarshalReader, ReadsTheInternedTextsOfPython2) {
  const std::string bytes = "t\2\0\0\0abR\0\0\0\0R\1\0\0\0"s;
  MarshalReader values(bytes);
  EXPECT_EQ(values.Next().text, "ab");
  EXPECT_EQ(values.Next().text, "ab");
  EXPECT_EQ(values.Next().type, Type::kBroken);
}

// A code object that holds another one holds another one, and so on.
TEST(MarshalReader, ReadsNoCodeThatIsTooDeep) {
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += "c\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0(\1\0\0\0"s;
  EXPECT_EQ(First(bytes).type, Type::kBroken);
}

TEST(MarshalReader, StaysWithinTheBytes) {
  for (const std::string& bytes : {""s, "i\1\0"s, "s\5\0\0\0abcd"s, "l\xff\xff\xff\x7f\0"s, "l\0\0\0\x80"s,
                                   "z"s, "r\0\0\0\0"s, "?"s, "g\0"s}) {
    MarshalReader reader(bytes);
    EXPECT_EQ(reader.Next().type, Type::kBroken) << bytes;
    EXPECT_EQ(reader.Next().type, Type::kBroken) << bytes;
  }
}

}  // namespace
}  // namespace ringscope::marshal_reader_test
