#include "app/details/details_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/files/documents.h"
#include "app/view/colors/colors.h"
#include "app/view/navigation.h"
#include "app/view/panel.h"
#include "app/view/shell.h"
#include "app/widgets/dialog.h"
#include "app/widgets/imgui_input.h"
#include "app/widgets/number_fit.h"
#include "app/widgets/widgets.h"
#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

// Right edges of the six number columns, as shares of the width: inclusive, of total, of centre; self, of
// total, of centre.
constexpr std::array<float, 6> kColumnRight{0.22f, 0.345f, 0.51f, 0.7f, 0.825f, 1.0f};

// The highlight of a row reaches beyond its text by this, so that the text is in line with those above.
constexpr float kRowInset = 7;

void DrawNumbers(ImDrawList& list, const PanelContext& ctx, ImVec2 at, float width,
                 const std::array<std::string_view, 6>& texts, std::string_view largest, ImU32 color,
                 ImU32 share_color) {
  for (size_t i = 0; i < texts.size(); ++i) {
    const float left = i == 0 ? 0 : kColumnRight[i - 1] * width + ctx.Px(4);
    const float right = kColumnRight[i] * width;
    // The headings say that shares are percentages, so rows leave out the sign.
    std::string_view text = texts[i];
    if (i % 3 != 0 && text.ends_with(" %")) text.remove_suffix(2);
    const auto measure = [&](std::string_view one) { return TextWidth(ctx.fonts.small, one); };
    const auto number = FitNumber(text, right - left, measure, i % 3 == 0 ? largest : std::string_view());
    const std::string fitted = number ? *number : FitText(ctx.fonts.small, text, right - left);
    DrawTextRight(list, ctx.fonts.small, at.x + right, at.y, i % 3 == 0 ? color : share_color, fitted);
  }
}

void DrawCosts(ImDrawList& list, const PanelContext& ctx, ImVec2 at, float width, const DetailsCosts& costs,
               ImU32 color, ImU32 share_color) {
  DrawNumbers(list, ctx, at, width,
              {costs.inclusive, costs.inclusive_of_total, costs.inclusive_of_view, costs.self,
               costs.self_of_total, costs.self_of_view},
              costs.largest, color, share_color);
}

void DrawColumnHeadings(const DetailsModel& model, const PanelContext& ctx, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = std::round(ctx.fonts.small->FontSize + ctx.Px(1));
  constexpr std::string_view kOf = "% of";
  const std::array<std::string_view, 6> above{"", kOf, kOf, "", kOf, kOf};
  const std::array<std::string_view, 6> below{"Inclusive",      "total", "centre",
                                              model.self_title, "total", "centre"};
  const ImU32 color = ctx.colors().text_faint;
  DrawNumbers(*ImGui::GetWindowDrawList(), ctx, at, width, above, {}, color, color);
  DrawNumbers(*ImGui::GetWindowDrawList(), ctx, {at.x, at.y + line}, width, below, {}, color, color);
  ImGui::Dummy({width, 2 * line + ctx.Px(1)});
}

// In the order of DetailsModel::Subject.
constexpr std::string_view kHeadings[] = {"", "UNDER THE POINTER", "FUNCTION", "SELECTED", "CENTRE"};

