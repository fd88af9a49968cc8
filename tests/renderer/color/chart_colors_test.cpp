#include "renderer/color/chart_colors.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "cct/tree/building/builder.h"
#include "renderer/color/palette.h"
#include "renderer/layout/layout.h"
#include "renderer/layout/picking.h"
#include "tests/renderer/color/color_trees.h"
#include "tests/renderer/color/color_vision.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::chart_test::chart_colors_test {
namespace {

constexpr ColorMode kModes[] = {ColorMode::kFunction,  ColorMode::kModule, ColorMode::kPackage,
                                ColorMode::kFile,      ColorMode::kKind,   ColorMode::kMetric,
                                ColorMode::kSelfShare, ColorMode::kSearch};

std::vector<Color> Fills(const ArcBatch& batch, ChartColors& colors) {
  std::vector<Color> fill;
  colors.FillPieces(batch, fill);
  return fill;
}

Color FillOf(const Cct& tree, std::string_view path, const ColorSpec& spec, ColorInputs inputs = {}) {
  const ArcBatch batch = LayoutView(tree, {});
  ChartColors colors(tree, Theme::kDark, spec, std::move(inputs));
  return Fills(batch, colors)[FindPiece(tree, batch, At(tree, path)).value()];
}

double Distance(Color x, Color y) {
  return OkLabDistance(OkLabFromLinear(LinearFromSrgb(x)), OkLabFromLinear(LinearFromSrgb(y)));
}

GroupRanks RanksOf(std::span<const std::string> texts) {
  GroupRanks ranks;
  ranks.ranked.assign(texts.begin(), texts.end());
  return ranks;
}

// One function each of modules m0, m1, ..., the first the most expensive.
CctPtr ModuleTree(std::span<const std::string> modules) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  uint64_t cost = 10'000;
  for (const std::string& module : modules) {
    const FrameId frame = builder.InternFrame({.name = "f in " + module, .module = module});
    builder.AddSelf(builder.Child(kBuildRoot, frame), 0, cost -= 100);
  }
  return std::move(builder).Finish({}).value();
}

TEST(ChartColorsTest, TheHeaviestGroupsOfFunctionsHaveTonesOfTheirOwnTheRestPalerOnes) {
  std::vector<std::string> modules;
  for (int i = 0; i < 20; ++i) modules.push_back("m" + std::to_string(i));
  const CctPtr tree = ModuleTree(modules);
  for (const Theme theme : {Theme::kDark, Theme::kLight}) {
    ChartColors colors(*tree, theme);
    std::vector<Color> full;
    for (ContextId context = 1; context < tree->context_count(); ++context) {
      const uint32_t group = colors.groups().Of(tree->FrameOf(context));
      const int rank = std::stoi(std::string(colors.groups()[group].text.substr(1)));
      const Color color = colors.GroupColor(group);
      const bool is_full = std::ranges::count(GroupColors(theme), color) > 0;
      EXPECT_EQ(is_full, rank < static_cast<int>(kGroupToneCount)) << rank;
      if (is_full) full.push_back(color);
    }
    EXPECT_EQ(full.size(), kGroupToneCount);
    EXPECT_GT(SmallestDistance(full), 0.08);
  }
}

TEST(ChartColorsTest, FunctionsWithoutAGroupHaveTheColorOfTheirName) {
  const CctPtr tree = ProgramTree();
  const ColorSpec spec;
  ASSERT_EQ(tree->frames()[tree->FrameOf(At(*tree, "worker"))].module, "");
  EXPECT_EQ(FillOf(*tree, "worker", spec),
            FrameColor({.name = "worker", .kind = FrameKind::kThread}, Theme::kDark));
  EXPECT_NE(FillOf(*tree, "worker;main", spec), FillOf(*tree, "worker;main;draw::Frame::show()", spec));
}

