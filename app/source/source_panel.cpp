#include "app/source/source_panel.h"

#include <algorithm>
#include <cmath>

#include "app/source/source_model.h"
#include "app/widgets/icons.h"
#include "app/widgets/widgets.h"
#include "cct/base/number_text.h"

namespace ringscope {
namespace {

struct Columns {
  float self_right = 0, inclusive_right = 0, number_right = 0, text_left = 0;
};

Columns GutterColumns(const PanelContext& ctx, float left) {
  Columns columns;
  columns.self_right = left + ctx.Px(92);
  columns.inclusive_right = columns.self_right + ctx.Px(92);
  columns.number_right = columns.inclusive_right + ctx.Px(58);
  columns.text_left = columns.number_right + ctx.Px(16);
  return columns;
}

void DrawHeader(const AppState& state, const SourceModel& model, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  const float width = ImGui::GetContentRegionAvail().x;
  const float buttons = ctx.Px(30) * 2 + ctx.Px(8);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float text_y = std::round(at.y + (ctx.Px(30) - ctx.fonts.regular->FontSize) / 2);
  DrawTextShort(list, ctx.fonts.regular, {at.x, text_y}, width - buttons, colors.text,
                model.path.empty() ? model.title : model.path);
  ImGui::SetCursorScreenPos({at.x + width - buttons, at.y});
  ActionButton(ctx, "source/editor", Icon::kFile, "Open in your editor",
               action::OpenInEditor{model.path, std::max<uint32_t>(model.line, 1)}, !model.path.empty());
  ImGui::SameLine(0, ctx.Px(4));
  if (IconButton(ctx, "source/copy", Icon::kCopy, "Copy path and line", !model.title.empty())) {
    const std::string& path = model.path.empty() ? model.title : model.path;
    ctx.Emit(action::CopyText{path + (model.line > 0 ? ":" + std::to_string(model.line) : ""), "the path"});
  }
  ImGui::SetCursorScreenPos({at.x, at.y + ctx.Px(32)});
  (void)state;
}

void DrawShare(ImDrawList& list, const PanelContext& ctx, float right, float y, float height, double share,
               const std::string& text) {
  const float width = ctx.Px(86);
  const float filled = std::round(width * static_cast<float>(std::clamp(share, 0.0, 1.0)));
  if (filled > 0)
    list.AddRectFilled({right - filled, y + 1}, {right, y + height - 1}, ctx.colors().bar, ctx.Px(2));
  DrawTextRight(list, ctx.fonts.small, right - ctx.Px(4), CentredTop(ctx.fonts.small, y, height),
                ctx.colors().text, text);
}

// Returns whether the pointer is on it.
bool DrawLine(const SourceLine& line, float height, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const Columns columns = GutterColumns(ctx, at.x);
  const bool clicked = ImGui::InvisibleButton("line", {width, height});
  ctx.Mark("source/line/" + line.number);
  const bool hovered = ImGui::IsItemHovered();
  if (line.is_subject) {
    list.AddRectFilled(at, {at.x + width, at.y + height}, colors.accent_soft);
  } else if (line.has_cost && hovered) {
    list.AddRectFilled(at, {at.x + width, at.y + height}, colors.raised);
  }
  if (line.has_cost) {
    DrawShare(list, ctx, columns.self_right, at.y, height, line.self_share, line.self);
    DrawShare(list, ctx, columns.inclusive_right, at.y, height, line.inclusive_share, line.inclusive);
    if (clicked) ctx.Emit(action::ChooseFunction{line.frame});
    ItemTooltip(ctx, "Light up this function in the chart");
  }
  DrawTextRight(list, ctx.fonts.small, columns.number_right, CentredTop(ctx.fonts.small, at.y, height),
                colors.text_faint, line.number);
  ImFont* mono = ctx.fonts.mono;
  DrawTextAt(list, mono, {columns.text_left, CentredTop(mono, at.y, height)},
             line.has_cost ? colors.text : colors.text_dim, line.text);
  return hovered;
}

void DrawHeadings(const SourceModel& model, const PanelContext& ctx) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Columns columns = GutterColumns(ctx, at.x);
  const ImU32 color = ctx.colors().text_faint;
  const float height = ctx.fonts.small->FontSize + ctx.Px(4);
  const auto heading = [&](std::string_view mark, std::string_view text, float left, float right,
                           std::string_view tooltip) {
    ImGui::SetCursorScreenPos({left, at.y});
    ImGui::Dummy({std::max(1.0f, right - left), height});
    ctx.Mark(mark);
    ItemTooltip(ctx, tooltip);
    DrawTextRight(list, ctx.fonts.small, right - (mark == "source/head/line" ? 0 : ctx.Px(4)), at.y, color,
                  text);
  };
  heading("source/head/self", "self", at.x, columns.self_right,
          "Of the functions defined on this line, or of samples on it, without what they call");
  heading("source/head/inclusive", "inclusive", columns.self_right, columns.inclusive_right,
          "With what they call, recursion counted once");
  heading("source/head/line", "line", columns.inclusive_right, columns.number_right,
          "As the profile has it: where a function is defined, or where it was");
  if (model.without_file) {
    list.AddText(ctx.fonts.small, ctx.fonts.small->FontSize, {columns.text_left, at.y}, color, "function");
  }
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({0, height});
}

std::optional<FrameId> DrawLines(const AppState& state, const SourceModel& model, SourcePanelUi& ui, const PanelContext& ctx) {
  const float height = std::round(ctx.fonts.mono->FontSize + ctx.Px(4));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("lines", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
  const std::string& path = model.without_file ? model.title : model.path;
  if (ui.path != path || ui.line != model.line) {
    ui.path = path;
    ui.line = model.line;
    const float middle = (static_cast<float>(model.subject_row) + 0.5f) * height;
    ImGui::SetScrollY(std::max(0.0f, middle - ImGui::GetWindowHeight() / 2));
  }
  std::optional<FrameId> pointed;
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(std::min<size_t>(model.line_count, 100'000'000)), height);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      ImGui::PushID(i);
      const SourceLine line = BuildSourceLine(state, static_cast<size_t>(i));
      if (DrawLine(line, height, ctx) && line.has_cost) pointed = line.frame;
      ImGui::PopID();
    }
  }
  clipper.End();
  ImGui::EndChild();
  ImGui::PopStyleVar();
  return pointed;
}

