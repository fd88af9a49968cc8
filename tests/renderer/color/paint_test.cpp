#include "renderer/color/paint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "cct/tree/building/builder.h"
#include "renderer/color/color.h"
#include "renderer/color/palette.h"
#include "renderer/layout/layout.h"
#include "renderer/layout/picking.h"
#include "tests/renderer/color/color_trees.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::chart_test::paint_test {
namespace {

Frame NamedFrame(std::string_view name, std::string_view module = {}, FrameKind kind = FrameKind::kUser) {
  Frame frame;
  frame.name = name;
  frame.module = module;
  frame.kind = kind;
  return frame;
}

class ThemeTest : public testing::TestWithParam<Theme> {};

TEST_P(ThemeTest, FunctionsOfOneGroupCarryTheSameTextColor) {
  for (int group = 0; group < 20; ++group) {
    const std::string module = "module" + std::to_string(group);
    const Color first = TextColorOn(FrameColor(NamedFrame("f", module), GetParam()), GetParam());
    for (int i = 0; i < 50; ++i) {
      const std::string name = "function" + std::to_string(i);
      EXPECT_EQ(TextColorOn(FrameColor(NamedFrame(name, module), GetParam()), GetParam()), first);
    }
  }
}

TEST_P(ThemeTest, FunctionsOfOneModuleShareAHueButDiffer) {
  std::set<std::array<int, 3>> seen;
  for (int i = 0; i < 50; ++i) {
    const std::string name = "function" + std::to_string(i);
    const Color color = FrameColor(NamedFrame(name, "libc.so.6"), GetParam());
    seen.insert({color.r, color.g, color.b});
    const OkLab here = OkLabFromLinear(LinearFromSrgb(color));
    const OkLab first =
        OkLabFromLinear(LinearFromSrgb(FrameColor(NamedFrame("function0", "libc.so.6"), GetParam())));
    EXPECT_LT(OkLabDistance(here, first), 0.1);
  }
  EXPECT_GT(seen.size(), 40u);
}

INSTANTIATE_TEST_SUITE_P(Themes, ThemeTest, testing::Values(Theme::kDark, Theme::kLight));

TEST(FrameColorTest, NeverChanges) {
  // These values are promises to users, who remember colours from one day to the next.
  EXPECT_EQ(FrameColor(NamedFrame("main", "app"), Theme::kDark),
            FrameColor(NamedFrame("main", "app"), Theme::kDark));
  EXPECT_EQ(FrameColor(NamedFrame("main", "/usr/lib/app"), Theme::kDark),
            FrameColor(NamedFrame("main", "/opt/app"), Theme::kDark));
  EXPECT_EQ(FrameColor(NamedFrame("main", "app"), Theme::kDark), (Color{0xB4, 0xAE, 0x71, 255}));
}

TEST(FrameColorTest, KernelAndSyntheticFramesAreGreyer) {
  const auto chroma = [](FrameKind kind) {
    const OkLab lab =
        OkLabFromLinear(LinearFromSrgb(FrameColor(NamedFrame("read", "x", kind), Theme::kDark)));
    return std::hypot(lab.a, lab.b);
  };
  EXPECT_LT(chroma(FrameKind::kKernel), 0.6 * chroma(FrameKind::kUser));
  EXPECT_LT(chroma(FrameKind::kSynthetic), 0.4 * chroma(FrameKind::kUser));
}

TEST(FrameGroupTest, IsModuleOrPackageOrFile) {
  EXPECT_EQ(MainGroup(NamedFrame("f", "/usr/lib/libc.so.6")).text, "libc.so.6");
  EXPECT_EQ(MainGroup(NamedFrame("java.util.HashMap.put(java.lang.Object)")).text, "java.util");
  EXPECT_EQ(MainGroup(NamedFrame("java/util/HashMap$Node.get")).text, "java/util");
  EXPECT_EQ(MainGroup(NamedFrame("com.acme.Outer.Inner.run")).text, "com.acme");
  EXPECT_EQ(MainGroup(NamedFrame("v8::internal::Heap::Collect<int>(bool)")).text, "v8::internal");
  EXPECT_EQ(MainGroup(NamedFrame("HashMap.put")).text, "HashMap");
  EXPECT_EQ(MainGroup(NamedFrame("main")).text, "");
  Frame frame = NamedFrame("render");
  frame.file = "app.js";
  EXPECT_EQ(MainGroup(frame).text, "app.js");
}

class PaintTest : public testing::Test {
 protected:
  uint32_t Piece(std::string_view path) const { return FindPiece(*tree_, batch_, At(*tree_, path)).value(); }
  FrameId FrameNamed(std::string_view path) const { return tree_->FrameOf(At(*tree_, path)); }

