#include "app/views/threads/threads_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/tables/tables.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/view/shell.h"
#include "app/view/timeline/timeline.h"
#include "app/views/threads/threads.h"
#include "app/widgets/imgui_input.h"
#include "app/widgets/popup.h"
#include "app/widgets/widgets.h"
#include "cct/base/text/number_text.h"

namespace ringscope::threads {
namespace {

constexpr float kLeastDrag = 3;  // a shorter move of the pointer is a click

struct Panel {
  const ThreadsModel& model;
  const LaidThreads& laid;
  size_t pane;
  const PanelRect& rect;
  ThreadsUi& ui;
  const PanelContext& ctx;

  [[nodiscard]] uint64_t span_ns() const { return model.lanes->lanes.span_ns; }

  void Look(const TimeRange& window, size_t first_row) const {
    const auto most = model.rows.size() - std::min(laid.shown, model.rows.size());
    const auto row = static_cast<uint32_t>(std::min(first_row, most));
    if (window == model.place.window && row == model.place.first_row) return;
    ctx.Emit(action::ActivatePane{pane});
    ctx.Emit(LookAt{window, row});
  }

  void Scroll(float steps) const {
    const float row = static_cast<float>(laid.first_row) - steps * 2;
    Look(model.place.window, static_cast<size_t>(std::max(0.0f, std::round(row))));
  }

  void Zoom(float steps, float x_px) const {
    const double factor = std::pow(0.85, static_cast<double>(steps)), at = laid.TimeAt(x_px);
    const auto from = static_cast<double>(laid.window.from_ns),
               until = static_cast<double>(laid.window.until_ns);
    // RangeOf() limits the window to all of the time.
    Look(RangeOf(at - (at - from) * factor, at + (until - at) * factor, span_ns()), laid.first_row);
  }

  // Counts from the start of the drag, so that rounding errors do not add up.
  void Move(float right_px, float down_px) const {
    const double ns_per_px = static_cast<double>(ui.window.length_ns()) /
                             static_cast<double>(std::max(laid.lanes.right_px - laid.lanes.left_px, 1.0f));
    const double by = static_cast<double>(right_px) * ns_per_px;
    const auto length = static_cast<double>(ui.window.length_ns());
    const double from = std::max(0.0, static_cast<double>(ui.window.from_ns) - by);
    const float rows = std::round(static_cast<float>(ui.first_row) - down_px / std::max(laid.lane_px, 1.0f));
    Look(RangeOf(from, from + length, span_ns()), static_cast<size_t>(std::max(rows, 0.0f)));
  }

  // The range between two points, with ends as round as pixels allow.
  [[nodiscard]] std::optional<TimeRange> RangeBetweenPixels(float from_px, float to_px) const {
    const auto span = static_cast<double>(span_ns());
    const auto share = [&](float x) {
      return std::clamp(laid.TimeAt(std::clamp(x, laid.lanes.left_px, laid.lanes.right_px)) / span, 0.0, 1.0);
    };
    const double whole_px = static_cast<double>(laid.lanes.right_px - laid.lanes.left_px) * span /
                            static_cast<double>(laid.window.length_ns());
    return RangeBetween(span_ns(), share(from_px), share(to_px), static_cast<float>(whole_px));
  }

  void Choose(const LaneRow& row) const {
    ctx.Emit(action::ActivatePane{pane});
    if (row.subject.context != kNoContext)
      ctx.Emit(action::Select{row.subject.context});
    else if (!row.subject.group.empty())
      ctx.Emit(action::ChooseGroup{row.subject.group});
  }

  void Menu(const LaneRow& row) const {
    if (row.subject.empty()) return;
    ctx.Emit(action::ActivatePane{pane});
    OpenMenu(ctx, ImGui::GetIO().MousePos,
             {.on = row.subject, .name = row.subject.group.empty() ? std::string() : row.name});
  }

