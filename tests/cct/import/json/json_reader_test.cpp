#include "cct/import/json/json_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>

#include "tests/cct/import/stream_source.h"

namespace ringscope::json_reader_test {
namespace {

struct Inputs {
  std::unique_ptr<ByteSource> source;
  JobControl job;
};
// Reads a text that comes in pieces of so many bytes; 0 = all of it in place.
class TextReader : private Inputs, public JsonReader {
 public:
  TextReader(std::string_view text, size_t piece_bytes, JsonLimits limits = {})
      : Inputs{test::TextSource(std::string(text), piece_bytes)}, JsonReader(*source, limits, job) {}
  using Inputs::job;
};

// A token that is read, with a blank behind it.
std::string TokenText(JsonToken token, const JsonReader& reader) {
  if (token == JsonToken::kKey) return std::string(reader.text()) + ": ";
  if (token == JsonToken::kString) return "'" + std::string(reader.text()) + "' ";
  if (token == JsonToken::kNumber) return std::string(reader.text()) + " ";
  static const std::map<JsonToken, std::string> kOthers{
      {JsonToken::kBeginObject, "{ "}, {JsonToken::kEndObject, "} "}, {JsonToken::kBeginArray, "[ "},
      {JsonToken::kEndArray, "] "},    {JsonToken::kTrue, "true "},   {JsonToken::kFalse, "false "},
      {JsonToken::kNull, "null "}};
  return kOthers.at(token);
}

bool IsLast(JsonToken token) { return token == JsonToken::kEnd || token == JsonToken::kError; }

// All tokens as text, "!message" at an error.
std::string Tokens(std::string_view text, size_t piece_bytes, JsonLimits limits = {}) {
  TextReader reader(text, piece_bytes, limits);
  std::string tokens;
  JsonToken token = reader.Next();
  for (; !IsLast(token); token = reader.Next()) tokens += TokenText(token, reader);
  return tokens + (token == JsonToken::kEnd ? "end" : "!" + DescribeError(reader.error()));
}

TEST(JsonReader, ReadsTheSameInPiecesOfAnySize) {
  const std::string text =
      R"( {"a" : [1, -2.5e+3 ,true,false,null] , "b\n\"c" :{}, "":[ ], "long key":"a longer text \u00e9 here"} )";
  const std::string expected =
      "{ a: [ 1 -2.5e+3 true false null ] b\n\"c: { } : [ ] long key: 'a longer text é here' } end";
  for (size_t piece_bytes = 1; piece_bytes < text.size() + 2; ++piece_bytes) {
    EXPECT_EQ(Tokens(text, piece_bytes), expected) << piece_bytes;
  }
}