  CctPtr tree_ = WorkedExample();
  ArcBatch batch_ = LayoutView(*tree_, {.root = {.context = 1}});
  const ChartPalette& palette_ = PaletteOf(Theme::kDark);
};

TEST_F(PaintTest, PlainPaintIsTheColorsOfTheMode) {
  const ChartPaint paint = PaintByFunction(*tree_, batch_);
  ASSERT_EQ(paint.fill.size(), batch_.size());
  ASSERT_EQ(paint.style.size(), batch_.size());
  EXPECT_EQ(paint.fill[0], palette_.center);
  ChartColors colors(*tree_, Theme::kDark);
  std::vector<Color> fill;
  colors.FillPieces(batch_, fill);
  EXPECT_EQ(paint.fill, fill);
  EXPECT_EQ(paint.style, std::vector<PieceStyle>(batch_.size(), 0));
}

// Fills tell what they told before.
TEST_F(PaintTest, PointingOutlinesEveryContextOfTheFunctionAndOneMore) {
  PaintSpec spec;
  spec.pointed = At(*tree_, "main;f;h");
  spec.function_of = [](FrameId frame) { return frame + 100; };
  spec.lit_function = FrameNamed("main;f;h") + 100;
  const ChartPaint paint = PaintByFunction(*tree_, batch_, spec);
  EXPECT_EQ(paint.fill, PaintByFunction(*tree_, batch_).fill);
  int lit = 0, outlined = 0;
  for (uint32_t p = 1; p < batch_.size(); ++p) {
    const bool is_h = tree_->FrameAt(batch_.context[p]).name == "h";
    EXPECT_EQ((paint.style[p] & kStyleLit) != 0, is_h);
    lit += is_h ? 1 : 0;
    outlined += (paint.style[p] & kStyleOutline) != 0 ? 1 : 0;
  }
  EXPECT_EQ(lit, 6);
  EXPECT_EQ(outlined, 1);
  EXPECT_NE(paint.style[Piece("main;f;h")] & kStyleOutline, 0);
}

TEST_F(PaintTest, APathHasAThinOutlineDownToWhereItIsDrawn) {
  std::vector<ContextId> path = tree_->PathTo(At(*tree_, "main;f;g;h"));
  PaintSpec spec;
  spec.path = path;
  const ChartPaint paint = PaintByFunction(*tree_, batch_, spec);
  int outlined = 0;
  for (uint32_t p = 0; p < batch_.size(); ++p) outlined += (paint.style[p] & kStylePath) != 0 ? 1 : 0;
  EXPECT_EQ(outlined, 3) << "but for the centre";
  for (const std::string_view on : {"main;f", "main;f;g", "main;f;g;h"})
    EXPECT_EQ(paint.style[Piece(on)] & (kStylePath | kStylePathEnd),
              on == "main;f;g;h" ? kStylePath | kStylePathEnd : kStylePath)
        << on;
  // Of what the layers do not show nothing is outlined.
  const ArcBatch flat = LayoutView(*tree_, {.root = {.context = 1}, .depth_limit = 2});
  const ChartPaint above = PaintByFunction(*tree_, flat, spec);
  const auto on_path = [](PieceStyle style) { return (style & (kStylePath | kStylePathEnd)) != 0; };
  EXPECT_EQ(std::count_if(above.style.begin(), above.style.end(), on_path), 1);
  // Around the last box are those of its callers.
  const ArcBatch boxes = LayoutView(*tree_, {.form = ChartForm::kTreemap, .root = {.context = 1}});
  const ChartPaint nested = PaintByFunction(*tree_, boxes, spec);
  ASSERT_EQ(std::count_if(nested.style.begin(), nested.style.end(), on_path), 1);
  const auto last = std::find_if(nested.style.begin(), nested.style.end(), on_path) - nested.style.begin();
  EXPECT_EQ(boxes.context[static_cast<size_t>(last)], path.back());
  EXPECT_EQ(nested.style[static_cast<size_t>(last)] & (kStylePath | kStylePathEnd),
            kStylePath | kStylePathEnd);
}

TEST_F(PaintTest, AChainIsLitAndOutlinedForAnyOfItsContexts) {
  const CctPtr tree = TreeFromPaths({{"main;read;parse;token", {30}}, {"main;draw", {10}}});
  const ArcBatch batch = LayoutView(*tree, {.root = {.context = 1}, .compress_chains = true});
  ASSERT_EQ(batch.size(), 3u);
  for (const std::string_view path : {"main;read", "main;read;parse", "main;read;parse;token"}) {
    PaintSpec spec;
    spec.selected = At(*tree, path);
    spec.lit_function = tree->FrameOf(At(*tree, path));
    const ChartPaint paint = PaintByFunction(*tree, batch, spec);
    EXPECT_EQ(paint.style[1], kStyleOutline | kStyleLit) << path;
    EXPECT_EQ(paint.style[2], 0);
  }
  // Its colour is that of its head, or of the self cost behind its end.
  EXPECT_EQ(PaintByFunction(*tree, batch).fill[1],
            PaintByFunction(*tree, LayoutView(*tree, {.root = {.context = 1}})).fill[1]);
  ChartColors colors(*tree, Theme::kDark, {.mode = ColorMode::kSelfShare});
  std::vector<Color> fill;
  colors.FillPieces(batch, fill);
  EXPECT_EQ(fill[1], SequentialColor(1, Theme::kDark));
}

// A hover paints anew, but works out no difference again.
TEST_F(PaintTest, WhatPiecesAreByThemselvesIsMadeOnce) {
  for (const ColorMode mode : {ColorMode::kFunction, ColorMode::kMetric, ColorMode::kDifference}) {
    size_t asked = 0;
    ColorInputs inputs;
    inputs.difference = [&](ContextId context, MetricIndex) {
      ++asked;
      return ContextDifference{context % 2 == 0 ? DifferenceKind::kNew : DifferenceKind::kLess, -0.5};
    };
    ChartColors colors(*tree_, Theme::kDark, {.mode = mode, .metric = 1}, inputs);
    OwnFills own;
    own.differences = {DifferenceKind::kGone};
    FillOwn(batch_, colors, own);
    EXPECT_EQ(own.differences.size(), mode == ColorMode::kDifference ? batch_.size() : 0u);
    const size_t asked_once = asked;
    for (const char* const pointed : {"main;f;h", "main;g"}) {
      PaintSpec spec;
      spec.pointed = At(*tree_, pointed);
      ChartPaint whole, paint;
      PaintPieces(batch_, spec, colors, own, paint);
      EXPECT_EQ(asked, asked_once);
      PaintPieces(batch_, spec, colors, whole);
      EXPECT_EQ(paint, whole);
      asked = asked_once;
    }
  }
}

// The function of the pointed context is outlined everywhere, and the context alone has a bold outline,
// whatever colours tell; all pieces keep the colour of the mode.
TEST_F(PaintTest, HighlightsAreTheSameInEveryMode) {
  for (const Theme theme : {Theme::kDark, Theme::kLight}) {
    for (const ColorMode mode :
         {ColorMode::kFunction, ColorMode::kModule, ColorMode::kPackage, ColorMode::kFile, ColorMode::kKind,
          ColorMode::kMetric, ColorMode::kSelfShare, ColorMode::kSearch, ColorMode::kDifference}) {
      ChartColors colors(*tree_, theme, {.mode = mode, .metric = 1});
      PaintSpec spec;
      spec.theme = theme;
      ChartPaint plain, paint;
      PaintPieces(batch_, spec, colors, plain);
      spec.selected = At(*tree_, "main;f;h");
      spec.lit_function = FrameNamed("main;f;h");
      PaintPieces(batch_, spec, colors, paint);
      for (uint32_t p = 0; p < batch_.size(); ++p) {
        const bool is_h = tree_->FrameAt(batch_.context[p]).name == "h";
        EXPECT_EQ(paint.fill[p], plain.fill[p]);
        EXPECT_EQ((paint.style[p] & kStyleLit) != 0, is_h);
        EXPECT_EQ((paint.style[p] & kStyleOutline) != 0, p == Piece("main;f;h"));
      }
    }
  }
}

TEST_F(PaintTest, MatchesStandOutInEveryMode) {
  std::vector<uint8_t> matches(batch_.size(), 0);
  const uint32_t match = Piece("main;g"), contains = Piece("main;f");
  matches[match] = 1;
  matches[contains] = 2;
  for (const Theme theme : {Theme::kDark, Theme::kLight}) {
    const auto lab = [](Color color) { return OkLabFromLinear(LinearFromSrgb(color)); };
    for (const ColorMode mode : {ColorMode::kFunction, ColorMode::kModule, ColorMode::kKind,
                                 ColorMode::kMetric, ColorMode::kSelfShare, ColorMode::kSearch}) {
      ChartColors colors(*tree_, theme, {.mode = mode, .metric = 1});
      PaintSpec spec;
      spec.theme = theme;
      spec.piece_matches = matches;
      ChartPaint paint;
      PaintPieces(batch_, spec, colors, paint);
      EXPECT_EQ(paint.fill[match], PaletteOf(theme).search_match);
      for (uint32_t p = 1; p < batch_.size(); ++p) {
        if (p != match) {
          EXPECT_GT(OkLabDistance(lab(paint.fill[p]), lab(paint.fill[match])), 0.085);
        }
        if (matches[p] == 0) {
          EXPECT_GT(OkLabDistance(lab(paint.fill[p]), lab(paint.fill[contains])), 0.07);
        }
      }
    }
  }
}

TEST_F(PaintTest, SearchLightsMatchesAndFadesTheRest) {
  std::vector<uint8_t> matches;
  for (const ContextId context : batch_.context)
    matches.push_back(tree_->FrameAt(context).name == "g" ? 1 : 0);
  PaintSpec spec;
  spec.piece_matches = matches;
  const ChartPaint paint = PaintByFunction(*tree_, batch_, spec);
  for (uint32_t p = 1; p < batch_.size(); ++p) {
    EXPECT_EQ(paint.fill[p] == palette_.search_match, matches[p] != 0);
    EXPECT_EQ((paint.style[p] & kStyleFaded) == 0, matches[p] != 0);
  }
}

// The function of the match that was gone to is lit; its matches stay what they are.
TEST_F(PaintTest, MatchesKeepTheirColourWhenTheirFunctionIsLit) {
  std::vector<uint8_t> matches(batch_.size(), 0);
  const uint32_t match = Piece("main;g"), other = Piece("main;f;g");
  matches[match] = 1;
  PaintSpec spec;
  spec.piece_matches = matches;
  spec.lit_function = FrameNamed("main;g");
  spec.selected = batch_.context[match];
  const ChartPaint paint = PaintByFunction(*tree_, batch_, spec);
  EXPECT_EQ(paint.fill[match], palette_.search_match);
  EXPECT_EQ(paint.style[match], kStyleOutline);
  EXPECT_EQ(paint.style[other], kStyleLit | kStyleFaded);
}

// Light is for what is there, and a search is louder than what lies behind a piece.
TEST_F(PaintTest, WhatHidesLitContextsHasAThinOutline) {
  const uint32_t whole = Piece("main;g"), much = Piece("main;f");
  std::vector<float> lights(batch_.size(), 0.0f);
  lights[whole] = 1;
  lights[much] = 0.81f;
  PaintSpec spec;
  spec.piece_lights = lights;
  const ChartPaint lit = PaintByFunction(*tree_, batch_, spec);
  EXPECT_EQ(lit.fill, PaintByFunction(*tree_, batch_, {}).fill);
  EXPECT_EQ(lit.style[whole], kStyleLit);
  EXPECT_EQ(lit.style[much], kStyleHidesLit);
  std::vector<uint8_t> matches(batch_.size(), 0);
  spec.piece_matches = matches;
  const ChartPaint both = PaintByFunction(*tree_, batch_, spec);
  EXPECT_EQ(both.style[whole], kStyleLit | kStyleFaded);
  EXPECT_EQ(both.style[much], kStyleFaded);
}

// Their own fill says nothing.
TEST_F(PaintTest, RestSegmentsAreTintedByTheShareThatIsLit) {
  const CctPtr tree = FlatTree(100'000);
  const ArcBatch batch = LayoutView(*tree, {.root = {.context = 1}});
  ASSERT_EQ(batch.size(), 2u);
  const ChartPaint plain = PaintByFunction(*tree, batch, {});
  const auto left = [&](float light) {
    const std::array<float, 2> lights{0, light};
    PaintSpec spec;
    spec.piece_lights = lights;
    const auto lab = [](Color color) { return OkLabFromLinear(LinearFromSrgb(color)); };
    return OkLabDistance(lab(PaintByFunction(*tree, batch, spec).fill[1]), lab(palette_.highlight)) /
           OkLabDistance(lab(plain.fill[1]), lab(palette_.highlight));
  };
  EXPECT_LT(left(0.81f), 0.6);
  EXPECT_LT(left(0.01f), 0.9) << "a hundredth can be seen";
  EXPECT_GT(left(0.01f), left(0.81f));
}

TEST_F(PaintTest, PiecesThatContainMatchesAreQuieterThanMatchesAndLouderThanTheRest) {
  std::vector<uint8_t> matches(batch_.size(), 0);
  const uint32_t match = Piece("main;g"), contains = Piece("main;f");
  matches[match] = 1;
  matches[contains] = 2;
  PaintSpec spec;
  spec.piece_matches = matches;
  const ChartPaint paint = PaintByFunction(*tree_, batch_, spec);
  const auto to_match = [&](uint32_t piece) {
    return OkLabDistance(OkLabFromLinear(LinearFromSrgb(paint.fill[piece])),
                         OkLabFromLinear(LinearFromSrgb(palette_.search_match)));
  };
  EXPECT_EQ(paint.fill[match], palette_.search_match);
  EXPECT_EQ(paint.style[contains] & kStyleFaded, 0);
  EXPECT_GT(to_match(contains), 0.15);
  for (uint32_t p = 1; p < batch_.size(); ++p) {
    if (matches[p] != 0) continue;
    EXPECT_NE(paint.style[p] & kStyleFaded, 0);
    EXPECT_GT(to_match(p), to_match(contains) + 0.1);
  }
}

TEST_F(PaintTest, RestSegmentsWithMatchesLightUp) {
  const CctPtr tree = FlatTree(100'000);
  const ArcBatch batch = LayoutView(*tree, {.root = {.context = 1}});
  ASSERT_EQ(batch.size(), 2u);
  PaintSpec spec;
  const std::array<uint8_t, 2> without{0, 0}, with{0, 2};
  spec.piece_matches = without;
  const ChartPaint quiet = PaintByFunction(*tree, batch, spec);
  spec.piece_matches = with;
  const ChartPaint lit = PaintByFunction(*tree, batch, spec);
  EXPECT_EQ(quiet.style[1], kStyleHatch | kStyleFaded);
  EXPECT_EQ(lit.style[1], kStyleHatch);
  EXPECT_GT(OkLabDistance(OkLabFromLinear(LinearFromSrgb(lit.fill[1])),
                          OkLabFromLinear(LinearFromSrgb(quiet.fill[1]))),
            0.15);
}

TEST_F(PaintTest, RestSegmentsAreHatchedAndCanBeOutlined) {
  const CctPtr tree = FlatTree(100'000);
  const ArcBatch batch = LayoutView(*tree, {.root = {.context = 1}});
  PaintSpec spec;
  spec.pointed = 777;
  const ChartPaint paint = PaintByFunction(*tree, batch, spec);
  ASSERT_EQ(batch.size(), 2u);
  EXPECT_EQ(paint.style[1], kStyleHatch | kStyleOutline);
  EXPECT_EQ(paint.fill[1], palette_.rest);
}

TEST_F(PaintTest, DepthLimitIsMarked) {
  const ArcBatch batch = LayoutView(*tree_, {.root = {.context = 1}, .depth_limit = 2});
  for (uint32_t p = 1; p < batch.size(); ++p) {
    EXPECT_EQ(PaintByFunction(*tree_, batch, {}).style[p], kStyleContinues);
  }
}

// What is new, gone and a wrapper has stripes, unless it is found; and so has a chain with a wrapper in it.
TEST(DifferencePaintTest, KindsOfDifferenceHaveStripes) {
  const CctPtr plain =
      TreeFromPaths({{"main", {1}}, {"main;fresh", {8}}, {"main;gone", {6}}, {"main;wrap;f", {4}}});
  std::vector<uint8_t> flags(plain->context_count(), 0);
  flags[At(*plain, "main;wrap")] = kIsWrapper;
  CctColumns columns = plain->columns();
  columns.flags = ChunkedColumn<uint8_t>(std::span<const uint8_t>(flags));
  const Cct tree(columns, plain->frames(), {plain->metrics().begin(), plain->metrics().end()}, {}, plain);
  ColorInputs inputs;
  inputs.difference = [&](ContextId context, MetricIndex) -> ContextDifference {
    if (context == At(tree, "main;fresh")) return {DifferenceKind::kNew, 1};
    if (context == At(tree, "main;gone")) return {DifferenceKind::kGone, -1};
    return {DifferenceKind::kMore, 0.5};
  };
  ChartColors colors(tree, Theme::kDark, {.mode = ColorMode::kDifference}, inputs);
  for (const bool compress : {false, true}) {
    const ArcBatch batch = LayoutView(tree, {.compress_chains = compress});
    const auto pattern = [&](std::string_view path, const PaintSpec& spec) {
      ChartPaint paint;
      PaintPieces(batch, spec, colors, paint);
      return paint.style[FindPiece(tree, batch, At(tree, path)).value()] & kStylePatterns;
    };
    EXPECT_EQ(pattern("main;fresh", {}), kStyleNew);
    EXPECT_EQ(pattern("main;gone", {}), kStyleGone);
    EXPECT_EQ(pattern("main;wrap", {}), kStyleWrapper);
    if (!compress) {
      EXPECT_EQ(pattern("main;wrap;f", {}), 0);
    }
    EXPECT_EQ(pattern("main;gone", {.lit_function = tree.FrameOf(At(tree, "main;gone"))}), kStyleGone);
  }
}

}  // namespace
}  // namespace ringscope::chart_test::paint_test
