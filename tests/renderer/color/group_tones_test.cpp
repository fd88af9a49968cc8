#include "renderer/color/group_tones.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "cct/tree/building/builder.h"
#include "renderer/color/chart_colors.h"
#include "renderer/color/palette.h"
#include "renderer/layout/layout.h"
#include "renderer/legend/legend.h"
#include "tests/renderer/color/color_vision.h"
#include "tests/renderer/legend/whole_legend.h"

namespace ringscope::chart_test::group_tones_test {
namespace {

struct Function {
  std::string name;
  std::string module;
  std::array<uint64_t, 2> self;
};

// Functions side by side, and below the first one a chain of calls into modules that cost next to nothing
// themselves.
CctPtr TreeOf(const std::vector<Function>& functions, int chain = 0) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  builder.AddMetric({"memory", "bytes", 1});
  BuildNode bottom = kBuildRoot;
  for (int i = 0; i < chain; ++i)
    bottom = builder.Child(bottom, builder.InternFrame({.name = "call", .module = "c" + std::to_string(i)}));
  for (size_t i = 0; i < functions.size(); ++i) {
    const Function& function = functions[i];
    const BuildNode node =
        builder.Child(i == 0 ? bottom : kBuildRoot,
                      builder.InternFrame({.name = function.name, .module = function.module}));
    for (MetricIndex metric = 0; metric < 2; ++metric) builder.AddSelf(node, metric, function.self[metric]);
  }
  return std::move(builder).Finish({}).value();
}

Legend LegendOf(const Cct& tree, Theme theme, MetricIndex metric, ColorMode mode = ColorMode::kFunction) {
  ViewSpec view;
  view.metric = metric;
  ChartColors colors(tree, theme, {.mode = mode});
  return WholeLegend(LayoutView(tree, view), colors);
}

bool IsFull(Color color, Theme theme) {
  for (const Color full : GroupColors(theme)) {
    if (color == full) return true;
  }
  return false;
}

// Every group that a legend of the whole tree names is told apart from every other one, whichever of the
// metrics it is of.
TEST(GroupTonesTest, NoTwoLinesOfALegendLookAlike) {
  std::vector<Function> functions;
  for (uint64_t i = 0; i < 30; ++i)
    functions.push_back({"f", "m" + std::to_string(i), {1000 - 30 * i, 100 + 30 * (i * 7 % 30)}});
  const CctPtr tree = TreeOf(functions, 6);
  for (const Theme theme : {Theme::kDark, Theme::kLight}) {
    for (const MetricIndex metric : {0u, 1u}) {
      std::vector<Color> colors;
      for (const LegendEntry& entry : LegendOf(*tree, theme, metric).entries) {
        if (!entry.query.empty()) colors.push_back(entry.color);
      }
      ASSERT_EQ(colors.size(), 12u);
      EXPECT_GT(SmallestDistance(colors), 0.04) << metric;
    }
  }
}

// What is dearest in another metric than the first has a full tone too, although a chain of calls in the
// first one would take them all.
TEST(GroupTonesTest, TheDearestOfEveryMetricHaveFullTones) {
  const CctPtr tree =
      TreeOf({{"f", "deep", {600, 200}}, {"g", "server", {250, 500}}, {"h", "util", {150, 300}}}, 9);
  for (const MetricIndex metric : {0u, 1u}) {
    const Legend legend = LegendOf(*tree, Theme::kDark, metric);
    EXPECT_TRUE(IsFull(legend.entries[0].color, Theme::kDark)) << legend.entries[0].label;
    EXPECT_EQ(legend.entries[0].label, metric == 0 ? "deep" : "server");
  }
}

Color ColorOfGroup(const Cct& tree, std::string_view name, ColorMode mode, ColorInputs inputs = {}) {
  ChartColors colors(tree, Theme::kDark, {.mode = mode}, std::move(inputs));
  for (FrameId frame = 0; frame < tree.frames().size(); ++frame) {
    if (tree.frames()[frame].name == name) return colors.GroupColor(colors.groups().Of(frame));
  }
  ADD_FAILURE() << name;
  return {};
}

std::vector<Function> Program(std::string_view folder) {
  std::vector<Function> functions;
  for (int i = 0; i < 30; ++i)
    functions.push_back({"app" + std::to_string(i % 6) + "::f" + std::to_string(i), "app", {90, 1}});
  for (uint64_t i = 0; i < 6; ++i) {
    const std::string module = "lib" + std::to_string(i) + ".so";
    functions.push_back({"in " + module, std::string(folder) + module, {200 - 20 * i, 1}});
  }
  return functions;
}

// The binary itself is told apart by namespace in one mode and is one module in the other.
TEST(GroupTonesTest, AModuleHasOneColorInBothModesThatShowIt) {
  const CctPtr tree = TreeOf(Program("/usr/lib/"));
  const std::string app = "app0::f0";
  const Color app_module = ColorOfGroup(*tree, app, ColorMode::kModule);
  for (int i = 0; i < 6; ++i) {
    const std::string name = "in lib" + std::to_string(i) + ".so";
    const Color color = ColorOfGroup(*tree, name, ColorMode::kModule);
    EXPECT_EQ(color, ColorOfGroup(*tree, name, ColorMode::kFunction)) << name;
    EXPECT_NE(color, app_module);
  }
}

TEST(GroupTonesTest, AModuleWithMostOfTheCostHasMoreThanOneColor) {
  const CctPtr tree = TreeOf({{"a::f", "app", {50, 1}},
                              {"b::g", "app", {40, 1}},
                              {"x", "libx.so", {3, 1}},
                              {"y", "liby.so", {2, 1}},
                              {"z", "libz.so", {1, 1}}});
  EXPECT_EQ(DominantGroup(tree->frames()), "");
  EXPECT_EQ(RankGroups(*tree, ColorMode::kFunction).dominant, "app");
  EXPECT_NE(ColorOfGroup(*tree, "a::f", ColorMode::kFunction),
            ColorOfGroup(*tree, "b::g", ColorMode::kFunction));
  EXPECT_EQ(ColorOfGroup(*tree, "a::f", ColorMode::kModule), ColorOfGroup(*tree, "b::g", ColorMode::kModule));
}

// A library of two folders is one group where folders are not told, and two modules with two colours.
TEST(GroupTonesTest, ModulesOfOneNameInTwoFoldersDiffer) {
  const CctPtr tree = TreeOf({{"f", "/usr/lib/libc.so", {9, 1}},
                              {"g", "/opt/lib/libc.so", {8, 1}},
                              {"h", "app", {6, 1}},
                              {"i", "libm.so", {6, 1}}});
  EXPECT_EQ(ColorOfGroup(*tree, "f", ColorMode::kFunction), ColorOfGroup(*tree, "g", ColorMode::kFunction));
  EXPECT_EQ(ColorOfGroup(*tree, "f", ColorMode::kFunction), ColorOfGroup(*tree, "f", ColorMode::kModule));
  EXPECT_NE(ColorOfGroup(*tree, "f", ColorMode::kModule), ColorOfGroup(*tree, "g", ColorMode::kModule));
}

// Beside another profile a group has the colour that it has there, although it matters less here, and what
// only this one has takes no colour away.
TEST(GroupTonesTest, BesideAnotherProfileEqualGroupsHaveEqualColors) {
  std::vector<Function> here = Program("/home/me/build/");
  for (size_t i = 30; i < here.size(); ++i) here[i].self[0] = 10 * i;
  here.push_back({"in new.so", "/usr/lib/new.so", {5000, 1}});
  const CctPtr tree = TreeOf(here), other = TreeOf(Program("/usr/lib/"));
  for (const ColorMode mode : {ColorMode::kFunction, ColorMode::kModule}) {
    int differ_alone = 0;
    ColorInputs inputs;
    inputs.beside = RankGroups(*other, mode);
    std::vector<std::string> names{"app0::f0", "app5::f5"};
    for (int i = 0; i < 6; ++i) names.push_back("in lib" + std::to_string(i) + ".so");
    for (const std::string& name : names) {
      EXPECT_EQ(ColorOfGroup(*tree, name, mode, inputs), ColorOfGroup(*other, name, mode)) << name;
      differ_alone += ColorOfGroup(*tree, name, mode) != ColorOfGroup(*other, name, mode);
      EXPECT_NE(ColorOfGroup(*tree, "in new.so", mode, inputs), ColorOfGroup(*tree, name, mode, inputs));
    }
    EXPECT_GT(differ_alone, 0);
  }
}

}  // namespace
}  // namespace ringscope::chart_test::group_tones_test
