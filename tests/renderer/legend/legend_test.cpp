#include "renderer/legend/legend.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cct/tree/building/builder.h"
#include "renderer/layout/layout.h"
#include "tests/renderer/color/color_trees.h"
#include "tests/renderer/layout/test_trees.h"
#include "tests/renderer/legend/whole_legend.h"

namespace ringscope::chart_test::legend_test {
namespace {

double DistanceOf(Color x, Color y) {
  return OkLabDistance(OkLabFromLinear(LinearFromSrgb(x)), OkLabFromLinear(LinearFromSrgb(y)));
}

std::string LegendText(const Legend& legend) {
  std::string text = legend.title + "\n";
  for (const LegendEntry& entry : legend.entries) {
    text += fmt::format("{} | {} | self {} incl {} pieces {}\n", entry.label, entry.query, entry.self,
                        entry.inclusive, entry.pieces);
  }
  for (const LegendTick& tick : legend.ticks)
    text += fmt::format("{:.3f} {} | {}\n", tick.position, tick.text, tick.query);
  return text;
}

std::string LegendText(const Cct& tree, const ColorSpec& spec, const ViewSpec& view = {},
                       ColorInputs inputs = {}) {
  ChartColors colors(tree, Theme::kDark, spec, std::move(inputs));
  return LegendText(WholeLegend(LayoutView(tree, view), colors));
}

TEST(LegendTest, Modules) {
  EXPECT_EQ(LegendText(*ProgramTree(), {.mode = ColorMode::kModule}),
            R"(module
(no module) | mod:"" | self 50000000 incl 1000000000 pieces 2
app | mod:"/bin/app" | self 400000000 incl 950000000 pieces 2
libdraw.so | mod:"/usr/lib/libdraw.so" | self 350000000 incl 350000000 pieces 1
libc.so.6 | mod:"/usr/lib/libc.so.6" | self 50000000 incl 200000000 pieces 1
[kernel] | mod:"[kernel]" | self 150000000 incl 150000000 pieces 1
)");
}

TEST(LegendTest, AColourThatRepeatsIsCounted) {
  CctBuilder builder;
  const uint32_t metric = builder.AddMetric({"samples", "count", 1});
  for (int i = 0; i < 24; ++i) {
    const std::string module = "/lib/m" + std::to_string(i);
    builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "f", .module = module})), metric,
                    static_cast<uint64_t>(100 - i));
  }
  const CctPtr tree = std::move(builder).Finish({}).value();
  ChartColors colors(*tree, Theme::kDark, {.mode = ColorMode::kModule});
  const Legend legend = BuildLegend(LayoutView(*tree, {}), colors, {.max_groups = 30});
  ASSERT_EQ(legend.entries.size(), 24u);
  size_t repeated = 0;
  for (size_t i = 0; i < legend.entries.size(); ++i) {
    uint32_t before = 0;
    for (size_t k = 0; k < i; ++k) before += legend.entries[k].color == legend.entries[i].color ? 1 : 0;
    EXPECT_EQ(legend.entries[i].repeats, before) << legend.entries[i].label;
    repeated += before != 0 ? 1 : 0;
  }
  EXPECT_EQ(repeated, 24u - 14u) << "there are as many tones";
}

TEST(LegendTest, FilesOfOneNameAreShownWithTheirFolders) {
  EXPECT_EQ(LegendText(*ProgramTree(), {.mode = ColorMode::kFile}),
            R"(source file
(no source file) | file:"" | self 250000000 incl 1000000000 pieces 4
src/main.c | file:"src/main.c" | self 100000000 incl 950000000 pieces 1
parse.c | file:"src/parse.c" | self 300000000 incl 500000000 pieces 1
lib/main.c | file:"lib/main.c" | self 350000000 incl 350000000 pieces 1
)");
}

TEST(LegendTest, PackagesAndKinds) {
  EXPECT_EQ(LegendText(*ProgramTree(), {.mode = ColorMode::kPackage}),
            R"(package
(no package) | pkg:"" | self 350000000 incl 1000000000 pieces 5
parse | pkg:"parse" | self 300000000 incl 500000000 pieces 1
draw | pkg:"draw" | self 350000000 incl 350000000 pieces 1
)");
  EXPECT_EQ(LegendText(*ProgramTree(), {.mode = ColorMode::kKind}),
            R"(kind of function
thread | kind:thread | self 0 incl 1000000000 pieces 1
user | kind:user | self 800000000 incl 950000000 pieces 4
kernel | kind:kernel | self 150000000 incl 150000000 pieces 1
synthetic | kind:synthetic | self 50000000 incl 50000000 pieces 1
)");
}

