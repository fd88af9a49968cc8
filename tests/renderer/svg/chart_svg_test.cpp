#include "renderer/svg/chart_svg.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "renderer/layout/layout.h"
#include "renderer/svg/shape_svg.h"
#include "tests/renderer/color/color_trees.h"
#include "tests/renderer/layout/test_trees.h"
#include "tests/renderer/svg/svg_golden.h"
#include "tests/test_paths.h"

namespace ringscope::chart_test::chart_svg_test {
namespace {

std::string Svg(const Cct& tree, const ViewSpec& spec, Theme theme = Theme::kDark,
                const PaintSpec& paint_spec = {}) {
  const ArcBatch batch = LayoutView(tree, spec);
  PaintSpec themed = paint_spec;
  themed.theme = theme;
  const ChartPaint paint = PaintByFunction(tree, batch, themed);
  const auto labels = PlaceLabels(tree, batch, {}, AverageSansWidth);
  std::string out;
  SvgOptions options;
  options.theme = theme;
  const auto written = WriteChartSvg(tree, batch, paint, labels, options, [&](std::string_view text) {
    out += text;
    return Result<void>{};
  });
  EXPECT_TRUE(written.has_value());
  return out;
}

size_t Count(std::string_view text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// A small XML check: tags nest, attributes are quoted, no stray markup characters.
void ExpectWellFormed(std::string_view xml) {
  std::vector<std::string> open;
  for (size_t at = 0; at < xml.size(); ++at) {
    const char c = xml[at];
    ASSERT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n') << at;
    if (c == '&') {
      const size_t end = xml.find(';', at);
      const std::string_view entity = xml.substr(at, end + 1 - at);
      ASSERT_TRUE(entity == "&amp;" || entity == "&lt;" || entity == "&gt;" || entity == "&quot;") << entity;
    }
    ASSERT_NE(c, '>');
    if (c != '<') continue;
    size_t end = at + 1;
    for (bool quoted = false; end < xml.size() && (quoted || xml[end] != '>'); ++end) {
      if (xml[end] == '"') quoted = !quoted;
      ASSERT_NE(xml[end], '<');
    }
    const std::string_view tag = xml.substr(at + 1, end - at - 1);
    const std::string name(tag.substr(0, tag.find_first_of(" /", 1)));
    if (tag[0] == '/') {
      ASSERT_FALSE(open.empty());
      ASSERT_EQ("/" + open.back(), std::string(tag));
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
    at = end;
  }
  ASSERT_TRUE(open.empty());
}

// The whole picture; without a caption its bytes are those of the bare chart.
TEST(ChartSvgTest, ACaptionLiesAroundTheChart) {
  const CctPtr tree = WorkedExample();
  const ArcBatch batch = LayoutView(*tree, {.width_px = 400, .height_px = 300});
  const ChartPaint paint = PaintByFunction(*tree, batch, {});
  Caption caption;
  caption.title = "a & b.folded";
  caption.facts = "samples: 3,238  \xC2\xB7  rings, length mode";
  caption.legend_title = "package";
  caption.legend = {{{10, 20, 30, 255}, "main", "75.0 %"}, {{200, 100, 50, 255}, "other", ""}};
  const PlacedCaption placed = PlaceCaption(caption, 400, 300, 1, Theme::kDark, AverageSansWidth);
  std::string svg;
  SvgOptions options;
  options.caption = &placed;
  ASSERT_TRUE(WriteChartSvg(*tree, batch, paint, {}, options, [&](std::string_view text) {
    svg += text;
    return Result<void>{};
  }));
  ExpectWellFormed(svg);
  ExpectGolden(svg, "captioned.svg");
}

TEST(ChartSvgTest, EverySegmentHasATitle) {
  const CctPtr tree = WorkedExample();
  const std::string svg = Svg(*tree, {.root = {.context = 1}});
  ExpectWellFormed(svg);
  EXPECT_EQ(Count(svg, "</title></path>"), 18u);
  EXPECT_NE(svg.find("<title>h\nmetric0: 792, 24.5 %</title>"), std::string::npos);
  EXPECT_NE(svg.find("width=\"1440\" height=\"900\" viewBox=\"0 0 1440 900\""), std::string::npos);
  EXPECT_GT(Count(svg, "<text "), 15u);
  EXPECT_EQ(svg, Svg(*tree, {.root = {.context = 1}}));
}

TEST(ChartSvgTest, RestSegmentsTellCountAndShare) {
  const CctPtr tree = TreeFromPaths({{"a;b", {1}}, {"a;c", {1}}, {"a", {99'998}}});
  const std::string svg = Svg(*tree, {.root = {.context = 1}});
  EXPECT_NE(svg.find("2 smaller contexts, &lt;0.01 %"), std::string::npos) << svg;
  EXPECT_EQ(Count(svg, "fill=\"url(#rest)\""), 1u);
}

TEST(ChartSvgTest, ChainsTellTheirCountAndAllNames) {
  const CctPtr tree = TreeFromPaths({{"main;read;parse;token", {30}}, {"main", {10}}});
  const std::string svg = Svg(*tree, {.root = {.context = 1}, .compress_chains = true});
  EXPECT_NE(svg.find("<title>read x3\nparse\ntoken\nmetric0: 30, 75.0 %</title>"), std::string::npos) << svg;
  EXPECT_EQ(Count(svg, "read x3<"), 1u);  // the label
}

TEST(ChartSvgTest, LongLabelsFollowTheirRing) {
  const CctPtr tree = TreeFromPaths({{"a;a_function_with_a_rather_long_name;b", {1}}});
  const std::string svg = Svg(*tree, {.root = {.context = 1}});
  ExpectWellFormed(svg);
  EXPECT_EQ(Count(svg, "startOffset=\"50%\">a_function_with_a_rather_long_name</textPath>"), 1u);
  EXPECT_EQ(Count(svg, "<textPath"), 1u);  // "b" is short enough to be straight
}

TEST(ChartSvgTest, AnIcicleIsBarsWithTextAtTheirLeftEnds) {
  const CctPtr tree = WorkedExample();
  const std::string svg = Svg(*tree, {.form = ChartForm::kIcicle,
                                      .root = {.context = 1},
                                      .depth_limit = 3,
                                      .width_px = 1023,
                                      .height_px = 523});
  ExpectWellFormed(svg);
  EXPECT_EQ(Count(svg, "</title></path>"), 9u);
  // The first row, and f below it: 890 of 3238.
  EXPECT_NE(svg.find("d=\"M-500 -250H500V-226H-500Z\"><title>main"), std::string::npos);
  EXPECT_NE(svg.find("d=\"M-500 -226H-225.139V-202H-500Z\"><title>f"), std::string::npos);
  EXPECT_EQ(svg.find("A"), std::string::npos) << "no arcs";
  EXPECT_EQ(Count(svg, "text-anchor=\"start\""), 9u);
  EXPECT_EQ(Count(svg, "stroke-width=\"1.5\""), 4u);  // hidden callees
}

TEST(ChartSvgTest, ThemesAndHighlightsAreThere) {
  const CctPtr tree = WorkedExample();
  PaintSpec paint;
  paint.pointed = At(*tree, "main;f");
  for (const Theme theme : {Theme::kDark, Theme::kLight}) {
    const std::string svg = Svg(*tree, {.mode = RingMode::kArea, .depth_limit = 3}, theme, paint);
    ExpectWellFormed(svg);
    EXPECT_NE(svg.find(HexText(PaletteOf(theme).background)), std::string::npos);
    EXPECT_EQ(Count(svg, "stroke-width=\"2.5\""), 1u);
    EXPECT_EQ(Count(svg, "stroke-width=\"1.5\""), 3u);  // main's three callees have hidden ones
  }
}

TEST(ChartSvgTest, HostileNamesStayText) {
  const CctPtr tree = TreeFromPaths({{"<script>alert(\"&\")</script>", {5}},
                                     {std::string_view("nul\0\xFF\n]]>", 9), {5}},
                                     {"\xEF\xBF\xBF'--", {5}}});
  const std::string svg = Svg(*tree, {});
  ExpectWellFormed(svg);
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_NE(svg.find("&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;"), std::string::npos);
  EXPECT_NE(svg.find("nul � ]]&gt;"), std::string::npos);
}

TEST(ChartSvgTest, TheSinksErrorIsReturned) {
  const CctPtr tree = WorkedExample();
  const ArcBatch batch = LayoutView(*tree, {.root = {.context = 1}});
  const auto written =
      WriteChartSvg(*tree, batch, PaintByFunction(*tree, batch), {}, {},
                    [](std::string_view) { return Result<void>(Fail(ErrorCode::kIo, "disk full")); });
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(written.error().message, "disk full");
}

TEST(ChartSvgTest, RandomTreesGiveWellFormedPictures) {
  for (uint64_t seed = 1; seed < 8; ++seed) {
    const CctPtr tree = RandomTree(seed, {.contexts = 5000, .depth_bias = 0.8});
    for (const RingMode mode : {RingMode::kEqual, RingMode::kLength, RingMode::kArea}) {
      ExpectWellFormed(Svg(*tree, {.mode = mode}, seed % 2 == 0 ? Theme::kDark : Theme::kLight));
    }
  }
}

TEST(ChartSvgTest, ArtifactsToLookAt) {
  const std::filesystem::path folder = ArtifactDir();
  std::filesystem::create_directories(folder);
  const CctPtr random = RandomTree(11, {.contexts = 8000, .depth_bias = 0.9});
  const CctPtr example = WorkedExample();
  const std::pair<const char*, std::string> pictures[] = {
      {"chart_svg_example.svg", Svg(*example, {.root = {.context = 1}})},
      {"chart_svg_random_dark.svg", Svg(*random, {})},
      {"chart_svg_random_light.svg",
       Svg(*random, {.mode = RingMode::kArea, .depth_limit = 12}, Theme::kLight)},
  };
  for (const auto& [name, svg] : pictures) {
    std::ofstream(folder / name) << svg;
    EXPECT_EQ(std::filesystem::file_size(folder / name), svg.size());
  }
}

TEST(SvgTextTest, PathsAreClosedAndShort) {
  EXPECT_EQ(SegmentPath(0, 0.25, 0, 10), "M0 -10A10 10 0 0 1 10 0L0 0Z");
  EXPECT_EQ(SegmentPath(0, 0.25, 5, 10), "M0 -10A10 10 0 0 1 10 0L5 0A5 5 0 0 0 0 -5Z");
  EXPECT_EQ(Count(SegmentPath(0, 1, 5, 10), "Z"), 2u);
  EXPECT_EQ(CoordinateText(-0.00001), "0");
  EXPECT_EQ(CoordinateText(1.5), "1.5");
  EXPECT_EQ(HexText({1, 171, 255, 255}), "#01abff");
}

}  // namespace
}  // namespace ringscope::chart_test::chart_svg_test
