#include "app/core/job.h"
#include "app/view/panel.h"
#include "app/window/window_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/widgets/widgets.h"
#include "app/window/window_actions.h"
#include "renderer/color/color.h"

namespace ringscope {
namespace {

ImU32 ToneColor(BadgeTone tone, const UiColors& colors) {
  const ImU32 in_order[] = {colors.text_faint, colors.good, colors.warning, colors.bad};
  return in_order[static_cast<size_t>(tone)];
}

// Draws a job leftwards from `right`: label, bar, cancel. Returns the right edge of the room that is left.
float DrawJob(const JobRow& job, float right, const PanelRect& rect, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = ctx.fonts.small;
  const float text_y = CentredTop(font, rect.y, rect.height);
  const float cancel = ctx.Px(18);
  ImGui::PushID(static_cast<int>(job.job));
  const auto area = ClickableArea(ctx, "job/cancel", {right - cancel, rect.y + (rect.height - cancel) / 2},
                                  {cancel, cancel});
  if (area.clicked && job.can_cancel) ctx.Emit(action::CancelJob{job.job});
  ItemTooltip(ctx, "Cancel");
  ImGui::PopID();
  DrawIcon(list, Icon::kClose, {right - cancel / 2, rect.y + rect.height / 2}, ctx.Px(11),
           area.hovered ? colors.text : colors.text_dim);
  const float bar_width = ctx.Px(140), bar_height = ctx.Px(6);
  const float bar_x = right - cancel - ctx.Px(8) - bar_width;
  const float bar_y = rect.y + (rect.height - bar_height) / 2;
  list.AddRectFilled({bar_x, bar_y}, {bar_x + bar_width, bar_y + bar_height}, colors.raised, bar_height / 2);
  const float filled = job.fraction < 0 ? 0 : bar_width * job.fraction;
  if (filled >= 1) {
    list.AddRectFilled({bar_x, bar_y}, {bar_x + filled, bar_y + bar_height}, colors.accent, bar_height / 2);
  }
  const std::string text = job.amount.empty() ? job.label : fmt::format("{}  {}", job.label, job.amount);
  const float text_right = bar_x - ctx.Px(10);
  DrawTextRight(list, font, text_right, text_y, colors.text_dim, text);
  return text_right - TextWidth(font, text) - ctx.Px(20);
}

// Draws the offer of a note as a button that ends at `right`. Returns the right edge of the room that is
// left.
float DrawOffer(const StatusModel& model, float right, const PanelRect& rect, const PanelContext& ctx) {
  ImFont* font = ctx.fonts.small;
  const std::string shown = FitTextMiddle(font, model.offer, rect.width / 3);
  const float height = std::round(ctx.Px(22)), width = std::ceil(TextWidth(font, shown) + ctx.Px(20));
  const ImVec2 at{right - width, std::round(rect.y + (rect.height - height) / 2)};
  if (ClickableArea(ctx, "status/offer", at, {width, height}).clicked) ctx.Emit(*model.take_offer);
  if (shown != model.offer) ItemTooltip(ctx, model.offer);
  ImGui::GetWindowDrawList()->AddRectFilled(at, {right, at.y + height}, ctx.colors().accent, ctx.Px(5));
  DrawTextAt(*ImGui::GetWindowDrawList(), font, {at.x + ctx.Px(10), CentredTop(font, rect.y, rect.height)},
             ctx.colors().on_accent, shown);
  return at.x - ctx.Px(14);
}

// Draws the highlights that have room from `left` to `right`, each with a cross that drops it.
void DrawHighlights(const std::vector<Highlight>& highlights, float left, float right, const PanelRect& rect,
                    const PanelContext& ctx) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = ctx.fonts.small;
  const float height = std::round(ctx.Px(20)), cross = ctx.Px(18), dot = ctx.Px(16);
  const float y = std::round(rect.y + (rect.height - height) / 2);
  for (const Highlight& one : highlights) {
    const float room = std::min(ctx.Px(170), right - left - cross - dot);
    // A highlight with room for only a few letters is left out.
    if (room < std::min(TextWidth(font, one.text), ctx.Px(60))) break;
    // A query keeps its beginning, with its field; ShortName() is for names.
    const std::string text =
        one.id == "search" ? FitTextMiddle(font, one.text, room) : ShortName(font, one.text, room);
    const float width = dot + TextWidth(font, text) + cross;
    list.AddRectFilled({left, y}, {left + width, y + height}, ctx.colors().raised, ctx.Px(5));
    list.AddCircleFilled({left + ctx.Px(9), y + height / 2}, ctx.Px(3),
                         Packed(PaletteOf(ctx.theme).*one.color));
    DrawTextAt(list, font, {left + dot, CentredTop(font, rect.y, rect.height)}, ctx.colors().text_dim, text);
    ImGui::SetCursorScreenPos({left, y});
    ImGui::Dummy({width - cross, height});
    ItemTooltip(ctx, one.text);
    const auto area =
        ClickableArea(ctx, "highlight/" + std::string(one.id), {left + width - cross, y}, {cross, height});
    if (area.clicked) ctx.Emit(one.drop);
    DrawIcon(list, Icon::kClose, {left + width - cross / 2, y + height / 2}, ctx.Px(9),
             area.hovered ? ctx.colors().text : ctx.colors().text_dim);
    ItemTooltip(ctx, "Drop this highlight");
    left += width + ctx.Px(6);
  }
}

// Draws a whole note above the bar, in as many lines as it needs.
void DrawNoteAbove(const std::string& note, float right, const PanelRect& bar, const PanelContext& ctx) {
  ImGui::PushFont(ctx.fonts.small);
  const float pad = ctx.Px(10), wrap = std::min(ctx.Px(640), right - bar.x - 4 * pad);
  const std::string lines = BreakLines(ctx.fonts.small, note, wrap - 1);
  const ImVec2 size = ImGui::CalcTextSize(lines.c_str(), nullptr, false, wrap);
  const float width = std::ceil(std::min(size.x, wrap)) + 2 * pad, height = std::ceil(size.y) + 2 * pad;
  const PanelRect rect{std::floor(right - width), bar.y - height, width, height};
  // The foreground list draws over all panels.
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddRectFilled({rect.x, rect.y}, {rect.x + width, rect.y + height}, ctx.colors().raised);
  list.AddText(ctx.fonts.small, ctx.fonts.small->FontSize, {rect.x + pad, rect.y + pad}, ctx.colors().text,
               lines.c_str(), nullptr, wrap);
  ctx.MarkRect("status/note", rect);
  ImGui::PopFont();
}

}  // namespace