TEST(LegendTest, FunctionsByWhatTheirHueTells) {
  EXPECT_EQ(LegendText(*ProgramTree(), {.mode = ColorMode::kFunction}),
            R"(module
(no group) | file:"" class:"" mod:"" | self 50000000 incl 1000000000 pieces 2
app | mod:/(?-i:(^|\/)app$)/ | self 400000000 incl 950000000 pieces 2
libdraw.so | mod:/(?-i:(^|\/)libdraw\.so$)/ | self 350000000 incl 350000000 pieces 1
libc.so.6 | mod:/(?-i:(^|\/)libc\.so\.6$)/ | self 50000000 incl 200000000 pieces 1
[kernel] | mod:"[kernel]" | self 150000000 incl 150000000 pieces 1
)");
}

// In the function mode kernel code is painted greyer than its group's tone; so is what stands for it.
TEST(LegendTest, SwatchesAreWhatAGroupsFunctionsArePaintedWith) {
  const CctPtr tree = ProgramTree();
  ChartColors colors(*tree, Theme::kDark, {.mode = ColorMode::kFunction});
  const ArcBatch batch = LayoutView(*tree, {});
  std::vector<Color> fill(batch.size());
  colors.FillPieces(batch, fill);
  size_t compared = 0;
  for (const LegendEntry& entry : BuildLegend(batch, colors).entries) {
    if (entry.label != "[kernel]" && entry.label != "libdraw.so") continue;
    for (uint32_t piece = 1; piece < batch.size(); ++piece) {
      if (!tree->FrameAt(batch.context[piece]).module.ends_with(entry.label)) continue;
      EXPECT_LT(DistanceOf(fill[piece], entry.color), 0.04) << entry.label;
      ++compared;
    }
  }
  EXPECT_EQ(compared, 2u);
}

// Also where the view's metric became the one that colours were chosen for.
TEST(LegendTest, AMetricPerItselfIsToldAsItIs) {
  const CctPtr tree = ProgramTree();
  ColorSpec spec{.mode = ColorMode::kMetric, .metric = 1};
  const ViewSpec view{.metric = 1};
  const std::string per_itself = LegendText(*tree, spec, view);
  EXPECT_EQ(per_itself.substr(0, per_itself.find('\n')), "misses");
  EXPECT_NE(LegendText(*tree, spec), per_itself);
  spec.basis = ValueBasis::kAbsolute;
  EXPECT_EQ(per_itself, LegendText(*tree, spec, view));
}

// JavaScript and Ruby have no packages: what a function is a method of is not taken for one.
TEST(LegendTest, ScriptsAreGroupedByFileNotByClass) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  const auto add = [&](std::string_view name, std::string_view file, uint64_t samples) {
    builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = name, .file = file})), 0, samples);
  };
  add("Module.load", "node:loader", 20);
  add("Module._extensions..js", "node:loader", 15);
  add("wrapSafe", "node:loader", 10);
  add("Object.<anonymous>", "/srv/app.js", 25);
  add("Array.prototype.map", "", 20);
  add("net.core.Socket.send", "", 10);
  const CctPtr tree = std::move(builder).Finish({}).value();
  EXPECT_EQ(LegendText(*tree, {.mode = ColorMode::kFunction}),
            R"(package, file or class
node:loader | file:"node:loader" pkg:"" | self 45 incl 45 pieces 3
app.js | file:"/srv/app.js" pkg:"" | self 25 incl 25 pieces 1
Array.prototype | class:"Array.prototype" file:"" | self 20 incl 20 pieces 1
net.core | pkg:"net.core" | self 10 incl 10 pieces 1
)");
  EXPECT_EQ(LegendText(*tree, {.mode = ColorMode::kPackage}),
            R"(package
(no package) | pkg:"" | self 90 incl 90 pieces 5
net.core | pkg:"net.core" | self 10 incl 10 pieces 1
)");
}

// What a title says is true of the whole tree: it does not change on the way inwards.
TEST(LegendTest, ATitleStaysWhereverTheViewGoes) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  const BuildNode run = builder.Child(kBuildRoot, builder.InternFrame({.name = "run", .file = "node:run"}));
  const BuildNode send = builder.Child(run, builder.InternFrame({.name = "net.core.Socket.send"}));
  builder.AddSelf(builder.Child(send, builder.InternFrame({.name = "net.core.write"})), 0, 5);
  const CctPtr tree = std::move(builder).Finish({}).value();
  ChartColors colors(*tree, Theme::kDark, {});
  const ViewSpec inside{.root = {.context = At(*tree, "run;net.core.Socket.send")}};
  for (const ViewSpec& view : {ViewSpec{}, inside})
    EXPECT_EQ(BuildLegend(LayoutView(*tree, view), colors).title, "file or class");
}

