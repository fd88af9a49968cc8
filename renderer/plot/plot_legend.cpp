#include "renderer/plot/plot_legend.h"

#include <algorithm>

#include "renderer/plot/series_columns.h"

namespace ringscope {
namespace {

// In units of the content scale.
constexpr float kLegendLineHeight = 19, kLegendInset = 8, kSign = 18, kLegendGap = 16, kColorStep = 9;

class LegendWriter {
 public:
  LegendWriter(const PixelBox& area, float top_px, const PlotPen& pen)
      : pen_(pen),
        left_px_(area.left_px + pen.Px(kLegendInset)),
        right_px_(area.right_px),
        x_px_(left_px_),
        top_px_(top_px) {}

  // False where no row is left for it.
  [[nodiscard]] bool AddName(const PlotSeries& series) {
    const float wanted = pen_.Px(kSign) + pen_.WidthOf(series.name);
    if (x_px_ + wanted > right_px_ && !BeginRow()) {
      pen_.AddText(x_px_, Middle(), TextAlign::kLeft, pen_.Faint(0.7f), "...");
      return false;
    }
    AddSign(series);
    x_px_ += pen_.Px(kSign);
    // Cut where even a row of its own has no room for it.
    const std::string name =
        CutToFit(series.name, right_px_ - x_px_, pen_.Px(PlotPen::kTextPx), pen_.look.measure);
    pen_.AddText(x_px_, Middle(), TextAlign::kLeft, pen_.Faint(0.85f), name);
    x_px_ += pen_.WidthOf(name) + pen_.Px(kLegendGap);
    is_row_empty_ = false;
    return true;
  }

  // Whole, if need be in a row of its own, or not at all.
  void AddColors(const PlotColorScale& scale) {
    if (scale.colors.empty()) return;
    const float low = pen_.WidthOf(scale.low), high = pen_.WidthOf(scale.high);
    const float width = low + high + pen_.Px(12 + kColorStep * static_cast<float>(scale.colors.size()));
    if (left_px_ + width > right_px_ || (x_px_ + width > right_px_ && !BeginRow())) return;
    pen_.AddText(x_px_, Middle(), TextAlign::kLeft, pen_.Faint(0.85f), scale.low);
    x_px_ += low + pen_.Px(6);
    for (const Color& color : scale.colors) {
      AddDisc(x_px_ + pen_.Px(kColorStep / 2), color, 7);
      x_px_ += pen_.Px(kColorStep);
    }
    pen_.AddText(x_px_ + pen_.Px(6), Middle(), TextAlign::kLeft, pen_.Faint(0.85f), scale.high);
    is_row_empty_ = false;
  }

  [[nodiscard]] float Height() const {
    return pen_.Px(kLegendLineHeight) * static_cast<float>(is_row_empty_ ? row_ : row_ + 1);
  }

 private:
  [[nodiscard]] float Middle() const {
    return top_px_ + pen_.Px(kLegendLineHeight) * (static_cast<float>(row_) + 0.5f);
  }
  // False in the last one. An empty row is the one that is wanted.
  [[nodiscard]] bool BeginRow() {
    if (is_row_empty_) return true;
    if (row_ + 1 == kMostLegendRows) return false;
    ++row_;
    x_px_ = left_px_;
    is_row_empty_ = true;
    return true;
  }
  void AddDisc(float x_px, Color color, float width) const {
    pen_.batch.points.push_back(
        {static_cast<double>(x_px), static_cast<double>(Middle()), color, pen_.Px(width)});
  }
  void AddSign(const PlotSeries& series) const {
    if (IsStroke(series.form)) {
      const auto x = static_cast<double>(x_px_), y = static_cast<double>(Middle());
      pen_.AddStroke(x, y, x + static_cast<double>(pen_.Px(12)), y, series.color, 2);
      return;
    }
    // Points that are told apart by their size, too.
    const bool is_point = series.form == PlotSeries::Form::kPoints;
    AddDisc(x_px_ + pen_.Px(6), series.color, is_point ? std::clamp(series.width + 1, 4.0f, 13.0f) : 8);
  }

  const PlotPen& pen_;
  const float left_px_, right_px_;
  float x_px_, top_px_;
  int row_ = 0;
  bool is_row_empty_ = true;
};

}  // namespace

float AddPlotLegend(const PlotSpec& spec, const PixelBox& area, float top_px, const PlotPen& pen) {
  LegendWriter writer(area, top_px, pen);
  for (const PlotSeries& series : spec.series) {
    if (!series.name.empty() && !writer.AddName(series)) return writer.Height();
  }
  writer.AddColors(spec.color_scale);
  return writer.Height();
}

float AddColorRow(const PlotColorScale& scale, const PixelBox& area, float top_px, const PlotPen& pen) {
  LegendWriter writer(area, top_px, pen);
  writer.AddColors(scale);
  return writer.Height();
}

}  // namespace ringscope
