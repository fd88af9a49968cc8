#include "app/views/threads/threads_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cct/base/text/number_text.h"
#include "cct/export/delimited_text.h"
#include "cct/export/export_buffer.h"
#include "renderer/plot/plot_parts.h"

namespace ringscope::threads {
namespace {

// In units of the content scale.
constexpr float kLeastLane = 22, kMostLane = 64, kTwoLines = 38, kLegendHeight = 22, kAxisHeight = 22,
                kGap = 10;
constexpr float kFewThreadsShare = 0.25f;
constexpr float kTickRoom = 90, kHeadHeight = 44;

struct Drawing {
  const ThreadsModel& model;
  const PlotPen& pen;
  LaidThreads& laid;

  void Legend(float top_px, float left_px, float right_px) const {
    const float middle = top_px + pen.Px(kLegendHeight / 2), dot = pen.Px(9), gap = pen.Px(16);
    float x = left_px;
    size_t shown = 0;
    for (const LegendName& one : model.legend) {
      const std::string name =
          ShortenName(one.name, pen.Px(190), pen.Px(PlotPen::kTextPx), pen.look.measure, CutMark::kEllipsis);
      const float width = dot + pen.Px(6) + pen.WidthOf(name);
      // The text about missing names needs room.
      if (x + width + pen.Px(90) > right_px && shown > 0) break;
      pen.batch.points.push_back(
          {static_cast<double>(x + dot / 2), static_cast<double>(middle), one.color, dot});
      pen.AddText(x + dot + pen.Px(6), middle, TextAlign::kLeft, pen.Faint(0.85f), name);
      x += width + gap;
      ++shown;
    }
    if (shown < model.seen_names)
      pen.AddText(x, middle, TextAlign::kLeft, pen.Faint(0.6f),
                  fmt::format("and {} more", CountText(model.seen_names - shown)));
  }

  void Axis() const {
    const PixelBox& box = laid.lanes;
    const auto most = static_cast<size_t>(std::max(2.0f, (box.right_px - box.left_px) / pen.Px(kTickRoom)));
    const AxisRange range{static_cast<double>(laid.window.from_ns), static_cast<double>(laid.window.until_ns),
                          AxisScale::kLinear, 1};
    const float bottom = box.top_px + static_cast<float>(laid.shown) * laid.lane_px;
    for (const AxisTick& tick : AxisWithin(range, most, {"time", "ns", 1}).ticks) {
      const float x = std::round(laid.XOf(tick.value));
      pen.AddStroke(static_cast<double>(x), static_cast<double>(box.top_px - pen.Px(4)),
                    static_cast<double>(x), static_cast<double>(bottom), pen.Faint(0.12f), 1);
      const float half = pen.WidthOf(tick.text) / 2;
      const float at = std::clamp(x, box.left_px + half, std::max(box.right_px - half, box.left_px + half));
      pen.AddText(at, laid.axis.top_px + pen.Px(kAxisHeight / 2 - 2), TextAlign::kCenter, pen.Faint(0.7f),
                  tick.text);
    }
  }

  void Name(const LaneRow& row, float top_px) const {
    const float left = laid.names.left_px + pen.Px(8), right = laid.names.right_px - pen.Px(kGap);
    const float room = right - left, size = pen.Px(PlotPen::kTextPx);
    const bool is_rest = row.threads > 1;
    if (laid.lane_px >= pen.Px(kTwoLines)) {
      const float middle = top_px + laid.lane_px / 2;
      pen.AddText(left, middle - pen.Px(8), TextAlign::kLeft, pen.Faint(is_rest ? 0.75f : 1),
                  CutMiddleToFit(row.name, room, size, pen.look.measure));
      const bool has_room = pen.WidthOf(row.cost) <= room;
      pen.AddText(left, middle + pen.Px(8), TextAlign::kLeft, pen.Faint(0.62f),
                  has_room ? row.cost : row.share, 11.5f);
      return;
    }
    const float share = pen.WidthOf(row.share), middle = top_px + laid.lane_px / 2;
    pen.AddText(left, middle, TextAlign::kLeft, pen.Faint(is_rest ? 0.75f : 1),
                CutMiddleToFit(row.name, room - share - pen.Px(8), size, pen.look.measure));
    pen.AddText(right, middle, TextAlign::kRight, pen.Faint(0.62f), row.share, 11.5f);
  }

  void AddBar(float left, float right, float bottom, float height, Color color) const {
    if (right <= left || height <= 0) return;
    pen.batch.rects.push_back({.x = static_cast<double>(left),
                               .y = static_cast<double>(bottom - height),
                               .width = static_cast<double>(right - left),
                               .height = static_cast<double>(height),
                               .fill = color});
  }

