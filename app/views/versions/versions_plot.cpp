#include "app/views/versions/versions_plot.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "renderer/plot/value_axis.h"
#include "renderer/color/palette.h"

namespace ringscope::versions {
namespace {

// In units of the content scale.
constexpr float kTextPx = 12.5f, kTitlePx = 16;
constexpr float kInset = 24;
constexpr float kTitleHeight = 66;
constexpr float kTicksHeight = 34;
constexpr float kPartGap = 34;
constexpr float kUpperShare = 0.3f;
constexpr float kTickDistance = 46;
constexpr float kNameHeight = 19;
constexpr float kWidestVersionName = 120;
constexpr float kTextMiddleToTop = 10;
// How near a point the pointer has to be to mean its line.
constexpr float kReach = 26;

Color WithAlpha(Color color, uint8_t alpha) { return {color.r, color.g, color.b, alpha}; }

bool IsUpper(const PlotLine& line) { return line.of != PlotLine::Of::kFunction; }

// One of the two parts: its place, its axis, and the lines in it.
struct Part {
  float top_px = 0, bottom_px = 0;
  ValueAxis axis;
  std::vector<size_t> lines;
  std::string title;
  [[nodiscard]] float Y(double value) const {
    const double share = (value - axis.low) / (axis.high - axis.low);
    return bottom_px - static_cast<float>(share) * (bottom_px - top_px);
  }
};

class PlotBuilder {
 public:
  PlotBuilder(const PlotModel& model, const PlotOptions& options)
      : model_(model), options_(options), palette_(PaletteOf(options.theme)) {
    if (!options_.measure) options_.measure = AverageSansWidth;
  }

  Plot Build() {
    AddTitle();
    if (model_.versions.empty()) return std::move(plot_);
    PlaceParts();
    PlaceVersions();
    AddVersionNames();
    for (const auto& [execution, color, width] : Marks()) AddMark(execution, color, width);
    for (const Part& part : parts_) {
      AddAxis(part);
      for (const size_t line : part.lines) AddLine(part, line);
      AddNames(part);
    }
    std::stable_sort(plot_.points.begin(), plot_.points.end(),
                     [](const PlotPoint& a, const PlotPoint& b) { return a.x_px < b.x_px; });
    return std::move(plot_);
  }

 private:
  [[nodiscard]] float Px(float units) const { return units * options_.scale; }
  [[nodiscard]] Color Faint(float share) const { return MixColors(palette_.background, palette_.text, share); }

  void AddText(float x_px, float y_px, TextAlign align, Color color, std::string text, float size = kTextPx) {
    plot_.batch.texts.push_back({.x = static_cast<double>(x_px),
                                 .y = static_cast<double>(y_px),
                                 .align = align,
                                 .size_px = Px(size),
                                 .color = color,
                                 .text = std::move(text)});
  }
  void AddStroke(float x_px, float y_px, float end_x_px, float end_y_px, Color color, float width) {
    plot_.batch.lines.push_back({static_cast<double>(x_px), static_cast<double>(y_px), static_cast<double>(end_x_px),
                                 static_cast<double>(end_y_px), color, Px(width)});
  }

  void AddTitle() {
    const float room = options_.width_px - 2 * Px(kInset);
    AddText(Px(kInset), Px(24), TextAlign::kLeft, palette_.text,
            CutToFit(DisplayText(model_.title), room, Px(kTitlePx), options_.measure), kTitlePx);
    AddText(Px(kInset), Px(45), TextAlign::kLeft, Faint(0.7f),
            CutToFit(model_.about, room, Px(kTextPx), options_.measure));
  }