// Dropping what is expensive paints nothing else anew, and what comes up instead takes no colour away.
TEST(ChartColorsTest, GroupsKeepTheirColorsInTreesMadeFromATree) {
  std::vector<std::string> modules;
  for (int i = 0; i < 20; ++i) modules.push_back("m" + std::to_string(i));
  const CctPtr all = ModuleTree(modules);
  const CctPtr rest = ModuleTree(std::span(modules).subspan(3));
  for (const ColorMode mode : {ColorMode::kFunction, ColorMode::kModule}) {
    const GroupRanks ranks = RankGroups(*all, mode);
    std::vector<std::string> ranked;
    for (const RankedGroup& group : ranks.ranked) ranked.push_back(group.text);
    EXPECT_EQ(ranked, modules);
    ChartColors before(*all, Theme::kDark, {.mode = mode});
    ChartColors after(*rest, Theme::kDark, {.mode = mode}, {.ranks = ranks});
    const auto color = [](const Cct& tree, ChartColors& colors, const std::string& module) {
      return colors.GroupColor(colors.groups().Of(tree.FrameOf(At(tree, "f in " + module))));
    };
    for (int i = 3; i < 20; ++i) EXPECT_EQ(color(*rest, after, modules[i]), color(*all, before, modules[i]));
    // A group that the profile does not have takes no colour that one of its groups has.
    const CctPtr other = ModuleTree(std::vector<std::string>{"new", modules[0]});
    ChartColors with_other(*other, Theme::kDark, {.mode = mode}, {.ranks = ranks});
    const Color made = color(*other, with_other, "new");
    EXPECT_EQ(std::ranges::count(GroupColors(Theme::kDark), made), 0);
    EXPECT_EQ(color(*other, with_other, modules[0]), color(*all, before, modules[0]));
  }
}

// A program of one binary is coloured by class. What is left of it after steps is too, also where that binary
// is no longer what most functions are in, and where what is left would be led by another one.
TEST(ChartColorsTest, AProgramOfOneBinaryKeepsItsColorsWhateverIsLeftOfIt) {
  const auto tree_of = [](std::span<const std::array<std::string, 3>> functions) {
    CctBuilder builder;
    builder.AddMetric({"samples", "count", 1});
    uint64_t self = 100;
    for (const auto& [name, module, cost] : functions) {
      const FrameId frame = builder.InternFrame({.name = name, .module = module});
      builder.AddSelf(builder.Child(kBuildRoot, frame), 0, cost.empty() ? self-- : std::stoull(cost));
    }
    return std::move(builder).Finish({}).value();
  };
  using Functions = std::vector<std::array<std::string, 3>>;
  const Functions all{{"draw::Line()", "app", ""}, {"draw::Arc()", "app", ""}, {"io::Read()", "app", ""},
                      {"io::Write()", "app", ""},  {"net::Send()", "app", ""}, {"memcpy", "libc", ""}};
  const CctPtr whole = tree_of(all);
  const CctPtr left = tree_of(Functions{{"memcpy", "libc", "900"}, {"net::Send()", "app", "1"}});
  ChartColors before(*whole, Theme::kDark);
  ChartColors after(*left, Theme::kDark, {}, {.ranks = RankGroups(*whole, ColorMode::kFunction)});
  const auto color = [](const Cct& tree, ChartColors& colors, const std::string& name) {
    return colors.GroupColor(colors.groups().Of(tree.FrameOf(At(tree, name))));
  };
  EXPECT_NE(color(*whole, before, "net::Send()"), color(*whole, before, "io::Read()"));
  for (const std::string name : {"memcpy", "net::Send()"})
    EXPECT_EQ(color(*left, after, name), color(*whole, before, name)) << name;
}

TEST(ChartColorsTest, CentreAndRestSegmentsAreThePalettesInEveryMode) {
  const CctPtr tree = RandomProgram(2, 5000);
  const ArcBatch batch = LayoutView(*tree, {.width_px = 300, .height_px = 300});
  ASSERT_GT(batch.rest_piece_count, 10u);
  for (const Theme theme : {Theme::kDark, Theme::kLight}) {
    for (const ColorMode mode : kModes) {
      ChartColors colors(*tree, theme, {.mode = mode, .metric = 1});
      const std::vector<Color> fill = Fills(batch, colors);
      EXPECT_EQ(fill[0], PaletteOf(theme).center);
      for (uint32_t piece = 1; piece < batch.size(); ++piece) {
        if (batch.is_rest(piece) && IsSequential(mode)) continue;  // they have the colour of a value
        EXPECT_EQ(fill[piece] == PaletteOf(theme).rest, batch.is_rest(piece));
      }
    }
  }
}