  void Names() const {
    for (size_t k = laid.first_row; k < laid.first_row + laid.shown; ++k) {
      const LaneRow& row = model.rows[k];
      const auto area = ClickableArea(
          ctx, fmt::format("threads/lane/{}", k), {rect.x + laid.names.left_px, rect.y + laid.TopOf(k)},
          {std::max(laid.names.right_px - laid.names.left_px, 1.0f), std::max(laid.lane_px, 1.0f)});
      if (area.clicked) Choose(row);
      if (!area.hovered) continue;
      DrawReadout(LaneLines(model, row), ImGui::GetIO().MousePos, rect, ctx);
      if (!row.subject.empty()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      if (ImGui::IsMouseReleased(ImGuiMouseButton_Right)) Menu(row);
      if (const float wheel = ImGui::GetIO().MouseWheel; wheel != 0) Scroll(wheel);
    }
  }

  void DrawDragged(float x) const {
    const float left =
        std::clamp(std::min(x, ui.from_x_px) - rect.x, laid.lanes.left_px, laid.lanes.right_px);
    const float right =
        std::clamp(std::max(x, ui.from_x_px) - rect.x, laid.lanes.left_px, laid.lanes.right_px);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float top = rect.y + laid.axis.top_px;
    const float bottom = rect.y + laid.lanes.top_px + static_cast<float>(laid.shown) * laid.lane_px;
    const ImU32 accent = ctx.colors().accent;
    list.AddRectFilled({rect.x + left, top}, {rect.x + right, bottom},
                       (accent & ~IM_COL32_A_MASK) | ImU32{50} << IM_COL32_A_SHIFT);
    for (const float edge : {left, right})
      list.AddLine({rect.x + edge, top}, {rect.x + edge, bottom}, accent);
    const TimeRange range = RangeBetweenPixels(left, right).value_or(TimeRange{});
    const uint64_t end_ns = std::min(range.end_ns, span_ns());
    const std::array<std::string, 2> lines{
        FormatTimeRange(range), ValueText(end_ns > range.begin_ns ? end_ns - range.begin_ns : 0, "ns", 1)};
    DrawReadout(lines, {x, ImGui::GetIO().MousePos.y}, rect, ctx);
  }

  void BeginDrag(ImVec2 at, bool moves) const {
    ui.drag = moves ? ThreadsUi::Drag::kMove : ThreadsUi::Drag::kChoose;
    ui.moved = false;
    ui.from_x_px = at.x;
    ui.from_y_px = at.y;
    ui.window = laid.window;
    ui.first_row = laid.first_row;
  }

  // A press without a move chooses the thread.
  void EndDrag(ImVec2 at) const {
    const ThreadsUi::Drag drag = std::exchange(ui.drag, ThreadsUi::Drag::kNone);
    if (!ui.moved && drag != ThreadsUi::Drag::kNone) {
      if (const auto row = laid.RowAt(at.y - rect.y)) Choose(model.rows[*row]);
    }
    if (!ui.moved || drag != ThreadsUi::Drag::kChoose) return;
    const auto range = RangeBetweenPixels(ui.from_x_px - rect.x, at.x - rect.x);
    ctx.Emit(action::ActivatePane{pane});
    if (range != model.chosen) ctx.Emit(action::SetTimeRange{range});
  }

  void Hover(ImVec2 at) const {
    const float x = at.x - rect.x, y = at.y - rect.y;
    const float bottom = laid.lanes.top_px + static_cast<float>(laid.shown) * laid.lane_px;
    ImGui::GetWindowDrawList()->AddLine({std::floor(at.x) + 0.5f, rect.y + laid.lanes.top_px},
                                        {std::floor(at.x) + 0.5f, rect.y + bottom}, ctx.colors().text_faint);
    const auto row = laid.RowAt(y);
    const auto slice = SliceAt(model, laid.TimeAt(x));
    if (!row || !slice) return;
    DrawReadout(SliceLines(model, model.rows[*row], *slice), at, rect, ctx);
    const auto top = TopOf(model, model.rows[*row], *slice);
    // The function lights up in the charts beside.
    if (top && !model.slices->wanted.by_state && model.slices->wanted.mode == ColorMode::kFunction)
      ctx.PointAt(FunctionQuery(model.lanes->tree->frames()[*top]));
  }

  void Lanes() const {
    const float height = std::max(laid.lanes.bottom_px - laid.axis.top_px, 1.0f);
    ImGui::SetCursorScreenPos({rect.x + laid.lanes.left_px, rect.y + laid.axis.top_px});
    ImGui::InvisibleButton("lanes", {std::max(laid.lanes.right_px - laid.lanes.left_px, 1.0f), height},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle);
    ctx.Mark("threads/lanes");
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 at = io.MousePos;
    if (ui.drag != ThreadsUi::Drag::kNone) ClaimEscape();
    if (ImGui::IsItemActivated()) BeginDrag(at, !io.KeyShift && !ImGui::IsMouseDown(ImGuiMouseButton_Middle));
    if (EscapePressed()) ui.drag = ThreadsUi::Drag::kNone;
    if (ui.drag != ThreadsUi::Drag::kNone) {
      const float right = at.x - ui.from_x_px, down = at.y - ui.from_y_px;
      ui.moved |= std::max(std::abs(right), std::abs(down)) >= ctx.Px(kLeastDrag);
      if (ui.drag == ThreadsUi::Drag::kMove && ui.moved) Move(right, down);
      if (!ImGui::IsItemActive()) {
        EndDrag(at);
      } else if (ui.drag == ThreadsUi::Drag::kChoose && ui.moved) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        DrawDragged(at.x);
        return;
      }
    }
    if (!ImGui::IsItemHovered()) return;
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && model.chosen) {
      ui.drag = ThreadsUi::Drag::kNone;
      ctx.Emit(action::SetTimeRange{});
    }
    if (io.MouseWheel != 0 && io.KeyShift)
      Scroll(io.MouseWheel);
    else if (io.MouseWheel != 0)
      Zoom(io.MouseWheel, at.x - rect.x);
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Right)) {
      if (const auto row = laid.RowAt(at.y - rect.y)) Menu(model.rows[*row]);
    }
    Hover(at);
  }

  // Draws which lanes are visible, if not all have room.
  void ScrollBar() const {
    if (laid.shown >= model.rows.size()) return;
    const float height = static_cast<float>(laid.shown) * laid.lane_px, width = std::round(ctx.Px(5));
    const auto all = static_cast<float>(model.rows.size());
    const float top = rect.y + laid.lanes.top_px + height * static_cast<float>(laid.first_row) / all;
    const float x = rect.x + laid.lanes.right_px + ctx.Px(2);
    ImGui::GetWindowDrawList()->AddRectFilled(
        {x, top}, {x + width, top + height * static_cast<float>(laid.shown) / all}, ctx.colors().text_faint,
        width / 2);
    ctx.MarkRect("threads/scroll", {x, top, width, height});
  }
};

}  // namespace

