#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/cct/import/import_text.h"
#include "tests/cct/test_trees.h"

namespace ringscope::cpuprofile_test {
namespace {

// A profile of nodes in any order with few call frames, written in one of two ways each, and what it costs as
// folded stacks.
struct RandomProfile {
  std::string text;
  std::map<std::string, uint64_t> folded;
};

RandomProfile WriteRandomProfile(uint32_t seed) {
  std::mt19937 random(seed);
  RandomProfile profile;
  const auto node_count = static_cast<uint32_t>(2 + random() % 60);
  std::vector<std::string> paths{""};
  std::vector<std::string> nodes{R"x({"id":1,"callFrame":{"functionName":"(root)","url":""}})x"};
  for (uint32_t node = 1; node < node_count; ++node) {
    const uint32_t parent = static_cast<uint32_t>(random() % node);
    const uint32_t function = static_cast<uint32_t>(random() % 6);
    const std::string name = function == 5 ? "esc\\\"aped" : fmt::format("f{}", function);
    const bool is_wide = random() % 2 == 0;
    const std::string call_frame =
        fmt::format(R"({{"functionName"{0}:{0}"{1}",{0}"url":"file:///{2:a>{3}}.js","lineNumber":{4}{0}}})",
                    is_wide ? " " : "", name, "", 1 + function * 30, function);
    // What the node says beside its call frame does not count.
    const std::string_view other = random() % 4 == 0 ? R"("functionName":"other",)" : "";
    nodes.push_back(fmt::format(R"({{"id":{},{}"callFrame":{},"parent":{},"hitCount":{}}})", node + 1, other,
                                call_frame, parent + 1, node));
    paths.push_back((paths[parent].empty() ? "" : paths[parent] + ";") +
                    (function == 5 ? "esc\"aped" : name));
    profile.folded[paths.back()] += node;
  }
  profile.text = fmt::format(R"({{"nodes":[{}]}})", fmt::join(nodes, ","));
  return profile;
}

TEST(CpuProfile, AFunctionIsOneHoweverItIsWritten) {
  for (uint32_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    const RandomProfile profile = WriteRandomProfile(seed);
    const CctPtr tree = test::Imported(profile.text);
    std::map<std::string, uint64_t> folded;
    for (ContextId i = 1; i < tree->context_count(); ++i) {
      const std::string path = test::PathText(*tree, i);
      EXPECT_TRUE(folded.emplace(path, tree->Self(i, 0)).second) << path;
    }
    EXPECT_EQ(folded, profile.folded);
  }
}

}  // namespace
}  // namespace ringscope::cpuprofile_test
