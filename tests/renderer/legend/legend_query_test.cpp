// The queries of legends, asked for in the query language.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "cct/query/language/query.h"
#include "cct/query/sets/select.h"
#include "cct/tree/building/builder.h"
#include "renderer/layout/layout.h"
#include "renderer/legend/legend.h"
#include "tests/renderer/color/color_trees.h"
#include "tests/renderer/legend/whole_legend.h"

namespace ringscope::chart_test::legend_query_test {
namespace {

ContextSet Selected(const Cct& tree, const std::string& query, MetricIndex metric) {
  const FunctionIndex functions(tree.frames());
  const auto parsed = ParseQuery(query);
  EXPECT_TRUE(parsed.has_value()) << query << ": " << parsed.error().message;
  if (!parsed) return ContextSet(tree.context_count());
  auto selected = SelectContexts(tree, functions, *parsed, {.metric = metric});
  EXPECT_TRUE(selected.has_value()) << query << ": " << selected.error().message;
  return selected ? *selected : ContextSet(tree.context_count());
}

// Which kind an entry stands for is up to the legend.
bool IsColorOf(Color color, ChartColors& colors, uint32_t group) {
  for (const FrameKind kind : {FrameKind::kUser, FrameKind::kKernel, FrameKind::kThread}) {
    if (colors.GroupColor(group, kind) == color) return true;
  }
  return false;
}

// Every drawn context is selected by the query of its own entry and by no other.
void CheckGroups(const Cct& tree, ColorMode mode) {
  const ArcBatch batch = LayoutView(tree, {});
  ChartColors colors(tree, Theme::kDark, {.mode = mode});
  const Legend legend = WholeLegend(batch, colors, {.max_groups = 60});
  uint32_t checked = 0;
  for (const LegendEntry& entry : legend.entries) {
    if (entry.query.empty()) continue;
    const ContextSet selected = Selected(tree, entry.query, batch.spec.metric);
    uint32_t pieces = 0;
    uint64_t self = 0;
    for (uint32_t piece = 1; piece < batch.size(); ++piece) {
      if (batch.is_rest(piece) || !selected.contains(batch.context[piece])) continue;
      const uint32_t group = colors.groups().Of(tree.FrameOf(batch.context[piece]));
      EXPECT_TRUE(IsColorOf(entry.color, colors, group)) << entry.query;
      ++pieces;
    }
    for (ContextId context = 1; context < tree.context_count(); ++context) {
      if (selected.contains(context)) self += tree.Self(context, batch.spec.metric);
    }
    EXPECT_EQ(pieces, entry.pieces) << entry.query;
    EXPECT_EQ(self, entry.self) << entry.query;
    checked += pieces;
  }
  EXPECT_EQ(checked + 1 + batch.rest_piece_count, batch.size());
}

TEST(LegendQueryTest, GroupsAreSelectedExactly) {
  for (const ColorMode mode :
       {ColorMode::kModule, ColorMode::kPackage, ColorMode::kFile, ColorMode::kKind, ColorMode::kFunction}) {
    CheckGroups(*ProgramTree(), mode);
    for (uint64_t seed = 0; seed < 5; ++seed) CheckGroups(*RandomProgram(seed, 1500), mode);
  }
}

// Functions side by side, each with a name of its own in its scope.
class Functions {
 public:
  Functions() { builder_.AddMetric({"samples", "count", 1}); }
  void Add(std::string_view scope, std::string_view module, std::string_view file) {
    const std::string name = std::string(scope) + "f" + std::to_string(number_++);
    const Frame frame{.name = name, .module = module, .file = file};
    builder_.AddSelf(builder_.Child(kBuildRoot, builder_.InternFrame(frame)), 0,
                     10 + static_cast<uint64_t>(number_));
  }
  CctPtr Finish() { return std::move(builder_).Finish({}).value(); }

