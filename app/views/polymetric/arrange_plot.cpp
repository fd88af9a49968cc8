#include <algorithm>
#include <cmath>
#include <utility>

#include "app/views/polymetric/arrangements.h"
#include "renderer/plot/value_axis.h"

namespace ringscope::polymetric {
namespace {

constexpr double kPlotWidth = 1200, kPlotHeight = 760, kMargin = 6;

// Of numbers beside axes: so high that they are drawn in small pictures too. They lie 30 apart.
constexpr double kTickHeight = 28;

// The values of one axis, on its scale.
struct PlotAxis {
  const MeasuredItems& measured;
  MeasureScale scale = MeasureScale::kLinear;
  double least = 0, most = 0;
  double side = 0, margin = 0;  // how long it is, and what of it lies before and behind all values

  [[nodiscard]] double ValueOf(uint32_t item) const { return ScaledValue(measured.values[item], scale); }
  void Take(uint32_t item) {
    least = std::min(least, ValueOf(item));
    most = std::max(most, ValueOf(item));
  }
  [[nodiscard]] double PartOf(double value) const {
    return most > least ? (value - least) / (most - least) : 0.5;
  }
  [[nodiscard]] double PlaceOf(double value) const { return margin + PartOf(value) * (side - 2 * margin); }
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
      // Boxes stand in the frame, not on its edge.
      const BoxSize size = parts_.SizeOf(k);
      across_.margin = std::max(across_.margin, size.width / 2 + kMargin);
      up_.margin = std::max(up_.margin, size.height / 2 + kMargin);
    }
    across_.side = kPlotWidth;
    up_.side = kPlotHeight;
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
      const double at = of.PlaceOf(ScaledValue(one.value, of.scale));
      // Too near to be read, or outside.
      if (part < 0 || part > 1 || at - last < (is_x ? 90 : 30)) continue;
      last = at;
      PlacedBox tick;
      tick.role = BoxRole::kTick;
      tick.label = one.text;
      if (is_x) {
        tick.place = {at, kPlotHeight + 2};
        tick.size = {0, 5};
        tick.label_place = {at - 45, kPlotHeight + 17 - kTickHeight / 2};
        tick.label_size = {90, kTickHeight};
      } else {
        tick.place = {-7, kPlotHeight - at};
        tick.size = {5, 0};
        tick.label_place = {-102, kPlotHeight - at - kTickHeight / 2};
        tick.label_size = {92, kTickHeight};
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
    right.label_place = {kPlotWidth - 300, kPlotHeight + 42};
    right.label_size = {300, kTickHeight};
    right.label_align = TextAlign::kRight;
    parts_.Add(std::move(right));
    PlacedBox top;
    top.role = BoxRole::kTick;
    top.place = {0, -22};
    top.label = up_.Title();
    top.label_place = {0, -kTickHeight};
    top.label_size = {300, kTickHeight};
    top.label_align = TextAlign::kLeft;
    parts_.Add(std::move(top));
  }

  [[nodiscard]] PlanePoint PlaceOf(uint32_t item) const {
    const BoxSize size = parts_.SizeOf(item);
    return {across_.PlaceOf(across_.ValueOf(item)) - size.width / 2,
            kPlotHeight - up_.PlaceOf(up_.ValueOf(item)) - size.height / 2};
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
