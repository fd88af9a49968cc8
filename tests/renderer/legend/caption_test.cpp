#include "renderer/legend/caption.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "renderer/layout/layout.h"
#include "tests/renderer/color/color_trees.h"
#include "tests/renderer/layout/test_trees.h"
#include "tests/renderer/legend/whole_legend.h"

namespace ringscope::chart_test::caption_test {
namespace {

Caption CaptionOf(const Cct& tree, const ViewSpec& view,
                  const ColorSpec& color = {.mode = ColorMode::kModule}) {
  const ArcBatch batch = LayoutView(tree, view);
  ChartColors colors(tree, Theme::kDark, color, {});
  return BuildCaption("profile.folded | invert", "fn:parse", tree, batch, WholeLegend(batch, colors));
}

std::string TextOf(const PlacedCaption& placed) {
  std::string text;
  for (const PlacedCaption::Line& line : placed.lines) text += line.text + "\n";
  return text;
}

TEST(CaptionTest, SaysWhatAPictureShows) {
  const CctPtr tree = ProgramTree();
  const Caption caption = CaptionOf(*tree, {});
  EXPECT_EQ(caption.title, "profile.folded | invert");
  EXPECT_TRUE(caption.facts.ends_with("  \xC2\xB7  rings, length mode  \xC2\xB7  search: fn:parse"))
      << caption.facts;
  EXPECT_EQ(caption.facts.find("centre"), std::string::npos) << "everything is shown";
  EXPECT_EQ(caption.legend_title, "module");
  ASSERT_FALSE(caption.legend.empty());
  EXPECT_EQ(caption.legend[1].label, "app");
  EXPECT_EQ(caption.legend[1].share, "95.0 %");
}

TEST(CaptionTest, NamesTheCentreWhereItIsLess) {
  const CctPtr tree = WorkedExample();
  const Caption caption = CaptionOf(*tree, {.form = ChartForm::kIcicle, .root = {.context = 2}});
  EXPECT_NE(caption.facts.find("centre "), std::string::npos) << caption.facts;
  EXPECT_NE(caption.facts.find("icicle, length mode"), std::string::npos) << caption.facts;
}

TEST(CaptionTest, LiesAroundTheChart) {
  const Caption caption = CaptionOf(*ProgramTree(), {});
  for (const float scale : {1.0f, 2.0f}) {
    const PlacedCaption placed = PlaceCaption(caption, 900, 500, scale, Theme::kDark, AverageSansWidth);
    EXPECT_EQ(placed.width_px, 900u);
    EXPECT_EQ(placed.header_px, CaptionHeaderPx(scale));
    EXPECT_EQ(placed.height_px, 500 + CaptionHeaderPx(scale) + CaptionFooterPx(scale));
    EXPECT_EQ(placed.boxes.size(), caption.legend.size());
    const auto bottom = static_cast<float>(placed.header_px + 500);
    for (const PlacedCaption::Box& box : placed.boxes) {
      EXPECT_GE(box.y, bottom);
      EXPECT_LE(box.y + box.height, static_cast<float>(placed.height_px));
    }
    for (const PlacedCaption::Line& line : placed.lines) {
      EXPECT_TRUE(line.middle_y < static_cast<float>(placed.header_px) || line.middle_y > bottom)
          << line.text;
      EXPECT_LE(line.x + AverageSansWidth(line.text, line.size_px), 900) << line.text;
    }
  }
}

TEST(CaptionTest, BoxesHaveTheStripesOfTheirEntries) {
  Caption caption = CaptionOf(*ProgramTree(), {});
  ASSERT_GE(caption.legend.size(), 2u);
  caption.legend[1].pattern = kStyleGone;
  const PlacedCaption placed = PlaceCaption(caption, 900, 500, 1, Theme::kDark, AverageSansWidth);
  EXPECT_EQ(placed.boxes[0].pattern, 0u);
  EXPECT_EQ(placed.boxes[1].pattern, kStyleGone);
}

TEST(CaptionTest, StripesRiseFallOrAreLevel) {
  EXPECT_TRUE(BoxStripes(0, 10).empty());
  EXPECT_TRUE(BoxStripes(kStyleHatch, 10).empty());
  for (const PieceStyle style : {kStyleNew, kStyleGone, kStyleWrapper}) {
    const std::vector<BoxStripe> stripes = BoxStripes(style, 10);
    ASSERT_EQ(stripes.size(), 2u);
    for (const BoxStripe& stripe : stripes) {
      EXPECT_GT(stripe.x2, stripe.x1);
      EXPECT_EQ(stripe.y2 < stripe.y1, style == kStyleNew);
      EXPECT_EQ(stripe.y2 > stripe.y1, style == kStyleGone);
    }
  }
}

TEST(CaptionTest, EntriesWithoutRoomAreCounted) {
  Caption caption = CaptionOf(*ProgramTree(), {});
  for (int i = 0; i < 30; ++i) caption.legend.push_back({{}, fmt::format("another module {}", i), "1.00 %"});
  const PlacedCaption placed = PlaceCaption(caption, 600, 500, 1, Theme::kDark, AverageSansWidth);
  ASSERT_LT(placed.boxes.size(), caption.legend.size());
  EXPECT_EQ(placed.lines.back().text, fmt::format("{} more", caption.legend.size() - placed.boxes.size()));
  // Nothing goes missing at any width: what has a box and what is counted are all.
  for (uint32_t width = 150; width < 1200; width += 7) {
    const PlacedCaption any = PlaceCaption(caption, width, 500, 1, Theme::kDark, AverageSansWidth);
    if (any.boxes.size() == caption.legend.size()) continue;
    const std::string more = fmt::format("{} more", caption.legend.size() - any.boxes.size());
    EXPECT_NE(TextOf(any).find(more), std::string::npos) << width << "\n" << TextOf(any);
    for (const PlacedCaption::Line& line : any.lines)
      EXPECT_LE(line.x + AverageSansWidth(line.text, line.size_px), static_cast<float>(width)) << line.text;
  }
  // A picture of no width says nothing, and nothing goes wrong.
  EXPECT_EQ(TextOf(PlaceCaption(caption, 1, 1, 1, Theme::kDark, AverageSansWidth)), "");
  EXPECT_EQ(TextOf(PlaceCaption(caption, 600, 500, 1, Theme::kDark, MeasureText())), "");
}

TEST(CaptionTest, AScaleHasATickForEachRoundNumber) {
  const Caption caption = CaptionOf(*ProgramTree(), {}, {.mode = ColorMode::kSelfShare});
  const PlacedCaption placed = PlaceCaption(caption, 900, 500, 1, Theme::kDark, AverageSansWidth);
  ASSERT_FALSE(caption.gradient.empty());
  EXPECT_EQ(placed.boxes.size(), caption.gradient.size() + caption.legend.size());
  EXPECT_NE(TextOf(placed).find(caption.ticks.front().text), std::string::npos);
}

TEST(CaptionTest, BehindAMapComesFirstWhatItDoesNotTell) {
  const CctPtr tree = ProgramTree();
  const ArcBatch batch = LayoutView(*tree, {});
  Legend legend;
  legend.gradient = {Color{1, 2, 3}};
  legend.entries = {
      {.color = {9, 9, 9}, .label = "costs more", .inclusive = batch.total, .pieces = 3},
      {.color = {8, 8, 8}, .label = "new", .inclusive = batch.total, .pieces = 2, .pattern = kStyleNew},
      {.color = {7, 7, 7}, .label = "gap"}};
  const auto labels = [&] {
    std::string text;
    for (const Caption::Entry& entry : BuildCaption("a", "", *tree, batch, legend).legend)
      text += entry.label + "\n";
    return text;
  };
  EXPECT_EQ(labels(), "new\ngap\ncosts more\n");
  legend.gradient.clear();
  EXPECT_EQ(labels(), "costs more\nnew\ngap\n");
}

TEST(CaptionTest, WhatStandsBesideAMapIsExplainedBehindIt) {
  Caption caption = CaptionOf(*ProgramTree(), {}, {.mode = ColorMode::kSelfShare});
  caption.legend = {{{240, 150, 170}, "new: only after", "12.0 %", kStyleNew},
                    {PaletteOf(Theme::kDark).background, "gap: less than the other side", ""}};
  const PlacedCaption placed = PlaceCaption(caption, 900, 500, 1, Theme::kDark, AverageSansWidth);
  ASSERT_EQ(placed.boxes.size(), caption.gradient.size() + 3) << "a gap has an edge, as it has no colour";
  const PlacedCaption::Box& last_of_map = placed.boxes[caption.gradient.size() - 1];
  EXPECT_GT(placed.boxes[caption.gradient.size()].x, last_of_map.x + last_of_map.width);
  EXPECT_EQ(placed.boxes[caption.gradient.size()].pattern, kStyleNew);
  EXPECT_NE(TextOf(placed).find("gap: less than the other side"), std::string::npos) << TextOf(placed);
}

}  // namespace
}  // namespace ringscope::chart_test::caption_test