 private:
  CctBuilder builder_;
  int number_ = 0;
};

// One module, or one file, that holds nearly everything is divided by package.
TEST(LegendQueryTest, PartsOfADominantGroupAreSelectedExactly) {
  for (const bool by_module : {true, false}) {
    Functions functions;
    for (int i = 0; i < 30; ++i) {
      if (by_module) {
        functions.Add(i % 3 == 0 ? "net::" : i % 3 == 1 ? "Array." : "", "/bin/server", "");
      } else {
        functions.Add(i % 3 == 0 ? "Array." : "", "", "/srv/app.js");
      }
    }
    functions.Add("net::", "", "");
    functions.Add("net::", "/lib/other", "/srv/app.js");
    functions.Add("", "/lib/other", "");
    functions.Add("Array.", "", "");
    functions.Add("Array.", "", "/srv/other.js");
    functions.Add("Array.", "/bin/server", "/srv/other.js");
    functions.Add("", "", "/srv/other.js");
    functions.Add("", "", "");
    const CctPtr tree = functions.Finish();
    EXPECT_FALSE(DominantGroup(tree->frames()).empty());
    CheckGroups(*tree, ColorMode::kFunction);
  }
}

TEST(LegendQueryTest, ClassesOfADominantPackageAreSelectedExactly) {
  Functions functions;
  for (int i = 0; i < 30; ++i)
    functions.Add(i % 2 == 0 ? "lex/Table." : "lex/Parser.", "", i % 3 == 0 ? "Table.java" : "");
  functions.Add("lex/Table.", "/lib/other", "");
  functions.Add("lex/Parser.", "lex", "Parser.java");
  functions.Add("java/util/Vector.", "", "");
  functions.Add("Table.", "", "");
  functions.Add("", "", "Table.java");
  functions.Add("", "", "");
  const CctPtr tree = functions.Finish();
  EXPECT_EQ(DominantGroup(tree->frames()), "lex");
  FrameGroups groups(tree->frames(), ColorMode::kFunction);
  EXPECT_NE(groups.Of(1), groups.Of(2));
  CheckGroups(*tree, ColorMode::kFunction);
}

TEST(LegendQueryTest, OddNamesAreSelectedExactly) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  for (const std::string_view text : {R"(a "b" \c)", "line\nbreak", "a|b", "(x", "/odd/", R"(\x41)",
                                      "libA.so", "liba.so", "\xff\x01", "%"}) {
    for (const std::string_view folder : {"", "/usr/lib/"}) {
      const std::string path = std::string(folder) + std::string(text);
      const Frame frame{.name = text, .module = path, .file = path};
      builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame(frame)), 0, 5);
    }
  }
  const CctPtr tree = std::move(builder).Finish({}).value();
  for (const ColorMode mode : {ColorMode::kModule, ColorMode::kFile}) CheckGroups(*tree, mode);
}

TEST(LegendQueryTest, TicksSelectTheirRange) {
  const CctPtr tree = RandomProgram(7, 2000);
  const ArcBatch batch = LayoutView(*tree, {});
  for (const ValueSteps steps : {ValueSteps::kLinear, ValueSteps::kLog}) {
    for (const ValuePart part : {ValuePart::kInclusive, ValuePart::kSelf}) {
      for (const MetricIndex metric : {0u, 1u}) {
        ChartColors colors(*tree, Theme::kDark,
                           {.mode = ColorMode::kMetric,
                            .metric = metric,
                            .part = part,
                            .basis = ValueBasis::kAbsolute,
                            .steps = steps});
        const Legend legend = BuildLegend(batch, colors);
        const ValueScale scale = colors.ScaleFor(batch);
        ASSERT_GT(legend.ticks.size(), 1u);
        for (size_t i = 0; i < legend.ticks.size(); ++i) {
          const ContextSet selected = Selected(*tree, legend.ticks[i].query, 0);
          const double until = i + 1 < legend.ticks.size() ? legend.ticks[i + 1].position : 2;
          for (ContextId context = 1; context < tree->context_count(); ++context) {
            const double value = colors.ValueOf(context, 0);
            const double position = scale.PositionOf(value);
            // Exactly on a tick the position may be rounded either way.
            if (std::fabs(position - until) < 1e-9 || std::fabs(position - legend.ticks[i].position) < 1e-9)
              continue;
            EXPECT_EQ(selected.contains(context), position > legend.ticks[i].position && position < until)
                << legend.ticks[i].query << " " << value;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace ringscope::chart_test::legend_query_test
