#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>

#include "app/charts/chart.h"
#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/panel.h"
#include "app/view/panes/panes.h"
#include "app/view/shell.h"
#include "app/view/state/kind_values.h"
#include "app/views/summary/summary.h"
#include "app/widgets/number_fit.h"
#include "app/widgets/widgets.h"
#include "renderer/color/palette.h"

namespace ringscope::summary {
namespace {

// The columns of the page, in window pixels.
struct Columns {
  float left = 0, value = 0, share = 0, bar = 0, name = 0, right = 0;  // value, share: their right edges
};

Columns ColumnsOf(const Page& page, float left, float right, const PanelContext& ctx) {
  float value = ctx.Px(48), share = ctx.Px(36);
  for (const Section& section : page.sections) {
    for (const Line& line : section.lines) {
      value = std::max(value, TextWidth(ctx.fonts.regular, line.value));
      share = std::max(share, TextWidth(ctx.fonts.small, line.share));
    }
  }
  // On a narrow page numbers are shorter, so that names have room.
  value = std::min(value, std::max(ctx.Px(96), (right - left) / 4));
  Columns columns;
  columns.left = left;
  columns.right = right;
  columns.value = std::ceil(left + value);
  columns.share = std::ceil(columns.value + ctx.Px(14) + share);
  columns.bar = std::round(columns.share + ctx.Px(16));
  // A narrow page has no bars.
  const float room = right - columns.bar;
  const bool has_bars = room >= ctx.Px(420);
  columns.name = columns.bar + (has_bars ? std::round(std::min(room * 0.22f, ctx.Px(150)) + ctx.Px(14)) : 0);
  return columns;
}

// The pane of the page, its view, and the colours of differences.
struct Target {
  size_t pane = 0;
  const ViewState& view;
  DifferenceColors colors = DifferenceColors::kMap;
};

// The colour of a line's bar; of a difference the same as in the chart.
ImU32 BarColor(const Line& line, const Target& target, const PanelContext& ctx) {
  if (!line.change) return ctx.colors().accent;
  const ContextDifference difference{*line.change, *line.change == DifferenceKind::kLess ? -0.6 : 0.6};
  return Packed(DifferenceColor(difference, SourceChange::kUnknown, target.colors, ctx.theme));
}

void Choose(const Line& line, const Target& target, const PanelContext& ctx) {
  ctx.Emit(action::ActivatePane{target.pane});
  ctx.Emit(action::ChooseFunction{*line.function});
}

// `widest`: the widest value of lines with a bar, which have one unit and so get one form.
void DrawLine(const Line& line, std::string_view widest, const Target& target, const Columns& columns,
              const std::string& mark, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float height = std::round(ctx.Px(24)), inset = ctx.Px(8);
  const ImVec2 at{columns.left, ImGui::GetCursorScreenPos().y};
  ImGui::SetCursorScreenPos({at.x - inset, at.y});
  const ImVec2 size{columns.right - at.x + 2 * inset, height};
  if (!line.function) {
    ImGui::Dummy(size);
  } else {
    if (ImGui::InvisibleButton(mark.c_str(), size)) Choose(line, target, ctx);
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) {
      Choose(line, target, ctx);
      ctx.Emit(action::SetKind{DefaultViewKind()});
    }
    if (ImGui::IsItemHovered() && ImGui::IsMouseClicked(1)) {
      Choose(line, target, ctx);
      OpenMenu(ctx, ImGui::GetIO().MousePos,
               {.on = {.function = line.function},
                .row = fmt::format("{}\t{}\t{}", line.text, line.value, line.share)});
    }
    const FunctionId lit = LitFunction(target.view);
    const bool is_lit = target.view.functions().FunctionOf(*line.function) == lit;
    const ImU32 fill = is_lit ? colors.accent_soft : ImGui::IsItemHovered() ? colors.raised : 0;
    list.AddRectFilled(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), fill, ctx.Px(4));
  }
  ctx.Mark(mark);

  ImFont* const font = ctx.fonts.regular;
  const float top = CentredTop(font, at.y, height);
  const float small_top = SmallTextTop(ctx, top);
  const auto measure = [&](std::string_view one) { return TextWidth(font, one); };
  const std::string value =
      FitNumber(line.value, columns.value - columns.left, measure, line.bar ? widest : std::string_view())
          .value_or(line.value);
  DrawTextRight(list, font, columns.value, top, colors.text, value);
  ctx.MarkRect(mark + "/value", {columns.value - measure(value), top, measure(value), font->FontSize});
  DrawTextRight(list, ctx.fonts.small, columns.share, small_top, colors.text_dim, line.share);
  float left = line.value.empty() ? columns.left : columns.bar;
  if (line.bar && columns.name > columns.bar) {
    const float width = std::round(static_cast<float>(*line.bar) * (columns.name - ctx.Px(14) - columns.bar));
    const float edge = std::round(ctx.Px(7));
    if (width > 0)
      list.AddRectFilled({columns.bar, at.y + edge}, {columns.bar + width, at.y + height - edge},
                         BarColor(line, target, ctx), ctx.Px(2));
    left = columns.name;
  }
  float room = columns.right - left;
  // Numbers at the end of the line are more important than the whole name, and a place more than numbers.
  const float least_name = std::min(ctx.Px(100), TextWidth(font, line.text) + ctx.Px(14));
  const float module_room = line.whole_module ? room - least_name : room / 3;
  std::string whole = line.place.empty() ? line.module : line.place + ", " + line.module;
  if (line.whole_module && TextWidth(ctx.fonts.small, whole) > module_room)
    whole = FitTextMiddle(ctx.fonts.small, line.place, room / 3);
  if (!whole.empty()) {
    // Places end with what tells them apart.
    const std::string module = FitTextMiddle(ctx.fonts.small, whole, module_room);
    DrawTextRight(list, ctx.fonts.small, columns.right, small_top, colors.text_faint, module);
    room -= TextWidth(ctx.fonts.small, module) + ctx.Px(14);
  }
  const bool is_name = line.bar || line.function;
  const std::string text = is_name ? ShortName(font, line.text, room) : FitText(font, line.text, room);
  const bool is_rest = !line.function && (line.bar ? *line.bar == 0 : line.value.empty());
  DrawTextAt(list, font, {left, top}, is_rest ? colors.text_dim : colors.text, text);
  if (text != line.text) ItemTooltip(ctx, line.text);
}

