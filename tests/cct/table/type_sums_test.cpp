#include "cct/table/type_sums.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "cct/tree/building/builder.h"
#include "cct/tree/building/type_list.h"

namespace ringscope::type_sums_test {
namespace {

TEST(TypeSums, AddUpOverContextsMostCallsFirst) {
  CctBuilder builder;
  builder.AddMetric({"calls", "count", 1});
  const BuildNode a = builder.Child(kBuildRoot, builder.InternFrame({.name = "a"}));
  const BuildNode b = builder.Child(a, builder.InternFrame({.name = "b"}));
  TypeList& types = builder.types();
  types.Add({a, kReceiverRole, types.NameOf("A"), 1});
  types.Add({b, kReceiverRole, types.NameOf("A"), 2});
  types.Add({b, kReceiverRole, types.NameOf("B"), 9});
  types.Add({b, kReceiverRole, types.NameOf("C"), 3});
  types.Add({b, kReceiverRole, kOtherTypes, 50});
  types.Add({b, kResultRole, types.NameOf("A"), uint64_t{1} << 62});
  const CctPtr tree = std::move(builder).Finish({}).value();
  TypeSums receivers, results;
  EXPECT_TRUE(receivers.empty());
  for (ContextId context = 0; context < tree->context_count(); ++context) {
    receivers.Add(tree->types(), context, kReceiverRole);
    for (int i = 0; i < 3; ++i) results.Add(tree->types(), context, kResultRole);
  }
  EXPECT_EQ(receivers.size(), 4u);
  EXPECT_EQ(receivers.Shares(), (std::vector<TypeShare>{{1, 9}, {0, 3}, {2, 3}, {kOtherTypes, 50}}));
  EXPECT_EQ(results.Shares(), (std::vector<TypeShare>{{0, (uint64_t{1} << 63) - 1}}));
}

}  // namespace
}  // namespace ringscope::type_sums_test