// One context among thousands of which none has a segment of its own.
TEST(ChartColorsTest, ARestSegmentHasTheColourOfItsMostImportantContext) {
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  builder.AddMetric({"misses", "count", 1});
  const BuildNode main = builder.Child(kBuildRoot, builder.InternFrame({.name = "main"}));
  for (int i = 0; i < 10'000; ++i) {
    const BuildNode node = builder.Child(main, builder.InternFrame({.name = "f" + std::to_string(i)}));
    builder.AddSelf(node, 0, 100);
    builder.AddSelf(node, 1, i == 7'000 ? 50 : 1);
  }
  const CctPtr tree = std::move(builder).Finish({}).value();
  const ArcBatch batch = LayoutView(*tree, {.width_px = 300, .height_px = 300});
  ASSERT_GE(batch.rest_piece_count, 1u);
  ContextId odd = kNoContext;
  for (ContextId context = 1; context < tree->context_count(); ++context)
    if (tree->FrameAt(context).name == "f7000") odd = context;
  ChartColors colors(*tree, Theme::kDark, {.mode = ColorMode::kMetric, .metric = 1});
  const std::vector<Color> fill = Fills(batch, colors);
  const ValueScale scale = colors.ScaleFor(batch);
  const auto color_of = [&](ContextId context) {
    return SequentialColor(scale.PositionOf(colors.ValueOf(context, 0)), Theme::kDark);
  };
  bool is_seen = false;
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    if (!batch.is_rest(piece)) continue;
    const bool has_odd = batch.rest_run(piece).contains(odd);
    is_seen |= has_odd;
    EXPECT_EQ(fill[piece], color_of(has_odd ? odd : batch.rest_run(piece).begin));
  }
  EXPECT_TRUE(is_seen);

  const auto differs = [odd](ContextId context, MetricIndex) {
    return context == odd ? ContextDifference{DifferenceKind::kMore, 0.5} : ContextDifference{};
  };
  ChartColors differences(*tree, Theme::kDark, {.mode = ColorMode::kDifference}, {.difference = differs});
  const std::vector<Color> told = Fills(batch, differences);
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    if (!batch.is_rest(piece)) continue;
    EXPECT_EQ(told[piece] == PaletteOf(Theme::kDark).rest, !batch.rest_run(piece).contains(odd));
  }
}

// Zooming, another depth, another window: a context keeps its colour.
TEST(ChartColorsTest, ColoursDoNotChangeWithTheView) {
  const CctPtr tree = RandomProgram(3, 1500);
  for (const ColorMode mode : kModes) {
    for (const ValueBasis basis : {ValueBasis::kAbsolute, ValueBasis::kPerViewMetric}) {
      const ColorSpec spec{.mode = mode, .metric = 1, .basis = basis};
      ChartColors kept(*tree, Theme::kDark, spec);
      std::map<ContextId, Color> known;
      for (const ContextId root : {0u, 1u, 5u, 40u, 2u}) {
        const ArcBatch batch =
            LayoutView(*tree, {.root = {.context = root}, .width_px = 500, .height_px = 700});
        ChartColors fresh(*tree, Theme::kDark, spec);
        const std::vector<Color> fill = Fills(batch, kept);
        EXPECT_EQ(fill, Fills(batch, fresh));
        for (uint32_t piece = 1; piece < batch.size(); ++piece) {
          if (batch.is_rest(piece)) continue;
          const Color color = known.try_emplace(batch.context[piece], fill[piece]).first->second;
          EXPECT_EQ(color, fill[piece]);
        }
      }
    }
  }
}

