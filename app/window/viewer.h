#pragma once

#include <chrono>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/core/job_runner.h"
#include "app/view/command.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"
#include "app/widgets/imgui_input.h"
#include "app/window/chart_panes.h"
#include "app/window/fonts/ui_fonts.h"
#include "app/window/os_window.h"
#include "app/window/window_panels.h"
#include "renderer/gl/font_face.h"

struct ImGuiContext;

namespace ringscope {

struct ViewerOptions {
  // The file of the settings; empty: not kept.
  std::filesystem::path settings_path;
  // Pixels for a unit of the user interface; 0: as the window says.
  float scale = 0;
  // Remembers where items are drawn, for tests.
  bool record_marks = false;
};

// The application in one window: takes events, applies actions, lays out, draws. One frame is
//   events -> actions; settle; panels -> actions; settle; draw
// To settle: apply actions, lay out changed charts, take their measures, until there are no new actions.
class Viewer {
 public:
  // `window` must outlive the viewer. Errors: kIo if the chart's shaders or buffers cannot be made.
  [[nodiscard]] static Result<std::unique_ptr<Viewer>> Create(Window& window, const ViewerOptions& options);
  ~Viewer();
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;

  // Runs until the user quits.
  void Run();

  // Applies an action in the next frame, as if the user had caused it.
  void Post(Action action);

  // One frame; `events` happened since the last frame. Swaps buffers unless told not to.
  void Frame(std::span<const InputEvent> events, double now_s, bool swap = true);
  // The time to sleep before the next frame; negative: until an event; 0: none.
  [[nodiscard]] double sleep_s() const;

  [[nodiscard]] const AppState& state() const { return state_; }
  // The active pane's chart; null on the start page.
  [[nodiscard]] Chart* chart() const { return charts_.chart(state_.active_pane); }
  [[nodiscard]] const ChartPanes& charts() const { return charts_; }
  [[nodiscard]] const WindowLayout& layout() const { return layout_; }
  [[nodiscard]] const MarkedItems& marks() const { return marks_; }
  [[nodiscard]] bool busy() const { return jobs_.busy() || making_fonts_.valid(); }

 private:
  Viewer(Window& window, const ViewerOptions& options, ChartPanes charts,
         std::shared_ptr<const FontFace> font);

  void UpdateScale();
  void MakeFonts(float scale);
  void UseFonts(UiFonts fonts);
  [[nodiscard]] bool FontsReady() const;
  void UpdateFonts();
  void UpdateWindowLayout();
  void TakeInput(const InputEvent& event);
  void PointAtNothing();
  [[nodiscard]] bool IsTooSoon(const KeyPress& press, bool typing);
  void TakeHeldKey(const input::KeyChange& key, const KeyPress& press, bool typing);
  void AwaitTextBox();
  void Settle(bool waits = false, int looks = 0);
  void ApplyQueued();
  void TakeJobResults();
  void CloseLostFiles();
  [[nodiscard]] bool AwaitSoonJobs();
  void SavePictures();
  void Execute(const Effect& effect);
  void DrawPanels();
  void FillAreas() const;
  void UpdateWindow();
  [[nodiscard]] bool ChartsCovered() const;

  Window& window_;
  ViewerOptions options_;
  ImGuiContext* imgui_ = nullptr;
  std::shared_ptr<const FontFace> font_;  // null: ImGui's own
  std::optional<FontFile> mono_;
  UiFonts fonts_;
  std::future<UiFonts> making_fonts_;  // on a thread of its own, if valid
  ShownText shown_text_;
  uint64_t fonts_made_for_ = 0;  // serial of the shown text
  ChartPanes charts_;
  JobRunner jobs_;
  AppState state_;
  Settings saved_settings_;  // as last read, or last given to a job that saves them
  WindowUi ui_;
  WindowLayout layout_;
  PanelContext panel_context_;
  MarkedItems marks_;
  std::vector<AreaFill> area_fills_;  // of the frame being made
  std::vector<Action> queue_;

  input::Modifiers modifiers_;
  double now_s_ = 0;  // of the frame being made
  double last_frame_s_ = 0;
  EscapeWait escape_wait_;
  std::vector<InputEvent> pending_events_;  // events that no frame has taken
  int frames_awaited_ = 0;                  // frames in which an awaited text box has not come up
  bool dialog_was_open_ = false;
  double fade_until_s_ = 0;  // the end of the fade of a dialog's shade
  // The held key of a command that lasts as long as the key is held.
  struct HeldKey {
    input::KeyCode key;
    double down_s = 0;
    const Command* command = nullptr;
    bool was_on = false;
  };
  std::optional<HeldKey> held_key_;
  bool key_repeats_ = false;  // the last key event came from a held key
  double paced_s_ = 0;        // the time of the last paced command
  int frames_wanted_ = 2;
  std::string title_;
  JobId first_job_ = kNoJob;  // the first job that this frame may start
  std::optional<std::chrono::steady_clock::time_point> await_until_;
  std::vector<effect::SavePicture> pictures_;  // to be taken once the charts match the state
  // The window size that the state was last given.
  int asked_width_ = 0, asked_height_ = 0;
};

}  // namespace ringscope
