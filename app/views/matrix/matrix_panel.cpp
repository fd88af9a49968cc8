#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "app/charts/chart.h"
#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/panel.h"
#include "app/view/panes/panes.h"
#include "app/views/matrix/matrix.h"
#include "app/widgets/widgets.h"
#include "cct/base/text/number_text.h"
#include "renderer/color/palette.h"

namespace ringscope::matrix {
namespace {

// The state of the page between frames.
struct MatrixPageUi {
  const Cct* tree = nullptr;  // of the last frame; the page of another tree begins at its newest version
  std::optional<CellPlace> cursor;
};

constexpr float kLeastCellWidth = 80, kMostCellWidth = 168;
constexpr float kCellHeight = 46, kHeadHeight = 44, kMostNames = 240;

// The width of the longest name of a version, within bounds, but at least that of the longest number.
float CellWidth(const MatrixModel& model, const PanelContext& ctx) {
  float names = 0, numbers = 0;
  for (const VersionText& version : model.versions)
    names = std::max(names, TextWidth(ctx.fonts.regular, version.name));
  for (const std::vector<CellText>& row : model.cells) {
    for (const CellText& cell : row) numbers = std::max(numbers, TextWidth(ctx.fonts.regular, cell.value));
  }
  return std::max(std::clamp(names, ctx.Px(kLeastCellWidth), ctx.Px(kMostCellWidth)), numbers) + ctx.Px(12);
}

// The tint of a difference beyond noise, which is strongest from a change of a quarter on.
ImU32 TintOf(const CellText& cell, Theme theme) {
  if (!cell.has_tint) return 0;
  constexpr double kStrongest = 0.25, kLeast = 0.4;
  const double size = kLeast + (1 - kLeast) * std::min(std::abs(cell.part) / kStrongest, 1.0);
  const Color color = DivergingColor(cell.verdict == Verdict::kMore ? size : -size, theme);
  constexpr int kAlpha = 110;
  return IM_COL32(color.r, color.g, color.b, kAlpha);
}

void DrawCentred(ImFont* font, float left, float width, float top, ImU32 color, const std::string& text,
                 const PanelContext& ctx) {
  // Cut in the middle: names of versions may begin alike or end alike.
  const std::string shown = FitTextMiddle(font, text, width - ctx.Px(8));
  DrawTextAt(*ImGui::GetWindowDrawList(), font,
             {std::round(left + (width - TextWidth(font, shown)) / 2), top}, color, shown);
}

void DrawCell(const CellText& cell, const CellPlace& place, size_t pane, ImVec2 at, float width,
              const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  const float height = ctx.Px(kCellHeight), inset = ctx.Px(2);
  const auto area =
      ClickableArea(ctx, fmt::format("matrix/{}/{}", place.benchmark, place.version), at, {width, height});
  if (area.clicked) {
    ctx.Emit(action::ActivatePane{pane});
    ctx.Emit(ChooseCell{place});
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 min{at.x + inset, at.y + inset}, max{at.x + width - inset, at.y + height - inset};
  if (cell.has_runs && area.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  list.AddRectFilled(min, max, area.hovered && cell.has_runs ? colors.raised_hover : colors.raised,
                     ctx.Px(4));
  if (const ImU32 tint = TintOf(cell, ctx.theme); tint != 0) list.AddRectFilled(min, max, tint, ctx.Px(4));
  if (cell.is_chosen || cell.is_cursor)
    list.AddRect(min, max, cell.is_chosen ? colors.accent : colors.text_dim, ctx.Px(4), 0,
                 ctx.Px(cell.is_chosen ? 2 : 1));
  ItemTooltip(ctx, cell.tooltip);
  ImFont* const font = ctx.fonts.regular;
  if (cell.change.empty()) {
    const ImU32 color = cell.has_runs ? colors.text : cell.has_failed ? colors.warning : colors.text_faint;
    DrawCentred(font, at.x, width, CentredTop(font, at.y, height), color,
                cell.value.empty() ? "-" : cell.value, ctx);
    return;
  }
  const bool is_noise = cell.verdict == Verdict::kWithinNoise;
  const float top = std::round(at.y + (height - font->FontSize - ctx.fonts.small->FontSize - ctx.Px(2)) / 2);
  DrawCentred(font, at.x, width, top, is_noise ? colors.text_dim : colors.text, cell.value, ctx);
  DrawCentred(ctx.fonts.small, at.x, width, std::round(top + font->FontSize + ctx.Px(2)),
              is_noise ? colors.text_faint : colors.text, cell.change, ctx);
}

void DrawHead(const VersionText& version, size_t index, ImVec2 at, float width, const PanelContext& ctx) {
  const float height = ctx.Px(kHeadHeight);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({width, height});
  ctx.Mark(fmt::format("matrix/version/{}", index));
  ItemTooltip(ctx, version.tooltip);
  const float top = std::round(at.y + ctx.Px(4));
  DrawCentred(ctx.fonts.regular, at.x, width, top,
              version.is_chosen ? ctx.colors().accent : ctx.colors().text, version.name, ctx);
  DrawCentred(ctx.fonts.small, at.x, width, std::round(top + ctx.fonts.regular->FontSize + ctx.Px(2)),
              ctx.colors().text_faint, version.date, ctx);
}

// Draws the versions, which scroll beside the names of the benchmarks.
void DrawVersions(const MatrixModel& model, const AppState& state, size_t pane, MatrixPageUi& ui,
                  const PanelContext& ctx) {
  const float cell = CellWidth(model, ctx), head = ctx.Px(kHeadHeight), row = ctx.Px(kCellHeight);
  const ViewState* view = ViewOfPane(state, pane);
  const bool is_other = std::exchange(ui.tree, view->shown.tree.get()) != view->shown.tree.get();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float whole = cell * static_cast<float>(model.versions.size());
  const float width = ImGui::GetWindowSize().x;
  if (is_other) ImGui::SetScrollX(std::max(0.0f, whole - width));
  const std::optional<CellPlace> cursor = ChosenOf(*view).cursor;
  if (std::exchange(ui.cursor, cursor) != cursor && cursor) {
    const float left = cell * static_cast<float>(cursor->version), now = ImGui::GetScrollX();
    if (left < now) ImGui::SetScrollX(left);
    if (left + cell > now + width) ImGui::SetScrollX(left + cell - width);
  }
  for (size_t v = 0; v < model.versions.size(); ++v) {
    const float x = at.x + cell * static_cast<float>(v);
    DrawHead(model.versions[v], v, {x, at.y}, cell, ctx);
    for (size_t b = 0; b < model.benchmarks.size(); ++b)
      DrawCell(model.cells[b][v], {b, v}, pane, {x, at.y + head + row * static_cast<float>(b)}, cell, ctx);
  }
}

void DrawTable(const MatrixModel& model, const AppState& state, size_t pane, float width, MatrixPageUi& ui,
               const PanelContext& ctx) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float row = ctx.Px(kCellHeight), head = ctx.Px(kHeadHeight);
  float names = ctx.Px(60);
  for (const std::string& name : model.benchmarks)
    names = std::max(names, TextWidth(ctx.fonts.regular, name));
  names = std::min({std::ceil(names + ctx.Px(16)), ctx.Px(kMostNames), width / 2});
  for (size_t b = 0; b < model.benchmarks.size(); ++b) {
    const float top = at.y + head + row * static_cast<float>(b);
    ImGui::SetCursorScreenPos({at.x, CentredTop(ctx.fonts.regular, top, row)});
    ShortText(ctx, model.benchmarks[b], names - ctx.Px(12), ctx.colors().text);
    ctx.Mark(fmt::format("matrix/benchmark/{}", b));
  }
  const float bar = ImGui::GetStyle().ScrollbarSize;
  const float height = head + row * static_cast<float>(model.benchmarks.size()) + bar + ctx.Px(2);
  ImGui::SetCursorScreenPos({at.x + names, at.y});
  ImGui::BeginChild("versions", {width - names, height}, false, ImGuiWindowFlags_HorizontalScrollbar);
  DrawVersions(model, state, pane, ui, ctx);
  ImGui::EndChild();
  ImGui::SetCursorScreenPos({at.x, at.y + height});
}

void DrawTitle(const MatrixModel& model, const AppState& state, size_t pane, float width,
               const PanelContext& ctx) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float button = std::round(ctx.Px(130));
  ImGui::SetCursorScreenPos({at.x + width - button, at.y});
  if (TextButton(ctx, "matrix/rings", "Show the rings", {button, 0},
                 WithKey(state, "All versions together as rings or icicle", "chart.matrix"))) {
    ctx.Emit(action::ActivatePane{pane});
    ctx.Emit(action::SetKind{DefaultViewKind()});
  }
  DrawTextShort(*ImGui::GetWindowDrawList(), ctx.fonts.title, at, std::max(0.0f, width - button - ctx.Px(16)),
                ctx.colors().text, model.title);
  ImGui::SetCursorScreenPos({at.x, std::round(at.y + ctx.fonts.title->FontSize + ctx.Px(10))});
}

// Draws the page over the chart of a pane: a row a benchmark, a column a version.
void DrawMatrix(const MatrixModel& model, const AppState& state, size_t pane, const PanelRect& rect,
                MatrixPageUi& ui, const PanelContext& ctx) {
  if (DrawMissing(ctx, "matrix", pane, rect, model.missing, ctx.colors().background)) return;
  BeginArea(ctx, fmt::format("##matrix{}", pane).c_str(), rect, ctx.colors().background, {0, 0});
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::BeginChild("page", {rect.width, rect.height});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const float inset = std::round(ctx.Px(32)), width = std::max(rect.width - 2 * inset, 1.0f);
  ImGui::Dummy({1, std::round(ctx.Px(24))});
  ImGui::Indent(inset);
  DrawTitle(model, state, pane, width, ctx);
  TextWrapped(ctx.colors().text_dim, model.about, width);
  ImGui::Dummy({1, std::round(ctx.Px(8))});
  TextColored(ctx.colors().text, model.hint);
  ctx.Mark("matrix/hint");
  ImGui::Dummy({1, std::round(ctx.Px(14))});
  DrawTable(model, state, pane, width, ui, ctx);
  ImGui::Dummy({1, std::round(ctx.Px(14))});
  for (size_t i = 0; i < model.failures.size(); ++i) {
    TextWrapped(ctx.colors().text_dim, model.failures[i], width);
    ctx.Mark(fmt::format("matrix/failure/{}", i));
    ImGui::Dummy({1, std::round(ctx.Px(4))});
  }
  ImGui::Dummy({1, std::round(ctx.Px(24))});
  ImGui::PopStyleVar();
  ImGui::EndChild();
  EndArea();
}

// A chart of panels alone.
class MatrixChart : public Chart {
 public:
  void Update(const AppState&, size_t, float, double) override {}
  void Forget() override {}
  Result<WritePicture> TakePicture(const std::filesystem::path&,
                                   const std::optional<PictureWords>&) const override {
    return Fail(ErrorCode::kInvalidArgument,
                "a matrix is no picture: show the rings or the versions, or print it with 'ringscope track'");
  }
  void DrawOver(const AppState& state, size_t pane, const PanelRect& chart, ChartOverlay& overlay,
                const PanelContext& ctx) override {
    const ViewState* view = ViewOfPane(state, pane);
    if (view == nullptr) return;
    overlay.covers.push_back(chart);
    const MatrixModel model = BuildMatrixModel(state, *view);
    versions_ = model.versions.size();
    DrawMatrix(model, state, pane, chart, ui_, ctx);
  }
  std::string DrawnText() const override {
    return versions_ == 0 ? std::string() : CountedText(versions_, "version");
  }

 private:
  MatrixPageUi ui_;
  size_t versions_ = 0;
};

}  // namespace

Result<std::unique_ptr<Chart>> MakeChart(const ChartTools&) { return std::make_unique<MatrixChart>(); }

}  // namespace ringscope::matrix
