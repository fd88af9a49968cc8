#include "app/views/inputs/inputs_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/view/navigation.h"
#include "app/view/panel.h"
#include "app/view/panes/panes.h"
#include "app/views/inputs/inputs.h"
#include "app/widgets/number_fit.h"
#include "app/widgets/text_field.h"
#include "app/widgets/widgets.h"
#include "cct/base/text/number_text.h"

namespace ringscope::inputs {
namespace {

constexpr float kRowHeight = 22;

// A number in its column, shorter where that is too narrow.
void DrawNumber(ImDrawList& list, float left, float right, float y, ImU32 color, const std::string& text,
                const PanelContext& ctx) {
  ImFont* const font = ctx.fonts.small;
  const auto width = [font](std::string_view one) { return TextWidth(font, one); };
  const std::optional<std::string> fitted = FitNumber(text, right - left, width);
  DrawTextRight(list, font, right, y, color, fitted ? *fitted : text);
}

struct Column {
  const char* title;
  float width;  // in units of the content scale; 0: what is left
  bool is_text = false;
  const char* tip = nullptr;  // what it means
};
constexpr const char* kCostTip =
    "What all calls cost, with all that they call. Calls inside calls of the same function are counted too: of "
    "a recursive function this can be more than the whole.";

// Where columns end, from the right.
template <size_t kCount>
std::array<float, kCount> RightEdges(const std::array<Column, kCount>& columns, float left, float width,
                                     const PanelContext& ctx) {
  std::array<float, kCount> right{};
  float taken = 0;
  for (const Column& column : columns) taken += ctx.Px(column.width);
  // Where there is no room for all, each is as much narrower.
  const float least = ctx.Px(40);
  const float part = std::clamp((width - least) / std::max(taken, 1.0f), 0.1f, 1.0f);
  float x = left;
  for (size_t k = 0; k < kCount; ++k) {
    x += columns[k].width == 0 ? std::max(width - taken, least) : part * ctx.Px(columns[k].width);
    right[k] = x;
  }
  return right;
}

// At most so many of a function's points are drawn in its row.
constexpr size_t kThumbPoints = 40;

void DrawThumb(const std::vector<InputPoint>& points, ImVec2 min, ImVec2 max, ImDrawList& list, ImU32 color) {
  if (points.empty() || !(max.x > min.x)) return;
  const double widest = std::max(static_cast<double>(points.back().size), 1.0);
  double highest = 1;
  for (const InputPoint& point : points) highest = std::max(highest, static_cast<double>(point.most));
  const size_t every = points.size() / kThumbPoints + 1;
  for (size_t k = 0; k < points.size(); k += every) {
    const auto x = static_cast<float>(static_cast<double>(points[k].size) / widest);
    const auto y = static_cast<float>(static_cast<double>(points[k].most) / highest);
    list.AddCircleFilled({min.x + x * (max.x - min.x), max.y - y * (max.y - min.y)}, 1.5f, color, 6);
  }
}

void DrawHead(const auto& columns, const auto& right, float y, const PanelContext& ctx, bool has_tips = false) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  for (size_t k = 1; k < columns.size() && has_tips; ++k) {
    if (columns[k].tip == nullptr) continue;
    ImGui::SetCursorScreenPos({right[k - 1], y});
    ImGui::Dummy({right[k] - right[k - 1], std::round(ctx.Px(kRowHeight))});
    ctx.Mark(fmt::format("inputs/head/{}", columns[k].title));
    ItemTooltip(ctx, columns[k].tip);
  }
  ImGui::SetCursorScreenPos(at);
  for (size_t k = 0; k < columns.size(); ++k) {
    if (columns[k].is_text)
      DrawTextAt(list, ctx.fonts.small, {ImGui::GetCursorScreenPos().x + ctx.Px(6), y}, ctx.colors().text_dim,
                 columns[k].title);
    else
      DrawTextRight(list, ctx.fonts.small, right[k] - ctx.Px(6), y, ctx.colors().text_dim, columns[k].title);
  }
  ImGui::Dummy({1, std::round(ctx.Px(kRowHeight))});
}

void DrawFunctions(const InputsModel& model, size_t pane, float height, const PanelContext& ctx) {
  constexpr std::array kAlone{
      Column{"function", 0, true}, Column{"cost", 62, false, kCostTip}, Column{"sizes", 44}, Column{"c", 38},
      Column{"class", 52},         Column{"R^2", 44},  Column{"", 50}};
  // The exponents of both sides instead of how they come about.
  constexpr std::array kCompared{
      Column{"function", 0, true}, Column{"cost", 62, false, kCostTip},  Column{"c before", 62}, Column{"c", 38},
      Column{"change", 54},        Column{"class", 52}, Column{"R^2", 44}};
  const bool is_compared = model.found->is_compared;
  const auto& columns = is_compared ? kCompared : kAlone;
  const float width = ImGui::GetContentRegionAvail().x - ctx.Px(12);
  auto right = RightEdges(columns, ImGui::GetCursorScreenPos().x, width, ctx);
  // Without callees no call is counted in another one.
  DrawHead(columns, right, ImGui::GetCursorScreenPos().y, ctx, !model.place.self);
  ImGui::BeginChild("functions", {0, height - ctx.Px(kRowHeight)});
  const float row_height = std::round(ctx.Px(kRowHeight));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(model.rows.size()), row_height);
  while (clipper.Step()) {
    for (int k = clipper.DisplayStart; k < clipper.DisplayEnd; ++k) {
      const FitRow& row = model.rows[static_cast<size_t>(k)];
      const RowItem item =
          ClickableRow(ctx, fmt::format("inputs/function/{}", k), {width, row_height}, row.is_plotted);
      if (item.clicked) {
        ctx.Emit(action::ActivatePane{pane});
        ctx.Emit(action::ChooseFunction{model.found->fits[row.number].frame});
      }
      ImDrawList& list = *ImGui::GetWindowDrawList();
      const float y = CentredTop(ctx.fonts.small, item.min.y, row_height);
      std::vector<const std::string*> cells{&row.cost, &row.sizes, &row.exponent, &row.growth,
                                            &row.explained};
      if (is_compared)
        cells = {&row.cost,   &row.exponent_before, &row.exponent, &row.exponent_change,
                 &row.growth, &row.explained};
      DrawTextAt(list, ctx.fonts.small, {item.min.x + ctx.Px(6), y}, ctx.colors().text,
                 ShortName(ctx.fonts.small, row.name, right[0] - item.min.x - ctx.Px(12)));
      for (size_t c = 0; c < cells.size(); ++c)
        DrawNumber(list, right[c] + ctx.Px(2), right[c + 1] - ctx.Px(6), y, ctx.colors().text_dim, *cells[c],
                   ctx);
      if (is_compared) continue;
      list.PushClipRect(item.min, item.max, true);
      DrawThumb(model.found->points[row.number], {right[5] + ctx.Px(4), item.min.y + ctx.Px(4)},
                {right[6] - ctx.Px(4), item.max.y - ctx.Px(4)}, list, ctx.colors().accent);
      list.PopClipRect();
    }
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

void DrawPoints(const InputsModel& model, float height, const PanelContext& ctx) {
  constexpr std::array kColumns{Column{"n", 0},        Column{"calls", 52}, Column{"most", 62},
                                Column{"average", 62}, Column{"least", 62}, Column{"all calls", 66}};
  // Numbers far from each other are hard to read along a row.
  const float width = std::min(ImGui::GetContentRegionAvail().x - ctx.Px(12), ctx.Px(480));
  const auto right = RightEdges(kColumns, ImGui::GetCursorScreenPos().x, width, ctx);
  DrawHead(kColumns, right, ImGui::GetCursorScreenPos().y, ctx);
  ImGui::BeginChild("points", {0, std::max(height - ctx.Px(kRowHeight), 1.0f)});
  const float row_height = std::round(ctx.Px(kRowHeight));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(model.points.size()), row_height);
  while (clipper.Step()) {
    for (int k = clipper.DisplayStart; k < clipper.DisplayEnd; ++k) {
      const InputPoint& point = model.points[static_cast<size_t>(k)];
      const bool is_chosen = std::binary_search(model.look.sizes.begin(), model.look.sizes.end(), point.size);
      const RowItem item =
          ClickableRow(ctx, fmt::format("inputs/point/{}", k), {width, row_height}, is_chosen);
      if (item.clicked) {
        InputsLook look = model.look;
        look.sizes = is_chosen ? std::vector<uint64_t>{} : std::vector<uint64_t>{point.size};
        ctx.Emit(LookAt{std::move(look)});
      }
      const float y = CentredTop(ctx.fonts.small, item.min.y, row_height);
      const auto cost = [&](uint64_t value) { return ValueText(value, model.found->cost_unit, 1); };
      const std::array<std::string, 6> cells{
          CountText(point.size), CountText(point.calls),
          cost(point.most),      cost(point.calls > 0 ? point.cost / point.calls : 0),
          cost(point.least),     cost(point.cost)};
      for (size_t c = 0; c < cells.size(); ++c)
        DrawNumber(*ImGui::GetWindowDrawList(), (c == 0 ? item.min.x : right[c - 1]) + ctx.Px(2),
                   right[c] - ctx.Px(6), y, c == 0 ? ctx.colors().text : ctx.colors().text_dim, cells[c],
                   ctx);
    }
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

}  // namespace

void DrawInputsTables(const InputsModel& model, size_t pane, const PanelRect& rect, InputsUi& ui,
                      const PanelContext& ctx) {
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::BeginChild("tables", {rect.width, rect.height});
  ImGui::SetNextItemWidth(-ctx.Px(12));
  if (!ImGui::IsAnyItemActive()) ui.filter = model.place.filter;
  if (TextField("##filter", "Filter: c>1.5 r2>0.92 sizes>10 self>1% name", ui.filter,
                ImGuiInputTextFlags_EnterReturnsTrue)) {
    InputsPlace place = model.place;
    place.filter = ui.filter;
    ctx.Emit(DrawInputs{std::move(place)});
  }
  ctx.Mark("inputs/filter");
  if (!model.filter_problem.empty()) {
    ShortText(ctx, model.filter_problem, rect.width - ctx.Px(12), ctx.colors().warning);
    ctx.Mark("inputs/filter-problem");
  }
  const float room = ImGui::GetContentRegionAvail().y;
  DrawFunctions(model, pane, std::round(room * 0.56f), ctx);
  if (model.rows.empty() && model.filter_problem.empty())
    ShortText(ctx, "No function passes the filter.", rect.width - ctx.Px(12), ctx.colors().text_dim);
  DrawPoints(model, ImGui::GetContentRegionAvail().y, ctx);
  ImGui::EndChild();
}

}  // namespace ringscope::inputs
