#include "cct/tree/frame_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "cct/tree/building/frame_interner.h"
#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"

namespace ringscope::frame_facts_test {
namespace {

const FrameValueInfo kReceivers{std::string(kReceiversValue), "count", 1, FrameValueRule::kDistinct};
const FrameValueInfo kReturnsSelf{std::string(kReturnsSelfValue), "", 1, FrameValueRule::kLeast};

constexpr std::string_view kHead =
    "name\tmodule\tfile\tline\tcolumn\tkind\tsource\tclass\tclass kind\tsuperclasses\tcode";

// main calls sort, a method of JLex.Spec, which is a java.lang.Object by java.util.Base.
CctBuilder Example() {
  CctBuilder builder;
  builder.AddMetric({"calls", "count", 1});
  FrameInterner& frames = builder.frames();
  const FrameId unused = builder.InternFrame({.name = "unused"});
  const FrameId main = builder.InternFrame({.name = "main"});
  const FrameId sort = builder.InternFrame({.name = "sort", .module = "lib"});
  const ClassId lone = frames.InternClass({"Lone", "JLex"});
  const ClassId object = frames.InternClass({"Object", "java.lang", kNoClass, ClassKind::kClass});
  const ClassId base = frames.InternClass({"Base", "java.util", object, ClassKind::kInterface});
  const ClassId spec = frames.InternClass({"Spec", "JLex", base, ClassKind::kClass});
  frames.SetClass(unused, lone);
  frames.SetClass(sort, spec);
  frames.SetCode(sort, 0xabcdef);
  const uint32_t returns_self = frames.AddValue(kReturnsSelf);
  const uint32_t receivers = frames.AddValue(kReceivers);
  const uint32_t nobodys = frames.AddValue({"nobody's", "count", 1});
  frames.SetValue(unused, nobodys, {3});
  frames.SetValue(sort, receivers, {1000, true});
  frames.SetValue(main, returns_self, {0});
  const BuildNode node = builder.Child(kBuildRoot, main);
  builder.AddSelf(builder.Child(node, sort), 0, 5);
  return builder;
}

TEST(FrameFacts, AreThoseOfTheFramesThatATreeHas) {
  const CctPtr tree = std::move(Example()).Finish({}).value();
  ASSERT_TRUE(VerifyCct(*tree));
  EXPECT_EQ(test::FrameDump(*tree), std::string(kHead) +
                                        "\treceivers\treturns self\n"
                                        "main\t\t\t0\t0\tuser\tunknown\t\t\t\t\t\t0\n"
                                        "sort\tlib\t\t0\t0\tuser\tunknown\tJLex.Spec\tclass\tjava.util.Base,"
                                        "java.lang.Object\t0000000000abcdef\t>=1000\t\n");
  const FrameFacts& facts = tree->frames().facts();
  // Also those of frames that are not in the tree.
  ASSERT_EQ(facts.class_count(), 4u);
  EXPECT_EQ(facts[3].name, "Lone");
  EXPECT_EQ(facts.FindValue(kReceiversValue), 0u);
  EXPECT_EQ(facts.FindValue("receiver"), std::nullopt);
  EXPECT_EQ(facts.ValueOf(tree->FrameOf(2), 0), (FrameAmount{1000, true}));
  EXPECT_EQ(facts.ValueOf(tree->FrameOf(1), 0), std::nullopt);
  EXPECT_EQ(facts[facts.ClassOf(tree->FrameOf(2))].name, "Spec");
}

TEST(FrameFacts, OfNoFrameAreEmpty) {
  EXPECT_TRUE(test::WorkedExample()->frames().facts().empty());
  CctBuilder builder;
  builder.frames().SetCode(builder.InternFrame({.name = "unused"}), 1);
  EXPECT_TRUE(std::move(builder).Finish({}).value()->frames().facts().empty());
}

TEST(FrameFacts, OfAComparisonAreFoundByTheNameOfBothSides) {
  FrameFactColumns columns;
  columns.values = {{"a@before"}, {"a@after"}, {"b@before"}, {"c"}, {"c@after"}};
  columns.amount.resize(5);
  columns.certainty.resize(5);
  const FrameFacts facts(columns);
  EXPECT_EQ(facts.FindValue("a"), 1u);
  EXPECT_EQ(facts.FindValue("b"), 2u);
  EXPECT_EQ(facts.FindValue("c"), 3u);
  EXPECT_EQ(facts.FindValue("a@before"), 0u);
}

TEST(FrameFacts, AmountsAreJoinedByTheirRule) {
  const auto joined = [](FrameAmount a, FrameAmount b, FrameValueRule rule) {
    const FrameAmount one = JoinAmounts(a, b, rule);
    EXPECT_EQ(one, JoinAmounts(b, a, rule));
    return one;
  };
  EXPECT_EQ(joined({2}, {3}, FrameValueRule::kSum), (FrameAmount{5}));
  EXPECT_EQ(joined({2, true}, {3}, FrameValueRule::kSum), (FrameAmount{5, true}));
  EXPECT_EQ(joined({~uint64_t{0}}, {1}, FrameValueRule::kSum), (FrameAmount{~uint64_t{0}, true}));
  EXPECT_EQ(joined({0}, {1}, FrameValueRule::kLeast), (FrameAmount{0}));
  EXPECT_EQ(joined({2, true}, {3}, FrameValueRule::kLeast), (FrameAmount{2, true}));
  EXPECT_EQ(joined({3, true}, {2}, FrameValueRule::kLeast), (FrameAmount{2}));
  EXPECT_EQ(joined({2, true}, {3}, FrameValueRule::kMost), (FrameAmount{3, true}));
  EXPECT_EQ(joined({2}, {3}, FrameValueRule::kMost), (FrameAmount{3}));
  EXPECT_EQ(joined({2}, {3}, FrameValueRule::kDistinct), (FrameAmount{3, true}));
  EXPECT_EQ(joined({0}, {3}, FrameValueRule::kDistinct), (FrameAmount{3}));
}

TEST(FrameFacts, GroupingDoesNotMatterToWhatIsJoined) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 2000; ++round) {
    FrameAmount of[3];
    CodeHash code[3];
    for (int i = 0; i < 3; ++i) {
      of[i] = {random() % 8 == 0 ? ~uint64_t{0} - random() % 3 : random() % 4, random() % 2 == 0};
      code[i] = random() % 4 == 0 ? kSeveralCodes : random() % 3;
    }
    for (const auto& row : kFrameValueRuleWords) {
      EXPECT_EQ(JoinAmounts(JoinAmounts(of[0], of[1], row.value), of[2], row.value),
                JoinAmounts(of[0], JoinAmounts(of[1], of[2], row.value), row.value))
          << row.word;
    }
    EXPECT_EQ(JoinCodes(JoinCodes(code[0], code[1]), code[2]),
              JoinCodes(code[0], JoinCodes(code[1], code[2])));
    EXPECT_EQ(JoinCodes(code[0], code[1]), JoinCodes(code[1], code[0]));
  }
}

