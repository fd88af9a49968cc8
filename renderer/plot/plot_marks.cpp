#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "renderer/plot/pixel_scale.h"
#include "renderer/plot/plot_parts.h"
#include "renderer/plot/series_index.h"
#include "renderer/shapes/plane.h"
#include "renderer/text/name_text.h"

namespace ringscope {
namespace {

using Form = PlotSeries::Form;

class MarksWriter {
 public:
  MarksWriter(const PlotSpec& spec, const PlotPen& pen, LaidPlot& laid)
      : spec_(spec),
        pen_(pen),
        laid_(laid),
        sight_(laid.frame.box),
        x_px_(XScaleOf(laid.frame)),
        y_px_(YScaleOf(laid.frame)) {}

  void Write() {
    laid_.outside = laid_.unplaced = 0;
    laid_.spots.clear();
    for (uint32_t k = 0; k < spec_.series.size(); ++k) {
      const PlotSeries& series = spec_.series[k];
      if (IsStroke(series.form)) {
        AddPath(series);
      } else if (series.form == Form::kBand) {
        AddBand(series);
      } else {
        AddSpots(series, k);
      }
    }
  }

 private:
  [[nodiscard]] const PlotFrame& frame() const { return laid_.frame; }

  void AddSpots(const PlotSeries& series, uint32_t number) {
    const size_t count = CountOf(series);
    LaidSpots spots{number, series.index};
    if (spots.index == nullptr || !spots.index->Suits(count, frame().x, frame().y))
      spots.index = std::make_shared<const SeriesIndex>(series, frame().x, frame().y);
    const std::vector<double>& x = spots.index->x();
    const auto begin = std::partition_point(
        x.begin(), x.end(), [this](double place) { return x_px_.AtPlace(place) < sight_.left; });
    const auto end = std::partition_point(
        begin, x.end(), [this](double place) { return x_px_.AtPlace(place) <= sight_.right; });
    spots.begin = static_cast<size_t>(begin - x.begin());
    spots.end = static_cast<size_t>(end - x.begin());
    const size_t seen = series.form == Form::kBars ? AddBars(series, spots) : AddPoints(series, spots);
    laid_.unplaced += spots.index->unplaced();
    laid_.outside += x.size() - seen;
    laid_.spots.push_back(std::move(spots));
  }

  // The spots in sight, in the order of their series.
  [[nodiscard]] std::vector<PlotSpot> SpotsOf(const LaidSpots& spots) const {
    std::vector<PlotSpot> seen;
    for (size_t k = spots.begin; k < spots.end; ++k) {
      const double y = y_px_.AtPlace(spots.index->y()[k]);
      if (!sight_.HoldsY(y)) continue;
      seen.push_back({static_cast<float>(x_px_.AtPlace(spots.index->x()[k])), static_cast<float>(y),
                      spots.series, spots.index->PointOf(k)});
    }
    if (!spots.index->is_in_order()) {
      std::sort(seen.begin(), seen.end(),
                [](const PlotSpot& a, const PlotSpot& b) { return a.point < b.point; });
    }
    return seen;
  }

  // AddPoints() and AddBars() return the number of spots in sight.
  size_t AddPoints(const PlotSeries& series, const LaidSpots& spots) {
    if (spots.end - spots.begin > pen_.look.most_discs) {
      const float cell_px = std::max(std::round(pen_.Px(2)), 1.0f);
      const DensityGrid grid = CountSpots(spots, frame(), cell_px, laid_.spare_cells);
      if (grid.spots > pen_.look.most_discs) {
        AddDensity(grid, laid_.spare_cells, series, frame().box, pen_.palette.background, pen_.batch);
        return grid.spots;
      }
    }
    const std::vector<PlotSpot> seen = SpotsOf(spots);
    if (!(series.width > 0)) return seen.size();
    for (const PlotSpot& spot : seen) {
      pen_.batch.points.push_back({static_cast<double>(spot.x_px), static_cast<double>(spot.y_px),
                                   ColorOf(series, spot.point), pen_.Px(series.width)});
    }
    return seen.size();
  }