// Where the file was looked for: one line that opens the list.
void DrawPlaces(const SourceModel& model, SourcePanelUi& ui, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImFont* font = ctx.fonts.small;
  const std::string title = "Searched " + CountedText(model.tried.size(), "place");
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = font->FontSize;
  const float width = ctx.Px(16) + TextWidth(font, title);
  if (ImGui::InvisibleButton("places", {width, line + ctx.Px(4)})) ui.places_open = !ui.places_open;
  ctx.Mark("source/places");
  const ImU32 color = ImGui::IsItemHovered() ? colors.text : colors.text_dim;
  ItemTooltip(ctx, ui.places_open ? "Make room for the lines" : "Show where the file was looked for");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  DrawIcon(list, ui.places_open ? Icon::kNext : Icon::kPrevious, {at.x + ctx.Px(5), at.y + line / 2},
           ctx.Px(10), color);
  DrawTextShort(list, font, {at.x + ctx.Px(16), at.y}, width, color, title);
  if (!ui.places_open) return;
  ImGui::PushFont(font);
  // The first places say enough; the rest follows the same pattern.
  constexpr size_t kShown = 8;
  for (size_t i = 0; i < std::min(kShown, model.tried.size()); ++i) {
    const std::string& place = model.tried[i];
    const ImVec2 row = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x - ctx.Px(16);
    DrawTextShort(list, font, {row.x + ctx.Px(16), row.y}, room, colors.text_faint, place);
    ImGui::Dummy({room, line + ctx.Px(2)});
    ItemTooltip(ctx, place);
  }
  if (model.tried.size() > kShown) {
    TextColored(colors.text_faint, "and at " + std::to_string(model.tried.size() - kShown) + " more");
  }
  ImGui::PopFont();
}

}  // namespace

std::optional<FrameId> DrawSourcePanel(const AppState& state, SourcePanelUi& ui, const PanelContext& ctx) {
  const SourceModel model = BuildSourceModel(state);
  DrawHeader(state, model, ctx);
  if (!model.message.empty()) {
    TextWrapped(ctx.colors().text_dim, model.message);
    ItemTooltip(ctx, "Settings (Ctrl+,) has path mappings and source folders");
  } else if (model.loading && model.line_count == 0) {
    TextColored(ctx.colors().text_faint, "Reading");
  }
  if (!model.tried.empty() && model.path.empty()) {
    DrawPlaces(model, ui, ctx);
    ImGui::Dummy({0, ctx.Px(4)});
  }
  if (model.line_count == 0) return std::nullopt;
  DrawHeadings(model, ctx);
  return DrawLines(state, model, ui, ctx);
}

}  // namespace ringscope
