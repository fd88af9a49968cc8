#include "cct/query/sets/condition.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "cct/query/sets/select.h"
#include "cct/tree/building/type_list.h"
#include "tests/cct/query/query_reference.h"
#include "tests/cct/test_trees.h"

namespace ringscope::type_query_test {
namespace {

// a is called on two types and returns None in 1 of 10 calls, b on one, c on 2 types that were not told
// apart.
CctPtr Typed() {
  CctBuilder builder;
  builder.AddMetric({"calls", "count", 1});
  TypeList& types = builder.types();
  const auto function = [&](std::string_view name, uint64_t calls) {
    const BuildNode node = builder.Child(kBuildRoot, builder.InternFrame({.name = name}));
    builder.AddSelf(node, 0, calls);
    return node;
  };
  const BuildNode a = function("a", 10), b = function("b", 4), c = function("c", 3);
  function("d", 2);
  types.Add({a, kReceiverRole, types.NameOf("shapes.Circle"), 9});
  types.Add({a, kReceiverRole, types.NameOf("shapes.Square"), 1});
  types.Add({a, kResultRole, types.NameOf("None"), 1});
  types.Add({a, kResultRole, types.NameOf("float"), 9});
  types.Add({b, kReceiverRole, types.NameOf("shapes.Circle"), 4});
  types.Add({b, kFirstArgument + 1, types.NameOf("f.<locals>.A"), 4});
  types.Add({c, kReceiverRole, kOtherTypes, 2});
  types.Add({c, kReceiverRole, types.NameOf("list"), 1});
  return std::move(builder).Finish({}).value();
}

Result<ContextSet> Select(const Cct& tree, std::string_view text) {
  const FunctionIndex functions(tree.frames());
  return SelectContexts(tree, functions, ParseQuery(text).value(), {});
}

std::string Found(std::string_view text) {
  const CctPtr tree = Typed();
  const Result<ContextSet> set = Select(*tree, text);
  if (!set) return set.error().message;
  std::string names;
  set->ForEachIn({0, tree->context_count()},
                 [&](ContextId context) { names += tree->FrameAt(context).name; });
  return names;
}

TEST(TypeQuery, OneCallIsEnoughForAType) {
  EXPECT_EQ(Found("receiver:circle"), "ab");
  EXPECT_EQ(Found("receiver:\"shapes.Square\""), "a");
  EXPECT_EQ(Found("receiver:/^list$/"), "c");
  EXPECT_EQ(Found("returns:None"), "a");
  EXPECT_EQ(Found("argument:A"), "b");
  EXPECT_EQ(Found("argument:f.<locals>.A"), "b");
  EXPECT_EQ(Found("receiver:None"), "");
  EXPECT_EQ(Found("not receiver:circle"), "cd");
}

TEST(TypeQuery, SharesAreOfTheCallsWhoseTypeIsKnown) {
  EXPECT_EQ(Found("returns:None > 9%"), "a");
  EXPECT_EQ(Found("returns:None>10%"), "");
  EXPECT_EQ(Found("returns:None>=10%"), "a");
  EXPECT_EQ(Found("receiver:Circle = 100%"), "b");
  EXPECT_EQ(Found("receiver:\"list\" < 40% fn:c"), "c") << "others are other types";
  EXPECT_EQ(Found("receiver:zzz <= 0%"), "abc") << "not where no type is known";
}

TEST(TypeQuery, PolymorphicFunctionsAreFoundByTheNumberOfTypes) {
  EXPECT_EQ(Found("types > 1"), "ac");
  EXPECT_EQ(Found("types=1"), "b");
  EXPECT_EQ(Found("types<1"), "d");
}

TEST(TypeQuery, OfATreeWithoutTypesItSaysHowToRecordThem) {
  const CctPtr tree = test::TreeFromFolded("a;b 3\n");
  for (const std::string_view text : {"receiver:A", "types>1", "returns:None > 1%"}) {
    const Result<ContextSet> set = Select(*tree, text);
    ASSERT_FALSE(set) << text;
    EXPECT_EQ(set.error().message, kNoTypesText);
  }
  // A word of its own is a name.
  EXPECT_TRUE(Select(*tree, "types"));
}

TEST(TypeQuery, ReadsAsItWrites) {
  for (const std::string_view text :
       {"receiver:A and >5%", "receiver:A or receiver:B", "receiver:f.\\<locals\\>.A", "returns:None > 10%",
        "receiver:\"a b\" <= 0.5% x", "argument:/x|y/ and <b", "types>1 receiver:A", "not receiver:A\\=1"}) {
    const Query query = ParseQuery(text).value();
    const std::string written = FormatQuery(query);
    EXPECT_EQ(written, text);
    EXPECT_EQ(ParseQuery(written).value(), query);
  }
  for (const auto& [text, message] :
       {std::pair{"receiver:",
                  "expected a word, \"exact text\" or /regular expression/ right after 'receiver:', "
                  "found the end"},
        std::pair{"returns:None > 10", "expected a '%', for shares of the calls, and a blank, found the end"},
        std::pair{"returns:None > 101%", "expected a share of the calls of at most 100%, found '101%'"},
        std::pair{"types > 1k", "expected a blank after 'types > 1', as types have no unit, found 'k'"}}) {
    const Result<Query> query = ParseQuery(text);
    ASSERT_FALSE(query) << text;
    EXPECT_EQ(query.error().message, message);
  }
}

}  // namespace
}  // namespace ringscope::type_query_test