// The least distance of two of the 12 dearest functions below a context.
double LeastDistanceBelow(const Cct& tree, ContextId root, Theme theme) {
  const ArcBatch batch = LayoutView(tree, {.root = {.context = root}});
  ChartColors colors(tree, theme);
  const std::vector<Color> fill = Fills(batch, colors);
  std::map<std::string_view, uint64_t> costs;
  std::map<std::string_view, Color> color_of;
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    if (batch.is_rest(piece)) continue;
    const std::string_view name = tree.FrameAt(batch.context[piece]).name;
    costs[name] += batch.inclusive[piece];
    color_of[name] = fill[piece];
  }
  std::vector<std::string_view> dearest;
  for (const auto& [name, cost] : costs) dearest.push_back(name);
  std::sort(dearest.begin(), dearest.end(), [&](auto x, auto y) { return costs[x] > costs[y]; });
  dearest.resize(std::min<size_t>(dearest.size(), 12));
  double least = 1;
  for (size_t i = 0; i < dearest.size(); ++i) {
    for (size_t j = 0; j < i; ++j)
      least = std::min(least, Distance(color_of[dearest[i]], color_of[dearest[j]]));
  }
  return least;
}

// Of the whole tree and of its dearest contexts.
TEST(ChartColorsTest, TheDearestFunctionsOfAScreenTellApart) {
  for (const Theme theme : {Theme::kDark, Theme::kLight}) {
    EXPECT_GT(LeastDistanceBelow(*WorkedExample(), kRootContext, theme), 0.08);
    for (const std::string_view package : {"", "java.util.Vector."}) {
      std::vector<std::string> paths;
      for (int i = 0; i < 39; ++i) paths.push_back(fmt::format("main;part{};{}f{}", i % 3, package, i));
      std::vector<PathValue> values{
          {"main", {1}}, {"main;part0", {1}}, {"main;part1", {1}}, {"main;part2", {1}}};
      for (size_t i = 0; i < paths.size(); ++i) values.push_back({paths[i], {100 - i}});
      const CctPtr tree = TreeFromPaths(values);
      for (const std::string_view root : {"main", "main;part0", "main;part1", "main;part2"})
        EXPECT_GT(LeastDistanceBelow(*tree, At(*tree, root), theme), package.empty() ? 0.05 : 0.025)
            << package << " " << root;
    }
  }
}

TEST(ChartColorsTest, ModulesGetTonesOfTheirOwn) {
  const CctPtr tree = ProgramTree();
  const ColorSpec spec{.mode = ColorMode::kModule};
  const Color main = FillOf(*tree, "worker;main", spec);
  const Color next = FillOf(*tree, "worker;main;parse::Tokens::next(int)", spec);
  const Color show = FillOf(*tree, "worker;main;draw::Frame::show()", spec);
  const Color read = FillOf(*tree, "worker;main;parse::Tokens::next(int);read", spec);
  const Color kernel = FillOf(*tree, "worker;main;parse::Tokens::next(int);read;sys_read", spec);
  EXPECT_NE(main, next);
  EXPECT_LT(Distance(main, next), 0.05);
  const std::vector<Color> different{main, show, read, kernel};
  for (size_t i = 0; i < different.size(); ++i) {
    for (size_t j = 0; j < i; ++j) EXPECT_GT(Distance(different[i], different[j]), 0.06);
  }
  // Nothing is known about it.
  EXPECT_LT(Distance(FillOf(*tree, "worker", spec), NeutralColor(Theme::kDark)), 0.03);
}

TEST(ChartColorsTest, RankedGroupsGetTheTonesAndTheRestIsPaler) {
  std::vector<std::string> modules;
  for (int i = 0; i < 12; ++i) modules.push_back("m" + std::to_string(i));
  const CctPtr tree = ModuleTree(modules);
  const std::vector<std::string> ranked(modules.rbegin(), modules.rend());
  const auto chroma = [&](const std::string& module) {
    const Color fill =
        FillOf(*tree, "f in " + module, {.mode = ColorMode::kModule}, {.ranks = RanksOf(ranked)});
    const OkLab lab = OkLabFromLinear(LinearFromSrgb(fill));
    return std::hypot(lab.a, lab.b);
  };
  for (int i = 0; i < 12; ++i) {
    const double found = chroma(modules[i]);
    EXPECT_EQ(found > 0.052, i >= 5) << i;
  }
}

