#include "app/view/view_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/view/panel.h"
#include "app/view/shell.h"
#include "app/view/steps/context_steps.h"
#include "app/view/steps/steps.h"
#include "app/widgets/dialog.h"
#include "app/widgets/popup.h"
#include "app/widgets/text_field.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

constexpr const char* kEditPopup = "##edit_step";
constexpr const char* kMenuPopup = "##transform_menu";
constexpr float kMaxChipWidth = 420;
constexpr float kChevronWidth = 16;

struct ChipPlace {
  float x = 0;
  float width = 0;
};

float NaturalWidth(const ChipModel& chip, const PanelContext& ctx) {
  float width = ctx.Px(10) + TextWidth(ctx.fonts.regular, chip.text) + ctx.Px(28);
  if (!chip.effect.empty()) width += ctx.Px(8) + TextWidth(ctx.fonts.small, chip.effect);
  return std::ceil(std::min(width, ctx.Px(kMaxChipWidth)));
}

// The verb of a step, "keep" of "keep fn:parse self>0", which is never cut.
std::string_view VerbOf(const ChipModel& chip) {
  return std::string_view(chip.text).substr(0, chip.text.find(' '));
}

float LeastWidth(const ChipModel& chip, const PanelContext& ctx) {
  const bool is_all = VerbOf(chip).size() == chip.text.size();
  const float text = TextWidth(ctx.fonts.regular, VerbOf(chip)) +
                     (is_all ? 0 : TextWidth(ctx.fonts.regular, "\xE2\x80\xA6") + 1);
  return std::ceil(ctx.Px(10) + text + ctx.Px(28));
}

// Places chips from x on. If they do not fit, the widest become narrower first; what is left over is
// scrolled.
std::vector<ChipPlace> PlaceChips(const PipelineModel& model, float x, float room, const PanelContext& ctx) {
  std::vector<ChipPlace> places;
  std::vector<float> least;
  for (const ChipModel& chip : model.chips) {
    places.push_back({0, NaturalWidth(chip, ctx)});
    least.push_back(std::min(LeastWidth(chip, ctx), places.back().width));
  }
  const float chevron = ctx.Px(kChevronWidth);
  const float for_chips = room - chevron * static_cast<float>(std::max<size_t>(places.size(), 1) - 1);
  float low = 0, high = ctx.Px(kMaxChipWidth);
  const auto capped = [&](size_t i, float cap) { return std::max(least[i], std::min(places[i].width, cap)); };
  const auto total = [&](float cap) {
    float sum = 0;
    for (size_t i = 0; i < places.size(); ++i) sum += capped(i, cap);
    return sum;
  };
  if (total(high) > for_chips) {
    for (int i = 0; i < 12; ++i) {
      const float middle = (low + high) / 2;
      (total(middle) > for_chips ? high : low) = middle;
    }
    for (size_t i = 0; i < places.size(); ++i) places[i].width = std::floor(capped(i, low));
  }
  for (ChipPlace& place : places) {
    place.x = x;
    x += place.width + chevron;
  }
  return places;
}

// The place between chips for a pointer at `x`: before the first chip whose middle lies behind `x`.
size_t SlotAt(const std::vector<ChipPlace>& places, float x) {
  size_t slot = 0;
  while (slot < places.size() && x > places[slot].x + places[slot].width / 2) ++slot;
  return slot;
}

