#include "renderer/shapes/place_shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory_resource>
#include <span>
#include <unordered_map>
#include <utility>

namespace ringscope {
namespace {

// Opaque discs are told apart by a quarter of a pixel of their widths.
constexpr float kWidthSteps = 4;

// Opaque shapes that lie together within this part of a pixel are drawn as the topmost of them.
constexpr double kMergedPx = 0.5;

// The pixels of a view that opaque shapes cover already, and the width of the widest one in each.
class CoveredPixels {
 public:
  CoveredPixels(float width_px, float height_px, std::vector<uint8_t>& widest)
      : columns_(std::ceil(width_px)), rows_(std::ceil(height_px)), widest_(widest) {}

  // Whether a shape of this width in this pixel is visible below the shapes taken so far.
  bool Take(double x_px, double y_px, float width_px) {
    if (!(x_px >= 0 && y_px >= 0 && x_px < columns_ && y_px < rows_)) return true;
    if (!std::exchange(is_used_, true)) widest_.assign(static_cast<size_t>(columns_ * rows_), 0);
    uint8_t& widest =
        widest_[static_cast<size_t>(y_px) * static_cast<size_t>(columns_) + static_cast<size_t>(x_px)];
    if (widest >= kWidthSteps && width_px <= 1) return false;
    const auto steps = static_cast<uint8_t>(std::clamp(std::ceil(width_px * kWidthSteps), 1.0f, 255.0f));
    if (steps <= widest) return false;
    widest = steps;
    return true;
  }

 private:
  double columns_, rows_;
  std::vector<uint8_t>& widest_;
  bool is_used_ = false;
};

// The lines that opaque lines cover already, by the pixels of their ends, and the width of the widest one.
class CoveredLines {
 public:
  // Whether this line is visible below the lines taken so far. Far outside all pixels count as one.
  bool Take(const PlacedStroke& line) {
    const auto pixel = [](float px) {
      return static_cast<uint64_t>(std::clamp(std::floor(px) + 0x4000, 0.0f, 65535.0f));
    };
    const uint64_t key =
        pixel(line.x_px) << 48 | pixel(line.y_px) << 32 | pixel(line.end_x_px) << 16 | pixel(line.end_y_px);
    float& widest = widest_.try_emplace(key, -1.0f).first->second;
    if (line.width_px <= widest) return false;
    widest = line.width_px;
    return true;
  }