TEST(ChartColorsTest, TonesOfRankedGroupsAreNeverShared) {
  const CctPtr tree = ProgramTree();
  std::vector<std::string> ranked;
  for (int i = 0; i < 20; ++i) ranked.push_back("module" + std::to_string(i));
  for (int first = 0; first < 10; ++first) {
    CctPtr modules;
    {
      CctBuilder builder;
      builder.AddMetric({"samples", "count", 1});
      for (const std::string& module : ranked)
        builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "f", .module = module})), 0,
                        1);
      modules = std::move(builder).Finish({}).value();
    }
    ChartColors colors(*modules, Theme::kDark, {.mode = ColorMode::kModule},
                       {.ranks = RanksOf(std::span(ranked).subspan(first))});
    std::map<std::string, int> tones;
    for (ContextId context = 1; context < modules->context_count(); ++context) {
      const Color color = colors.GroupColor(colors.groups().Of(modules->FrameOf(context)));
      for (const Color tone : GroupColors(Theme::kDark)) {
        if (color == tone) ++tones[std::to_string(tone.r) + "," + std::to_string(tone.g)];
      }
    }
    EXPECT_EQ(tones.size(), kGroupToneCount);
    for (const auto& [tone, count] : tones) EXPECT_EQ(count, 1);
  }
}

TEST(ChartColorsTest, KindsAreToldApart) {
  const CctPtr tree = ProgramTree();
  const ColorSpec spec{.mode = ColorMode::kKind};
  const Color kernel = FillOf(*tree, "worker;main;parse::Tokens::next(int);read;sys_read", spec);
  EXPECT_LT(Distance(kernel, SrgbFromOkLch(KindTone(FrameKind::kKernel, Theme::kDark))), 0.05);
  EXPECT_GT(Distance(kernel, FillOf(*tree, "worker;main", spec)), 0.1);
}

