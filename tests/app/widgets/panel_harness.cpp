#include "tests/app/widgets/panel_harness.h"

#include <gtest/gtest.h>

#include <utility>

#include "app/view/command.h"
#include "app/widgets/popup.h"
#include "tests/app/stray_items.h"

namespace ringscope {

PanelHarness::PanelHarness(AppState& state, float width_px, float height_px)
    : state_(state), imgui_(ImGui::CreateContext()), width_px_(width_px), height_px_(height_px) {
  ImGui::SetCurrentContext(imgui_);
  PrepareImGuiInput();
  ApplyUiStyle(state.settings.theme, 1);
  ImGuiIO& io = ImGui::GetIO();
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  context_.fonts = {io.Fonts->Fonts[0], io.Fonts->Fonts[0], io.Fonts->Fonts[0], io.Fonts->Fonts[0]};
  context_.marks = &marks_;
  Settle();
}

PanelHarness::~PanelHarness() { ImGui::DestroyContext(imgui_); }

std::vector<Action> PanelHarness::Frame(const std::vector<InputEvent>& events) {
  ImGui::SetCurrentContext(imgui_);
  pending_.insert(pending_.end(), events.begin(), events.end());
  escape_wait_.BeginFrame();
  const auto waits = [&] { return state_.awaited_box != TextBox::kNone || escape_wait_.waits(); };
  TakeEvents(pending_, waits, [&](const InputEvent& event) {
    escape_wait_.Note(event);
    if (const auto* modifiers = std::get_if<input::Modifiers>(&event)) modifiers_ = *modifiers;
    const KeyPress press = KeyPressFrom(event, modifiers_);
    const auto action = MenuTakesKey(state_, press)
                            ? std::nullopt
                            : ActionForKey(state_, press, ImGui::GetIO().WantTextInput);
    if (action) {
      Apply(state_, *action, effects_);
      if (std::holds_alternative<input::Character>(event)) return;
    }
    FeedImGui(event);
  });
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {width_px_, height_px_};
  io.DeltaTime = 1.0f / 60.0f;
  context_.theme = state_.settings.theme;
  layout_ = BuildWindowLayout(LayoutSpecOf(state_, width_px_, height_px_, 1));
  marks_.clear();
  actions_.clear();
  context_.actions = &actions_;
  ImGui::NewFrame();
  WindowView view;
  view.pointer = io.MousePos;
  for (size_t i = 0; i < state_.panes.size(); ++i) view.charts.push_back(i == 0 ? shown_ : &other_);
  DrawWindowPanels(state_, view, layout_, ui_, context_);
  ImGui::Render();
  EXPECT_FALSE(HasStrayItems());
  vertex_count_ = ImGui::GetDrawData()->TotalVtxCount;
  std::vector<Action> emitted = std::exchange(actions_, {});
  for (const Action& action : emitted) Apply(state_, action, effects_);
  return emitted;
}

std::vector<Action> PanelHarness::Settle() {
  std::vector<Action> all;
  for (int i = 0; i < 3; ++i) {
    for (Action& action : Frame()) all.push_back(std::move(action));
  }
  return all;
}

void PanelHarness::Post(const Action& action) {
  std::vector<Effect> ignored;
  Apply(state_, action, ignored);
  Settle();
}

std::vector<Action> PanelHarness::Click(std::string_view mark) {
  const auto item = marks_.find(mark);
  if (item == marks_.end()) {
    ADD_FAILURE() << "nothing was drawn that is called " << mark;
    return {};
  }
  const PanelRect rect = item->second;
  std::vector<Action> all;
  const auto frame = [&](const std::vector<InputEvent>& events) {
    for (Action& action : Frame(events)) all.push_back(std::move(action));
  };
  frame({input::MouseMove{rect.x + rect.width / 2, rect.y + rect.height / 2}});
  frame({});
  frame({input::MouseButton{0, true}});
  frame({input::MouseButton{0, false}});
  frame({});
  return all;
}

std::vector<Action> PanelHarness::Type(std::string_view text) {
  std::vector<Action> all;
  for (const char character : text) {
    for (Action& action : Frame({input::Character{static_cast<char32_t>(character)}}))
      all.push_back(std::move(action));
  }
  for (Action& action : Frame()) all.push_back(std::move(action));
  return all;
}

std::vector<Action> PanelHarness::PressKey(input::KeyCode key, input::Modifiers modifiers) {
  std::vector<Action> all = Frame({modifiers, input::KeyChange{key, true, false}});
  for (Action& action : Frame({input::KeyChange{key, false, false}, input::Modifiers{}})) {
    all.push_back(std::move(action));
  }
  for (Action& action : Frame()) all.push_back(std::move(action));
  return all;
}

}  // namespace ringscope