  void PlaceParts() {
    Part upper, lower;
    for (size_t k = 0; k < model_.lines.size(); ++k)
      (IsUpper(model_.lines[k]) ? upper : lower).lines.push_back(k);
    const bool has_context = std::any_of(model_.lines.begin(), model_.lines.end(), [](const PlotLine& line) {
      return line.of == PlotLine::Of::kContext;
    });
    if (has_context) upper.title = "with all that is called";
    lower.title = lower.lines.size() == 1 ? "the function by itself" : "functions by themselves";
    plot_.top_px = Px(kTitleHeight + kTextMiddleToTop);
    plot_.bottom_px = options_.height_px - Px(kTicksHeight + kInset / 2);
    const float height = std::max(plot_.bottom_px - plot_.top_px, 1.0f);
    const bool has_both = !upper.lines.empty() && !lower.lines.empty();
    const float upper_height = has_both ? (height - Px(kPartGap)) * kUpperShare : height;
    upper.top_px = plot_.top_px;
    upper.bottom_px = upper.top_px + std::max(upper_height, 1.0f);
    lower.bottom_px = plot_.bottom_px;
    lower.top_px = has_both ? std::min(upper.bottom_px + Px(kPartGap), lower.bottom_px - 1) : plot_.top_px;
    for (Part* part : {&upper, &lower}) {
      if (part->lines.empty()) continue;
      MakeAxis(*part);
      parts_.push_back(std::move(*part));
    }
  }

  void MakeAxis(Part& part) const {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (const size_t line : part.lines) {
      const auto& values = model_.lines[line].values;
      least = std::min(least, *std::min_element(values.begin(), values.end()));
      most = std::max(most, *std::max_element(values.begin(), values.end()));
    }
    const auto ticks = static_cast<size_t>((part.bottom_px - part.top_px) / Px(kTickDistance));
    part.axis = AxisFor(least, most, model_.from_zero, std::max<size_t>(ticks, 2), model_.metric, model_.by_share);
    if (!part.axis.unit.empty()) part.title = part.axis.unit + (part.title.empty() ? "" : ", " + part.title);
  }

  void PlaceVersions() {
    float widest = 0;
    for (const Part& part : parts_) {
      for (const AxisTick& tick : part.axis.ticks) widest = std::max(widest, options_.measure(tick.text, Px(kTextPx)));
    }
    plot_.left_px = std::round(Px(kInset) + widest + Px(10));
    names_px_ = std::clamp(0.2f * options_.width_px, Px(70), Px(260));
    plot_.right_px = std::max(plot_.left_px + 1, options_.width_px - names_px_ - Px(kInset / 2));
    column_px_ = (plot_.right_px - plot_.left_px) / static_cast<float>(model_.versions.size());
    for (size_t v = 0; v < model_.versions.size(); ++v)
      plot_.version_x_px.push_back(plot_.left_px + column_px_ * (static_cast<float>(v) + 0.5f));
  }

  [[nodiscard]] float XOf(size_t execution) const {
    return plot_.version_x_px[VersionOf(model_.versions, execution)];
  }

  // All names where they fit, else some of them, as many as fit.
  void AddVersionNames() {
    const float size = Px(kTextPx), gap = Px(12);
    float longest = 0;
    for (const Version& version : model_.versions) longest = std::max(longest, options_.measure(version.name, size));
    const float wanted = longest + gap <= column_px_ ? column_px_ : std::min(longest, Px(kWidestVersionName)) + gap;
    const auto every = static_cast<size_t>(std::max(1.0f, std::ceil(wanted / column_px_)));
    for (size_t v = 0; v < model_.versions.size(); v += every) {
      const float room = column_px_ * static_cast<float>(every) - gap;
      const float x = plot_.version_x_px[v];
      AddStroke(x, plot_.bottom_px, x, plot_.bottom_px + Px(4), Faint(0.3f), 1);
      AddText(x, plot_.bottom_px + Px(16), TextAlign::kCenter, Faint(0.7f),
              CutMiddleToFit(model_.versions[v].name, std::max(room, Px(30)), size, options_.measure));
    }
  }

