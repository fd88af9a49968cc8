#include <gtest/gtest.h>

#include <map>
#include <string>

#include "app/views/evolution/evolution_model.h"
#include "cct/compare/stored_comparison.h"
#include "tests/app/app_test_state.h"

namespace ringscope::evolution::evolution_columns_test {
namespace {

// One function that calls `callees` others, the last of which calls ten.
TreeComparison WideComparison(int callees) {
  std::string before, after;
  for (int k = 0; k < callees; ++k) {
    before += "main;callee" + std::to_string(k) + " 100\n";
    after += "main;callee" + std::to_string(k) + " " + std::to_string(100 + k % 13) + "\n";
  }
  for (int k = 0; k < 10; ++k) {
    const std::string stack = "main;callee" + std::to_string(callees - 1) + ";deep" + std::to_string(k);
    before += stack + " 5\n";
    after += stack + " 6\n";
  }
  const CompareInput one[] = {{TreeFromFolded(before).tree, {}}},
                     other[] = {{TreeFromFolded(after).tree, {}}};
  return CompareTrees(one, other).value();
}

Diagram Drawn(const TreeComparison& comparison, bool with_deep, const Diagram* before = nullptr) {
  std::vector<ContextId> shown;
  for (ContextId context = 0; context < comparison.tree->context_count(); ++context) {
    const Cct& tree = *comparison.tree;
    const bool is_deep =
        context != kRootContext && tree.frames().name(tree.FrameOf(context)).starts_with("deep");
    if (with_deep || !is_deep) shown.push_back(context);
  }
  return DiagramOf(EvolutionModelOf(comparison, comparison.metrics[0], shown), DifferenceColors::kMap,
                   Theme::kDark, before);
}

std::map<uint64_t, const DiagramBox*> ByKey(const Diagram& diagram) {
  std::map<uint64_t, const DiagramBox*> boxes;
  for (const DiagramBox& box : diagram.boxes) boxes[box.key] = &box;
  return boxes;
}

TEST(EvolutionColumns, NamesInAColumnBeginBelowOneAnother) {
  const Diagram diagram = Drawn(WideComparison(300), false);
  size_t seated = 0;
  for (const DiagramBox& box : diagram.boxes) {
    if (!box.edges_by) continue;
    ++seated;
    EXPECT_EQ(box.label_align, TextAlign::kLeft);
    EXPECT_EQ(box.label_place.x, 0);
    EXPECT_LT(box.edges_by->x, 0);
    EXPECT_LE(box.edges_by->y, 0);
  }
  EXPECT_GT(seated, 290u);
  for (const DiagramBox& box : Drawn(WideComparison(8), false).boxes) EXPECT_FALSE(box.edges_by) << box.label;
}

TEST(EvolutionColumns, WhatIsShownKeepsItsColumns) {
  const TreeComparison comparison = WideComparison(300);
  const Diagram before = Drawn(comparison, false), after = Drawn(comparison, true, &before);
  const auto boxes = ByKey(after);
  const auto is_below = [](const DiagramBox& box) { return box.edges_by && box.edges_by->y < 0; };
  size_t below = 0;
  for (const DiagramBox& box : before.boxes) {
    EXPECT_EQ(is_below(box), is_below(*boxes.at(box.key))) << box.label;
    below += is_below(box) ? 1 : 0;
  }
  EXPECT_GT(below, 200u);
  // And back: nothing moved.
  const Diagram again = Drawn(comparison, false, &after);
  for (const auto& [key, box] : ByKey(before)) EXPECT_EQ(ByKey(again).at(key)->place, box->place);
}

}  // namespace
}  // namespace ringscope::evolution::evolution_columns_test