void DrawChip(const AppState& state, const ChipModel& chip, size_t index, const ChipPlace& place, float y,
              float height, PipelineUi& ui, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 min{std::round(place.x), y}, max{std::round(place.x + place.width), y + height};
  const float cross = ctx.Px(22);
  const bool hovered =
      ClickableArea(ctx, fmt::format("chip/{}", index), min, {std::max(1.0f, max.x - min.x - cross), height})
          .hovered;
  const bool held = ImGui::IsItemActive();
  if (held && ImGui::IsMouseDragging(0, ctx.Px(4))) ui.dragged = index;
  if (ImGui::IsItemDeactivated() && !ui.dragged && hovered) {
    ui.edited = chip.text;
    ui.edited_index = index;
    ui.edited_at = min;
    ui.focus_text = true;
    ImGui::OpenPopup(kEditPopup);
  }
  if (!ui.dragged) ItemTooltip(ctx, chip.tooltip);
  const auto remove =
      ClickableArea(ctx, fmt::format("chip/{}/remove", index), {max.x - cross, min.y}, {cross, height});
  ItemTooltip(ctx, "Remove this step (Ctrl+Z brings it back)");

  const bool dragged = ui.dragged == index;
  list.AddRectFilled(min, max,
                     dragged || held ? colors.raised_active
                     : hovered       ? colors.raised_hover
                                     : colors.raised,
                     ctx.Px(6));
  if (dragged) list.AddRect(min, max, colors.accent, ctx.Px(6));
  const float pad = ctx.Px(10);
  float right = max.x - cross - ctx.Px(2);
  // The step's text gets room before the share that the step removed; the tooltip has both.
  const float effect = TextWidth(ctx.fonts.small, chip.effect) + ctx.Px(8);
  const float for_name = std::min(TextWidth(ctx.fonts.regular, chip.text),
                                  TextWidth(ctx.fonts.regular, VerbOf(chip)) + ctx.Px(40));
  if (!chip.effect.empty() && right - effect - min.x - pad >= for_name) {
    DrawTextRight(list, ctx.fonts.small, right, min.y + std::round((height - ctx.fonts.small->FontSize) / 2),
                  colors.warning, chip.effect);
    right -= effect;
  }
  DrawTextShort(list, ctx.fonts.regular,
                {min.x + pad, min.y + std::round((height - ctx.fonts.regular->FontSize) / 2)},
                std::max(0.0f, right - min.x - pad),
                chip.pending || chip.idle ? colors.text_faint : colors.text, chip.text);
  DrawIcon(list, Icon::kClose, {max.x - cross / 2 - ctx.Px(1), (min.y + max.y) / 2}, ctx.Px(9),
           remove.hovered ? colors.text : colors.text_faint);
  if (remove.clicked) ctx.Emit(action::SetPipeline{WithoutStep(ActiveView(state)->pipeline.wanted, index)});
}

// Draws a mark at the place for the dragged chip, and moves the step when it is dropped.
void DrawDrag(const AppState& state, const std::vector<ChipPlace>& places, float y, float height,
              PipelineUi& ui, const PanelContext& ctx) {
  if (!ui.dragged || *ui.dragged >= places.size()) {
    ui.dragged.reset();
    return;
  }
  const size_t slot = SlotAt(places, ImGui::GetIO().MousePos.x);
  const float gap = ctx.Px(kChevronWidth) / 2;
  const float x =
      std::round(slot < places.size() ? places[slot].x - gap : places.back().x + places.back().width + gap);
  // A drop at either side of its own place does not move the chip.
  const bool moves = slot != *ui.dragged && slot != *ui.dragged + 1;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (moves) {
    const float half = std::round(ctx.Px(1.5f));
    const float cap = std::round(ctx.Px(4));
    const float top = y - ctx.Px(3), bottom = y + height + ctx.Px(3);
    list.AddRectFilled({x - half, top}, {x + half, bottom}, ctx.colors().accent);
    list.AddRectFilled({x - cap, top - half}, {x + cap, top + half}, ctx.colors().accent);
    list.AddRectFilled({x - cap, bottom - half}, {x + cap, bottom + half}, ctx.colors().accent);
    ctx.MarkRect("chip/drop", {x - cap, top, 2 * cap, bottom - top});
  }
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (ImGui::IsMouseDown(0)) return;
  ctx.Emit(action::SetPipeline{WithStepMoved(ActiveView(state)->pipeline.wanted, *ui.dragged, slot)});
  ui.dragged.reset();
}