 private:
  std::pmr::monotonic_buffer_resource memory_;
  std::pmr::unordered_map<uint64_t, float> widest_{&memory_};
};

// A span from `low` to `high` in a view of this length, at least a pixel long.
struct Span {
  float start_px, length_px;
};
Span SpanOf(double low, double high, float view_px) {
  // Far outside, spans are cut off so that no border shows.
  const double margin = 2 * static_cast<double>(kMostShapePx), most = static_cast<double>(view_px) + margin;
  low = std::clamp(low, -margin, most);
  high = std::clamp(high, -margin, most);
  if (high - low < 1) {
    low = (low + high) / 2 - 0.5;
    high = low + 1;
  }
  return {static_cast<float>(low), static_cast<float>(high - low)};
}

void PlaceRects(const ShapeBatch& batch, const PlaneCamera& camera, std::span<const uint32_t> seen,
                CoveredPixels& covered, std::vector<PlacedRect>& placed) {
  // From the topmost down.
  for (size_t i = seen.size(); i-- > 0;) {
    const ShapeRect& rect = batch.rects[seen[i]];
    const double left = camera.ViewX(rect.x), right = camera.ViewX(rect.x + rect.width);
    const double top = camera.ViewY(rect.y), bottom = camera.ViewY(rect.y + rect.height);
    const bool is_pixel = right - left < 1 && bottom - top < 1;
    const double x = (left + right) / 2, y = (top + bottom) / 2;
    if (is_pixel && rect.fill.a == 255 && !covered.Take(x, y, 1)) continue;
    PlacedRect out{
        .border_px = ShapePx(rect.border_px), .fill = rect.fill, .border = rect.border, .rect = seen[i]};
    if (is_pixel) {
      out.left_px = static_cast<float>(std::floor(x));
      out.top_px = static_cast<float>(std::floor(y));
      out.width_px = out.height_px = 1;
      out.border_px = 0;
    } else {
      const Span across = SpanOf(left, right, camera.width_px), down = SpanOf(top, bottom, camera.height_px);
      out.left_px = across.start_px;
      out.width_px = across.length_px;
      out.top_px = down.start_px;
      out.height_px = down.length_px;
      // The border leaves half of each side, and a pixel, to the fill.
      const float side_px = std::min(out.width_px, out.height_px);
      out.border_px = std::min({out.border_px, 0.25f * side_px, 0.5f * (side_px - 1)});
      out.hatch = rect.hatch;
    }
    placed.push_back(out);
  }
  std::reverse(placed.begin(), placed.end());
}

// The middle of a line of this width, moved so that the line lies on whole pixels.
float OnWholePixels(double place_px, float width_px) {
  const bool odd = std::lround(std::max(width_px, 1.0f)) % 2 == 1;
  return static_cast<float>(odd ? std::floor(place_px) + 0.5 : std::round(place_px));
}

void PlaceLine(const ShapeLine& line, const PlaneCamera& camera, std::vector<PlacedStroke>& placed) {
  const double x = camera.ViewX(line.x), y = camera.ViewY(line.y);
  const double end_x = camera.ViewX(line.end_x), end_y = camera.ViewY(line.end_y);
  const double margin = static_cast<double>(kMostShapePx);
  LinePart part;
  part.Cut(x, end_x, -margin, static_cast<double>(camera.width_px) + margin);
  part.Cut(y, end_y, -margin, static_cast<double>(camera.height_px) + margin);
  if (part.begin > part.end) return;
  PlacedStroke out{static_cast<float>(x + (end_x - x) * part.begin),
                   static_cast<float>(y + (end_y - y) * part.begin),
                   static_cast<float>(x + (end_x - x) * part.end),
                   static_cast<float>(y + (end_y - y) * part.end),
                   ShapePx(line.width_px),
                   line.color};
  if (x == end_x && y != end_y) out.x_px = out.end_x_px = OnWholePixels(x, out.width_px);
  if (y == end_y && x != end_x) out.y_px = out.end_y_px = OnWholePixels(y, out.width_px);
  placed.push_back(out);
}

// Of opaque lines within one pixel only the topmost is kept, and none if a rectangle of one pixel, which says
// more, is there. Of opaque lines from one pixel to another only the topmost is kept, such as in a fan of
// edges to boxes close together.
void PlaceLines(const ShapeBatch& batch, const PlaneCamera& camera, std::span<const uint32_t> seen,
                CoveredPixels& covered, std::vector<PlacedStroke>& placed) {
  const auto first = static_cast<ptrdiff_t>(placed.size());
  CoveredLines covered_lines;
  for (size_t i = seen.size(); i-- > 0;) {
    const ShapeLine& line = batch.lines[seen[i]];
    const bool is_short = std::abs(line.end_x - line.x) * camera.px_per_unit < 1 &&
                          std::abs(line.end_y - line.y) * camera.px_per_unit < 1;
    if (is_short && line.color.a == 255 &&
        !covered.Take(camera.ViewX((line.x + line.end_x) / 2), camera.ViewY((line.y + line.end_y) / 2),
                      ShapePx(line.width_px)))
      continue;
    const size_t before = placed.size();
    PlaceLine(line, camera, placed);
    if (placed.size() > before && !is_short && line.color.a == 255 && !covered_lines.Take(placed.back()))
      placed.pop_back();
  }
  std::reverse(placed.begin() + first, placed.end());
}

void PlacePoints(const ShapeBatch& batch, const PlaneCamera& camera, std::span<const uint32_t> seen,
                 CoveredPixels covered, std::vector<PlacedStroke>& placed) {
  const auto first = static_cast<ptrdiff_t>(placed.size());
  for (size_t i = seen.size(); i-- > 0;) {
    const ShapePoint& point = batch.points[seen[i]];
    const double x = camera.ViewX(point.x), y = camera.ViewY(point.y);
    const float width = std::max(ShapePx(point.width_px), 1.0f);
    if (point.color.a == 255 && !covered.Take(x, y, width)) continue;
    const auto x_px = static_cast<float>(x), y_px = static_cast<float>(y);
    placed.push_back({x_px, y_px, x_px, y_px, width, point.color});
  }
  std::reverse(placed.begin() + first, placed.end());
}

// Places the rasters in view whose cells agree with their sides.
void PlaceRasters(const ShapeBatch& batch, const PlaneCamera& camera, PlacedShapes& placed) {
  for (const ShapeRaster& raster : batch.rasters) {
    if (raster.cells == nullptr || raster.cells->size() != size_t{raster.columns} * raster.rows) continue;
    const double left = camera.ViewX(raster.x), top = camera.ViewY(raster.y);
    const double right = camera.ViewX(raster.x + raster.cell_width * raster.columns);
    const double bottom = camera.ViewY(raster.y + raster.cell_height * raster.rows);
    const bool is_in_view = right > left && bottom > top && left < static_cast<double>(camera.width_px) &&
                            top < static_cast<double>(camera.height_px) && right > 0 && bottom > 0;
    if (!is_in_view) continue;
    const auto below =
        std::lower_bound(placed.rects.begin(), placed.rects.end(), raster.rects_below,
                         [](const PlacedRect& rect, size_t number) { return rect.rect < number; });
    placed.rasters.push_back({static_cast<float>(left), static_cast<float>(top),
                              static_cast<float>(right - left), static_cast<float>(bottom - top),
                              raster.columns, raster.rows, raster.cells,
                              static_cast<size_t>(below - placed.rects.begin())});
  }
}

// The share of the free room that lies before the text.
float ShareBefore(TextAlign align) {
  return align == TextAlign::kLeft ? 0.0f : align == TextAlign::kCenter ? 0.5f : 1.0f;
}

// A text that may be drawn: the visible part of its box, in pixels. Without a box: its place.
struct Candidate {
  uint32_t text;
  float size_px;
  double left_px, top_px, right_px, bottom_px;
  [[nodiscard]] float width_px() const { return static_cast<float>(right_px - left_px); }
};

}  // namespace

void PlaceShapes(const ShapeBatch& batch, const ShapeIndex& index, const PlaneCamera& camera,
                 PlacedShapes& placed) {
  placed.width_px = camera.width_px;
  placed.height_px = camera.height_px;
  placed.rects.clear();
  placed.rasters.clear();
  placed.strokes.clear();
  placed.strokes_below = 0;
  placed.labels.clear();
  placed.label_colors.clear();
  if (!camera.is_sound()) return;
  std::vector<uint32_t>& seen = placed.scratch;
  BoxIndex::Merging merging{kMergedPx / camera.px_per_unit, kMergedPx / camera.px_per_unit, {}};
  CoveredPixels covered(camera.width_px, camera.height_px, placed.covered);
  // Shapes that are drawn larger than they are reach half a pixel further.
  merging.hides = [&](uint32_t rect) { return batch.rects[rect].fill.a == 255; };
  index.rects.FindMerged(camera.Seen(0.5), merging, seen);
  PlaceRects(batch, camera, seen, covered, placed.rects);
  PlaceRasters(batch, camera, placed);
  for (const ShapeLine& line : batch.ground) PlaceLine(line, camera, placed.strokes);
  placed.strokes_below = placed.strokes.size();
  merging.hides = [&](uint32_t line) {
    return batch.lines[line].color.a == 255 && ShapePx(batch.lines[line].width_px) / 2 >= index.line_reach_px;
  };
  index.lines.FindMerged(camera.Seen(index.line_reach_px + 1), merging, seen);
  PlaceLines(batch, camera, seen, covered, placed.strokes);
  if (batch.lines_below) placed.strokes_below = placed.strokes.size();
  index.points.Find(camera.Seen(index.point_reach_px + 1), seen);
  PlacePoints(batch, camera, seen, CoveredPixels(camera.width_px, camera.height_px, placed.covered),
              placed.strokes);
}

std::optional<uint32_t> RectAt(const ShapeIndex& index, const PlaneCamera& camera, double x_px, double y_px) {
  if (!camera.is_sound()) return std::nullopt;
  for (const double reach_px : {0.0, 0.5}) {
    const PlanePoint first = camera.PlaneAt(x_px - reach_px, y_px - reach_px);
    const PlanePoint last = camera.PlaneAt(x_px + reach_px, y_px + reach_px);
    const std::optional<uint32_t> found = index.rects.Last({first.x, first.y, last.x, last.y});
    if (found) return found;
  }
  return std::nullopt;
}

std::vector<uint32_t> RectsOfPixel(const ShapeBatch& batch, const ShapeIndex& index,
                                   const PlaneCamera& camera, double x_px, double y_px) {
  std::vector<uint32_t> within;
  if (!camera.is_sound()) return within;
  const double left = std::floor(x_px), top = std::floor(y_px);
  const PlanePoint first = camera.PlaneAt(left, top), last = camera.PlaneAt(left + 1, top + 1);
  index.rects.Find({first.x, first.y, last.x, last.y}, within);
  std::erase_if(within, [&](uint32_t number) {
    const ShapeRect& rect = batch.rects[number];
    const double x = camera.ViewX(rect.x + rect.width / 2), y = camera.ViewY(rect.y + rect.height / 2);
    return !(rect.width * camera.px_per_unit < 1 && rect.height * camera.px_per_unit < 1) ||
           std::floor(x) != left || std::floor(y) != top;
  });
  return within;
}

void PlaceTexts(const ShapeBatch& batch, const ShapeIndex& index, const PlaneCamera& camera,
                const LabelOptions& options, const MeasureText& measure, PlacedShapes& placed) {
  placed.labels.clear();
  placed.label_colors.clear();
  if (!camera.is_sound()) return;
  // Boxes too low for the least size, or too narrow, are not even looked at.
  const double height_px =
      index.has_free_texts ? 0 : static_cast<double>(kRowLineHeight * options.min_size_px);
  const double width_px =
      index.has_free_texts ? 0 : static_cast<double>(kLeastLabelWidth * options.min_size_px);
  index.texts.FindLarge(camera.Seen(index.text_reach_px), width_px / camera.px_per_unit,
                        height_px / camera.px_per_unit, placed.scratch);
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
      candidate.size_px = std::min(candidate.size_px, std::floor(height / kRowLineHeight * 2) / 2);
      if (candidate.size_px < options.min_size_px) continue;
      if (candidate.width_px() < kLeastLabelWidth * candidate.size_px + 2 * kLabelPaddingPx) continue;
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
    const float room_px = candidate.width_px() - 2 * kLabelPaddingPx;
    label.text = !HasBox(text)   ? DisplayText(text.text)
                 : text.is_plain ? CutMiddleToFit(DisplayText(text.text), room_px, label.size_px, measure)
                                 : ShortenName(text.text, room_px, label.size_px, measure);
    if (label.text.empty()) continue;
    label.width_px = measure(label.text, label.size_px);
    const float before = ShareBefore(text.align);
    double left_px = candidate.left_px, middle_px = candidate.top_px;
    if (HasBox(text)) {
      left_px += static_cast<double>(kLabelPaddingPx + before * (room_px - label.width_px));
      middle_px =
          (candidate.top_px + candidate.bottom_px) / 2 - static_cast<double>(kTextDescent * label.size_px);
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

PlacedShapes PlacePixels(const ShapeBatch& batch, float width_px, float height_px,
                         const MeasureText& measure) {
  PlacedShapes placed;
  const ShapeIndex index(batch);
  PlaneCamera camera;
  camera.width_px = width_px;
  camera.height_px = height_px;
  camera.center = {static_cast<double>(width_px) / 2, static_cast<double>(height_px) / 2};
  PlaceShapes(batch, index, camera, placed);
  if (measure) PlaceTexts(batch, index, camera, LabelOptions{}, measure, placed);
  return placed;
}

}  // namespace ringscope