  size_t AddBars(const PlotSeries& series, const LaidSpots& spots) {
    const bool is_dense = static_cast<double>(spots.end - spots.begin) > sight_.right - sight_.left &&
                          series.low.empty() && series.bar_width <= 0;
    if (is_dense) return AddDenseBars(series, spots);
    const std::vector<PlotSpot> seen = SpotsOf(spots);
    AddEachBar(series, seen);
    return seen.size();
  }

  // Bars a pixel wide that stand on one foot: draws the highest of each column of pixels.
  size_t AddDenseBars(const PlotSeries& series, const LaidSpots& spots) {
    const double foot = FootPx(0);
    double column = 0, high = foot, low = foot;
    size_t seen = 0, highest = 0;
    const auto close = [&] {
      if (high == low) return;
      pen_.batch.rects.push_back({.x = column,
                                  .y = high,
                                  .width = 1,
                                  .height = low - high,
                                  .fill = ColorOf(series, spots.index->PointOf(highest))});
    };
    const double left = frame().left();
    for (size_t k = spots.begin; k < spots.end; ++k) {
      const double y = y_px_.AtPlace(spots.index->y()[k]);
      if (!sight_.HoldsY(y)) continue;
      const double at = left + std::floor(x_px_.AtPlace(spots.index->x()[k]) - left);
      if (seen++ == 0 || at != column) {
        close();
        column = at;
        high = low = foot;
        highest = k;
      }
      if (y < high) highest = k;
      high = std::min(high, y);
      low = std::max(low, y);
    }
    close();
    return seen;
  }

  // On a logarithmic axis a foot of 0 is the end of the plot.
  [[nodiscard]] double FootPx(double value) const {
    const double foot = frame().YPx(value);
    return std::isfinite(foot) ? std::clamp(foot, frame().top(), frame().bottom()) : frame().bottom();
  }

  void AddEachBar(const PlotSeries& series, std::span<const PlotSpot> spots) {
    const PixelBox& box = frame().box;
    const float room = 0.6f * (box.right_px - box.left_px) / static_cast<float>(spots.size() + 1);
    const float width =
        series.bar_width > 0 ? pen_.Px(series.bar_width) : std::clamp(room, 1.0f, pen_.Px(12));
    for (const PlotSpot& spot : spots) {
      const double foot = FootPx(LowOf(series, spot.point));
      const auto end = static_cast<double>(spot.y_px);
      pen_.batch.rects.push_back({.x = static_cast<double>(spot.x_px - width / 2),
                                  .y = std::min(end, foot),
                                  .width = static_cast<double>(width),
                                  .height = std::abs(end - foot),
                                  .fill = ColorOf(series, spot.point)});
    }
  }

  // Adds the part of a line that is in the frame.
  void AddClipped(double x, double y, double end_x, double end_y, Color color, float width) {
    const double dx = end_x - x, dy = end_y - y;
    if (!std::isfinite(dx) || !std::isfinite(dy)) return;
    LinePart part;
    part.Cut(x, end_x, frame().left(), frame().right());
    part.Cut(y, end_y, frame().top(), frame().bottom());
    if (part.begin > part.end) return;
    pen_.AddStroke(x + part.begin * dx, y + part.begin * dy, x + part.end * dx, y + part.end * dy, color,
                   width);
  }