TEST(JsonReader, DecodesEscapes) {
  EXPECT_EQ(Tokens(R"("\"\\\/\b\f\n\r\tA\u00df\u65e5\ud83d\ude00")", 100), "'\"\\/\b\f\n\r\tAß日😀' end");
  EXPECT_EQ(Tokens(R"("\ud83d")", 100), "'\uFFFD' end");
  EXPECT_EQ(Tokens(R"("\ude00x")", 100), "'\uFFFDx' end");
  EXPECT_EQ(Tokens(R"("\ud83d\n")", 100), "'\uFFFD\n' end");
  EXPECT_EQ(Tokens(R"("\ud83d\ud83d\ude00")", 100), "'\uFFFD😀' end");
}

TEST(JsonReader, KeepsBytesThatAreNoUtf8) { EXPECT_EQ(Tokens("\"\xff\xfe\"", 100), "'\xff\xfe' end"); }

TEST(JsonReader, NamesWhatItExpectedAndWhere) {
  EXPECT_EQ(Tokens("[1,]", 100), "[ 1 !at byte 3: expected a JSON value, found ']'");
  EXPECT_EQ(Tokens("[1 2]", 100), "[ 1 !at byte 3: expected ',' or ']', found '2'");
  EXPECT_EQ(Tokens("{\"a\" 1}", 100), "{ !at byte 5: expected ':' behind a key, found '1'");
  EXPECT_EQ(Tokens("{1:2}", 100), "{ !at byte 1: expected a key in quotes, found '1'");
  EXPECT_EQ(Tokens("{\"a\":1,}", 100), "{ a: 1 !at byte 7: expected a key in quotes, found '}'");
  EXPECT_EQ(Tokens("[}", 100), "[ !at byte 1: expected a JSON value, found '}'");
  EXPECT_EQ(Tokens("", 100), "!at byte 0: expected a JSON value, found the end of the file");
  EXPECT_EQ(Tokens("[", 100), "[ !at byte 1: expected a JSON value, found the end of the file");
  EXPECT_EQ(Tokens("\"abc", 100), "!at byte 4: expected a closing quote, found the end of the file");
  EXPECT_EQ(Tokens("\"a\nb\"", 100), "!at byte 2: expected a closing quote, found byte 0x0a");
  EXPECT_EQ(Tokens("nul", 100), "!at byte 3: expected \"null\", found the end of the file");
  EXPECT_EQ(Tokens("1 2", 100),
            "1 !at byte 2: expected the end of the file behind the JSON document, found '2'");
  EXPECT_EQ(Tokens("\"\\x\"", 100), "!at byte 2: expected an escape, found 'x'");
  EXPECT_EQ(Tokens("\"\\u12g4\"", 100), "!at byte 5: expected four hexadecimal digits, found 'g'");
}

TEST(JsonReader, RefusesNumbersThatAreNone) {
  for (const char* text : {"-", "01", "1.", "1e", "1e+", "--1", "1.e5", "1-2"}) {
    EXPECT_NE(Tokens(text, 100).find("expected a JSON number"), std::string::npos) << text;
  }
}

TEST(JsonReader, NestsAsDeepAsTheLimitAllows) {
  const size_t depth = 300000;
  const std::string text = std::string(depth, '[') + std::string(depth, ']');
  TextReader reader(text, 4096);
  EXPECT_TRUE(reader.SkipValue());
  EXPECT_EQ(reader.Next(), JsonToken::kEnd);
  EXPECT_EQ(Tokens("[[[[1]]]]", 100, {.max_depth = 3}),
            "[ [ [ !at byte 3: expected at most 3 nested levels, found more");
}

TEST(JsonReader, BoundsStrings) {
  EXPECT_EQ(Tokens("\"abcdef\"", 3, {.max_string_bytes = 4}),
            "!at byte 6: expected strings of at most 4 bytes, found a longer one");
}

TEST(JsonReader, StopsWhenCancelled) {
  TextReader reader("[1,2,3]", 2);
  EXPECT_EQ(reader.Next(), JsonToken::kBeginArray);
  reader.job.cancel_requested = true;
  JsonToken token = JsonToken::kNumber;
  while (token == JsonToken::kNumber) token = reader.Next();
  ASSERT_EQ(token, JsonToken::kError);
  EXPECT_EQ(reader.error().code, ErrorCode::kCancelled);
}

// A document of all kinds of values, with blanks and escapes here and there.
std::string RandomValue(std::mt19937& random, int depth) {
  const auto blanks = [&] { return std::string(random() % 4 == 0 ? random() % 70 : 0, ' '); };
  const auto text = [&] {
    static constexpr std::string_view kPieces[] = {
        "a",       "name", "[{",
        "}]",      "\\\"", "\\\\",
        "\\u00e9", ":,",   "a longer stretch of plain text without anything in it"};
    std::string quoted = "\"";
    for (size_t k = random() % 5; k > 0; --k) quoted += kPieces[random() % std::size(kPieces)];
    return quoted + "\"";
  };
  static constexpr std::string_view kNumbers[] = {
      "0", "-7", "12345678", "123456789012345678", "-1.5e-3", "0.25", "1234567890123456789", "3E2"};
  switch (depth > 4 ? random() % 3 : random() % 6) {
    case 0:
      return text();
    case 1:
      return std::string(kNumbers[random() % std::size(kNumbers)]);
    case 2:
      return std::string(random() % 2 == 0 ? "true" : "null");
    case 3: {
      std::string object = "{" + blanks();
      for (size_t k = random() % 6; k > 0; --k) {
        object += text() + blanks() + ":" + blanks() + RandomValue(random, depth + 1) + (k > 1 ? "," : "");
      }
      return object + blanks() + "}";
    }
    default: {
      std::string array = "[" + blanks();
      for (size_t k = random() % 12; k > 0; --k)
        array += RandomValue(random, depth + 1) + blanks() + (k > 1 ? "," : "");
      return array + "]";
    }
  }
}

TEST(JsonReader, SkipsWhatItWouldRead) {
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    const std::string value = RandomValue(random, 0);
    const std::string text = "[" + value + ",\"behind\"]";
    ASSERT_EQ(Tokens(text, 0).rfind("'behind' ] end"), Tokens(text, 0).size() - 14) << text;
    for (const size_t piece_bytes : {size_t{0}, size_t{1}, size_t{7}, size_t{64}, size_t{100}}) {
      TextReader reader(text, piece_bytes);
      EXPECT_EQ(reader.Next(), JsonToken::kBeginArray);
      ASSERT_TRUE(reader.SkipValue()) << text;
      EXPECT_EQ(reader.Next(), JsonToken::kString);
      EXPECT_EQ(reader.text(), "behind");
      EXPECT_EQ(reader.offset_bytes(), value.size() + 2);
      EXPECT_EQ(reader.Next(), JsonToken::kEndArray);
      EXPECT_EQ(reader.Next(), JsonToken::kEnd);
    }
  }
}

