#include "app/view/table/scroll_bar.h"

#include <algorithm>

namespace ringscope {

double ScrollBar(const char* name, const PanelRect& rect, bool vertical, double at, double last,
                 double in_sight, const PanelContext& ctx) {
  if (rect.width < 1 || rect.height < 1 || last <= 0) return at;
  const float length = vertical ? rect.height : rect.width;
  const auto share = static_cast<float>(in_sight / (last + in_sight));
  const float grip = std::clamp(length * share, std::min(ctx.Px(28), length / 2), length);
  const float room = std::max(1.0f, length - grip);
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::InvisibleButton(name, {rect.width, rect.height});
  const ImGuiIO& io = ImGui::GetIO();
  const float pointer = vertical ? io.MousePos.y - rect.y : io.MousePos.x - rect.x;
  float begin = static_cast<float>(at / last) * room;
  // Where on the grip the pointer took hold.
  float& hold = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID(name));
  bool moved = ImGui::IsItemActive() && (vertical ? io.MouseDelta.y : io.MouseDelta.x) != 0;
  if (ImGui::IsItemActivated()) {
    const bool on_grip = pointer >= begin && pointer < begin + grip;
    hold = on_grip ? pointer - begin : grip / 2;
    // Beside the grip: it jumps there.
    moved = !on_grip;
  }
  if (moved) {
    begin = std::clamp(pointer - hold, 0.0f, room);
    at = static_cast<double>(begin) / static_cast<double>(room) * last;
  }
  const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
  const float inset = ctx.Px(2);
  ImVec2 min{rect.x + inset, rect.y + begin + 1}, max{rect.x + rect.width - inset, rect.y + begin + grip - 1};
  if (!vertical) {
    min = {rect.x + begin + 1, rect.y + inset};
    max = {rect.x + begin + grip - 1, rect.y + rect.height - inset};
  }
  ImGui::GetWindowDrawList()->AddRectFilled(
      min, max, lit ? ctx.colors().text_faint : ctx.colors().raised_active, ctx.Px(4));
  return at;
}

}  // namespace ringscope
