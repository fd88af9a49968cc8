#include "app/views/evolution/evolution_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "app/views/evolution/evolution.h"
#include "cct/compare/stored_comparison.h"
#include "renderer/color/palette.h"
#include "tests/app/app_test_state.h"

namespace ringscope::evolution::evolution_model_test {
namespace {

TreeComparison Compared(std::string_view before, std::string_view after) {
  const CompareInput one[] = {{TreeFromFolded(before).tree, {}}},
                     other[] = {{TreeFromFolded(after).tree, {}}};
  return CompareTrees(one, other).value();
}

std::vector<ContextId> All(const Cct& tree) {
  std::vector<ContextId> all(tree.context_count());
  for (ContextId context = 0; context < all.size(); ++context) all[context] = context;
  return all;
}

std::map<std::string, EvolutionBox> BoxesByName(const TreeComparison& comparison) {
  std::map<std::string, EvolutionBox> boxes;
  for (const EvolutionBox& box :
       EvolutionModelOf(comparison, comparison.metrics[0], All(*comparison.tree)).boxes)
    boxes[box.name] = box;
  return boxes;
}

constexpr std::string_view kBuildBefore =
    "build 9\nbuild;parse 495\nbuild;createParser 404\nbuild;createContentHandler 34\n";
constexpr std::string_view kBuildAfter =
    "build;parse_proxy 1\nbuild;parse_proxy;parse 385\nbuild;parse_proxy;new_method 699\nbuild;createParser "
    "784\n"
    "build;createContentHandler 36\n";

// The second blueprint of the paper.
TEST(EvolutionModel, HeightsAreDifferencesOfSharesColoursSayInWhichDirection) {
  const auto boxes = BoxesByName(Compared(kBuildBefore, kBuildAfter));
  const auto height = [&](const char* name) { return boxes.at(name).evolution.height(); };
  EXPECT_NEAR(height("build"), 0, 1e-4);
  EXPECT_NEAR(height("parse"), -0.3234, 1e-4);
  EXPECT_NEAR(height("createParser"), -0.0173, 1e-4);
  EXPECT_NEAR(height("createContentHandler"), -0.0172, 1e-4);
  EXPECT_NEAR(height("parse_proxy"), 0.0441, 1e-4);
  EXPECT_NEAR(height("new_method"), 0.3669, 1e-4);
  const auto kind = [&](const char* name) { return boxes.at(name).evolution.kind; };
  EXPECT_EQ(kind("parse"), DifferenceKind::kLess) << "matched below the new context: neither new nor gone";
  EXPECT_EQ(kind("createParser"), DifferenceKind::kLess) << "a smaller share, although it takes longer";
  EXPECT_EQ(kind("createContentHandler"), DifferenceKind::kLess);
  EXPECT_EQ(kind("parse_proxy"), DifferenceKind::kNew);
  EXPECT_EQ(kind("new_method"), DifferenceKind::kNew);
  EXPECT_EQ(kind("build"), DifferenceKind::kWithinNoise);
}

TEST(EvolutionModel, GoneIsSeenFromTheOtherSide) {
  const auto boxes = BoxesByName(Compared(kBuildAfter, kBuildBefore));
  EXPECT_EQ(boxes.at("new_method").evolution.kind, DifferenceKind::kGone);
  EXPECT_EQ(boxes.at("parse_proxy").evolution.kind, DifferenceKind::kGone) << "a wrapper with cost before";
  EXPECT_NEAR(boxes.at("parse_proxy").evolution.height(), -0.0441, 1e-4);
  EXPECT_EQ(boxes.at("parse").evolution.kind, DifferenceKind::kMore);
}

TEST(EvolutionModel, WidthsAreLogarithmsOfCalls) {
  const auto with_calls = [](uint64_t f, uint64_t g, uint64_t added) {
    CctBuilder builder;
    builder.AddMetric({"time", "ns", 1});
    builder.AddMetric({"calls", "count", 1});
    const auto add = [&](BuildNode caller, const char* name, uint64_t calls) {
      Frame frame;
      frame.name = name;
      const BuildNode node = builder.Child(caller, builder.InternFrame(frame));
      builder.AddSelf(node, 0, 10);
      builder.AddSelf(node, 1, calls);
      return node;
    };
    const BuildNode main = add(kBuildRoot, "main", 1);
    add(main, "f", f);
    add(main, "g", g);
    if (added > 0) add(main, "h", added);
    return std::move(builder).Finish({}).value();
  };
  const CompareInput before[] = {{with_calls(10, 5, 0), {}}}, after[] = {{with_calls(110, 4, 21), {}}};
  const TreeComparison comparison = CompareTrees(before, after).value();
  ASSERT_TRUE(comparison.calls);
  const auto boxes = BoxesByName(comparison);
  EXPECT_NEAR(boxes.at("f").evolution.width, std::log(101), 1e-9);
  EXPECT_NEAR(boxes.at("g").evolution.width, std::log(2), 1e-9)
      << "of one call less, which is not minus infinity";
  EXPECT_NEAR(boxes.at("h").evolution.width, std::log(21), 1e-9) << "new: against the calls of its caller";
  EXPECT_EQ(boxes.at("main").evolution.width, 0);
  const Diagram diagram =
      DiagramOf(EvolutionModelOf(comparison, comparison.metrics[0], All(*comparison.tree)),
                DifferenceColors::kMap, Theme::kDark);
  for (const DiagramBox& box : diagram.boxes) {
    EXPECT_GE(box.size.width, kLeastBox);
    EXPECT_GE(box.size.height, kLeastBox);
  }
}

TEST(EvolutionModel, WhatCostsTheSameOfATotalThatGrewIsFaster) {
  auto boxes = BoxesByName(Compared("m;same 500\nm;other 500\n", "m;same 500\nm;other 1500\n"));
  EXPECT_EQ(boxes["same"].evolution.kind, DifferenceKind::kLess);
  EXPECT_EQ(boxes["other"].evolution.kind, DifferenceKind::kMore);
  EXPECT_EQ(boxes["m"].evolution.kind, DifferenceKind::kWithinNoise) << "all of both";
}

TEST(EvolutionModel, WithoutCostOnASideThereAreNoShares) {
  const TreeComparison comparison = Compared("m;f 0\n", "m;f 10\n");
  const EvolutionModel model = EvolutionModelOf(comparison, comparison.metrics[0], All(*comparison.tree));
  EXPECT_NE(model.missing, "");
  EXPECT_TRUE(model.boxes.empty());
}

TEST(EvolutionModel, TheHotPathLeadsToTheLargestChange) {
  const TreeComparison comparison = Compared(kBuildBefore, kBuildAfter);
  std::string path;
  for (const ContextId context : DeltaHotPath(*comparison.tree, comparison.metrics[0], kRootContext)) {
    if (context != kRootContext) path += std::string(comparison.tree->FrameAt(context).name) + ";";
  }
  EXPECT_EQ(path, "build;parse_proxy;new_method;");
  const TreeComparison same = Compared(kBuildBefore, kBuildBefore);
  EXPECT_EQ(DeltaHotPath(*same.tree, same.metrics[0], kRootContext), std::vector<ContextId>{kRootContext});
}

TEST(EvolutionModel, WhatIsNotShownIsCountedAndSummed) {
  const TreeComparison comparison =
      Compared("m;a 100\nm;b 100\nm;c 100\nm;d 100\nm;e 100\n", "m;a 300\nm;b 80\nm;c 60\nm;d 40\nm;e 20\n");
  const Cct& tree = *comparison.tree;
  const ContextId m = tree.ChildrenOf(kRootContext).begin;
  const auto model = [&](std::vector<ContextId> shown) {
    return EvolutionModelOf(comparison, comparison.metrics[0], shown);
  };
  const ContextRange callees = tree.ChildrenOf(m);
  EXPECT_EQ(model({kRootContext, m}).boxes[1].hidden, 5u);
  EXPECT_EQ(model({kRootContext, m, callees.begin}).boxes[1].hidden, 4u) << "said by the border";
  // A border as thick would leave nothing of the tone of a small box.
  for (const double width : {0.0, 3.0}) {
    EvolutionModel hides = model({kRootContext, m});
    hides.boxes[1].evolution.width = width;
    const DiagramBox flat = DiagramOf(hides, DifferenceColors::kMap, Theme::kDark).boxes[1];
    hides.boxes[1].evolution.share_after = hides.boxes[1].evolution.share_before + 0.5;
    const DiagramBox high = DiagramOf(hides, DifferenceColors::kMap, Theme::kDark).boxes[1];
    EXPECT_EQ(flat.border_px, 1);
    EXPECT_EQ(flat.bar_px, 2.5f);
    EXPECT_EQ(high.border_px, width == 0 ? 1 : 2.5f);
    EXPECT_EQ(high.bar_px, width == 0 ? 2.5f : 0);
  }
  const EvolutionModel three = model({kRootContext, m, callees.begin, callees.begin + 1, callees.begin + 2});
  ASSERT_EQ(three.boxes.size(), 6u);
  EXPECT_EQ(three.boxes[1].hidden, 0u);
  const EvolutionBox& rest = three.boxes.back();
  EXPECT_EQ(rest.rest, 2u);
  EXPECT_EQ(rest.name, "2 more");
  EXPECT_EQ(rest.parent, 1u);
  double sum = 0;
  for (ContextId callee = callees.begin + 3; callee < callees.end; ++callee)
    sum += std::abs(EvolutionOf(comparison, comparison.metrics[0], callee).height());
  EXPECT_NEAR(rest.rest_height, sum, 1e-12);
}

// In each palette; new and gone are told by stripes, too.
TEST(EvolutionModel, ABoxHasTheColourThatItsContextHasInRings) {
  const TreeComparison comparison = Compared(kBuildBefore, kBuildAfter);
  const EvolutionModel model = EvolutionModelOf(comparison, comparison.metrics[0], All(*comparison.tree));
  for (const DifferenceColors colors : {DifferenceColors::kMap, DifferenceColors::kBlueprint}) {
    const Diagram diagram = DiagramOf(model, colors, Theme::kDark);
    for (size_t k = 0; k < model.boxes.size(); ++k) {
      const ContextEvolution& evolution = model.boxes[k].evolution;
      const double larger = std::max(evolution.share_before, evolution.share_after);
      const ContextDifference difference{evolution.kind,
                                         (evolution.share_after - evolution.share_before) / larger};
      EXPECT_EQ(diagram.boxes[k].fill, DifferenceColor(difference, evolution.source, colors, Theme::kDark));
      const bool is_of_one_side =
          evolution.kind == DifferenceKind::kNew || evolution.kind == DifferenceKind::kGone;
      EXPECT_EQ(diagram.boxes[k].hatch.a != 0, is_of_one_side);
    }
    std::string names;
    for (const LegendLine& line : LegendOf(model, false, colors, Theme::kDark))
      if (line.color && line.border_px == 0) names += line.text + "|";
    EXPECT_EQ(names, colors == DifferenceColors::kMap
                         ? "slower|faster|new: only after|gone: only before|the same, or within noise|"
                         : "slower, source changed|slower, source not known to have changed|"
                           "faster, source changed|faster, source not known to have changed|"
                           "new: only after|gone: only before|the same, or within noise|");
  }
}

TEST(EvolutionModel, AllFiguresOfABox) {
  const TreeComparison comparison = Compared(kBuildBefore, kBuildAfter);
  ContextId parse = 0;
  for (ContextId context = 1; context < comparison.tree->context_count(); ++context) {
    if (comparison.tree->FrameAt(context).name == "parse") parse = context;
  }
  EXPECT_EQ(EvolutionLines(comparison, comparison.metrics[0], parse),
            (std::vector<std::string>{"share 52.55 % to 20.21 %, \xE2\x88\x92"
                                      "32.34 %",
                                      "itself 495 ns to 385 ns, \xE2\x88\x92"
                                      "110 ns",
                                      "calls 1 to 1, 0", "whether its source changed is not known"}));
}

TEST(EvolutionModel, FiguresOfSeveralRunsAreThoseOfOne) {
  const CompareInput before[] = {{TreeFromFolded("m;f 10\nm 90\n").tree, {}},
                                 {TreeFromFolded("m;f 14\nm 86\n").tree, {}}},
                     after[] = {{TreeFromFolded("m;f 30\nm 70\n").tree, {}},
                                {TreeFromFolded("m;f 34\nm 66\n").tree, {}}};
  const TreeComparison comparison = CompareTrees(before, after, {}).value();
  const ContextId f = At(*comparison.tree, "m;f");
  const auto lines = EvolutionLines(comparison, comparison.metrics[0], f);
  ASSERT_GE(lines.size(), 3u);
  EXPECT_EQ(lines[1], "itself 12 ns to 32 ns, +20 ns");
  EXPECT_EQ(lines[2], "calls 1 to 1, 0");
}

// Nothing is drawn for each of so many, but nothing is left out either.
TEST(EvolutionModel, OfALongNameTheFunctionIsLeft) {
  std::string arguments = "std::pair<int, int>";
  for (int k = 0; k < 12; ++k) arguments += ", std::allocator<std::pair<int, int> >";
  const std::string name = "std::map<" + arguments + " >::operator[]";
  const TreeComparison comparison =
      Compared("main;" + name + " 3\nmain;f 1\n", "main;" + name + " 9\nmain;f 1\n");
  const auto boxes = BoxesByName(comparison);
  EXPECT_TRUE(std::any_of(boxes.begin(), boxes.end(), [](const auto& box) {
    return box.first.size() <= 200 && box.first.starts_with("std::map") && box.first.ends_with("operator[]");
  })) << boxes.rbegin()->first;
}

TEST(EvolutionModel, ManyCalleesAndLongPaths) {
  std::string before, after, path = "m";
  for (int k = 0; k < 50'000; ++k) {
    before += "m;f" + std::to_string(k) + " 10\n";
    after += "m;f" + std::to_string(k) + " " + std::to_string(1 + k % 19) + "\n";
  }
  const TreeComparison wide = Compared(before, after);
  const EvolutionModel model = EvolutionModelOf(wide, wide.metrics[0], All(*wide.tree));
  EXPECT_EQ(model.boxes.size(), 50'002u);
  EXPECT_EQ(DiagramOf(model, DifferenceColors::kMap, Theme::kDark).boxes.size(), 50'002u);
  for (int k = 0; k < 5'000; ++k) path += ";g";
  const TreeComparison deep = Compared(path + " 10\n", path + " 20\nm 10\n");
  EXPECT_EQ(DeltaHotPath(*deep.tree, deep.metrics[0], kRootContext).size(), 5'002u);
}

}  // namespace
}  // namespace ringscope::evolution::evolution_model_test