// Draws a section's heading, and at its right, by `draw`, so many buttons.
void HeadingWithButtons(const PanelContext& ctx, std::string_view heading, float buttons, const auto& draw) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  SectionHeading(ctx, heading);
  const ImVec2 after = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({at.x + width - buttons * std::round(ctx.Px(30)), at.y - ctx.Px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  draw();
  ImGui::PopStyleVar();
  ImGui::SetCursorScreenPos(after);
}

// Draws the name in one line of large letters or in two of smaller ones.
void DrawTitle(const DetailsModel& model, const PanelContext& ctx) {
  const std::string& title = model.is_rest ? model.rest_count : model.name;
  ImFont* const small = ctx.fonts.regular;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool is_short = TextWidth(ctx.fonts.title, title) <= width;
  ImFont* const font = is_short ? ctx.fonts.title : small;
  const NameLines lines = WrapName(font, title, width);
  const float line = std::round(small->FontSize + ctx.Px(2));
  const float height = lines.lines.size() > 1 ? 2 * line : std::round(font->FontSize + ctx.Px(2));
  ImGui::Dummy({width, height});
  for (size_t i = 0; i < lines.lines.size(); ++i) {
    DrawTextAt(*ImGui::GetWindowDrawList(), font, {at.x, at.y + static_cast<float>(i) * line},
               ctx.colors().text, lines.lines[i]);
  }
  ctx.Mark("details/name");
  if (!lines.whole) ItemTooltip(ctx, title);
  if (ImGui::IsItemClicked(1) && !model.is_rest) {
    const ContextId context = model.function ? kNoContext : model.context;
    OpenMenu(ctx, ImGui::GetIO().MousePos, {.on = {.context = context, .function = model.function}});
  }
}

// Draws the types, the value of the colour and the facts of the subject.
void DrawFacts(const DetailsModel& model, const PanelContext& ctx) {
  if (model.is_rest) return;
  const float width = ImGui::GetContentRegionAvail().x;
  const auto draw = [&](const std::string& line, ImU32 color) {
    if (!line.empty()) ShortText(ctx, line, width, color);
  };
  for (const std::string& line : model.types) draw(line, ctx.colors().text_dim);
  if (model.colored) draw(*model.colored, ctx.colors().text);
  if (!model.facts) return;
  draw(model.facts->of_class, ctx.colors().text_dim);
  draw(model.facts->values, ctx.colors().text_dim);
}

// Draws how the members of a fleet differ in the subject. The number of lines is constant, so that the panels
// below do not jump.
void DrawMembers(const DetailsModel& model, const PanelContext& ctx) {
  if (!model.has_members) return;
  const float width = ImGui::GetContentRegionAvail().x;
  const bool can_open = !model.most_member_file.empty();
  for (size_t i = 0; i < model.member_lines; ++i) {
    const ImU32 color = i + 1 == model.member_lines && can_open ? ctx.colors().accent : ctx.colors().text_dim;
    ShortText(ctx, i < model.members.size() ? model.members[i] : " ", width, color);
  }
  ctx.Mark("details/members");
  if (!can_open) return;
  ItemTooltip(ctx, "Click to open the profile of the one that costs most here: " + model.most_member_file);
  if (ImGui::IsItemClicked()) ctx.Emit(action::OpenFile{.path = model.most_member_file});
}

// Draws the bars, a mark at the mean, and below them a line with the least, the mean and the most.
void DrawHistogram(const DetailsMembers& members, ImVec2 at, float width, float height,
                   const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float bottom = at.y + height;
  const float step = width / static_cast<float>(std::max<size_t>(members.bars.size(), 1));
  list.AddRectFilled({at.x, bottom}, {at.x + width, bottom + ctx.Px(1)}, colors.line);
  for (size_t i = 0; i < members.bars.size(); ++i) {
    const DetailsMembers::Bar& bar = members.bars[i];
    const float left = std::round(at.x + static_cast<float>(i) * step);
    const float right = std::round(at.x + static_cast<float>(i + 1) * step);
    // A single member stays visible beside a thousand.
    const float tall = bar.height == 0 ? 0 : std::max(ctx.Px(2), std::round(bar.height * height));
    list.AddRectFilled({left, bottom - tall}, {std::max(left + 1, right - ctx.Px(1)), bottom},
                       colors.text_faint);
    ImGui::SetCursorScreenPos({left, at.y});
    ImGui::Dummy({std::max(1.0f, right - left), height});
    if (bar.height > 0) ItemTooltip(ctx, bar.tip);
  }
  const float mean = std::round(at.x + members.mean_at * width);
  list.AddRectFilled({mean, at.y}, {mean + ctx.Px(1), bottom}, colors.accent);
  const float y = bottom + ctx.Px(3);
  const float gap = ctx.Px(8);
  const float least = TextWidth(ctx.fonts.small, members.least),
              most = TextWidth(ctx.fonts.small, members.most);
  const float middle = TextWidth(ctx.fonts.small, members.mean);
  DrawTextAt(list, ctx.fonts.small, {at.x, y}, colors.text_dim, members.least);
  DrawTextRight(list, ctx.fonts.small, at.x + width, y, colors.text_dim, members.most);
  const float free_left = at.x + least + gap, free_right = at.x + width - most - gap - middle;
  if (free_left <= free_right)
    DrawTextAt(list, ctx.fonts.small, {std::clamp(mean - middle / 2, free_left, free_right), y},
               colors.accent, members.mean);
}

void DrawWorstMember(const DetailsMembers::Row& row, size_t number, ImVec2 at, ImVec2 size,
                     const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float inset = ctx.Px(kRowInset);
  const float y = std::round(CentredTop(ctx.fonts.small, at.y, size.y));
  ImGui::SetCursorScreenPos({at.x - inset, at.y});
  const bool can_open = !row.file.empty();
  const ClickedArea item = ClickableRow(ctx, fmt::format("details/member/{}", number),
                                        {size.x + 2 * inset, size.y}, false, can_open);
  if (can_open) ItemTooltip(ctx, fmt::format("Open {}: {}", row.name, row.file));
  const float costs = size.x * 0.44f, shares = size.x * 0.2f;
  DrawTextShort(list, ctx.fonts.small, {at.x, y}, size.x - costs, can_open ? colors.accent : colors.text,
                row.name);
  DrawTextRight(list, ctx.fonts.small, at.x + size.x - shares, y, colors.text, row.cost);
  DrawTextRight(list, ctx.fonts.small, at.x + size.x, y, colors.text_dim, row.beyond_mean);
  if (item.clicked && can_open) ctx.Emit(action::OpenFile{.path = row.file});
}

// Draws the ranking with a constant height, so that the panels below do not jump when the answer comes.
void DrawRanking(const DetailsMembers& members, const PanelContext& ctx) {
  ImGui::Dummy({0, ctx.Px(2)});
  const float width = ImGui::GetContentRegionAvail().x;
  SectionHeading(ctx, FitText(ctx.fonts.small, members.heading, width));
  if (!members.remark.empty()) ShortText(ctx, members.remark, width, ctx.colors().text_dim);
  if (members.row_count == 0) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float bars = std::round(ctx.Px(36)), row = std::round(ctx.fonts.small->FontSize + ctx.Px(5));
  const float labels = ctx.fonts.small->FontSize + ctx.Px(7);
  float height = bars + labels + row * static_cast<float>(members.row_count);
  if (members.bars.empty() && !members.remark.empty()) height -= ImGui::GetTextLineHeightWithSpacing();
  if (!members.bars.empty()) {
    DrawHistogram(members, at, width, bars, ctx);
    for (size_t i = 0; i < members.worst.size(); ++i)
      DrawWorstMember(members.worst[i], i, {at.x, at.y + bars + labels + static_cast<float>(i) * row},
                      {width, row}, ctx);
  }
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({width, height});
  ctx.Mark("details/ranking");
}

// Draws where the subject is defined, its kind, its number of callees, and doubts about its costs.
void DrawOrigin(const DetailsModel& model, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  const float width = ImGui::GetContentRegionAvail().x;
  if (model.is_rest) {
    ShortText(ctx, fmt::format("{} of total, {} of the centre", model.rest_share, model.rest_of_view), width,
              colors.text_dim);
    ShortText(ctx,
              model.exact_name.empty() ? "in " + model.name
                                       : fmt::format("in {}, here {}", model.name, model.exact_name),
              width, colors.text_dim);
    return;
  }
  std::string origin = model.module;
  if (!origin.empty() && !model.place.empty()) origin += "  \xC2\xB7  ";
  origin += model.place;
  if (!origin.empty()) ShortText(ctx, origin, width, colors.text_dim, true);
  std::string remark = model.children.empty() ? " " : model.children;
  if (!model.kind.empty()) remark += "  \xC2\xB7  " + model.kind;
  // Only the doubts have the warning colour.
  std::string doubt;
  if (model.callers_cut_off) doubt = "callers cut off by the profiler";
  if (model.estimated) doubt += (doubt.empty() ? "" : "  \xC2\xB7  ") + std::string("cost is an estimate");
  if (!doubt.empty()) remark += "  \xC2\xB7  ";
  const float before = std::min(TextWidth(ImGui::GetFont(), remark), width);
  ShortText(ctx, remark, before, colors.text_faint);
  if (!doubt.empty()) {
    ImGui::SameLine(0, 0);
    ShortText(ctx, doubt, std::max(1.0f, width - before), colors.warning);
  }
}

// Begins the area of a list's rows, which is wider than the texts above by the highlight of rows. Its scroll
// bar lies in the panel's padding.
void BeginRows(const char* name, float height, const PanelContext& ctx) {
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({at.x - ctx.Px(kRowInset), at.y});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild(name, {width + ctx.Px(kRowInset + UiMetrics::kPanelPadding - 1), height}, false,
                    ImGuiWindowFlags_NoNav);
}

void EndRows() {
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

// The width of a row, the same with and without a scroll bar.
float RowWidth(const PanelContext& ctx) {
  return ImGui::GetWindowWidth() - ctx.Px(UiMetrics::kPanelPadding - 1 - kRowInset);
}

float StackRowHeight(const PanelContext& ctx) {
  return std::round(ctx.fonts.regular->FontSize + ctx.fonts.small->FontSize + ctx.Px(12));
}

// How many rows of metrics have room below the cursor, if `free_below` pixels and a few rows of the call
// stack stay free below them.
float MetricRowsInSight(const DetailsModel& model, float row_height, float free_below,
                        const PanelContext& ctx) {
  constexpr float kStackRows = 4;
  const float least_rows = free_below > 0 ? 2 : 4;
  const auto count = static_cast<float>(model.metrics.size());
  float room = ImGui::GetContentRegionAvail().y - free_below;
  if (!model.stack.empty()) room -= ctx.Px(24) + ctx.fonts.small->FontSize + kStackRows * StackRowHeight(ctx);
  // Half a row shows that there are more.
  const float rows = std::max(least_rows, std::floor(room / row_height - 0.5f)) + 0.5f;
  return room >= count * row_height ? count : std::min(rows, count);
}

// The row of a single metric has no name, as there is nothing to choose.
float MetricRowHeight(const DetailsModel& model, const PanelContext& ctx) {
  const float line = ctx.fonts.small->FontSize;
  return std::round(model.metrics.size() > 1 ? 2 * line + ctx.Px(9) : line + ctx.Px(5));
}

void DrawMetricRow(const DetailsModel& model, const DetailsMetric& metric, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool choosable = model.metrics.size() > 1;
  const float pad = ctx.Px(kRowInset), width = RowWidth(ctx);
  const auto [at, max, clicked, hovered] =
      ClickableRow(ctx, fmt::format("metric/{}", metric.metric), {width, MetricRowHeight(model, ctx)},
                   metric.active && choosable, choosable);
  if (metric.active) ReachFirst();
  ItemTooltip(ctx, metric.totals);
  if (hovered && ImGui::IsMouseClicked(1))
    OpenMenu(ctx, ImGui::GetIO().MousePos, {.name = metric.name, .copies = CopiesOf(metric)});
  float y = at.y + ctx.Px(2);
  if (choosable) {
    DrawTextShort(list, ctx.fonts.small, {at.x + pad, y}, width - 2 * pad,
                  metric.active ? colors.accent : colors.text_dim, metric.label);
    y += ctx.fonts.small->FontSize + ctx.Px(3);
  }
  DrawCosts(list, ctx, {at.x + pad, y}, width - 2 * pad, metric,
            metric.active ? colors.text : colors.text_dim,
            metric.active ? colors.text_dim : colors.text_faint);
  if (clicked && choosable && !metric.active) ctx.Emit(action::SetMetric{metric.chosen});
}

void OpenStackMenu(const DetailsFrame& frame, ImVec2 at, const PanelContext& ctx) {
  OpenMenu(ctx, at, {.on = {.context = frame.context}, .row = StackRowText(frame)});
}

void DrawStackRow(const AppState& state, const DetailsModel& model, size_t row, float width, float height,
                  bool has_cursor, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const DetailsFrame frame = BuildDetailsFrame(state, model, row);
  const auto [at, max, clicked, hovered] = ClickableRow(ctx, fmt::format("stack/{}", row), {width, height});
  if (hovered && ImGui::IsMouseClicked(1)) OpenStackMenu(frame, ImGui::GetIO().MousePos, ctx);
  if (has_cursor) list.AddRectFilled(at, max, colors.accent_soft, ctx.Px(5));
  if (hovered) {
    std::string tooltip = frame.name;
    if (!frame.module.empty()) tooltip += "\n" + frame.module;
    if (!frame.place.empty()) tooltip += "\n" + frame.place;
    ItemTooltip(ctx, tooltip);
  }
  const float pad = ctx.Px(kRowInset);
  const float inner = width - 2 * pad;
  const float bar_y = max.y - ctx.Px(3);
  if (frame.share_of_total > 0) {
    list.AddRectFilled({at.x + pad, bar_y}, {at.x + pad + inner, bar_y + ctx.Px(2)}, colors.raised);
    list.AddRectFilled({at.x + pad, bar_y},
                       {at.x + pad + std::max(1.0f, inner * frame.share_of_total), bar_y + ctx.Px(2)},
                       frame.is_subject ? colors.accent : colors.bar);
  }
  const float name_y = at.y + ctx.Px(3);
  float name_width = inner;
  if (frame.is_view_root) {
    constexpr std::string_view kTag = "centre";
    const float tag = TextWidth(ctx.fonts.small, kTag);
    DrawTextRight(list, ctx.fonts.small, max.x - pad, name_y + ctx.Px(1), colors.accent, kTag);
    name_width -= tag + ctx.Px(10);
  }
  DrawTextShort(list, ctx.fonts.regular, {at.x + pad, name_y}, name_width,
                frame.is_subject ? colors.text : colors.text_dim,
                ShortName(ctx.fonts.regular, frame.name, name_width));
  DrawCosts(list, ctx, {at.x + pad, name_y + ctx.fonts.regular->FontSize + ctx.Px(2)}, inner, frame,
            frame.is_subject ? colors.text : colors.text_dim, colors.text_faint);
  if (clicked) ctx.Emit(action::ZoomTo{frame.context});
}

// Rows are counted from the innermost context.
void TakeStackKeys(const AppState& state, const DetailsModel& model, float height, DetailsUi& ui,
                   const PanelContext& ctx) {
  const uint64_t count = model.stack.size();
  const float in_sight = ImGui::GetWindowHeight();
  if (ui.cursor && *ui.cursor >= count) ui.cursor.reset();
  const ListKeys keys =
      TakeListKeys(count, ui.cursor, static_cast<uint64_t>(std::max(1.0f, in_sight / height - 1)), false);
  if (keys.moved_to) {
    ui.cursor = keys.moved_to;
    ScrollToRow(*ui.cursor, height);
  }
  if (!ui.cursor) return;
  const DetailsFrame frame = BuildDetailsFrame(state, model, count - 1 - static_cast<size_t>(*ui.cursor));
  if (keys.activated) ctx.Emit(action::ZoomTo{frame.context});
  if (keys.copies_name) ctx.Emit(action::CopyText{frame.name, "the name"});
  if (keys.copies_row) ctx.Emit(action::CopyText{StackRowText(frame), "the row"});
  const ImVec2 window = ImGui::GetWindowPos();
  if (keys.menu) {
    const float below = static_cast<float>(*ui.cursor) * height + height - ImGui::GetScrollY();
    OpenStackMenu(frame, {window.x + ctx.Px(24), window.y + std::clamp(below, 0.0f, in_sight)}, ctx);
  }
}

}  // namespace

void DrawDetailsSubject(const AppState& state, const DetailsModel& model, DetailsUi& ui,
                        const PanelContext& ctx) {
  if (model.subject == DetailsModel::Subject::kNone) return;
  HeadingWithButtons(ctx, kHeadings[static_cast<size_t>(model.subject)], 2, [&] {
    ActionButton(ctx, "details/zoom", Icon::kZoom, "Make it the centre", action::ZoomTo{model.context},
                 model.subject == DetailsModel::Subject::kSelected);
    ImGui::SameLine();
    if (IconButton(ctx, "details/copy", Icon::kCopy, "Copy the call stack", !model.stack.empty()))
      ctx.Emit(action::CopyText{StackText(state, model), "the call stack"});
  });
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ctx.Px(8), ctx.Px(4)});
  const float top = ImGui::GetCursorScreenPos().y;
  DrawTitle(model, ctx);
  DrawOrigin(model, ctx);
  DrawFacts(model, ctx);
  DrawMembers(model, ctx);
  ImGui::PopStyleVar();
  // The panels below stay in place while the pointer passes over subjects with fewer lines.
  const ViewState* const view = ActiveView(state);
  const bool is_pointing =
      model.subject == DetailsModel::Subject::kPointed || (view != nullptr && view->hovered_function);
  const DetailsUi::Settled settled{view != nullptr ? view->id : 0, model.context, model.function,
                                   ImGui::GetContentRegionAvail().x, ctx.scale};
  if (!is_pointing && std::exchange(ui.settled, settled) != settled) ui.subject_height_px = 0;
  const ImVec2 below = ImGui::GetCursorScreenPos();
  ui.subject_height_px = std::max(ui.subject_height_px, below.y - top);
  ImGui::SetCursorScreenPos({below.x, top + ui.subject_height_px});
  if (model.ranking) DrawRanking(*model.ranking, ctx);
}

