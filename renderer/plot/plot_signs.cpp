#include "renderer/plot/plot_parts.h"

#include <algorithm>
#include <cmath>

#include "renderer/plot/series_index.h"

namespace ringscope {
namespace {

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

// Beside the ends of their lines, none over another.
void AddNames(const PlotSpec& spec, const PlotPen& pen, LaidPlot& laid) {
  const PixelBox& box = laid.frame.box;
  const float height = pen.Px(kNameHeight), left = box.right_px + pen.Px(kNameGap);
  // Of what is in sight.
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
    pen.AddText(left + pen.Px(9), y, TextAlign::kLeft, pen.palette.text, pen.Cut(series.name, room));
  }
}

}  // namespace

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