  struct Mark {
    size_t execution;
    Color color;
    float width;
  };
  [[nodiscard]] std::vector<Mark> Marks() const {
    std::vector<Mark> marks;
    if (model_.before) marks.push_back({*model_.before, WithAlpha(palette_.highlight, 150), 1.5f});
    if (model_.chosen) marks.push_back({*model_.chosen, palette_.highlight, 2});
    if (model_.cursor && model_.cursor != model_.chosen) marks.push_back({*model_.cursor, Faint(0.45f), 1});
    return marks;
  }
  // An upright line through an execution, its version's name above it.
  void AddMark(size_t execution, Color color, float width) {
    const float x = XOf(execution);
    AddStroke(x, plot_.top_px, x, plot_.bottom_px, color, width);
    AddText(x, plot_.top_px - Px(9), TextAlign::kCenter, WithAlpha(color, 255),
            CutMiddleToFit(model_.versions[VersionOf(model_.versions, execution)].name, Px(kWidestVersionName),
                           Px(kTextPx), options_.measure));
  }

  void AddAxis(const Part& part) {
    for (const AxisTick& tick : part.axis.ticks) {
      const float y = part.Y(tick.value);
      AddStroke(plot_.left_px, y, plot_.right_px, y, Faint(tick.value == part.axis.low ? 0.3f : 0.1f), 1);
      AddText(plot_.left_px - Px(8), y, TextAlign::kRight, Faint(0.7f), tick.text);
    }
    if (!part.title.empty())
      AddText(plot_.right_px + Px(22), part.top_px - Px(4), TextAlign::kLeft, Faint(0.55f), part.title);
  }

  void AddLine(const Part& part, size_t number) {
    const PlotLine& line = model_.lines[number];
    const Color color = LineColor(model_, number, options_.theme);
    const bool is_alone = part.lines.size() == 1;
    for (size_t v = 0; v < model_.versions.size(); ++v) {
      const float x = plot_.version_x_px[v];
      if (line.most[v] > line.least[v]) AddRange(x, part.Y(line.most[v]), part.Y(line.least[v]), color);
      if (v > 0)
        AddStroke(plot_.version_x_px[v - 1], part.Y(line.median[v - 1]), x, part.Y(line.median[v]), color,
                  line.of == PlotLine::Of::kWhole ? 1.5f : 2);
      const auto& executions = model_.versions[v].executions;
      for (const size_t execution : executions) {
        const float y = part.Y(line.values[execution]);
        plot_.points.push_back({x, y, number, execution});
        // Of several lines the points of single runs would hide each other.
        if (is_alone && executions.size() > 1) AddPoint(x, y, WithAlpha(color, 190), 4);
      }
      if (column_px_ >= Px(10)) AddPoint(x, part.Y(line.median[v]), color, 6);
    }
    for (const CostStep& step : line.steps) AddStep(part, step, is_alone);
  }

  void AddRange(float x, float top, float bottom, Color color) {
    const float width = std::clamp(0.4f * column_px_, Px(2), Px(12));
    plot_.batch.rects.push_back({.x = static_cast<double>(x - width / 2),
                                 .y = static_cast<double>(top),
                                 .width = static_cast<double>(width),
                                 .height = static_cast<double>(bottom - top),
                                 .fill = WithAlpha(color, 70)});
  }
  void AddPoint(float x, float y, Color color, float width) {
    plot_.batch.points.push_back({static_cast<double>(x), static_cast<double>(y), color, Px(width)});
  }

  // From the median before to that behind, between the versions.
  void AddStep(const Part& part, const CostStep& step, bool with_text) {
    const size_t version = VersionOf(model_.versions, step.execution);
    const float x = plot_.version_x_px[version] - column_px_ / 2;
    const bool is_more = step.after > step.before;
    const Color color = DivergingColor(is_more ? 0.85 : -0.85, options_.theme);
    const float from = part.Y(step.before), to = part.Y(step.after);
    const float half = std::clamp(0.35f * column_px_, Px(5), Px(14));
    AddStroke(x, from, x, to, color, 3);
    AddStroke(x - half, from, x, from, color, 3);
    AddStroke(x, to, x + half, to, color, 3);
    if (!with_text) return;
    const float above = std::min(from, to) - Px(11);
    AddText(x, std::max(above, part.top_px), TextAlign::kCenter, palette_.text,
            step.before == 0 ? PlotDifferenceText(model_, step.before, step.after)
                              : GrowthText(step.before, step.after));
  }