void DrawDetailsMetrics(const DetailsModel& model, float free_below, const PanelContext& ctx) {
  if (model.metrics.empty()) return;
  ImGui::Dummy({0, ctx.Px(4)});
  // The heading names a single metric, because its row has no name.
  const float room = ImGui::GetContentRegionAvail().x - 2 * ctx.Px(30);
  const std::string heading = model.metrics.size() > 1
                                  ? "METRICS"
                                  : FitText(ctx.fonts.small, "METRIC  " + model.metrics[0].label, room);
  HeadingWithButtons(ctx, heading, 1, [&] {
    ActionButton(ctx, "metrics/derive", Icon::kPlus, "Derived metrics: computed from others by a formula",
                 action::ShowDerivedMetrics{true});
  });
  DrawColumnHeadings(model, ctx, ImGui::GetContentRegionAvail().x);
  const float row_height = MetricRowHeight(model, ctx);
  const float rows = MetricRowsInSight(model, row_height, free_below, ctx);
  const bool scrolls = rows < static_cast<float>(model.metrics.size());
  BeginRows("metrics", std::round(row_height * rows), ctx);
  // A metric that was chosen by a key may be out of sight.
  ImGuiStorage& known = *ImGui::GetStateStorage();
  const ImGuiID in_sight = ImGui::GetID("metric in sight");
  for (const DetailsMetric& metric : model.metrics) {
    DrawMetricRow(model, metric, ctx);
    if (!scrolls || !metric.active || known.GetInt(in_sight, -1) == static_cast<int>(metric.metric)) continue;
    known.SetInt(in_sight, static_cast<int>(metric.metric));
    const float top = ImGui::GetWindowPos().y;
    const bool is_whole =
        ImGui::GetItemRectMin().y >= top && ImGui::GetItemRectMax().y <= top + ImGui::GetWindowHeight();
    if (!is_whole) ImGui::SetScrollHereY(0.5f);
  }
  EndRows();
}

