#include "app/charts/diagram/diagram_picture.h"
#include "app/views/evolution/evolution_model.h"
#include "renderer/color/palette.h"
#include "renderer/svg/shape_svg.h"
#include "tests/app/app_test_state.h"
#include "tests/renderer/svg/svg_golden.h"

namespace ringscope::evolution::evolution_picture_test {
namespace {

// The second blueprint of the paper: sizes, colours, edges, names and titles, and what they mean.
TEST(EvolutionPicture, Golden) {
  const CompareInput before[] = {
      {TreeFromFolded("build 9\nbuild;parse 495\nbuild;createParser 404\nbuild;createContentHandler 34\n")
           .tree,
       {}}};
  const CompareInput after[] = {
      {TreeFromFolded("build;parse_proxy 1\nbuild;parse_proxy;parse 385\nbuild;parse_proxy;new_method 699\n"
                      "build;createParser 784\nbuild;createContentHandler 36\n")
           .tree,
       {}}};
  const TreeComparison comparison = CompareTrees(before, after).value();
  std::vector<ContextId> all;
  for (ContextId context = 0; context < comparison.tree->context_count(); ++context) all.push_back(context);
  const EvolutionModel model = EvolutionModelOf(comparison, comparison.metrics[0], all);
  const Diagram diagram = DiagramOf(model, DifferenceColors::kMap, Theme::kLight);
  DiagramPicture picture;
  picture.width_px = 700;
  picture.height_px = 500;
  picture.theme = Theme::kLight;
  picture.title = "before and after";
  picture.has_caption = true;
  picture.legend = LegendOf(model, true, DifferenceColors::kMap, Theme::kLight);
  const PlacedDiagram placed = PlaceDiagram(diagram, picture, AverageSansWidth);
  std::string svg;
  ShapesSvgOptions options;
  options.background = PaletteOf(Theme::kLight).background;
  options.title = picture.title;
  ASSERT_TRUE(placed.caption);
  options.caption = &*placed.caption;
  options.title_of = [&](uint32_t rect) { return diagram.boxes[rect].label; };
  ASSERT_TRUE(WriteShapesSvg(placed.shapes, options, [&](std::string_view text) -> Result<void> {
    svg += text;
    return {};
  }));
  chart_test::ExpectGolden(svg, "evolution.svg");
}

}  // namespace
}  // namespace ringscope::evolution::evolution_picture_test
