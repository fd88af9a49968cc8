#include "app/colors/colors_panels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <tuple>

#include "app/view/colors/colors.h"
#include "app/views/rings/rings.h"
#include "renderer/layout/layout.h"
#include "tests/app/app_test_state.h"
#include "tests/app/widgets/panel_harness.h"

namespace ringscope::legend_panel_test {
namespace {

// A chart of packages with long names, in a window of a given size.
class LegendPanelTest : public ::testing::Test {
 protected:
  void Show(float width_px, float height_px) {
    harness_ = std::make_unique<PanelHarness>(state_, width_px, height_px);
    const PanelRect chart = harness_->layout().charts[0];
    ViewSpec spec = *PaneSpec(state_, 0);
    spec.width_px = chart.width;
    spec.height_px = chart.height;
    LayoutView(ActiveView(state_)->tree(), spec, batch_);
    ChartColors colors(ActiveView(state_)->tree(), Theme::kDark, ActiveView(state_)->color);
    legend_ = BuildLegend(batch_, colors);
    harness_->SetChart(batch_, legend_);
    harness_->Settle();
  }
  [[nodiscard]] PanelRect Row(size_t row) const {
    const auto mark = harness_->marks().find("legend/" + std::to_string(row));
    return mark == harness_->marks().end() ? PanelRect{} : mark->second;
  }
  [[nodiscard]] size_t Rows() const {
    size_t rows = 0;
    while (Row(rows).width > 0) ++rows;
    return rows;
  }