// The innermost context is on top: the question is about it, and its callers explain it.
void DrawDetailsStack(const AppState& state, const DetailsModel& model, DetailsUi& ui,
                      const PanelContext& ctx) {
  const bool take_focus = std::exchange(ui.take_focus, false);
  const bool had_keyboard = std::exchange(ui.has_keyboard, false);
  const float heading = ctx.Px(6) + ctx.fonts.small->FontSize + 2 * ImGui::GetStyle().ItemSpacing.y;
  if (model.stack.empty() || ImGui::GetContentRegionAvail().y < heading + StackRowHeight(ctx)) return;
  ImGui::Dummy({0, ctx.Px(6)});
  SectionHeading(ctx, "CALL STACK  " + CountText(model.stack.size()));
  const float height = StackRowHeight(ctx);
  ctx.MarkRect("stack", RestOfWindow());
  BeginRows("stack", 0, ctx);
  if (take_focus) ImGui::SetWindowFocus();
  if (had_keyboard && state.keyboard.is_shown && ui.cursor.value_or(0) == 0 && KeyPressed(Key::kUp))
    ImGui::SetWindowFocus("##side");
  const bool focused = ui.has_keyboard = ImGui::IsWindowFocused();
  if (focused) {
    ClaimListKeys();
    TakeStackKeys(state, model, height, ui, ctx);
  }
  const float width = RowWidth(ctx);
  DrawRowsInSight(model.stack.size(), height, [&](size_t row) {
    DrawStackRow(state, model, model.stack.size() - 1 - row, width, height, focused && ui.cursor == row, ctx);
  });
  EndRows();
}

}  // namespace ringscope
