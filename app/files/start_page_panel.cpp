#include "app/files/files_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/files/documents.h"
#include "app/files/recording/recording.h"
#include "app/view/panel.h"
#include "app/view/shell.h"
#include "app/widgets/dialog.h"
#include "app/widgets/widgets.h"
#include "renderer/color/palette.h"

namespace ringscope {
namespace {

// A small ring chart: the mark of the application.
void DrawMark(ImDrawList& list, ImVec2 center, float radius, const PanelContext& ctx) {
  struct Arc {
    float inner, outer, begin, end;
    size_t color;
  };
  constexpr std::array kArcs{Arc{0.40f, 0.67f, 0.00f, 0.48f, 0}, Arc{0.40f, 0.67f, 0.50f, 0.80f, 1},
                             Arc{0.73f, 1.00f, 0.00f, 0.27f, 2}, Arc{0.73f, 1.00f, 0.29f, 0.44f, 3},
                             Arc{0.73f, 1.00f, 0.50f, 0.65f, 4}};
  const auto fills = GroupColors(ctx.theme);
  list.AddCircleFilled(center, radius * 0.32f, ctx.colors().accent, 32);
  for (const Arc& arc : kArcs) {
    const auto angle = [](float turns) { return (turns - 0.25f) * 6.2831853f; };
    const Color fill = fills[arc.color % fills.size()];
    list.PathArcTo(center, radius * (arc.inner + arc.outer) / 2, angle(arc.begin), angle(arc.end), 48);
    list.PathStroke(IM_COL32(fill.r, fill.g, fill.b, 255), ImDrawFlags_None,
                    radius * (arc.outer - arc.inner));
  }
}

void DrawDropTarget(const std::string& loading, float width, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = std::round(ctx.Px(120));
  const auto [min, max, clicked, hovered] = ClickableArea(ctx, "start/open", at, {width, height});
  list.AddRectFilled(min, max, hovered ? colors.raised_hover : colors.raised, ctx.Px(10));
  list.AddRect(min, max, hovered ? colors.accent : colors.line, ctx.Px(10), 0, ctx.Px(1.5f));
  const std::string title = loading.empty() ? "Drop a profile here, or click to open one" : loading;
  const std::string below =
      FitText(ctx.fonts.small,
              loading.empty() ? "perf, pprof, JFR, callgrind, heaptrack, Chrome, Firefox, "
                                "speedscope, folded stacks and more; .gz and .zst"
                              : "the status bar shows the progress",
              width - ctx.Px(24));
  const float middle = at.x + width / 2;
  const float text_y =
      at.y + (height - ctx.fonts.regular->FontSize - ctx.fonts.small->FontSize - ctx.Px(8)) / 2;
  DrawTextAt(list, ctx.fonts.regular,
             {std::round(middle - TextWidth(ctx.fonts.regular, title) / 2), std::round(text_y)}, colors.text,
             title);
  DrawTextAt(list, ctx.fonts.small,
             {std::round(middle - TextWidth(ctx.fonts.small, below) / 2),
              std::round(text_y + ctx.fonts.regular->FontSize + ctx.Px(8))},
             colors.text_faint, below);
  if (clicked) ctx.Emit(action::ShowOpenDialog{true});
}

// A name, and in a second line a description with facts at its right.
void DrawTwoLines(ImVec2 at, float room, float height, std::string_view name, std::string_view below,
                  std::string_view right, const PanelContext& ctx) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float gap = ctx.Px(2);
  const float y = at.y + (height - ctx.fonts.regular->FontSize - ctx.fonts.small->FontSize - gap) / 2;
  DrawTextShort(list, ctx.fonts.regular, {at.x, std::round(y)}, room, ctx.colors().text, name);
  const float below_y = std::round(y + ctx.fonts.regular->FontSize + gap);
  const float beside = right.empty() ? 0 : TextWidth(ctx.fonts.small, right) + ctx.Px(10);
  DrawTextShort(list, ctx.fonts.small, {at.x, below_y}, std::max(1.0f, room - beside),
                ctx.colors().text_faint, below);
  if (!right.empty())
    DrawTextRight(list, ctx.fonts.small, at.x + room, below_y, ctx.colors().text_faint, right);
}

void DrawRecent(const StartPageModel& model, float width, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  SectionHeading(ctx, "RECENT");
  if (model.recent.empty()) {
    TextWrapped(colors.text_faint, "Profiles you open will be listed here.", width);
    return;
  }
  const float height = std::round(ctx.Px(44));
  for (size_t i = 0; i < model.recent.size(); ++i) {
    const RecentFile& file = model.recent[i];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float close = ctx.Px(22);
    const auto open =
        ClickableArea(ctx, fmt::format("start/recent/{}", i), at, {width - close - ctx.Px(8), height});
    if (i == 0) ReachFirst();
    ItemTooltip(ctx, file.path);
    ImGui::PushAllowKeyboardFocus(false);
    const auto forget =
        ClickableArea(ctx, fmt::format("start/forget/{}", i),
                      {at.x + width - close - ctx.Px(6), at.y + (height - close) / 2}, {close, close});
    ImGui::PopAllowKeyboardFocus();
    ItemTooltip(ctx, "Remove from the list");
    if (open.hovered || forget.hovered) {
      list.AddRectFilled(at, {at.x + width, at.y + height}, colors.raised, ctx.Px(6));
      DrawIcon(list, Icon::kClose, {at.x + width - close / 2 - ctx.Px(6), at.y + height / 2}, ctx.Px(10),
               forget.hovered ? colors.text : colors.text_faint);
    }
    DrawIcon(list, Icon::kFile, {at.x + ctx.Px(18), at.y + height / 2}, ctx.Px(15), colors.text_faint);
    const float text_x = at.x + ctx.Px(38);
    const float room = width - ctx.Px(38) - close - ctx.Px(18);  // the mark of the focus ends behind it
    DrawTwoLines({text_x, at.y}, room, height, file.name, file.folder, file.facts, ctx);
    ImGui::SetCursorScreenPos({at.x, at.y + height + ctx.Px(2)});
    if (open.clicked) ctx.Emit(action::OpenFile{file.path});
    if (forget.clicked) ctx.Emit(action::ForgetRecentFile{file.path});
  }
}

void DrawExamples(const StartPageModel& model, float width, const PanelContext& ctx) {
  if (model.examples.empty()) return;
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  SectionHeading(ctx, "OPEN AN EXAMPLE");
  const float height = std::round(ctx.Px(44));
  for (size_t i = 0; i < model.examples.size(); ++i) {
    const ExampleRow& example = model.examples[i];
    const auto [at, max, clicked, hovered] =
        ClickableRow(ctx, fmt::format("start/example/{}", i), {width, height});
    DrawIcon(list, Icon::kHome, {at.x + ctx.Px(18), at.y + height / 2}, ctx.Px(15), colors.text_faint);
    DrawTwoLines({at.x + ctx.Px(38), at.y}, width - ctx.Px(48), height, example.description, example.name, {},
                 ctx);
    if (clicked) ctx.Emit(action::OpenFile{example.path});
  }
  ImGui::Dummy({0, ctx.Px(8)});
}

void DrawHints(const StartPageModel& model, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  SectionHeading(ctx, "RECORD A PROFILE");
  const float height = std::round(ctx.Px(32));
  if (TextButton(ctx, "start/record", "Record a program...", {ImGui::GetContentRegionAvail().x, height}))
    ctx.Emit(action::ShowRecordDialog{true});
  ImGui::Dummy({0, ctx.Px(6)});
  for (size_t i = 0; i < model.hints.size(); ++i) {
    const RecordingHint& hint = model.hints[i];
    ShortText(ctx, hint.tool, ImGui::GetContentRegionAvail().x, colors.text);
    ImGui::PushFont(ctx.fonts.mono);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 size = ImGui::CalcTextSize(hint.commands.data(), hint.commands.data() + hint.commands.size(),
                                            false, width - ctx.Px(52));
    const float pad = ctx.Px(8);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 max{at.x + width, at.y + size.y + 2 * pad};
    list.AddRectFilled(at, max, colors.raised, ctx.Px(6));
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {at.x + pad, at.y + pad}, colors.text_dim,
                 hint.commands.data(), hint.commands.data() + hint.commands.size(), width - ctx.Px(52));
    ImGui::PopFont();
    const float side = std::round(ctx.Px(30));
    ImGui::SetCursorScreenPos({max.x - side - ctx.Px(2), at.y + ctx.Px(2)});
    ActionButton(ctx, fmt::format("start/copy/{}", i), Icon::kCopy, "Copy",
                 action::CopyText{std::string(hint.commands), "the command"});
    ImGui::SetCursorScreenPos({at.x, max.y + ctx.Px(4)});
    ImGui::PushFont(ctx.fonts.small);
    TextColored(colors.text_faint, fmt::format("then open {}", hint.file));
    ImGui::PopFont();
    ImGui::Dummy({0, ctx.Px(4)});
  }
}

}  // namespace