void DrawStatusBar(const StatusModel& model, const PanelRect& rect, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  BeginArea(ctx, "##status", rect, colors.panel, {0, 0});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine({rect.x, rect.y + 0.5f}, {rect.x + rect.width, rect.y + 0.5f}, colors.line);
  ImFont* font = ctx.fonts.small;
  const float text_y = CentredTop(font, rect.y, rect.height);
  float right = rect.x + rect.width - ctx.Px(12);
  for (const JobRow& job : model.jobs) right = DrawJob(job, right, rect, ctx);

  if (!model.offer.empty() && model.jobs.empty()) right = DrawOffer(model, right, rect, ctx);

  // A note is news: in a narrow window it takes up to half of the bar from the permanent texts.
  const float gap = ctx.Px(18);
  float x = rect.x + ctx.Px(14);
  const bool has_note = !model.note.empty() && model.jobs.empty();
  const bool has_badge = !model.report_badge.empty();
  const float badge_width = has_badge ? TextWidth(font, model.report_badge) + ctx.Px(14) : 0;
  const float for_badge = has_badge ? badge_width + gap : 0;
  std::string_view drawn = model.drawn;
  bool is_above = false;
  if (has_note) {
    const float note = TextWidth(font, model.note);
    const float always =
        TextWidth(font, model.summary) + for_badge + TextWidth(font, model.verify_badge) + gap;
    const float room = right - x;
    if (always + TextWidth(font, drawn) + gap + note > room) drawn = {};
    const float note_room = std::max(room - always - gap, std::floor(room / 2));
    // A note with an offer has to be read whole.
    is_above = !model.offer.empty() && note > note_room;
    const std::string shown = is_above ? "" : FitText(font, model.note, note_room);
    const float width = TextWidth(font, shown);
    DrawTextRight(list, font, right, text_y, colors.text_dim, shown);
    ImGui::SetCursorScreenPos({right - width, rect.y});
    ImGui::Dummy({std::max(1.0f, width), rect.height});
    ctx.Mark("status/note");
    if (!is_above && shown != model.note) ItemTooltip(ctx, model.note);
    right -= width + gap;
  }
  const auto put = [&](std::string_view text, ImU32 color, float kept_free) {
    const float room = right - kept_free - x;
    if (text.empty() || room <= 0) return;
    x += DrawTextShort(list, font, {x, text_y}, room, color, text) + gap;
  };
  // The badge, a button, has to be whole: the texts before leave room for it.
  put(model.summary, colors.text_dim, for_badge);
  put(drawn, colors.text_faint, for_badge);
  if (has_badge && x + badge_width <= right) {
    const float height = std::round(ctx.Px(20));
    const ImVec2 at{x, std::round(rect.y + (rect.height - height) / 2)};
    const auto [min, max, clicked, hovered] = ClickableArea(ctx, "status/report", at, {badge_width, height});
    if (clicked) ctx.Emit(action::ShowReport{true});
    list.AddRectFilled(min, max, hovered ? colors.raised_hover : colors.raised, ctx.Px(5));
    ItemTooltip(ctx, "Show the import report");
    const bool quiet = model.report_tone == BadgeTone::kQuiet;
    DrawTextAt(list, font, {at.x + ctx.Px(7), text_y},
               quiet ? colors.text_dim : ToneColor(model.report_tone, colors), model.report_badge);
    x += for_badge;
  }
  put(model.verify_badge, ToneColor(model.verify_tone, colors), 0);
  DrawHighlights(model.highlights, x, right, rect, ctx);
  EndArea();
  if (is_above) DrawNoteAbove(model.note, rect.x + rect.width, rect, ctx);
}

}  // namespace ringscope