TEST(JsonReader, TakesFlatObjectsAtHand) {
  std::mt19937 random(11);
  const std::string behind = ",\"behind\":\"" + std::string(200, 'x') + "\"}";
  uint32_t taken = 0;
  for (int i = 0; i < 500; ++i) {
    const std::string value = RandomValue(random, i % 5);
    const std::string text = "{\"k\": " + value + behind;
    for (const size_t piece_bytes : {size_t{0}, size_t{1}, size_t{100}}) {
      TextReader reader(text, piece_bytes);
      EXPECT_EQ(reader.Next(), JsonToken::kBeginObject);
      EXPECT_EQ(reader.Next(), JsonToken::kKey);
      const std::string_view object = reader.FlatObjectAtHand();
      if (piece_bytes == 0) {
        bool is_flat = value[0] == '{' && value.find('\\') == std::string::npos;
        bool in_string = false;
        for (const char c : value.substr(1)) {
          in_string ^= c == '"';
          is_flat &= in_string || (c != '{' && c != '[');
        }
        EXPECT_EQ(object.empty(), !is_flat) << text;
      }
      if (object.empty()) {
        EXPECT_TRUE(reader.SkipValue());
      } else {
        EXPECT_EQ(object, value);
        reader.TakeObject(object);
        ++taken;
      }
      EXPECT_EQ(reader.Next(), JsonToken::kKey);
      EXPECT_EQ(reader.text(), "behind");
      EXPECT_EQ(reader.Next(), JsonToken::kString);
      EXPECT_EQ(reader.Next(), JsonToken::kEndObject);
      EXPECT_EQ(reader.Next(), JsonToken::kEnd);
    }
  }
  EXPECT_GT(taken, 20u);
}

TEST(JsonReader, TakesPlainNumbersAtHand) {
  const auto at_hand = [](const std::string& array, size_t piece_bytes) {
    TextReader reader("{\"k\": " + array + ", \"behind\": 1}", piece_bytes);
    while (reader.Next() != JsonToken::kBeginArray) EXPECT_FALSE(reader.failed());
    const std::string numbers(reader.PlainNumbersAtHand());
    if (!numbers.empty()) {
      reader.TakeNumbers(reader.PlainNumbersAtHand());
      EXPECT_EQ(reader.Next(), JsonToken::kEndArray);
      EXPECT_EQ(reader.Next(), JsonToken::kKey);
      EXPECT_EQ(reader.text(), "behind");
    }
    return numbers;
  };
  const std::string many = std::string(300, '1') + ", 23,4 ";
  EXPECT_EQ(at_hand("[" + many + "]", 0), many);
  EXPECT_EQ(at_hand("[" + many + "]", 100), "") << "its end does not lie at hand";
  EXPECT_EQ(at_hand("[1]", 0), "1");
  for (const std::string_view array :
       {"[]", "[-1]", "[1.5]", "[1e2]", "[1,\n2]", "[\"1\"]", "[1,[2]]", "[1,{}]", "[null]"})
    EXPECT_EQ(at_hand(std::string(array), 0), "") << array;
}

