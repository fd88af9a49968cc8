#include <algorithm>
#include <cmath>

#include "app/charts/diagram/diagram.h"
#include "app/charts/diagram/diagram_chart.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"

// The pointer's events on a chart of boxes.
namespace ringscope {
namespace {

constexpr double kDoubleClickSeconds = 0.35;
constexpr float kClickSlopPx = 4;
constexpr double kWheelFactor = 1.2;
constexpr double kBorderPx = 5;
constexpr float kEnlargedMarginPx = 120;

float DistanceBetween(ChartPoint a, ChartPoint b) { return std::hypot(a.x_px - b.x_px, a.y_px - b.y_px); }

}  // namespace

void DiagramChart::Press(MouseButton button, ChartPoint point) {
  press_ = PressInProgress{button, point, point, false};
  if (button == MouseButton::kLeft && OnOverview(point)) GripOverview(point);
}

void DiagramChart::GripOverview(ChartPoint point) {
  const PlanePoint view = ViewPoint(point), at = overview_->PlaneAt(view.x, view.y);
  const bool on_frame = camera_.Seen().Holds({at.x, at.y, at.x, at.y});
  // A press beside the frame moves the frame's middle to the pointer.
  press_->grip = on_frame ? PlanePoint{camera_.center.x - at.x, camera_.center.y - at.y} : PlanePoint{};
  MoveInOverview(point);
}

void DiagramChart::MoveInOverview(ChartPoint point) {
  const PlanePoint view = ViewPoint(point), at = overview_->PlaneAt(view.x, view.y);
  camera_.center = {at.x + press_->grip->x, at.y + press_->grip->y};
  is_placed_ = is_fitted_ = false;
  StopMoving();
}

void DiagramChart::Drag(const ViewState&, ChartPoint point, std::vector<Action>& actions) {
  if (!press_) return;
  if (press_->grip) {
    if (overview_) MoveInOverview(point);
    ShareCamera(actions);
    return;
  }
  if (DistanceBetween(point, press_->start) > kClickSlopPx) press_->moved = true;
  if (press_->moved && press_->button == MouseButton::kLeft) {
    // Whole pixels, so that the drawn layer of boxes can be copied at an offset.
    const float right_px = std::round(point.x_px - press_->last.x_px),
                down_px = std::round(point.y_px - press_->last.y_px);
    camera_ = Panned(camera_, right_px, down_px);
    press_->last.x_px += right_px;
    press_->last.y_px += down_px;
    is_placed_ = is_fitted_ = false;
    StopMoving();
    ShareCamera(actions);
  }
}

void DiagramChart::Release(const ViewState& view, MouseButton button, ChartPoint point, WindowPoint place,
                           std::vector<Action>& actions) {
  if (!press_ || press_->button != button) return;
  const PressInProgress press = *press_;
  press_.reset();
  if (press.grip) ShareCamera(actions);
  if (press.moved || press.grip) return;
  const std::optional<uint32_t> box = BoxAt(point);
  const std::vector<uint32_t> crowd = PixelAt(point);
  if (button == MouseButton::kRight) {
    if (box && crowd.empty()) OpenMenu(view, *box, place, actions);
    return;
  }
  if (!crowd.empty()) {
    Enlarge(crowd);
    ShareCamera(actions);
    return;
  }
  const bool is_double =
      now_s_ - last_click_s_ < kDoubleClickSeconds && DistanceBetween(point, last_click_) <= kClickSlopPx;
  last_click_s_ = is_double ? -1 : now_s_;
  last_click_ = point;
  if (is_double && !box) {
    FitAll();
    ShareCamera(actions);
    return;
  }
  // Borders take at most half of each side: the other half is the inside.
  const auto is_at_edge = [&](double at, double low, double high) {
    const double edge = std::min(kBorderPx * static_cast<double>(scale_), (high - low) / 4);
    return std::min(at - low, high - at) <= edge;
  };
  bool on_border = false;
  if (box) {
    const ShapeRect& rect = batch_.rects[*box];
    const PlanePoint at = ViewPoint(point);
    on_border = is_at_edge(at.x, camera_.ViewX(rect.x), camera_.ViewX(rect.x + rect.width)) ||
                is_at_edge(at.y, camera_.ViewY(rect.y), camera_.ViewY(rect.y + rect.height));
  }
  Click(view, box, on_border, actions);
}

void DiagramChart::OpenMenu(const ViewState&, uint32_t box, WindowPoint place, std::vector<Action>& actions) {
  const ContextId context = scene_.diagram.boxes[box].context;
  if (context == kNoContext) return;
  actions.push_back(action::Select{context});
  actions.push_back(action::OpenContextMenu{Pointed{.context = context}, place.x_px, place.y_px});
}

void DiagramChart::Wheel(float steps, bool, ChartPoint point, std::vector<Action>& actions) {
  const double factor = std::pow(kWheelFactor, steps);
  const PlanePoint at = ViewPoint(point);
  camera_ = Zoomed(camera_, at.x, at.y, factor);
  is_placed_ = is_fitted_ = false;
  StopMoving();
  ShareCamera(actions);
}

void DiagramChart::Hover(const AppState& state, size_t pane, std::optional<ChartPoint> point,
                         std::vector<Action>& actions) {
  if (!point) {
    hovered_.reset();
    pixel_.clear();
  }
  const std::optional<uint32_t> box = point && !press_ ? BoxAt(*point) : std::nullopt;
  const DiagramBox* const on = box ? &scene_.diagram.boxes[*box] : nullptr;
  const std::optional<uint64_t> key = on != nullptr ? std::optional(on->key) : std::nullopt;
  if (key == told_ || (!told_ && state.panes.size() < 2)) return;
  told_ = key;
  actions.push_back(diagram::PointAtBox{pane, key, on != nullptr ? on->function : kNoFunction});
}

std::vector<uint32_t> DiagramChart::PixelAt(ChartPoint point) const {
  const std::optional<uint32_t> box = BoxAt(point);
  if (!box) return {};
  const ShapeRect& rect = batch_.rects[*box];
  if (rect.width * camera_.px_per_unit >= 1 || rect.height * camera_.px_per_unit >= 1) return {};
  const PlanePoint at = ViewPoint(point);
  std::vector<uint32_t> boxes = RectsOfPixel(batch_, index_, camera_, at.x, at.y);
  if (boxes.size() < 2) boxes.clear();
  return boxes;
}

void DiagramChart::Enlarge(const std::vector<uint32_t>& boxes) {
  PlaneBox bounds;
  for (const uint32_t box : boxes) {
    const ShapeRect& rect = batch_.rects[box];
    bounds.Add({rect.x, rect.y, rect.x + rect.width, rect.y + rect.height});
  }
  const double most = scale_;
  camera_ = CameraToFit(bounds, camera_.width_px, camera_.height_px, kEnlargedMarginPx * scale_);
  if (camera_.px_per_unit > most) camera_.px_per_unit = most;
  is_placed_ = is_fitted_ = false;
}

std::optional<Pointed> DiagramChart::PointedAt(const ViewState&, ChartPoint point) const {
  pixel_ = PixelAt(point);
  hovered_ = pixel_.empty() ? BoxAt(point) : std::nullopt;
  if (!hovered_ || scene_.diagram.boxes[*hovered_].context == kNoContext) return std::nullopt;
  return Pointed{.context = scene_.diagram.boxes[*hovered_].context};
}

}  // namespace ringscope
