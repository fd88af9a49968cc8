#include "cct/tree/frame_table.h"

#include <gtest/gtest.h>

#include <cctype>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/transform/pipeline.h"
#include "cct/tree/building/frame_interner.h"
#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"

namespace ringscope::frame_facts_test {
namespace {

// The example with threads on top, times, and something known of every function.
CctPtr KnownTree() {
  const CctPtr example = test::WorkedExample();
  CctBuilder builder;
  builder.AddMetric(example->metrics()[0]);
  FrameInterner& frames = builder.frames();
  const uint32_t receivers =
      frames.AddValue({std::string(kReceiversValue), "count", 1, FrameValueRule::kDistinct});
  const ClassId base = frames.InternClass({"Base", "p"});
  SampleList samples;
  samples.valued = {0};
  samples.values.resize(1);
  for (const char* const thread : {"one", "two"}) {
    const FrameId top = builder.InternFrame({.name = thread, .kind = FrameKind::kThread});
    std::vector<BuildNode> nodes(example->context_count(), builder.Child(kBuildRoot, top));
    for (ContextId context = 0; context < example->context_count(); ++context) {
      const ContextRange callees = example->ChildrenOf(context);
      for (ContextId callee = callees.begin; callee < callees.end; ++callee) {
        Frame fields = example->FrameAt(callee);
        const std::string module = fields.name < "h" ? "lib" : "app";
        fields.module = module;
        const FrameId frame = builder.InternFrame(fields);
        const auto number = static_cast<uint64_t>(fields.name[0]);
        frames.SetCode(frame, number);
        frames.SetValue(frame, receivers, {number, number % 2 == 0});
        frames.SetClass(frame, frames.InternClass({"C" + std::string(fields.name), "p", base}));
        nodes[callee] = builder.Child(nodes[context], frame);
        const uint64_t self = example->Self(callee, 0);
        builder.AddSelf(nodes[callee], 0, self);
        samples.Add(callee, nodes[callee]);
        samples.values[0].Add(self);
      }
    }
  }
  builder.SetSamples({samples});
  return std::move(builder).Finish({}).value();
}

// What is known of frames, by what they are.
std::map<std::string, std::string> KnownByFrame(const Cct& tree) {
  std::map<std::string, std::string> known;
  const FrameFacts& facts = tree.frames().facts();
  for (FrameId id = 0; id < tree.frames().size(); ++id) {
    const Frame frame = tree.frames()[id];
    std::string text = std::to_string(facts.CodeOf(id));
    for (uint32_t v = 0; v < facts.values().size(); ++v) {
      if (const auto amount = facts.ValueOf(id, v))
        text +=
            " " + facts.values()[v].name + (amount->at_least ? ">=" : "=") + std::to_string(amount->amount);
    }
    for (ClassId at = facts.ClassOf(id); at != kNoClass; at = facts.SuperclassOf(at))
      text += " " + FullNameOf(facts[at]);
    known[std::string(frame.name) + "|" + std::string(frame.module) + "|" +
          std::string(FrameKindName(frame.kind))] = text;
  }
  return known;
}

constexpr std::string_view kNothing = "0";

class TransformedFacts : public testing::TestWithParam<std::pair<const char*, size_t>> {};

TEST_P(TransformedFacts, AreThoseOfTheFramesThatStay) {
  const CctPtr tree = KnownTree();
  const std::map<std::string, std::string> before = KnownByFrame(*tree);
  ASSERT_EQ(before.at("h|app|user"), "104 receivers>=104 p.Ch p.Base");
  const Result<TransformOutcome> outcome = ApplyPipeline(tree, ParsePipeline(GetParam().first).value(), {});
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_NE(outcome->tree, tree);
  ASSERT_TRUE(VerifyCct(*outcome->tree));
  size_t known_count = 0;
  for (const auto& [frame, known] : KnownByFrame(*outcome->tree)) {
    const auto was = before.find(frame);
    EXPECT_EQ(known, was == before.end() ? kNothing : was->second) << frame;
    known_count += known != kNothing ? 1 : 0;
  }
  EXPECT_EQ(known_count, GetParam().second);
}

// The step, and of how many functions of the result something is known.
INSTANTIATE_TEST_SUITE_P(Steps, TransformedFacts,
                         testing::Values(std::pair("focus fn:g", 3), std::pair("hide fn:g", 4),
                                         std::pair("drop fn:g", 4), std::pair("keep fn:g", 5),
                                         std::pair("fold-recursion", 5), std::pair("collapse mod:lib", 3),
                                         std::pair("group mod", 0), std::pair("group thread | depth 3", 4),
                                         std::pair("invert", 5), std::pair("methods", 5),
                                         std::pair("invert | group thread", 5), std::pair("merge-threads", 5),
                                         std::pair("prune 5%", 5), std::pair("depth 2", 1),
                                         std::pair("time 0ns..6ns", 4)),
                         [](const auto& step) {
                           std::string name;
                           for (const char c : std::string_view(step.param.first))
                             name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                           return name;
                         });

}  // namespace
}  // namespace ringscope::frame_facts_test
