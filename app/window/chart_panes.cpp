#include "app/window/chart_panes.h"

#include <algorithm>
#include <utility>

namespace ringscope {

Result<ChartPanes> ChartPanes::Create(std::shared_ptr<const FontFace> font) {
  ChartRendererOptions options;
  options.font = font;
  RINGSCOPE_ASSIGN(ChartRenderer renderer, ChartRenderer::Create(options));
  return ChartPanes(std::move(renderer), std::move(font));
}

ChartPanes::ChartPanes(ChartRenderer renderer, std::shared_ptr<const FontFace> font)
    : font_(std::move(font)) {
  panes_.push_back({ChartView(std::move(renderer), font_), {}, 0, false});
}

void ChartPanes::Update(const AppState& state, float scale, double now_s) {
  while (panes_.size() < state.panes.size()) {
    ChartRendererOptions options;
    options.font = font_;
    auto renderer = ChartRenderer::Create(options);
    if (!renderer) break;  // the first one could be made: out of memory; the others still show
    panes_.push_back({ChartView(std::move(*renderer), font_), {}, 0, false});
  }
  // Charts of panes that were closed keep their programs but forget what they showed.
  for (size_t i = 0; i < panes_.size(); ++i) panes_[i].chart.Update(state, i, scale, now_s);
}

void ChartPanes::Draw(const AppState& state, const WindowLayout& layout, int framebuffer_height_px) {
  for (size_t i = 0; i < std::min({panes_.size(), state.panes.size(), layout.charts.size()}); ++i) {
    panes_[i].chart.Draw(layout.charts[i], framebuffer_height_px);
  }
}

Result<WritePicture> ChartPanes::TakePicture(size_t pane, const std::filesystem::path& path) const {
  if (pane >= panes_.size()) return Fail(ErrorCode::kInvalidArgument, "this chart is not shown any more");
  return panes_[pane].chart.TakePicture(path);
}

std::vector<PaneMeasure> ChartPanes::Measure(const AppState& state) {
  std::vector<PaneMeasure> measures(state.panes.size());
  for (size_t i = 0; i < std::min(measures.size(), panes_.size()); ++i) {
    ChartView& chart = panes_[i].chart;
    if (chart.batch() != nullptr) measures[i] = {chart.batch()->layer_count(), chart.CostsOfLegend()};
  }
  return measures;
}

bool ChartPanes::animating() const {
  return std::any_of(panes_.begin(), panes_.end(), [](const Pane& pane) { return pane.chart.animating(); });
}

std::optional<size_t> ChartPanes::PaneAtMouse(const AppState& state, const WindowLayout& layout) const {
  if (!mouse_inside_) return std::nullopt;
  const bool covered = std::any_of(covers_.begin(), covers_.end(), [&](const PanelRect& cover) {
    return cover.contains(mouse_x_px_, mouse_y_px_);
  });
  if (covered) return std::nullopt;
  for (size_t i = 0; i < std::min({panes_.size(), state.panes.size(), layout.charts.size()}); ++i) {
    if (layout.charts[i].contains(mouse_x_px_, mouse_y_px_)) return i;
  }
  return std::nullopt;
}

ChartPoint ChartPanes::PointIn(const PanelRect& rect) const {
  return {mouse_x_px_ - (rect.x + rect.width / 2), mouse_y_px_ - (rect.y + rect.height / 2)};
}

bool ChartPanes::TakeInput(const InputEvent& event, const AppState& state, const WindowLayout& layout,
                           bool covered, std::vector<Action>& actions) {
  if (const auto* move = std::get_if<input::MouseMove>(&event)) {
    mouse_x_px_ = move->x_px;
    mouse_y_px_ = move->y_px;
    mouse_inside_ = true;
    pointer_moved_ = true;
  } else if (std::holds_alternative<input::MouseLeave>(event)) {
    mouse_inside_ = false;
    pointer_moved_ = true;
  }
  const std::optional<size_t> over = covered ? std::nullopt : PaneAtMouse(state, layout);
  const auto view_of = [&](size_t pane) { return FindView(state, state.panes[pane].view); };

  if (const auto* button = std::get_if<input::MouseButton>(&event)) {
    pointer_moved_ = true;
    const bool is_chart_button = button->button == 0 || button->button == 1;
    const auto which = button->button == 1 ? ringscope::MouseButton::kRight : ringscope::MouseButton::kLeft;
    if (button->down) {
      ++buttons_down_;
      pressed_pane_ = over;
      if (over && is_chart_button) panes_[*over].input.Press(which, PointIn(layout.charts[*over]));
      return false;
    }
    buttons_down_ = std::max(0, buttons_down_ - 1);
    if (!over || pressed_pane_ != over || !is_chart_button) return false;
    const ArcBatch* batch = panes_[*over].chart.batch();
    const ViewState* view = view_of(*over);
    if (batch == nullptr || view == nullptr) return false;
    if (*over != state.active_pane) actions.push_back(action::ActivatePane{*over});
    panes_[*over].input.Release(view->tree(), *batch, which, PointIn(layout.charts[*over]),
                                {mouse_x_px_, mouse_y_px_}, actions);
    return true;
  }
  if (const auto* wheel = std::get_if<input::Wheel>(&event); wheel != nullptr && over) {
    pointer_moved_ = true;
    if (*over != state.active_pane) actions.push_back(action::ActivatePane{*over});
    panes_[*over].input.Wheel(wheel->y, actions);
  } else if (std::holds_alternative<input::MouseMove>(event) && pressed_pane_ &&
             *pressed_pane_ < std::min(state.panes.size(), layout.charts.size())) {
    // Only for how far a press has moved; what is pointed at is found once a frame.
    std::vector<Action> ignored;
    const ArcBatch* batch = panes_[*pressed_pane_].chart.batch();
    const ViewState* view = view_of(*pressed_pane_);
    if (batch != nullptr && view != nullptr) {
      panes_[*pressed_pane_].input.Move(view->tree(), *batch, PointIn(layout.charts[*pressed_pane_]),
                                        std::nullopt, ignored);
    }
  }
  return false;
}

// The lens goes where the pointer goes; over no chart there is none.
void ChartPanes::MoveLens(const AppState& state, const WindowLayout& layout, std::optional<size_t> over,
                          std::vector<Action>& actions) const {
  if (!state.lens_on) return;
  for (size_t i = 0; i < std::min({panes_.size(), state.panes.size(), layout.charts.size()}); ++i) {
    const ArcBatch* batch = panes_[i].chart.batch();
    std::optional<Lens> lens;
    if (over == i && batch != nullptr) lens = LensAt(*batch, PointIn(layout.charts[i]));
    if (lens != state.panes[i].lens) actions.push_back(action::MoveLens{i, lens});
  }
}

bool ChartPanes::PointAt(const AppState& state, const WindowLayout& layout, bool covered,
                         std::vector<Action>& actions) {
  const bool moved = std::exchange(pointer_moved_, false);
  const std::optional<size_t> over = covered ? std::nullopt : PaneAtMouse(state, layout);
  const size_t before = actions.size();
  MoveLens(state, layout, over, actions);
  if (actions.size() != before) {
    pointer_moved_ = true;  // what lies under the pointer is known after the next layout
    return true;
  }
  // The pane that was left forgets first, so that the one that was entered has the last word.
  const auto look_up = [&](size_t i) {
    Pane& pane = panes_[i];
    const ArcBatch* batch = pane.chart.batch();
    const ViewState* view = FindView(state, state.panes[i].view);
    if (view == nullptr || batch == nullptr) return;
    const bool chart_moved = pane.pointed_layout != pane.chart.counters().layouts ||
                             pane.pointed_while_animating != pane.chart.animating();
    if (!moved && !chart_moved) return;
    pane.look_wanted = pane.look_wanted || moved;
    pane.pointed_layout = pane.chart.counters().layouts;
    pane.pointed_while_animating = pane.chart.animating();
    const bool elsewhere = buttons_down_ > 0 && pressed_pane_ != i;
    std::optional<ChartPoint> point;
    // Arcs on their way are not where the layout has them: nothing is pointed at until they have arrived.
    if (over == i && !elsewhere && !pane.chart.animating() && std::exchange(pane.look_wanted, false))
      point = PointIn(layout.charts[i]);
    std::vector<Action> pointed;
    pane.input.Move(view->tree(), *batch, point, view->pointed, pointed);
    for (const Action& action : pointed) {
      if (const auto* point_at = action.As<action::PointAt>()) {
        actions.push_back(action::PointAt{point_at->pointed, i});
      } else {
        actions.push_back(action);
      }
    }
  };
  const size_t panes = std::min({panes_.size(), state.panes.size(), layout.charts.size()});
  if (pointed_pane_ && *pointed_pane_ < panes && pointed_pane_ != over) look_up(*pointed_pane_);
  if (over) look_up(*over);
  pointed_pane_ = over;
  return actions.size() != before;
}

}  // namespace ringscope
