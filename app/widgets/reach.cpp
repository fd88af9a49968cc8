#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <vector>

#include "app/widgets/dialog.h"
#include "app/widgets/imgui_input.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

struct ReachedItem {
  ImGuiID id = 0;
  ImRect rect;
  bool is_text = false;
  ImDrawList* list = nullptr;  // for the ring
  ImRect clip;
};

// The reachable items and the focus of the window that gets the keys, in one ImGui context.
struct Reach {
  const ImGuiContext* context = nullptr;
  ImGuiID window = 0;
  int frame = 0;  // the last frame that drew the window: a window that comes up begins anew
  ReachKeys keys = ReachKeys::kNone;
  const Ui* ui = nullptr;  // null outside of BeginReach() to EndReach(), and for windows below others
  std::vector<ReachedItem> items;
  ImGuiID focus = 0, first = 0;
  ImRect at;              // the place of the focus: a field that loses the keyboard gets another id
  bool is_shown = false;  // the focus came by a key
  bool scrolls = false;
  int tab_claim = -1;  // the frame of the last ClaimTab()
};
Reach the_reach;

bool IsTopmostWindow(const ImGuiWindow& window) {
  const ImVector<ImGuiPopupData>& popups = ImGui::GetCurrentContext()->OpenPopupStack;
  return popups.empty() || popups.back().Window == &window;
}

const ReachedItem* FocusedItem() {
  if (the_reach.focus == 0) return nullptr;
  for (const ReachedItem& item : the_reach.items)
    if (item.id == the_reach.focus) return &item;
  for (const ReachedItem& item : the_reach.items)
    if (item.rect.Min.x == the_reach.at.Min.x && item.rect.Min.y == the_reach.at.Min.y) return &item;
  return nullptr;
}

// The nearest item in a direction. A distance beside the way counts twice; of equally near items the one in
// the middle of the way wins.
const ReachedItem* NearestItem(const ReachedItem& from, ImVec2 way) {
  const ReachedItem* best = nullptr;
  float least = 0;
  const ImVec2 middle = from.rect.GetCenter();
  for (const ReachedItem& item : the_reach.items) {
    const float ahead = way.x > 0   ? item.rect.Min.x - from.rect.Max.x
                        : way.x < 0 ? from.rect.Min.x - item.rect.Max.x
                        : way.y > 0 ? item.rect.Min.y - from.rect.Max.y
                                    : from.rect.Min.y - item.rect.Max.y;
    if (ahead < -2 || item.id == from.id) continue;
    const float aside =
        way.x != 0 ? std::max({0.0f, item.rect.Min.y - from.rect.Max.y, from.rect.Min.y - item.rect.Max.y})
                   : std::max({0.0f, item.rect.Min.x - from.rect.Max.x, from.rect.Min.x - item.rect.Max.x});
    const float from_middle = way.x != 0
                                  ? std::max({0.0f, item.rect.Min.y - middle.y, middle.y - item.rect.Max.y})
                                  : std::max({0.0f, item.rect.Min.x - middle.x, middle.x - item.rect.Max.x});
    const float distance = ahead + 2 * aside + from_middle / 16;
    if (best == nullptr || distance < least) {
      best = &item;
      least = distance;
    }
  }
  return best;
}

// The item that the keys of this frame lead to; null if there is none.
const ReachedItem* NextReached(const ReachedItem* now) {
  const std::vector<ReachedItem>& items = the_reach.items;
  const bool has_tab = the_reach.keys != ReachKeys::kArrowsAndEnter;
  const bool has_arrows = the_reach.keys != ReachKeys::kTabAndEnter;
  const bool tab = has_tab && KeyPressed(Key::kTab) && the_reach.tab_claim != ImGui::GetFrameCount();
  ImVec2 way{0, 0};
  if (has_arrows && (now == nullptr || !now->is_text))
    way.x = KeyPressed(Key::kRight) ? 1.0f : KeyPressed(Key::kLeft) ? -1.0f : 0.0f;
  if (has_arrows) way.y = KeyPressed(Key::kDown) ? 1.0f : KeyPressed(Key::kUp) ? -1.0f : 0.0f;
  if (items.empty() || (!tab && way.x == 0 && way.y == 0)) return nullptr;
  if (now == nullptr) {
    for (const ReachedItem& item : items)
      if (item.id == the_reach.first) return &item;
    return &items.front();
  }
  if (!tab) return NearestItem(*now, way);
  const auto at = static_cast<size_t>(now - items.data());
  return &items[(at + (ImGui::GetIO().KeyShift ? items.size() - 1 : 1)) % items.size()];
}