  // Neighbouring slices that look the same become one rectangle.
  void Bars(const LaneRow& row, float top_px) const {
    const ThreadSlices& slices = model.slices->slices;
    const PixelBox& box = laid.lanes;
    const bool has_lit = !model.lit_name.empty();
    const float bottom = top_px + laid.lane_px - 1, full = laid.lane_px - pen.Px(4);
    const Color unknown = pen.Faint(0.35f);
    struct Bar {
      float left = 0, right = 0, height = 0, lit = 0;
      Color color{0, 0, 0, 0};
    } open;
    const auto close = [&] {
      AddBar(open.left, open.right, bottom, open.height, open.color);
      if (open.lit > 0) AddBar(open.left, open.right, bottom, open.lit, pen.palette.highlight);
      open = {};
    };
    const auto height_of = [&](uint64_t value) {
      if (value == 0) return 0.0f;
      return static_cast<float>(std::max(
          1.0, std::round(static_cast<double>(full) * std::min(1.0, static_cast<double>(value) / row.full))));
    };
    for (uint32_t slice = 0; slice < slices.slices; ++slice) {
      const ThreadSlice& cell = slices.At(row.row, slice);
      if (cell.value == 0) continue;
      const double begin =
          static_cast<double>(slices.begin_ns) + static_cast<double>(slices.slice_ns) * slice;
      const float left = std::max(std::round(laid.XOf(begin)), box.left_px);
      const float right =
          std::min(std::round(laid.XOf(begin + static_cast<double>(slices.slice_ns))), box.right_px);
      if (right <= left) continue;
      Bar bar{left, right, height_of(cell.value), height_of(cell.lit_value), unknown};
      if (cell.top < model.colors.size()) bar.color = model.colors[cell.top];
      if (has_lit) bar.color = MixColors(pen.palette.background, bar.color, 0.4f);
      if (open.right == bar.left && open.height == bar.height && open.lit == bar.lit &&
          open.color == bar.color) {
        open.right = bar.right;
        continue;
      }
      close();
      open = bar;
    }
    close();
  }

  void Lane(size_t number) const {
    const LaneRow& row = model.rows[number];
    const float top = laid.TopOf(number);
    if (model.chosen_row == number) {
      AddBar(laid.names.left_px, laid.lanes.right_px, top + laid.lane_px - 1, laid.lane_px - 1,
             pen.Faint(0.09f));
      AddBar(laid.names.left_px, laid.names.left_px + pen.Px(3), top + laid.lane_px - 1, laid.lane_px - 1,
             pen.palette.highlight);
    }
    pen.AddStroke(static_cast<double>(laid.names.left_px), static_cast<double>(top + laid.lane_px) - 0.5,
                  static_cast<double>(laid.lanes.right_px), static_cast<double>(top + laid.lane_px) - 0.5,
                  pen.Faint(0.1f), 1);
    Bars(row, top);
    Name(row, top);
  }