// A text field for one step or several, with the text's error below. Returns the steps if Enter was pressed
// on a text without error; an empty pipeline for a blank text.
std::optional<Pipeline> StepField(const AppState& state, std::string_view mark, const char* hint,
                                  std::string& text, float width, PipelineUi& ui, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  if (std::exchange(ui.focus_text, false)) ImGui::SetKeyboardFocusHere();
  const bool entered = TextField(ctx, mark, hint, width, text, ImGuiInputTextFlags_EnterReturnsTrue);
  TakeKeyboard(state, TextBox::kTransform, ctx);
  const std::string problem = StepsProblem(text);
  ImGui::PushFont(ctx.fonts.small);
  ImGui::Dummy({width, ctx.Px(4)});
  if (problem.empty()) {
    TextWrapped(colors.text_faint, "Enter: apply.  Esc: cancel.", width);
  } else {
    TextWrapped(colors.bad, problem, width);
    ctx.Mark(std::string(mark) + "/problem");
  }
  ImGui::PopFont();
  if (!entered) return std::nullopt;
  if (!problem.empty()) {
    ui.focus_text = true;  // Enter took the keyboard away
    return std::nullopt;
  }
  return ParsePipeline(text).value_or(Pipeline{});
}

void DrawEditPopup(const AppState& state, PipelineUi& ui, const PanelContext& ctx) {
  if (!BeginMenuPopup(kEditPopup, {ui.edited_at.x - ctx.Px(14), ui.edited_at.y - ctx.Px(10)}, ctx)) return;
  const Pipeline& wanted = ActiveView(state)->pipeline.wanted;
  const float width =
      std::clamp(TextWidth(ctx.fonts.regular, ui.edited) + ctx.Px(40), ctx.Px(320), ctx.Px(640));
  if (auto steps =
          StepField(state, "chip/edit", "Leave it empty to remove the step", ui.edited, width, ui, ctx)) {
    ctx.Emit(action::SetPipeline{WithSteps(wanted, ui.edited_index, std::move(*steps))});
    ImGui::CloseCurrentPopup();
  }
  EndMenuPopup();
}

void PastePipeline(const PanelContext& ctx) {
  const char* text = ImGui::GetClipboardText();
  ctx.Emit(action::SetPipelineText{text == nullptr ? std::string() : std::string(text)});
}

}  // namespace

void DrawTransformMenu(const AppState& state, PipelineUi& ui, ImVec2 corner, const PanelContext& ctx) {
  if (state.transform_menu_open && !ui.menu_was_open) {
    ImGui::OpenPopup(kMenuPopup);
    ui.focus_text = true;
    ui.typed = state.transform_text;
  }
  ui.menu_was_open = state.transform_menu_open;
  if (BeginMenuPopup(kMenuPopup, corner, ctx)) {
    if (!state.transform_menu_open) ImGui::CloseCurrentPopup();
    const float width = ctx.Px(560);
    if (auto typed =
            StepField(state, "transform/text", "A step, as: hide mod:libc; or several: invert | depth 5",
                      ui.typed, width, ui, ctx)) {
      const ViewState* view = ActiveView(state);
      if (!typed->empty() && view != nullptr)
        ctx.Emit(action::SetPipeline{WithStepsAdded(view->pipeline.wanted, std::move(*typed))});
      ImGui::CloseCurrentPopup();
    }
    std::string_view group;
    const std::vector<TransformChoice> choices = BuildTransformChoices(state);
    for (size_t i = 0; i < choices.size(); ++i) {
      const TransformChoice& choice = choices[i];
      if (choice.group != group) {
        ImGui::Dummy({0, ctx.Px(6)});
        group = choice.group;
        SectionHeading(ctx, group);
      }
      if (MenuRow(ctx, fmt::format("transform/{}", i), choice.label, choice.description, width)) {
        ctx.Emit(action::AddTransform{choice.step});
      }
    }
    ImGui::Dummy({0, ctx.Px(6)});
    SectionHeading(ctx, "A whole pipeline");
    if (MenuRow(ctx, "transform/paste", "Paste", "from the clipboard, as it was copied", width))
      PastePipeline(ctx);
    EndMenuPopup();
  }
  if (state.transform_menu_open && ui.menu_was_open && !ImGui::IsPopupOpen(kMenuPopup)) {
    ctx.Emit(action::ShowTransformMenu{false});
  }
}

