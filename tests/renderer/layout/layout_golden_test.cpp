// Whole layouts as text, compared with golden files: what a change of the layout changes can be read in their
// diff. CCT_UPDATE_GOLDENS=1 rewrites them; a missing one fails.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "renderer/layout/layout.h"
#include "tests/renderer/layout/test_trees.h"
#include "tests/test_paths.h"

namespace ringscope::chart_test::layout_golden_test {
namespace {

std::string LayoutText(const Cct& tree, const ArcBatch& batch) {
  std::string text = fmt::format("total {}, {} contexts, {} rest segments\n", batch.total,
                                 batch.context_piece_count, batch.rest_piece_count);
  for (uint32_t layer = 0; layer < batch.layer_count(); ++layer) {
    text += fmt::format("layer {}: {:.2f} px to {:.2f} px\n", layer, batch.ring_edge_px[layer],
                        batch.ring_edge_px[layer + 1]);
    for (uint32_t p = batch.layer_offset[layer]; p < batch.layer_offset[layer + 1]; ++p) {
      const std::string path = PathText(tree, batch.context[p]);
      const std::string what =
          batch.is_rest(p) ? fmt::format("{} ... {} contexts", path, batch.rest_run(p).size()) : path;
      const std::string chain = batch.chain(p).empty() ? std::string()
                                                       : fmt::format(" x{} to {}", batch.chain(p).size(),
                                                                     PathText(tree, batch.last_context(p)));
      const bool continues = (batch.flags[p] & kArcContinues) != 0;
      const std::string box =
          batch.is_treemap() ? fmt::format(", {:.2f} px to {:.2f} px", batch.inner_px(p), batch.outer_px(p))
                             : "";
      text += fmt::format("  {:8.4f} {:+9.4f}  {:>6}  {}{}{}{}\n", batch.start_turns[p] * 360,
                          batch.sweep_turns[p] * 360, batch.inclusive[p], what, chain, continues ? " >" : "",
                          box);
    }
  }
  return text;
}

void ExpectGolden(const std::string& name, const std::string& text) {
  const std::filesystem::path path = SourceDir() / "tests/renderer/layout/golden" / (name + ".txt");
  if (std::getenv("CCT_UPDATE_GOLDENS") != nullptr) std::ofstream(path) << text;
  std::ifstream file(path);
  ASSERT_TRUE(file) << path << " is missing";
  std::stringstream golden;
  golden << file.rdbuf();
  EXPECT_EQ(text, golden.str()) << path;
}

TEST(LayoutGoldenTest, WorkedExample) {
  const CctPtr tree = WorkedExample();
  ViewSpec spec{.root = {.context = At(*tree, "main")}, .width_px = 1000, .height_px = 1000};
  spec.mode = RingMode::kEqual;
  ExpectGolden("worked_example_equal", LayoutText(*tree, LayoutView(*tree, spec)));
  spec.mode = RingMode::kArea;
  ExpectGolden("worked_example_area", LayoutText(*tree, LayoutView(*tree, spec)));
  spec.mode = RingMode::kLength;
  ExpectGolden("worked_example_length", LayoutText(*tree, LayoutView(*tree, spec)));
  spec.depth_limit = 3;
  ExpectGolden("worked_example_length_depth_3", LayoutText(*tree, LayoutView(*tree, spec)));
  spec.depth_limit = kAllLayers;
  spec.root.context = At(*tree, "main;f");
  ExpectGolden("worked_example_length_f", LayoutText(*tree, LayoutView(*tree, spec)));
  spec.root.context = At(*tree, "main");
  spec.ring_sizing = RingSizing::kReadable;
  spec.detail = {DetailPlace::kOutside, {.context = At(*tree, "main;f")}};
  ExpectGolden("worked_example_detail_outside", LayoutText(*tree, LayoutView(*tree, spec)));
  spec.detail.place = DetailPlace::kInside;
  ExpectGolden("worked_example_detail_inside", LayoutText(*tree, LayoutView(*tree, spec)));
}

// Large and small siblings, chains below both, small chart: rest segments of every kind.
CctPtr TreeWithSmallSiblings() {
  std::vector<std::string> paths;
  std::vector<uint64_t> values;
  const auto add = [&](std::string path, uint64_t value) {
    paths.push_back(std::move(path));
    values.push_back(value);
  };
  add("main", 500);
  for (int i = 0; i < 40; ++i) add("main;small" + std::to_string(i), 3);
  for (int i = 0; i < 1500; ++i) add("main;big;tiny" + std::to_string(i), 2);
  add("main;big;chain;a;b;c", 3500);
  add("main;zero", 0);
  for (int i = 0; i < 5; ++i) add("main;other;part" + std::to_string(i), static_cast<uint64_t>(100 + i));
  std::vector<PathValue> tree;
  for (size_t i = 0; i < paths.size(); ++i) tree.push_back({paths[i], {values[i]}});
  return TreeFromPaths(tree);
}

TEST(LayoutGoldenTest, RestSegments) {
  const CctPtr tree = TreeWithSmallSiblings();
  ViewSpec spec{.root = {.context = At(*tree, "main")}, .width_px = 160, .height_px = 160};
  const ArcBatch length = LayoutView(*tree, spec);
  ExpectGolden("rest_length", LayoutText(*tree, length));
  spec.mode = RingMode::kEqual;
  ExpectGolden("rest_equal", LayoutText(*tree, LayoutView(*tree, spec)));
  spec.form = ChartForm::kTreemap;
  spec.mode = RingMode::kLength;
  ExpectGolden("rest_treemap", LayoutText(*tree, LayoutView(*tree, spec)));
  spec.form = ChartForm::kRings;
  spec.mode = RingMode::kLength;
  spec.root = {At(*tree, "main;big"), tree->ChildrenOf(At(*tree, "main;big"))};
  spec.root.run.begin += 1;  // without the chain: the tiny ones alone
  ExpectGolden("opened_run_length", LayoutText(*tree, LayoutView(*tree, spec)));
  spec.mode = RingMode::kEqual;
  ExpectGolden("opened_run_equal", LayoutText(*tree, LayoutView(*tree, spec)));
}

TEST(LayoutGoldenTest, CompressedChains) {
  // A chain below the root, one that ends in a context with several callees, one that ends in a leaf, and one
  // that metric 0 alone sees.
  const CctPtr tree = TreeFromPaths({{"init;main;loop;read", {0, 0}},
                                     {"init;main;loop;read;parse;token", {300, 1}},
                                     {"init;main;loop;read;parse;skip", {100, 1}},
                                     {"init;main;loop;read;parse", {50, 0}},
                                     {"init;main;draw;clip;fill", {200, 1}},
                                     {"init;main;draw;clip", {0, 7}},
                                     {"init;main", {10, 0}},
                                     {"exit", {40, 0}}},
                                    2);
  ViewSpec spec{.width_px = 500, .height_px = 500, .compress_chains = true};
  ExpectGolden("chains_length", LayoutText(*tree, LayoutView(*tree, spec)));
  spec.mode = RingMode::kArea;
  spec.form = ChartForm::kIcicle;
  ExpectGolden("chains_area_icicle", LayoutText(*tree, LayoutView(*tree, spec)));
  spec = {.metric = 1,
          .mode = RingMode::kEqual,
          .depth_limit = 3,
          .width_px = 500,
          .height_px = 500,
          .compress_chains = true};
  ExpectGolden("chains_equal_metric_1_depth_3", LayoutText(*tree, LayoutView(*tree, spec)));
  spec = {.width_px = 500,
          .height_px = 500,
          .compress_chains = true,
          .opened_chains = {At(*tree, "init;main;draw;clip")}};
  ExpectGolden("chains_opened", LayoutText(*tree, LayoutView(*tree, spec)));
}

}  // namespace
}  // namespace ringscope::chart_test::layout_golden_test