TEST(LegendTest, OtherMetricsHaveTicksThatSelect) {
  EXPECT_EQ(
      LegendText(*ProgramTree(), {.mode = ColorMode::kMetric, .metric = 1, .basis = ValueBasis::kAbsolute}),
      R"(misses
0.000 0 | incl(misses)>=0 incl(misses)<500k
0.232 500k | incl(misses)>=500k incl(misses)<1M
0.465 1M | incl(misses)>=1M incl(misses)<1.5M
0.697 1.5M | incl(misses)>=1.5M incl(misses)<2M
0.930 2M | incl(misses)>=2M
)");
  EXPECT_EQ(LegendText(*ProgramTree(), {.mode = ColorMode::kMetric,
                                        .metric = 0,
                                        .part = ValuePart::kSelf,
                                        .basis = ValueBasis::kAbsolute,
                                        .steps = ValueSteps::kLog}),
            R"(self time
0.356 100 ms | self(time)>=100ms self(time)<200ms
0.712 200 ms | self(time)>=200ms self(time)<300ms
0.921 300 ms | self(time)>=300ms
)");
  EXPECT_EQ(
      LegendText(*ProgramTree(), {.mode = ColorMode::kMetric, .metric = 2, .basis = ValueBasis::kAbsolute}),
      R"(memory
0.000 0 | incl(memory)>=0 incl(memory)<2KiB
0.286 2.00 KiB | incl(memory)>=2KiB incl(memory)<4KiB
0.571 4.00 KiB | incl(memory)>=4KiB incl(memory)<6KiB
0.857 6.00 KiB | incl(memory)>=6KiB
)");
}

TEST(LegendTest, SharesHaveTicksWithoutQueries) {
  EXPECT_EQ(LegendText(*ProgramTree(), {.mode = ColorMode::kSelfShare}),
            R"(self share of time
0.000 0 % | 
0.200 20 % | 
0.400 40 % | 
0.600 60 % | 
0.800 80 % | 
1.000 100 % | 
)");
  EXPECT_EQ(LegendText(*ProgramTree(), {.mode = ColorMode::kMetric, .metric = 1}, {.metric = 0}),
            R"(misses per ms of time
0.000 0 | 
0.200 2k | 
0.400 4k | 
0.600 6k | 
0.800 8k | 
1.000 10k | 
)");
}

TEST(LegendTest, DerivedMetricsAndWhatHasNone) {
  const CctPtr tree = ProgramTree();
  const ContextId main = At(*tree, "worker;main");
  EXPECT_EQ(LegendText(*tree, {.mode = ColorMode::kMetric, .derived = "misses per call"}, {},
                       {.derived = [&](ContextId context) { return context == main ? std::nan("") : 2.0; }}),
            R"(misses per call
no value |  | self 100000000 incl 950000000 pieces 1
0.000 0 | incl('misses per call')>=0 incl('misses per call')<0.5
0.250 0.5 | incl('misses per call')>=0.5 incl('misses per call')<1
0.500 1 | incl('misses per call')>=1 incl('misses per call')<1.5
0.750 1.5 | incl('misses per call')>=1.5 incl('misses per call')<2
1.000 2 | incl('misses per call')>=2
)");
}

TEST(LegendTest, Search) {
  EXPECT_EQ(LegendText(*ProgramTree(), {.mode = ColorMode::kSearch}),
            R"(search
matches |  | self 0 incl 0 pieces 0
contains matches too small to draw |  | self 0 incl 0 pieces 0
everything else |  | self 0 incl 0 pieces 0
)");
}

TEST(LegendTest, QueriesEscapeWhatTheLanguageMeans) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  for (const std::string_view module : {R"(a "b" \c)", "line\nbreak"}) {
    builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "f", .module = module})), 0, 5);
  }
  const CctPtr tree = std::move(builder).Finish({}).value();
  EXPECT_EQ(LegendText(*tree, {.mode = ColorMode::kModule}),
            "module\n"
            R"(a "b" \c | mod:"a \"b\" \\c" | self 5 incl 5 pieces 1)"
            "\n"
            R"(line break | mod:"line\x0abreak" | self 5 incl 5 pieces 1)"
            "\n");
}

