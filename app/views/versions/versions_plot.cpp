#include "app/views/versions/versions_model.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

#include "cct/base/text/join_texts.h"
#include "cct/compare/stored_comparison.h"
#include "renderer/color/palette.h"
#include "renderer/shapes/place_shapes.h"
#include "renderer/svg/shape_svg.h"

namespace ringscope::versions {
namespace {

// In units of the content scale.
constexpr float kInset = 16, kPartGap = 6, kTitleHeight = 23;
constexpr float kUpperShare = 0.32f;
// If versions are at least so far apart, their medians have points.
constexpr float kLeastPointDistance = 10;
// How near a point the pointer has to be to mean its line.
constexpr float kReach = 26;
// The wished ratio of width to height of one of many plots.
constexpr float kLikedAspect = 1.8f;

Color WithAlpha(Color color, uint8_t alpha) { return {color.r, color.g, color.b, alpha}; }

bool IsUpper(const PlotLine& line) {
  return line.of == PlotLine::Of::kWhole || line.of == PlotLine::Of::kContext;
}

// The boxes of plots, in as many columns as give them a good shape.
std::vector<PixelBox> Grid(const PixelBox& area, size_t count, float gap) {
  const float width = area.right_px - area.left_px, height = area.bottom_px - area.top_px;
  size_t columns = 1;
  float best = 1e9f;
  for (size_t k = 1; k <= count; ++k) {
    const auto across = static_cast<float>(k), down = static_cast<float>((count + k - 1) / k);
    const float off = std::abs(std::log(width / across / std::max(height / down, 1.0f) / kLikedAspect));
    if (off >= best) continue;
    best = off;
    columns = k;
  }
  const size_t rows = (count + columns - 1) / columns;
  std::vector<PixelBox> boxes;
  for (size_t k = 0; k < count; ++k) {
    const auto across = [&](size_t at) {
      return area.left_px + width * static_cast<float>(at) / static_cast<float>(columns);
    };
    const auto down = [&](size_t at) {
      return area.top_px + height * static_cast<float>(at) / static_cast<float>(rows);
    };
    boxes.push_back(
        {across(k % columns), down(k / columns), across(k % columns + 1) - gap, down(k / columns + 1) - gap});
  }
  return boxes;
}

class PlotBuilder {
 public:
  PlotBuilder(const PlotModel& model, const PlotOptions& options)
      : model_(model), options_(options), palette_(PaletteOf(options.look.theme)) {}

  Plot Build() {
    const float inset = Px(kInset);
    PixelBox area{inset, Px(8), options_.width_px - inset, options_.height_px - inset / 2};
    const std::string title = DisplayText(model_.title);
    const bool has_sentence = !model_.sentence.empty();
    area.top_px += AddPlotHead(has_sentence ? model_.sentence : title,
                               has_sentence && !title.empty() ? title + ": " + model_.about : model_.about,
                               area, options_.look, plot_.batch);
    if (model_.versions.empty()) return std::move(plot_);
    if (model_.place.is_apart)
      PlaceApart(area);
    else
      PlaceParts(area);
    if (options_.seen != nullptr) options_.seen->Show(specs_);
    std::vector<LaidPlot> laid;
    LayOutLevel(specs_, boxes_, options_.look, plot_.batch, laid);
    for (size_t k = 0; k < laid.size(); ++k) AddPlaces(k, laid[k]);
    plot_.specs = std::move(specs_);
    return std::move(plot_);
  }

 private:
  [[nodiscard]] float Px(float units) const { return units * options_.look.scale; }

  // The room of names, the same in both parts: as much as they need, within bounds.
  [[nodiscard]] float NamesRoom() const {
    constexpr float kAroundName = 32, kTextPx = 12.5f;
    const MeasureText measure = options_.look.measure ? options_.look.measure : AverageSansWidth;
    float widest = 0;
    for (const PlotLine& line : model_.lines) widest = std::max(widest, measure(line.name, Px(kTextPx)));
    const float most = std::clamp(0.2f * options_.width_px / options_.look.scale, 70.0f, 260.0f);
    return std::clamp(widest / options_.look.scale + kAroundName, 70.0f, most);
  }

  // Places the whole above, and functions below it, each part with a scale of its own.
  void PlaceParts(const PixelBox& area) {
    std::vector<size_t> upper, lower;
    for (size_t k = 0; k < model_.lines.size(); ++k) (IsUpper(model_.lines[k]) ? upper : lower).push_back(k);
    const bool has_context = std::ranges::any_of(
        model_.lines, [](const PlotLine& line) { return line.of == PlotLine::Of::kContext; });
    const bool has_both = !upper.empty() && !lower.empty();
    const float middle =
        has_both ? area.top_px + kUpperShare * (area.bottom_px - area.top_px) : area.bottom_px;
    for (const std::vector<size_t>* lines : {&upper, &lower}) {
      if (lines->empty()) continue;
      const bool is_upper = lines == &upper;
      PlotSpec spec = SpecOf(*lines);
      if (has_both && is_upper && has_context) spec.about = "with all that is called";
      if (!is_upper) spec.about = lines->size() == 1 ? "the function by itself" : "functions by themselves";
      spec.names_room = NamesRoom();
      spec.x.has_texts = !has_both || !is_upper;
      AddRules(specs_.empty(), spec);
      specs_.push_back(std::move(spec));
      boxes_.push_back({area.left_px, has_both && !is_upper ? middle + Px(kPartGap) : area.top_px,
                        area.right_px, is_upper ? middle : area.bottom_px});
      lines_.push_back(*lines);
    }
  }

