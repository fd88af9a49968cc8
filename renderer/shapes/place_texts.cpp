#include "renderer/shapes/place_shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ringscope {
namespace {

// As on the rows of an icicle: height of a line in font sizes, and what stays free at each end.
constexpr float kLineHeight = 1.2f;
constexpr float kPaddingPx = 4;
// In font sizes: fewer than three narrow characters are not even measured.
constexpr float kLeastWidth = 1.2f;
// How far the middle of capital letters lies above the middle of a box: see labels.cpp.
constexpr float kDescent = 0.12f;
constexpr uint32_t kAttemptsPerLabel = 4;

// Of the room's length, how much lies before the text.
float ShareBefore(TextAlign align) {
  return align == TextAlign::kLeft ? 0.0f : align == TextAlign::kCenter ? 0.5f : 1.0f;
}

// A text that may be drawn: the part of its box that is seen, in pixels. Without a box: its place.
struct Candidate {
  uint32_t text;
  float size_px;
  double left_px, top_px, right_px, bottom_px;
  [[nodiscard]] float width_px() const { return static_cast<float>(right_px - left_px); }
};

}  // namespace

void PlaceTexts(const ShapeBatch& batch, const ShapeIndex& index, const PlaneCamera& camera,
                const LabelOptions& options, const MeasureText& measure, PlacedShapes& placed) {
  placed.labels.clear();
  placed.label_colors.clear();
  if (!camera.is_sound()) return;
  // What is too low for the least size, or too narrow, is not even looked at.
  const double height_px = index.has_free_texts ? 0 : static_cast<double>(kLineHeight * options.min_size_px);
  const double width_px = index.has_free_texts ? 0 : static_cast<double>(kLeastWidth * options.min_size_px);
  index.texts.FindLarge(camera.Seen(index.text_reach_px), width_px / camera.px_per_x,
                        height_px / camera.px_per_y, placed.scratch);
  std::vector<Candidate> candidates;
  for (const uint32_t number : placed.scratch) {
    const ShapeText& text = batch.texts[number];
    if (!(text.size_px > 0)) continue;
    Candidate candidate{
        number, std::min(text.size_px, kMostTextPx), camera.ViewX(text.x), camera.ViewY(text.y), 0, 0};
    if (HasBox(text)) {
      candidate.left_px = std::max(candidate.left_px, 0.0);
      candidate.top_px = std::max(candidate.top_px, 0.0);
      candidate.right_px = std::min(camera.ViewX(text.x + text.width), static_cast<double>(camera.width_px));
      candidate.bottom_px =
          std::min(camera.ViewY(text.y + text.height), static_cast<double>(camera.height_px));
      const auto height = static_cast<float>(candidate.bottom_px - candidate.top_px);
      // Half-pixel steps, so that few font sizes are rasterised.
      candidate.size_px = std::min(candidate.size_px, std::floor(height / kLineHeight * 2) / 2);
      if (candidate.size_px < options.min_size_px) continue;
      if (candidate.width_px() < kLeastWidth * candidate.size_px + 2 * kPaddingPx) continue;
    } else {
      candidate.right_px = std::numeric_limits<double>::infinity();
      if (!std::isfinite(text.shift_x_px) || !std::isfinite(text.shift_y_px)) continue;
    }
    candidates.push_back(candidate);
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& x, const Candidate& y) { return x.width_px() > y.width_px(); });
  const float middle_x_px = std::floor(0.5f * camera.width_px);
  const float middle_y_px = std::floor(0.5f * camera.height_px);
  uint32_t attempts = options.max_labels * kAttemptsPerLabel;
  for (const Candidate& candidate : candidates) {
    if (placed.labels.size() >= options.max_labels || attempts-- == 0) break;
    const ShapeText& text = batch.texts[candidate.text];
    Label label;
    label.piece = candidate.text;
    label.direction = LabelDirection::kRow;
    label.size_px = candidate.size_px;
    const float room_px = candidate.width_px() - 2 * kPaddingPx;
    label.text = !HasBox(text)   ? DisplayText(text.text)
                 : text.is_plain ? CutMiddleToFit(DisplayText(text.text), room_px, label.size_px, measure)
                                 : ShortenName(text.text, room_px, label.size_px, measure);
    if (label.text.empty()) continue;
    label.width_px = measure(label.text, label.size_px);
    const float before = ShareBefore(text.align);
    double left_px = candidate.left_px, middle_px = candidate.top_px;
    if (HasBox(text)) {
      left_px += static_cast<double>(kPaddingPx + before * (room_px - label.width_px));
      middle_px =
          (candidate.top_px + candidate.bottom_px) / 2 - static_cast<double>(kDescent * label.size_px);
    } else {
      left_px += static_cast<double>(text.shift_x_px - before * label.width_px);
      middle_px += static_cast<double>(text.shift_y_px);
    }
    label.offset_x_px = static_cast<float>(left_px) - middle_x_px;
    label.offset_y_px = static_cast<float>(middle_px) - middle_y_px;
    placed.labels.push_back(std::move(label));
    placed.label_colors.push_back(text.color);
  }
}

}  // namespace ringscope
