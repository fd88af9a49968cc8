#include "app/widgets/list_keys.h"

#include <imgui.h>

#include <algorithm>

#include "app/widgets/imgui_input.h"

namespace ringscope {
namespace {

std::optional<uint64_t> MovedTo(uint64_t count, std::optional<uint64_t> cursor, uint64_t page,
                                bool below_box) {
  const auto last = static_cast<int64_t>(count - 1);
  const int64_t now = cursor ? std::min(static_cast<int64_t>(*cursor), last) : -1;
  const auto step = static_cast<int64_t>(std::max<uint64_t>(page, 1));
  int64_t next = now;
  if (KeyPressed(Key::kDown)) next = now + 1;
  if (KeyPressed(Key::kUp)) next = now - 1;
  if (KeyPressed(Key::kPageDown)) next = std::max<int64_t>(now, 0) + step;
  if (KeyPressed(Key::kPageUp)) next = now - step;
  if (!below_box && KeyPressed(Key::kHome)) next = 0;
  if (!below_box && KeyPressed(Key::kEnd)) next = last;
  if (next == now) return std::nullopt;
  return static_cast<uint64_t>(std::clamp<int64_t>(next, 0, last));
}

}  // namespace

ListKeys TakeListKeys(uint64_t count, std::optional<uint64_t> cursor, uint64_t page, bool below_box) {
  ListKeys keys;
  const ImGuiIO& io = ImGui::GetIO();
  const bool plain = !io.KeyCtrl && !io.KeyAlt && !io.KeyShift;
  const bool shift = io.KeyShift && !io.KeyCtrl && !io.KeyAlt;
  const int sideways = below_box ? 0 : (KeyPressed(Key::kRight) ? 1 : 0) - (KeyPressed(Key::kLeft) ? 1 : 0);
  if (plain) keys.sideways = sideways;
  if (shift) keys.scrolled = sideways;
  if (count == 0) return keys;
  if (plain) keys.moved_to = MovedTo(count, cursor, page, below_box);
  if (!cursor || *cursor >= count) return keys;
  keys.activated = plain && (KeyPressed(Key::kEnter, false) || KeyPressed(Key::kKeypadEnter, false));
  if (below_box) return keys;
  keys.menu = (plain && KeyPressed(Key::kMenu, false)) ||
              (shift && KeyPressed(Key::kF10, false));
  const bool copies = io.KeyCtrl && !io.KeyAlt && KeyPressed(Key::kC, false);
  keys.copies_name = copies && !io.KeyShift;
  keys.copies_row = copies && io.KeyShift;
  return keys;
}

}  // namespace ringscope