  // Places a plot for each line. From 0, they have one scale, so that heights can be compared; else each has
  // its own scale.
  void PlaceApart(const PixelBox& area) {
    boxes_ = Grid(area, model_.lines.size(), Px(kPartGap));
    double most = 0;
    for (const PlotLine& line : model_.lines) {
      if (!IsUpper(line)) most = std::max(most, *std::ranges::max_element(line.most));
    }
    for (size_t k = 0; k < model_.lines.size(); ++k) {
      PlotSpec spec = SpecOf({k});
      spec.title = model_.lines[k].name;
      if (model_.place.from_zero && most > 0 && !IsUpper(model_.lines[k])) spec.y.window = {{0, 1.05 * most}};
      for (PlotSeries& series : spec.series) series.name.clear();
      AddRules(false, spec);
      specs_.push_back(std::move(spec));
      lines_.push_back({k});
    }
  }

  PlotSpec SpecOf(const std::vector<size_t>& lines) const {
    PlotSpec spec;
    for (const Version& version : model_.versions) spec.x.names.push_back(version.name);
    spec.x.window = {{-0.5, static_cast<double>(model_.versions.size()) - 0.5}};
    spec.y.metric = model_.metric;
    spec.y.by_share = model_.place.by_share;
    spec.y.from_zero = model_.place.from_zero;
    for (const size_t line : lines) AddLine(line, lines.size() == 1, spec);
    return spec;
  }

  // Adds the spread of runs, the line of medians, and points.
  void AddLine(size_t number, bool is_alone, PlotSpec& spec) const {
    const PlotLine& line = model_.lines[number];
    const Color color = LineColor(model_, number, options_.look.theme);
    PlotSeries spread{.form = PlotSeries::Form::kBars, .name = {}, .color = WithAlpha(color, 70)};
    PlotSeries medians{.form = PlotSeries::Form::kLine, .name = line.name, .color = color};
    medians.width = line.of == PlotLine::Of::kWhole ? 1.5f : 2;
    PlotSeries points{.name = {}, .color = color, .width = 6},
        runs{.name = {}, .color = WithAlpha(color, 190), .width = 4};
    for (size_t v = 0; v < model_.versions.size(); ++v) {
      if (line.runs[v] == 0) continue;
      const auto x = static_cast<double>(v);
      medians.x.push_back(x);
      medians.y.push_back(line.median[v]);
      if (line.most[v] > line.least[v]) {
        spread.x.push_back(x);
        spread.y.push_back(line.most[v]);
        spread.low.push_back(line.least[v]);
      }
      // Points of single runs would hide each other if there are several lines.
      if (!is_alone || line.runs[v] < 2) continue;
      for (const size_t execution : model_.versions[v].executions) {
        if (!line.Has(execution)) continue;
        runs.x.push_back(x);
        runs.y.push_back(line.values[execution]);
      }
    }
    points.x = medians.x;
    points.y = medians.y;
    const float distance =
        0.7f * options_.width_px / options_.look.scale / static_cast<float>(model_.versions.size());
    // Points of width 0 are not drawn, but extend the axes; a line beside other series does not.
    if (distance < kLeastPointDistance) points.width = 0;
    for (PlotSeries* series : {&spread, &medians, &runs, &points}) {
      if (!series->x.empty()) spec.series.push_back(std::move(*series));
    }
    for (const CostStep& step : line.steps) {
      const bool is_more = step.after > step.before;
      std::string text;
      if (is_alone)
        text = step.before == 0 ? PlotDifferenceText(model_, step.before, step.after)
                                : GrowthText(step.before, step.after);
      // A step lies between two versions.
      spec.steps.push_back({static_cast<double>(VersionOf(model_.versions, step.execution)) - 0.5,
                            step.before, step.after,
                            DivergingColor(is_more ? 0.85 : -0.85, options_.look.theme), std::move(text)});
    }
  }

  // Adds rules through the chosen executions, and through the keyboard's.
  void AddRules(bool with_names, PlotSpec& spec) const {
    const auto add = [&](size_t execution, Color color, float width) {
      const size_t version = VersionOf(model_.versions, execution);
      spec.rules.push_back({static_cast<double>(version), color, width,
                            with_names ? model_.versions[version].name : std::string()});
    };
    if (model_.before) add(*model_.before, WithAlpha(palette_.highlight, 150), 1.5f);
    if (model_.chosen) add(*model_.chosen, palette_.highlight, 2);
    if (model_.cursor && model_.cursor != model_.chosen)
      add(*model_.cursor, MixColors(palette_.background, palette_.text, 0.45f), 1);
  }

