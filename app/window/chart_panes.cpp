#include "app/window/chart_panes.h"

#include <algorithm>

#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "renderer/gl/drawing.h"

namespace ringscope {
namespace {

// A rectangle of the window's framebuffer, whose rows are counted from below.
DrawTarget TargetOf(const PanelRect& rect, int framebuffer_height_px) {
  const int width = std::max(1, static_cast<int>(rect.width)),
            height = std::max(1, static_cast<int>(rect.height));
  return {0, static_cast<int>(rect.x), framebuffer_height_px - static_cast<int>(rect.y) - height, width,
          height};
}

}  // namespace

Result<ChartPanes> ChartPanes::Create(std::shared_ptr<const FontFace> font) {
  ChartPanes panes(ChartTools{std::move(font)});
  RINGSCOPE_ASSIGN(std::unique_ptr<Chart> first, MakeChart(*DefaultViewKind(), panes.tools_));
  panes.panes_.emplace_back().charts.emplace_back(DefaultViewKind(), std::move(first));
  return panes;
}

Chart* ChartPanes::ChartOf(Pane& pane, const ViewKind& kind) const {
  for (const auto& [known, chart] : pane.charts)
    if (known == &kind) return chart.get();
  auto made = MakeChart(kind, tools_);
  // Failure means out of memory, as the first chart could be made. Other charts go on.
  pane.charts.emplace_back(&kind, made ? std::move(*made) : nullptr);
  return pane.charts.back().second.get();
}

void ChartPanes::Update(const AppState& state, float scale, double now_s) {
  if (panes_.size() < state.panes.size()) panes_.resize(state.panes.size());
  for (size_t i = 0; i < panes_.size(); ++i) {
    const ViewState* view = ViewOfPane(state, i);
    panes_[i].shown = view == nullptr ? nullptr : ChartOf(panes_[i], view->kind());
    for (const auto& [kind, chart] : panes_[i].charts) {
      if (chart != nullptr && chart.get() != panes_[i].shown) chart->Forget();
    }
    if (panes_[i].shown != nullptr) panes_[i].shown->Update(state, i, scale, now_s);
  }
}

size_t ChartPanes::CountOf(const AppState& state, const WindowLayout& layout) const {
  return std::min({panes_.size(), state.panes.size(), layout.charts.size()});
}

void ChartPanes::DrawAhead(const AppState& state, const WindowLayout& layout, int framebuffer_height_px) {
  for (size_t i = 0; i < CountOf(state, layout); ++i) {
    if (Chart* shown = chart(i)) shown->DrawAhead(TargetOf(layout.charts[i], framebuffer_height_px));
  }
}

void ChartPanes::Draw(const AppState& state, const WindowLayout& layout, int framebuffer_height_px) {
  for (size_t i = 0; i < CountOf(state, layout); ++i) {
    if (Chart* shown = chart(i)) shown->Draw(TargetOf(layout.charts[i], framebuffer_height_px));
  }
}

Result<WritePicture> ChartPanes::TakePicture(size_t pane, const std::filesystem::path& path,
                                             const std::optional<PictureWords>& words) const {
  if (chart(pane) == nullptr) return Fail(ErrorCode::kInvalidArgument, "this chart has been closed");
  return chart(pane)->TakePicture(path, words);
}

std::vector<ChartMeasured> ChartPanes::Measured(const AppState& state) const {
  std::vector<ChartMeasured> measured(state.panes.size());
  for (size_t i = 0; i < std::min(measured.size(), panes_.size()); ++i) {
    if (Chart* shown = chart(i)) measured[i] = shown->Measured(state, i);
  }
  return measured;
}

bool ChartPanes::animating() const {
  return std::ranges::any_of(
      panes_, [](const Pane& pane) { return pane.shown != nullptr && pane.shown->animating(); });
}

std::optional<size_t> ChartPanes::PaneAtMouse(const AppState& state, const WindowLayout& layout) const {
  if (!mouse_inside_) return std::nullopt;
  const bool covered = std::ranges::any_of(
      covers_, [&](const PanelRect& cover) { return cover.contains(mouse_x_px_, mouse_y_px_); });
  if (covered) return std::nullopt;
  for (size_t i = 0; i < CountOf(state, layout); ++i) {
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
    clicked_here_ = false;
  } else if (std::holds_alternative<input::MouseLeave>(event)) {
    mouse_inside_ = false;
    pointer_moved_ = true;
  } else if (const auto* const button = std::get_if<input::MouseButton>(&event);
             std::holds_alternative<input::Wheel>(event) || (button != nullptr && button->down)) {
    mouse_inside_ = true;
  }
  if (const auto* modifiers = std::get_if<input::Modifiers>(&event)) ctrl_ = modifiers->ctrl;
  const std::optional<size_t> over = covered ? std::nullopt : PaneAtMouse(state, layout);
  Chart* const chart_over = over ? chart(*over) : nullptr;

  if (const auto* button = std::get_if<input::MouseButton>(&event)) {
    pointer_moved_ = true;
    clicked_here_ = true;
    const bool is_chart_button = button->button == 0 || button->button == 1;
    const auto which = button->button == 1 ? ringscope::MouseButton::kRight : ringscope::MouseButton::kLeft;
    if (button->down) {
      ++buttons_down_;
      pressed_pane_ = over;
      if (chart_over != nullptr && is_chart_button) chart_over->Press(which, PointIn(layout.charts[*over]));
      return false;
    }
    buttons_down_ = std::max(0, buttons_down_ - 1);
    if (!over || pressed_pane_ != over || !is_chart_button) return false;
    const ViewState* view = ViewOfPane(state, *over);
    if (chart_over == nullptr || view == nullptr) return false;
    if (*over != state.active_pane) actions.push_back(action::ActivatePane{*over});
    chart_over->Release(*view, which, PointIn(layout.charts[*over]), {mouse_x_px_, mouse_y_px_}, actions);
    return true;
  }
  if (const auto* wheel = std::get_if<input::Wheel>(&event); wheel != nullptr && chart_over != nullptr) {
    pointer_moved_ = true;
    if (*over != state.active_pane) actions.push_back(action::ActivatePane{*over});
    chart_over->Wheel(wheel->y, ctrl_, PointIn(layout.charts[*over]), actions);
  } else if (std::holds_alternative<input::MouseMove>(event) && pressed_pane_ &&
             *pressed_pane_ < CountOf(state, layout)) {
    Chart* const pressed = chart(*pressed_pane_);
    const ViewState* view = ViewOfPane(state, *pressed_pane_);
    if (pressed != nullptr && view != nullptr)
      pressed->Drag(*view, PointIn(layout.charts[*pressed_pane_]), actions);
  }
  return false;
}

bool ChartPanes::PointAt(const AppState& state, const WindowLayout& layout, bool covered,
                         std::vector<Action>& actions) {
  const bool moved = std::exchange(pointer_moved_, false);
  const std::optional<size_t> over = covered ? std::nullopt : PaneAtMouse(state, layout);
  const size_t before = actions.size();
  const size_t panes = CountOf(state, layout);
  for (size_t i = 0; i < panes; ++i) {
    std::optional<ChartPoint> point;
    if (over == i) point = PointIn(layout.charts[i]);
    if (chart(i) != nullptr) chart(i)->Hover(state, i, point, actions);
  }
  if (actions.size() != before) {
    pointer_moved_ = true;  // the context under the pointer is known after the next layout
    return true;
  }
  // The pane that the pointer left comes first, so that the action of the entered pane comes last.
  const auto look_up = [&](size_t i) {
    Pane& pane = panes_[i];
    const ViewState* view = ViewOfPane(state, i);
    if (view == nullptr || pane.shown == nullptr) return;
    const bool chart_moved = pane.pointed_layout != pane.shown->layouts() ||
                             pane.pointed_while_animating != pane.shown->animating();
    if (!moved && !chart_moved) return;
    pane.look_wanted = pane.look_wanted || moved;
    pane.pointed_layout = pane.shown->layouts();
    pane.pointed_while_animating = pane.shown->animating();
    const bool elsewhere = buttons_down_ > 0 && pressed_pane_ != i;
    std::optional<Pointed> pointed;
    // While segments move to their places no context is pointed at.
    if (over == i && !elsewhere && !pane.shown->animating() && std::exchange(pane.look_wanted, false))
      pointed = pane.shown->PointedAt(*view, PointIn(layout.charts[i]));
    if (pointed != view->pointed) actions.push_back(action::PointAt{pointed, i});
  };
  // The side panel keeps its contents while the pointer is on it.
  if (!covered && mouse_inside_ && layout.side_panel.contains(mouse_x_px_, mouse_y_px_)) return false;
  if (pointed_pane_ && *pointed_pane_ < panes && pointed_pane_ != over) look_up(*pointed_pane_);
  if (over) look_up(*over);
  pointed_pane_ = over;
  return actions.size() != before;
}

}  // namespace ringscope