TEST(ChartColorsTest, AnotherMetricPerTheViewsOwn) {
  const CctPtr tree = ProgramTree();
  const ArcBatch batch = LayoutView(*tree, {});
  ColorSpec spec{.mode = ColorMode::kMetric, .metric = 1};
  const ContextId kernel = At(*tree, "worker;main;parse::Tokens::next(int);read;sys_read");
  const ContextId read = At(*tree, "worker;main;parse::Tokens::next(int);read");
  const ContextId collector = At(*tree, "worker;(garbage collector)");
  const auto value = [&](ContextId context) {
    return ChartColors(*tree, Theme::kDark, spec).ValueOf(context, 0);
  };
  EXPECT_DOUBLE_EQ(value(kernel), 0.01);
  EXPECT_DOUBLE_EQ(value(read), 1'550'000 / 200e6);
  EXPECT_EQ(value(collector), 0);
  spec.part = ValuePart::kSelf;
  EXPECT_DOUBLE_EQ(value(read), 0.001);
  // Nothing of its own in the view's metric.
  EXPECT_TRUE(std::isnan(value(At(*tree, "worker"))));
  spec.basis = ValueBasis::kAbsolute;
  EXPECT_EQ(value(read), 50'000);
  spec.metric = 2;
  EXPECT_EQ(value(At(*tree, "worker;main")), 1024);  // in displayed units

  ChartColors colors(*tree, Theme::kDark, {.mode = ColorMode::kMetric, .metric = 1});
  const std::vector<Color> fill = Fills(batch, colors);
  EXPECT_EQ(fill[*FindPiece(*tree, batch, kernel)], SequentialColor(1, Theme::kDark));
  EXPECT_EQ(fill[*FindPiece(*tree, batch, collector)], SequentialColor(0, Theme::kDark));
}

TEST(ChartColorsTest, SelfShareGoesFromNothingToAll) {
  const CctPtr tree = ProgramTree();
  const ColorSpec spec{.mode = ColorMode::kSelfShare};
  EXPECT_EQ(FillOf(*tree, "worker", spec), SequentialColor(0, Theme::kDark));
  EXPECT_EQ(FillOf(*tree, "worker;(garbage collector)", spec), SequentialColor(1, Theme::kDark));
  EXPECT_EQ(FillOf(*tree, "worker;main;parse::Tokens::next(int);read", spec),
            SequentialColor(0.25, Theme::kDark));
}

TEST(ChartColorsTest, DerivedMetricsComeFromOutside) {
  const CctPtr tree = ProgramTree();
  const ColorSpec spec{.mode = ColorMode::kMetric, .derived = "rate"};
  const ContextId nothing = At(*tree, "worker;(garbage collector)");
  const ColorInputs inputs{
      .derived = [&](ContextId context) { return context == nothing ? std::nan("") : context; }};
  EXPECT_EQ(FillOf(*tree, "worker;(garbage collector)", spec, inputs), NeutralColor(Theme::kDark));
  EXPECT_NE(FillOf(*tree, "worker;main", spec, inputs),
            FillOf(*tree, "worker;main;draw::Frame::show()", spec, inputs));
  // Without the function there is no value.
  EXPECT_EQ(FillOf(*tree, "worker;main", spec), NeutralColor(Theme::kDark));
}

TEST(ChartColorsTest, FittedToTheViewUsesTheWholeMap) {
  const CctPtr tree = RandomProgram(4, 4000);
  ColorSpec spec{.mode = ColorMode::kMetric, .metric = 0, .basis = ValueBasis::kAbsolute};
  const auto range = [&](const ArcBatch& batch) {
    ChartColors colors(*tree, Theme::kDark, spec);
    return colors.ScaleFor(batch);
  };
  const ArcBatch small = LayoutView(*tree, {.root = {.context = 30}});
  EXPECT_GT(range(small).high, 1.5 * static_cast<double>(small.total));
  spec.extent = ValueExtent::kView;
  EXPECT_LE(range(small).high, static_cast<double>(small.total));
}

TEST(ChartColorsTest, TreesWithoutAnyMetricOrGroup) {
  const CctPtr tree = ChainTree(10);
  for (const ColorMode mode : kModes) {
    // A metric that is not there is taken for the first.
    ChartColors colors(*tree, Theme::kDark, {.mode = mode, .metric = 9});
    ArcBatch batch = LayoutView(*tree, {});
    EXPECT_EQ(Fills(batch, colors).size(), batch.size());
    batch.spec.metric = 7;
    EXPECT_EQ(Fills(batch, colors).size(), batch.size());
    EXPECT_TRUE(Fills(ArcBatch{}, colors).empty());
  }
}

// Frame ids outside the table, sums that are none.
TEST(ChartColorsTest, MalformedColumnsAreSafe) {
  const CctPtr good = RandomProgram(5, 500);
  std::mt19937_64 random(1);
  const uint32_t n = good->context_count();
  std::vector<uint32_t> frame(n);
  std::vector<uint64_t> running(n + 1);
  for (uint32_t& id : frame) id = static_cast<uint32_t>(random() % 3 == 0 ? random() : random() % 40);
  for (uint64_t& sum : running) sum = random();
  CctColumns columns;
  columns.first_child = good->columns().first_child;
  columns.layer_begin = good->columns().layer_begin;
  columns.frame = ChunkedColumn<uint32_t>(std::span<const uint32_t>(frame));
  columns.running_inclusive.push_back(ChunkedColumn<uint64_t>(std::span<const uint64_t>(running)));
  const Cct tree(std::move(columns), good->frames(), {{"m", "count", 1}}, {}, good);
  const ArcBatch batch = LayoutView(tree, {.mode = RingMode::kEqual});
  ASSERT_GT(batch.size(), 100u);
  for (const ColorMode mode : kModes) {
    ChartColors colors(tree, Theme::kDark, {.mode = mode});
    for (const Color color : Fills(batch, colors)) EXPECT_EQ(color.a, 255);
  }
}

}  // namespace
}  // namespace ringscope::chart_test::chart_colors_test