  void AddPlaces(size_t number, const LaidPlot& laid) {
    const PixelBox& area = boxes_[number];
    plot_.frames.push_back(laid.frame.box);
    plot_.axes.push_back(laid.frame);
    for (const size_t line : lines_[number]) {
      for (size_t execution = 0; execution < model_.lines[line].values.size(); ++execution) {
        if (!model_.lines[line].Has(execution)) continue;
        const size_t version = VersionOf(model_.versions, execution);
        const double x = laid.frame.XPx(static_cast<double>(version)),
                     y = laid.frame.YPx(model_.lines[line].values[execution]);
        if (!laid.frame.Holds(x, y)) continue;
        plot_.points.push_back({static_cast<float>(x), static_cast<float>(y), line, execution, number});
      }
    }
    if (model_.place.is_apart) {
      plot_.names.push_back(
          {{area.left_px, area.top_px, area.right_px, area.top_px + Px(kTitleHeight)}, number});
      return;
    }
    for (const PlotName& name : laid.names) {
      // Each line has one series of form kLine: the number of them before this one is the line's number.
      const auto& series = specs_[number].series;
      const auto before =
          std::count_if(series.begin(), series.begin() + name.series,
                        [](const PlotSeries& one) { return one.form == PlotSeries::Form::kLine; });
      plot_.names.push_back({name.box, lines_[number][static_cast<size_t>(before)]});
    }
  }

  const PlotModel& model_;
  const PlotOptions& options_;
  const ChartPalette& palette_;
  Plot plot_;
  std::vector<PlotSpec> specs_;
  std::vector<PixelBox> boxes_;
  std::vector<std::vector<size_t>> lines_;  // of each of `boxes_`
};

// The larger of the distances to a box in x and y; 0 inside.
float DistanceTo(const PixelBox& box, float x_px, float y_px) {
  const float x = std::max({box.left_px - x_px, x_px - box.right_px, 0.0f});
  const float y = std::max({box.top_px - y_px, y_px - box.bottom_px, 0.0f});
  return std::max(x, y);
}

}  // namespace

Plot BuildPlot(const PlotModel& model, const PlotOptions& options) {
  return PlotBuilder(model, options).Build();
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
  if (plot.points.empty()) return std::nullopt;
  const auto frame = std::ranges::min_element(plot.frames, [&](const PixelBox& a, const PixelBox& b) {
    return DistanceTo(a, x_px, y_px) < DistanceTo(b, x_px, y_px);
  });
  // The names of lines begin at the right of the frame.
  if (DistanceTo(*frame, x_px, y_px) > reach || x_px > frame->right_px + reach / 2) return std::nullopt;
  const auto number = static_cast<size_t>(frame - plot.frames.begin());
  const PlotPoint* nearest = nullptr;
  const auto off = [&](const PlotPoint& point) {
    return std::tuple(point.frame != number, std::abs(point.x_px - x_px), std::abs(point.y_px - y_px));
  };
  for (const PlotPoint& point : plot.points) {
    if (nearest == nullptr || off(point) < off(*nearest)) nearest = &point;
  }
  if (nearest->frame != number) return std::nullopt;
  PlotHit hit{nearest->execution, std::nullopt, nearest->x_px, nearest->y_px, number};
  if (std::abs(nearest->y_px - y_px) <= reach) hit.line = nearest->line;
  return hit;
}

std::optional<PageFigure> SeriesFigure(const CctPtr& tree, MetricIndex metric, JobControl& job) {
  if (!StoredSeries(tree) || StoredComparison(tree)) return std::nullopt;
  const Result<FoundSeries> found = FindSeries({tree, metric, false}, job);
  if (!found) return std::nullopt;
  const PlotModel model = PlotModelOf(*found, {});
  PageFigure figure{.name = "Versions", .sentence = model.sentence.empty() ? model.about : model.sentence};
  PlotOptions options{.width_px = 840, .height_px = 640, .look = {.measure = AverageSansWidth}};
  for (const Theme theme : {Theme::kDark, Theme::kLight}) {
    options.look.theme = theme;
    const PlacedShapes placed = PlacePixels(BuildPlot(model, options).batch, options.width_px,
                                            options.height_px, options.look.measure);
    std::string& svg = theme == Theme::kDark ? figure.dark_svg : figure.light_svg;
    // The sink never fails.
    (void)WriteShapesSvg(placed, {.background = PaletteOf(theme).background, .title = model.about},
                         [&svg](std::string_view text) -> Result<void> {
                           svg += text;
                           return {};
                         });
  }
  if (model.versions.empty()) return figure;
  figure.head = {"", model.versions.front().name, model.versions.back().name};
  for (const PlotLine& line : model.lines) {
    const auto text_of = [&](const CostStep& step) { return StepText(model, step); };
    figure.rows.push_back({line.name, PlotValueText(model, line.median.front()),
                           PlotValueText(model, line.median.back()), JoinTexts(line.steps, ", ", text_of)});
  }
  return figure;
}

}  // namespace ringscope::versions