void DrawPipelineBar(const AppState& state, const PipelineModel& model, PipelineUi& ui, const PanelRect& rect,
                     const PanelContext& ctx) {
  if (rect.height <= 0 || !model.visible) return;
  const UiColors& colors = ctx.colors();
  const float button = std::round(ctx.Px(30));
  const float margin = std::round((rect.height - button) / 2);
  BeginArea(ctx, "##pipeline", rect, colors.panel, {0, 0});
  const float height = std::round(ctx.Px(26));
  const float y = rect.y + std::round((rect.height - height) / 2);
  const float tools_width = 5 * button + ctx.Px(8);
  const float left = rect.x + ctx.Px(12);
  const float right = rect.x + rect.width - tools_width - ctx.Px(8);

  // Chips scroll only as far as they overflow: no room stays free at the right end.
  const std::vector<ChipPlace> unscrolled = PlaceChips(model, left, right - left, ctx);
  const float overflow = std::max(0.0f, unscrolled.back().x + unscrolled.back().width - right);
  if (ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem)) {
    ui.scroll_px -= (ImGui::GetIO().MouseWheel + ImGui::GetIO().MouseWheelH) * ctx.Px(60);
  }
  ui.scroll_px = std::clamp(ui.scroll_px, 0.0f, overflow);
  std::vector<ChipPlace> places = unscrolled;
  for (ChipPlace& place : places) place.x -= ui.scroll_px;

  // The mark of a drop needs room before the first chip and behind the last.
  ImGui::PushClipRect({left - ctx.Px(12), rect.y}, {right + ctx.Px(12), rect.y + rect.height}, true);
  for (size_t i = 0; i < model.chips.size(); ++i) {
    DrawChip(state, model.chips[i], i, places[i], y, height, ui, ctx);
    if (i + 1 < places.size()) {
      DrawChevron({places[i].x + places[i].width + ctx.Px(kChevronWidth) / 2, y + height / 2}, 3.5f, ctx);
    }
  }
  DrawDrag(state, places, y, height, ui, ctx);
  ImGui::PopClipRect();
  DrawEditPopup(state, ui, ctx);

  ImGui::SetCursorScreenPos({rect.x + rect.width - tools_width, rect.y + margin});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ActionButton(ctx, "pipeline/add", Icon::kPlus, "Add a transform", action::ShowTransformMenu{true}, true,
               state.transform_menu_open);
  NextActionButton(ctx, "pipeline/undo", Icon::kUndo, "Undo (Ctrl+Z)", action::UndoTransform{},
                   model.can_undo);
  NextActionButton(ctx, "pipeline/redo", Icon::kRedo, "Redo (Ctrl+Shift+Z, Ctrl+Y)", action::RedoTransform{},
                   model.can_redo);
  NextActionButton(ctx, "pipeline/copy", Icon::kCopy, "Copy all steps as one line",
                   action::CopyText{model.line, "the pipeline"});
  ImGui::SameLine();
  if (IconButton(ctx, "pipeline/paste", Icon::kPaste, "Replace the steps by those on the clipboard"))
    PastePipeline(ctx);
  ImGui::PopStyleVar();

  DrawBottomLine(rect, ctx);
  if (model.running) {
    const float share = model.progress < 0 ? 0.3f : model.progress, bottom = rect.y + rect.height;
    ImGui::GetWindowDrawList()->AddRectFilled({rect.x, bottom - ctx.Px(2)},
                                              {rect.x + rect.width * share, bottom}, colors.accent);
  }
  EndArea();
}

void DrawCostlyDialog(const AppState& state, const PanelContext& ctx) {
  const CostlyModel model = BuildCostlyModel(state);
  if (!BeginDialog("##costly", model.visible && state.errors.empty(), {ctx.Px(520), 0}, ctx)) return;
  DialogTitle(ctx, model.title);
  TextWrapped(ctx.colors().text_dim, model.text);
  ImGui::Dummy({0, ctx.Px(10)});
  using action::CostlyAnswer;
  if (TextButton(ctx, "costly/all", "Invert all of it", {0, std::round(ctx.Px(32))}))
    ctx.Emit(action::AnswerCostly{CostlyAnswer::kAsItIs});
  ImGui::SameLine();
  const DialogAnswer answer = DialogButtons(ctx, "costly", "prune", model.prune_label.c_str(), true);
  if (answer.cancelled) ctx.Emit(action::AnswerCostly{CostlyAnswer::kCancel});
  if (answer.confirmed) ctx.Emit(action::AnswerCostly{CostlyAnswer::kPruneFirst});
  EndDialog();
}

}  // namespace ringscope