void DrawStartPage(const StartPageModel& model, const std::string& loading, const PanelRect& rect,
                   const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  BeginArea(ctx, "##start", rect, colors.background, {0, 0});
  BeginReach(ctx);
  const float width = std::min(ctx.Px(940), rect.width - ctx.Px(64));
  const float left = std::round(rect.x + (rect.width - width) / 2);
  const float header = ctx.Px(64);
  const float top = std::round(rect.y + std::max(ctx.Px(28), (rect.height - ctx.Px(720)) / 2));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  DrawMark(list, {left + ctx.Px(30), top + ctx.Px(28)}, ctx.Px(30), ctx);
  list.AddText(ctx.fonts.title, ctx.fonts.title->FontSize, {left + ctx.Px(76), top + ctx.Px(3)}, colors.text,
               "ringscope");
  list.AddText(ctx.fonts.regular, ctx.fonts.regular->FontSize,
               {left + ctx.Px(76), std::round(top + ctx.Px(8) + ctx.fonts.title->FontSize)}, colors.text_dim,
               "The whole calling context tree of a profile, as a ring chart");
  ImGui::SetCursorScreenPos({left, top + header + ctx.Px(20)});
  DrawDropTarget(loading, width, ctx);
  const float columns_top = top + header + ctx.Px(20 + 120 + 28);
  const float gap = ctx.Px(40);
  const float recent_width = std::round((width - gap) * 0.44f);
  const float body = std::max(1.0f, rect.y + rect.height - columns_top - ctx.Px(12));
  ImGui::SetCursorScreenPos({left, columns_top});
  ImGui::BeginChild("recent", {recent_width, body});
  DrawRecent(model, recent_width - ctx.Px(8), ctx);
  ImGui::Dummy({0, ctx.Px(8)});
  DrawExamples(model, recent_width - ctx.Px(8), ctx);
  ImGui::EndChild();
  ImGui::SetCursorScreenPos({left + recent_width + gap, columns_top});
  ImGui::BeginChild("hints", {width - recent_width - gap, body});
  DrawHints(model, ctx);
  ImGui::EndChild();
  EndReach();
  EndArea();
}

}  // namespace ringscope