TEST(JsonReader, NoticesWhatIsWrongInSkippedValues) {
  const auto skip = [](const std::string& text, size_t piece_bytes) {
    TextReader reader(text, piece_bytes, {.max_depth = 3});
    return reader.SkipValue() ? "skipped" : DescribeError(reader.error());
  };
  const std::string plain(100, '1');
  for (const size_t piece_bytes : {size_t{0}, size_t{1}, size_t{64}, size_t{200}}) {
    EXPECT_EQ(skip("[" + plain + "}", piece_bytes), "at byte 101: expected ',' or ']', found '}'");
    EXPECT_EQ(skip("[" + plain, piece_bytes), "at byte 101: expected ',' or ']', found the end of the file");
    EXPECT_EQ(skip("{\"" + plain, piece_bytes),
              "at byte 102: expected a closing quote, found the end of the file");
    EXPECT_EQ(skip("{\"" + plain + "\n\"" + plain, piece_bytes),
              "at byte 102: expected a closing quote, found byte 0x0a");
    EXPECT_EQ(skip("[" + plain + "[[[" + plain, piece_bytes),
              "at byte 103: expected at most 3 nested levels, found more");
  }
}

TEST(JsonReader, ReadsRunsOfIntegersAsTokens) {
  std::mt19937 random(3);
  static constexpr std::string_view kOthers[] = {"1.5", "-2e3", "\"7\"", "[1,2]", "12345678901234567890",
                                                 "null"};
  for (int i = 0; i < 300; ++i) {
    std::string text = "[";
    for (size_t k = random() % 20; k > 0; --k) {
      std::string number = std::to_string(static_cast<int64_t>(random()) * (random() % 2 == 0 ? 1 : -1));
      number.resize(std::min<size_t>(number.size(), 2 + random() % 9));
      if (random() % 8 == 0) number = kOthers[random() % std::size(kOthers)];
      text += std::string(random() % 5 == 0 ? random() % 20 : 0, ' ') + number + (k > 1 ? "," : "");
    }
    text += "]";
    for (const size_t piece_bytes : {size_t{0}, size_t{1}, size_t{9}, size_t{40}}) {
      TextReader reader(text, piece_bytes);
      std::string tokens = "[ ";
      EXPECT_EQ(reader.Next(), JsonToken::kBeginArray);
      JsonToken token = JsonToken::kNull;
      do {
        reader.ReadIntegers([&](int64_t value, uint64_t offset) {
          EXPECT_EQ(reader.offset_bytes(), offset);
          EXPECT_EQ(reader.Integer(), value);
          EXPECT_EQ(text.substr(offset, reader.text().size()), std::to_string(value));
          tokens += std::to_string(value) + " ";
          return random() % 4 != 0;
        });
        token = reader.Next();
        if (!IsLast(token)) tokens += TokenText(token, reader);
      } while (!IsLast(token));
      EXPECT_EQ(tokens + (token == JsonToken::kEnd ? "end" : "!"), Tokens(text, 0)) << text;
    }
  }
}

TEST(JsonReader, ReadsIntegers) {
  TextReader reader("[9223372036854775807,-9223372036854775808,9223372036854775808,2.6,1e3,1e300]", 100);
  EXPECT_EQ(reader.Next(), JsonToken::kBeginArray);
  EXPECT_EQ(reader.Next(), JsonToken::kNumber);
  EXPECT_EQ(reader.Integer(), INT64_MAX);
  EXPECT_EQ(reader.Next(), JsonToken::kNumber);
  EXPECT_EQ(reader.RoundedInteger(), INT64_MIN);
  EXPECT_EQ(reader.Next(), JsonToken::kNumber);
  EXPECT_FALSE(reader.RoundedInteger());
  EXPECT_EQ(reader.Next(), JsonToken::kNumber);
  EXPECT_FALSE(reader.Integer());
  EXPECT_EQ(reader.RoundedInteger(), 3);
  EXPECT_EQ(reader.Next(), JsonToken::kNumber);
  EXPECT_EQ(reader.Integer(), 1000);
  EXPECT_EQ(reader.RoundedInteger(), 1000);
  EXPECT_EQ(reader.Next(), JsonToken::kNumber);
  EXPECT_FALSE(reader.RoundedInteger());
}

}  // namespace
}  // namespace ringscope::json_reader_test