TEST(FrameFacts, CodeTellsWhetherASourceChanged) {
  EXPECT_EQ(ChangeOfCode(1, 1), SourceChange::kSame);
  EXPECT_EQ(ChangeOfCode(1, 2), SourceChange::kChanged);
  EXPECT_EQ(ChangeOfCode(kUnknownCode, kUnknownCode), SourceChange::kUnknown);
  EXPECT_EQ(ChangeOfCode(1, kUnknownCode), SourceChange::kUnknown);
  EXPECT_EQ(ChangeOfCode(kSeveralCodes, kSeveralCodes), SourceChange::kUnknown);
  EXPECT_EQ(ChangeOfCode(kSeveralCodes, 1), SourceChange::kUnknown);
}

TEST(FrameFacts, CirclesOfSuperclassesAreFoundAndCut) {
  //                                   0  1  2  3         4  5  6
  const std::vector<ClassId> superclass{1, 2, 1, kNoClass, 4, 3, 0};
  std::vector<std::vector<ClassId>> circles = FindCircles(superclass);
  for (auto& circle : circles) std::sort(circle.begin(), circle.end());
  std::sort(circles.begin(), circles.end());
  EXPECT_EQ(circles, (std::vector<std::vector<ClassId>>{{1, 2}, {4}}));

  CctBuilder builder;
  FrameInterner& frames = builder.frames();
  const ClassId b = frames.InternClass({"b", ""}), a = frames.InternClass({"a", ""});
  frames.SetSuperclass(a, b);
  frames.SetSuperclass(b, a);
  const FrameId frame = builder.InternFrame({.name = "f"});
  frames.SetClass(frame, b);
  static_cast<void>(builder.Child(kBuildRoot, frame));
  const CctPtr tree = std::move(builder).Finish({}).value();
  EXPECT_TRUE(VerifyCct(*tree));
  const FrameFacts& facts = tree->frames().facts();
  EXPECT_EQ(facts[0].name, "b");
  EXPECT_EQ(facts.SuperclassesOf(0), (std::vector<ClassId>{1}));
  EXPECT_TRUE(facts.SuperclassesOf(1).empty());
}

