#include "app/charts/plot_chart.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "app/view/panel.h"

#include "tests/app/app_test_state.h"
#include "tests/renderer/gl/gl_fixture.h"

namespace ringscope::plot_chart_gltest {
namespace {

// A line up to the selected context, which counts what it is asked to do.
class CountingChart : public PlotChart {
 public:
  using PlotChart::PlotChart;
  int models = 0, anew = 0, layouts = 0, drops = 0;
  PlotCanvas last;
  bool is_empty = false;

 private:
  bool TakeModel(const AppState&, const ViewState& view, const PlotCanvas&, bool is_anew) override {
    ++models;
    anew += is_anew ? 1 : 0;
    return std::exchange(selected_, view.selected) != view.selected;
  }
  void DropModel() override { ++drops; }
  void LayOut(const PlotCanvas& canvas, ShapeBatch& batch) override {
    ++layouts;
    last = canvas;
    EXPECT_TRUE(batch.lines.empty() && batch.rects.empty() && batch.points.empty() && batch.texts.empty());
    Add(canvas, batch);
  }
  std::optional<PlotPicture> Picture(const PlotCanvas& canvas,
                                     const std::optional<PictureWords>&) const override {
    if (is_empty) return std::nullopt;
    PlotPicture picture{{}, 320, 200, "a <line>"};
    Add(canvas, picture.batch);
    return picture;
  }
  void DrawPanel(const AppState&, size_t, const PanelRect&, const PanelContext&) override {}

  void Add(const PlotCanvas& canvas, ShapeBatch& batch) const {
    PlotSpec spec;
    spec.title = "line";
    spec.series.push_back(
        {.form = PlotSeries::Form::kLine, .color = {255, 0, 0, 255}, .x = {0, 1}, .y = {1, 2}});
    (void)LayOutPlot(spec, {0, 0, 320, 200}, canvas.look, batch);
  }

  ContextId selected_ = kNoContext;
};

class PlotChartTest : public chart_test::GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    auto made = MakePlotChart<CountingChart>({});
    ASSERT_TRUE(made);
    made_ = std::move(*made);
    chart = static_cast<CountingChart*>(made_.get());
  }
  void TearDown() override {
    made_.reset();
    GlTest::TearDown();
  }
  void Update(float scale = 1) { chart->Update(state, 0, scale, 0); }

  AppState state = StateWith(TreeFromFolded("main;work 3\n"));
  CountingChart* chart = nullptr;

 private:
  std::unique_ptr<Chart> made_;
};

TEST_F(PlotChartTest, ItIsLaidOutAgainWhereTheModelOrThePaneChanged) {
  Update();
  Update();
  EXPECT_EQ(chart->models, 2);
  EXPECT_EQ(chart->anew, 1);
  EXPECT_EQ(chart->layouts, 1) << "nothing changed";
  ActiveView(state)->selected = 2;
  Update();
  EXPECT_EQ(chart->layouts, 2);
  EXPECT_EQ(chart->anew, 1) << "another model in the same pane";
  state.panes[0].width_px = 777;
  Update();
  state.settings.theme = state.settings.theme == Theme::kDark ? Theme::kLight : Theme::kDark;
  Update();
  Update(2);
  EXPECT_EQ(chart->layouts, 5);
  EXPECT_EQ(chart->anew, 4);
  EXPECT_EQ(chart->last.width_px, 777);
  EXPECT_EQ(chart->last.look.scale, 2);
  EXPECT_EQ(chart->last.look.theme, state.settings.theme);
}

TEST_F(PlotChartTest, WhatWasForgottenIsMadeAnew) {
  chart->Forget();
  EXPECT_EQ(chart->drops, 0) << "there was nothing";
  Update();
  chart->Forget();
  chart->Forget();
  EXPECT_EQ(chart->drops, 1);
  EXPECT_FALSE(chart->TakePicture("a.svg", {}));
  Update();
  EXPECT_EQ(chart->anew, 2);
  EXPECT_EQ(chart->layouts, 2);
}

TEST_F(PlotChartTest, PicturesAreOfThePlotsAlone) {
  EXPECT_FALSE(chart->TakePicture("a.svg", {})) << "before the first frame";
  Update();
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir());
  for (const char* const name : {"plot_chart.svg", "plot_chart.png"}) {
    const std::filesystem::path path = folder / name;
    const auto write = chart->TakePicture(path, {});
    ASSERT_TRUE(write) << name;
    ASSERT_TRUE((*write)()) << name;
    std::stringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    const std::string text = bytes.str();
    if (path.extension() == ".svg") {
      EXPECT_NE(text.find("a &lt;line&gt;"), std::string::npos);
      EXPECT_NE(text.find("width=\"320\""), std::string::npos) << text.substr(0, 300);
    } else {
      ASSERT_GT(text.size(), 24u);
      EXPECT_EQ(text.substr(1, 3), "PNG");
      // Width and height of its header, of which the high bytes are 0.
      EXPECT_EQ(static_cast<unsigned char>(text[18]) * 256 + static_cast<unsigned char>(text[19]), 320);
      EXPECT_EQ(static_cast<unsigned char>(text[23]), 200);
    }
    std::filesystem::remove(path);
  }
  EXPECT_EQ(chart->layouts, 1) << "a picture leaves the pane as it is";
  chart->is_empty = true;
  EXPECT_FALSE(chart->TakePicture("a.svg", {}));
}

}  // namespace
}  // namespace ringscope::plot_chart_gltest
