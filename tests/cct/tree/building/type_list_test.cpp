#include "cct/tree/building/type_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cct/tree/building/altered_tree.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"

namespace ringscope::type_list_test {
namespace {

// "context role type calls" for each, one after another.
std::string Text(const OwnedTypes& owned, uint32_t contexts) {
  const TypeColumns types = ViewOf(owned);
  std::string text;
  for (uint32_t context = 0; context < contexts; ++context) {
    types.ForEach(context, [&](const SeenType& seen) {
      const std::string name = seen.type == kOtherTypes ? "-" : std::string(types.NameOf(seen.type));
      text += std::to_string(context) + ' ' + std::to_string(seen.role) + ' ' + name + ' ' +
              std::to_string(seen.calls) + '\n';
    });
  }
  return text;
}

TEST(TypeList, TheOrderInWhichTypesWereCollectedLeavesNoTrace) {
  struct Seen {
    uint32_t context;
    TypeRole role;
    const char* name;  // null: another type
    uint64_t calls;
  };
  std::vector<Seen> all{{2, kReceiverRole, "B", 3},     {2, kReceiverRole, "A", 1},
                        {2, kReceiverRole, nullptr, 9}, {0, kResultRole, "C", 2},
                        {2, kReceiverRole, "B", 4},     {2, kFirstArgument, "B", 1},
                        {2, kReceiverRole, "D", 7},     {2, kReceiverRole, nullptr, 1}};
  for (int i = 0; i < 3; ++i) {
    TypeList list;
    static_cast<void>(list.NameOf("not used"));
    for (const Seen& seen : all)
      list.Add(
          {seen.context, seen.role, seen.name == nullptr ? kOtherTypes : list.NameOf(seen.name), seen.calls});
    const OwnedTypes types = std::move(list).Finish(3);
    EXPECT_EQ(Text(types, 3),
              "0 1 C 2\n"
              "2 0 B 7\n2 0 D 7\n2 0 A 1\n2 0 - 10\n"
              "2 2 B 1\n");
    EXPECT_EQ(ViewOf(types).name_count(), 4u);
    std::rotate(all.begin(), all.begin() + 3, all.end());
  }
}

TEST(TypeList, CallsStayBelowWhatFits) {
  TypeList list;
  const uint32_t name = list.NameOf("A");
  list.Add({0, kReceiverRole, name, (uint64_t{1} << 63) - 1});
  list.Add({0, kReceiverRole, name, 5});
  list.Add({0, kResultRole, name, 0});
  EXPECT_EQ(Text(std::move(list).Finish(1), 1), "0 0 A 9223372036854775807\n");
  EXPECT_TRUE(std::move(TypeList()).Finish(7).begin.empty());
}

TEST(TypeList, AMillionTypesAtOneSiteAndANameOfAMegabyte) {
  TypeList list;
  constexpr uint32_t kTypes = 1'000'000;
  for (uint32_t i = 0; i < kTypes; ++i) list.Add({0, kReceiverRole, list.NameOf("T" + std::to_string(i)), 1});
  const std::string large(1 << 20, 'x');
  list.Add({0, kReceiverRole, list.NameOf(large), 2});
  const OwnedTypes owned = std::move(list).Finish(1);
  const TypeColumns types = ViewOf(owned);
  EXPECT_EQ(types.role.size(), kTypes + 1u);
  EXPECT_EQ(types.NameOf(types.type[0]), large);  // most calls first
  EXPECT_EQ(types.calls[0], 2u);
}

TEST(TypeColumns, WhatLiesOutsideIsNotThere) {
  const std::vector<uint64_t> begin{5, 2, 99}, calls{1}, offset{0, 3};
  const std::vector<uint8_t> role{0}, bytes{'a'};
  const std::vector<uint32_t> type{7};
  const TypeColumns types{ChunkedColumn<uint64_t>(begin),  ChunkedColumn<uint8_t>(role),
                          ChunkedColumn<uint32_t>(type),   ChunkedColumn<uint64_t>(calls),
                          ChunkedColumn<uint64_t>(offset), ChunkedColumn<uint8_t>(bytes)};
  EXPECT_FALSE(CheckTypeRanges(types));
  EXPECT_TRUE(CheckTypeRanges(TypeColumns()));
  uint32_t seen = 0;
  for (uint32_t context = 0; context < 9; ++context) types.ForEach(context, [&](const SeenType&) { ++seen; });
  EXPECT_EQ(seen, 0u);
  EXPECT_EQ(types.NameOf(0), "");
  EXPECT_EQ(types.NameOf(7), "");
}

TEST(CctBuilder, TypesGoWithTheirContexts) {
  CctBuilder builder;
  builder.AddMetric({"calls", "count", 1});
  const BuildNode small = builder.Child(kBuildRoot, builder.InternFrame({.name = "small"}));
  const BuildNode line_a = builder.Child(kBuildRoot, builder.CallLine(3));
  const BuildNode line_b = builder.Child(kBuildRoot, builder.CallLine(4));
  const FrameId called = builder.InternFrame({.name = "large"});
  const BuildNode a = builder.Child(line_a, called), b = builder.Child(line_b, called);
  builder.AddSelf(small, 0, 1);
  builder.AddSelf(a, 0, 9);
  builder.AddSelf(b, 0, 5);
  TypeList& types = builder.types();
  types.Add({small, kResultRole, types.NameOf("int"), 1});
  types.Add({a, kReceiverRole, types.NameOf("List"), 9});
  types.Add({b, kReceiverRole, kOtherTypes, 5});
  const CctPtr tree = std::move(builder).Finish({}).value();
  ASSERT_TRUE(VerifyCct(*tree));
  EXPECT_EQ(
      test::TypeDump(*tree),
      "context\trole\ttype\tcalls\n1\treceiver\tList\t9\n2\treceiver\t(others)\t5\n3\tresult\tint\t1\n");
  const CctPtr below = BelowProcess(*tree, "p").value();
  ASSERT_TRUE(VerifyCct(*below));
  EXPECT_EQ(
      test::TypeDump(*below),
      "context\trole\ttype\tcalls\n2\treceiver\tList\t9\n3\treceiver\t(others)\t5\n4\tresult\tint\t1\n");
}

}  // namespace
}  // namespace ringscope::type_list_test