  // Dims the time outside the chosen range.
  void Range(const TimeRange& range) const {
    const PixelBox& box = laid.lanes;
    const float bottom = box.top_px + static_cast<float>(laid.shown) * laid.lane_px,
                height = bottom - box.top_px;
    const float begin =
        std::clamp(std::round(laid.XOf(static_cast<double>(range.begin_ns))), box.left_px, box.right_px);
    const float end =
        std::clamp(std::round(laid.XOf(static_cast<double>(range.end_ns))), box.left_px, box.right_px);
    Color veil = pen.palette.background;
    veil.a = 170;
    AddBar(box.left_px, begin, bottom, height, veil);
    AddBar(end, box.right_px, bottom, height, veil);
    const float edge = std::max(1.0f, std::round(pen.Px(1.5f)));
    if (begin > box.left_px) AddBar(begin - edge, begin, bottom, height, pen.palette.highlight);
    if (end < box.right_px) AddBar(end, end + edge, bottom, height, pen.palette.highlight);
  }
};

std::string CsvField(const std::string& text) {
  std::string field;
  AppendCsvField(field, text);
  return field;
}

}  // namespace

float NamesWidth(float width_px, float scale) { return std::min(std::round(width_px * 0.26f), 240 * scale); }

double LaidThreads::TimeAt(float x_px) const {
  const double share =
      static_cast<double>((x_px - lanes.left_px) / std::max(lanes.right_px - lanes.left_px, 1.0f));
  return static_cast<double>(window.from_ns) + share * static_cast<double>(window.length_ns());
}
float LaidThreads::XOf(double time_ns) const {
  const double share =
      (time_ns - static_cast<double>(window.from_ns)) / static_cast<double>(window.length_ns());
  // Limited to coordinates at which floats still distinguish pixels.
  return lanes.left_px + static_cast<float>(std::clamp(
                             share * static_cast<double>(lanes.right_px - lanes.left_px), -1e6, 1e6));
}
std::optional<size_t> LaidThreads::RowAt(float y_px) const {
  if (lane_px <= 0 || y_px < lanes.top_px) return std::nullopt;
  const auto row = static_cast<size_t>((y_px - lanes.top_px) / lane_px);
  return row < shown ? std::optional(first_row + row) : std::nullopt;
}

uint32_t MostLanesIn(float height_px, float scale) {
  const float room = height_px - (kHeadHeight + kLegendHeight + kAxisHeight + 16) * scale;
  return static_cast<uint32_t>(
      std::clamp(std::floor(room / (kLeastLane * scale)), 2.0f, static_cast<float>(kMostLanes)));
}

LaidThreads LayOutThreads(const ThreadsModel& model, const PixelBox& area, const PlotLook& look,
                          ShapeBatch& batch) {
  LaidThreads laid;
  if (!model.missing.empty() || model.slices == nullptr) return laid;
  const PlotPen pen(look, batch);
  float top = area.top_px + AddPlotHead(model.title, model.about, area, look, batch);
  const float names = NamesWidth(area.right_px - area.left_px, look.scale);
  laid.window = model.window;
  laid.lanes = {std::round(area.left_px + names), 0, area.right_px, area.bottom_px};
  const Drawing drawing{model, pen, laid};
  drawing.Legend(top, area.left_px + pen.Px(8), area.right_px);
  top = std::round(top + pen.Px(kLegendHeight));
  laid.axis = {laid.lanes.left_px, top, laid.lanes.right_px, top + pen.Px(kAxisHeight)};
  laid.lanes.top_px = std::round(top + pen.Px(kAxisHeight));
  laid.names = {area.left_px, laid.lanes.top_px, laid.lanes.left_px, area.bottom_px};

  const float room = std::max(area.bottom_px - laid.lanes.top_px, pen.Px(kLeastLane));
  const auto all = static_cast<float>(std::max<size_t>(model.rows.size(), 1));
  // The lanes of few threads are higher.
  const float most = std::max(pen.Px(kMostLane), room * kFewThreadsShare);
  laid.lane_px = std::floor(std::clamp(room / all, pen.Px(kLeastLane), most));
  const auto fitting = static_cast<size_t>(std::max(1.0f, std::floor(room / laid.lane_px)));
  laid.shown = std::min(model.rows.size(), fitting);
  laid.first_row = std::min<size_t>(model.place.first_row, model.rows.size() - laid.shown);
  batch.lines_below = true;
  drawing.Axis();
  for (size_t k = 0; k < laid.shown; ++k) drawing.Lane(laid.first_row + k);
  if (model.chosen) drawing.Range(*model.chosen);
  return laid;
}

std::optional<uint32_t> SliceAt(const ThreadsModel& model, double time_ns) {
  const ThreadSlices& slices = model.slices->slices;
  const double slice =
      std::floor((time_ns - static_cast<double>(slices.begin_ns)) / static_cast<double>(slices.slice_ns));
  if (!(slice >= 0 && slice < slices.slices)) return std::nullopt;
  return static_cast<uint32_t>(slice);
}

std::string ThreadsCsv(const ThreadsModel& model) {
  const ThreadSlices& slices = model.slices->slices;
  const SeenSlices seen = SeenSlicesOf(slices, model.window);
  std::string text = "thread,begin_ns,end_ns,value,samples,top,top_value,lit_value\n";
  for (const LaneRow& row : model.rows) {
    const std::string name = CsvField(row.name);
    for (uint32_t slice = seen.begin; slice < seen.end; ++slice) {
      const ThreadSlice& cell = slices.At(row.row, slice);
      if (cell.samples == 0) continue;
      text += fmt::format("{},{},{},{},{},{},{},{}\n", name, slices.BeginOf(slice), slices.BeginOf(slice + 1),
                          cell.value, cell.samples,
                          CsvField(cell.top < model.names.size() ? model.names[cell.top] : ""),
                          cell.top_value, cell.lit_value);
    }
  }
  return text;
}

}  // namespace ringscope::threads