  // Adds a line. Among the values in one column of pixels only the first, the lowest, the highest and the
  // last matter.
  void AddPath(const PlotSeries& series) {
    struct Column {
      double x = 0, first = 0, low = 0, high = 0, last = 0;
      bool is_open = false;
    } column;
    bool has_end = false;
    double end_x = 0, end_y = 0;
    const auto to = [&](double x, double y) {
      if (has_end) {
        if (series.form == Form::kSteps) {
          AddClipped(end_x, end_y, x, end_y, series.color, series.width);
          AddClipped(x, end_y, x, y, series.color, series.width);
        } else {
          AddClipped(end_x, end_y, x, y, series.color, series.width);
        }
      }
      has_end = true;
      end_x = x;
      end_y = y;
    };
    const auto close = [&] {
      if (!column.is_open) return;
      to(column.x, column.first);
      if (column.low < std::min(column.first, column.last) ||
          column.high > std::max(column.first, column.last))
        AddClipped(column.x, column.low, column.x, column.high, series.color, series.width);
      if (column.last != column.first) to(column.x, column.last);
      column.is_open = false;
    };
    for (size_t k = 0; k < CountOf(series); ++k) {
      const double x = x_px_(series.x[k]), y = y_px_(series.y[k]);
      if (!std::isfinite(x) || !std::isfinite(y)) {
        ++laid_.unplaced;
        close();
        has_end = false;
        continue;
      }
      if (!frame().Holds(x, y)) ++laid_.outside;
      if (column.is_open && std::floor(column.x) == std::floor(x)) {
        column.low = std::min(column.low, y);
        column.high = std::max(column.high, y);
        column.last = y;
        continue;
      }
      close();
      column = {x, y, y, y, y, true};
    }
    close();
  }

  // Adds upright slices, each a pixel wide or, at the end of the data, narrower.
  void AddBand(const PlotSeries& series) {
    for (size_t k = 0; k + 1 < CountOf(series); ++k) {
      const double left = frame().XPx(series.x[k]), right = frame().XPx(series.x[k + 1]);
      const auto low = [&](size_t at) { return frame().YPx(LowOf(series, at)); };
      if (!std::isfinite(left) || !std::isfinite(right)) {
        ++laid_.unplaced;
        continue;
      }
      const double end = std::min(right, frame().right());
      for (double x = std::max(left, frame().left()); x < end; ++x) {
        const double share = right > left ? (x - left) / (right - left) : 0;
        const auto between = [share](double from, double to) { return from + share * (to - from); };
        double high_px = between(frame().YPx(series.y[k]), frame().YPx(series.y[k + 1]));
        double low_px = between(low(k), low(k + 1));
        if (!std::isfinite(low_px)) low_px = frame().bottom();
        if (!std::isfinite(high_px)) continue;
        high_px = std::clamp(high_px, frame().top(), frame().bottom());
        low_px = std::clamp(low_px, frame().top(), frame().bottom());
        pen_.batch.rects.push_back({.x = x,
                                    .y = std::min(high_px, low_px),
                                    .width = std::min(1.0, end - x),
                                    .height = std::abs(low_px - high_px),
                                    .fill = series.color});
      }
    }
  }