void DrawHeading(const Section& section, const Columns& columns, const PanelContext& ctx) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float height = std::round(ctx.Px(46));
  const ImVec2 at{columns.left, ImGui::GetCursorScreenPos().y};
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({columns.right - columns.left, height});
  const float line_y = std::round(at.y + height - ctx.Px(6)) + 0.5f;
  const float top = std::round(line_y - ctx.Px(5) - ctx.fonts.regular->FontSize);
  const float title = DrawTextShort(list, ctx.fonts.regular, {at.x, top}, columns.right - at.x,
                                    ctx.colors().text, section.title);
  const float left = at.x + title + ctx.Px(12);
  DrawTextShort(list, ctx.fonts.small, {left, SmallTextTop(ctx, top)}, std::max(0.0f, columns.right - left),
                ctx.colors().text_dim, section.about);
  list.AddLine({columns.left, line_y}, {columns.right, line_y}, ctx.colors().line);
  ImGui::Dummy({1, std::round(ctx.Px(4))});
}

void DrawTitle(const Page& page, const AppState& state, const Target& target, const Columns& columns,
               const PanelContext& ctx) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at{columns.left, ImGui::GetCursorScreenPos().y};
  const float width = columns.right - columns.left;
  const float button_width = std::round(ctx.Px(130));
  ImGui::SetCursorScreenPos({columns.right - button_width, at.y});
  if (TextButton(ctx, "summary/rings", "Show the rings", {button_width, 0},
                 WithKey(state, "The same place as rings or icicle", "chart.summary"))) {
    ctx.Emit(action::ActivatePane{target.pane});
    ctx.Emit(action::SetKind{DefaultViewKind()});
  }
  DrawTextShort(list, ctx.fonts.title, at, std::max(0.0f, width - button_width - ctx.Px(16)),
                ctx.colors().text, page.title);
  const float below = std::round(at.y + ctx.fonts.title->FontSize + ctx.Px(10));
  DrawTextShort(list, ctx.fonts.regular, {at.x, below}, width, ctx.colors().text_dim, page.about);
  ImGui::SetCursorScreenPos({at.x, below});
  ImGui::Dummy({width, ctx.fonts.regular->FontSize});
}

// Fills the chart of a pane with the page. A click on a function chooses it, a double click shows it in
// rings.
void DrawPage(const Page& page, const AppState& state, size_t pane, const PanelRect& rect,
              const PanelContext& ctx) {
  const ViewState* view = ViewOfPane(state, pane);
  if (view == nullptr) return;
  constexpr float kMaxWidth = 860;
  BeginArea(ctx, fmt::format("##summary{}", pane).c_str(), rect, ctx.colors().background, {0, 0});
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::BeginChild("page", {rect.width, rect.height});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const float inset = std::round(ctx.Px(32));
  const float width = std::min(rect.width - 2 * inset, std::round(ctx.Px(kMaxWidth)));
  const float left = std::round(rect.x + (rect.width - width) / 2);
  const Columns columns = ColumnsOf(page, left, left + std::max(width, 1.0f), ctx);
  const Target target{pane, *view, state.settings.difference_colors};
  ImGui::Dummy({1, std::round(ctx.Px(24))});
  DrawTitle(page, state, target, columns, ctx);
  for (size_t s = 0; s < page.sections.size(); ++s) {
    DrawHeading(page.sections[s], columns, ctx);
    const std::vector<Line>& lines = page.sections[s].lines;
    std::string_view widest;
    for (const Line& line : lines)
      if (line.bar && TextWidth(ctx.fonts.regular, line.value) > TextWidth(ctx.fonts.regular, widest))
        widest = line.value;
    for (size_t k = 0; k < lines.size(); ++k)
      DrawLine(lines[k], widest, target, columns, fmt::format("summary/{}/{}", s, k), ctx);
  }
  ImGui::Dummy({1, std::round(ctx.Px(24))});
  ImGui::PopStyleVar();
  ImGui::EndChild();
  EndArea();
}

// A chart of panels alone.
class SummaryChart : public Chart {
 public:
  void Update(const AppState&, size_t, float, double) override {}
  void Forget() override {}
  Result<WritePicture> TakePicture(const std::filesystem::path&,
                                   const std::optional<PictureWords>&) const override {
    return Fail(ErrorCode::kInvalidArgument,
                "a summary is no picture: show the rings, or print it with 'ringscope summary'");
  }
  void DrawOver(const AppState& state, size_t pane, const PanelRect& chart, ChartOverlay& overlay,
                const PanelContext& ctx) override {
    const ViewState* view = ViewOfPane(state, pane);
    if (view == nullptr) return;
    overlay.covers.push_back(chart);
    DrawPage(BuildPage(state, *view), state, pane, chart, ctx);
  }
};

}  // namespace

Result<std::unique_ptr<Chart>> MakeChart(const ChartTools&) { return std::make_unique<SummaryChart>(); }

}  // namespace ringscope::summary
