#include "app/shell/viewer.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

#include "app/model/apply.h"
#include "app/model/key_map.h"
#include "app/panels/imgui_input.h"
#include "app/shell/ui_fonts.h"

namespace ringscope {
namespace {

// While jobs run their progress is looked at this often.
constexpr double kProgressIntervalS = 0.1;
// ImGui shows the answer to an event one frame later.
constexpr int kFramesAfterEvent = 2;
constexpr int kFramesOfFade = 16;

double NowSeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

const char* GetClipboard(void* user) {
  static thread_local std::string text;
  text = static_cast<Window*>(user)->clipboard();
  return text.c_str();
}

void SetClipboard(void* user, const char* text) { static_cast<Window*>(user)->SetClipboard(text); }

PointerShape ShapeFrom(ImGuiMouseCursor cursor) {
  switch (cursor) {
    case ImGuiMouseCursor_TextInput:
      return PointerShape::kText;
    case ImGuiMouseCursor_Hand:
      return PointerShape::kHand;
    case ImGuiMouseCursor_ResizeEW:
      return PointerShape::kResizeHorizontal;
    default:
      return PointerShape::kArrow;
  }
}

}  // namespace

Result<std::unique_ptr<Viewer>> Viewer::Create(Window& window, const ViewerOptions& options) {
  // Without any font the panels use ImGui's own and the chart has no labels.
  std::shared_ptr<const FontFace> font;
  if (auto loaded = FontFace::LoadDefault()) font = std::move(*loaded);
  ChartRendererOptions chart_options;
  chart_options.font = font;
  auto renderer = ChartRenderer::Create(chart_options);
  if (!renderer) return tl::unexpected(std::move(renderer).error());
  return std::unique_ptr<Viewer>(new Viewer(window, options, std::move(*renderer), std::move(font)));
}

Viewer::Viewer(Window& window, const ViewerOptions& options, ChartRenderer renderer,
               std::shared_ptr<const FontFace> font)
    : window_(window),
      options_(options),
      font_path_(font == nullptr ? std::filesystem::path() : font->path()),
      chart_(std::move(renderer), std::move(font)),
      jobs_([] { Window::Wake(); }) {
  state_.settings = LoadSettings(options_.settings_path);
  imgui_ = ImGui::CreateContext();
  PrepareImGuiInput();
  ImGuiIO& io = ImGui::GetIO();
  io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  io.GetClipboardTextFn = GetClipboard;
  io.SetClipboardTextFn = SetClipboard;
  io.ClipboardUserData = &window_;
  ImGui_ImplOpenGL3_Init("#version 330 core");
  panel_context_.scale = 0;  // no fonts yet
  panel_context_.marks = options_.record_marks ? &marks_ : nullptr;
}

Viewer::~Viewer() {
  ImGui::SetCurrentContext(imgui_);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext(imgui_);
}

void Viewer::Run() {
  while (!state_.quit_requested) {
    window_.WaitForEvents(sleep_s());
    if (window_.TakeRefresh()) frames_wanted_ = kFramesAfterEvent;
    const std::vector<InputEvent> events = window_.TakeEvents();
    if (window_.minimized()) {
      // Nothing can be seen; jobs and key presses still count.
      Frame(events, NowSeconds(), false);
      continue;
    }
    if (!events.empty()) frames_wanted_ = kFramesAfterEvent;
    if (events.empty() && frames_wanted_ == 0 && !chart_.animating() && !jobs_.busy() && queue_.empty())
      continue;
    Frame(events, NowSeconds());
  }
}

void Viewer::Post(Action action) {
  queue_.push_back(std::move(action));
  frames_wanted_ = kFramesAfterEvent;
}

double Viewer::sleep_s() const {
  if (frames_wanted_ > 0 || chart_.animating() || !queue_.empty() || !pending_events_.empty()) return 0;
  return jobs_.busy() ? kProgressIntervalS : -1;
}

void Viewer::Frame(std::span<const InputEvent> events, double now_s, bool swap) {
  ImGui::SetCurrentContext(imgui_);
  now_s_ = now_s;
  UpdateScale();
  UpdateWindowLayout();
  pending_events_.insert(pending_events_.end(), events.begin(), events.end());
  const auto taken = static_cast<ptrdiff_t>(EventsForOneFrame(pending_events_));
  const std::vector<InputEvent> now(pending_events_.begin(), pending_events_.begin() + taken);
  pending_events_.erase(pending_events_.begin(), pending_events_.begin() + taken);
  for (const InputEvent& event : now) TakeInput(event);
  TakeJobResults();
  UpdateWindowLayout();  // opening a profile may bring tabs
  ApplyQueued();
  chart_.Update(state_, panel_context_.scale, now_s);
  TellDrawnLayers();
  PointAtChart();

  marks_.clear();
  DrawPanels();
  ApplyQueued();
  AwaitFirstMatches();
  chart_.Update(state_, panel_context_.scale, now_s);

  const int height_px = window_.height_px();
  if (ActiveView(state_) != nullptr) chart_.Draw(layout_.chart, height_px);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (swap) window_.SwapBuffers();
  UpdateWindow();
  ++frame_count_;
  if (frames_wanted_ > 0) --frames_wanted_;
}

void Viewer::TellDrawnLayers() {
  const ViewState* view = ActiveView(state_);
  const ArcBatch* batch = chart_.batch();
  if (view == nullptr || batch == nullptr || view->drawn_layers == batch->layer_count()) return;
  queue_.push_back(action::LayersDrawn{batch->layer_count()});
  ApplyQueued();
}

void Viewer::UpdateScale() {
  const float scale = options_.scale > 0 ? options_.scale : window_.content_scale();
  if (scale != panel_context_.scale) {
    panel_context_.scale = scale;
    panel_context_.fonts = LoadUiFonts(font_path_, scale);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
    ApplyUiStyle(state_.settings.theme, scale);
    panel_context_.theme = state_.settings.theme;
  }
  if (panel_context_.theme != state_.settings.theme) {
    panel_context_.theme = state_.settings.theme;
    ApplyUiStyle(state_.settings.theme, scale);
  }
}

void Viewer::UpdateWindowLayout() {
  if (window_.minimized()) return;
  layout_ =
      BuildWindowLayout(static_cast<float>(window_.width_px()), static_cast<float>(window_.height_px()),
                        panel_context_.scale, state_.settings.side_panel_width, state_.views.size() > 1);
  // Once for every size, also for one the state does not accept: asking again would never end.
  if (layout_.chart.width != asked_chart_width_px_ || layout_.chart.height != asked_chart_height_px_) {
    asked_chart_width_px_ = layout_.chart.width;
    asked_chart_height_px_ = layout_.chart.height;
    queue_.push_back(action::ResizeChart{layout_.chart.width, layout_.chart.height});
  }
  if (window_.width() != asked_width_ || window_.height() != asked_height_) {
    asked_width_ = window_.width();
    asked_height_ = window_.height();
    queue_.push_back(action::SetWindowSize{asked_width_, asked_height_});
  }
}

bool Viewer::DialogOpen() const {
  return !state_.errors.empty() || state_.report_open || state_.key_list_open || state_.open_dialog_open;
}

ChartPoint Viewer::ChartPointAt(float x_px, float y_px) const {
  return {x_px - (layout_.chart.x + layout_.chart.width / 2),
          y_px - (layout_.chart.y + layout_.chart.height / 2)};
}

void Viewer::TakeInput(const InputEvent& event) {
  frames_wanted_ = kFramesAfterEvent;
  if (const auto* modifiers = std::get_if<input::Modifiers>(&event)) modifiers_ = *modifiers;
  const KeyPress press = KeyPressFrom(event, modifiers_);
  const bool typing = ImGui::GetIO().WantTextInput;
  bool is_command = false;
  // Behind a dialog only what closes it and what leads on is heard.
  const bool heard = !DialogOpen() || press.key == Key::kEscape || press.character == U'?';
  if (heard && (press.key != Key::kNone || press.character != 0)) {
    if (auto action = ActionForKey(state_, press, typing)) {
      queue_.push_back(std::move(*action));
      is_command = true;
    }
  }
  if (const auto* drop = std::get_if<input::DropFiles>(&event)) {
    for (const std::string& path : drop->paths) queue_.push_back(action::OpenFile{path});
  }
  if (std::holds_alternative<input::Close>(event)) queue_.push_back(action::Quit{});
  TakeChartInput(event);
  // A character that was a command must not be typed into the box it opened.
  if (is_command && std::holds_alternative<input::Character>(event)) return;
  FeedImGui(event);
}

void Viewer::TakeChartInput(const InputEvent& event) {
  pointer_moved_ = pointer_moved_ || std::holds_alternative<input::MouseMove>(event) ||
                   std::holds_alternative<input::MouseLeave>(event) ||
                   std::holds_alternative<input::MouseButton>(event);
  if (const auto* move = std::get_if<input::MouseMove>(&event)) {
    mouse_x_px_ = move->x_px;
    mouse_y_px_ = move->y_px;
    mouse_inside_ = true;
  }
  if (std::holds_alternative<input::MouseLeave>(event)) mouse_inside_ = false;
  const bool over = mouse_inside_ && layout_.chart.contains(mouse_x_px_, mouse_y_px_) && !DialogOpen();
  const ArcBatch* batch = chart_.batch();
  const DocumentState* document = ActiveDocument(state_);
  if (const auto* button = std::get_if<input::MouseButton>(&event)) {
    const bool is_chart_button = button->button == 0 || button->button == 1;
    const auto which = button->button == 1 ? ringscope::MouseButton::kRight : ringscope::MouseButton::kLeft;
    const ChartPoint point = ChartPointAt(mouse_x_px_, mouse_y_px_);
    if (button->down) {
      ++buttons_down_;
      press_on_chart_ = over;
      if (over && is_chart_button) chart_input_.Press(which, point);
    } else {
      buttons_down_ = std::max(0, buttons_down_ - 1);
      if (press_on_chart_ && over && is_chart_button && batch != nullptr && document != nullptr) {
        chart_input_.Release(document->tree(), *batch, which, point, queue_);
        // The next click in the same batch of events means the chart as it will be then.
        ApplyQueued();
        chart_.Update(state_, panel_context_.scale, now_s_);
      }
    }
  } else if (const auto* wheel = std::get_if<input::Wheel>(&event)) {
    if (over) chart_input_.Wheel(wheel->y, queue_);
  } else if (std::holds_alternative<input::MouseMove>(event) && press_on_chart_ && batch != nullptr &&
             document != nullptr) {
    // Only for how far a press has moved; what is pointed at is found once a frame.
    std::vector<Action> ignored;
    chart_input_.Move(document->tree(), *batch, ChartPointAt(mouse_x_px_, mouse_y_px_), std::nullopt,
                      ignored);
  }
}

// What lies under the pointer changes when the pointer moves and when the chart does.
void Viewer::PointAtChart() {
  const ViewState* view = ActiveView(state_);
  const DocumentState* document = ActiveDocument(state_);
  const ArcBatch* batch = chart_.batch();
  if (view == nullptr || document == nullptr || batch == nullptr) return;
  const bool chart_moved =
      pointed_layout_ != chart_.counters().layouts || pointed_while_animating_ != chart_.animating();
  if (!pointer_moved_ && !chart_moved) return;
  pointer_moved_ = false;
  pointed_layout_ = chart_.counters().layouts;
  pointed_while_animating_ = chart_.animating();
  const bool elsewhere = buttons_down_ > 0 && !press_on_chart_;
  std::optional<ChartPoint> point;
  if (mouse_inside_ && !elsewhere && !DialogOpen() && layout_.chart.contains(mouse_x_px_, mouse_y_px_)) {
    point = ChartPointAt(mouse_x_px_, mouse_y_px_);
  }
  // Arcs on their way are not where the layout has them: nothing is pointed at until they have arrived.
  if (chart_.animating()) point.reset();
  chart_input_.Move(document->tree(), *batch, point, view->pointed, queue_);
  ApplyQueued();
  chart_.Update(state_, panel_context_.scale, now_s_);
}

void Viewer::ApplyQueued() {
  std::vector<Action> actions;
  // Effects of actions never act at once, so this ends.
  while (!queue_.empty()) {
    actions.clear();
    actions.swap(queue_);
    for (const Effect& effect : ApplyAll(state_, actions)) Execute(effect);
    frames_wanted_ = std::max(frames_wanted_, 1);
  }
}

void Viewer::TakeJobResults() {
  for (Action& action : jobs_.TakeActions()) queue_.push_back(std::move(action));
  ApplyQueued();
}

// Which functions match is known within a millisecond or two. Waiting for it lights the segments up in the
// frame of the key press instead of the one after it.
void Viewer::AwaitFirstMatches() {
  constexpr auto kAtMost = std::chrono::milliseconds(5);
  const auto deadline = std::chrono::steady_clock::now() + kAtMost;
  for (;;) {
    const ViewState* view = ActiveView(state_);
    const DocumentState* document = ActiveDocument(state_);
    if (view == nullptr || document == nullptr || view->search.job == kNoJob) return;
    const auto& outcome = view->search.outcome;
    if (outcome != nullptr && outcome->query == view->search.text && outcome->tree == document->shown().tree)
      return;
    const auto left = deadline - std::chrono::steady_clock::now();
    if (left <= std::chrono::steady_clock::duration::zero()) return;
    jobs_.WaitForResult(std::chrono::duration_cast<std::chrono::microseconds>(left));
    TakeJobResults();
  }
}

void Viewer::Execute(const Effect& effect) {
  std::visit(
      [&](const auto& one) {
        using T = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<T, effect::CancelJob>) {
          jobs_.Cancel(one.job);
        } else if constexpr (std::is_same_v<T, effect::SaveSettings>) {
          // Settings that cannot be kept are no reason to disturb the user.
          if (!options_.settings_path.empty()) (void)SaveSettings(one.settings, options_.settings_path);
        } else if constexpr (std::is_same_v<T, effect::CopyToClipboard>) {
          window_.SetClipboard(one.text);
        } else {
          jobs_.Start(one);
        }
      },
      effect);
}

void Viewer::DrawPanels() {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(window_.width_px()), static_cast<float>(window_.height_px())};
  // Real time, or two clicks with a long sleep between them would be a double click.
  io.DeltaTime = static_cast<float>(std::clamp(now_s_ - last_frame_s_, 1e-4, 60.0));
  last_frame_s_ = now_s_;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  panel_context_.actions = &queue_;
  DrawWindowPanels(state_, chart_.batch(), layout_, {mouse_x_px_, mouse_y_px_}, ui_, panel_context_);
  ImGui::Render();
}

void Viewer::UpdateWindow() {
  if (DialogOpen() != dialog_was_open_) {
    // The shade behind a dialog comes and goes over some frames.
    dialog_was_open_ = DialogOpen();
    frames_wanted_ = std::max(frames_wanted_, kFramesOfFade);
  }
  window_.SetPointerShape(ShapeFrom(ImGui::GetMouseCursor()));
  const DocumentState* document = ActiveDocument(state_);
  const std::string title = document == nullptr ? "ringscope" : document->title + " - ringscope";
  if (title != title_) {
    title_ = title;
    window_.SetTitle(title);
  }
}

}  // namespace ringscope
