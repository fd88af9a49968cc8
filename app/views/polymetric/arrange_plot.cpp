#include <algorithm>
#include <cmath>
#include <utility>

#include "app/views/polymetric/arrangements.h"
#include "renderer/plot/value_axis.h"

namespace ringscope::polymetric {
namespace {

constexpr double kPlotWidth = 1200, kPlotHeight = 760;

// The values of one axis, on its scale.
struct PlotAxis {
  const MeasuredItems& measured;
  MeasureScale scale = MeasureScale::kLinear;
  double least = 0, most = 0;

  [[nodiscard]] double ValueOf(uint32_t item) const { return ScaledValue(measured.values[item], scale); }
  void Take(uint32_t item) {
    least = std::min(least, ValueOf(item));
    most = std::max(most, ValueOf(item));
  }
  [[nodiscard]] double PartOf(double value) const {
    return most > least ? (value - least) / (most - least) : 0.5;
  }
  [[nodiscard]] std::string Title() const {
    return measured.title +
           (scale == MeasureScale::kLinear ? "" : ", " + std::string(WordOf(kMeasureScaleWords, scale)));
  }
};

class PolymetricPlot {
 public:
  explicit PolymetricPlot(LayoutParts& parts)
      : parts_(parts),
        across_{parts.found().x, parts.found().spec.x.value_or(BoxMeasure{}).scale},
        up_{parts.found().y, parts.found().spec.y.value_or(BoxMeasure{}).scale} {}

  void Arrange() {
    for (uint32_t k = 0; k < parts_.found().items.size(); ++k) {
      if (!std::isfinite(across_.measured.values[k]) || !std::isfinite(up_.measured.values[k])) continue;
      order_.push_back(k);
      across_.Take(k);
      up_.Take(k);
    }
    AddFrame();
    AddTicks(across_, true);
    AddTicks(up_, false);
    AddTitles();
    // Small ones over large ones.
    std::stable_sort(order_.begin(), order_.end(), [&](uint32_t a, uint32_t b) {
      return parts_.SizeOf(a).width * parts_.SizeOf(a).height >
             parts_.SizeOf(b).width * parts_.SizeOf(b).height;
    });
    AddItems();
    parts_.AddSummariesBelow();
  }

 private:
  void AddFrame() {
    PlacedBox frame;
    frame.role = BoxRole::kFrame;
    frame.size = {kPlotWidth, kPlotHeight};
    parts_.Add(std::move(frame));
  }

  // Where an axis has numbers, as far as there is room between them.
  void AddTicks(const PlotAxis& of, bool is_x) {
    if (!(of.most > of.least)) return;
    AxisRange range{0, 0, of.scale == MeasureScale::kLog ? AxisScale::kSymmetricLog : AxisScale::kLinear,
                    static_cast<double>(of.measured.scale)};
    for (const double value : of.measured.values) {
      if (!std::isfinite(value)) continue;
      range.low = std::min(range.low, value);
      range.high = std::max(range.high, value);
    }
    const ValueAxis axis =
        AxisWithin(range, is_x ? 10 : 12,
                   {.name = of.measured.title, .unit = of.measured.unit, .scale = of.measured.scale});
    double last = -1e9;
    for (const AxisTick& one : axis.ticks) {
      const double part = of.PartOf(ScaledValue(one.value, of.scale));
      const double at = part * (is_x ? kPlotWidth : kPlotHeight);
      // Too near to be read, or outside.
      if (part < 0 || part > 1 || at - last < (is_x ? 90 : 30)) continue;
      last = at;
      PlacedBox tick;
      tick.role = BoxRole::kTick;
      tick.label = one.text;
      if (is_x) {
        tick.place = {at, kPlotHeight + 2};
        tick.size = {0, 5};
        tick.label_place = {at - 45, kPlotHeight + 9};
        tick.label_size = {90, 16};
      } else {
        tick.place = {-7, kPlotHeight - at};
        tick.size = {5, 0};
        tick.label_place = {-102, kPlotHeight - at - 8};
        tick.label_size = {92, 16};
        tick.label_align = TextAlign::kRight;
      }
      parts_.Add(std::move(tick));
    }
  }

  void AddTitles() {
    PlacedBox right;
    right.role = BoxRole::kTick;
    right.place = {kPlotWidth, kPlotHeight + 28};
    right.label = across_.Title();
    right.label_place = {kPlotWidth - 300, kPlotHeight + 28};
    right.label_size = {300, 18};
    right.label_align = TextAlign::kRight;
    parts_.Add(std::move(right));
    PlacedBox top;
    top.role = BoxRole::kTick;
    top.place = {0, -22};
    top.label = up_.Title();
    top.label_place = {0, -24};
    top.label_size = {300, 18};
    top.label_align = TextAlign::kLeft;
    parts_.Add(std::move(top));
  }

  [[nodiscard]] PlanePoint PlaceOf(uint32_t item) const {
    const BoxSize size = parts_.SizeOf(item);
    return {across_.PartOf(across_.ValueOf(item)) * kPlotWidth - size.width / 2,
            (1 - up_.PartOf(up_.ValueOf(item))) * kPlotHeight - size.height / 2};
  }

  // More for what is far out on both axes.
  [[nodiscard]] double WorthOf(uint32_t item) const {
    return across_.PartOf(across_.ValueOf(item)) * std::abs(up_.PartOf(up_.ValueOf(item)) - up_.PartOf(0));
  }

  void AddItems() {
    for (const uint32_t k : order_) parts_.AddItem(k, PlaceOf(k), parts_.NameOf(k, true), {}, WorthOf(k));
  }

  LayoutParts& parts_;
  PlotAxis across_, up_;
  std::vector<uint32_t> order_;  // items that have a place
};

}  // namespace

void ArrangePlot(LayoutParts& parts) { PolymetricPlot(parts).Arrange(); }

}  // namespace ringscope::polymetric