TEST(LegendTest, ManyGroupsEndInOthersAndRestSegmentsComeLast) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  for (int i = 0; i < 2000; ++i) {
    const std::string module = "m" + std::to_string(i);
    builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "f", .module = module})), 0,
                    i < 20 ? 10'000 : 1);
  }
  const CctPtr tree = std::move(builder).Finish({}).value();
  ChartColors colors(*tree, Theme::kDark, {.mode = ColorMode::kModule});
  const ArcBatch batch = LayoutView(*tree, {});
  const Legend legend = WholeLegend(batch, colors, {.max_groups = 3});
  ASSERT_EQ(legend.entries.size(), 5u);
  EXPECT_EQ(legend.entries[0].label, "m0");
  EXPECT_EQ(legend.entries[3].label, "17 others");
  // With those that are in the rest segment.
  EXPECT_EQ(legend.entries[3].self, 171'980u);
  EXPECT_EQ(legend.entries[3].query, "");
  EXPECT_EQ(legend.entries[4].label, "smaller contexts");
  EXPECT_EQ(legend.entries[4].color, PaletteOf(Theme::kDark).rest);
  EXPECT_EQ(legend.entries[4].inclusive, 1980u);
}

std::vector<uint64_t> InclusiveOfGroups(const Legend& legend) {
  std::vector<uint64_t> found;
  for (const LegendEntry& entry : legend.entries) {
    if (entry.label != "smaller contexts" && entry.inclusive != 0) found.push_back(entry.inclusive);
  }
  return found;
}

constexpr ColorMode kGroupModes[] = {ColorMode::kModule, ColorMode::kPackage, ColorMode::kFile,
                                     ColorMode::kKind, ColorMode::kFunction};

// Against plain loops over the contexts and their callers.
TEST(LegendTest, SumsAreThoseOfTheViewRootsTree) {
  for (uint64_t seed = 0; seed < 12; ++seed) {
    const CctPtr tree = RandomProgram(seed, 3000);
    ViewSpec view{.metric = static_cast<MetricIndex>(seed % 2)};
    if (seed % 3 == 1) view.root.context = tree->ChildrenOf(kRootContext).begin;
    if (seed % 3 == 2) view.root.run = tree->ChildrenOf(kRootContext);
    const ArcBatch batch = LayoutView(*tree, view);
    for (const ColorMode mode : kGroupModes) {
      ChartColors colors(*tree, Theme::kDark, {.mode = mode});
      const Legend legend = WholeLegend(batch, colors, {.max_groups = 60});
      FrameGroups& groups = colors.groups();
      std::vector<bool> drawn(groups.size());
      for (uint32_t piece = 1; piece < batch.size(); ++piece) {
        if (!batch.is_rest(piece)) drawn[groups.Of(tree->FrameOf(batch.context[piece]))] = true;
      }
      std::vector<uint64_t> expected(groups.size(), 0);
      uint64_t self = 0;
      for (ContextId context = 1; context < tree->context_count(); ++context) {
        if (!tree->IsWithin(context, view.root.context)) continue;
        const uint32_t group = groups.Of(tree->FrameOf(context));
        bool is_nested = false;
        for (ContextId at = context; at != view.root.context;) {
          at = tree->ParentOf(at);
          is_nested |= at != kRootContext && groups.Of(tree->FrameOf(at)) == group;
        }
        if (!drawn[group]) continue;
        if (!is_nested) expected[group] += tree->Inclusive(context, view.metric);
        self += tree->Self(context, view.metric);
      }
      uint64_t found_self = 0;
      for (const LegendEntry& entry : legend.entries) {
        EXPECT_FALSE(entry.drawn_only);
        EXPECT_TRUE(entry.costs_known);
        if (entry.label != "smaller contexts") found_self += entry.self;
      }
      EXPECT_EQ(found_self, self);
      std::erase(expected, 0u);
      std::sort(expected.rbegin(), expected.rend());
      EXPECT_EQ(InclusiveOfGroups(legend), expected);
    }
  }
}

TEST(LegendTest, OthersAreOneGroupMore) {
  const CctPtr tree = RandomProgram(4, 3000);
  ChartColors colors(*tree, Theme::kDark, {.mode = ColorMode::kModule});
  const Legend legend = WholeLegend(LayoutView(*tree, {}), colors, {.max_groups = 1});
  ASSERT_GE(legend.entries.size(), 2u);
  FrameGroups& groups = colors.groups();
  const auto is_other = [&](ContextId context) {
    return colors.GroupColor(groups.Of(tree->FrameOf(context))) != legend.entries[0].color;
  };
  uint64_t inclusive = 0, self = 0;
  for (ContextId context = 1; context < tree->context_count(); ++context) {
    if (!is_other(context)) continue;
    self += tree->Self(context, 0);
    bool is_nested = false;
    for (ContextId at = tree->ParentOf(context); at != kRootContext; at = tree->ParentOf(at))
      is_nested |= is_other(at);
    if (!is_nested) inclusive += tree->Inclusive(context, 0);
  }
  EXPECT_EQ(legend.entries[1].self, self);
  EXPECT_EQ(legend.entries[1].inclusive, inclusive);
}