TEST(FrameFacts, BuildersJoinThemInAnyOrder) {
  const auto part = [](int which) {
    CctBuilder builder;
    builder.AddMetric({"calls", "count", 1});
    FrameInterner& frames = builder.frames();
    const FrameId f = builder.InternFrame({.name = "f"});
    builder.AddSelf(builder.Child(kBuildRoot, f), 0, 1);
    const char* const super = which == 0 ? "Z" : "Y";
    const ClassId of = frames.InternClass({which == 2 ? "D" : "C", "p", frames.InternClass({super, "p"})});
    frames.SetClass(f, of);
    frames.SetCode(f, which == 1 ? 2 : 1);
    frames.SetValue(f, frames.AddValue(kReceivers), {static_cast<uint64_t>(which + 1)});
    return builder;
  };
  std::string expected;
  std::vector<int> order{0, 1, 2};
  do {
    CctBuilder whole;
    for (const int which : order) static_cast<void>(whole.MergeFrom(part(which)));
    const std::string joined = test::FrameDump(*std::move(whole).Finish({}).value());
    if (expected.empty()) expected = joined;
    EXPECT_EQ(joined, expected);
  } while (std::next_permutation(order.begin(), order.end()));
  EXPECT_EQ(expected, std::string(kHead) +
                          "\treceivers\nf\t\t\t0\t0\tuser\tunknown\tp.C\tunknown\tp.Y\tseveral\t>=3\n");
}

TEST(FrameFacts, TooManyValuesAreAnError) {
  CctBuilder builder;
  for (uint32_t v = 0; v < kMaxFrameValues; ++v) EXPECT_EQ(builder.frames().AddValue({std::to_string(v)}), v);
  EXPECT_TRUE(builder.status());
  EXPECT_LT(builder.frames().AddValue({"one more"}), kMaxFrameValues);
  EXPECT_EQ(builder.status().error().code, ErrorCode::kLimit);
}

// Whatever the columns say, nothing outside of them is read and every walk ends.
TEST(FrameFacts, AreSafeOnColumnsOfAnyContents) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 200; ++round) {
    const size_t frame_count = random() % 5, class_count = random() % 5, string_count = random() % 4;
    const auto numbers = [&](size_t count, auto kind) {
      std::vector<decltype(kind)> made(count);
      for (auto& one : made) one = static_cast<decltype(kind)>(random() % 4 == 0 ? random() : random() % 6);
      return made;
    };
    const auto name = numbers(class_count, uint32_t{}), package = numbers(class_count, uint32_t{}),
               superclass = numbers(class_count, uint32_t{}), frame_class = numbers(frame_count, uint32_t{});
    const auto kind = numbers(class_count, uint8_t{}), certainty = numbers(frame_count, uint8_t{}),
               bytes = numbers(3, uint8_t{});
    const auto amount = numbers(frame_count, uint64_t{}), offset = numbers(string_count, uint64_t{});
    const auto view = [](const auto& values) {
      return ChunkedColumn(std::span(values.data(), values.size()));
    };
    FrameFactColumns columns;
    columns.values = {kReceivers};
    columns.amount = {view(amount)};
    columns.certainty = {view(certainty)};
    columns.frame_class = view(frame_class);
    columns.code = view(amount);
    columns.class_name = view(name);
    columns.class_package = view(package);
    columns.superclass = view(superclass);
    columns.class_kind = view(kind);
    columns.string_offset = view(offset);
    columns.string_bytes = view(bytes);
    const FrameFacts facts(columns);
    for (const uint32_t id : {0u, 1u, 2u, 3u, 4u, 5u, 0xfffffffeu, kNoClass}) {
      const ClassId its = facts.ClassOf(id);
      EXPECT_TRUE(its == kNoClass || its < class_count);
      EXPECT_LE(FullNameOf(facts[id]).size(), 7u);
      EXPECT_LE(facts.SuperclassesOf(id).size(), class_count);
      static_cast<void>(facts.ValueOf(id, 0));
      EXPECT_EQ(facts.ValueOf(id, 1), std::nullopt);
      static_cast<void>(facts.CodeOf(id));
    }
    EXPECT_TRUE(FindCircles(facts.Superclasses()).empty());
    FrameInterner interner;
    std::vector<FrameId> frames(frame_count + 2, interner.Intern({}));
    interner.JoinFacts(facts, frames);
  }
}

}  // namespace
}  // namespace ringscope::frame_facts_test