void GiveFocus(const ReachedItem& item) {
  ImGui::ClearActiveID();
  the_reach.focus = item.id;
  the_reach.is_shown = the_reach.scrolls = true;
  if (!item.is_text) return;
  ImGuiContext& imgui = *ImGui::GetCurrentContext();
  imgui.NavNextActivateId = item.id;
  imgui.NavNextActivateFlags = ImGuiActivateFlags_PreferInput;
}

bool EnterIsDown() { return KeyPressed(Key::kEnter, false) || KeyPressed(Key::kKeypadEnter, false); }

}  // namespace

void Ui::Mark(std::string_view name) const {
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  MarkRect(name, {min.x, min.y, max.x - min.x, max.y - min.y});
  const ImGuiContext& imgui = *ImGui::GetCurrentContext();
  const ImGuiLastItemData& last = imgui.LastItemData;
  constexpr ImGuiItemFlags kLeftOut = ImGuiItemFlags_Disabled | ImGuiItemFlags_NoTabStop;
  if (the_reach.ui == nullptr || the_reach.context != &imgui || last.ID == 0 ||
      (last.InFlags & kLeftOut) != 0 || imgui.CurrentWindow->RootWindow->ID != the_reach.window)
    return;
  if (last.ID == the_reach.focus && the_reach.scrolls) {
    the_reach.scrolls = false;
    ImGui::ScrollToItem();
  }
  the_reach.items.push_back({last.ID, last.Rect, (last.InFlags & ImGuiItemFlags_Inputable) != 0,
                             imgui.CurrentWindow->DrawList, imgui.CurrentWindow->ClipRect});
}

void BeginReach(const Ui& ui, ReachKeys keys) {
  const ImGuiWindow& window = *ImGui::GetCurrentContext()->CurrentWindow;
  the_reach.ui = nullptr;
  if (!IsTopmostWindow(window) || keys == ReachKeys::kNone) return;
  const int frame = ImGui::GetFrameCount();
  if (the_reach.context != ImGui::GetCurrentContext() || the_reach.window != window.ID ||
      the_reach.frame != frame - 1) {
    the_reach = Reach();
    the_reach.context = ImGui::GetCurrentContext();
    the_reach.window = window.ID;
  }
  the_reach.frame = frame;
  the_reach.ui = &ui;
  the_reach.keys = keys;
  the_reach.items.clear();
  if (keys == ReachKeys::kArrowsAndEnter) ClaimListKeys();  // else commands get arrows and Enter
}

void ReachFirst() {
  if (the_reach.ui == nullptr) return;
  const ImGuiID id = ImGui::GetCurrentContext()->LastItemData.ID;
  if (the_reach.first == 0) {
    the_reach.focus = id;
    the_reach.is_shown = true;
  }
  the_reach.first = id;
}

void ClaimTab() { the_reach.tab_claim = ImGui::GetFrameCount(); }

bool DialogEntered() {
  if (!EnterIsDown() || ImGui::IsWindowAppearing()) return false;
  const ReachedItem* const focused = the_reach.ui == nullptr ? nullptr : FocusedItem();
  return focused == nullptr || focused->is_text || !the_reach.is_shown;
}

bool EndReach() {
  if (the_reach.ui == nullptr) return false;
  const ReachedItem* now = FocusedItem();
  const ImGuiID active = ImGui::GetCurrentContext()->ActiveId;
  const auto held = std::ranges::find(the_reach.items, active, &ReachedItem::id);
  const bool is_held = active != 0 && held != the_reach.items.end();
  if (is_held && held->is_text) now = &*held;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    the_reach.is_shown = false;
    now = is_held ? &*held : nullptr;
  }
  the_reach.focus = now == nullptr ? 0 : now->id;
  // ImGui's own Tab would go to fields only.
  if (KeyPressed(Key::kTab)) ImGui::NavMoveRequestCancel();
  const ReachedItem* const next = NextReached(now);
  const bool has_left =
      next == nullptr && the_reach.keys == ReachKeys::kArrowsAndEnter && KeyPressed(Key::kDown);
  if (next != nullptr) {
    GiveFocus(*next);
    now = next;
  }
  if (now != nullptr) the_reach.at = now->rect;
  const bool pressed = EnterIsDown() || (the_reach.keys == ReachKeys::kAll && KeyPressed(Key::kSpace, false));
  if (now != nullptr && !now->is_text && the_reach.is_shown) {
    if (pressed && !ImGui::IsWindowAppearing()) ImGui::ActivateItem(now->id);
    const ImRect& rect = now->rect;
    now->list->PushClipRect(now->clip.Min, now->clip.Max);
    DrawFocusRing(*now->list, {rect.Min.x, rect.Min.y, rect.GetWidth(), rect.GetHeight()}, *the_reach.ui);
    now->list->PopClipRect();
  }
  the_reach.ui = nullptr;
  return has_left;
}

}  // namespace ringscope