  // Beside the ends of the lines, none over another.
  void AddNames(const Part& part) {
    const float height = Px(kNameHeight), left = plot_.right_px + Px(18);
    std::vector<PlotName> names;
    for (const size_t line : part.lines) {
      const float y = part.Y(model_.lines[line].median.back());
      names.push_back({left, y - height / 2, options_.width_px - left - Px(4), height, line});
    }
    std::sort(names.begin(), names.end(), [](const PlotName& a, const PlotName& b) { return a.top_px < b.top_px; });
    float lowest = part.top_px + Px(4);
    for (PlotName& name : names) {
      name.top_px = std::max(name.top_px, lowest);
      lowest = name.top_px + height;
    }
    float highest = std::max(part.bottom_px + height / 2, lowest - height * static_cast<float>(names.size()));
    for (size_t k = names.size(); k-- > 0;) {
      names[k].top_px = std::min(names[k].top_px, highest - height);
      highest = names[k].top_px;
    }
    for (const PlotName& name : names) {
      const PlotLine& line = model_.lines[name.line];
      const float y = name.top_px + height / 2;
      AddStroke(plot_.version_x_px.back(), part.Y(line.median.back()), left - Px(2), y, Faint(0.2f), 1);
      AddPoint(left + Px(1), y, LineColor(model_, name.line, options_.theme), 7);
      plot_.batch.texts.push_back({.x = static_cast<double>(left + Px(5)),
                                   .y = static_cast<double>(name.top_px),
                                   .width = static_cast<double>(name.width_px - Px(5)),
                                   .height = static_cast<double>(height),
                                   .size_px = Px(kTextPx),
                                   .color = palette_.text,
                                   .text = line.name});
    }
    plot_.names.insert(plot_.names.end(), names.begin(), names.end());
  }

  const PlotModel& model_;
  PlotOptions options_;
  const ChartPalette& palette_;
  Plot plot_;
  std::vector<Part> parts_;
  float names_px_ = 0, column_px_ = 1;
};

}  // namespace

Plot BuildPlot(const PlotModel& model, const PlotOptions& options) { return PlotBuilder(model, options).Build(); }

PlaneCamera CameraOf(const PlotOptions& options) {
  PlaneCamera camera;
  camera.width_px = options.width_px;
  camera.height_px = options.height_px;
  camera.center = {static_cast<double>(options.width_px) / 2, static_cast<double>(options.height_px) / 2};
  return camera;
}

Color LineColor(const PlotModel& model, size_t line, Theme theme) {
  const ChartPalette& palette = PaletteOf(theme);
  if (model.lines[line].of == PlotLine::Of::kWhole) return MixColors(palette.background, palette.text, 0.55f);
  size_t number = 0;
  for (size_t k = 0; k < line; ++k) number += model.lines[k].of == PlotLine::Of::kWhole ? 0 : 1;
  return SrgbFromOkLch(GroupTone(static_cast<uint32_t>(number) % kGroupToneCount, theme));
}

std::optional<PlotHit> HitAt(const Plot& plot, float x_px, float y_px, float scale) {
  const float reach = kReach * scale;
  if (plot.points.empty() || x_px < plot.left_px - reach || x_px > plot.right_px + reach / 2 ||
      y_px < plot.top_px - reach || y_px > plot.bottom_px + reach)
    return std::nullopt;
  // Of the nearest version the nearest point.
  const auto farther = [&](const PlotPoint& a, const PlotPoint& b) {
    return std::pair(std::abs(a.x_px - x_px), std::abs(a.y_px - y_px)) <
           std::pair(std::abs(b.x_px - x_px), std::abs(b.y_px - y_px));
  };
  const PlotPoint& nearest = *std::min_element(plot.points.begin(), plot.points.end(), farther);
  PlotHit hit{nearest.execution, std::nullopt, nearest.x_px, nearest.y_px};
  if (std::abs(nearest.y_px - y_px) <= reach) hit.line = nearest.line;
  return hit;
}

}  // namespace ringscope::versions
