#include "app/views/rings/rings_input.h"

#include <cmath>

#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "app/views/rings/rings.h"

namespace ringscope {

std::optional<Pointed> PointedAt(const Cct& tree, const ArcBatch& batch, ChartPoint point) {
  if (batch.size() == 0) return std::nullopt;
  const ChartPlace place = PlaceFromChart(batch.spec, point);
  Pointed pointed;
  auto pick = PickContext(tree, batch, place);
  if (!pick) {
    pick = PickSelfGap(tree, batch, place);
    pointed.is_self_gap = true;
  }
  if (!pick) return std::nullopt;
  pointed.context = pick->context;
  if (pointed.is_self_gap) return pointed;
  if (pick->in_rest) {
    pointed.rest_parent = batch.context[pick->piece];
    pointed.rest = batch.rest_run(pick->piece);
  }
  if (const auto chain = batch.chain(pick->piece); !chain.empty()) {
    pointed.chain_head = chain.front();
    pointed.chain_contexts = static_cast<uint32_t>(chain.size());
  }
  return pointed;
}

namespace {

// The action of a click in a view with a detail. A clicked segment becomes the detail. The detail's own
// centre leads to its caller; its segment in the view, and the view's centre, lead back to one chart.
Action ClickBesideDetail(const Cct& tree, const ArcBatch& batch, const Pick& pick) {
  const Detail now = batch.spec.detail;
  if (pick.in_rest) {
    const ContextRange run = batch.rest_run(pick.piece);
    return action::ShowDetail{
        {now.place, run.size() == 1 ? ViewRoot{run.begin, {}} : ViewRoot{batch.context[pick.piece], run}}};
  }
  if (!batch.is_root(pick.piece)) {
    if (const size_t calls = batch.chain(pick.piece).size(); calls > 0)
      return action::OpenChain{batch.last_context(pick.piece), calls};
    if (now.root == ViewRoot{pick.context, {}}) return action::ShowDetail{};
    return action::ShowDetail{{now.place, {pick.context, {}}}};
  }
  const auto caller = batch.is_detail(pick.piece) ? CallerOf(tree, now.root) : std::nullopt;
  return caller ? action::ShowDetail{{now.place, *caller}} : action::ShowDetail{};
}

}  // namespace

std::optional<Action> ClickAction(const Cct& tree, const ArcBatch& batch, ChartPoint point) {
  if (batch.size() == 0) return std::nullopt;
  const auto pick = PickContext(tree, batch, PlaceFromChart(batch.spec, point));
  if (!pick) return std::nullopt;
  if (batch.part_count() > 1) return ClickBesideDetail(tree, batch, *pick);
  if (pick->in_rest) {
    const ContextRange run = batch.rest_run(pick->piece);
    // A rest of one context has nothing to share the circle with.
    if (run.size() == 1) return action::ZoomTo{run.begin};
    return action::OpenRest{{batch.context[pick->piece], run}};
  }
  if (pick->piece == 0) return action::LeaveCenter{};
  // A chain is opened by its last context, which it keeps if the centre moves into it.
  if (const size_t calls = batch.chain(pick->piece).size(); calls > 0)
    return action::OpenChain{batch.last_context(pick->piece), calls};
  return action::ZoomTo{pick->context};
}

void ChartInput::Drag(ChartPoint point) {
  if (!press_) return;
  const float distance = std::hypot(point.x_px - press_->start.x_px, point.y_px - press_->start.y_px);
  if (distance > kClickSlopPx) press_->moved = true;
}

void ChartInput::Press(MouseButton button, ChartPoint point) {
  press_ = PressInProgress{button, point, false};
}

void ChartInput::Release(const Cct& tree, const ArcBatch& batch, MouseButton button, ChartPoint point,
                         WindowPoint place, std::vector<Action>& actions) {
  if (!press_ || press_->button != button) return;
  const PressInProgress press = *press_;
  press_.reset();
  const float distance = std::hypot(point.x_px - press.start.x_px, point.y_px - press.start.y_px);
  if (press.moved || distance > kClickSlopPx) return;
  if (button == MouseButton::kLeft) {
    const float moved = std::hypot(point.x_px - last_click_.point.x_px, point.y_px - last_click_.point.y_px);
    if (now_s_ - last_click_.at_s < kDoubleClickS && moved <= kClickSlopPx) return;
    auto click = ClickAction(tree, batch, point);
    if (!click) return;
    actions.push_back(std::move(*click));
    last_click_ = {now_s_, point};
  } else if (button == MouseButton::kRight) {
    const auto pointed = PointedAt(tree, batch, point);
    actions.push_back(action::Select{pointed ? pointed->context : kNoContext});
    if (pointed) actions.push_back(action::OpenContextMenu{*pointed, place.x_px, place.y_px});
  }
}

void ChartInput::Enlarge(float steps, const Cct& tree, const ArcBatch& batch, ChartPoint point,
                         std::vector<Action>& actions) {
  constexpr float kStep = 1.3f, kMostZoom = 12;
  // A piece of this part of the circle is large enough: further turns make it the centre.
  constexpr float kLargeTurns = 0.5f, kLargeZoom = 2;
  if (steps == 0) return;
  actions.push_back(action::TellWheel{});
  if (batch.is_treemap() && steps > 0) {
    wheel_rest_ = std::max(wheel_rest_, 0.0f) + steps;
    const auto at = PickContext(tree, batch, PlaceFromChart(batch.spec, point));
    if (wheel_rest_ < 1 || !at) return;
    wheel_rest_ = 0;
    uint32_t box = at->piece;  // becomes the callee of the centre at the point
    while (batch.layer[box] > 1) box = batch.caller_piece[box];
    if (box != 0 && !batch.is_rest(box)) actions.push_back(action::ZoomTo{batch.last_context(box)});
    return;
  }
  const auto lens = StrongerLensAt(batch, point, std::pow(kStep, steps));
  if (steps < 0 && !batch.spec.lens) {
    wheel_rest_ = std::min(wheel_rest_, 0.0f) + steps;
    if (wheel_rest_ > -1) return;
    wheel_rest_ = 0;
    actions.push_back(batch.part_count() > 1 ? Action(action::ShowDetail{}) : action::LeaveCenter{});
    return;
  }
  const auto pick = PickContext(tree, batch, PlaceFromChart(batch.spec, point));
  const float zoom = lens ? lens->angular_zoom : 1;
  const bool is_large = pick && zoom > kLargeZoom && batch.sweep_turns[pick->piece] >= kLargeTurns;
  if (steps > 0 && pick && !batch.is_root(pick->piece) && (is_large || zoom > kMostZoom)) {
    if (batch.part_count() > 1) {
      actions.push_back(action::ShowDetail{{batch.spec.detail.place, {pick->context, {}}}});
    } else {
      actions.push_back(action::ZoomTo{pick->context});
    }
  } else if (lens || steps < 0) {
    actions.push_back(action::Enlarge{zoom > kMostZoom ? batch.spec.lens : lens});
  }
}

void ChartInput::Wheel(float steps, const ArcBatch& batch, ChartPoint point, std::vector<Action>& actions) {
  if (steps * wheel_rest_ < 0) wheel_rest_ = 0;
  wheel_rest_ += steps;
  const int whole = static_cast<int>(std::trunc(wheel_rest_));
  if (whole == 0) return;
  wheel_rest_ -= static_cast<float>(whole);
  // Away from the user zooms towards the centre: fewer, thicker layers.
  actions.push_back(action::ChangeDepth{-whole, HeldEdgesAt(batch, point)});
  actions.push_back(action::TellWheel{});
}

}  // namespace ringscope
