#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "app/view/panel.h"
#include "app/view/state/apply.h"
#include "app/view/table/table_layout.h"
#include "app/view/table/table_view.h"
#include "app/widgets/imgui_input.h"
#include "app/widgets/widgets.h"

namespace ringscope::table_view_test {

// A list of ten rows and three columns in a window of its own without a display.
class TableViewCase : public ::testing::Test {
 protected:
  static constexpr PanelRect kRect{20, 30, 600, 300};

  TableViewCase() : imgui_(ImGui::CreateContext()) {
    ImGui::SetCurrentContext(imgui_);
    PrepareImGuiInput();
    ApplyUiStyle(Theme::kDark, 1);
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    ImGuiIO& io = ImGui::GetIO();
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    ImFont* font = io.Fonts->Fonts[0];
    ctx.fonts = {font, font, font, font};
    ctx.marks = &marks;
    ctx.actions = &actions;
    spec.mark = "list";
    spec.settings = &state.settings;
    spec.columns = columns;
    spec.row_count = 10;
    spec.empty = "Nothing here";
    spec.row = [this](uint64_t row) {
      // Rows are made to be measured, and after a jump once more: what is drawn comes last.
      if (!drawn.empty() && row != drawn.back() + 1) drawn.clear();
      drawn.push_back(row);
      TableRow made;
      made.cells.resize(columns.size());
      made.cells[0].text = "row " + std::to_string(row);
      made.cells[0].arrow = row % 2 == 0 ? TableArrow::kClosed : TableArrow::kOpen;
      made.cells[1].text = std::to_string(row * 7);
      made.cells[1].bar = 0.5;
      return made;
    };
  }
  ~TableViewCase() override { ImGui::DestroyContext(imgui_); }

  TableEvents Frame(const std::vector<InputEvent>& input = {}) {
    for (const InputEvent& event : input) FeedImGui(event);
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {800, 600};
    io.DeltaTime = delta_s;
    marks.clear();
    drawn.clear();
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({800, 600});
    ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoNav);
    TableEvents events = DrawTable(spec, ui, kRect, ctx);
    ImGui::End();
    ImGui::Render();
    for (const Action& action : std::exchange(actions, {})) Apply(state, action, effects);
    return events;
  }
  TableEvents ClickAt(float x, float y, int button = 0) {
    Frame({input::MouseMove{x, y}});
    Frame();
    const TableEvents pressed = Frame({input::MouseButton{button, true}});
    const TableEvents released = Frame({input::MouseButton{button, false}});
    return button == 0 ? released : pressed;
  }
  TableEvents Click(const std::string& mark, int button = 0) {
    if (!marks.contains(mark)) {
      ADD_FAILURE() << mark << " is not drawn";
      return {};
    }
    const PanelRect at = marks[mark];
    return ClickAt(at.x + at.width / 2, at.y + at.height / 2, button);
  }
  TableEvents Press(input::KeyCode key) {
    const TableEvents events = Frame({input::KeyChange{key, true, false}});
    Frame({input::KeyChange{key, false, false}});
    return events;
  }

  ImGuiContext* imgui_;
  MarkedItems marks;
  std::vector<Action> actions;
  AppState state;
  std::vector<Effect> effects;
  PanelContext ctx;
  std::vector<TableColumn> columns{{"name", "Name", "", 100, true, false, true},
                                   {"cost", "Cost", "", 120, false, true, true},
                                   {"note", "Note", "", 80, false, false, false}};
  TableSpec spec;
  TableUi ui;
  std::vector<uint64_t> drawn;
  float delta_s = 1.0f;  // no two clicks are a double click
};

}  // namespace ringscope::table_view_test
