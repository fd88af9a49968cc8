// What each step of a pipeline does with the types of objects.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "cct/transform/pipeline.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/building/type_list.h"
#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"

namespace ringscope::transform_types_test {
namespace {

// main calls f, which calls itself and g.
CctPtr Recursive() {
  CctBuilder builder;
  builder.AddMetric({"calls", "count", 1});
  const auto call = [&](BuildNode caller, std::string_view name, uint64_t calls, std::string_view receiver) {
    const BuildNode node = builder.Child(caller, builder.InternFrame({.name = name}));
    builder.AddSelf(node, 0, calls);
    TypeList& types = builder.types();
    types.Add({node, kReceiverRole, types.NameOf(receiver), calls});
    return node;
  };
  const BuildNode main = call(kBuildRoot, "main", 1, "Main");
  const BuildNode f = call(main, "f", 2, "A");
  const BuildNode inner = call(f, "f", 3, "B");
  call(inner, "g", 4, "G");
  call(f, "g", 5, "H");
  return std::move(builder).Finish({}).value();
}

// main starts a thread, which calls f.
CctPtr Threaded() {
  CctBuilder builder;
  builder.AddMetric({"calls", "count", 1});
  const BuildNode main = builder.Child(kBuildRoot, builder.InternFrame({.name = "main"}));
  const BuildNode thread =
      builder.Child(main, builder.InternFrame({.name = "worker", .kind = FrameKind::kThread}));
  const BuildNode f = builder.Child(thread, builder.InternFrame({.name = "f"}));
  builder.AddSelf(f, 0, 2);
  TypeList& types = builder.types();
  types.Add({f, kReceiverRole, types.NameOf("A"), 2});
  return std::move(builder).Finish({}).value();
}

// The receivers by path: "main;f A 2\n".
std::string After(std::string_view pipeline, const CctPtr& tree = Recursive()) {
  const auto outcome = ApplyPipeline(tree, ParsePipeline(pipeline).value(), {});
  EXPECT_TRUE(outcome) << pipeline;
  const Cct& made = *outcome->tree;
  EXPECT_TRUE(VerifyCct(made)) << pipeline;
  std::string text;
  for (ContextId context = 0; context < made.context_count(); ++context) {
    made.types().ForEach(context, [&](const SeenType& seen) {
      text += test::PathText(made, context) + ' ' + std::string(made.types().NameOf(seen.type)) + ' ' +
              std::to_string(seen.calls) + '\n';
    });
  }
  return text;
}

TEST(TransformTypes, TypesOfContextsThatBecomeOneAddUp) {
  EXPECT_EQ(After("fold-recursion"), "main Main 1\nmain;f B 3\nmain;f A 2\nmain;f;g H 5\nmain;f;g G 4\n");
}

TEST(TransformTypes, TypesOfWhatIsLeftOutGoWithIt) {
  EXPECT_EQ(After("hide g"), "main Main 1\nmain;f A 2\nmain;f;f B 3\n");
  EXPECT_EQ(After("methods"), "g H 5\ng G 4\nf B 3\nf A 2\nmain Main 1\n");
}

TEST(TransformTypes, OfCallersFirstTheyAreWithTheFunction) {
  EXPECT_EQ(After("invert"), "g H 5\ng G 4\nf B 3\nf A 2\nmain Main 1\n");
}

TEST(TransformTypes, StayWithTheirContextsWhereThreadsComeFirst) {
  EXPECT_EQ(After("group thread", Threaded()), "worker;main;f A 2\n");
}

}  // namespace
}  // namespace ringscope::transform_types_test