// A figure of a profile is no figure of the window.
TEST(LegendTest, FiguresDoNotChangeWithTheSizeOrTheDepthOfTheChart) {
  const CctPtr tree = RandomProgram(3, 3000);
  ChartColors colors(*tree, Theme::kDark, {.mode = ColorMode::kModule});
  const auto figures = [&](const ViewSpec& view) {
    std::string text;
    for (const LegendEntry& entry : WholeLegend(LayoutView(*tree, view), colors, {.max_groups = 2}).entries) {
      if (entry.label != "smaller contexts")
        text += fmt::format("{} {} {}\n", entry.label.substr(0, 1), entry.self, entry.inclusive);
    }
    return text;
  };
  const std::string large = figures({.width_px = 2000, .height_px = 2000});
  EXPECT_EQ(figures({.width_px = 500, .height_px = 500}), large);
  EXPECT_EQ(figures({.depth_limit = 8}), large);
}

TEST(LegendTest, CostsAreToldOnceTheyAreKnown) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const CctPtr tree = RandomProgram(seed, 3000);
    ViewSpec view{.metric = static_cast<MetricIndex>(seed % 2)};
    if (seed % 3 == 1) view.root.context = tree->ChildrenOf(kRootContext).begin;
    const ContextId centre = view.root.context;
    const ArcBatch batch = LayoutView(*tree, view);
    for (const ColorMode mode : kGroupModes) {
      ChartColors colors(*tree, Theme::kDark, {.mode = mode});
      const LegendOptions options{.max_groups = 3};
      const auto unknown = [](const Legend& legend) {
        return std::count_if(legend.entries.begin(), legend.entries.end(),
                             [](const LegendEntry& entry) { return !entry.costs_known; });
      };
      const Legend without = BuildLegend(batch, colors, options);
      const bool has_others = without.entries.size() > 3 && without.entries[3].query.empty();
      EXPECT_TRUE(without.has_groups);
      EXPECT_TRUE(without.shown.empty()) << "nobody can say yet which these are";
      EXPECT_EQ(unknown(without),
                has_others ? 4 : static_cast<ptrdiff_t>(std::min<size_t>(without.entries.size(), 3)));
      if (!has_others) continue;
      const GroupCosts groups = KnownCosts(batch, colors);
      const Legend rows = BuildLegend(batch, colors, options, &groups);
      EXPECT_EQ(rows.shown.size(), 3u);
      EXPECT_EQ(unknown(rows), 1);
      EXPECT_FALSE(rows.entries[3].costs_known);
      const Legend whole = WholeLegend(batch, colors, options);
      EXPECT_EQ(unknown(whole), 0);
      EXPECT_EQ(whole.shown, rows.shown);
      // The centre is one of its group, but none of the others.
      const FrameGroupName group = colors.groups()[colors.groups().Of(tree->FrameOf(centre))];
      const bool has_centre = centre != kRootContext &&
                              std::find(whole.shown.begin(), whole.shown.end(), group) != whole.shown.end();
      uint64_t self = has_centre ? 0 : tree->Self(centre, view.metric);
      for (const LegendEntry& entry : whole.entries) {
        if (entry.label != "smaller contexts") self += entry.self;
      }
      EXPECT_EQ(self, batch.total);
    }
  }
}

TEST(LegendTest, GroupsOfOneNameSayWhatTheyAre) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "f", .file = "parse"})), 0, 5);
  builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "parse.f"})), 0, 4);
  for (const std::string_view module : {"a", "b"}) {
    builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "g", .module = module})), 0, 1);
  }
  const CctPtr tree = std::move(builder).Finish({}).value();
  ChartColors colors(*tree, Theme::kDark, {.mode = ColorMode::kFunction});
  const Legend legend = BuildLegend(LayoutView(*tree, {}), colors);
  ASSERT_EQ(legend.entries.size(), 4u);
  EXPECT_EQ(legend.entries[0].label, "parse (file)");
  EXPECT_EQ(legend.entries[1].label, "parse (package)");
}

}  // namespace
}  // namespace ringscope::chart_test::legend_test