  AppState state_ =
      StateWith(TreeFromFolded("java.util.concurrent.locks.Lock.park;a.B.c;d.E.f;g.H.i;j.K.l 90\n"
                               "com.example.company.product.server.http.Filter.chain;a.B.c 70\n"
                               "com.example.company.product.server.storage.Table.read 50\n"
                               "com.example.company.product.client.rendering.Tree.draw 30\n"
                               "org.thing.T.f 20\n"));
  ArcBatch batch_;
  Legend legend_;
  std::unique_ptr<PanelHarness> harness_;
};

// A line is as wide as there is room at its height, so that what is cut is cut for the chart's sake.
TEST_F(LegendPanelTest, NamesUseTheRoomBesideTheRings) {
  size_t cut = 0, whole = 0;
  for (const auto& [width, height] : {std::pair{1380.f, 860.f}, {2560.f, 1440.f}, {1000.f, 700.f}}) {
    Show(width, height);
    const PanelRect chart = harness_->layout().charts[0];
    const float radius = std::min({chart.width / 2, chart.height / 2, batch_.ring_edge_px.back()});
    ASSERT_GE(Rows(), 2u) << width;
    float share_width = 0;
    const LegendModel model = BuildLegendModel(state_, 0, batch_.spec.metric, batch_.total, legend_);
    for (const LegendRow& row : model.rows)
      share_width = std::max(share_width, std::ceil(ImGui::CalcTextSize(row.share.c_str()).x));
    for (size_t i = 0; i < Rows(); ++i) {
      const PanelRect row = Row(i);
      const float dx = chart.x + chart.width / 2 - (row.x + row.width);
      const float dy = std::max(0.0f, row.y - (chart.y + chart.height / 2));
      const float free = std::hypot(dx, dy) - radius;
      EXPECT_GE(free, 0) << width << " " << i;
      const float name = std::ceil(ImGui::CalcTextSize(model.rows[i].label.c_str()).x);
      const bool is_whole = row.width + 2 >= 16 + share_width + 8 + name;
      ++(is_whole ? whole : cut);
      EXPECT_GE(row.width, Row(0).width) << width << " " << i;
      // Cut: it ends where the margin to the rings begins.
      if (!is_whole) {
        EXPECT_LT(dx - std::sqrt(radius * radius - dy * dy), 25) << width << " " << i;
      }
      if (width > 2000) {
        EXPECT_TRUE(is_whole) << model.rows[i].label;
      }
    }
  }
  EXPECT_GT(whole, 0u);
  EXPECT_GT(cut, 0u);
}

TEST_F(LegendPanelTest, TheLegendOfAnIcicleLiesBelowIt) {
  Do(state_, action::SetForm{ChartForm::kIcicle});
  for (const auto& [width, height] : {std::pair{1380.f, 860.f}, {2560.f, 1440.f}, {640.f, 480.f}}) {
    Show(width, height);
    const PanelRect chart = harness_->layout().charts[0], dock = harness_->layout().dock;
    ASSERT_GE(Rows(), 2u) << width;
    for (size_t i = 0; i < Rows(); ++i) {
      EXPECT_GE(Row(i).y, chart.y + chart.height) << width << " " << i;
      EXPECT_LE(Row(i).y + Row(i).height, dock.y) << width << " " << i;
      EXPECT_LE(Row(i).x + Row(i).width, chart.x + chart.width) << width << " " << i;
      EXPECT_EQ(Row(i).width, Row(0).width) << width << " " << i;
    }
    if (width > 1000) {
      EXPECT_FALSE(harness_->has("legend/more")) << width;
    }
  }
}

// Where there are lines they stand beside it.
TEST_F(LegendPanelTest, AMapBelowAnIcicleIsAsWideAsInACorner) {
  ColorSpec shares;
  shares.mode = ColorMode::kSelfShare;
  Do(state_, action::SetColor{shares});
  const auto width_of_ticks = [&] {
    const auto at = [&](size_t i) { return harness_->marks().at("legend/tick/" + std::to_string(i)); };
    const PanelRect last = at(legend_.ticks.size() - 1);
    return last.x + last.width - at(0).x;
  };
  Show(1380, 860);
  if (harness_->has("legend/title")) harness_->Click("legend/title");
  harness_->Settle();
  const float in_corner = width_of_ticks();
  Do(state_, action::SetForm{ChartForm::kIcicle});
  for (const auto& [width, height] : {std::pair{1380.f, 860.f}, {1024.f, 700.f}}) {
    Show(width, height);
    EXPECT_EQ(width_of_ticks(), in_corner) << width;
  }
}

// However low and narrow the chart is, and whether the names beside it are longer or shorter.
TEST_F(LegendPanelTest, TheLineOfWhatIsNotShownIsWholeAndLeadsBack) {
  std::string lines;
  for (char c = 'a'; c <= 'l'; ++c) lines += std::string(1, c) + ".T.f " + std::to_string(200 - c) + "\n";
  for (const bool is_short : {false, true}) {
    if (is_short) state_ = StateWith(TreeFromFolded(lines));
    for (const auto& [width, height] : {std::pair{1380.f, 860.f}, {900.f, 700.f}, {640.f, 360.f}}) {
      Show(width, height);
      if (!harness_->has("legend/more") && harness_->has("legend/title")) harness_->Click("legend/title");
      harness_->Settle();
      const PanelRect chart = harness_->layout().charts[0];
      for (int i = 0; i < 2 && harness_->has("legend/more"); ++i) {
        const PanelRect more = harness_->marks().find("legend/more")->second;
        const PanelRect last = Row(Rows() - 1);
        EXPECT_GE(more.y, last.y + last.height) << width << " " << is_short;
        EXPECT_LE(more.y + more.height, chart.y + chart.height) << width << " " << is_short;
        EXPECT_LE(more.x + more.width, chart.x + chart.width) << width << " " << is_short;
        harness_->Click("legend/more");
        harness_->Settle();
        // All of them, or as many as the chart is high.
        EXPECT_GT(Rows(), 0u) << width << " " << is_short;
      }
    }
  }
}

// The numbers at both ends of the map and all between them.
TEST_F(LegendPanelTest, EveryShareHasItsTick) {
  ColorSpec shares;
  shares.mode = ColorMode::kSelfShare;
  Do(state_, action::SetColor{shares});
  Show(1380, 860);
  if (harness_->has("legend/title")) harness_->Click("legend/title");
  harness_->Settle();
  ASSERT_EQ(legend_.ticks.size(), 6u);
  EXPECT_EQ(legend_.ticks.front().text, "0 %");
  EXPECT_EQ(legend_.ticks.back().text, "100 %");
  float right = 0;
  for (size_t i = 0; i < legend_.ticks.size(); ++i) {
    const auto tick = harness_->marks().find("legend/tick/" + std::to_string(i));
    ASSERT_NE(tick, harness_->marks().end()) << legend_.ticks[i].text;
    EXPECT_GT(tick->second.x, right);
    right = tick->second.x + tick->second.width;
  }
}

TEST_F(LegendPanelTest, ALineHasTheMenuOfARow) {
  Show(1380, 860);
  const LegendModel model = BuildLegendModel(state_, 0, batch_.spec.metric, batch_.total, legend_);
  const PanelRect row = Row(1);
  ASSERT_GT(row.width, 0);
  harness_->Frame({input::MouseMove{row.x + row.width / 2, row.y + row.height / 2}});
  harness_->Frame({input::MouseButton{1, true}});
  harness_->Frame({input::MouseButton{1, false}});
  ASSERT_TRUE(state_.context_menu);
  EXPECT_EQ(state_.context_menu->on.group, model.rows[1].query);
  EXPECT_EQ(state_.context_menu->name, model.rows[1].label);
  EXPECT_EQ(state_.context_menu->row, model.rows[1].label + "\t" + model.rows[1].share);
}

TEST_F(LegendPanelTest, ALegendThatBeginsOpenHidesNoSmallChart) {
  for (const auto& [width, height, is_open] : {std::tuple{640.f, 480.f, false}, {1024.f, 700.f, true}}) {
    Show(width, height);
    ActiveView(state_)->color.mode = ColorMode::kDifference;
    harness_->Settle();
    EXPECT_EQ(Rows() > 0, is_open) << width;
    ActiveView(state_)->color.mode = ColorMode::kPackage;
  }
}

TEST_F(LegendPanelTest, TheTooltipCoversNoLine) {
  Show(1380, 860);
  ASSERT_GE(Rows(), 3u);
  for (size_t hovered = 0; hovered < Rows(); ++hovered) {
    const PanelRect at = Row(hovered);
    harness_->Frame({input::MouseMove{at.x + at.width / 2, at.y + at.height / 2}});
    harness_->Settle();
    ASSERT_TRUE(harness_->has("tooltip")) << hovered;
    const PanelRect tooltip = harness_->marks().find("tooltip")->second;
    for (size_t i = 0; i < Rows(); ++i) {
      const PanelRect row = Row(i);
      const bool apart = tooltip.x >= row.x + row.width || tooltip.x + tooltip.width <= row.x ||
                         tooltip.y >= row.y + row.height || tooltip.y + tooltip.height <= row.y;
      EXPECT_TRUE(apart) << hovered << " over " << i;
    }
    EXPECT_GE(tooltip.y, 0);
    EXPECT_LE(tooltip.y + tooltip.height, 860);
  }
}

}  // namespace
}  // namespace ringscope::legend_panel_test