void DrawThreadsPanel(const ThreadsModel& model, const LaidThreads& laid, size_t pane, const PanelRect& rect,
                      ThreadsUi& ui, const ThreadsPane& room, const PanelContext& ctx) {
  if (DrawMissing(ctx, "threads", pane, rect, model.missing)) return;
  BeginArea(ctx, fmt::format("##threads{}", pane).c_str(), rect, IM_COL32_BLACK_TRANS, {0, 0});
  if (laid.shown > 0) {
    const Panel panel{model, laid, pane, rect, ui, ctx};
    if (room.shown != laid.shown) ctx.Emit(LanesShown{pane, static_cast<uint32_t>(laid.shown)});
    panel.Names();
    panel.Lanes();
    panel.ScrollBar();
  }
  EndArea();
}

void DrawThreadsRows(const ThreadsModel& model, const PanelContext& ctx) {
  if (!model.missing.empty() || model.slices == nullptr) return;
  ThreadsPlace place = model.place;
  constexpr std::array<std::string_view, 3> kOrders{"Busiest", "Name", "Start"};
  const auto order = static_cast<size_t>(place.order);
  const size_t chosen =
      SegmentedControl(ctx, "threads/order", kOrders, order, ImGui::GetContentRegionAvail().x);
  bool changed = chosen != order;
  place.order = kThreadOrderWords[chosen].value;
  if (model.has_states) {
    changed |= Checkbox(ctx, "threads/states", "States", place.by_state,
                        "Colours tell the states of threads instead of what they ran");
  }
  if (changed) ctx.Emit(DrawThreads{place});
  TextWrapped(ctx.colors().text_dim,
              "Drag: move. Shift and drag, or the middle button: a range of time. Wheel: enlarge.");
}

}  // namespace ringscope::threads
