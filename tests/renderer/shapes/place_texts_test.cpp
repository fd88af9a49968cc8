#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "renderer/shapes/place_shapes.h"

namespace ringscope::chart_test::place_texts_test {
namespace {

constexpr Color kInk{1, 2, 3, 255};

PlacedShapes Place(const ShapeBatch& batch, const PlaneCamera& camera, const LabelOptions& options = {}) {
  const ShapeIndex index(batch);
  PlacedShapes placed;
  PlaceShapes(batch, index, camera, placed);
  PlaceTexts(batch, index, camera, options, AverageSansWidth, placed);
  return placed;
}

// One unit is a pixel, the plane's origin in the upper left corner.
PlaneCamera PixelCamera() { return {.center = {200, 100}, .width_px = 400, .height_px = 200}; }

float LeftPx(const Label& label) { return label.offset_x_px + 200; }
float MiddlePx(const Label& label) { return label.offset_y_px + 100; }

TEST(PlaceTextsTest, TextInABoxIsAlignedAndKeptInside) {
  ShapeBatch batch;
  for (const TextAlign align : {TextAlign::kLeft, TextAlign::kCenter, TextAlign::kRight})
    batch.texts.push_back({100, 50, 200, 40, align, 13, 0, 0, kInk, "run"});
  const PlacedShapes placed = Place(batch, PixelCamera());
  ASSERT_EQ(placed.labels.size(), 3u);
  const float width = AverageSansWidth("run", 13);
  EXPECT_EQ(LeftPx(placed.labels[0]), 104);
  EXPECT_NEAR(LeftPx(placed.labels[1]), 200 - width / 2, 0.01);
  EXPECT_NEAR(LeftPx(placed.labels[2]), 296 - width, 0.01);
  for (const Label& label : placed.labels) {
    EXPECT_EQ(label.direction, LabelDirection::kRow);
    EXPECT_NEAR(MiddlePx(label), 70, 2);
    EXPECT_EQ(label.size_px, 13);
    EXPECT_EQ(label.width_px, width);
  }
  EXPECT_EQ(placed.label_colors, std::vector<Color>(3, kInk));
}

TEST(PlaceTextsTest, TextGetsSmallerAndShorterUntilThereIsNoRoom) {
  ShapeBatch batch;
  batch.texts = {{0, 0, 10, 1, TextAlign::kLeft, 13, 0, 0, kInk, "some.package.Class.method(int, char)"}};
  std::string before;
  for (const double scale : {60.0, 30.0, 12.0, 9.0}) {
    PlaneCamera camera = PixelCamera();
    camera.px_per_unit = scale;
    camera.center = {200 / scale, 100 / scale};
    const PlacedShapes placed = Place(batch, camera);
    if (scale < 10) {
      EXPECT_TRUE(placed.labels.empty());
      continue;
    }
    ASSERT_EQ(placed.labels.size(), 1u) << scale;
    EXPECT_LE(placed.labels[0].width_px, std::min(400.0, 10 * scale) - 8);
    EXPECT_TRUE(before.empty() || placed.labels[0].text.size() <= before.size());
    before = placed.labels[0].text;
  }
  EXPECT_EQ(before, "Class.method");
}

TEST(PlaceTextsTest, TextStaysInThePartThatIsSeen) {
  ShapeBatch batch;
  batch.texts = {{-5000, -5000, 10000, 10000, TextAlign::kCenter, 13, 0, 0, kInk, "everything"},
                 {-100, 20, 150, 20, TextAlign::kLeft, 13, 0, 0, kInk, "name"},
                 {380, 20, 3000, 20, TextAlign::kLeft, 13, 0, 0, kInk, "too_little_is_seen"}};
  const PlacedShapes placed = Place(batch, PixelCamera());
  ASSERT_EQ(placed.labels.size(), 2u);
  EXPECT_EQ(placed.labels[0].text, "everything");
  EXPECT_NEAR(LeftPx(placed.labels[0]) + placed.labels[0].width_px / 2, 200, 0.01);
  EXPECT_NEAR(MiddlePx(placed.labels[0]), 100, 2);
  EXPECT_EQ(placed.labels[1].text, "name");
  EXPECT_EQ(LeftPx(placed.labels[1]), 4);
}

TEST(PlaceTextsTest, TextWithoutABoxIsWhole) {
  ShapeBatch batch;
  batch.texts = {{50, 50, 0, 0, TextAlign::kRight, 11, -6, 2, kInk, "1,000 ms"},
                 {-40, 50, 0, 0, TextAlign::kLeft, 13, 0, 0, kInk, "begins left of the view"},
                 {-4000, 50, 0, 0, TextAlign::kLeft, 13, 0, 0, kInk, "far off"}};
  const PlacedShapes placed = Place(batch, PixelCamera());
  ASSERT_EQ(placed.labels.size(), 2u);
  EXPECT_EQ(placed.labels[0].text, "1,000 ms");
  EXPECT_NEAR(LeftPx(placed.labels[0]) + placed.labels[0].width_px, 44, 0.01);
  EXPECT_EQ(MiddlePx(placed.labels[0]), 52);
  EXPECT_EQ(LeftPx(placed.labels[1]), -40);
}

TEST(PlaceTextsTest, WithoutRoomForAllTheWidestBoxesHaveText) {
  ShapeBatch batch;
  for (int i = 0; i < 10; ++i)
    batch.texts.push_back({0, i * 20.0, 50.0 + i * 10, 20, TextAlign::kLeft, 13, 0, 0, kInk, "name"});
  batch.texts.push_back({300, 100, 0, 0, TextAlign::kLeft, 13, 0, 0, kInk, "tick"});
  const PlacedShapes placed = Place(batch, PixelCamera(), {.max_labels = 3});
  ASSERT_EQ(placed.labels.size(), 3u);
  EXPECT_EQ(placed.labels[0].piece, 10u);
  EXPECT_EQ(placed.labels[1].piece, 9u);
  EXPECT_EQ(placed.labels[2].piece, 8u);
}

TEST(PlaceTextsTest, HostileValuesGiveFiniteLabelsOrNone) {
  const double values[] = {std::nan(""),
                           std::numeric_limits<double>::infinity(),
                           -std::numeric_limits<double>::infinity(),
                           0,
                           -1,
                           1e308,
                           -1e308,
                           50};
  ShapeBatch batch;
  for (const double a : values) {
    for (const double b : values) {
      for (const double c : values) {
        const auto f = static_cast<float>(c);
        batch.texts.push_back({a, b, c, c, TextAlign::kCenter, 13, 0, 0, kInk, "name"});
        batch.texts.push_back({10, 10, a, b, TextAlign::kRight, f, f, 0, kInk, std::string("\xff\0\n<", 4)});
        batch.texts.push_back({50, 50, 0, 0, TextAlign::kLeft, f, f, f, kInk, "tick"});
      }
    }
  }
  batch.texts.push_back({50, 50, 100, 50, TextAlign::kLeft, 13, 0, 0, kInk, ""});
  const PlacedShapes placed = Place(batch, PixelCamera(), {.max_labels = 100000});
  EXPECT_FALSE(placed.labels.empty());
  EXPECT_EQ(placed.labels.size(), placed.label_colors.size());
  for (const Label& label : placed.labels) {
    EXPECT_FALSE(label.text.empty());
    EXPECT_TRUE(std::isfinite(label.offset_x_px) && std::isfinite(label.offset_y_px)) << label.text;
    EXPECT_LE(label.size_px, kMostTextPx);
  }
}

// A part of a name says which function it is, a part of "75.5 %" another number.
TEST(PlaceTextsTest, WhatIsNoNameIsCutInItsMiddle) {
  ShapeBatch batch;
  batch.texts = {{.width = 100, .height = 20, .text = "the library: 12 methods, 75.5 % self"}};
  const std::string name = Place(batch, PixelCamera()).labels.at(0).text;
  batch.texts[0].is_plain = true;
  const std::string plain = Place(batch, PixelCamera()).labels.at(0).text;
  EXPECT_NE(name, plain);
  EXPECT_TRUE(plain.starts_with("the ") && plain.ends_with("self")) << plain;
  EXPECT_NE(plain.find("\xE2\x80\xA6"), std::string::npos);
}

}  // namespace
}  // namespace ringscope::chart_test::place_texts_test