  const PlotSpec& spec_;
  const PlotPen& pen_;
  LaidPlot& laid_;
  const Sight sight_;
  const PixelScale x_px_, y_px_;
};

// In units of the content scale.
constexpr float kNameHeight = 19, kNameGap = 18, kWidestRuleText = 120;

void AddStep(const PlotStep& step, const PlotPen& pen, const PlotFrame& frame) {
  const double x = frame.XPx(step.x), from = frame.YPx(step.before), to = frame.YPx(step.after);
  if (!frame.Holds(x, from) || !frame.Holds(x, to)) return;
  const double half = std::clamp(0.35 * (frame.XPx(step.x + 1) - x), static_cast<double>(pen.Px(5)),
                                 static_cast<double>(pen.Px(14)));
  pen.AddStroke(x, from, x, to, step.color, 3);
  pen.AddStroke(x - half, from, x, from, step.color, 3);
  pen.AddStroke(x, to, x + half, to, step.color, 3);
  if (step.text.empty()) return;
  const auto above = static_cast<float>(std::min(from, to)) - pen.Px(11);
  pen.AddText(static_cast<float>(x), std::max(above, frame.box.top_px), TextAlign::kCenter, pen.palette.text,
              step.text);
}

// Adds names beside the ends of their lines; names do not overlap.
void AddNames(const PlotSpec& spec, const PlotPen& pen, LaidPlot& laid) {
  const PixelBox& box = laid.frame.box;
  const float height = pen.Px(kNameHeight), left = box.right_px + pen.Px(kNameGap);
  // The end of the part of a line that is in sight.
  const auto end_of = [&](const PlotSeries& series) {
    size_t last = CountOf(series);
    while (last > 1 && !std::isfinite(series.y[last - 1])) --last;
    const auto place = [&](size_t k) {
      return std::pair(laid.frame.XPx(series.x[k]), laid.frame.YPx(series.y[k]));
    };
    const double right = laid.frame.right();
    auto end = place(last - 1);
    for (size_t k = last - 1; k > 0 && end.first > right + 0.5; --k) {
      const auto before = place(k - 1);
      if (before.first <= right && std::isfinite(before.second)) {
        const double share = (right - before.first) / (end.first - before.first);
        return std::pair(right, before.second + share * (end.second - before.second));
      }
      end = before;
    }
    return end;
  };
  std::vector<PlotName>& names = laid.names;
  for (uint32_t k = 0; k < spec.series.size(); ++k) {
    if (spec.series[k].name.empty() || CountOf(spec.series[k]) == 0) continue;
    const auto y = static_cast<float>(end_of(spec.series[k]).second);
    names.push_back({{left, y - height / 2, left + pen.Px(spec.names_room - kNameGap), 0}, k});
  }
  std::sort(names.begin(), names.end(),
            [](const PlotName& a, const PlotName& b) { return a.box.top_px < b.box.top_px; });
  float lowest = box.top_px + pen.Px(4);
  for (PlotName& name : names) {
    name.box.top_px = std::max(name.box.top_px, lowest);
    lowest = name.box.top_px + height;
  }
  float highest = std::max(box.bottom_px + height / 2, lowest - height * static_cast<float>(names.size()));
  for (size_t k = names.size(); k-- > 0;) {
    names[k].box.top_px = std::min(names[k].box.top_px, highest - height);
    highest = names[k].box.top_px;
  }
  for (PlotName& name : names) {
    name.box.bottom_px = name.box.top_px + height;
    const PlotSeries& series = spec.series[name.series];
    const auto [end_x, end_y] = end_of(series);
    const float y = name.box.top_px + height / 2;
    if (laid.frame.Holds(end_x, end_y))
      pen.AddStroke(end_x, end_y, static_cast<double>(left - pen.Px(2)), static_cast<double>(y),
                    pen.Faint(0.2f), 1);
    pen.batch.points.push_back(
        {static_cast<double>(left + pen.Px(1)), static_cast<double>(y), series.color, pen.Px(7)});
    const float room = name.box.right_px - left - pen.Px(9);
    pen.AddText(
        left + pen.Px(9), y, TextAlign::kLeft, pen.palette.text,
        ShortenName(series.name, room, pen.Px(PlotPen::kTextPx), pen.look.measure, CutMark::kEllipsis));
  }
}

}  // namespace

void AddPlotMarks(const PlotSpec& spec, const PlotPen& pen, LaidPlot& laid) {
  MarksWriter(spec, pen, laid).Write();
}

void AddPlotRules(const PlotSpec& spec, const PlotPen& pen, const LaidPlot& laid) {
  const PlotFrame& frame = laid.frame;
  for (const PlotRule& rule : spec.rules) {
    const double x = frame.XPx(rule.x);
    if (!frame.Holds(x, frame.top())) continue;
    pen.AddStroke(x, frame.top(), x, frame.bottom(), rule.color, rule.width);
    Color color = rule.color;
    color.a = 255;
    pen.AddText(
        static_cast<float>(x), frame.box.top_px - pen.Px(9), TextAlign::kCenter, color,
        CutMiddleToFit(rule.text, pen.Px(kWidestRuleText), pen.Px(PlotPen::kTextPx), pen.look.measure));
  }
}

void AddPlotSigns(const PlotSpec& spec, const PlotPen& pen, LaidPlot& laid) {
  const PlotFrame& frame = laid.frame;
  for (const PlotStep& step : spec.steps) AddStep(step, pen, frame);
  for (const PlotNote& note : spec.notes) {
    const double x = frame.XPx(note.x), y = frame.YPx(note.y);
    if (frame.Holds(x, y))
      pen.AddText(static_cast<float>(x), static_cast<float>(y) - pen.Px(11), TextAlign::kCenter,
                  pen.palette.text, note.text);
  }
  laid.names.clear();
  if (spec.names_room > 0) AddNames(spec, pen, laid);
}

}  // namespace ringscope
