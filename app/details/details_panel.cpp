#include "app/details/details_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/widgets/number_fit.h"
#include "app/widgets/widgets.h"
#include "cct/base/number_text.h"

namespace ringscope {
namespace {

// Right edges of the six number columns, as shares of the width: inclusive, of total, of centre, self and the
// same.
constexpr std::array<float, 6> kColumnRight{0.22f, 0.355f, 0.51f, 0.71f, 0.845f, 1.0f};

// Rows light up a little beyond their text, so that the text itself stays in line with what is above.
constexpr float kRowInset = 7;

void DrawNumbers(ImDrawList& list, const PanelContext& ctx, ImVec2 at, float width,
                 const std::array<std::string_view, 6>& texts, ImU32 color, ImU32 share_color) {
  for (size_t i = 0; i < texts.size(); ++i) {
    const float left = i == 0 ? 0 : kColumnRight[i - 1] * width + ctx.Px(4);
    const float right = kColumnRight[i] * width;
    // The headings say that shares are percentages; every row saying so again would only take room.
    std::string_view text = texts[i];
    if (text.ends_with(" %")) text.remove_suffix(2);
    const auto measure = [&](std::string_view one) { return TextWidth(ctx.fonts.small, one); };
    const auto number = FitNumber(text, right - left, measure);
    const std::string fitted =
        number ? *number : FitText(ctx.fonts.small, ctx.fonts.small->FontSize, text, right - left);
    DrawTextRight(list, ctx.fonts.small, at.x + right, at.y, i % 3 == 0 ? color : share_color, fitted);
  }
}

void DrawCosts(ImDrawList& list, const PanelContext& ctx, ImVec2 at, float width, const DetailsCosts& costs,
               ImU32 color, ImU32 share_color) {
  DrawNumbers(list, ctx, at, width,
              {costs.inclusive, costs.inclusive_of_total, costs.inclusive_of_view, costs.self,
               costs.self_of_total, costs.self_of_view},
              color, share_color);
}

void DrawColumnHeadings(const DetailsModel& model, const PanelContext& ctx, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = (kColumnRight[1] - kColumnRight[0]) * width - ctx.Px(4);
  const std::string_view of_total = TextWidth(ctx.fonts.small, "% total") <= room ? "% total" : "total";
  const std::array<std::string_view, 6> headings{"Inclusive",      of_total, "centre",
                                                 model.self_title, of_total, "centre"};
  DrawNumbers(*ImGui::GetWindowDrawList(), ctx, at, width, headings, ctx.colors().text_faint,
              ctx.colors().text_faint);
  ImGui::Dummy({width, ctx.fonts.small->FontSize + ctx.Px(2)});
}

std::string_view HeadingOf(DetailsModel::Subject subject) {
  switch (subject) {
    case DetailsModel::Subject::kPointed:
      return "UNDER THE POINTER";
    case DetailsModel::Subject::kFunction:
      return "FUNCTION";
    case DetailsModel::Subject::kSelected:
      return "SELECTED";
    default:
      return "CENTRE";
  }
}

void DrawSubject(const AppState& state, const DetailsModel& model, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  const float width = ImGui::GetContentRegionAvail().x;
  const float button = std::round(ctx.Px(30));
  const ImVec2 heading_at = ImGui::GetCursorScreenPos();
  SectionHeading(ctx, HeadingOf(model.subject));
  const ImVec2 after = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({heading_at.x + width - 2 * button, heading_at.y - ctx.Px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ActionButton(ctx, "details/zoom", Icon::kZoom, "Make it the centre", action::ZoomTo{model.context},
               model.subject == DetailsModel::Subject::kSelected);
  ImGui::SameLine();
  if (IconButton(ctx, "details/copy", Icon::kCopy, "Copy the call stack", !model.stack.empty())) {
    ctx.Emit(action::CopyText{StackText(state, model), "the call stack"});
  }
  ImGui::PopStyleVar();
  ImGui::SetCursorScreenPos(after);

  const std::string& title = model.is_rest ? model.rest_count : model.name;
  ImGui::PushFont(ctx.fonts.title);
  const std::string shortened = model.is_rest ? title : ShortName(ctx.fonts.title, title, width);
  TextColored(colors.text, shortened);
  if (shortened != title) ItemTooltip(ctx, title);
  ImGui::PopFont();
  // Always three lines, so that nothing below jumps while the pointer moves.
  std::string origin = model.module;
  const auto append = [&](const std::string& part) {
    if (part.empty()) return;
    if (!origin.empty()) origin += "  \xC2\xB7  ";
    origin += part;
  };
  if (model.is_rest) {
    origin = fmt::format("{} of total, {} of the centre", model.rest_share, model.rest_of_view);
    ShortText(ctx, origin, width, colors.text_dim);
    ShortText(ctx,
              model.exact_name.empty() ? "in " + model.name
                                       : fmt::format("in {}, here {}", model.name, model.exact_name),
              width, colors.text_dim);
    return;
  }
  append(model.place);
  // Where the whole name does not fit above, it has the second line rather than nothing.
  if (origin.empty() && shortened != title) origin = title;
  ShortText(ctx, origin.empty() ? " " : origin, width, colors.text_dim);
  std::string remark = model.children.empty() ? " " : model.children;
  if (!model.kind.empty()) remark += "  \xC2\xB7  " + model.kind;
  // What makes the numbers doubtful stands out, and nothing beside it.
  std::string doubt;
  if (model.callers_cut_off) doubt = "callers cut off by the profiler";
  if (model.estimated) doubt += (doubt.empty() ? "" : "  \xC2\xB7  ") + std::string("cost is an estimate");
  if (doubt.empty()) {
    ShortText(ctx, remark, width, colors.text_faint);
    return;
  }
  remark += "  \xC2\xB7  ";
  const float before = std::min(TextWidth(ImGui::GetFont(), remark), width);
  ShortText(ctx, remark, before, colors.text_faint);
  ImGui::SameLine(0, 0);
  ShortText(ctx, doubt, std::max(1.0f, width - before), colors.warning);
}

void DrawMetricRows(const DetailsModel& model, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float width = ImGui::GetContentRegionAvail().x;
  DrawColumnHeadings(model, ctx, width);
  const float line = ctx.fonts.small->FontSize + ctx.Px(5);
  for (const DetailsMetric& metric : model.metrics) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    float y = at.y;
    const ImU32 color = metric.active ? colors.text : colors.text_dim;
    if (model.metrics.size() > 1) {
      DrawTextShort(list, ctx.fonts.small, at, width, metric.active ? colors.accent : colors.text_faint,
                    metric.name);
      y += line;
    }
    DrawCosts(list, ctx, {at.x, y}, width, metric, color,
              metric.active ? colors.text_dim : colors.text_faint);
    ImGui::Dummy({width, y - at.y + line});
  }
}

void DrawStackRow(const AppState& state, const DetailsModel& model, size_t row, float width, float height,
                  const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const DetailsFrame frame = BuildDetailsFrame(state, model, row);
  const auto [at, max, clicked, hovered] = ClickableRow(ctx, fmt::format("stack/{}", row), {width, height});
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

// The innermost context is on top: the question is about it, and its callers explain it.
void DrawStack(const AppState& state, const DetailsModel& model, const PanelContext& ctx) {
  if (model.stack.empty()) return;
  SectionHeading(ctx, "CALL STACK  " + CountText(model.stack.size()));
  const float height = std::round(ctx.fonts.regular->FontSize + ctx.fonts.small->FontSize + ctx.Px(12));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  // The scroll bar lies in the panel's padding, so that columns stay in line with the ones above.
  const float width = ImGui::GetContentRegionAvail().x + 2 * ctx.Px(kRowInset);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({at.x - ctx.Px(kRowInset), at.y});
  ImGui::BeginChild("stack", {width + ctx.Px(UiMetrics::kPanelPadding - 1 - kRowInset), 0}, false,
                    ImGuiWindowFlags_None);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(std::min<size_t>(model.stack.size(), 100'000'000)), height);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      DrawStackRow(state, model, model.stack.size() - 1 - static_cast<size_t>(i), width, height, ctx);
    }
  }
  clipper.End();
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace

void DrawDetailsPanel(const AppState& state, const DetailsModel& model, const PanelContext& ctx) {
  if (model.subject == DetailsModel::Subject::kNone) return;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ctx.Px(8), ctx.Px(4)});
  DrawSubject(state, model, ctx);
  ImGui::Dummy({0, ctx.Px(4)});
  DrawMetricRows(model, ctx);
  ImGui::Dummy({0, ctx.Px(6)});
  DrawStack(state, model, ctx);
  ImGui::PopStyleVar();
}

}  // namespace ringscope
